"""Scenes from a file: gold annotation in UCCA XML, or another parser's scenes as JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from corpora import read_ucca
from seqlab.errors import DataError
from seqlab.files import read_jsonl
from seqlab.syntax.scenes.scene import Scene, scenes_of
from seqlab.syntax.scenes.units import PROCESS, STATE, sentence_graphs

_FIX = 'write {"tokens": […], "scenes": [{"relation": […], "participants": [[…]]}]}'
_JSON = (".jsonl", ".jsonl.gz")


class FileScenes:
    """Looks each text up, by its characters, among those of a file.

    Tokens may be divided otherwise than in the file; positions are carried over.

    Args:
        path: A `.jsonl` file with `tokens` and `scenes` in each line, or UCCA XML: a file, a
            folder or an archive.
    """

    name = "file"

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        if not self._path.exists():
            raise DataError(path, "no such file of scenes", fix="ucca, clauses, or a path")
        rows = _json_rows if self._path.name.endswith(_JSON) else _ucca_rows
        self._known = {_key(tokens): (tokens, scenes) for tokens, scenes in rows(self._path)}

    def scenes(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[Scene]]:
        """The scenes of each text, in the order of the texts."""
        for tokens in sentences:
            found = self._known.get(_key(tokens))
            if found is None and _key(tokens):
                fix = "every original must be in the file, a line or a sentence each"
                raise DataError(self._path, "no scenes for a text", value=" ".join(tokens), fix=fix)
            yield [] if found is None else _carried(found[1], found[0], tokens)


def _key(tokens: Sequence[str]) -> str:
    return "".join("".join(tokens).split()).lower()


def _carried(scenes: Sequence[Scene], own: Sequence[str], tokens: Sequence[str]) -> list[Scene]:
    """The scenes with positions in `tokens`, which have the same characters as `own`."""
    if tuple(own) == tuple(tokens):
        return list(scenes)
    places = _places(own, tokens)

    def carried(words: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({place for word in words for place in places[word]}))

    return [
        Scene(
            frozenset(carried(scene.words)),
            carried(scene.relation),
            tuple(carried(center) for center in scene.participants),
            scene.kind,
        )
        for scene in scenes
    ]


def _places(own: Sequence[str], tokens: Sequence[str]) -> list[list[int]]:
    """For each token of `own`, the tokens that share a character with it."""
    theirs = [number for number, token in enumerate(tokens) for _ in _key([token])]
    ends = list(accumulate(len(_key([token])) for token in own))
    return [
        sorted(set(theirs[end - len(_key([token])) : end]))
        for token, end in zip(own, ends, strict=True)
    ]


def _ucca_rows(path: Path) -> Iterator[tuple[tuple[str, ...], list[Scene]]]:
    """Sentences, and whole passages for originals of several sentences."""
    for passage in read_ucca(path):
        whole: list[Scene] = []
        offset = 0
        for graph in sentence_graphs(passage):
            found = scenes_of(graph)
            yield graph.tokens, found
            whole += [scene.shifted(offset) for scene in found]
            offset += len(graph.tokens)
        yield passage.tokens, whole


def _json_rows(path: Path) -> Iterator[tuple[tuple[str, ...], list[Scene]]]:
    for line, row in read_jsonl(path):
        tokens = row.get("tokens")
        if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
            raise DataError(path, "no list of tokens", line=line, value=str(tokens), fix=_FIX)
        scenes = row.get("scenes")
        if not isinstance(scenes, list):
            raise DataError(path, "no list of scenes", line=line, value=str(scenes), fix=_FIX)
        yield tuple(tokens), [_scene(one, len(tokens), path, line) for one in scenes]


def _scene(row: Any, length: int, path: Path, line: int) -> Scene:
    if not isinstance(row, Mapping):
        raise DataError(path, "a scene is no object", line=line, value=str(row), fix=_FIX)

    def center(value: Any) -> tuple[int, ...]:
        inside = isinstance(value, list) and all(
            isinstance(place, int) and 0 <= place < length for place in value
        )
        if not inside:
            fix = f"positions are a list of numbers from 0 to {length - 1}"
            raise DataError(path, "not positions of tokens", line=line, value=str(value), fix=fix)
        return tuple(value)

    given = row.get("participants", [])
    if not isinstance(given, list):
        raise DataError(path, "participants are no list", line=line, value=str(given), fix=_FIX)
    relation, participants = center(row.get("relation")), tuple(map(center, given))
    together = {*relation, *(place for one in participants for place in one)}
    words = frozenset(center(row["words"])) if "words" in row else frozenset(together)
    return Scene(words, relation, participants, STATE if row.get("kind") == STATE else PROCESS)
