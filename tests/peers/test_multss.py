"""MulTSS: mixing of tasks, pieces, search, and a training that is taken up after a kill."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor

from seqlab.errors import DataError, UsageError
from seqlab.peers import MulTSS, MulTSSOptions, NetworkOptions, SearchOptions, TaskSource
from seqlab.peers.multss import training
from seqlab.peers.multss.network import Memory, Transformer, _TargetScores
from seqlab.peers.multss.search import SecondSentence, _block, search
from seqlab.peers.multss.tasks import noisy, read_tasks, shares
from seqlab.peers.multss.vocabulary import END, Vocabulary
from seqlab.text import split_sentences

SMALL = NetworkOptions(size=16, inner=32, layers=1, heads=2, dropout=0.1, longest=40)
WORDS = ["the", "cat", "dog", "house", "tree", "runs", "sees", "eats", "old", "young", "red"]


def toy_pairs(count: int = 60) -> list[tuple[str, str]]:
    chance = random.Random(3)
    texts = [" ".join(chance.choices(WORDS, k=6)) for _ in range(count)]
    return [(text, text) for text in texts]


def options(steps: int = 6) -> MulTSSOptions:
    search = SearchOptions(beam=2)
    return MulTSSOptions(SMALL, search, vocabulary=60, steps=steps, batch_size=4, check_every=3)


def test_mixing_goes_from_proportional_to_equal() -> None:
    sizes = {"simplify": 900, "split": 100}
    assert shares(sizes, "proportional")["split"] == pytest.approx(0.1)
    assert shares(sizes, "equal")["split"] == pytest.approx(0.5)
    assert shares(sizes, "temperature", 2.0)["split"] == pytest.approx(0.25)


def test_a_task_without_pairs_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'split' has no training pairs"):
        read_tasks({"split": []}, "train")


def test_a_corpus_too_small_for_the_vocabulary_is_one_line() -> None:
    with pytest.raises(UsageError, match="smaller `vocabulary`"):
        Vocabulary.learn(["a b c"] * 5, 5000, ["simplify"])


def test_half_a_surrogate_pair_is_a_piece_like_others() -> None:
    vocabulary = Vocabulary.learn([text for text, _ in toy_pairs()], 60, ["simplify"])
    assert vocabulary.encode("the \ud800") == vocabulary.encode("the ?")
    assert vocabulary.pieces("the \ud800")[-1] == "?"


def test_a_device_or_precision_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    for wrong in ({"precision": "13"}, {"accelerator": "abacus"}):
        with pytest.raises(UsageError, match=r"multss: accelerator .* do not go here"):
            MulTSS.fit({"simplify": toy_pairs()}, {}, tmp_path, replace(options(), **wrong), 1)


def test_task_tokens_match_nothing_in_a_text() -> None:
    vocabulary = Vocabulary.learn([text for text, _ in toy_pairs()], 60, ["simplify"])
    assert vocabulary.task_numbers["simplify"] not in vocabulary.encode("<simplify> the cat")


def test_scores_of_targets_have_torchs_gradients() -> None:
    scores = torch.randn(4, 7, dtype=torch.double, requires_grad=True)
    wanted = torch.tensor([1, 0, 6, 3])
    assert torch.autograd.gradcheck(lambda table: _TargetScores.apply(table, wanted), (scores,))


def test_the_cache_gives_what_one_pass_gives() -> None:
    torch.manual_seed(0)
    model = Transformer(SMALL, 30).eval()
    source, target = torch.randint(4, 30, (2, 7)), torch.randint(4, 30, (2, 5))
    memory = model.encode(source)
    whole, _ = model.decode(target, memory)
    past, steps = None, []
    for place in range(5):
        states, past = model.decode(target[:, place : place + 1], memory, past)
        steps.append(states)
    assert torch.allclose(torch.cat(steps, 1), whole, atol=1e-5)


def test_an_ngram_is_repeated_only_as_often_as_in_the_source() -> None:
    chances = torch.zeros(2, 10)
    written = [[5, 6, 7, 5, 6], [5, 6, 7, 5, 6]]
    allowed: list[Counter[tuple[int, ...]]] = [Counter(), Counter({(5, 6, 7): 2})]
    _block(chances, written, allowed, SearchOptions(no_repeat=3))
    assert chances[0, 7] == -torch.inf
    assert chances[1, 7] == 0


def test_two_sentences_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    text = "The old cat sees the young dog and the red house."
    made = MulTSS.fit({"split": [(text, text)] * 8}, {}, tmp_path / "m", options(3))
    texts = [text, "The cat runs."]
    free, forced = (
        made.simplify_sentences(texts, "split", SearchOptions(beam=2, two_sentences=tasks))
        for tasks in ((), ("split",))
    )
    assert len(split_sentences(free[0])) == 1
    assert len(split_sentences(forced[0])) >= 2
    assert forced[1] == free[1]


@pytest.mark.parametrize("abbreviation", [False, True])
def test_the_end_waits_for_a_second_sentence(
    abbreviation: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Transformer(SMALL, 12).eval()
    stop, starter = 10, 11
    likely = torch.zeros(12)
    likely[END], likely[starter], likely[stop] = 3.0, 0.5, -1.0

    def constant(states: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        rows, length = states.shape[:2]
        return (
            likely.log_softmax(-1).expand(rows, length, -1).clone(),
            torch.zeros(rows, length, memory.source.shape[1]),
        )

    monkeypatch.setattr(model, "log_probabilities", constant)
    beam, source = SearchOptions(beam=2, length_penalty=0.0), [4, 5, 6]
    assert search(model, [source], beam)[0][0] == []
    second = SecondSentence(
        torch.tensor([stop]), torch.tensor([starter]), lambda _: not abbreviation
    )
    [(written, places)] = search(model, [source], beam, (), second)
    assert written == ([] if abbreviation else [stop, starter])
    assert len(places) == len(written)


def test_noise_keeps_words_of_the_sentence() -> None:
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    assert set(noisy(words, random.Random(1))) <= set(words)


def test_a_folder_gives_the_same_outputs_and_refuses_altered_files(tmp_path: Path) -> None:
    made = MulTSS.fit({"simplify": toy_pairs()}, {}, tmp_path / "m", options())
    texts = ["the cat sees the dog", "the old zebra runs"]
    assert MulTSS.load(tmp_path / "m").simplify_sentences(texts) == made.simplify_sentences(texts)
    (tmp_path / "m/config.json").write_text("{}")
    with pytest.raises(DataError, match="altered"):
        MulTSS.load(tmp_path / "m")


def test_a_sentence_too_long_for_the_model_stays_as_it_is(tmp_path: Path) -> None:
    made = MulTSS.fit({"simplify": toy_pairs()}, {}, tmp_path / "m", options(3))
    text = " ".join(WORDS * 5)
    assert made.simplify_sentences([text]) == [text]


@pytest.mark.parametrize("started", [False, True])
def test_a_training_that_was_cut_short_ends_with_the_same_weights(
    started: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = {"simplify": toy_pairs(), "split": toy_pairs(30)}
    start = tmp_path / "start" if started else None
    if start is not None:
        MulTSS.fit(pairs, {}, start, options(3))
    MulTSS.fit(pairs, {}, tmp_path / "whole", options(), 1, start)

    class Killed(Exception):
        pass

    def killed(*_: object) -> None:
        raise Killed

    save = training._Watch.on_train_batch_end

    def until_third(self: object, trainer: object, *rest: object) -> None:
        save(self, trainer, *rest)  # type: ignore[arg-type]
        if trainer.global_step == 4:  # type: ignore[attr-defined]
            raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(training._Watch, "on_train_batch_end", until_third)
        MulTSS.fit(pairs, {}, tmp_path / "cut", options(), 1, start)
    MulTSS.fit(pairs, {}, tmp_path / "cut", options(), 1, start)
    one, two = (load_file(tmp_path / name / "weights.safetensors") for name in ("whole", "cut"))
    assert all(torch.equal(one[name], two[name]) for name in one)


def test_sources_filter_pairs(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("The big cat sleeps.\tThe cat sleeps.\nAll is well.\tAll is well.\n")
    source = TaskSource(str(path), parts=False, changed=True)
    assert source.read("train") == [("The big cat sleeps.", "The cat sleeps.")]
