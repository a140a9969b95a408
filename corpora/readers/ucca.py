"""UCCA passages: the XML in which Universal Conceptual Cognitive Annotation is published.

A passage is a folder's `*.xml`, one such file, or an archive of them (`.tar.xz`), which is read
without being unpacked. Layer 0 holds the words, layer 1 the units (foundational layer, Abend and
Rappoport 2013). Linkage nodes, which some editions have, are passed over.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from corpora.article import Article, LevelledDocument
from corpora.options import DEFAULTS, Part, ReadOptions, file_part
from corpora.readers.tokenized import unescape_brackets
from seqlab.errors import DataError
from seqlab.files import read_lines

ARCHIVES = (".tar.xz", ".tar.gz", ".tgz", ".tar")
LEVEL = "ucca"
_FIX = "download the corpus again, or leave the file out"
_UNIT_TYPES = ("FN", "PNCT")
# A passage is a few paragraphs; what is larger is no passage.
_LARGEST = 20_000_000


@dataclass(frozen=True, slots=True)
class UccaEdge:
    """From a unit to a child: its categories (`A`; `P` and `A`), and whether it is remote."""

    child: str
    categories: tuple[str, ...]
    remote: bool = False


@dataclass(frozen=True, slots=True)
class UccaUnit:
    """A unit: edges to other units, positions of its own words; implicit where it has neither."""

    id: str
    edges: tuple[UccaEdge, ...] = ()
    words: tuple[int, ...] = ()
    implicit: bool = False


@dataclass(frozen=True, slots=True)
class UccaPassage:
    """A text with its units; `root` is the unit that no edge leads to."""

    id: str
    tokens: tuple[str, ...]
    # Of each token: its paragraph, and whether it is punctuation.
    paragraphs: tuple[int, ...]
    punctuation: tuple[bool, ...]
    root: str
    units: Mapping[str, UccaUnit]


def read_ucca(path: str | Path, part: Part | None = None) -> Iterator[UccaPassage]:
    """The passages at `path`, in the order of their names; with `part`, those of that split.

    Which passages a split has is told by a list beside them: `wiki.test.txt` for `wiki.tar.xz`,
    `test.txt` in or above a folder.
    """
    path = Path(path)
    chosen = None if part is None else split_ids(path, part)
    found = 0
    for name, content in _contents(path):
        if chosen is None or Path(name).stem in chosen:
            found += 1
            yield parse_passage(content, f"{path}:{name}" if path.name != name else str(path))
    if not found:
        what = "no UCCA passages (*.xml)" if part is None else f"no passages of {part}"
        raise DataError(path, what, fix="check the path")


def read_ucca_documents(
    path: str | Path, options: ReadOptions = DEFAULTS
) -> Iterator[LevelledDocument]:
    """The passages as articles with one level, their tokens divided by spaces."""
    for passage in read_ucca(path, options.part):
        paragraphs: dict[int, list[str]] = {}
        for token, number in zip(passage.tokens, passage.paragraphs, strict=True):
            paragraphs.setdefault(number, []).append(token)
        texts = tuple(" ".join(tokens) for _, tokens in sorted(paragraphs.items()))
        article = Article(passage.id, "ucca", LEVEL, texts, str(path))
        yield LevelledDocument(passage.id, "ucca", {LEVEL: article})


def is_ucca(file: Path) -> bool:
    """Whether a file begins as a passage does, or is an archive that holds one."""
    try:
        if file.name.endswith(ARCHIVES):
            with tarfile.open(file) as archive:
                member = next((m for m in archive if m.name.endswith(".xml")), None)
                handle = None if member is None else archive.extractfile(member)
                return handle is not None and b"<layer" in handle.read(1000)
        return file.suffix == ".xml" and b"<layer" in file.read_bytes()[:1000]
    except (tarfile.TarError, EOFError, OSError):
        return False


def split_ids(path: Path, part: Part) -> set[str]:
    """The names of the passages in a split, from the list that is published with them."""
    stem = path.name.split(".")[0]
    names = [*path.parent.glob(f"{stem}.*.txt")]
    if path.is_dir():
        names = [*path.glob("*.txt"), *path.parent.glob("*.txt")]
    for name in sorted(names):
        if file_part(name.name) == part:
            return {line.strip() for line in read_lines(name) if line.strip()}
    raise DataError(path, f"no list of the passages of {part} beside it", fix=f"write {part}.txt")


def parse_passage(content: bytes, source: str) -> UccaPassage:
    """The passage that `content` holds; `source` names it in errors."""
    if b"<!DOCTYPE" in content[:2000] or b"<!ENTITY" in content:
        raise DataError(source, "has a document type, which UCCA does not use", fix=_FIX)
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise DataError(source, f"not XML: {error}", fix=_FIX) from None
    layers = {layer.get("layerID"): layer for layer in root.findall("layer")}
    if "0" not in layers or "1" not in layers:
        raise DataError(source, "not a UCCA passage: it needs layers 0 and 1", fix=_FIX)
    positions: dict[str, int] = {}
    words: list[tuple[str, int, bool]] = []
    for node in layers["0"].findall("node"):
        positions[_id(node, source)] = len(words)
        words.append(_word(node, source))
    units = {
        unit.id: unit
        for node in layers["1"].findall("node")
        if node.get("type") in _UNIT_TYPES
        for unit in [_unit(node, positions, source)]
    }
    return UccaPassage(
        root.get("passageID") or Path(source).stem,
        tuple(text for text, _, _ in words),
        tuple(paragraph for _, paragraph, _ in words),
        tuple(is_sign for _, _, is_sign in words),
        _root(units, source),
        units,
    )


def _word(node: ElementTree.Element, source: str) -> tuple[str, int, bool]:
    attributes = node.find("attributes")
    text = None if attributes is None else attributes.get("text")
    if attributes is None or not text:
        raise DataError(source, "a word without text", value=str(node.get("ID")), fix=_FIX)
    paragraph = attributes.get("paragraph", "1")
    number = int(paragraph) if paragraph.isdecimal() else 1
    # As everywhere in the house, a bracket is a bracket.
    return unescape_brackets(text), number, node.get("type") == "Punctuation"


def _unit(node: ElementTree.Element, positions: Mapping[str, int], source: str) -> UccaUnit:
    name = _id(node, source)
    edges, own = [], []
    for edge in node.findall("edge"):
        child = edge.get("toID") or ""
        categories = tuple(tag for c in edge.findall("category") if (tag := c.get("tag")))
        if child in positions:
            own.append(positions[child])
            continue
        attributes = edge.find("attributes")
        remote = attributes is not None and attributes.get("remote") == "True"
        edges.append(UccaEdge(child, categories or (edge.get("type") or "",), remote))
    attributes = node.find("attributes")
    implicit = attributes is not None and attributes.get("implicit") == "True"
    return UccaUnit(name, tuple(edges), tuple(sorted(own)), implicit)


def _root(units: Mapping[str, UccaUnit], source: str) -> str:
    """The unit above all; every edge must lead to a unit, and primary ones form a tree."""
    above: dict[str, str] = {}
    for unit in units.values():
        for edge in unit.edges:
            if edge.child not in units:
                raise DataError(source, f"an edge of {unit.id} leads nowhere", value=edge.child)
            if not edge.remote:
                if edge.child in above:
                    raise DataError(source, "a unit with two primary parents", value=edge.child)
                above[edge.child] = unit.id
    remote = {edge.child for unit in units.values() for edge in unit.edges if edge.remote}
    # A unit that only remote edges lead to belongs to no place in the text.
    tops = [name for name in units if name not in above and name not in remote]
    if not tops:
        raise DataError(source, "no root: its units form a circle", fix=_FIX)
    reached: set[str] = set()
    pending = [tops[0]]
    while pending:
        name = pending.pop()
        reached.add(name)
        pending += [edge.child for edge in units[name].edges if not edge.remote]
    if circle := sorted(name for name in above if name not in reached and name in units):
        lost = [name for name in circle if _in_circle(name, above)]
        if lost:
            raise DataError(source, "units form a circle", value=lost[0], fix=_FIX)
    return tops[0]


def _in_circle(name: str, above: Mapping[str, str]) -> bool:
    seen = set()
    while name in above and name not in seen:
        seen.add(name)
        name = above[name]
    return name in seen


def _id(node: ElementTree.Element, source: str) -> str:
    name = node.get("ID")
    if not name:
        raise DataError(source, "a node without ID", fix=_FIX)
    return name


def _contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """Name and content of every XML file at `path`."""
    if path.is_dir():
        files = sorted(path.glob("*.xml")) or sorted(path.glob("xml/*.xml"))
        yield from ((file.name, file.read_bytes()) for file in files)
    elif path.name.endswith(ARCHIVES):
        try:
            with tarfile.open(path) as archive:
                # In the archive's order: going back in a compressed file means reading it again.
                found = {
                    member.name: handle.read()
                    for member in archive
                    if member.name.endswith(".xml") and member.size <= _LARGEST
                    if (handle := archive.extractfile(member)) is not None
                }
        except (tarfile.TarError, EOFError, OSError) as error:
            raise DataError(path, f"not an archive: {error}", fix="download it again") from None
        yield from sorted(found.items())
    elif path.is_file():
        yield path.name, path.read_bytes()
    else:
        raise DataError(path, "no such file or folder", fix="check the path")
