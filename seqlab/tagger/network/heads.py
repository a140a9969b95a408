"""From label scores to losses, probabilities and labels, with or without a CRF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from seqlab.tagger.network.batches import NO_LABEL
from seqlab.tagger.options import HeadOptions

# Large enough to rule a label out, small enough for 16 bits.
_IMPOSSIBLE = -1e4


class Head(nn.Module):
    """The loss and the decoder of one set of labels."""

    def __init__(
        self, labels: int, options: HeadOptions, counts: Sequence[int] | None = None
    ) -> None:
        super().__init__()
        from torchcrf import CRF

        self.options = options
        self.crf = CRF(labels, batch_first=True) if options.decoder == "crf" else None
        weights = class_weights(counts, options.class_weights) if counts else torch.ones(labels)
        self.register_buffer("weights", weights, persistent=False)

    def token_loss(self, scores: Tensor, labels: Tensor, soft: Tensor | None) -> Tensor:
        """Loss of each token (softmax); `scores` are (tokens, labels)."""
        weights = self.get_buffer("weights").to(scores.dtype)
        log_p = functional.log_softmax(scores.float(), dim=-1)
        target = soft
        if target is None:
            target = functional.one_hot(labels, scores.shape[-1]).float()
        if self.options.label_smoothing:
            share = self.options.label_smoothing
            target = target * (1 - share) + share / scores.shape[-1]
        terms = -target * log_p * weights
        if self.options.focal_gamma:  # Lin et al. 2017: easy tokens count less
            terms = terms * (1 - log_p.exp()) ** self.options.focal_gamma
        return terms.sum(dim=-1)

    def sequence_loss(
        self, scores: Tensor, labels: Tensor, soft: Tensor | None, mask: Tensor
    ) -> Tensor:
        """Loss of each sentence (CRF): minus the log-likelihood of its known labels.

        Class weights enter as margins: at a token whose label weighs w, every other label gets
        log w on top, and must be beaten by that much (softmax-margin, Gimpel and Smith 2010).
        """
        assert self.crf is not None
        scores = scores.float()
        known = labels != NO_LABEL
        one_hot = functional.one_hot(labels.clamp(min=0), scores.shape[-1]).float()
        margin = self.get_buffer("weights").log()[labels.clamp(min=0)] * known
        scores = scores + margin[:, :, None] * (1 - one_hot)
        if soft is not None:
            expected = expected_score(self.crf, scores, soft, mask)
            return sequence_total(self.crf, scores, mask) - expected
        if bool((known | ~mask).all()):
            likelihood: Tensor = self.crf(scores, labels.clamp(min=0), mask, reduction="none")
            return -likelihood
        # Tokens without a label are summed over: any label there agrees with the data.
        allowed = scores.masked_fill(known[:, :, None] & (one_hot == 0), _IMPOSSIBLE)
        everything = sequence_total(self.crf, scores, mask)
        return everything - sequence_total(self.crf, allowed, mask)

    def probabilities(self, scores: Tensor, mask: Tensor) -> Tensor:
        """Probability of each label at each token; for a CRF, its marginals."""
        if self.crf is None:
            return functional.softmax(scores.float(), dim=-1)
        return marginals(self.crf, scores.float(), mask)

    def best(self, scores: Tensor, mask: Tensor) -> Tensor:
        """The most likely labels (sentences, tokens): each alone, or the best sequence."""
        if self.crf is None:
            return scores.argmax(dim=-1)
        return best_sequence(self.crf, scores.float(), mask)


def class_weights(counts: Sequence[int], how: str) -> Tensor:
    """A weight for each label, 1 on average over the training tokens."""
    seen = torch.tensor(counts, dtype=torch.float32).clamp(min=1)
    if how == "none":
        return torch.ones_like(seen)
    weights = seen.sum() / seen
    if how == "sqrt":
        weights = weights.sqrt()
    return weights * seen.sum() / (weights * seen).sum()


def sequence_total(crf: Any, scores: Tensor, mask: Tensor) -> Tensor:
    """Log of the summed exponential scores of all label sequences (forward algorithm)."""
    total = crf.start_transitions + scores[:, 0]
    for position in range(1, scores.shape[1]):
        following = _step(crf, total) + scores[:, position]
        total = torch.where(mask[:, position, None], following, total)
    return torch.logsumexp(total + crf.end_transitions, dim=1)


def _step(crf: Any, total: Tensor) -> Tensor:
    return torch.logsumexp(total[:, :, None] + crf.transitions, dim=1)


def expected_score(crf: Any, scores: Tensor, soft: Tensor, mask: Tensor) -> Tensor:
    """The sequence score to be expected when each token's label is drawn from `soft`.

    Tokens without a distribution (all zero) add nothing.
    """
    present = soft * mask[:, :, None]
    inside: Tensor = (present * scores).sum(dim=(1, 2)) + present[:, 0] @ crf.start_transitions
    between: Tensor = torch.einsum(
        "stl,lm,stm->s", present[:, :-1], crf.transitions, present[:, 1:]
    )
    last = mask.sum(dim=1).clamp(min=1) - 1
    ends: Tensor = present[torch.arange(len(last), device=last.device), last] @ crf.end_transitions
    return inside + between + ends


def marginals(crf: Any, scores: Tensor, mask: Tensor) -> Tensor:
    """Each label's probability at each token, all label sequences taken together."""
    longest = scores.shape[1]
    before = [crf.start_transitions + scores[:, 0]]
    for position in range(1, longest):
        following = _step(crf, before[-1]) + scores[:, position]
        before.append(torch.where(mask[:, position, None], following, before[-1]))
    ending = crf.end_transitions.expand(scores.shape[0], -1)
    after = [ending]
    for position in range(longest - 1, 0, -1):
        leading = torch.logsumexp(
            crf.transitions + (scores[:, position] + after[-1])[:, None, :], dim=2
        )
        after.append(torch.where(mask[:, position, None], leading, ending))
    after.reverse()
    return functional.softmax(torch.stack(before, 1) + torch.stack(after, 1), dim=-1)


def best_sequence(crf: Any, scores: Tensor, mask: Tensor) -> Tensor:
    """The highest-scoring label sequence of each sentence (Viterbi).

    The library's own decoder walks sentence by sentence in Python; this one takes the batch.
    """
    longest = scores.shape[1]
    score = crf.start_transitions + scores[:, 0]
    came_from = []
    for position in range(1, longest):
        reached, previous = (score[:, :, None] + crf.transitions).max(dim=1)
        inside = mask[:, position, None]
        score = torch.where(inside, reached + scores[:, position], score)
        here = torch.arange(scores.shape[2], device=scores.device).expand_as(previous)
        came_from.append(torch.where(inside, previous, here))
    label = (score + crf.end_transitions).argmax(dim=1)
    path = [label]
    for previous in reversed(came_from):
        label = previous.gather(1, label[:, None])[:, 0]
        path.append(label)
    path.reverse()
    return torch.stack(path, dim=1)
