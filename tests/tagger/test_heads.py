"""The CRF's sums over all label sequences, against writing all sequences out."""

from __future__ import annotations

import itertools

import pytest
import torch

from seqlab.tagger.network.heads import Head, class_weights
from seqlab.tagger.options import HeadOptions

LABELS, TOKENS = 3, 4


@pytest.fixture
def head() -> Head:
    torch.manual_seed(0)
    head = Head(LABELS, HeadOptions(decoder="crf"))
    for parameter in head.parameters():
        torch.nn.init.normal_(parameter)
        parameter.requires_grad = False
    return head


@pytest.fixture
def scores() -> torch.Tensor:
    return torch.randn(2, TOKENS, LABELS, generator=torch.Generator().manual_seed(1))


MASK = torch.tensor([[True, True, True, True], [True, True, False, False]])


def all_sequences(head: Head, scores: torch.Tensor, length: int) -> dict[tuple[int, ...], float]:
    """The score of every label sequence of one sentence."""
    crf = head.crf
    found = {}
    for path in itertools.product(range(LABELS), repeat=length):
        score = crf.start_transitions[path[0]] + crf.end_transitions[path[-1]]
        score = score + sum(scores[position, label] for position, label in enumerate(path))
        score = score + sum(crf.transitions[a, b] for a, b in itertools.pairwise(path))
        found[path] = float(score)
    return found


def test_marginals_are_the_shares_of_all_sequences(head: Head, scores: torch.Tensor) -> None:
    found = head.probabilities(scores, MASK)
    for row, length in enumerate((4, 2)):
        weights = {
            p: torch.tensor(s).exp() for p, s in all_sequences(head, scores[row], length).items()
        }
        total = sum(weights.values())
        for position in range(length):
            for label in range(LABELS):
                share = sum(w for p, w in weights.items() if p[position] == label) / total
                assert float(found[row, position, label]) == pytest.approx(float(share), abs=1e-5)


def test_the_best_sequence_has_the_highest_score(head: Head, scores: torch.Tensor) -> None:
    found = head.best(scores, MASK)
    for row, length in enumerate((4, 2)):
        paths = all_sequences(head, scores[row], length)
        assert tuple(found[row, :length].tolist()) == max(paths, key=paths.__getitem__)


def test_the_best_sequence_is_that_of_the_library(head: Head, scores: torch.Tensor) -> None:
    ours = [row[:n].tolist() for row, n in zip(head.best(scores, MASK), (4, 2), strict=True)]
    assert ours == head.crf.decode(scores, MASK)


def test_unlabelled_tokens_are_summed_over(head: Head, scores: torch.Tensor) -> None:
    labels = torch.tensor([[0, -100, 2, 1], [1, -100, -100, -100]])
    losses = head.sequence_loss(scores, labels, None, MASK)
    for row, length in enumerate((4, 2)):
        paths = all_sequences(head, scores[row], length)
        agreeing = [
            score
            for path, score in paths.items()
            if all(known in (-100, label) for known, label in zip(labels[row].tolist(), path))  # noqa: B905
        ]
        everything = torch.logsumexp(torch.tensor(list(paths.values())), 0)
        expected = everything - torch.logsumexp(torch.tensor(agreeing), 0)
        assert float(losses[row]) == pytest.approx(float(expected), abs=1e-4)


def test_soft_labels_on_one_label_each_are_hard_labels(head: Head, scores: torch.Tensor) -> None:
    labels = torch.tensor([[0, 1, 2, 1], [1, 2, -100, -100]])
    soft = torch.nn.functional.one_hot(labels.clamp(min=0), LABELS).float()
    hard = head.sequence_loss(scores, labels, None, MASK)
    torch.testing.assert_close(head.sequence_loss(scores, labels, soft, MASK), hard)


def test_a_margin_makes_a_rare_label_harder_to_miss() -> None:
    torch.manual_seed(0)
    scores = torch.randn(1, 2, 2)
    rare, common = torch.tensor([[1, 1]]), torch.tensor([[0, 0]])
    mask = torch.ones(1, 2, dtype=torch.bool)
    losses = {}
    for how in ("none", "balanced"):
        torch.manual_seed(1)
        head = Head(2, HeadOptions(decoder="crf", class_weights=how), counts=[90, 10])
        losses[how] = [float(head.sequence_loss(scores, y, None, mask)[0]) for y in (rare, common)]
    assert losses["balanced"][0] > losses["none"][0]
    assert losses["balanced"][1] < losses["none"][1]


def test_focal_loss_of_exponent_zero_is_cross_entropy() -> None:
    scores, labels = torch.randn(5, 3), torch.tensor([0, 1, 2, 1, 0])
    plain = Head(3, HeadOptions()).token_loss(scores, labels, None)
    torch.testing.assert_close(
        plain, torch.nn.functional.cross_entropy(scores, labels, reduction="none")
    )
    focal = Head(3, HeadOptions(focal_gamma=2.0)).token_loss(scores, labels, None)
    assert (focal < plain).all()


@pytest.mark.parametrize("how", ["none", "sqrt", "balanced"])
def test_class_weights_are_one_on_average_over_tokens(how: str) -> None:
    counts = [900, 80, 20]
    weights = class_weights(counts, how)
    assert float((weights * torch.tensor(counts)).sum() / 1000) == pytest.approx(1.0)
    assert (weights.diff() >= 0).all()


@pytest.mark.parametrize("decoder", ["softmax", "crf"])
def test_soft_labels_are_learned_as_probabilities(decoder: str) -> None:
    head = Head(2, HeadOptions(decoder=decoder))
    scores = torch.zeros(1, 3, 2, requires_grad=True)
    soft = torch.tensor([[[0.7, 0.3], [1.0, 0.0], [0.4, 0.6]]])
    mask, labels = torch.ones(1, 3, dtype=torch.bool), torch.tensor([[0, 0, 1]])
    optimizer = torch.optim.Adam([scores, *head.parameters()], lr=0.1)
    for _ in range(200):
        optimizer.zero_grad()
        if decoder == "crf":
            loss = head.sequence_loss(scores, labels, soft, mask).sum()
        else:
            loss = head.token_loss(scores[0], labels[0], soft[0]).sum()
        loss.backward()
        optimizer.step()
    found = head.probabilities(scores, mask).detach()
    torch.testing.assert_close(found, soft, atol=0.03, rtol=0)
