"""Tokenisers for scoring: `13a` (WMT's mteval-v13a, as sacreBLEU has it), `moses` and `none`.

13a is applied to all lines at once: a few passes over one long text instead of four regular
expressions for every sentence. A space on either side of each line keeps lines from touching.
`moses` is sacremoses', which the tables of the thesis were made with: an extra, and slow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from seqlab.errors import UsageError

Tokenizer = Literal["13a", "moses", "none"]
TOKENIZERS: tuple[Tokenizer, ...] = ("13a", "moses", "none")

_ENTITIES = ((b"&quot;", b'"'), (b"&amp;", b"&"), (b"&lt;", b"<"), (b"&gt;", b">"))
# The ASCII punctuation that always stands alone: { to ~, [ to `, ! to &, ( to +, : to @, and /.
_ALONE = tuple(bytes([code]) for code in b'{|}~[\\]^_`!"#$%&()*+:;<=>?@/')
# 13a's own rules: period and comma stay inside numbers; a dash leaves the digit before it.
_AFTER_NO_DIGIT = re.compile(rb"([^0-9])([.,])")
_BEFORE_NO_DIGIT = re.compile(rb"([.,])([^0-9])")
_DASH = re.compile(rb"-(?<=[0-9]-)")
# The same for texts where no run of periods and commas touches a digit, which is nearly all:
# whatever is not between two digits stands alone. Matches do not overlap, hence the difference.
_KINDS = bytes.maketrans(b"123456789,", b"000000000.")
_RUN_BEFORE_DIGIT = b"..0"
_DECIMAL = re.compile(rb"\.(?<=[0-9]\.)(?=[0-9])")
_THOUSANDS = re.compile(rb",(?<=[0-9],)(?=[0-9])")
# Stand-ins for the period and comma of numbers; texts that hold them take the slow way.
_PERIOD, _COMMA = b"\x10", b"\x11"


def tokenize_lines(
    lines: Sequence[str], tokenizer: Tokenizer = "13a", lowercase: bool = False
) -> list[list[str]]:
    """The tokens of every line."""
    text = spaced_text(lines, "\n", tokenizer, lowercase)
    return [line.split() for line in text.split("\n")] if lines else []


def spaced_text(lines: Sequence[str], separator: str, tokenizer: Tokenizer, lowercase: bool) -> str:
    """All lines as one text in which white space parts the tokens and `separator` the lines."""
    if tokenizer not in TOKENIZERS:
        raise UsageError(f"no tokeniser {tokenizer!r}; known: {', '.join(TOKENIZERS)}")
    if tokenizer == "moses":
        lines = [_tokenize_moses(line.lower() if lowercase else line) for line in lines]
    text = f" {separator} ".join(lines)
    if "\n" in text and tokenizer == "13a" and separator != "\n":
        text = f" {separator} ".join(_one_line(line) for line in lines)
    if text.count(separator) != len(lines) - 1:
        text = f" {separator} ".join(_one_line(line).replace(separator, " ") for line in lines)
    if lowercase:
        text = text.lower()
    return _tokenize_13a(f" {text} ") if tokenizer == "13a" else text


@lru_cache(maxsize=50_000)
def _tokenize_moses(line: str) -> str:
    return str(_moses().tokenize(line, return_str=True, escape=False))


@lru_cache(maxsize=1)
def _moses() -> Any:
    try:
        from sacremoses import MosesTokenizer
    except ImportError:
        raise UsageError(
            "tokeniser 'moses' needs sacremoses; pip install 'seqlab[evaluation]'"
        ) from None
    return MosesTokenizer(lang="en")


def _one_line(line: str) -> str:
    return line.replace("-\n", "").replace("\n", " ")


def _tokenize_13a(text: str) -> str:
    # Every rule is about ASCII, and replacing bytes is ten times faster than characters.
    data = text.encode("utf-8", "surrogatepass").replace(b"<skipped>", b"")
    if b"&" in data:
        for entity, character in _ENTITIES:
            data = data.replace(entity, character)
    for character in _ALONE:
        if character in data:
            data = data.replace(character, b" " + character + b" ")
    if _RUN_BEFORE_DIGIT in data.translate(_KINDS) or _PERIOD in data or _COMMA in data:
        data = _AFTER_NO_DIGIT.sub(rb"\1 \2 ", data)
        data = _BEFORE_NO_DIGIT.sub(rb" \1 \2", data)
    else:
        data = _DECIMAL.sub(_PERIOD, data).replace(b".", b" . ").replace(_PERIOD, b".")
        data = _THOUSANDS.sub(_COMMA, data).replace(b",", b" , ").replace(_COMMA, b",")
    return _DASH.sub(b" - ", data).decode("utf-8", "surrogatepass")
