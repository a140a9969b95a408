"""OneStopEnglish: news articles at three reading levels, and the sentences aligned between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from corpora.article import LevelledDocument
from corpora.options import DEFAULTS, ReadOptions
from corpora.pair import Pair
from corpora.readers.levelled import levelled_document
from corpora.readers.rows import BadRows, tab_separated
from corpora.readers.tokenized import sentences_of
from seqlab.errors import DataError
from seqlab.files import read_lines, read_text

LEVELS = ("adv", "int", "ele")
PUBLISHED_TEXTS = "Texts-SeparatedByReadingLevel"
PUBLISHED_PAIRS = "Sentence-Aligned"

# Two articles whose intermediate texts stand under each other's name, and two whose elementary
# text is that of another: taken by name, one article would be found in several documents.
_MIXED_UP = (
    "arctic-mapping",
    "wnl-arctic-ramadan",
    "wnl-the-millenials",
    "wnl-tributes",
    "wnl-use-of-e-cig",
)
_LEVEL_LINE = re.compile(r"(?:advanced|intermediate|elementary)(?:\s+level)?\W*", re.IGNORECASE)
# So many letters in a row are not shared by chance.
_PIECE = 16
_LEVEL_SUFFIX = re.compile(r"[-_ ]+(?:adv|int|ele)$", re.IGNORECASE)


def read_onestop(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[LevelledDocument]:
    """The articles of `texts/{adv,int,ele}` or of the published folder, a paragraph a line."""
    root = text_folder(Path(path))
    if root is None:
        raise DataError(
            path,
            "no OneStopEnglish articles",
            fix=f"looked for texts/{{adv,int,ele}}/*.txt and {PUBLISHED_TEXTS}/Adv-Txt/*.txt",
        )
    for name, files in _files(root).items():
        levels = [level for level in LEVELS if name not in _MIXED_UP or level in files]
        document = levelled_document(
            root, "onestop", name, files, levels, options, blank_line=False
        )
        if document is not None:
            yield _without_level_lines(document)


def text_folder(path: Path) -> Path | None:
    """The folder of the three levels' folders, if `path` is it or holds it."""
    for folder in (path, path / "texts", path / PUBLISHED_TEXTS, path.parent / "texts"):
        if all(_level_folder(folder, level) is not None for level in LEVELS):
            return folder
    return None


def _level_folder(folder: Path, level: str) -> Path | None:
    names = (level, f"{level.capitalize()}-Txt")
    return next((folder / name for name in names if (folder / name).is_dir()), None)


def _files(root: Path) -> dict[str, dict[str, Path]]:
    files: dict[str, dict[str, Path]] = {}
    for level in LEVELS:
        folder = _level_folder(root, level)
        for file in sorted(folder.glob("*.txt")) if folder else ():
            # Published titles differ in case and stray spaces between the levels.
            title = _LEVEL_SUFFIX.sub("", file.stem.strip()).strip().lower()
            files.setdefault("-".join(title.split()), {})[level] = file
    return dict(sorted(_untangled(files).items()))


def _untangled(files: dict[str, dict[str, Path]]) -> dict[str, dict[str, Path]]:
    """`files` with the texts of `_MIXED_UP` articles each at the advanced text it belongs to."""
    tangled = {name: files[name] for name in _MIXED_UP if "adv" in files.get(name, {})}
    names = {path: _names(path) for versions in tangled.values() for path in versions.values()}
    untangled = dict(files)
    for name, versions in tangled.items():
        untangled[name] = {"adv": versions["adv"]}
        for level in LEVELS[1:]:
            candidates = [other[level] for other in tangled.values() if level in other]
            shared = {path: len(names[path] & names[versions["adv"]]) for path in candidates}
            best = max(candidates, key=lambda path: shared[path], default=None)
            if best is not None and shared[best] >= len(names[best]) / 3:
                untangled[name][level] = best
    return untangled


def _names(path: Path) -> set[str]:
    return set(re.findall(r"[A-Z][a-z]{3,}|\d{2,}", read_text(path)))


def _without_level_lines(document: LevelledDocument) -> LevelledDocument:
    """Some articles open with a line that names their level, which no reader should learn from."""
    versions = dict(document.versions)
    for level, article in document.versions.items():
        if len(article.paragraphs) > 1 and _LEVEL_LINE.fullmatch(article.paragraphs[0]):
            versions[level] = replace(article, paragraphs=article.paragraphs[1:])
    return replace(document, versions=versions)


def read_onestop_pairs(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """The pairs of `aligned/*.tsv` or of the published `Sentence-Aligned/*.txt`, complex first.

    The files do not say which article a pair is from. Where the articles lie beside them, the
    article is found that holds the complex sentence, so that splits can keep articles whole.
    """
    path = Path(path)
    files = pair_files(path)
    if not files:
        raise DataError(
            path,
            "no OneStopEnglish pairs",
            fix=f"looked for aligned/adv-int.tsv and {PUBLISHED_PAIRS}/ADV-INT.txt",
        )
    folder = text_folder(path if path.is_dir() else path.parent)
    folder = folder or text_folder(files[0].parent.parent)
    for file in files:
        levels = _levels(file)
        articles = Articles(folder, levels) if folder else None
        rows = _rows_tsv if file.suffix == ".tsv" else _rows_starred
        with BadRows(file, strict=options.strict) as bad:
            for first, second in rows(file, bad):
                bad.good += 1
                simpler_first = file.suffix == ".txt" and file.stem.lower().startswith("ele")
                source, target = (second, first) if simpler_first else (first, second)
                document = articles.holding(source, target) if articles else ""
                yield Pair(
                    sentences_of(source, options),
                    sentences_of(target, options),
                    "onestop",
                    document,
                    levels,
                )


def pair_files(path: Path) -> list[Path]:
    """The files of aligned sentences in `path`, in its `aligned` folder, or `path` itself."""
    if path.is_file():
        return [path]
    for folder in (path, path / "aligned", path / PUBLISHED_PAIRS):
        files = [*folder.glob("*.tsv"), *folder.glob("*.txt")]
        files = [file for file in files if is_pair_file(file)]
        if files:
            return sorted(files)
    return []


def is_pair_file(file: Path) -> bool:
    """Whether the name tells two levels: `adv-int.tsv`."""
    return len(set(_stem_levels(file)) & set(LEVELS)) == 2


def is_article(file: Path) -> bool:
    """Whether the file lies in a folder of one level, with the other levels beside it."""
    return file.suffix == ".txt" and text_folder(file.parent.parent) is not None


def _stem_levels(file: Path) -> list[str]:
    return file.stem.lower().split("-")


def _levels(file: Path) -> tuple[str, str]:
    levels = [level for level in LEVELS if level in _stem_levels(file)]
    if len(levels) != 2:
        fix = "files are called adv-int.tsv, ADV-ELE.txt and so on"
        raise DataError(file, "its name does not contain two levels", value=file.stem, fix=fix)
    return levels[0], levels[1]


def _rows_tsv(file: Path, bad: BadRows) -> Iterator[tuple[str, str]]:
    for _, row in tab_separated(file, ("complex", "simple"), bad):
        yield row[0], row[1]


def _rows_starred(file: Path, bad: BadRows) -> Iterator[tuple[str, str]]:
    """Two lines a pair, then a line of asterisks."""
    block: list[str] = []
    start = 1
    for number, line in enumerate([*read_lines(file), "*"], start=1):
        line = line.strip()
        if line and not set(line) <= {"*"}:
            start = start if block else number
            block.append(line)
        elif line:
            if len(block) == 2:
                yield block[0], block[1]
            elif block:
                reason = f"{len(block)} lines before a line of asterisks, not 2"
                bad.pass_over(start, reason, block[0])
            block = []


class Articles:
    """The articles of two levels, to find the one that two sentences are from."""

    def __init__(self, folder: Path, levels: tuple[str, str]) -> None:
        self._texts = {
            name: [_letters(read_text(files[level])) if level in files else "" for level in levels]
            for name, files in _files(folder).items()
        }
        self._names = list(self._texts)
        self._last = 0

    def holding(self, source: str, target: str) -> str:
        """The name of the article with both sentences, else the one with most of their text.

        If that fails too, it is the article of the pair before: pairs follow the articles.
        """
        # Only pieces are looked for: some published sentences carry stray paragraph numbers or
        # have lost a letter.
        pieces = [_pieces(_letters(text)) for text in (source, target)]
        # The pairs stand in the order of the articles: begin where the last was found.
        names = self._names[self._last :] + self._names[: self._last]
        shares = {}
        for name in names:
            shares[name] = self._found(pieces, name)
            if shares[name] > 0.8:
                break
        best = max(shares, key=lambda name: shares[name])
        if shares[best]:
            self._last = self._names.index(best)
        return self._names[self._last]

    def _found(self, pieces: list[list[str]], name: str) -> float:
        """Which share of the pieces the article holds."""
        is_there = [
            piece in text
            for texts, text in zip(pieces, self._texts[name], strict=True)
            for piece in texts
        ]
        return sum(is_there) / len(is_there)


def _pieces(letters: str) -> list[str]:
    starts = range(0, max(1, len(letters) - _PIECE + 1), _PIECE)
    return [letters[start : start + _PIECE] for start in starts]


def _letters(text: str) -> str:
    # The published pairs have lost quotes, dashes and accented letters.
    return re.sub(r"[^a-z0-9]", "", text.lower())
