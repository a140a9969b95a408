"""Label sentences with a trained model: text or JSONL in, JSONL with labels out.

seqlab tag default sentences.txt --out labels.jsonl
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal


def tag(
    model: Path,
    sentences: Path,
    out: Path,
    probabilities: bool = False,
    thresholds: dict[str, dict[str, float]] | None = None,
    engine: Literal["auto", "torch", "onnx"] = "auto",
    device: str = "auto",
    threads: int | None = None,
) -> int:
    """Label every sentence of a file.

    Args:
        model: Model folder, or the folder of a tagger; `default` is the one that ships.
        sentences: Plain text (one sentence per line), or JSONL whose lines have `tokens`.
        out: Where the labelled sentences go (JSONL, one per line, in the same order).
        probabilities: Give the probability of every label too, in the field `soft`.
        thresholds: Decision thresholds in place of the model's own, e.g.
            {operation: {D: 0.4}}; {} for none.
        engine: What runs the network; `auto` is onnxruntime on the processor, torch on a GPU.
        device: Where it runs: cpu, cuda, cuda:N, mps; `auto` takes the GPU if there is one.
        threads: Threads of the process; one by default.
    """
    from seqlab.devices import use_threads
    from seqlab.files import write_jsonl
    from seqlab.model_folder import tagger_folder
    from seqlab.progress import track
    from seqlab.tagger import Tagger, label_sentences, read_any_sentences

    use_threads(threads)
    tagger = Tagger.load(tagger_folder(model), device, engine=engine, thresholds=thresholds)
    stream = track(read_any_sentences(sentences), "label")
    count = write_jsonl(
        out, (found.to_json() for found in label_sentences(tagger, stream, probabilities))
    )
    print(f"{count:,} sentences labelled in {out}")
    return 0
