"""Terms kept, chosen once and explained; the summary and the page of a document."""

from __future__ import annotations

import json
import re
from pathlib import Path

from seqlab.desk import (
    EditRecord,
    EditsFile,
    HouseStyle,
    ParagraphRecord,
    SentenceRecord,
    TextManuscript,
    accepted_ids,
    edit_in_style,
    edits_of,
    sentence_text,
    summary_of,
    write_report,
    written_document,
)
from seqlab.desk.consistency import with_one_word_each
from seqlab.pipeline import Simplifier, Wish
from seqlab.terms import Entry, Terms, keep_entries
from seqlab.text import DEFAULT_PROTECTED

TEXT = (
    "The tenant must notify the landlord prior to the inspection. Tenants who purchased a boiler "
    "should retain the receipt. The premises were inspected by the ombudsman, and the tenant "
    "commenced proceedings."
)


def edited(simplifier: Simplifier, style: HouseStyle, **wish: object) -> tuple[str, EditsFile]:
    manuscript = TextManuscript(TEXT, DEFAULT_PROTECTED)
    asked = simplifier.checked(Wish(0.9, **wish))  # type: ignore[arg-type]
    found = edit_in_style(simplifier, manuscript, asked, style)
    return written_document(manuscript, found, accepted_ids(found, "all")).decode(), found


def test_a_glossary_is_obeyed_in_all_forms(simplifier: Simplifier) -> None:
    entries = (
        Entry("tenant", "renter"),
        Entry("purchase", "pay for", part="verb"),
        Entry("commence proceedings", "go to court"),
    )
    text, found = edited(simplifier, HouseStyle(entries, topics=False))
    assert text.startswith("The renter must")
    assert "Renters who paid for a boiler" in text
    assert "renter went to court" in text
    assert {e.reason for e in found.edits() if e.kind == "glossary"} == {"glossary"}


def test_kept_words_stay_in_all_forms(simplifier: Simplifier) -> None:
    free, _ = edited(simplifier, HouseStyle(topics=False))
    kept, _ = edited(
        simplifier, HouseStyle(topics=False), terms=Terms(keep_entries(["purchase", "notify"]))
    )
    assert "purchased" not in free
    assert "purchased" in kept
    assert "notify" in kept


def test_hard_words_are_explained_once(simplifier: Simplifier) -> None:
    text, found = edited(simplifier, HouseStyle(topics=False, explain="bracket"))
    assert "The tenant (a person who pays rent to live in a place) must" in text
    assert text.count("pays rent") == 1
    assert "ombudsman (an official who" in text
    records = [e for e in found.edits() if e.kind == "explanation"]
    assert all(edit.state == "taken" for edit in records)
    assert edits_of(found.to_json()).to_json() == found.to_json()
    listed, _ = edited(simplifier, HouseStyle(topics=False, explain="list"))
    assert "Words explained\n\ntenant: a person who pays rent" in listed
    noted, _ = edited(simplifier, HouseStyle(topics=False, explain="footnote"))
    assert "The tenant [1] must" in noted
    assert "[1] tenant: a person" in noted


def test_an_explanation_leaves_its_sentence_as_it_is(simplifier: Simplifier) -> None:
    text = "The tenants have paid the rent. A debtor, it seems, was told about the bailiff."
    for style in ("bracket", "footnote"):
        manuscript = TextManuscript(text, DEFAULT_PROTECTED)
        found = edit_in_style(
            simplifier,
            manuscript,
            simplifier.checked(Wish(0.0)),
            HouseStyle(topics=False, explain=style),
        )
        names = accepted_ids(found, "all")
        assert len(names) >= 2
        written = written_document(manuscript, found, names).decode()
        bare = re.sub(r" \([^)]*\)| \[\d\]", "", written.partition("\n")[0])
        assert bare == text


def test_subsets_of_explanations(simplifier: Simplifier) -> None:
    _, found = edited(simplifier, HouseStyle(topics=False, explain="footnote"))
    again = edits_of(json.loads(json.dumps(found.to_json())))
    assert again.explained == found.explained
    manuscript = TextManuscript(TEXT, DEFAULT_PROTECTED)
    second = again.explained[1]
    text = written_document(manuscript, again, {second.edit}).decode()
    assert "[2]" in text
    assert f"[2] {second.term}: {second.explanation}" in text
    assert "[1]" not in text


def record(edits: EditsFile, changes: dict[str, dict[str, object]]) -> EditsFile:
    values = json.loads(json.dumps(edits.to_json()))
    for sentence in values["sentences"]:
        for edit in sentence["edits"]:
            edit.update(changes.get(edit["id"], {}))
    return edits_of(values)


def test_one_word_for_one_term(simplifier: Simplifier) -> None:
    text = (
        "They commenced the old work in March. She commenced the new course after that. He "
        "commenced the third project in the summer."
    )
    manuscript = TextManuscript(text, DEFAULT_PROTECTED)
    found = edit_in_style(
        simplifier, manuscript, simplifier.checked(Wish(0.9)), HouseStyle(one_word=False)
    )
    own = [[e for e in s.edits if e.old == "commenced" and e.plan] for s in found.sentences]
    usual, other = own[0][0], next(e for e in own[1] if e.new == "began")
    assert usual.new == "started"
    mixed = record(
        found,
        {
            own[1][0].id: {"state": "left", "accepted": False},
            other.id: {"state": "taken", "accepted": True},
        },
    )
    assert "began" in sentence_text(mixed.sentences[1], accepted_ids(mixed, "all"))
    same = with_one_word_each(mixed)
    outputs = [one.output for one in same.sentences]
    assert all("started" in one for one in outputs)
    reason = next(e.reason for e in same.edits() if e.id == other.id)
    assert reason == "'start' is the word for it here"


def nouns(rows: list[tuple[str, str, str, float]]) -> EditsFile:
    """Sentences "The NOUN is here.": the noun, what it becomes, the state and the probability."""
    sentences, paragraphs = [], []
    for number, (noun, new, state, chance) in enumerate(rows, start=1):
        text, end = f"The {noun} is here.", 4 + len(noun)
        ends = [3, end, end + 3, end + 8, end + 9]
        starts = [0, 4, end + 1, end + 4, end + 8]
        tokens = tuple(zip(starts, ends, ("DT", "NN", "VBZ", "RB", "."), strict=True))
        edit = EditRecord(
            f"{number}.1",
            "replace",
            "substitution",
            4,
            end,
            noun,
            new,
            chance,
            chance,
            state,
            state == "taken",
            state,
            plan={"span": [1, 2]},
        )
        output = f"The {new if state == 'taken' else noun} is here."
        own = SentenceRecord(number, number - 1, 0, text, output, "", "", tokens, (edit,))
        sentences.append(own)
        paragraphs.append(ParagraphRecord(text))
    return EditsFile({"format": "text"}, {}, tuple(paragraphs), tuple(sentences))


def test_a_noun_is_replaced_throughout_or_nowhere() -> None:
    taken, left = ("error", "mistake", "taken", 0.9), ("error", "mistake", "left", 0.3)
    likely = ("error", "mistake", "left", 0.75)
    outputs = [one.output for one in with_one_word_each(nouns([taken, left, left])).sentences]
    assert outputs == ["The error is here."] * 3
    outputs = [one.output for one in with_one_word_each(nouns([taken, likely, likely])).sentences]
    assert outputs == ["The mistake is here."] * 3
    outputs = [one.output for one in with_one_word_each(nouns([taken, taken, left])).sentences]
    assert outputs == ["The mistake is here."] * 2 + ["The error is here."]


def test_two_terms_do_not_become_one_word() -> None:
    rows = [("injunction", "order", "taken", 0.8), ("decree", "order", "taken", 0.9)]
    outputs = [one.output for one in with_one_word_each(nouns(rows)).sentences]
    assert outputs == ["The injunction is here.", "The order is here."]
    outputs = [one.output for one in with_one_word_each(nouns(rows), {"order"}).sentences]
    assert outputs == ["The injunction is here.", "The decree is here."]


def test_the_summary(edits: EditsFile) -> None:
    found = summary_of(edits, accepted_ids(edits, "all"))
    assert found["after"]["grade"] < found["before"]["grade"]
    assert found["changed"] == sum(one.output != one.text for one in edits.sentences)
    assert len(found["paragraphs"]) == 2
    assert any(one["old"] == "commenced" for one in found["changed_terms"])


def test_the_page_has_every_combination(edits: EditsFile, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(path, edits)
    page = path.read_text(encoding="utf-8")
    assert "http://" not in page
    assert "https://" not in page
    data = re.search(r"id='outputs'>(.*?)</script>", page)
    stored = re.search(r"id='edits'>(.*?)</script>", page)
    assert data is not None
    assert stored is not None
    outputs, again = json.loads(data[1]), edits_of(json.loads(stored[1]))
    sentences = {str(one.id): one for one in again.sentences}
    for number, own in outputs.items():
        assert len(own["texts"]) == 2 ** len(own["ids"])
        for mask, text in enumerate(own["texts"]):
            on = {name for n, ids in enumerate(own["ids"]) if mask >> n & 1 for name in ids}
            assert text == sentence_text(sentences[number], on)
