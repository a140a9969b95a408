"""Write docs/results/evaluation.md: our scores of published outputs beside the thesis's tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.results.evaluation_tables import PWKP, TURK, Published
from benchmarks.results.reorder_readings import READINGS, reorder_readings
from seqlab.annotation import AnnotationOptions
from seqlab.evaluation import Bleu, Fkgl, Metric, Operations, Sari, TestSet, load_test_set
from seqlab.files import atomic_write, data_folder, read_lines
from seqlab.progress import track
from seqlab.provenance import provenance
from seqlab.tables import as_markdown

PAGE = Path("docs/results/evaluation.md")
OPERATIONS = ("DELETE", "REORDER", "REPLACE", "COPY")
# The annotation as the thesis describes it: same index, relative index.
AS_THESIS = AnnotationOptions(same_place="index", reorder="relative-index", move_punctuation=True)


def main() -> None:
    turk, pwkp = load_test_set("turkcorpus_test"), load_test_set("pwkp_test")
    with atomic_write(PAGE) as page:
        page.write(_page(turk, pwkp))
    print(PAGE)


def _page(turk: TestSet, pwkp: TestSet) -> str:
    folder = data_folder()
    systems = {
        "turk": _systems(folder / "turkcorpus" / "systems", TURK),
        "pwkp": _systems(folder / "pwkp" / "systems", PWKP),
    }
    lines = [
        "# Evaluation beside the thesis",
        "",
        provenance(
            "python -m benchmarks.results.evaluation",
            "TurkCorpus test (359 sentences, 8 references) and PWKP test (100 sentences) with the "
            "outputs their authors published",
        ),
        "",
        "Scores are with case unless a column says otherwise; Δ is ours less the thesis's.",
        "",
        "## TurkCorpus: SARI and BLEU (thesis Table 3.12)",
        "",
        *_scores(turk, systems["turk"], TURK),
        "With the tokeniser that the thesis used (sacremoses) the published numbers come out to "
        "the second decimal. `13a` parts numbers, hyphens and abbreviations otherwise, which "
        "moves SARI by up to 0.1 and BLEU by up to 0.23. The last column is what EASSE users "
        "report today: lowercased, 13a.",
        "",
        "## PWKP: SARI and BLEU (thesis Table 3.10)",
        "",
        *_scores(pwkp, systems["pwkp"], PWKP),
        "The thesis detokenised and recased these outputs with Moses' scripts and a recaser that "
        "it does not publish; here they are as their authors left them: tokenised, and three of "
        "them in lower case. That explains the rest; with `moses` the order of systems is the "
        "same.",
        "",
        "## FKGL (thesis Tables 3.12 and 3.10)",
        "",
        "### TurkCorpus",
        "",
        *_grades(turk, systems["turk"], TURK),
        "### PWKP",
        "",
        *_grades(pwkp, systems["pwkp"], PWKP),
        "`easse` counts as EASSE does (punctuation is words without syllables, syllables by the "
        "same patterns). What differs is the sentence splitter, NLTK's punkt there and ours here: "
        "where outputs hold one sentence per line the grades agree to 0.05, where systems split "
        "(ACCESS) or leave stray periods they differ. The Reference row of PWKP holds several "
        "tokenised sentences per line: the thesis's 9.74 counts each line as one sentence, ours "
        "counts them as they are. `seqlab` counts words without punctuation, so sentences are "
        "shorter and words longer, and grades are higher throughout.",
        "",
        "## Operations (thesis Tables 3.13 and 3.11)",
        "",
        "F1 of DELETE / REORDER / REPLACE / COPY against the best reference, averaged; a sentence "
        "without the operation counts 0, as in the thesis. *SimAlign* is its argmax method on word "
        "pieces, as in the thesis, with all-MiniLM-L6-v2 where the thesis had BERT; *as thesis* "
        "labels by the thesis's algorithms; *light* is our default aligner.",
        "",
        "### TurkCorpus",
        "",
        *_operations(turk, systems["turk"], TURK),
        "### PWKP",
        "",
        *_operations(pwkp, systems["pwkp"], PWKP),
        "On TurkCorpus DELETE, REPLACE and COPY are mostly within five points of the thesis and "
        "rank systems alike. What differs: (1) the aligner decides which changed words are a "
        "REPLACE and which a DELETE with an ADD. (2) REORDER is far lower here, with any aligner; "
        "see below. Our default asks whether the order of the kept words changed, which it seldom "
        "did. (3) A word is COPY or "
        "REORDER, not both, so where the thesis sees more words moved, its COPY is lower: on PWKP "
        "by 2 to 20 points. Table 3.11 prints 26.99 for both DELETE and COPY of Hybrid; the second "
        "looks like a slip, since the text beside it counts Hybrid's COPY \"amongst the most "
        'accurate".',
        "",
        "### REORDER: how Algorithm 2 can be read",
        "",
        "The algorithm compares a word's index before and after, less the DELETEs and ADDs before "
        "it. As printed it also counts REPLACEs on the source side, which the prose does not say, "
        "and words linked in another order are not the only ones it finds: any shift that is not "
        "counted makes every later word a REORDER. TurkCorpus, *light* aligner:",
        "",
        *_readings(turk, systems["turk"]),
        "## The toy example of Xu et al. (2016)",
        "",
        *_toy(),
    ]
    return "\n".join(lines) + "\n"


def _systems(folder: Path, published: Sequence[Published]) -> dict[str, list[str]]:
    return {row.file: list(read_lines(folder / row.file)) for row in published}


def _scores(
    tests: TestSet, systems: dict[str, list[str]], published: Sequence[Published]
) -> list[str]:
    heads = (
        "System|SARI thesis|SARI moses|Δ|SARI 13a|Δ|BLEU thesis|BLEU moses|Δ|BLEU 13a|SARI 13a lc"
    )
    metrics = [
        Sari(lowercase=False, tokenizer="moses"),
        Sari(lowercase=False),
        Bleu(tokenizer="moses"),
        Bleu(),
        Sari(lowercase=True),
    ]
    rows = []
    for row in track(published, "SARI and BLEU"):
        moses, ours, bleu_moses, bleu, lower = (
            _score(metric, tests, systems[row.file]) for metric in metrics
        )
        rows.append(
            [
                row.name,
                f"{row.sari:.2f}",
                f"{moses:.2f}",
                _signed(moses - row.sari),
                f"{ours:.2f}",
                _signed(ours - row.sari),
                f"{row.bleu:.2f}",
                f"{bleu_moses:.2f}",
                _signed(bleu_moses - row.bleu),
                f"{bleu:.2f}",
                f"{lower:.2f}",
            ]
        )
    same = list(tests.originals)
    copied = [_score(metric, tests, same) for metric in metrics]
    rows.append(
        [
            "*input unchanged*",
            "–",
            f"{copied[0]:.2f}",
            "–",
            f"{copied[1]:.2f}",
            "–",
            "–",
            f"{copied[2]:.2f}",
            "–",
            f"{copied[3]:.2f}",
            f"{copied[4]:.2f}",
        ]
    )
    worst = max(abs(float(row[3])) for row in rows[:-1])
    return [*_table(heads.split("|"), rows), f"Largest |Δ| with `moses`: {worst:.2f}.", ""]


def _grades(
    tests: TestSet, systems: dict[str, list[str]], published: Sequence[Published]
) -> list[str]:
    heads = ["System", "thesis", "`easse`, moses", "Δ", "`easse`, 13a", "`seqlab`"]
    metrics = [Fkgl("easse", "moses"), Fkgl("easse"), Fkgl()]
    rows = []
    for row in published:
        moses, ours, own = (_score(metric, tests, systems[row.file]) for metric in metrics)
        rows.append(
            [
                row.name,
                f"{row.fkgl:.2f}",
                f"{moses:.2f}",
                _signed(moses - row.fkgl),
                f"{ours:.2f}",
                f"{own:.2f}",
            ]
        )
    return _table(heads, rows)


def _operations(
    tests: TestSet,
    systems: dict[str, list[str]],
    published: Sequence[Published],
) -> list[str]:
    heads = ["System", "thesis", "SimAlign, as thesis", "light, as thesis", "light, our default"]
    metrics = [
        Operations("simalign", options=AS_THESIS),
        Operations("light", options=AS_THESIS),
        Operations("light"),
    ]
    rows = []
    for row in track([row for row in published if row.operations], "operations"):
        cells = [" / ".join(f"{value:.1f}" for value in row.operations)]
        for metric in metrics:
            parts = metric.corpus(tests.originals, systems[row.file], tests.references).parts
            cells.append(" / ".join(f"{parts[name]:.1f}" for name in OPERATIONS))
        rows.append([row.name, *cells])
    return _table(heads, rows)


def _readings(tests: TestSet, systems: dict[str, list[str]]) -> list[str]:
    rows, agreement = reorder_readings(tests, systems, TURK)
    rows.append(["*rank correlation with the thesis*", "", *agreement])
    operations = np.array([row.operations[:2] for row in TURK])
    own = _correlation(np.argsort(np.argsort(operations, axis=0), axis=0))
    return [
        *_table(["System", "thesis", *READINGS], rows),
        "No reading gives the thesis's numbers, so the difference is not explained by the choice "
        "of reading alone. In the thesis's own table REORDER goes along with DELETE (rank "
        f"correlation {own:.2f}): EditNTS and DRESS, which delete and do not move words, score "
        "highest, and SBSMT, which hardly deletes, lowest. Its REORDER is, then, in good part the "
        "wake of deletions; which step of its code makes it so cannot be told from the text. We "
        "keep to the prose.",
        "",
    ]


def _correlation(columns: NDArray) -> float:
    """Of the first two columns."""
    return float(np.asarray(np.corrcoef(columns.T))[0, 1])


def _toy() -> list[str]:
    original = "About 95 species are currently accepted."
    references = [
        "About 95 species are currently known.",
        "About 95 species are now accepted.",
        "95 species are now accepted.",
    ]
    rows = []
    for output, printed in (
        ("About 95 you now get in.", "0.2683"),
        ("About 95 species are now accepted.", "–"),
        ("About 95 species are now agreed.", "0.7594"),
        ("About 95 species are currently agreed.", "0.5890"),
    ):
        score = float(Sari(form="sentence").sentence(original, output, references))
        rows.append([output, printed, f"{score / 100:.4f}"])
    return [
        *_table(["Output", "printed", "sentence form"], rows),
        "The three scores of the paper all come out, but the second and third belong to outputs "
        'one step up: 0.7594 is the score of "… now accepted." and 0.5890 that of "… now '
        "agreed.\", which is also what the authors' own script prints for it.",
    ]


def _score(metric: Metric, tests: TestSet, outputs: Sequence[str]) -> float:
    return float(metric.corpus(tests.originals, outputs, tests.references))


def _signed(difference: float) -> str:
    # Rounded first, so that nothing reads -0.00.
    return f"{round(difference, 2) + 0.0:+.2f}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [as_markdown(heads, rows), ""]


if __name__ == "__main__":
    main()
