"""Writes docs/results/sentence_alignment.md: both methods on OneStopEnglish, all level pairs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.results.onestop_checked import (
    SEED,
    Checked,
    Link,
    Precision,
    checksum,
    precision,
    read_sheet,
)
from benchmarks.results.onestop_reference import (
    LEVEL_PAIRS,
    Row,
    is_development,
    letters,
    published_rows,
    recall,
)
from corpora import Pair, read_levelled
from corpora.alignment import METHODS, KindTable, Method, align_texts, article_sentences
from corpora.alignment import Text as AlignmentText
from seqlab.files import atomic_write, data_folder
from seqlab.provenance import provenance
from seqlab.tables import as_markdown

PAGE = Path("docs/results/sentence_alignment.md")

# Article → level → its sentences.
Articles = Mapping[str, Mapping[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Run:
    """What one method put out, and the processor time it took from the files on."""

    method: Method
    links: tuple[Link, ...]
    table: KindTable
    seconds: float


def read_texts() -> dict[str, dict[str, AlignmentText]]:
    """Article → level → paragraphs of sentences."""
    return {
        document.document: {
            level: article_sentences(article) for level, article in document.versions.items()
        }
        for document in read_levelled(data_folder() / "onestop" / "texts")
    }


def flat(texts: Mapping[str, Mapping[str, AlignmentText]]) -> Articles:
    """The sentences without their paragraphs."""
    return {
        name: {
            level: [sentence for paragraph in text for sentence in paragraph]
            for level, text in levels.items()
        }
        for name, levels in texts.items()
    }


def read_articles() -> Articles:
    """Article → level → sentences."""
    return flat(read_texts())


def run(method: Method) -> Run:
    """Read, split and align all articles at all pairs of levels."""
    started = time.process_time()
    texts = read_texts()
    articles = flat(texts)
    links = tuple(
        Link(name, levels, group.sources, group.targets)
        for name, versions in texts.items()
        for levels in LEVEL_PAIRS
        if versions.keys() >= set(levels)
        for group in align_texts(versions[levels[0]], versions[levels[1]], method)
    )
    seconds = time.process_time() - started
    table = KindTable()
    by_levels = sorted(links, key=lambda link: LEVEL_PAIRS.index(link.levels))
    for _ in table.counting(pair_of(link, articles) for link in by_levels):
        pass
    return Run(method, links, table, seconds)


def pair_of(link: Link, articles: Articles) -> Pair:
    """The sentences that the numbers stand for."""
    source, target = (articles[link.document][level] for level in link.levels)
    return Pair(
        tuple(source[number] for number in link.sources),
        tuple(target[number] for number in link.targets),
        levels=link.levels,
    )


def held_out_links() -> list[set[Link]]:
    """What each method links in the articles that were not used for tuning."""
    runs = [run(method) for method in METHODS]
    return [{link for link in run.links if not is_development(link.document)} for run in runs]


def main() -> None:
    """Measure and write the page."""
    articles = read_articles()
    as_letters = {
        name: {level: [letters(s) for s in text] for level, text in levels.items()}
        for name, levels in articles.items()
    }
    rows = list(published_rows(data_folder() / "onestop" / "aligned", as_letters))
    runs = [run(method) for method in METHODS]
    checked = read_sheet()
    usable = [row for row in checked if _is_current(row, articles)]
    page = [
        "# Sentence alignment",
        "",
        provenance(
            "python -m benchmarks.results.sentence_alignment",
            f"OneStopEnglish, {len(articles)} articles, {sum(map(len, articles.values()))} texts, "
            "all level pairs",
            f"{SEED} (the draw of the pairs judged)",
        ),
        "",
        *_summary(runs, rows, usable, articles),
        *_recall_section(runs, rows, articles),
        *_precision_section(runs, checked, usable, articles),
        *_kinds_section(runs),
    ]
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(page) + "\n")


def _is_current(row: Checked, articles: Articles) -> bool:
    """Whether the numbers still stand for the sentences that were judged."""
    source, target = (articles[row.link.document][level] for level in row.link.levels)
    if row.link.sources[-1] >= len(source) or row.link.targets[-1] >= len(target):
        return False
    pair = pair_of(row.link, articles)
    return checksum(pair.sources, pair.targets) == row.checksum


def _outputs(run: Run, articles: Articles) -> dict[tuple[str, tuple[str, str]], list]:
    """Article and levels → the letters of both sides of each pair."""
    outputs: dict[tuple[str, tuple[str, str]], list[tuple[str, str]]] = {}
    for link in run.links:
        pair = pair_of(link, articles)
        outputs.setdefault((link.document, link.levels), []).append(
            (letters(pair.source), letters(pair.target))
        )
    return outputs


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [as_markdown(header, rows), ""]


def _summary(
    runs: Sequence[Run], rows: Sequence[Row], checked: Sequence[Checked], articles: Articles
) -> list[str]:
    cells = []
    for run in runs:
        found = recall(rows, _outputs(run, articles))
        judged = precision([row for row in checked if row.sample == "union"], set(run.links))
        cells.append(
            [
                f"`{run.method}`",
                f"{len(run.links):,}",
                f"{found.recovered / found.rows:.1%}",
                f"{found.exact / found.rows:.1%}",
                judged.share("correct"),
                judged.share("correct", "partial"),
                f"{run.seconds:.1f}",
            ]
        )
    header = (
        "method",
        "pairs",
        "recall",
        "recall, exact",
        "precision",
        "precision with partial",
        "seconds of one core",
    )
    return [
        "`vicinity` is the method of the thesis (sections 2.2.2, 3.1.1; Paetzold and Specia 2016), "
        "`dynamic` ours and the default. Seconds are processor time and include reading and "
        "sentence splitting.",
        "",
        *_table(header, cells),
    ]


def _recall_section(runs: Sequence[Run], rows: Sequence[Row], articles: Articles) -> list[str]:
    findable = [row for row in rows if row.article]
    apart = [r for r in rows if r.source_articles and r.target_articles and not r.article]
    held_out = [row for row in rows if not (row.article and is_development(row.article))]
    distinct = list(dict.fromkeys(rows))
    parts: list[tuple[str, Sequence[Row]]] = [
        ("all rows", rows),
        *(
            (f"all rows, {high}→{low}", [row for row in rows if row.levels == (high, low)])
            for high, low in LEVEL_PAIRS
        ),
        ("distinct rows", distinct),
        ("rows whose sentences are in the articles", findable),
        ("rows outside the articles used for tuning", held_out),
        ("of these, in the articles", [row for row in held_out if row.article]),
    ]
    outputs = {run.method: _outputs(run, articles) for run in runs}
    cells = []
    for name, part in parts:
        line = [name, f"{len(part):,}"]
        for run in runs:
            found = recall(part, outputs[run.method])
            line += [f"{found.recovered / found.rows:.1%}", f"{found.exact / found.rows:.1%}"]
        cells.append(line)
    header = ["rows", "number"]
    for run in runs:
        header += [f"`{run.method}`", f"`{run.method}`, exact"]
    return [
        "## Recall of the published pairs",
        "",
        "The rows of `onestop/aligned/*.tsv` are what the corpus's authors aligned: similar single "
        "sentences. A row is recovered when one output pair of the same article and levels holds "
        "its complex sentence on the one side and its simple sentence on the other, and exactly "
        "recovered when the pair holds nothing else. Texts are compared by their letters a–z, "
        "because the published pairs lost punctuation, accented letters and the ligatures fi and "
        "fl.",
        "",
        f"Of {len(rows):,} rows ({len(rows) - len(distinct):,} of them repeat another) "
        f"{len(rows) - len(findable):,} cannot be recovered by any aligner: in {len(apart):,} the "
        "two sentences are in different articles, and in "
        f"{len(rows) - len(findable) - len(apart):,} a sentence is in no article at its level. "
        f"The best possible recall of all rows is {len(findable) / len(rows):.1%}.",
        "",
        *_table(header, cells),
    ]


def _precision_section(
    runs: Sequence[Run], checked: Sequence[Checked], usable: Sequence[Checked], articles: Articles
) -> list[str]:
    def line(name: str, judged: Precision) -> list[str]:
        counts = [str(judged.counts[key]) for key in judged.counts]
        return [name, str(judged.judged), *counts, judged.share("correct")]

    fair = [row for row in usable if row.sample == "union"]
    changed = [row for row in fair if pair_of(row.link, articles).kind != "identical"]
    groups = [row for row in fair if len(row.link.sources) + len(row.link.targets) > 2]
    cells = []
    for run in runs:
        output = set(run.links)
        cells += [
            line(f"`{run.method}`", precision(fair, output)),
            line(f"`{run.method}`, not identical", precision(changed, output)),
            line(f"`{run.method}`, 1-N and N-1", precision(groups, output)),
        ]
    for run in runs:
        others = {link for other in runs if other is not run for link in other.links}
        only = [link for link in set(run.links) - others if not is_development(link.document)]
        name = f"only `{run.method}` ({len(only):,} pairs)"
        cells.append(line(name, precision(usable, set(only))))
    return [
        "## Precision by reading",
        "",
        f"{sum(row.sample == 'union' for row in checked)} pairs were drawn from all that either "
        "method put out on the articles that were not used for tuning, and "
        f"{sum(row.sample == 'differ' for row in checked)} more from what only one of them put "
        "out; one reader judged them all. `correct`: the sides say the same, though the simple "
        "one may leave something out or explain it. `partial`: a sentence of the group is missing "
        "or one too many. `wrong`: they say different things. The sheet holds article and "
        "sentence numbers (`benchmarks/results/data/onestop_pairs_checked.tsv`); "
        f"{len(checked) - len(usable)} of its {len(checked)} rows no longer match the sentence "
        "splitter and are left out. Precision is the share of `correct`, with its 95 % interval; "
        "the last two rows show where the methods differ.",
        "",
        *_table(("pairs of", "judged", "correct", "partial", "wrong", "precision"), cells),
    ]


def _kinds_section(runs: Sequence[Run]) -> list[str]:
    lines = ["## Kinds per level pair", "", "As in the thesis, Table 3.1.", ""]
    for run in runs:
        lines += [f"`{run.method}`:", "", run.table.markdown()]
    return lines


if __name__ == "__main__":
    main()
