"""TER through sacreBLEU: edits and block moves to the nearest reference."""

from __future__ import annotations

import numpy as np
import sacrebleu

from seqlab.evaluation.metrics.metric import Array, Metric, ratio
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, case, signature


class Ter(Metric):
    """Translation edit rate (Snover et al. 2006) in edits per 100 words of reference."""

    name = "TER"
    higher_is_better = False

    def __init__(self, lowercase: bool = False) -> None:
        self.lowercase = lowercase
        self._counter = sacrebleu.TER(case_sensitive=not lowercase, normalized=True)

    def counts(self, segments: Segments) -> Array:
        """Edits to the nearest reference, and the references' mean length."""
        self.checked(segments)
        rows = []
        for output, *references in zip(segments.outputs, *segments.references, strict=True):
            score = self._counter.sentence_score(output, references)
            rows.append([score.num_edits, score.ref_length])
        return np.array(rows, dtype=np.float64)

    def combine(self, totals: Array) -> Array:
        """Edits by words."""
        return 100 * ratio(totals[..., :1], totals[..., 1:])

    def signature(self, references: int) -> Signature:
        """sacreBLEU's version and the options it was called with."""
        return signature(
            "TER",
            refs=references,
            case=case(self.lowercase),
            norm=True,
            version=f"sacrebleu-{sacrebleu.__version__}",
        )
