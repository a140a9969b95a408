"""Every proposal for a sentence: splits, deletions, and words and phrases to put for others.

Of the substitutions those are proposed that are worth a full judgement, by a prior of their
evidence (`prior`). Its weights are those of a logistic regression on 18,000 substitutions that were
judged in sentences of Wikipedia which the tagger had not seen: what inventory, lexical simplifier,
labels and earlier verdicts know of a substitution before anybody looks at its sentence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lexical_simplifier import FEATURES, CandidateSet, LexicalSimplifier, Request
from seqlab.editing.edit import Edit, Span, Word
from seqlab.editing.parsed import FINITE, Parsed, Tagged
from seqlab.editing.propose.deletions import deletions, label_deletions
from seqlab.editing.propose.inventory import Entry, Inventory, Option
from seqlab.editing.propose.label_splits import LabelSplit, label_splits
from seqlab.editing.propose.openings import number_of
from seqlab.editing.propose.split_writer import SplitWriter
from seqlab.editing.propose.splits import splits
from seqlab.editing.reading import Reading, head_of
from seqlab.english import SUBJECT_OF_POSSESSIVE, verb_form, word_table

# A word that the tagger is this sure to keep is not worth a look.
LEAST_CHANGE = 0.05
# A word that readers do not find hard is looked up where the tagger is this sure to replace it.
LEAST_REPLACE = 0.3
# Of a word that it is this sure to replace at least one substitution is judged.
LEAST_HEARD = 0.3
# A sentence is not split where the tagger is this sure that it goes on.
LEAST_SPLIT = 0.05
# Substitutions of a sentence that are judged: so many, and one more for so many tokens.
MOST_EDITS, TOKENS_PER_EDIT = 8, 8
_UNSEEN = -6.0
# Tokens `start` to `end` become the text (empty: deleted).
Key = tuple[int, int, str]
# How many verdicts there are on a substitution (logarithm), how many of them are good (log-odds),
# and the same of whatever was put for the same words.
Earlier = Callable[[Tagged, int, int, Sequence[str]], tuple[float, float, float]]
# The mean negative log-probability of the words of a sentence.
Rarity = Callable[[Sequence[str]], float]


def propose_edits(
    reading: Reading,
    level: str | None,
    operations: Collection[str],
    targets: Sequence[LexicalTarget] = (),
    inventory: Inventory | None = None,
    earlier: Earlier | None = None,
    rarity: Rarity | None = None,
    writer: SplitWriter | None = None,
) -> tuple[list[Edit], dict[int, LabelSplit]]:
    """The edits that could be made, each once, and what the labels say of those that they propose.

    Whatever finds an edit, it is proposed only where the labels leave room for a change. `earlier`
    says what judges said of a substitution elsewhere, `rarity` how rare words are in a row,
    `writer` writes the splits at cuts that labels mark. The second value names label splits by the
    number of their edit.
    """
    edits: list[Edit] = []
    by_labels: dict[int, LabelSplit] = {}
    wanted = changeable(reading, level)

    def led(found: Iterable[Edit]) -> list[Edit]:
        return [edit for edit in found if not wanted.isdisjoint(range(*edit.span))]

    if "split" in operations:
        edits += [
            with_auxiliary(edit, reading.parsed, rarity) for edit in splits_led(reading, level)
        ]
        chances = reading.splits(level)
        found_splits = (
            label_splits(reading.parsed, chances, writer=writer) if chances is not None else ()
        )
        for split in found_splits:
            # The labels have openings of their own with an auxiliary.
            if with_auxiliary(split.edit, reading.parsed, rarity) is split.edit:
                by_labels[len(edits)] = split
                edits.append(split.edit)
    if "delete" in operations:
        edits += led(deletions(reading.parsed))
        edits += label_deletions(reading.parsed, reading.chance(head_of("operation", level), "D"))
    if "replace" in operations:
        edits += led([*connectives(reading.parsed), *events(reading.parsed)])
    found = _evidence(reading, wanted, level, targets, inventory)
    for (start, end, text), _ in shortlist(found, reading, level, earlier):
        operation = "replace" if text else "delete"
        old = " ".join(reading.tagged.tokens[start:end]).lower()
        if operation in operations and text.lower() != old:
            edits.append(Edit(operation, "substitution", (start, end), text))
    return _unique(edits, by_labels)


def splits_led(reading: Reading, level: str | None) -> list[Edit]:
    """The splits that the tree allows, where the labels leave room for one."""
    found = list(splits(reading.parsed))
    head = head_of("split", level)
    if head not in reading.labels:
        return found
    chances = reading.chance(head, "S")
    return [
        edit
        for edit in found
        if chances[max(0, edit.span[0] - 1) : edit.span[1] + 2].max(initial=0.0) >= LEAST_SPLIT
    ]


_AUXILIARIES = {"is": "are", "was": "were", "are": "is", "were": "was"}
# So many words from the verb on tell whether it is an active one.
_VERB_WINDOW = 5


def with_auxiliary(edit: Edit, parsed: Parsed, rarity: Rarity | None) -> Edit:
    """ "was built and added to it" → "It was added to it", but "was born and moved" → "He moved".

    A form that may be a past tense or a participle behind a passive takes the auxiliary of that
    passive with it where the words are rarer without.
    """
    start = edit.cut if edit.cut >= 0 else edit.span[0]
    gone = {*edit.dropped, *(p for p in range(start, parsed.end) if parsed.tags[p] == "RB")}
    verb = next((place for place in range(start, parsed.end) if place not in gone), parsed.end)
    if rarity is None or edit.first or not edit.lead or verb >= parsed.end or verb in edit.changes:
        return edit
    auxiliary = _passive_before(parsed, start)
    lower = parsed.lower[verb]
    if auxiliary is None or parsed.tags[verb] not in ("VBD", "VBN"):
        return edit
    # "went" is no participle, "gone" no past tense.
    both = {verb_form(lower, "VBD", "VBN"), verb_form(lower, "VBN", "VBD")}
    if both != {lower} or edit.lead[-1].tag in ("CC", "RB", "IN", ","):
        return edit
    if any(word.tag.startswith(("VB", "MD")) or word.lower in _AUXILIARIES for word in edit.lead):
        return edit
    plural = number_of(edit.lead)
    if plural is not None and plural != (auxiliary in ("are", "were")):
        auxiliary = _AUXILIARIES[auxiliary]
    subject = [word.lower for word in edit.lead]
    rest = parsed.lower[verb : min(verb + _VERB_WINDOW, parsed.end)]
    active, passive = [*subject, *rest, "."], [*subject, auxiliary, *rest, "."]
    if rarity(active) * (len(active) + 1) <= rarity(passive) * (len(passive) + 1):
        return edit
    tag = "VBZ" if auxiliary == "is" else "VBP" if auxiliary == "are" else "VBD"
    return replace(edit, lead=(*edit.lead, Word(auxiliary, " ", tag)))


def _passive_before(parsed: Parsed, place: int) -> str | None:
    """The auxiliary of the last verb before a place, where that is a passive."""
    verbs = [p for p in range(place) if parsed.tags[p].startswith(("VB", "MD"))]
    if len(verbs) < 2 or parsed.tags[verbs[-1]] != "VBN":
        return None
    auxiliary = parsed.lower[verbs[-2]]
    return auxiliary if auxiliary in _AUXILIARIES and verbs[-1] - verbs[-2] <= 3 else None


def changeable(reading: Reading, level: str | None) -> set[int]:
    """The words that the tagger may want changed; all where it was never taught operations."""
    head = head_of("operation", level)
    if head not in reading.labels:
        return set(range(len(reading.parsed.tokens)))
    change = reading.chance(head, "R") + reading.chance(head, "D")
    return set((change >= LEAST_CHANGE).nonzero()[0].tolist())


def replaceable(reading: Reading, level: str | None) -> set[int]:
    """The words that the tagger wants replaced, hard or not."""
    chances = reading.chance(head_of("operation", level), "R")
    return set((chances >= LEAST_REPLACE).nonzero()[0].tolist())


def _evidence(
    reading: Reading,
    wanted: Collection[int],
    level: str | None,
    targets: Sequence[LexicalTarget],
    inventory: Inventory | None,
) -> dict[tuple[int, int, str], Evidence]:
    """What speaks for each substitution: inventory, lexical simplifier and substitution labels."""
    found: dict[tuple[int, int, str], Evidence] = {}
    phrases = inventory.proposals(reading.tagged, wanted=wanted) if inventory is not None else ()
    for phrase in phrases:
        # A stretch with such a place may be put for another one inside it that has none.
        if any(place in wanted for place in range(phrase.start, phrase.end)):
            own = found.setdefault((phrase.start, phrase.end, phrase.text), Evidence())
            own.inventory = inventory_odds(phrase.entry, phrase.option)
            own.context = inventory_odds(phrase.context_entry, phrase.context_option)
    for target in targets:
        if not any(place in wanted for place in range(target.start, target.end)):
            continue
        for rank, text in enumerate(target.texts):
            own = found.setdefault((target.start, target.end, text), Evidence())
            own.share, own.trust = target.shares[rank], target.trusts[rank]
            own.rank = rank + 1
    labelled = reading.substitutions.get(level or "")
    for start, end, text, chance in labelled.proposals(reading.tagged) if labelled else ():
        if any(place in wanted for place in range(start, end)):
            found.setdefault((start, end, text), Evidence()).label = chance
    return found


@dataclass(slots=True)
class Evidence:
    """What speaks for a substitution before its sentence is looked at.

    Args:
        inventory: Log-odds, above those of the unseen, that the editor put this for the words.
        context: The same for the words with a neighbour.
        share: The lexical ranker's share of it among all words for the target.
        trust: How far the list of plain words trusts it.
        rank: Its place among the ranker's words, from 1; 0 where the ranker does not have it.
        label: Probability of the tagger's substitution label.
    """

    inventory: float = 0.0
    context: float = 0.0
    share: float = 0.0
    trust: float = 0.0
    rank: int = 0
    label: float = 0.0


def inventory_odds(entry: Entry, option: Option | None) -> float:
    """How much likelier than the unseen it is that the editor puts this for the words."""
    if option is None:
        return 0.0
    put = sum(option.counts)
    return max(_UNSEEN, math.log((put + 0.1) / (2 * entry.seen - put + 1.0))) - _UNSEEN


def shortlist(
    found: Mapping[Key, Evidence],
    reading: Reading,
    level: str | None = None,
    earlier: Earlier | None = None,
    most: int = MOST_EDITS,
) -> list[tuple[Key, float]]:
    """The substitutions of one sentence that are worth judging with their priors, highest first."""
    head = head_of("operation", level)
    replaced, deleted = reading.chance(head, "R"), reading.chance(head, "D")
    priors = {
        key: prior(
            evidence,
            key,
            (float(_mean(replaced, key)), float(_mean(deleted, key))),
            earlier(reading.tagged, key[0], key[1], key[2].split()) if earlier else (0.0, 0.0, 0.0),
        )
        for key, evidence in found.items()
    }
    ranked = sorted(priors.items(), key=lambda item: (-item[1], item[0]))
    count = most + len(reading.tagged.tokens) // TOKENS_PER_EDIT
    first = ranked[:count]
    # A word that the tagger wants replaced is judged with its best, however strong others are.
    open_places = set((replaced >= LEAST_HEARD).nonzero()[0].tolist())
    for (start, end, _), _ in first:
        open_places.difference_update(range(start, end))
    for item in ranked[count:]:
        if not open_places:
            break
        own = range(*item[0][:2])
        if not open_places.isdisjoint(own):
            first.append(item)
            open_places.difference_update(own)
    return first


def prior(
    evidence: Evidence,
    key: Key,
    chances: tuple[float, float] = (0.0, 0.0),
    verdicts: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> float:
    """The log-odds, but for a constant, that a substitution is good.

    Args:
        evidence: What speaks for it.
        key: The substitution.
        chances: Mean probabilities of REPLACE and DELETE over its words.
        verdicts: What judges said of it elsewhere.
    """
    start, end, text = key
    total = 0.24 * evidence.inventory + 0.18 * evidence.context + 0.93 * evidence.label
    total += 0.27 * (evidence.inventory == 0.0)
    total += 1.30 * evidence.share + 0.71 * evidence.trust
    total += 0.21 if evidence.rank == 0 else -0.09 * evidence.rank
    total += 0.85 * chances[0] + (0.0 if text else 0.88 * chances[1] - 0.14)
    total += 0.40 * verdicts[0] + 0.45 * verdicts[1] + 0.14 * verdicts[2]
    return total + 0.27 * (end - start > 1)


def _mean(chances: np.ndarray, key: Key) -> float:
    start, end = key[:2]
    # Most substitutions are of one word.
    return float(chances[start] if end - start == 1 else chances[start:end].mean())


def _unique(
    edits: Sequence[Edit], by_labels: dict[int, LabelSplit]
) -> tuple[list[Edit], dict[int, LabelSplit]]:
    seen: set[tuple[str, Span, str]] = set()
    kept: list[Edit] = []
    named: dict[int, LabelSplit] = {}
    for number, edit in enumerate(edits):
        if edit.operation != "split":
            key = (edit.operation, edit.span, edit.text.lower())
            if key in seen:
                continue
            seen.add(key)
        if number in by_labels:
            named[len(kept)] = by_labels[number]
        kept.append(edit)
    return kept, named


_CONTRAST = frozenset({"however", "nevertheless", "nonetheless"})
# Before a clause that opens with one of these, `but` would need a comma again.
_OPENERS = frozenset(
    {"when", "if", "although", "though", "while", "because", "since", "as", "after"}
)


def connectives(parsed: Parsed) -> Iterator[Edit]:
    """ "However, the plan failed." → "But the plan failed." """
    texts, tags = parsed.lower, parsed.tags
    if len(texts) < 5 or texts[0] not in _CONTRAST or texts[1] != ",":
        return
    if texts[2] in _OPENERS or not FINITE.intersection(tags[2:]):
        return
    yield Edit("replace", "connective", (0, 2), "But", sure=True)


_TIMES = word_table("event_prepositions")
_EVENTS = word_table("event_nouns")
# What happens to things, so after `its` and `their` only.
_OF_THINGS = word_table("event_nouns_of_things")
_LONGEST = max(len(event.split()) for event in _EVENTS)
# "on his arrival" tells a time only at the start; elsewhere it may belong to "depend", "report".
_FREE = frozenset({"", ",", "and", "but"})
_TAKES = frozenset({"based", "focused", "depending", "rely", "relied", "called", "centered"})


def events(parsed: Parsed) -> Iterator[Edit]:
    """A time given by an event of somebody, where the sentence is told in the past."""
    texts, tags = parsed.lower, parsed.tags
    present = "VBZ" in tags or "VBP" in tags
    for place, owner in enumerate(texts):
        if owner not in SUBJECT_OF_POSSESSIVE or tags[place] != "PRP$":
            continue
        found = _time(texts, place)
        event = _event(texts, place, owner)
        if found is None or event is None:
            continue
        start, time = found
        end = event[0]
        if (present or "VBD" not in tags) and time != "since":
            continue  # a plot is told in the present
        before = texts[start - 1] if start else ""
        if (texts[start] == "on" and before not in _FREE) or before in _TAKES:
            continue
        if (
            texts[start] == "following"
            and before not in _FREE
            and tags[start - 1][:2] in ("VB", "IN")
        ):
            continue
        # "after his death and burial", "his death bed"
        if end < len(texts) and tags[end].startswith(("NN", "JJ", "CC", "VBG", "POS", "VBN")):
            continue
        if end < len(texts) and texts[end] in ("of", "or", "and", "-"):
            continue
        was = "were" if owner == "their" else "was"
        text = f"{time} {SUBJECT_OF_POSSESSIVE[owner]} {event[1].format(was=was)}"
        yield Edit("replace", "event", (start, end), text, sure=True)


def _time(texts: tuple[str, ...], place: int) -> tuple[int, str] | None:
    for size in (4, 2, 1):
        words = " ".join(texts[max(0, place - size) : place])
        if place >= size and words in _TIMES:
            return place - size, _TIMES[words]
    return None


def _event(texts: tuple[str, ...], place: int, owner: str) -> tuple[int, str] | None:
    known = {**_EVENTS, **_OF_THINGS} if owner in ("its", "their") else _EVENTS
    for size in range(_LONGEST, 0, -1):
        words = " ".join(texts[place + 1 : place + 1 + size])
        if words in known:
            return place + 1 + size, known[words]
    return None


MOST_WORDS = 4
# Words count as hard from this probability on.
HARD = 0.25
_TRUST_COLUMN = FEATURES.index("plain")


@dataclass(frozen=True, slots=True)
class LexicalTarget:
    """Tokens `start` to `end` of sentence number `sentence`, and what may be put for them.

    `shares` are the ranker's shares of each text among all, `trusts` how far the list of plain
    words trusts it (0 not listed – 3 always). `candidates` are what the judge would else have to
    compute again.
    """

    sentence: int
    start: int
    end: int
    texts: tuple[str, ...]
    shares: tuple[float, ...]
    trusts: tuple[float, ...]
    candidates: CandidateSet


def lexical_targets(
    sentences: Sequence[Tagged],
    lexical: LexicalSimplifier,
    wanted: Sequence[Collection[int]] | None = None,
    allowed: Sequence[Collection[int]] | None = None,
    most: int = MOST_WORDS,
) -> list[LexicalTarget]:
    """The words and phrases of sentences that have simpler words, with the best of these.

    Args:
        sentences: Tagged sentences.
        lexical: Where simpler words come from.
        wanted: For each sentence the tokens that the tagger wants replaced, hard or not.
        allowed: For each sentence the tokens that it may want changed; all unless given.
        most: How many words are given for each target.
    """
    requests, owners = [], []
    for number, text in enumerate(sentences):
        hard = [chance >= HARD for chance in lexical.is_complex(text.tokens, text.tags)]
        if allowed is not None:
            hard = [own and place in allowed[number] for place, own in enumerate(hard)]
        for place in wanted[number] if wanted is not None else ():
            hard[place] = True
        for span in lexical.target_spans(text.tokens, text.tags, hard):
            requests.append(Request(text.tokens, span, text.tags))
            owners.append((number, *span))
    sets = lexical.candidate_sets(requests)
    kept = [
        (owner, found)
        for owner, found in zip(owners, sets, strict=True)
        if found is not None and found.texts
    ]
    if not kept:
        return []
    scores = lexical.ranker.predict(np.concatenate([found.features for _, found in kept]))
    targets, start = [], 0
    for owner, found in kept:
        own = scores[start : start + len(found.texts)]
        start += len(found.texts)
        shares = np.exp(own - own.max())
        shares /= shares.sum()
        first: dict[str, int] = {}
        for place in np.argsort(-own, kind="stable").tolist():
            first.setdefault(found.texts[place], place)
        places = list(first.values())[:most]
        targets.append(
            LexicalTarget(
                *owner,
                tuple(found.texts[place] for place in places),
                tuple(shares[places].tolist()),
                tuple(found.features[places, _TRUST_COLUMN].tolist()),
                found,
            )
        )
    return targets
