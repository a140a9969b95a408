"""The simplifier joined from its stages, with a tagger and a judge that say what the test wants."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqlab.editing import Verdict
from seqlab.editing.judge import Bars
from seqlab.editing.judge.verdict_table import VerdictTable
from seqlab.errors import UsageError
from seqlab.pipeline import Simplifier
from seqlab.syntax import Analysis, Tree, chunks
from seqlab.text import ProtectedContent

TREE = (
    "(ROOT (S (NP (NP (DT The) (JJ elegant) (NN tower)) (, ,) (SBAR (WHNP (WDT which)) (S (VP"
    " (VBZ is) (ADJP (RB very) (JJ old))))) (, ,)) (VP (VBD fell) (PRT (RP down))) (. .)))"
)
TEXT = "The elegant tower, which is very old, fell down."


class KnownTrees:
    """A syntax that knows one sentence."""

    def analyse(self, sentences: Any) -> Iterator[Analysis]:
        for tokens in sentences:
            known = Tree.parse(TREE)
            flat = Tree.flat(tokens, ["NN"] * len(tokens)) if tokens else Tree("ROOT")
            tree = known if known.leaves() == list(tokens) else flat
            tags = tuple(tree.tags())
            yield Analysis(tuple(tokens), tags, tuple(tokens), tuple(chunks(tree)), tree)


class Deletes:
    """A tagger that would delete the words it is given, with their probabilities."""

    def __init__(self, head: str = "operation", **chances: float) -> None:
        self.labels = {head: ("C", "D", "R")}
        self.head, self.chances = head, chances

    def predict_proba(
        self, sentences: Any, heads: Sequence[str] | None = None, states: bool = False
    ) -> Iterator[dict[str, np.ndarray]]:
        for tokens in sentences:
            deleted = np.array([self.chances.get(token, 0.0) for token in tokens])
            yield {self.head: np.stack([1 - deleted, deleted, deleted * 0], axis=1)}

    def predict(
        self, sentences: Any, heads: Sequence[str] | None = None
    ) -> Iterator[dict[str, tuple[str, ...]]]:
        for tokens in sentences:
            deleted = (self.chances.get(token, 0.0) > 0.5 for token in tokens)
            wanted = {head: tuple("D" if one else "C" for one in deleted) for head in [self.head]}
            yield {head: wanted.get(head, ("C",) * len(tokens)) for head in heads or [self.head]}


class Trusts:
    """A judge with one probability for each operation."""

    bars = Bars()
    splits = None
    feedback = None
    resources = SimpleNamespace(inventory=None, verdicts=VerdictTable())

    def __init__(self, **acceptable: float) -> None:
        self.acceptable = acceptable

    def bars_of(self, operation: str, level: str | None = None) -> Bars:
        return self.bars

    def rows(self, batch: Any) -> list[str]:
        return [case.operation for case in batch.cases]

    def judge_rows(self, rows: list[str], level: str = "plain") -> list[Verdict]:
        chances = [self.acceptable.get(operation, 0.0) for operation in rows]
        return [Verdict(chance, chance) for chance in chances]

    def reread(self, batch: Any, rows: Any, verdicts: list[Verdict], *_: Any) -> list[Verdict]:
        return verdicts


class NoWords:
    """A lexical simplifier that knows no word, and a language model that likes everything."""

    ngrams = SimpleNamespace(sentence_cost=lambda words: 1.0)

    def is_complex(self, tokens: Any, tags: Any) -> list[float]:
        return [0.0] * len(tokens)

    def target_spans(self, tokens: Any, tags: Any, hard: Any) -> list[tuple[int, int]]:
        return []

    def candidate_sets(self, requests: Any) -> list[Any]:
        return []


def simplifier(tagger: Any = None, levels: Sequence[str] = (), **acceptable: float) -> Simplifier:
    judge: Any = Trusts(**acceptable)
    words: Any = NoWords()
    return Simplifier(KnownTrees(), tagger or Deletes(), words, judge, levels)


def test_edits_that_the_judge_accepts_are_made() -> None:
    model = simplifier(Deletes(elegant=0.2), delete=0.99, split=0.99)
    assert model.simplify(TEXT, operations=["split"]) == (
        "The elegant tower fell down. It is very old."
    )
    assert model.simplify(TEXT, operations=["delete"]) != TEXT
    assert simplifier(delete=0.2, split=0.2).simplify(TEXT, strength=1) == TEXT


def test_nothing_is_deleted_that_the_labels_are_sure_to_keep() -> None:
    assert simplifier(delete=0.99).simplify(TEXT, operations=["delete"]) == TEXT
    assert simplifier(Deletes(elegant=0.2), delete=0.99).simplify(TEXT, operations=["delete"]) == (
        "The tower, which is very old, fell down."
    )


def test_labels_are_obeyed_on_request() -> None:
    model = simplifier(Deletes(elegant=0.9, very=0.8))
    assert model.simplify(TEXT, decide="labels") == "The tower, which is old, fell down."
    assert model.simplify(TEXT) == TEXT
    with pytest.raises(UsageError, match="no way to decide 'dice'"):
        model.simplify(TEXT, decide="dice")


def test_headings_lists_and_quotations_stay() -> None:
    model = simplifier(Deletes(elegant=0.9, The=0.9))
    text = f"The elegant tower\n\n- {TEXT}\n\n“{TEXT}”\n\n{TEXT}"
    wanted = text[: -len(TEXT)] + "Tower, which is very old, fell down."
    assert model.simplify(text, decide="labels") == wanted
    every = ProtectedContent(quotes=False, lists=False)
    assert model.simplify(text, decide="labels", protect=every).count("elegant") == 1


def test_what_is_kept_stays() -> None:
    model = simplifier(Deletes(elegant=0.9, very=0.9), delete=0.99)
    assert model.simplify(TEXT, operations=["delete"]) != TEXT
    assert model.simplify(TEXT, keep=TEXT.split(), operations=["delete"]) == TEXT


def test_more_strength_never_makes_fewer_edits() -> None:
    model = simplifier(Deletes(elegant=0.2, very=0.2), split=0.9, delete=0.7)
    before: set[tuple[str, tuple[int, int]]] = set()
    for tenth in range(11):
        found = model.explain(TEXT, tenth / 10)[0].decisions
        taken = {(d.edit.kind, d.edit.span) for d in found if d.taken}
        assert before <= taken
        before = taken
    assert before


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_strength_zero_is_identity_and_no_text_fails(text: str) -> None:
    model = simplifier(delete=0.9, split=0.9)
    assert model.simplify(text, strength=0) == text
    assert model.simplify_sentences([text], strength=0) == [text]
    assert isinstance(model.simplify(text, strength=1), str)


def test_whitespace_between_sentences_stays() -> None:
    text = f"  {TEXT}\n\n\t{TEXT}  "
    out = simplifier(Deletes(elegant=0.9)).simplify(text, decide="labels")
    short = TEXT.replace("elegant ", "")
    assert out == f"  {short}\n\n\t{short}  "


def test_one_output_for_each_input() -> None:
    model = simplifier(Deletes(elegant=0.9))
    inputs = ["", TEXT, "Two words. Three more words.", TEXT]
    outputs = model.simplify_sentences(inputs, decide="labels")
    assert outputs[0] == ""
    assert outputs[1] == outputs[3] == TEXT.replace("elegant ", "")
    assert outputs[2] == inputs[2]


def test_an_explanation_says_why() -> None:
    model = simplifier(Deletes(elegant=0.9), delete=0.7, split=0.1)
    (one,) = model.explain(TEXT)
    reasons = {d.edit.operation: d.reason for d in one.decisions}
    assert reasons["delete"].startswith("taken from strength")
    assert reasons["split"] == "probably wrong"
    record = one.to_json()
    assert record["output"] == TEXT
    assert {edit["acceptable"] for edit in record["edits"]} == {0.7, 0.1}
    assert record["tokens"][1] == {
        "text": "elegant",
        "label": "D",
        "probabilities": {"C": 0.1, "D": 0.9, "R": 0.0},
    }
    assert model.explain("A heading")[0].left


def test_threads_get_the_same_answer() -> None:
    model = simplifier(Deletes(elegant=0.9), delete=0.99)
    outputs: list[str] = []
    threads = [
        threading.Thread(target=lambda: outputs.append(model.simplify(TEXT))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outputs) == 8
    assert len(set(outputs)) == 1


def test_wrong_controls_are_refused() -> None:
    with pytest.raises(UsageError, match="strength must be from 0 to 1"):
        simplifier().simplify(TEXT, strength=2)
    with pytest.raises(UsageError, match="no operation 'drop'"):
        simplifier().simplify(TEXT, operations=["drop"])


def test_a_model_with_levels_writes_for_one() -> None:
    model = simplifier(Deletes("easy.operation", elegant=0.9), levels=["plain", "easy"])
    assert model.simplify(TEXT, decide="labels") == TEXT
    assert "elegant" not in model.simplify(TEXT, decide="labels", level="easy")
    with pytest.raises(UsageError, match="no level '3' in this model: it has plain, easy"):
        model.simplify(TEXT, level="3")
    with pytest.raises(UsageError, match="the model has no levels"):
        simplifier().simplify(TEXT, level="easy")


def test_a_language_model_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="no language model at nowhere"):
        Simplifier.load(language_model="nowhere")


@pytest.fixture(scope="module")
def default() -> Simplifier:
    return Simplifier.load()


def test_the_default_model_splits_and_replaces(default: Simplifier) -> None:
    text = (
        "Approximately 40 inhabitants were rescued, and the town was subsequently rebuilt.\n\n"
        "The storm weakened."
    )
    out = default.simplify(text)
    assert "About 40" in out
    assert "subsequently" not in out
    assert "rescued, and" not in out
    assert out.endswith(".\n\nThe storm weakened.")


def test_the_default_model_has_two_levels(default: Simplifier) -> None:
    assert default.levels == ("plain", "easy")
    text = "The committee subsequently endeavoured to facilitate the negotiations."
    assert default.simplify(text) == default.simplify(text, level="plain")
    assert default.simplify(text, level="easy") != text


def test_every_judged_row_gets_two_probabilities(default: Simplifier) -> None:
    source = "They commenced the work in May."
    rows = [
        {"source": source, "start": 5, "end": 14, "new": new, "operation": "replace"}
        for new in ("started", "blue")
    ]
    right, wrong = default.judge_edits(rows, level="plain")
    assert 1 >= right.acceptable >= right.good > 0.5 > wrong.acceptable >= 0


def test_explanations_show_other_words(default: Simplifier) -> None:
    found = default.explain("They commenced the work.")[0]
    edit = next(edit for edit in found.to_json()["edits"] if edit["operation"] == "replace")
    assert edit["text"] == "started"
    assert len(edit["alternatives"]) > 1


JUMBLE = (
    "The tower , which was built in 1889 and ( born 1950 ) is subsequently approximately very old "
    '. " He She They because although ; Anna Bell 12 not , and becoming – History In order to a '
    "total of \n\n"
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.sampled_from(JUMBLE.split(" ")),
        max_size=25,
    ),
    st.floats(0, 1),
)
def test_no_jumble_of_words_makes_the_default_model_fail(
    default: Simplifier, words: list[str], strength: float
) -> None:
    text = " ".join(words)
    assert isinstance(default.simplify(text, strength), str)
    assert default.simplify(text, 0) == text


@pytest.mark.slow
def test_a_document_of_two_hundred_pages(default: Simplifier) -> None:
    page = (
        "The harbor was constructed in 1889 by Anna Bell (born 1850), who subsequently left the "
        "country. Approximately 300 inhabitants remained, but trade declined rapidly.\n\n"
    ) * 16
    text = page * 200
    out = default.simplify(text)
    assert out.count("\n\n") == text.count("\n\n")
    assert out == default.simplify(page) * 200


def test_more_strength_keeps_every_edit_of_the_default_model(default: Simplifier) -> None:
    text = (
        "Subsequently the corporation purchased a substantial portion of the territory, which was "
        "situated in the vicinity of the river, and approximately 300 individuals were employed "
        "there in order to construct a massive dam (50 m high)."
    )
    before: set[tuple[str, str, tuple[int, int]]] = set()
    for tenth in range(11):
        (found,) = default.explain(text, tenth / 10)
        taken = {(d.edit.operation, d.edit.text, d.edit.span) for d in found.decisions if d.taken}
        assert before <= taken
        before = taken
        assert default.simplify(text, tenth / 10) == (found.output if tenth else text)
    assert len(before) > 4
