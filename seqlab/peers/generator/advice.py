"""What a generator and its critic say of edits, heard by the judge.

The generator rewrites boldly and is often wrong; but how likely it finds an edit that somebody
else proposes helps to tell right from wrong, and so do the verdicts that its critic expects. A
last word that was fitted on judged edits with these numbers among its features lies in the
generator's folder, with bars of its own (`seqlab peer advise`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seqlab.editing import Judge
from seqlab.editing.judge import LAST_WORD_FILES, Bars, Batch, LastWord, Row, texts_of
from seqlab.errors import DataError
from seqlab.files import SUMS, atomic_write, check_hashes, file_hash, read_text, write_hashes
from seqlab.peers.generator.critic import FOLDER as CRITIC
from seqlab.peers.generator.critic import VERDICTS, Critic, has_critic
from seqlab.peers.generator.model import ADAPTERS, Generator
from seqlab.peers.generator.scoring import FACTS, score_edits
from seqlab.progress import track

FOLDER = "advice"
_BARS = "bars.json"
_FILES = (*LAST_WORD_FILES, _BARS)
_FIX = "run `seqlab peer advise` again"
# So many sentences between two signs of progress.
_CHUNK = 64
Table = NDArray[np.float32]


@dataclass(frozen=True)
class GeneratorAdvice:
    """The facts of `scoring` and of the critic, for cases of a batch or for judged rows.

    Args:
        generator: Its model is asked.
        critic: Is asked too, where there is one.
        known: Facts that were found before, by level and text before and after: see `learn`.
    """

    generator: Generator
    critic: Critic | None = None
    known: dict[tuple[str, str, str], Table] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers are."""
        critics = VERDICTS if self.critic is not None else ""
        return (
            *(f"generator_{name}" for name in FACTS),
            *(f"critic_{letter}" for letter in critics),
        )

    def __call__(self, batch: Batch, numbers: Sequence[int], level: str) -> Table:
        """The facts about cases of a batch."""
        if batch.texts is None:
            return self._missing(len(numbers))
        return self._of_texts([batch.texts(number) for number in numbers], level)

    def of_rows(self, rows: Sequence[Row], level: str) -> Table:
        """The facts about judged edits."""
        texts = [texts_of(row) for row in rows]
        if all((level, *own) in self.known for own in texts):
            return np.stack([self.known[(level, *own)] for own in texts])
        return self._of_texts(texts, level)

    def learn(self, rows: Sequence[Row], level: str) -> None:
        """Find the facts about judged edits of all kinds, each sentence read once."""
        by_source: dict[str, list[tuple[str, str]]] = {}
        for own in dict.fromkeys(texts_of(row) for row in rows):
            by_source.setdefault(own[0], []).append(own)
        groups = list(by_source.values())
        for start in track(range(0, len(groups), _CHUNK), f"hear {level}"):
            texts = [own for group in groups[start : start + _CHUNK] for own in group]
            facts = self._of_texts(texts, level)
            self.known.update(((level, *own), row) for own, row in zip(texts, facts, strict=True))

    def _of_texts(self, texts: Sequence[tuple[str, str]], level: str) -> Table:
        own = self.generator
        level = level if level in own.levels else own.levels[0]
        groups: dict[str, list[int]] = {}
        for number, (before, _) in enumerate(texts):
            groups.setdefault(before, []).append(number)
        sentences = list(groups)
        outputs = [[texts[number][1] for number in group] for group in groups.values()]
        told = [
            score_edits(
                own.model, own.tokenizer, level, sentences, outputs, own.options.generation.longest
            )
        ]
        if self.critic is not None:
            told.append(self.critic.chances(level, sentences, outputs))
        table = self._missing(len(texts))
        for group, *facts in zip(groups.values(), *told, strict=True):
            if all(one is not None for one in facts):
                table[group] = np.concatenate(facts, axis=1)
        return table

    def _missing(self, rows: int) -> Table:
        return np.full((rows, len(self.names)), np.nan, dtype=np.float32)


def advice_of(folder: str | Path, generator: Generator) -> GeneratorAdvice:
    """What a generator says of edits, and its critic where its folder has one."""
    return GeneratorAdvice(
        generator, Critic.load(folder, generator) if has_critic(folder) else None
    )


def advised(judge: Judge, folder: str | Path, generator: Generator) -> Judge:
    """The judge with the generator of a folder heard, where it learned how far; else as it is."""
    own = Path(folder) / FOLDER
    if not (own / _BARS).is_file():
        return judge
    check_hashes(own, _FILES, _FIX)
    try:
        values = json.loads(read_text(own / _BARS))
        bars, splits = Bars(tuple(values["words"])), Bars(tuple(values["splits"]))
        levels = {
            level: {name: Bars(tuple(one)) for name, one in of_level.items()}
            for level, of_level in values["levels"].items()
        }
        known = values["generator"], values["features"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(own / _BARS, f"no bars of advice: {error}", fix=_FIX) from None
    if known != (_hash(folder), list(judge.features)):
        reason = "was learned for another generator or another judge"
        raise DataError(own, reason, fix=_FIX)
    return replace(
        judge,
        last_word=LastWord.load(own),
        adviser=advice_of(folder, generator),
        bars=bars,
        splits=judge.splits and replace(judge.splits, bars=splits),
        level_bars=levels,
    )


def save_advice(judge: Judge, folder: str | Path) -> None:
    """Write last word and bars of an advised judge into the generator's folder."""
    own = Path(folder) / FOLDER
    own.mkdir(exist_ok=True)
    assert judge.last_word is not None
    judge.last_word.save(own)
    values = {
        "generator": _hash(folder),
        "features": list(judge.features),
        "words": judge.bars.values,
        "splits": judge.splits.bars.values if judge.splits is not None else Bars().values,
        "levels": {
            level: {name: bars.values for name, bars in of_level.items()}
            for level, of_level in judge.level_bars.items()
        },
    }
    with atomic_write(own / _BARS) as handle:
        handle.write(json.dumps(values, indent=1) + "\n")
    write_hashes(own, _FILES)


def _hash(folder: str | Path) -> str:
    """What tells the adapters of generator and critic from others."""
    hashes = [file_hash(Path(folder) / ADAPTERS)]
    if has_critic(folder):
        hashes.append(file_hash(Path(folder) / CRITIC / SUMS))
    return "+".join(hashes)
