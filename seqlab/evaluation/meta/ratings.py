"""`Ratings`: what people said of outputs, one rating per row, averaged or standardised by rater.

The plain format is a long CSV with a header: `item`, `system`, `rater`, `question`, `score`, and
where there are any `original`, `output`, `system_type`. The published sets of the thesis, of SAMSA
and of SimpEval are read by name or by their headers.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from seqlab.errors import DataError, UsageError
from seqlab.files import data_folder, read_lines

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Rating:
    """One person's answer to one question about one output."""

    item: str
    system: str
    rater: str
    question: str
    score: float


@dataclass(frozen=True, slots=True)
class RatedOutput:
    """An output that was rated: of which item and system, and the texts where the file has them."""

    item: str
    system: str
    system_type: str = ""
    original: str = ""
    output: str = ""

    @property
    def key(self) -> Key:
        """What metric values are found by."""
        return self.item, self.system


@dataclass(frozen=True)
class Ratings:
    """Outputs, single ratings, and scores that were published without them."""

    name: str
    outputs: Mapping[Key, RatedOutput]
    single: Sequence[Rating]
    # Question → output → score.
    published: Mapping[str, Mapping[Key, float]]

    @property
    def questions(self) -> list[str]:
        """What was asked, in order of appearance."""
        return list(dict.fromkeys([*self.published, *(one.question for one in self.single)]))

    def scores(self, question: str, standardised: bool = False) -> dict[Key, float]:
        """The mean rating of each output; `standardised` takes each rater's z-scores.

        Scores that a file gives as means already are taken as they are.
        """
        if question not in self.questions:
            raise UsageError(
                f"{self.name} has no question {question!r}; known: {', '.join(self.questions)}"
            )
        mine = [one for one in self.single if one.question == question]
        if question in self.published and not (standardised and mine):
            return dict(self.published[question])
        values = z_scores(mine) if standardised else [one.score for one in mine]
        sums: dict[Key, list[float]] = {}
        for one, value in zip(mine, values, strict=True):
            sums.setdefault((one.item, one.system), []).append(value)
        return {key: float(np.mean(own)) for key, own in sums.items()}


def z_scores(ratings: Sequence[Rating]) -> list[float]:
    """Each rating less its rater's mean, by the rater's deviation; 0 for who never varies."""
    by_rater: dict[str, list[float]] = {}
    for one in ratings:
        by_rater.setdefault(one.rater, []).append(one.score)
    facts = {
        rater: (np.mean(own), np.std(own, ddof=len(own) > 1)) for rater, own in by_rater.items()
    }
    return [
        float((one.score - facts[one.rater][0]) / facts[one.rater][1])
        if facts[one.rater][1] > 0
        else 0.0
        for one in ratings
    ]


def read_ratings(source: str | Path) -> Ratings:
    """Ratings from a file in the plain format, or one of `KNOWN_SETS` by name."""
    if str(source) in KNOWN_SETS:
        return _known(str(source))
    path = Path(source)
    heads, rows = table(path)
    if "sys_name" in heads:
        return _thesis(path, path.name, heads, rows, {})
    missing = [name for name in ("item", "system", "score") if name not in heads]
    if missing:
        raise DataError(
            path,
            f"has no column {missing[0]!r}",
            line=1,
            value=",".join(heads),
            fix="name the columns item, system, rater, question, score; or name a known set: "
            + ", ".join(KNOWN_SETS),
        )
    outputs: dict[Key, RatedOutput] = {}
    single = []
    for line, row in rows:
        item, system = (row.get("item") or "").strip(), (row.get("system") or "").strip()
        if not item or not system:
            raise DataError(path, "item or system is empty", line=line, fix="name both")
        outputs.setdefault(
            (item, system),
            RatedOutput(
                item,
                system,
                row.get("system_type") or "",
                row.get("original") or "",
                row.get("output") or "",
            ),
        )
        score = number(path, line, row, "score")
        if math.isnan(score):  # nobody answered
            continue
        rater, question = row.get("rater") or "1", row.get("question") or "score"
        single.append(Rating(item, system, rater, question, score))
    if not single:
        raise DataError(path, "no ratings", fix="give at least one row with a score")
    return Ratings(path.stem, outputs, single, {})


# Name → file of scores, file of single ratings, question → column.
KNOWN_SETS: dict[str, tuple[str, str, dict[str, str]]] = {
    "simplicity-da": (
        "human/simplicity_DA.csv",
        "human/simplicity_DA_ratings.csv.gz",
        {
            "simplicity": "simplicity_zscore",
            "meaning": "meaning_zscore",
            "fluency": "fluency_zscore",
        },
    ),
    "structural-simplicity": (
        "human/structural_simplicity.csv",
        "human/structural_simplicity_ratings.csv.gz",
        {
            "structural simplicity": "structural_simplicity",
            "simplicity": "simplicity",
            "meaning": "meaning",
            "grammaticality": "grammaticality",
        },
    ),
    # Its ratings are not public; a user who has them puts them here.
    "simplicity-gain": ("human/simplicity_gain.csv", "", {"simplicity gain": "simplicity_gain"}),
    "simpeval": ("human/simpeval_past.csv.gz", "", {}),
    "samsa": ("human/samsa_benchmark.csv", "", {}),
}


def _known(name: str) -> Ratings:
    scores, single, columns = KNOWN_SETS[name]
    path = data_folder() / scores
    if not path.is_file():
        reason = "the ratings of Simplicity Gain are not public" if "gain" in name else "not there"
        raise DataError(path, reason, fix="put the file there, or set SEQLAB_DATA to its folder")
    heads, rows = table(path)
    if name == "simpeval":
        return _simpeval(path, rows)
    if name == "samsa":
        return _samsa(path, rows)
    ratings = _thesis(path, name, heads, rows, columns)
    if not single or not (data_folder() / single).is_file():
        return ratings
    return Ratings(name, ratings.outputs, _thesis_single(data_folder() / single), ratings.published)


def _thesis(
    path: Path,
    name: str,
    heads: Sequence[str],
    rows: Iterator[tuple[int, dict[str, str]]],
    columns: Mapping[str, str],
) -> Ratings:
    about = {"sent_id", "sys_name", "sys_type", "orig_sent", "simp_sent", "rater_id"}
    chosen = dict(columns) or {head: head for head in heads if head not in about}
    if missing := [column for column in chosen.values() if column not in heads]:
        raise DataError(path, f"has no column {missing[0]!r}", line=1)
    outputs: dict[Key, RatedOutput] = {}
    published: dict[str, dict[Key, float]] = {question: {} for question in chosen}
    for line, row in rows:
        one = RatedOutput(
            row["sent_id"],
            row["sys_name"],
            row.get("sys_type") or "",
            row.get("orig_sent") or "",
            row.get("simp_sent") or "",
        )
        outputs[one.key] = one
        for question, column in chosen.items():
            value = number(path, line, row, column)
            if not math.isnan(value):
                published[question][one.key] = value
    return Ratings(name, outputs, (), published)


def _thesis_single(path: Path) -> list[Rating]:
    heads, rows = table(path)
    column = heads[-1]
    question = column.replace("_", " ")
    return [
        Rating(row["sent_id"], row["sys_name"], row["rater_id"], question, value)
        for line, row in rows
        if not math.isnan(value := number(path, line, row, column))
    ]


def _simpeval(path: Path, rows: Iterator[tuple[int, dict[str, str]]]) -> Ratings:
    outputs, single = {}, []
    for line, row in rows:
        item, system = row["original_id"], row["system"]
        text = row["processed_generation"]
        outputs[item, system] = RatedOutput(item, system, "", row["original"], text)
        for rater in map(str, range(1, 6)):
            score = number(path, line, row, f"rating_{rater}")
            single.append(Rating(item, system, rater, "overall", score))
    return Ratings("simpeval", outputs, single, {})


def _samsa(path: Path, rows: Iterator[tuple[int, dict[str, str]]]) -> Ratings:
    names = {"a": "grammar", "b": "adds", "c": "removes", "d": "structural simplicity"}
    outputs, single = {}, []
    for line, row in rows:
        key = row["sentence"], row["system"]
        outputs[key] = RatedOutput(*key)
        for column, question in names.items():
            if not math.isnan(score := number(path, line, row, column)):
                single.append(Rating(*key, row["annotator"], question, score))
    return Ratings("samsa", outputs, single, {})


def table(path: Path) -> tuple[list[str], Iterator[tuple[int, dict[str, str]]]]:
    """The header and the rows of a CSV file, each with its line."""
    reader = csv.DictReader(io.StringIO("\n".join(read_lines(path)).removeprefix("\ufeff")))
    heads = [head.strip() for head in reader.fieldnames or []]
    if not heads:
        raise DataError(path, "empty", fix="give a CSV file with a header")
    reader.fieldnames = heads

    def rows() -> Iterator[tuple[int, dict[str, str]]]:
        for row in reader:
            if None in row:
                raise DataError(
                    path,
                    f"has more cells than the header's {len(heads)}",
                    line=reader.line_num,
                    fix="put texts with commas in quotes",
                )
            yield reader.line_num, row

    return heads, rows()


def number(path: Path, line: int, row: Mapping[str, str | None], column: str) -> float:
    """A cell as a number; NaN where it is empty."""
    cell = (row.get(column) or "").strip()
    if cell.lower() in ("", "na", "nan", "-"):
        return math.nan
    try:
        value = float(cell)
    except ValueError:
        value = math.inf
    if math.isinf(value):
        raise DataError(
            path,
            f"{column} is no number",
            line=line,
            value=cell,
            fix="write one, or leave it empty",
        )
    return value
