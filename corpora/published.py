"""Corpora that anyone may download: where from, under which licence, with which checksums.

The checksums are those that the Hugging Face dataset cards of ASSET, TURKCorpus and WikiSplit
record for the publishers' files. Where none is known the registry says so, and `fetch` shows what
came so that it can be pinned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from seqlab.errors import UsageError


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """One file: its name here, its address, and its SHA-256 where it is known."""

    name: str
    url: str
    sha256: str | None = None
    # A zip archive whose content is wanted, not itself.
    unpack: bool = False


@dataclass(frozen=True, slots=True)
class PublishedCorpus:
    """A corpus with its licence; `folder` is where test sets by name look for it."""

    name: str
    title: str
    licence: str
    homepage: str
    files: tuple[PublishedFile, ...]

    @property
    def folder(self) -> str:
        """Its folder in the data folder."""
        return self.name


_RAW = "https://raw.githubusercontent.com"
_TURK = f"{_RAW}/cocoxu/simplification/master/data/turkcorpus"
_HSPLIT = f"{_RAW}/eliorsulem/HSplit-corpus/master/HSplit"
_WIKISPLIT = "https://github.com/google-research-datasets/wiki-split/raw/master"
_ONESTOP = "https://github.com/nishkalavallabhi/OneStopEnglishCorpus"


@lru_cache(maxsize=1)
def published_corpora() -> dict[str, PublishedCorpus]:
    """Every corpus that `fetch` knows, by name."""
    turk = _with_checksums("turkcorpus", _TURK)
    [norm] = [file for file in turk if file.name == "test.8turkers.tok.norm"]
    corpora = (
        PublishedCorpus(
            "asset",
            "ASSET (Alva-Manchego et al. 2020)",
            "CC BY-NC 4.0: not for commercial use",
            "https://github.com/facebookresearch/asset",
            _with_checksums("asset", f"{_RAW}/facebookresearch/asset/main/dataset"),
        ),
        PublishedCorpus(
            "turkcorpus",
            "TurkCorpus (Xu et al. 2016)",
            "GPL-3.0",
            "https://github.com/cocoxu/simplification",
            turk,
        ),
        PublishedCorpus(
            "hsplit",
            "HSplit (Sulem et al. 2018), with TurkCorpus' originals (GPL-3.0)",
            "CC BY-SA 3.0",
            "https://github.com/eliorsulem/HSplit-corpus",
            (
                norm,
                *(
                    PublishedFile(f"HSplit{number}_full", f"{_HSPLIT}/HSplit{number}_full")
                    for number in range(1, 5)
                ),
            ),
        ),
        PublishedCorpus(
            "wikisplit",
            "WikiSplit (Botha et al. 2018)",
            "CC BY-SA 4.0",
            "https://github.com/google-research-datasets/wiki-split",
            _with_checksums("wikisplit", _WIKISPLIT),
        ),
        PublishedCorpus(
            "onestop",
            "OneStopEnglish (Vajjala and Lučić 2018)",
            "CC BY-SA 4.0",
            _ONESTOP,
            # GitHub rebuilds this archive when asked; its checksum is not promised to last.
            (
                PublishedFile(
                    "OneStopEnglishCorpus.zip",
                    f"{_ONESTOP}/archive/refs/heads/master.zip",
                    unpack=True,
                ),
            ),
        ),
    )
    return {corpus.name: corpus for corpus in corpora}


def published_corpus(name: str) -> PublishedCorpus:
    """The corpus called `name`."""
    known = published_corpora()
    if name not in known:
        raise UsageError(f"no corpus {name!r} to fetch; known: {', '.join(known)}")
    return known[name]


def _with_checksums(corpus: str, address: str) -> tuple[PublishedFile, ...]:
    """Files from a list as `sha256sum` writes it."""
    source = resources.files("corpora").joinpath("checksums", f"{corpus}.sha256")
    rows = [line.split() for line in source.read_text(encoding="utf-8").splitlines()]
    return tuple(
        PublishedFile(name, f"{address}/{name}", digest, unpack=name.endswith(".zip"))
        for digest, name in rows
    )
