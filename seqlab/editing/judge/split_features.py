"""Features of splits: of any split by its text, and of a split that labels propose by its tree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.edit import Edit, Word, word_set
from seqlab.editing.judge.context_features import tag_number
from seqlab.editing.judge.records import Batch
from seqlab.editing.judge.word_facts import Resources
from seqlab.editing.parsed import FINITE, Parsed, kind
from seqlab.editing.propose.label_splits import LabelSplit
from seqlab.editing.propose.openings import pronoun_of_chunk
from seqlab.english import word_table

Columns = dict[str, NDArray[np.float32]]
_NAMES = (
    "parts", "shortest", "longest", "source_words", "pronoun", "this", "connective", "name",
    "noun", "added", "lost", "added_content", "lost_content", "cost_change", "opening_cost",
    "least_cost", "verbless", "first_length", "last_length", "added_be", "tag_cost",
)  # fmt: skip
_STOPS = frozenset({".", "!", "?"})
_PRONOUNS = frozenset({"he", "she", "it", "they", "we", "i", "you", "his", "her", "its", "their"})
_THIS = frozenset({"this", "these", "that", "those", "there"})
_CONNECTIVES = frozenset({"but", "so", "then", "also", "because", "however", "and", "or"})
_BE = frozenset({"is", "are", "was", "were", "has", "had"})


def split_features(batch: Batch, resources: Resources) -> Columns:
    """Numbers of splits; not known for other edits."""
    values = np.full((len(batch.cases), len(_NAMES)), np.nan, dtype=np.float32)
    splits = [n for n, case in enumerate(batch.cases) if case.operation == "split" and case.after]
    parts = {n: _parts(batch.cases[n].after) for n in splits}
    # Costs are looked up together: sources, parts, and how each part but the first begins.
    asked = dict.fromkeys(batch.sentences[batch.cases[n].sentence].tokens for n in splits)
    asked |= dict.fromkeys(part for own in parts.values() for part in own)
    asked |= dict.fromkeys(part[:3] for own in parts.values() for part in own[1:])
    costs = dict(zip(asked, resources.lexical.ngrams.sentence_costs(list(asked)), strict=True))
    for row in splits:
        case = batch.cases[row]
        tokens = batch.sentences[case.sentence].tokens
        values[row] = _split(tokens, case.after, parts[row], costs, resources)
    return {f"split_{name}": values[:, k] for k, name in enumerate(_NAMES)}


def _parts(after: Sequence[str]) -> list[tuple[str, ...]]:
    """The sentences of a text of tokens."""
    parts: list[list[str]] = [[]]
    for token in after:
        parts[-1].append(token)
        if token in _STOPS:
            parts.append([])
    return [tuple(part) for part in parts if part]


def _split(
    source: tuple[str, ...],
    after: tuple[str, ...],
    parts: Sequence[tuple[str, ...]],
    known: Mapping[tuple[str, ...], float],
    resources: Resources,
) -> tuple[float, ...]:
    old = Counter(token.lower() for token in source)
    new = Counter(token.lower() for token in after)
    added, lost = list((new - old).elements()), list((old - new).elements())
    openings = [part[0].lower() for part in parts[1:]]
    costs = [known[part] for part in parts]
    whole = known[source]
    tables = resources.words
    verbs = [any(_may_be_finite(token.lower(), resources) for token in part) for part in parts]
    starts = [known[part[:3]] for part in parts[1:]] or [float("nan")]
    tag_costs = [
        tables.best_tags(("<>", "<>"), tuple(w.lower() for w in part[:4]), ("<>", "<>"))[0]
        for part in parts[1:]
    ]
    lengths = [len(part) for part in parts]
    return (
        len(parts),
        min(lengths),
        max(lengths),
        len(source),
        sum(word in _PRONOUNS for word in openings),
        sum(word in _THIS for word in openings),
        sum(word in _CONNECTIVES for word in openings),
        sum(
            part[0][:1].isupper() and len(part) > 1 and part[1][:1].isupper() for part in parts[1:]
        ),
        sum(resources.is_content(word) for word in openings),
        len(added),
        len(lost),
        sum(map(resources.is_content, added)),
        sum(map(resources.is_content, lost)),
        float(np.mean(costs)) - whole,
        max(starts),
        max(costs) - whole,
        sum(not verb for verb in verbs),
        lengths[0],
        lengths[-1],
        sum(word in _BE for word in added),
        max(tag_costs, default=float("nan")),
    )


def _may_be_finite(word: str, resources: Resources) -> bool:
    return any(tag in ("VBD", "VBZ", "VBP", "MD") for tag, _ in resources.words[word].tags)


_SUBJECTS = frozenset({"it", "he", "she", "they", "we", "i", "you"})
_POINTERS = frozenset({"this", "these", "that", "those", "there"})
_OPENING_CONNECTIVES = frozenset({"but", "so", "then", "also", "and", "meanwhile", "however"})
_CONTENT = frozenset({"NN", "NNS", "NNP", "NNPS", "JJ", "VBN", "VBG", "VB", "CD", "RB"})
_CONSTITUENTS = ("S", "SBAR", "VP", "NP", "PP", "ADVP", "ADJP", "CC")


def label_split_features(
    split: LabelSplit, parsed: Parsed, sentences: Sequence[Sequence[Word]] | None = None
) -> dict[str, float]:
    """Names and numbers of one split made alone in its sentence.

    `sentences` are what it leaves, for those who know them already.
    """
    edit = split.edit
    if sentences is None:
        sentences = edited_sentences(parsed.tokens, [edit], parsed.tags, source=parsed.words)
    lengths = [sum(word.is_word for word in words) for words in sentences] or [0]
    shares = [*split.companions.values()] or [1.0]
    place = edit.cut if edit.cut >= 0 else edit.span[0]
    dropped = [parsed.lower[p] for p in edit.dropped]
    features = {
        "probability": split.probability,
        "logit": _logit(split.probability),
        "opening_probability": split.opening_probability,
        "companion_min": min(shares),
        "companion_product": math.prod(shares),
        "joint": split.probability * split.opening_probability * math.prod(shares),
        "companions": float(len(split.companions)),
        "shortest": float(min(lengths)),
        "longest": float(max(lengths)),
        "length": float(len(parsed.tokens)),
        "position": place / max(1, len(parsed.tokens)),
        "finite_least": float(min(_finite_verbs(edit, words) for words in sentences)),
        "changes": float(len(edit.changes)),
        "inserts": float(len(edit.inserts)),
        "dropped": float(len(edit.dropped)),
        "dropped_content": float(sum(parsed.tags[p] in _CONTENT for p in edit.dropped)),
        "move": float(edit.cut < 0),
        "depth": float(_depth(parsed, place)),
    }
    features |= {"boundary": split.boundary, "point": split.point, "lead": split.lead}
    features |= {"script": split.script, "script_rank": split.rank}
    features["script_joint"] = split.script * split.probability
    features |= _opening_features(edit.lead)
    features |= _referent_features(edit.lead, parsed, place)
    features["main_after"] = float(
        parsed.main is not None
        and edit.cut >= 0
        and parsed.main[1].span[0] >= place
        and not any(p < place for p in (*edit.inserts, *edit.changes))
    )
    for name in ("who", "which", "whose", "where", "that", "with", "as"):
        features[f"drops_{name}"] = float(name in dropped)
    constituent = _constituent(parsed, place)
    features |= {f"at_{name}": float(constituent == name) for name in _CONSTITUENTS}
    # A dropped connective says what construction was split.
    cues = word_table("split_cues")
    features |= {
        f"cue_{name}": float(any(cues.get(word) == name for word in dropped))
        for name in dict.fromkeys(cues.values())
    }
    before = parsed.lower[place - 1] if place else ""
    features["pause"] = float(before in (",", ";", ":", "–", "—", "-", "(") or "," in dropped)
    if len(sentences) > 1:
        features |= _agreement_features(edit, sentences[0], sentences[-1])
        features |= _list_features(edit, parsed, place, sentences[0])
        features |= _border_features(edit, parsed, place, sentences[-1])
        features |= _antecedent_features(edit, parsed, place)
    return features


def _opening_features(lead: Sequence[Word]) -> dict[str, float]:
    texts = [word.lower for word in lead]
    return {
        "opens_plain": float(not texts),
        "opens_pronoun": float(bool(_SUBJECTS & set(texts))),
        "opens_pointer": float(bool(_POINTERS & set(texts))),
        "opens_connective": float(bool(_OPENING_CONNECTIVES & set(texts))),
        "opens_noun": float(any(w.source >= 0 and w.tag.startswith("NN") for w in lead)),
        "opens_verb": float(any(word.tag in FINITE for word in lead)),
        "repeats_verb": float(any(w.source >= 0 and w.tag in FINITE for w in lead)),
        "opening_words": float(len(texts)),
    }


def _referent_features(lead: Sequence[Word], parsed: Parsed, place: int) -> dict[str, float]:
    """Which nouns before the cut the opening's pronoun could mean."""
    before = parsed.tags[:place]
    plural = sum(tag in ("NNS", "NNPS") for tag in before)
    singular = sum(tag in ("NN", "NNP") for tag in before)
    last = next((tag for tag in reversed(before) if tag.startswith("NN")), "")
    texts = {word.lower for word in lead}
    people = {"he", "she", "his", "her"} & set(parsed.lower)
    repeated = [word.source for word in lead if word.source >= 0]
    subject = parsed.main[0].span if parsed.main else (0, 0)
    nearest = _nearest_noun(parsed, place)
    return {
        "fits_nearest": _fits(texts, pronoun_of_chunk(nearest, parsed) if nearest else None),
        "fits_subject": _fits(texts, pronoun_of_chunk(subject, parsed) if subject[1] else None),
        "plural_before": float(plural),
        "singular_before": float(singular),
        "names_before": float(sum(tag.startswith("NNP") for tag in before)),
        "last_plural": float(last in ("NNS", "NNPS")),
        "last_name": float(last.startswith("NNP")),
        "opens_they": float("they" in texts or "these" in texts),
        "opens_it": float("it" in texts),
        "opens_person": float(bool(texts & {"he", "she"})),
        "opens_this": float("this" in texts),
        "people": float(bool(people)),
        "repeated_distance": float(place - max(repeated)) if repeated else float("nan"),
        "repeats_subject": float(any(subject[0] <= one < subject[1] for one in repeated)),
        "subject_plural": float(parsed.tags[subject[1] - 1] in ("NNS", "NNPS"))
        if subject[1]
        else float("nan"),
    }


_NAN = float("nan")
_SINGULAR = frozenset({"he", "she", "it", "this", "that"})
_PLURAL = frozenset({"they", "these", "those", "we"})
_FINITE_BE = frozenset({"is", "are", "was", "were"})
_SINGULAR_VERBS, _PLURAL_VERBS = frozenset({"is", "was", "has"}), frozenset({"are", "were", "have"})
_PAST = frozenset({"was", "were", "had", "did", "would", "could"})
_PRESENT = frozenset({"is", "are", "has", "have", "does", "do", "will", "can", "may"})


def _agreement_features(
    edit: Edit, first: Sequence[Word], last: Sequence[Word]
) -> dict[str, float]:
    """Whether the new sentence's verb agrees with its pronoun, and in tense with the first one."""
    verb = next((n for n, word in enumerate(last) if _is_finite(word)), -1)
    before, after = _tense(first), _tense(last)
    made = verb >= 0 and (last[verb].source < 0 or last[verb].source in edit.changes)
    passive = (
        verb >= 0
        and last[verb].lower in _FINITE_BE
        and any(word.tag == "VBN" for word in last[verb + 1 : verb + 4])
    )
    return {
        "agrees": _agrees(last, len(edit.lead), verb),
        "first_past": before,
        "last_past": after,
        "same_tense": _NAN if math.isnan(before + after) else float(before == after),
        "verb_made": float(made),
        "made_present": float(made and after == 0.0),
        "passive": float(passive),
        "present_passive_of_past": float(passive and after == 0.0 and before == 1.0),
        "finite_first": float(sum(word.tag in FINITE for word in first)),
        "finite_last": float(sum(word.tag in FINITE for word in last)),
    }


def _is_finite(word: Word) -> bool:
    return word.tag in FINITE or word.lower in _SINGULAR_VERBS | _PLURAL_VERBS | {"had"}


def _tense(words: Sequence[Word]) -> float:
    """Whether the first verb with a tense is past; not known without one."""
    for word in words:
        if word.lower in _PAST or word.tag == "VBD":
            return 1.0
        if word.lower in _PRESENT or word.tag in ("VBZ", "VBP"):
            return 0.0
    return _NAN


def _agrees(words: Sequence[Word], opening: int, verb: int) -> float:
    subjects = [w.lower for w in words[: opening + 1] if w.lower in _SINGULAR | _PLURAL]
    if not subjects or not 0 <= verb <= opening + 4:
        return _NAN
    singular = words[verb].lower in _SINGULAR_VERBS or words[verb].tag == "VBZ"
    plural = words[verb].lower in _PLURAL_VERBS or words[verb].tag == "VBP"
    return float((subjects[0] in _SINGULAR) == singular) if singular != plural else _NAN


def _list_features(
    edit: Edit, parsed: Parsed, place: int, first: Sequence[Word]
) -> dict[str, float]:
    """Whether the cut takes the last member from a list: "A ran, B sat. C slept" lacks an "and"."""
    lower = [word.lower for word in first]
    comma = max((n for n, text in enumerate(lower) if text == ","), default=-1)
    dropped = {parsed.lower[p] for p in edit.dropped}
    near = range(place - 3, place + 1)
    members = [
        size
        for conjunctions, size in parsed.coordinations
        if any(conjunction in near for conjunction in conjunctions)
    ]
    return {
        "joined_after_comma": _NAN
        if comma < 0
        else float(any(text in ("and", "or", "but") for text in lower[comma:])),
        "commas_first": float(lower.count(",")),
        "drops_and": float("and" in dropped),
        "drops_but": float("but" in dropped),
        "members": float(max(members, default=0)),
    }


def _border_features(
    edit: Edit, parsed: Parsed, place: int, last: Sequence[Word]
) -> dict[str, float]:
    """The tags on both sides of the cut, and what stands between it and the subject."""
    kept = [p for p in range(place) if p not in edit.dropped and parsed.words[p].is_word]
    body = [w.tag for w in last[len(edit.lead) if edit.cut >= 0 else 0 :] if w.is_word]
    features = {
        "left_tag": tag_number(parsed.tags[place - 1]) if place else _NAN,
        "left2_tag": tag_number(parsed.tags[place - 2]) if place > 1 else _NAN,
        "right_tag": tag_number(parsed.tags[place]),
        "kept_tag": tag_number(parsed.tags[kept[-1]]) if kept else _NAN,
        "body_tag": tag_number(body[0]) if body else _NAN,
        "body2_tag": tag_number(body[1]) if len(body) > 1 else _NAN,
        "dependent_before": float(any(text in _HANGING for text in parsed.lower[:place])),
    }
    if parsed.main:
        start, end = parsed.main[0].span
        features["subject_joined"] = float("and" in parsed.lower[start:end])
        features["subject_words"] = float(end - start)
        features["subject_tag"] = tag_number(parsed.tags[end - 1])
        features["subject_distance"] = float(place - end)
    return features


_HANGING = frozenset({"if", "unless", "when", "whether", "until", "because", "while", "that"})
_RELATIVE = ("WDT", "WP", "WP$", "WRB")
_IN_NOUN_PHRASE = word_set("NN NNS NNP NNPS JJ JJR JJS CD VBN VBG POS PRP$")


def _antecedent_features(edit: Edit, parsed: Parsed, place: int) -> dict[str, float]:
    """What a dropped relative pronoun stood for, and how many nouns the new pronoun could mean."""
    features: dict[str, float] = {}
    opened = {word.lower for word in edit.lead} & (_SINGULAR | _PLURAL)
    plural = bool(opened & _PLURAL)
    tags, lower = parsed.tags, parsed.lower
    if opened:
        heads = [p for p in range(place) if tags[p][:2] == "NN" and tags[p + 1][:2] != "NN"]
        features["rivals"] = float(sum((tags[p] in ("NNS", "NNPS")) == plural for p in heads))
    relatives = [p for p in edit.dropped if tags[p] in _RELATIVE]
    if not relatives:
        return features
    pronoun = min(relatives)
    noun = pronoun - 1
    while noun >= 0 and not tags[noun].startswith(("NN", "PRP")):
        noun -= 1
    start = max(noun, 0)
    while start and tags[start - 1] in _IN_NOUN_PHRASE:
        start -= 1
    article = lower[start - 1] if start and tags[start - 1] == "DT" else ""
    left = start - 2 if article else start - 1
    of_many = noun >= 0 and tags[noun] in ("NNS", "NNPS")
    superlative = (
        tags[p] == "JJS" or lower[p] in ("first", "only", "last") for p in range(start, noun + 1)
    )
    return features | {
        "restrictive": float(lower[pronoun - 1] not in (",", "-", "–", "—", "(")),
        "antecedent_distance": float(pronoun - noun),
        "antecedent_tag": tag_number(tags[noun]) if noun >= 0 else _NAN,
        "antecedent_definite": float(article in ("the", "this", "that", "these", "those")),
        "antecedent_indefinite": float(article in ("a", "an")),
        "antecedent_in_phrase": float(left >= 0 and tags[left] in ("IN", "TO")),
        "antecedent_of": float(left >= 0 and lower[left] == "of"),
        "antecedent_superlative": float(any(superlative)),
        "antecedent_number": float(plural == of_many) if opened - {"this", "that"} else _NAN,
    }


_PERSONAL = frozenset({"he", "she", "it", "they"})


def _fits(texts: Collection[str], pronoun: str | None) -> float:
    """Whether an opening's pronoun is that of a noun; not known without either."""
    opened = _PERSONAL & set(texts)
    if not opened or pronoun is None:
        return float("nan")
    return float(pronoun in opened)


def _nearest_noun(parsed: Parsed, place: int) -> tuple[int, int] | None:
    """The words from the first of a run of nouns to its last, right before a cut."""
    end = next((p + 1 for p in range(place - 1, -1, -1) if parsed.tags[p][:2] == "NN"), 0)
    start = end
    while start and parsed.tags[start - 1][:2] == "NN":
        start -= 1
    return (start, end) if end else None


def _finite_verbs(edit: Edit, words: Sequence[Word]) -> int:
    return sum(word.tag in FINITE or word.source in edit.changes for word in words)


def _logit(probability: float) -> float:
    clipped = min(max(probability, 1e-4), 1 - 1e-4)
    return math.log(clipped / (1 - clipped))


def _constituent(parsed: Parsed, place: int) -> str:
    """The label of the largest constituent that begins at a place inside the sentence."""
    node = parsed.tree
    while node.span[0] != place or node.span[0] == 0:
        inner = next((c for c in node.children if c.span[0] <= place < c.span[1]), None)
        if inner is None:
            break
        node = inner
    return kind(node)


def _depth(parsed: Parsed, place: int) -> int:
    """How many constituents hold the words on both sides of a place."""
    node, depth = parsed.tree, 0
    while True:
        inner = next((c for c in node.children if c.span[0] < place < c.span[1]), None)
        if inner is None:
            return depth
        node, depth = inner, depth + 1
