"""BERTScore (Zhang et al. 2020) with our encoder: each word piece finds its nearest counterpart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from seqlab.evaluation.metrics.metric import Array, Metric
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, signature
from seqlab.tagger import Encoder, load_encoder

if TYPE_CHECKING:
    from torch import Tensor

# Sentences whose vectors are held at a time, and how many the encoder reads at once.
LOT, BATCH = 64, 64
# Of MiniLM's six layers; the last is shaped for whole sentences, not words.
LAYER = 5


class BertScore(Metric):
    """F1 of greedy matching by cosine, 0–100; with several references the best counts.

    The thesis recommends its precision for judging simplicity (5.4).
    """

    name = "BERTScore"
    parts = ("precision", "recall")

    def __init__(self, encoder: str | Encoder = "auto", layer: int = LAYER) -> None:
        self.encoder = load_encoder(encoder) if isinstance(encoder, str) else encoder
        self.layer = layer

    def counts(self, segments: Segments) -> Array:
        """F1, precision and recall of each sentence, and a one."""
        self.checked(segments)
        rows: list[list[float]] = []
        for start in range(0, len(segments), LOT):
            part = slice(start, start + LOT)
            columns = [segments.outputs[part], *(column[part] for column in segments.references)]
            vectors = self._vectors({text for column in columns for text in column})
            for output, *references in zip(*columns, strict=True):
                matches = [_match(vectors[output], vectors[reference]) for reference in references]
                # Like bert-score, the best of each number, whichever reference gives it.
                rows.append([*np.max(matches, axis=0).tolist(), 1.0])
        return np.array(rows, dtype=np.float64)

    def combine(self, totals: Array) -> Array:
        """The means."""
        return 100 * totals[..., :3] / totals[..., 3:]

    def signature(self, references: int) -> Signature:
        """The encoder with the start of its weights' hash, and the layer."""
        return signature(
            self.name,
            refs=references,
            encoder=f"{self.encoder.name}@{self.encoder.sha256[:8]}",
            layer=self.layer,
            idf=False,
            rescaled=False,
        )

    def _vectors(self, texts: set[str]) -> dict[str, Tensor]:
        """Unit vectors of the pieces of each text, those that begin and end it included."""
        ordered = sorted(texts, key=lambda text: (len(text), text))
        return dict(zip(ordered, self._encoded(ordered), strict=True))

    def _encoded(self, texts: Sequence[str]) -> Iterator[Tensor]:
        import torch

        for start in range(0, len(texts), BATCH):
            batch = self.encoder.tokenizer(
                [text.strip() for text in texts[start : start + BATCH]],
                padding=True,
                truncation=True,
                max_length=512,
                return_tensors="pt",
            )
            with torch.inference_mode():
                states = self.encoder.model(
                    input_ids=batch["input_ids"],
                    attention_mask=batch["attention_mask"],
                    output_hidden_states=True,
                ).hidden_states[self.layer]
            states = torch.nn.functional.normalize(states.float(), dim=-1)
            for row, mask in zip(states, batch["attention_mask"].bool(), strict=True):
                yield row[mask]


def _match(output: Tensor, reference: Tensor) -> tuple[float, float, float]:
    """F1, precision, recall. The pieces at both ends may be matched, but do not count."""
    likeness = output @ reference.T
    precision = float(likeness.max(dim=1).values[1:-1].mean()) if len(output) > 2 else 0.0
    recall = float(likeness.max(dim=0).values[1:-1].mean()) if len(reference) > 2 else 0.0
    total = precision + recall
    return (2 * precision * recall / total if total else 0.0), precision, recall
