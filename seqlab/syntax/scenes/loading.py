"""What finds scenes, by name: the UCCA parser, the clause heuristic, or a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from seqlab.syntax.scenes.scene import Scene


class SceneFinder(Protocol):
    """Sentences of tokens in, their scenes out, in the same order."""

    name: str

    def scenes(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[Scene]]:
        """The scenes of each sentence."""
        ...


def load_scenes(
    name: str = "ucca", syntax: str = "embedded", folder: str | Path = ""
) -> SceneFinder:
    """The finder called `name`.

    Args:
        name: `ucca` (the parser that ships), `clauses` (heads of clauses in constituency trees),
            or the path of a file or folder with scenes.
        syntax: The backend whose trees `clauses` reads.
        folder: Another model for `ucca`.
    """
    # Each finder's dependencies are loaded only when it is asked for.
    if name == "clauses":
        from seqlab.syntax import load_syntax
        from seqlab.syntax.scenes.clauses import ClauseScenes

        return ClauseScenes(load_syntax(syntax))
    if name == "ucca":
        from seqlab.syntax.scenes.parser import UccaParser

        return UccaParser(folder)
    from seqlab.syntax.scenes.file import FileScenes

    return FileScenes(name)
