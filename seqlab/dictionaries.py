"""Dictionaries that are too large to be parsed for one sentence: they are searched where they lie.

A sentence asks for some hundred words and phrases. To make a Python dictionary of a table with a
hundred thousand lines takes longer than to simplify the sentence, and several times the memory of
the text. `SortedLines` are our own tables, and those of lemminflect, which would parse them line by
line; `word_frequencies` is the list of wordfreq, without the languages that wordfreq would load.
"""

from __future__ import annotations

import gzip
import logging
import math
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.abc import MetaPathFinder
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from seqlab.errors import DataError
from seqlab.files import open_binary, readable

if TYPE_CHECKING:
    from lemminflect import getAllLemmas, getInflection, getLemma

__all__ = [
    "SortedLines",
    "getAllLemmas",
    "getInflection",
    "getLemma",
    "read_body",
    "word_frequencies",
    "zipf_frequency",
]

Value = TypeVar("Value")
# Bytes that are searched for a key: more would make looking up slower, fewer loading.
_BLOCK = 2048
# What wordfreq finds no word in; it begins words with `_` and with pictures.
_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~“”‘’–—…"
# Words that are searched for in the list of frequencies before it is loaded.
_MOST_SEARCHED = 150
# The share of a word that is in no list.
_LEAST_SHARE = 1e-9


def read_body(path: str | Path, header: str, what: str) -> bytes:
    """The lines of a table without its head: the line `header` and those after it that are `# …`.

    Args:
        path: The file, compressed or not.
        header: How a table of this kind and version begins.
        what: What the table is, for the error where it is none.
    """
    with open_binary(path) as handle, readable(path):
        data = handle.read()
    if not data.startswith(header.encode()):
        raise DataError(path, f"not {what}", fix="build it again")
    start = 0
    while data.startswith((b"# ", header.encode()), start):
        start = data.find(b"\n", start) + 1 or len(data)
    return data[start:]


class SortedLines(Mapping[str, Value], Generic[Value]):
    """Lines of UTF-8 in the order of their keys: what stands before the first separator.

    Nothing is remembered of what was asked, so threads may share a table.

    Args:
        data: The lines.
        parse: Gives the value of a key from the rest of its line.
        separator: The character after a key.

    Raises:
        ValueError: Where keys are seen to be out of order, or a line to have none.
    """

    def __init__(self, data: bytes, parse: Callable[[str], Value], separator: str = "\t") -> None:
        self._data = b"\n" + data + (b"" if not data or data.endswith(b"\n") else b"\n")
        self._parse = parse
        self._separator = separator.encode()
        # Blocks begin with the line end before their first line; the last ends with the data.
        self._starts: list[int] = []
        self._heads: list[str] = []
        start, end = 0, len(self._data) - 1
        while 0 <= start < end:
            head = self._key(start)
            before = self._key(self._data.rindex(b"\n", 0, start)) if start else None
            if before is not None and (head < before or head < self._heads[-1]):
                raise ValueError(f"not in order: {head!r} after {self._heads[-1]!r}")
            # Lines of one key stay together.
            if head != before:
                self._starts.append(start)
                self._heads.append(head)
            start = self._data.find(b"\n", start + _BLOCK)
        self._starts.append(end)

    def _key(self, start: int) -> str:
        end = self._data.find(self._separator, start)
        if end < 0 or self._data.find(b"\n", start + 1, end) >= 0:
            raise ValueError("a line without a key")
        return self._data[start + 1 : end].decode()

    def lines(self, key: str) -> list[str]:
        """What stands behind a key, in each of its lines."""
        block = bisect_right(self._heads, key)
        # Half a surrogate pair is a key of no table, but a question all the same.
        asked = key.encode("utf-8", "surrogatepass")
        if not block or self._separator in asked:
            return []
        wanted = b"\n" + asked + self._separator
        found = []
        place, end = self._starts[block - 1], self._starts[block]
        while (place := self._data.find(wanted, place, end)) >= 0:
            place += len(wanted)
            found.append(self._data[place : self._data.index(b"\n", place)].decode())
        return found

    def begins(self, start: str) -> bool:
        """Whether any key begins so."""
        block = bisect_right(self._heads, start)
        # The first key that is not before `start`: in the block before, or the head of the next.
        if block < len(self._heads) and self._heads[block].startswith(start):
            return True
        wanted = b"\n" + start.encode("utf-8", "surrogatepass")
        return block > 0 and (
            self._data.find(wanted, self._starts[block - 1], self._starts[block]) >= 0
        )

    def __getitem__(self, key: str) -> Value:
        if found := self.lines(key):
            return self._parse(found[0])
        raise KeyError(key)

    def get(self, key: str, default: Value | None = None) -> Value | None:  # type: ignore[override]
        """The value of a key, or the default; most keys that are asked for are in no table."""
        found = self.lines(key)
        return self._parse(found[0]) if found else default

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and bool(self.lines(key))

    def __iter__(self) -> Iterator[str]:
        separator = self._separator.decode()
        rows = self._data[1:-1].decode().split("\n")
        return iter(dict.fromkeys(row.split(separator, 1)[0] for row in rows if row))

    def __len__(self) -> int:
        return self._data.count(b"\n") - 1


class _WithoutSpacy(MetaPathFinder):
    """Where spaCy is installed, lemminflect imports it to add itself to spaCy's tokens.

    And spaCy imports torch: seconds and hundreds of megabytes that nothing here has a use for.
    """

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name == "spacy":
            raise ModuleNotFoundError("spaCy is not loaded for lemminflect", name=name)


# What a word is in a table of lemminflect: parts of speech, or Penn tags, with their spellings.
_Forms = dict[str, tuple[str, ...]]


class _FormsTable:
    """One of lemminflect's dictionaries, as far as it asks for it: `get` with a default.

    Args:
        path: Lines `word,category,…`, several for a word of several categories.
        parse: Gives the forms of a line.
        fixed: Words whose forms are not those of the table.
    """

    def __init__(
        self, path: str, parse: Callable[[str], _Forms], fixed: Mapping[str, _Forms]
    ) -> None:
        self._lines = SortedLines(gzip.decompress(Path(path).read_bytes()), str, ",")
        self._parse = parse
        self._fixed = fixed

    def get(self, word: str, default: _Forms) -> _Forms:
        """The forms of a word, or the default."""
        if word in self._fixed:
            return self._fixed[word]
        forms: _Forms = {}
        for line in self._lines.lines(word):
            forms.update(self._parse(f"{word},{line}"))
        return forms or default


@cache
def _lemminflect() -> Any:
    """The package, with tables that are searched in place of the dictionaries it would load."""
    finder = _WithoutSpacy()
    sys.meta_path.insert(0, finder)
    try:
        import lemminflect
    finally:
        sys.meta_path.remove(finder)
    # It warns of tags that have no forms, such as those of prepositions; we know, and get none.
    logging.getLogger("lemminflect").setLevel(logging.ERROR)
    # Another release may store them otherwise, and shall load them as it does.
    if lemminflect.__version__ == "0.2.3":
        from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
        from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec
        from lemminflect.core.LexicalUtils import categoryToUPos

        def lemmas(line: str) -> _Forms:
            _, category, forms = LemmaLUCodec.fromString(line)
            return {categoryToUPos(category): forms}

        def inflections(line: str) -> _Forms:
            forms: _Forms = InflectionLUCodec.fromString(line)[2]
            return forms

        lemmatizer, inflector = lemminflect.Lemmatizer(), lemminflect.Inflections()
        auxiliaries = InflectionLUCodec.updateForAuxMod({})
        lemmatizer.lemma_dict = _FormsTable(lemmatizer.lemma_lu_fn, lemmas, {})
        inflector.infl_dict = _FormsTable(inflector.infl_lu_fn, inflections, auxiliaries)
    return lemminflect


def __getattr__(name: str) -> Any:
    """`getAllLemmas`, `getInflection` and `getLemma` of lemminflect, imported when first used."""
    if name not in ("getAllLemmas", "getInflection", "getLemma"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    function = globals()[name] = getattr(_lemminflect(), name)
    return function


class WordFrequencies:
    """How often words occur in general English, as shares of all words: wordfreq's list.

    The list has words by hundredths of a power of ten. The words of a sentence or two are searched
    for in it; for more it is worth to make a dictionary of it.
    """

    def __init__(self, data: bytes) -> None:
        import msgpack

        self._data = data
        self._pack, self._unpack = msgpack.packb, msgpack.unpackb
        # Where the words of each step begin; before them all stands the format.
        unpacker = msgpack.Unpacker()
        unpacker.feed(data)
        steps = unpacker.read_array_header() - 1
        self._starts = []
        for _ in range(steps):
            unpacker.skip()
            self._starts.append(unpacker.tell())
        self._starts.append(len(data))
        self._asked: dict[str, float] = {}
        self._whole: dict[str, float] | None = None

    def __getitem__(self, word: str) -> float:
        """The share of a word; 0 for one that is not in the list."""
        if self._whole is not None:
            return self._whole.get(word, 0.0)
        share = self._asked.get(word)
        if share is None:
            if len(self._asked) >= _MOST_SEARCHED:
                self._whole = self.whole()
                return self._whole.get(word, 0.0)
            share = self._asked[word] = self._searched(word)
        return share

    def whole(self) -> dict[str, float]:
        """All words with their shares."""
        shares: dict[str, float] = {}
        for step, words in enumerate(self._unpack(self._data)[1:]):
            shares.update(dict.fromkeys(words, _share_of_step(step)))
        return shares

    def _searched(self, word: str) -> float:
        wanted = self._pack(word, unicode_errors="surrogatepass")
        place = self._data.find(wanted)
        while place >= 0:
            # The same bytes may stand inside another word, or in the format before all words.
            step = bisect_right(self._starts, place) - 1
            if step >= 0 and word in self._unpack(
                self._data[self._starts[step] : self._starts[step + 1]]
            ):
                return _share_of_step(step)
            place = self._data.find(wanted, place + 1)
        return 0.0


def _share_of_step(step: int) -> float:
    return float(10 ** (-step / 100))


@cache
def word_frequencies() -> WordFrequencies:
    """The frequencies of English words."""
    path = _wordfreq_folder() / "data" / "large_en.msgpack.gz"
    return WordFrequencies(gzip.decompress(path.read_bytes()))


@lru_cache(maxsize=100_000)
def zipf_frequency(word: str) -> float:
    """log10 of a word's frequency per thousand million words, as wordfreq gives it; 0 if unknown.

    What wordfreq would take apart (`don't`, `café-like`) is left to its tokeniser; all of its
    languages are loaded for that.
    """
    if word.isascii() and word.isalnum():
        tokens = [word.lower()]
    elif not word.strip(_PUNCTUATION):
        tokens = []
    else:
        from wordfreq import lossy_tokenize

        tokens = lossy_tokenize(word, "en")
    share = _share(tokens)
    # Three digits of a share are known, two of its logarithm.
    share = round(share, math.floor(-math.log(share, 10)) + 3)
    return round(math.log(share, 10) + 9, 2)


def _share(tokens: Sequence[str]) -> float:
    """The share of several words together: less than that of each; at least the smallest."""
    inverse = 0.0
    for token in tokens:
        # Numbers are counted by their length, and each is estimated as a part of those.
        known = token if token.isalpha() else _numbers().smash_numbers(token)
        part = 1.0 if known == token else _numbers().digit_freq(token)
        share = word_frequencies()[known]
        if not share:
            return _LEAST_SHARE
        inverse += 1.0 / (share * part)
    return max(1.0 / inverse, _LEAST_SHARE) if tokens else _LEAST_SHARE


def _wordfreq_folder() -> Path:
    """Where wordfreq is installed; to import it would load all languages of the world."""
    found = find_spec("wordfreq")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


@cache
def _numbers() -> Any:
    """How wordfreq estimates the frequency of numbers: that one module of it."""
    spec = spec_from_file_location("wordfreq_numbers", _wordfreq_folder() / "numbers.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
