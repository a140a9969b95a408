"""The table of formats: the file names that give each away, and its readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from corpora.article import LevelledDocument
from corpora.options import ReadOptions
from corpora.pair import Pair
from corpora.readers import (
    levelled,
    levels,
    multireference,
    newsela,
    newsela_aligned,
    onestop,
    ucca,
)
from corpora.readers.compression import read_google_compression
from corpora.readers.parallel import (
    SUFFIXES,
    parallel_files,
    read_csv,
    read_jsonl_pairs,
    read_parallel,
    read_tsv,
)
from corpora.readers.wikipedia import (
    SENTENCE_MARK,
    SPLIT_MARK,
    read_kauchak,
    read_medical,
    read_pwkp,
    read_wiki_auto,
    read_wikilarge,
    read_wikipedia_pairs,
    read_wikismall,
    read_wikisplit,
)
from seqlab.errors import DataError
from seqlab.files import read_lines

DocumentReader = Callable[[Path, ReadOptions], Iterator[LevelledDocument]]
PairReader = Callable[[Path, ReadOptions], Iterator[Pair]]


@dataclass(frozen=True, slots=True)
class Format:
    """How a corpus is recognised and read."""

    name: str
    title: str
    # File names, relative to the corpus's folder, that give it away.
    patterns: tuple[str, ...]
    documents: DocumentReader | None = None
    pairs: PairReader | None = None
    # Where file names are shared by several corpora, what more must hold of a file.
    holds: Callable[[Path], bool] = lambda file: True
    # Whether every row says which of train, valid and test it is of.
    has_parts: bool = False

    def recognises(self, path: Path) -> bool:
        """Whether `path`, a file or a folder, looks like this corpus."""
        if path.is_file():
            ends = {pattern.rpartition("/")[2] for pattern in self.patterns}
            return any(fnmatch(path.name, end) for end in ends) and self.holds(path)
        return any(
            self.holds(file)
            for pattern in self.patterns
            for file in sorted(path.glob(pattern))[:3]
            if file.is_file()
        )


def _first_line(file: Path) -> str:
    try:
        return next(read_lines(file), "")
    except DataError:
        return ""


def _is_manual(file: Path) -> bool:
    return _first_line(file).partition("\t")[0] in newsela_aligned.LABELS


def _is_newsela_manual(file: Path) -> bool:
    cells = _first_line(file).split("\t")
    ids = newsela_aligned.parse_id(cells[1]) if len(cells) > 1 else None
    return _is_manual(file) and ids is not None and bool(ids.language)


def _near(name: str, file: Path) -> bool:
    """Whether one of the folders right above the file is called so."""
    return any(name in folder.name.lower() for folder in list(file.resolve().parents)[:3])


def _is_newsela_auto(file: Path) -> bool:
    return file.suffix == ".tsv" or _near("newsela", file)


def _is_wikisplit(file: Path) -> bool:
    return file.suffix != ".tsv" or SPLIT_MARK in _first_line(file)


def _is_wiki_auto(file: Path) -> bool:
    if file.suffix == ".tsv":
        named = fnmatch(file.resolve().parent.name, "full_*_split")
        return named or SENTENCE_MARK in _first_line(file)
    return _near("wiki-auto", file) or _near("wiki_auto", file)


def _has_counterpart(file: Path) -> bool:
    return bool(parallel_files(file))


_MANUAL = ("train.tsv", "dev.tsv", "test.tsv")
_ONESTOP_PAIRS = ("adv-int.tsv", "adv-ele.tsv", "int-ele.tsv", "ADV-*.txt", "ELE-INT.txt")

# In the order in which they are tried: names that say most come first.
FORMATS: dict[str, Format] = {
    known.name: known
    for known in (
        Format(
            "newsela",
            "Newsela article corpus (2016-01-29), or articles in its layout",
            ("articles_metadata.csv", "articles/*.??.[0-9].txt", "*.??.[0-9].txt"),
            documents=newsela.read_newsela,
        ),
        Format(
            "newsela-2015",
            "Newsela sentence alignments (2015-03-02)",
            ("*.aligned.sents.txt", "*/*.aligned.sents.txt"),
            pairs=newsela_aligned.read_newsela_2015,
        ),
        Format(
            "newsela-manual",
            "Newsela-Manual (Jiang et al. 2020)",
            tuple(f"{at}{n}" for n in _MANUAL for at in ("", "all/", "newsela-manual/all/")),
            pairs=newsela_aligned.read_newsela_manual,
            holds=_is_newsela_manual,
        ),
        Format(
            "wiki-manual",
            "Wiki-Manual (Jiang et al. 2020)",
            tuple(f"{at}{name}" for name in _MANUAL for at in ("", "wiki-manual/")),
            pairs=newsela_aligned.read_wiki_manual,
            holds=lambda file: _is_manual(file) and not _is_newsela_manual(file),
        ),
        Format(
            "newsela-auto",
            "Newsela-Auto (Jiang et al. 2020)",
            (
                newsela_aligned.NEWSELA_AUTO,
                f"all_data/{newsela_aligned.NEWSELA_AUTO}",
                f"newsela-auto/all_data/{newsela_aligned.NEWSELA_AUTO}",
                "ACL2020/*.src",
                "newsela-auto/ACL2020/*.src",
                "*.src",
                "*.dst",
            ),
            pairs=newsela_aligned.read_newsela_auto,
            holds=_is_newsela_auto,
        ),
        Format(
            "onestop",
            "OneStopEnglish (Vajjala and Lučić 2018)",
            (
                "texts/adv/*.txt",
                "adv/*.txt",
                f"{onestop.PUBLISHED_TEXTS}/Adv-Txt/*.txt",
                "Adv-Txt/*.txt",
                *(f"{at}{n}" for n in _ONESTOP_PAIRS for at in ("", "aligned/")),
                *(f"{onestop.PUBLISHED_PAIRS}/{name}" for name in _ONESTOP_PAIRS),
            ),
            documents=onestop.read_onestop,
            pairs=onestop.read_onestop_pairs,
            holds=lambda file: onestop.is_article(file) or onestop.is_pair_file(file),
        ),
        Format(
            "hsplit",
            "HSplit (Sulem et al. 2018)",
            ("hsplit.tok.src", "HSplit[0-9]_full"),
            pairs=multireference.read_hsplit,
        ),
        Format(
            "asset",
            "ASSET (Alva-Manchego et al. 2020)",
            ("asset.*.orig", "asset.*.simp.[0-9]"),
            pairs=multireference.read_asset,
        ),
        Format(
            "turkcorpus",
            "TurkCorpus (Xu et al. 2016)",
            (
                "*.truecase.detok.orig",
                "*.truecase.detok.simp.[0-9]",
                "*.8turkers.tok.norm",
                "*.8turkers.tok.turk.[0-9]",
            ),
            pairs=multireference.read_turkcorpus,
        ),
        Format(
            "wikilarge",
            "WikiLarge (Zhang and Lapata 2017)",
            ("wiki.full.aner.*.src", "wiki.full.aner.*.dst"),
            pairs=read_wikilarge,
        ),
        Format(
            "wikismall",
            "WikiSmall (Zhang and Lapata 2017)",
            ("PWKP_108016.tag.80.aner.*.src", "PWKP_108016.tag.80.aner.*.dst"),
            pairs=read_wikismall,
        ),
        Format(
            "pwkp",
            "PWKP (Zhu et al. 2010)",
            ("pwkp.*.orig", "pwkp.*.simp", "PWKP_108016"),
            pairs=read_pwkp,
        ),
        Format(
            "kauchak",
            "Kauchak (2013) sentence alignments",
            ("normal.aligned", "simple.aligned"),
            pairs=read_kauchak,
        ),
        Format(
            "wikisplit",
            "WikiSplit (Botha et al. 2018)",
            ("wikisplit.*.orig", "wikisplit.*.split", "*.tsv"),
            pairs=read_wikisplit,
            holds=_is_wikisplit,
        ),
        Format(
            "googlecomp",
            "Google sentence compression (Filippova and Altun 2013)",
            (
                "sent-comp.*.json*",
                "comp-data.*.json*",
                "googlecomp.*.orig",
                "googlecomp.*.comp",
            ),
            pairs=read_google_compression,
        ),
        Format(
            "wiki-auto",
            "Wiki-Auto (Jiang et al. 2020)",
            (
                "GEM2021/full_*_split/*.tsv",
                "full_*_split/*.tsv",
                "ACL2020/*.src",
                "*.tsv",
                "*.src",
                "*.dst",
            ),
            pairs=read_wiki_auto,
            holds=_is_wiki_auto,
        ),
        Format(
            "wikipedia",
            "pairs gathered from several Wikipedia corpora: source TAB complex TAB simple",
            ("pairs.tsv", "pairs.tsv.gz"),
            pairs=read_wikipedia_pairs,
            holds=lambda file: _first_line(file).count("\t") == 2,
        ),
        Format(
            "levels",
            "levels: each sentence rewritten at two levels by one editor",
            ("levels.jsonl", "levels.jsonl.gz"),
            pairs=levels.read_levels,
            has_parts=True,
        ),
        Format(
            "splits",
            "splits: each sentence split and otherwise unchanged",
            ("splits.jsonl", "splits.jsonl.gz"),
            pairs=levels.read_single_splits,
            has_parts=True,
        ),
        Format(
            "medical",
            "medical Wikipedia sentences aligned by experts",
            ("expert_fully_aligned.tsv", "expert_fully_aligned.tsv.gz"),
            pairs=read_medical,
        ),
        Format(
            "ucca",
            "UCCA passages in XML (Abend and Rappoport 2013): scenes, not pairs",
            ("*.xml", "xml/*.xml", *(f"*{end}" for end in ucca.ARCHIVES)),
            documents=ucca.read_ucca_documents,
            holds=ucca.is_ucca,
        ),
        Format(
            "levelled",
            "articles called <name>.<level>.txt",
            ("*.*.txt",),
            documents=levelled.read_levelled_folder,
        ),
        Format(
            "parallel",
            "two text files, line by line",
            tuple(f"*{end}{z}" for two in SUFFIXES for end in two for z in ("", ".gz", ".xz")),
            pairs=read_parallel,
            holds=_has_counterpart,
        ),
        Format("jsonl", "pairs as JSON objects", ("*.jsonl", "*.jsonl.gz"), pairs=read_jsonl_pairs),
        Format("tsv", "complex TAB simple", ("*.tsv", "*.tsv.gz"), pairs=read_tsv),
        Format("csv", "complex,simple", ("*.csv", "*.csv.gz"), pairs=read_csv),
    )
}
