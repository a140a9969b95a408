"""Scenes in the forms that people and other programs read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from seqlab.files import write_or_print
from seqlab.syntax.scenes.loading import SceneFinder
from seqlab.syntax.scenes.scene import Scene, scene_text
from seqlab.text import Document

KINDS = {"P": "process", "S": "state"}


def scene_lines(tokens: Sequence[str], scenes: Sequence[Scene]) -> list[str]:
    """The sentence, and a line for each of its scenes."""
    lines = [" ".join(tokens)]
    for scene in scenes:
        relation, participants = scene_text(scene, tokens)
        lines.append(
            f"  {KINDS[scene.kind]:<8} {relation}" + (f": {participants}" if participants else "")
        )
    return lines if scenes else [*lines, "  no scene"]


def scene_json(tokens: Sequence[str], scenes: Sequence[Scene]) -> str:
    """A line of the file that `load_scenes` reads."""
    row = {"tokens": list(tokens), "scenes": [scene.to_json() for scene in scenes]}
    return json.dumps(row, ensure_ascii=False)


def print_scenes(text: str, finder: SceneFinder, as_json: bool, out: str | Path | None) -> None:
    """Find the scenes of a text and print or write them, sentence by sentence."""
    sentences = [
        [token.text for token in sentence.tokens] for sentence in Document.parse(text).sentences
    ]
    lines: Iterable[str] = (
        line
        for tokens, scenes in zip(sentences, finder.scenes(sentences), strict=True)
        for line in ([scene_json(tokens, scenes)] if as_json else scene_lines(tokens, scenes))
    )
    write_or_print(out, lines)
