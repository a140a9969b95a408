"""Export a trained tagger to ONNX, to run it with onnxruntime.

seqlab export runs/mine --precision int8
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal


def export(
    model: Path,
    precision: Literal["auto", "int8", "float16", "float32"] = "auto",
    sentences: Path | None = None,
    keep_weights: bool = True,
) -> int:
    """Write `model.onnx` into the tagger's folder and compare its labels with torch's.

    The network takes any number of sentences of any length; a CRF's transitions lie beside it and
    are applied outside. Training does this by itself.

    Args:
        model: Model folder, or the folder of a tagger.
        precision: How weights are stored; `auto` uses 8 bits if at least 99.5% of the labels stay
            the same, else 16 or 32.
        sentences: File of sentences (text or JSONL) for the comparison.
        keep_weights: Keep the weights for torch; without them the folder shrinks to between a half
            and a fifth, and training continues from the ONNX file.
    """
    from seqlab.model_folder import tagger_folder, write_hashes
    from seqlab.tagger import export_onnx, read_any_sentences

    given = list(read_any_sentences(sentences)) if sentences is not None else []
    folder = tagger_folder(model)
    exported = export_onnx(folder, precision, given, keep_weights)
    if folder != model:
        write_hashes(model)
    print(
        f"{exported.path}: {exported.precision}, {exported.path.stat().st_size:,} bytes, "
        f"{exported.agreement:.4f} of the labels as by torch, "
        f"largest difference of a score {exported.difference:.1e}"
    )
    return 0
