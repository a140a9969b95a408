"""Export a trained tagger to ONNX, to run it with onnxruntime."""

from __future__ import annotations

from pathlib import Path


def export(model: Path) -> int:
    """Write `network.onnx` into the model folder and compare its scores with torch's.

    The network takes any number of sentences of any length; a CRF's transitions stay in the
    folder's weights and are applied outside.

    Args:
        model: Model folder, or the folder of a tagger.
    """
    from seqlab.model_folder import tagger_folder, write_hashes
    from seqlab.tagger import export_onnx

    folder = tagger_folder(model)
    exported = export_onnx(folder)
    if folder != model:
        write_hashes(model)
    print(
        f"{exported.path}: {exported.path.stat().st_size:,} bytes, "
        f"largest difference from torch {exported.difference:.1e}"
    )
    return 0
