"""Features of splits: of any split by its text, and of a split that labels propose by its tree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.edit import Edit, Word
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


def label_split_features(split: LabelSplit, parsed: Parsed) -> dict[str, float]:
    """Names and numbers of one split made alone in its sentence."""
    edit = split.edit
    sentences = edited_sentences(parsed.tokens, [edit], parsed.tags)
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
