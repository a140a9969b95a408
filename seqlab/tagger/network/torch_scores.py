"""`TorchScores`: the scores of a network that runs in torch, on any device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from seqlab.tagger.network.model import LabellingModel
from seqlab.tagger.runtime.names import STATES
from seqlab.tagger.runtime.session import Transitions
from seqlab.tagger.sentence import LabelledSentence


class TorchScores:
    """Scores of a `LabellingModel`, as arrays."""

    batch_tokens = 4096

    def __init__(
        self, model: LabellingModel, device: str = "cpu", feature_cache: Any | None = None
    ) -> None:
        self.model = model.eval().to(device)
        self.device = device
        if device == "cpu" and model.options.encoder:
            self.batch_tokens = 512
        self._collate = model.collator(feature_cache)

    def transitions(self, head: str) -> Transitions | None:
        """The CRF of one head, if it has one."""
        crf: Any = self.model.head(head).crf
        if crf is None:
            return None
        parts = (crf.start_transitions, crf.transitions, crf.end_transitions)
        return Transitions(*(part.detach().float().cpu().numpy() for part in parts))

    def sizes(self, sentences: Sequence[LabelledSentence]) -> list[int]:
        """How long each sentence is: in tokens."""
        return [len(sentence.tokens) for sentence in sentences]

    def scores(
        self, sentences: Sequence[LabelledSentence], heads: Sequence[str], adapter: str = ""
    ) -> tuple[dict[str, np.ndarray], np.ndarray]:
        """Scores (sentences, tokens, labels) by head, and where there are tokens.

        An `adapter` is in the ONNX file alone: here there is none.
        """
        with torch.inference_mode():
            batch = self._collate(sentences).to(self.device)
            hidden = self.model.network.hidden(batch)
            found = {
                head: torch.cat([hidden[0], hidden[-1]] if len(hidden) > 1 else hidden, dim=2)
                if head == STATES
                else self.model.network.scores(head, hidden)
                for head in heads
            }
            return (
                {head: scores.float().cpu().numpy() for head, scores in found.items()},
                batch.mask.cpu().numpy(),
            )
