"""How far the judge hears a critic: what the critic says of an edit, joined with its own word.

In a critic's folder stand, beside its weights, how much it counts for each kind of edit and the
bars of the judge that hears it. Both were fitted to one judge and are refused by another.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seqlab.causal.critic import FILES, VERDICTS, Critic, check_base
from seqlab.editing import Judge
from seqlab.editing.judge import Bars, Batch, Hearing, Row, five, texts_of
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, check_hashes, read_text, text_hash, write_hashes
from seqlab.progress import track

SHIPPED = "default"
_FILE = "hearing.json"
_FIX = "fit it with `seqlab critic`"
# So many sentences between two signs of progress.
_CHUNK = 64
Table = NDArray[np.float64]


@dataclass(frozen=True)
class Opinion:
    """What a critic says of cases of a batch or of judged rows: the chances of four verdicts.

    Args:
        critic: Is asked.
        known: What it said before, by level and text before and after: see `learn`.
    """

    critic: Critic
    known: dict[tuple[str, str, str], Table] = field(default_factory=dict)

    def __call__(self, batch: Batch, numbers: Sequence[int], level: str) -> Table:
        """What it says of cases of a batch."""
        if batch.texts is None:
            return np.full((len(numbers), len(VERDICTS)), np.nan)
        return self._of_texts([batch.texts(number) for number in numbers], level)

    def of_rows(self, rows: Sequence[Row], level: str) -> Table:
        """What it says of judged edits."""
        texts = [texts_of(row) for row in rows]
        if all((level, *own) in self.known for own in texts):
            return np.stack([self.known[(level, *own)] for own in texts])
        return self._of_texts(texts, level)

    def learn(self, rows: Sequence[Row], level: str) -> None:
        """Ask about judged edits of all kinds beforehand, each sentence read once."""
        by_source: dict[str, list[tuple[str, str]]] = {}
        for own in dict.fromkeys(texts_of(row) for row in rows):
            by_source.setdefault(own[0], []).append(own)
        groups = list(by_source.values())
        for start in track(range(0, len(groups), _CHUNK), f"hear {level}"):
            texts = [own for group in groups[start : start + _CHUNK] for own in group]
            told = self._of_texts(texts, level)
            self.known.update(((level, *own), row) for own, row in zip(texts, told, strict=True))

    def _of_texts(self, texts: Sequence[tuple[str, str]], level: str) -> Table:
        # In an order of their own, so that what is said does not depend on what is asked first.
        groups: dict[str, list[str]] = {}
        for before, after in sorted(set(texts)):
            groups.setdefault(before, []).append(after)
        told: dict[tuple[str, str], Table] = {}
        found = self.critic.chances(level, list(groups), list(groups.values()))
        for (before, outputs), own in zip(groups.items(), found, strict=True):
            if own is not None:
                told.update(((before, after), row) for after, row in zip(outputs, own, strict=True))
        unread = np.full(len(VERDICTS), np.nan)
        return np.array([told.get(text, unread) for text in texts])


def heard(judge: Judge, folder: str | Path = SHIPPED) -> Judge:
    """The judge with the critic of a folder heard; `default` is the critic in the package."""
    place = check_critic(folder)
    try:
        values = json.loads(read_text(place / _FILE))
        known = values["judge"]
        weights = {
            kind: {output: five(of_kind[output]) for output in ("good", "acceptable")}
            for kind, of_kind in values["weights"].items()
        }
        bars, splits = _bars(values["words"]), _bars(values["splits"])
        levels = {
            level: {name: _bars(of_level[name]) for name in ("replace", "delete", "split")}
            for level, of_level in values["levels"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(place / _FILE, f"says not how to hear: {error}", fix=_FIX) from None
    if known != _name_of(judge):
        raise DataError(place, "was fitted to the judge of another model", fix=_FIX)
    return replace(
        judge,
        hearing=Hearing(Opinion(Critic.load(place)), weights),
        bars=bars,
        splits=judge.splits and replace(judge.splits, bars=splits),
        level_bars=levels,
    )


def _bars(values: Sequence[float]) -> Bars:
    bars = Bars(tuple(map(float, values)))
    if len(bars.values) < 2:
        raise ValueError("bars need two values at least")
    return bars


def save_hearing(judge: Judge, own: Judge, folder: str | Path) -> None:
    """Write how `judge`, which is `own` with a critic heard, hears it, into the critic's folder."""
    assert judge.hearing is not None
    values = {
        "judge": _name_of(own),
        "weights": judge.hearing.weights,
        "words": judge.bars.values,
        "splits": judge.splits.bars.values if judge.splits is not None else Bars().values,
        "levels": {
            level: {name: bars.values for name, bars in of_level.items()}
            for level, of_level in judge.level_bars.items()
        },
    }
    folder = Path(folder)
    with atomic_write(folder / _FILE) as handle:
        handle.write(json.dumps(values, indent=1) + "\n")
    write_hashes(folder, (*FILES, _FILE))


def critic_folder(name: str | Path) -> Path:
    """The folder of a critic; `default` is the one in the package."""
    return Path(str(files("seqlab"))) / "models" / "critic" if name == SHIPPED else Path(name)


def check_critic(name: str | Path) -> Path:
    """The folder of a critic that a judge could hear."""
    folder = critic_folder(name)
    if not folder.is_dir():
        raise UsageError(f"no critic folder {name}; `{SHIPPED}` is the one in the package")
    if not (folder / _FILE).is_file():
        raise UsageError(f"{name}: no critic that a judge could hear; {_FIX}")
    check_hashes(folder, (*FILES, _FILE), f"copy the folder again, or {_FIX}")
    check_base(folder)
    return folder


def _name_of(judge: Judge) -> str:
    """What tells a judge from others: its bars, and how it was joined."""
    levels = {
        level: {name: bars.values for name, bars in own.items()}
        for level, own in judge.level_bars.items()
    }
    joined = judge.reader.weights if judge.reader is not None else {}
    return text_hash(json.dumps([judge.features, judge.bars.values, levels, joined]))
