"""BERTScore (Zhang et al. 2020) with our encoder: each word piece finds its nearest counterpart."""

from __future__ import annotations

import csv
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from seqlab.errors import DataError, UsageError
from seqlab.evaluation.metrics.metric import Array, Metric
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, signature
from seqlab.files import file_hash, read_lines
from seqlab.tagger import Encoder, load_encoder

if TYPE_CHECKING:
    from torch import Tensor

# Sentences whose vectors are held at a time, and how many the encoder reads at once.
LOT, BATCH = 64, 64
# Of MiniLM's six layers; the last is shaped for whole sentences, not words.
LAYER = 5
# References are the same for every system: the vectors of so many pieces are remembered, 150 MB.
REMEMBERED = 100_000
_LOTS = 256

Which = Literal["f1", "precision", "recall"]
# In the order of the columns of `BertScorer.matches`.
NAMES: dict[Which, str] = {
    "f1": "BERTScore",
    "precision": "BERTScore-P",
    "recall": "BERTScore-R",
}


@dataclass(frozen=True, slots=True)
class Baseline:
    """What unrelated sentences score, which rescaling makes 0 (bert-score's `*.tsv` files)."""

    path: str
    f1: float
    precision: float
    recall: float

    @classmethod
    def read(cls, path: str | Path, layer: int) -> Baseline:
        """The row of `layer` in a file with the columns LAYER, P, R and F."""
        lines = list(read_lines(path))
        dialect = "\t" if lines and "\t" in lines[0] else ","
        for number, row in enumerate(csv.DictReader(lines, delimiter=dialect), start=2):
            try:
                if int(row["LAYER"]) != layer:
                    continue
                found = cls(str(path), float(row["F"]), float(row["P"]), float(row["R"]))
            except (KeyError, TypeError, ValueError):
                fix = "a header LAYER,P,R,F and a row of numbers for each layer"
                raise DataError(
                    path, "not a baseline of BERTScore", line=number, value=str(row), fix=fix
                ) from None
            if not all(-1 < value < 1 for value in found.values):
                raise DataError(path, "a baseline lies between -1 and 1", line=number)
            return found
        raise DataError(path, f"no row for layer {layer}", fix="take another layer or file")

    @property
    def values(self) -> tuple[float, float, float]:
        """In the order of the scores."""
        return self.f1, self.precision, self.recall


class BertScorer:
    """Matches outputs with references; what several metrics share is computed once.

    Args:
        encoder: By path or name, or ready-made; `auto` is all-MiniLM-L6-v2.
        layer: Which of its layers to read.
        baseline: File of bert-score's baselines for rescaling; empty for none.
    """

    def __init__(
        self, encoder: str | Encoder = "auto", layer: int = LAYER, baseline: str | Path = ""
    ) -> None:
        # A wrong file is told before the encoder is loaded.
        self.baseline = Baseline.read(baseline, layer) if baseline else None
        self.encoder = load_encoder(encoder) if isinstance(encoder, str) else encoder
        if not 0 <= layer <= self.encoder.layers:
            raise UsageError(
                f"{self.encoder.name} has layers 0 to {self.encoder.layers}, not {layer}"
            )
        self.layer = layer
        self._known: OrderedDict[str, Tensor] = OrderedDict()
        self._pieces = 0
        self._lots: OrderedDict[int, tuple[Segments, Array]] = OrderedDict()

    def matches(self, segments: Segments) -> Array:
        """F1, precision and recall of each sentence, and a one."""
        kept = self._lots.get(id(segments))
        if kept is not None and kept[0] is segments:
            return kept[1]
        rows: list[list[float]] = []
        for start in range(0, len(segments), LOT):
            part = slice(start, start + LOT)
            columns = [segments.outputs[part], *(column[part] for column in segments.references)]
            vectors = self._vectors({text for column in columns for text in column})
            for output, *references in zip(*columns, strict=True):
                found = [_match(vectors[output], vectors[reference]) for reference in references]
                # Like bert-score, the best of each number, whichever reference gives it.
                rows.append([*np.max(found, axis=0).tolist(), 1.0])
        table = np.array(rows, dtype=np.float64)
        if self.baseline is not None:
            lowest = np.array(self.baseline.values)
            table[:, :3] = (table[:, :3] - lowest) / (1 - lowest)
        self._lots[id(segments)] = (segments, table)
        if len(self._lots) > _LOTS:
            self._lots.popitem(last=False)
        return table

    def signature(self, name: str, references: int) -> Signature:
        """The encoder with the start of its weights' hash, the layer, and what was rescaled by."""
        rescaled: object = False
        if self.baseline is not None:
            path = Path(self.baseline.path)
            rescaled = f"{path.name}@{file_hash(path)[:8]}"
        return signature(
            name,
            refs=references,
            encoder=f"{self.encoder.name}@{self.encoder.sha256[:8]}",
            layer=self.layer,
            idf=False,
            rescaled=rescaled,
        )

    def _vectors(self, texts: set[str]) -> dict[str, Tensor]:
        """Unit vectors of the pieces of each text, those that begin and end it included."""
        found = {text: self._known[text] for text in texts if text in self._known}
        new = sorted(texts - found.keys(), key=lambda text: (len(text), text))
        for text, vectors in zip(new, self._encoded(new), strict=True):
            self._known[text] = found[text] = vectors.clone()
            self._pieces += len(vectors)
        while self._pieces > REMEMBERED:
            self._pieces -= len(self._known.popitem(last=False)[1])
        return found

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


class BertScore(Metric):
    """One number of greedy matching by cosine, 0–100; the two others are its parts.

    With several references the best counts. The thesis recommends precision for a first judgement
    of simplicity (5.4); most papers quote F1.

    Args:
        encoder: The encoder, by path or name, or ready-made; or a scorer that metrics share.
        layer: Which of its layers to read.
        which: The number that is the score.
        baseline: File of bert-score's baselines for rescaling; empty for none.
    """

    def __init__(
        self,
        encoder: str | Encoder | BertScorer = "auto",
        layer: int = LAYER,
        which: Which = "f1",
        baseline: str | Path = "",
    ) -> None:
        if not isinstance(encoder, BertScorer):
            encoder = BertScorer(encoder, layer, baseline)
        self.scorer = encoder
        self.encoder = self.scorer.encoder
        self.name = NAMES[which]
        others = [name for name in NAMES if name != which]
        self.parts = tuple(others)
        order = list(NAMES)
        self._columns = [order.index(which), *map(order.index, others)]

    def counts(self, segments: Segments) -> Array:
        """The number and its parts of each sentence, and a one."""
        self.checked(segments)
        return self.scorer.matches(segments)[:, [*self._columns, len(NAMES)]]

    def combine(self, totals: Array) -> Array:
        """The means."""
        return 100 * totals[..., :-1] / totals[..., -1:]

    def signature(self, references: int) -> Signature:
        """As the scorer has it."""
        return self.scorer.signature(self.name, references)


def _match(output: Tensor, reference: Tensor) -> tuple[float, float, float]:
    """F1, precision, recall. The pieces at both ends may be matched, but do not count."""
    likeness = output @ reference.T
    precision = float(likeness.max(dim=1).values[1:-1].mean()) if len(output) > 2 else 0.0
    recall = float(likeness.max(dim=0).values[1:-1].mean()) if len(reference) > 2 else 0.0
    total = precision + recall
    return (2 * precision * recall / total if total else 0.0), precision, recall
