"""Paraphrase rules: PPDB's, replacements that annotation found, and phrase pairs of alignments."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from seqlab.annotation import LabelledPair
from seqlab.errors import DataError
from seqlab.files import read_lines, write_gzip

Phrase = tuple[str, ...]
# The scores of PPDB that the decoder uses, under the names of both versions.
PPDB_SCORES = {
    "PPDB2.0Score": "ppdb_score",
    "PPDB1.0Score": "ppdb_score",
    "p(e|f)": "ppdb_forward",
    "p(e2|e1)": "ppdb_forward",
    "p(f|e)": "ppdb_backward",
    "p(e1|e2)": "ppdb_backward",
    "AGigaSim": "similarity",
    "AGigaSim*": "similarity",
}
# Columns of PPDB 1.0; 2.0 adds the entailment.
_LABEL, _SOURCE, _TARGET, _SCORES, _LEAST = 0, 1, 2, 3, 4
_FIX = "a rule is [LABEL] ||| source ||| target ||| name=value …, or source TAB target"


@dataclass(frozen=True, slots=True)
class Rule:
    """Words in lowercase that may become others; nothing where they may be deleted."""

    source: Phrase
    target: Phrase
    label: str = ""
    scores: Mapping[str, float] = field(default_factory=dict, hash=False)


def read_ppdb(path: str | Path, longest: int = 4) -> Iterator[Rule]:
    """The rules of a PPDB file of any size: 1.0 or 2.0 as published, or word TAB word.

    Rules with gaps (`[NP,1]`) need a parser and are passed over, like those that are too long;
    pairs without a direction become two rules.
    """
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        for rule in _parsed(path, number, line):
            gaps = any(word.startswith("[") and "," in word for word in rule.source + rule.target)
            if not gaps and max(len(rule.source), len(rule.target)) <= longest:
                yield rule


def _parsed(path: str | Path, number: int, line: str) -> list[Rule]:
    if "|||" in line:
        columns = [column.strip(" ") for column in line.split("|||")]
        if len(columns) < _LEAST:
            reason = f"{len(columns)} columns, not {_LEAST} or more"
            raise DataError(path, reason, line=number, value=line, fix=_FIX)
        label, scores = columns[_LABEL].strip("[]"), _scores(path, number, columns[_SCORES])
        two_ways = False
    else:
        columns = ["", *(column.strip(" ") for column in line.split("\t"))]
        if len(columns) != _SCORES:
            raise DataError(path, "no paraphrase rule", line=number, value=line, fix=_FIX)
        label, scores, two_ways = "", {}, True
    # Python takes control characters, of which PPDB has some, for spaces; a rule has blanks.
    source, target = (
        tuple(word for word in columns[n].lower().split(" ") if word) for n in (_SOURCE, _TARGET)
    )
    if not source or not target:
        reason = "a rule with an empty side"
        raise DataError(path, reason, line=number, value=line, fix="delete the line")
    scores = {"ppdb": 1.0, **scores}
    rule = Rule(source, target, label, scores)
    return [rule, Rule(target, source, label, scores)] if two_ways else [rule]


def _scores(path: str | Path, number: int, text: str) -> dict[str, float]:
    scores: dict[str, float] = {}
    for item in text.split():
        name, _, value = item.rpartition("=")
        if name.removeprefix("-log") in PPDB_SCORES or name in PPDB_SCORES:
            try:
                amount = float(value)
            except ValueError:
                reason = f"no number for {name}"
                raise DataError(path, reason, line=number, value=item, fix=_FIX) from None
            # The logarithm of nothing is infinite: such a score says nothing.
            if not math.isfinite(amount):
                continue
            # Published probabilities are negative logarithms.
            is_log = name.startswith(("-log", "p("))
            scores[PPDB_SCORES[name.removeprefix("-log")]] = -amount if is_log else amount
    return scores


def replacement_counts(
    pairs: Iterable[LabelledPair], longest: int
) -> Counter[tuple[Phrase, Phrase]]:
    """How often annotation found that a phrase was replaced by another, or a word deleted."""
    counts: Counter[tuple[Phrase, Phrase]] = Counter()
    for pair in pairs:
        source = [word.lower() for word in pair.source_tokens]
        target = [word.lower() for word in pair.target_tokens]
        for sources, targets in pair.replacements:
            if _is_run(sources) and _is_run(targets) and len(sources) <= longest:
                new = tuple(target[j] for j in targets)
                if len(new) <= longest:
                    counts[tuple(source[i] for i in sources), new] += 1
        for start, end in _deleted(pair.source_labels, longest):
            counts[tuple(source[start:end]), ()] += 1
    return counts


def phrase_pairs(
    source: Sequence[str], target: Sequence[str], links: Iterable[tuple[int, int]], longest: int
) -> Iterator[tuple[Phrase, Phrase]]:
    """Phrase pairs consistent with the links (Och and Ney 2004) whose two sides differ."""
    by_source: dict[int, list[int]] = defaultdict(list)
    by_target: dict[int, list[int]] = defaultdict(list)
    for i, j in links:
        by_source[i].append(j)
        by_target[j].append(i)
    for start in range(len(source)):
        for end in range(start + 1, min(len(source), start + longest) + 1):
            # Phrases that begin or end with an unlinked word are left to those without it.
            if not by_source.get(start) or not by_source.get(end - 1):
                continue
            reached = [j for i in range(start, end) for j in by_source.get(i, ())]
            first, last = min(reached), max(reached) + 1
            back = [i for j in range(first, last) for i in by_target.get(j, ())]
            if last - first > longest or min(back) < start or max(back) >= end:
                continue
            pair = tuple(source[start:end]), tuple(target[first:last])
            if pair[0] != pair[1]:
                yield pair


def corpus_rules(
    replaced: Counter[tuple[Phrase, Phrase]],
    extracted: Counter[tuple[Phrase, Phrase]],
    seen: Mapping[Phrase, int],
    least: int,
) -> Iterator[Rule]:
    """Rules from counts, with relative frequencies in both directions as scores."""
    from math import log

    sources, targets = Counter[Phrase](), Counter[Phrase]()
    together = replaced | extracted
    for (source, target), count in together.items():
        sources[source] += count
        targets[target] += count
    for (source, target), count in together.items():
        if count < least:
            continue
        scores = {
            "forward": log(count / max(seen.get(source, 0), sources[source])),
            "backward": log(count / targets[target]),
            "count": log(count),
            "annotated": float(replaced[source, target] > 0),
            "extracted": float(extracted[source, target] > 0),
        }
        yield Rule(source, target, "", scores)


def merged(rules: Iterable[Rule], per_phrase: int) -> dict[Phrase, list[Rule]]:
    """Rules by source; the same rule from several places once, with all its scores."""
    by_key: dict[tuple[Phrase, Phrase], Rule] = {}
    for rule in rules:
        key = rule.source, rule.target
        if rule.source == rule.target:
            continue
        if (old := by_key.get(key)) is not None:
            scores = {**old.scores, **rule.scores}
            rule = Rule(*key, old.label or rule.label, scores)
        by_key[key] = rule
    table: dict[Phrase, list[Rule]] = defaultdict(list)
    for rule in by_key.values():
        table[rule.source].append(rule)
    return {source: sorted(own, key=_rank)[:per_phrase] for source, own in sorted(table.items())}


def write_rules(path: Path, table: Mapping[Phrase, Sequence[Rule]]) -> None:
    """Write rules as source, target, label and scores, separated by tabs."""
    lines = (
        "\t".join(
            (
                " ".join(rule.source),
                " ".join(rule.target),
                rule.label,
                " ".join(f"{name}={value:.4g}" for name, value in rule.scores.items()),
            )
        )
        for own in table.values()
        for rule in own
    )
    write_gzip(path, "".join(f"{line}\n" for line in lines))


def read_rules(path: Path) -> dict[Phrase, list[Rule]]:
    """The rules that `write_rules` wrote."""
    table: dict[Phrase, list[Rule]] = defaultdict(list)
    for number, line in enumerate(read_lines(path), start=1):
        columns = line.split("\t")
        if len(columns) != _LEAST or not columns[0]:
            raise DataError(path, "no rule", line=number, value=line, fix="train the model again")
        pieces = (item.rpartition("=") for item in columns[3].split())
        scores = {name: float(value) for name, _, value in pieces}
        rule = Rule(tuple(columns[0].split()), tuple(columns[1].split()), columns[2], scores)
        table[rule.source].append(rule)
    return dict(table)


def _rank(rule: Rule) -> tuple[float, float, Phrase]:
    return (
        -rule.scores.get("count", -1.0),
        -rule.scores.get("ppdb_score", 0.0),
        rule.target,
    )


def _is_run(places: Sequence[int]) -> bool:
    return places[-1] - places[0] + 1 == len(places)


def _deleted(labels: Sequence[str], longest: int) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(labels):
        end = start
        while end < len(labels) and labels[end] == "D":
            end += 1
        if 0 < end - start <= longest:
            yield start, end
        start = max(end, start + 1)
