"""Spans that may be left out, what must never be, and the choice among them."""

from __future__ import annotations

import pytest
from bracketed import parsed

from seqlab.editing import Edit, Parsed, apply_edits, deletions, refusal
from seqlab.editing.propose.deletions import is_note
from seqlab.syntax import Tree
from seqlab.text import Document

SENTENCE = parsed(
    "(ROOT (S (PP (IN In) (NP (CD 1990))) (, ,) (NP (NP (DT the) (JJ elegant) (NN tower)) (, ,)"
    " (SBAR (WHNP (WDT which)) (S (VP (VBZ is) (ADJP (RB very) (JJ old))))) (, ,))"
    " (VP (ADVP (RB actually)) (VBD fell) (PRT (RP down)) (PRN (-LRB- -LRB-) (NP (NN photo))"
    " (-RRB- -RRB-))) (. .)))"
)


def without(kind: str) -> str:
    edit = next(edit for edit in deletions(SENTENCE) if edit.kind == kind)
    return apply_edits(SENTENCE.tokens, [edit], SENTENCE.tags)[0]


def test_each_kind_of_span_leaves_a_good_sentence() -> None:
    assert without("opening") == (
        "The elegant tower, which is very old, actually fell down (photo)."
    )
    assert without("relative clause") == "In 1990, the elegant tower actually fell down (photo)."
    assert without("adjective") == (
        "In 1990, the tower, which is very old, actually fell down (photo)."
    )
    assert without("intensifier") == (
        "In 1990, the elegant tower, which is old, actually fell down (photo)."
    )
    assert without("parenthesis") == (
        "In 1990, the elegant tower, which is very old, actually fell down."
    )
    assert without("adverb") == (
        "In 1990, the elegant tower, which is very old, fell down (photo)."
    )


def test_the_adjective_of_a_predicate_is_needed() -> None:
    sentence = parsed(
        "(ROOT (S (NP (PRP It)) (VP (VBZ is) (NP (DT a) (JJ splendid) (NN idea))) (. .)))"
    )
    assert deletions(sentence) == []


def refused(bracketed: str, start: int, end: int, operation: str = "delete") -> str | None:
    return refusal(Edit(operation, "any", (start, end), "word"), parsed(bracketed))


CLAUSE = (
    "(ROOT (S (NP (NNP New) (NNP York)) (VP (VBD did) (RB not) (VP (VB pay) (NP (CD two)"
    " (CD million)) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD failed)"
    " (ADVP (RB often))))))) (. .)))"
)


def test_guards() -> None:
    assert refused(CLAUSE, 3, 4) == "negation"
    assert refused(CLAUSE, 0, 2) == "argument"
    assert refused(CLAUSE, 0, 1) == "name or number"
    assert refused(CLAUSE, 1, 2, "replace") == "name or number"
    assert refused(CLAUSE, 5, 6) == "name or number"
    assert refused(CLAUSE, 7, 8) == "conjunction"
    assert refused(CLAUSE, 7, 11) is None
    assert refused("(S (NP (DT The) (NN dog)) (VP (VBD ran) (ADVP (RB off))))", 2, 3) == "only verb"
    assert refused("(S (NP (DT The) (NN dog)) (VP (VBD ran) (ADVP (RB off))))", 0, 2) == "argument"


def test_a_replacement_must_have_the_form_of_the_word() -> None:
    sentence = parsed("(S (NP (NNS vessels)) (VP (VBD resided) (NP (JJ lengthy) (NNS decades))))")

    def refused(place: int, text: str) -> str | None:
        return refusal(Edit("replace", "word", (place, place + 1), text), sentence)

    assert refused(0, "ships") is None
    assert refused(0, "ship") == "form"
    assert refused(1, "lived") is None
    assert refused(1, "live") == "form"
    assert refused(2, "long") is None
    assert refused(2, "stretch") is None, "left to the judge"
    assert refused(3, "years") == "form"


def test_words_on_the_keep_list_stay() -> None:
    edit = next(edit for edit in deletions(SENTENCE) if edit.kind == "adjective")
    assert refusal(edit, SENTENCE) is None
    assert refusal(edit, SENTENCE, keep={"elegant"}) == "kept word"


def test_a_split_and_the_deletion_of_the_same_clause_conflict() -> None:
    delete = next(edit for edit in deletions(SENTENCE) if edit.kind == "relative clause")
    split = Edit("split", "relative", delete.span)
    assert split.conflicts(delete)
    assert delete.conflicts(split)


@pytest.mark.parametrize(
    ("before", "inside", "after", "note"),
    [
        ("the International Committee of the Red Cross", "ICRC", "is big", True),
        ("the International Committee of the Red Cross", "ICRC", "ICRC is big", False),
        ("the transforming principle", "DNA", "was found", False),
        ("it", "65 km / h", "", True),
        ("it", "29 November 1941 – 13 August 2003", "", True),
        ("it", "German : Haus", "", True),
        ("it", "from Latin scaffold", "is", True),
        ("it", ", , ; and", "is", True),
        ("it", "also known as RCT", "is a game", True),
        ("it", "also known as RCT", "is RCT", False),
        ("it", "also called taps", "is", False),
        ("it", "Varanus komodoensis", "is a lizard", True),
        ("it", "Varanus komodoensis", "and others", False),
        ("it", "see Figure 3", "", True),
        ("it", "tap", "", False),
        ("it", "1988", "", False),
        ("it", "for example the brain", "", False),
    ],
)
def test_notes_that_most_readers_pass_over(
    before: str, inside: str, after: str, note: bool
) -> None:
    assert is_note(inside.split(), after.split(), before.split()) == note


def found(text: str, kind: str) -> list[str]:
    tokens = Document.parse(text).tokens
    tree = Tree.flat([token.text for token in tokens], tags(text))
    return [
        text[tokens[edit.span[0]].start : tokens[edit.span[1] - 1].end]
        for edit in deletions(Parsed(tuple(tokens), tree))
        if edit.kind == kind
    ]


def tags(text: str) -> list[str]:
    known = {"The": "DT", "is": "VBZ", "has": "VBZ", "12": "CD", "village": "NN", ".": "."}
    return [known.get(token.text, "NNP") for token in Document.parse(text).tokens]


def test_headings_that_ran_into_a_sentence() -> None:
    assert found("History The village is old.", "heading") == ["History"]
    assert found("Geography Unna is old.", "heading") == ["Geography"]
    assert found("Education Act is old.", "heading") == []
    assert found("The village is old.", "heading") == []


def test_words_that_say_nothing_more() -> None:
    assert found("The village is located in Kent.", "redundant") == ["located"]
    assert found("The village has a total of 12 houses.", "redundant") == ["a total of"]


def replaced(text: str, tag: str, old: str, new: str) -> str | None:
    words = text.split()
    tree = Tree.flat(words, [tag if word == old else "NN" for word in words])
    tokens = Document.parse(text).tokens
    place = words.index(old)
    edit = Edit("replace", "word", (place, place + 1), new)
    return refusal(edit, Parsed(tuple(tokens), tree))


def test_replacements_that_would_read_badly() -> None:
    assert replaced("it is derived from Latin", "VBN", "derived", "come") == "passive"

    assert replaced("it has derived from Latin", "VBN", "derived", "come") is None
    text = "a politician and a statesman here"
    assert replaced(text, "NN", "statesman", "politician") == "repetition"
    assert replaced(text, "NN", "statesman", "leader") is None


@pytest.mark.parametrize(
    ("text", "new", "refused"),
    [
        ("it is kept and later returned", "went back", "passive"),
        ("it is kept and later returned", "sent back", None),
        ("she kept it and later returned", "went back", None),
    ],
)
def test_a_verb_that_shares_the_auxiliary_of_a_passive(
    text: str, new: str, refused: str | None
) -> None:
    tags = {"is": "VBZ", "later": "RB", "and": "CC", "returned": "VBD"}
    words = text.split()
    kept = "VBN" if "is" in words else "VBD"
    tree = Tree.flat(words, [tags.get(w, kept if w == "kept" else "PRP") for w in words])
    parsed = Parsed(tuple(Document.parse(text).tokens), tree)
    place = words.index("returned")
    assert refusal(Edit("replace", "word", (place, place + 1), new), parsed) == refused


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("He said “we commence now” today .", True),
        ("He had to commence “now” today .", False),
        ("“ We commence now .", True),
        ("We commence now , ” he said .", True),
        ('We commence now , " he said', False),
        ('They commence now . "', True),
    ],
)
def test_quoted_words_stay_as_they_were_said(text: str, refused: bool) -> None:
    tokens = tuple(Document.parse(text).tokens)
    words = [token.text for token in tokens]
    place = words.index("commence")
    edit = Edit("replace", "always", (place, place + 1), "start")
    sentence = Parsed(tokens, Tree.flat(words, ["VB" if w == "commence" else "NN" for w in words]))
    assert refusal(edit, sentence) == ("quotation" if refused else None)
    assert refusal(edit, sentence, off=("quotation",)) is None


def test_what_may_happen_is_not_said_to_be_able_to() -> None:
    sentence = parsed("(S (NP (NN Rain)) (VP (MD may) (VP (VB delay) (NP (DT the) (NN game)))))")

    def refused(text: str) -> str | None:
        return refusal(Edit("replace", "word", (1, 2), text), sentence)

    assert refused("can") == "certainty"
    assert refused("may possibly") != "certainty"


def test_a_time_limit_stays_a_limit() -> None:
    limit = parsed("(S (VP (VB Pay) (PP (IN within) (NP (CD thirty) (NNS days)))))")
    place = parsed("(S (VP (VB Stay) (PP (IN within) (NP (DT the) (NN park)))))")
    edit = Edit("replace", "word", (1, 2), "in")
    assert refusal(edit, limit) == "time limit"
    assert refusal(edit, place) is None
    assert refusal(Edit("replace", "word", (0, 2), "give within"), limit) != "time limit"


def test_parties_named_after_one_act_keep_their_names() -> None:
    parties = parsed("(S (NP (NN Employee)) (VP (VBZ owes) (NP (NN employer) (NN notice))))")
    edit = Edit("replace", "word", (0, 1), "worker")
    assert refusal(edit, parties) == "counterpart"
    alone = parsed("(S (NP (NN Employee)) (VP (VBZ owes) (NP (NN manager) (NN notice))))")
    assert refusal(edit, alone) is None
    assert refusal(Edit("replace", "word", (0, 1), "the employee"), parties) is None


@pytest.mark.parametrize(
    ("text", "reason"), [("because of", "infinitive"), ("will", None), ("expected to", None)]
)
def test_an_infinitive_keeps_what_it_follows(text: str, reason: str | None) -> None:
    sentence = parsed(
        "(S (NP (NNS Works)) (VP (VBP are) (ADJP (JJ due) (S (VP (TO to) (VP (VB continue)"
        " (PP (IN until) (NP (NNP May)))))))) (. .))"
    )
    edit = Edit("replace", "substitution", (2, 4), text)
    assert refusal(edit, sentence) == reason


@pytest.mark.parametrize(
    ("verb", "reason"),
    [("(VBG belonging) (PP (TO to) (NP (PRP it)))", "second clause"), ("", None)],
)
def test_a_clause_is_not_put_before_another(verb: str, reason: str | None) -> None:
    noun = f"(NP (NNS Applicants)) (VP {verb})" if verb else "(NNS Applicants)"
    sentence = parsed(f"(S (NP {noun}) (VP (MD may) (VP (VB pay))) (. .))")
    for text in ("people who apply", "people applying"):
        edit = Edit("replace", "substitution", (0, 1), text)
        assert refusal(edit, sentence) == reason


@pytest.mark.parametrize(
    ("rest", "reason"), [("(RB not) (VP (VB be) (ADJP (JJ liable)))", "obligation"), ("", None)]
)
def test_who_shall_not_be_liable_is_free(rest: str, reason: str | None) -> None:
    verb = rest or "(VP (VB pay))"
    sentence = parsed(f"(S (NP (DT The) (NN tenant)) (VP (MD shall) {verb}) (. .))")
    assert refusal(Edit("replace", "substitution", (2, 3), "must"), sentence) == reason
    assert refusal(Edit("replace", "substitution", (2, 3), "will"), sentence) is None
