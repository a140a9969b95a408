"""`RatedPair`: an original, an output and its ratings in 0–1, from any of the rated sets."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from seqlab.errors import DataError, UsageError
from seqlab.files import data_folder, read_jsonl, read_lines

ASPECTS = ("grammaticality", "meaning", "simplicity", "overall")
_CLASSES = {"good": 1.0, "ok": 0.5, "bad": 0.0}


@dataclass(frozen=True, slots=True)
class RatedPair:
    """One rated output; aspects that were not rated are missing."""

    original: str
    output: str
    ratings: Mapping[str, float]
    # The set it is from, and what must not be torn apart by folds: the original, or its document.
    origin: str
    group: str
    part: str = ""


@dataclass(frozen=True)
class RatedSet:
    """Where a rated set lies in the data folder, whether what ships may learn from it, and how."""

    path: str
    read: Callable[[Path], Iterator[RatedPair]]
    ships: bool
    by_machine: bool = False


def read_rated(name: str, folder: str | Path | None = None) -> list[RatedPair]:
    """The pairs of a set by name; a set that is not there is an error that says where it goes."""
    if name not in RATED_SETS:
        raise UsageError(f"no rated set {name!r}; known: {', '.join(RATED_SETS)}")
    path = Path(folder or data_folder()) / RATED_SETS[name].path
    if not path.is_file():
        raise DataError(path, "no such file", fix="set SEQLAB_DATA to the folder that has it")
    return list(RATED_SETS[name].read(path))


def _qats(path: Path) -> Iterator[RatedPair]:
    columns = {"G": "grammaticality", "M": "meaning", "S": "simplicity", "Overall": "overall"}
    lines = iter(read_lines(path))
    heads = next(lines, "").split("\t")
    for number, line in enumerate(lines, start=2):
        row = dict(zip(heads, line.split("\t"), strict=False))
        try:
            ratings = {aspect: _CLASSES[row[column]] for column, aspect in columns.items()}
            yield RatedPair(row["Original"], row["Simplified"], ratings, "qats", row["Original"])
        except KeyError as error:
            fix = "columns Original, Simplified, G, S, M, Overall; ratings good, ok, bad"
            raise DataError(path, f"no {error}", line=number, value=line, fix=fix) from None


def _simplicity_da(path: Path) -> Iterator[RatedPair]:
    names = {"fluency": "grammaticality", "meaning": "meaning", "simplicity": "simplicity"}
    for number, row in _table(path):
        ratings = {own: _number(path, number, row, name) / 100 for name, own in names.items()}
        yield RatedPair(
            row["orig_sent"], row["simp_sent"], ratings, "simplicity_da", row["orig_sent"]
        )


def _structural(path: Path) -> Iterator[RatedPair]:
    for number, row in _table(path):
        values = {name: _number(path, number, row, name) for name in ASPECTS[:3]}
        ratings = {
            "grammaticality": (values["grammaticality"] - 1) / 4,
            "meaning": (values["meaning"] - 1) / 4,
            "simplicity": (values["simplicity"] + 2) / 4,
        }
        yield RatedPair(row["orig_sent"], row["simp_sent"], ratings, "structural", row["orig_sent"])


def _simpeval(path: Path) -> Iterator[RatedPair]:
    for number, row in _table(path):
        ratings = [_number(path, number, row, f"rating_{rater}") for rater in range(1, 6)]
        overall = {"overall": sum(ratings) / len(ratings) / 100}
        output = row["processed_generation"]
        yield RatedPair(row["original"], output, overall, "simpeval", row["original"])


def _outputs(path: Path) -> Iterator[RatedPair]:
    names = {"grammar": "grammaticality", "meaning": "meaning", "simplicity": "simplicity"}
    for number, row in read_jsonl(path):
        try:
            ratings = {own: (float(row[name]) - 1) / 4 for name, own in names.items()}
            group, part = row["document"], row["part"]
            yield RatedPair(row["source"], row["output"], ratings, "outputs", group, part)
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(path, f"not a rated output: {error}", line=number) from None


RATED_SETS = {
    "qats": RatedSet("qats/train.tsv", _qats, ships=False),
    "simplicity_da": RatedSet("human/simplicity_DA.csv", _simplicity_da, ships=False),
    "structural": RatedSet("human/structural_simplicity.csv", _structural, ships=False),
    "simpeval": RatedSet("human/simpeval_past.csv.gz", _simpeval, ships=False),
    "outputs": RatedSet("outputs/outputs.jsonl.gz", _outputs, ships=True, by_machine=True),
}


def _table(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    text = "\n".join(read_lines(path)).removeprefix("\ufeff")
    reader = csv.DictReader(io.StringIO(text))
    for row in reader:
        yield reader.line_num, row


def _number(path: Path, line: int, row: Mapping[str, str], column: str) -> float:
    try:
        return float(row[column])
    except KeyError:
        raise DataError(path, f"has no column {column}", line=line) from None
    except (TypeError, ValueError):
        raise DataError(path, f"{column} is no number", line=line, value=str(row[column])) from None
