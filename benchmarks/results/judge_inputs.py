"""Write docs/results/judge_inputs.md: what each input of the judge of edits is worth.

    python -m benchmarks.results.judge_inputs

Trees are grown again without one group of features at a time, on the same edits, and measured on
the test part of `edits`. The judge that ships is measured as it is, without its last word, and
without its reader as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import roc_auc_score

from lexical_simplifier import LexicalSimplifier
from seqlab import Simplifier
from seqlab.editing import label_chances, substitution_chances
from seqlab.editing.fitting import (
    Sources,
    TrainingOptions,
    fit_judge,
    judge_report,
    read_levels,
    recall_at,
    training_features,
)
from seqlab.editing.judge.judge import GROUPS, feature_columns
from seqlab.editing.judge.records import Batch, Case
from seqlab.files import atomic_write, data_folder, text_hash
from seqlab.progress import track
from seqlab.provenance import provenance
from seqlab.tables import as_markdown
from seqlab.training.edits import read_edits, read_more_edits

PAGE = Path("docs/results/judge_inputs.md")
MORE = "corpora/verdicts/edits.jsonl.gz"
# So many documents, by a hash, of those that the tagger was not trained on.
_DOCUMENTS = 3000
_SEED = 1
# Deletions are calibrated by themselves, so the judge must know which edits are some.
_TELLS_DELETIONS = "is_delete"
# What each group of features is.
_WHAT = {
    "inventory": "how often the editor of levels put this for that",
    "words": "frequency, familiarity, length, vectors of the words",
    "place": "where in the sentence",
    "forms": "forms and tags before and after",
    "fluency": "n-grams before and after",
    "lexical": "the lexical simplifier's own scores",
    "deletion": "what is deleted from which construction",
    "split": "the text after a split",
    "tagger": "probabilities of the labels over the span",
    "substitution": "probabilities of the substitution labels",
    "verdicts": "earlier verdicts on the same words",
}
Row = dict[str, Any]


def main() -> None:
    """Measure, and write the page."""
    simplifier = Simplifier.load()
    corpus = read_levels(data_folder() / "levels/levels.jsonl.gz", simplifier.syntax)
    seen = set(corpus.documents)
    rows = _rows(seen)
    lexical = LexicalSimplifier.load(threshold=0.0, syntax=simplifier.syntax)
    options = TrainingOptions(seed=_SEED)

    def labels(sentences: Sequence[Sequence[str]]) -> Any:
        names = simplifier.tagger.labels
        found = simplifier.tagger.predict_proba([list(own) for own in sentences])
        for one in track(found, "label", len(sentences)):
            yield label_chances(one, names), substitution_chances(one, names)

    sources = Sources.of(rows, simplifier.syntax, labels, seen)
    columns, tables = training_features(rows, sources, corpus, lexical, options)
    members = _members(sources, tables, rows[0])
    table = []
    for name in ("", *GROUPS):
        left_out = members.get(name, frozenset()) - {_TELLS_DELETIONS}
        kept = {one: own for one, own in columns.items() if one not in left_out}
        judge = fit_judge(rows, kept, tables, options)
        report = judge_report(judge, rows, kept, "test")
        first = [f"without *{name}*: {_WHAT[name]}" if name else "all", str(len(judge.features))]
        values = (report["auc_good"], report["auc_acceptable"], report["recall_at_95"])
        table.append([*first, *(f"{value:.3f}" for value in values)])
        print(table[-1], flush=True)
    tests = [row for row in rows if row["part"] == "test"]
    heads = ["AUC good", "AUC acceptable", "good edits found at 95 %"]
    counts = {part: sum(row["part"] == part for row in rows) for part in ("train", "valid", "test")}
    lines = [
        "# Inputs of the judge",
        "",
        provenance(
            "make results-judge_inputs",
            "edits, levels (CC BY-SA 4.0), `corpora/verdicts`; judged by language models, checked "
            "by no person",
            _SEED,
        ),
        "",
        "## Trees without one group of features",
        "",
        f"Trees of {counts['train']:,} judged edits, calibrated on {counts['valid']:,}, measured "
        f"on the {counts['test']:,} of the test part of `edits`. The tagger is silent on documents "
        f"that it was trained on, so besides `edits` the trees learn from {_DOCUMENTS:,} other "
        "documents. One seed.",
        "",
        as_markdown(["trees", "features", *heads], table),
        "",
        "## The judge that ships",
        "",
        "Its trees learned from all judged edits; the reader reads what they find likely, and the "
        "last word judges once more what both would make.",
        "",
        as_markdown(["judge", *heads], _shipped(simplifier, tests)),
    ]
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(lines) + "\n")
    print(f"written: {PAGE}")


def _rows(seen: set[str]) -> list[Row]:
    """The judged edits of `edits`, and those of some documents that the tagger does not know."""
    rows = read_edits(str(data_folder() / "edits"), ("train", "valid", "test"))
    more = [row for row in read_more_edits(MORE) if row["document"] not in seen]
    chosen = sorted({row["document"] for row in more}, key=text_hash)[:_DOCUMENTS]
    kept = set(chosen)
    return [*rows, *(row for row in more if row["document"] in kept)]


def _members(sources: Sources, tables: Any, row: Row) -> dict[str, frozenset[str]]:
    """The names of the features of each group."""
    tagged = sources.tagged[row["source"]]
    told = next(iter(sources.told.values()))
    batch = Batch(
        [tagged], [Case(0, 0, 1, ("a",))], [told[0]], substitutions=[told[1]], documents=["none"]
    )
    return {name: frozenset(feature_columns(batch, tables, (name,))) for name in GROUPS}


def _shipped(simplifier: Simplifier, rows: Sequence[Row]) -> list[list[str]]:
    judge, table = simplifier.judge, []
    truth = {
        "good": np.array([row["verdict"] == "y" for row in rows]),
        "acceptable": np.array([row["verdict"] in ("y", "s") for row in rows]),
    }
    for name, one in (
        ("as it ships", judge),
        ("without the last word", replace(judge, last_word=None)),
        ("without last word and reader", replace(judge, last_word=None, reader=None)),
    ):
        simplifier.judge = one
        verdicts = simplifier.judge_edits(rows, level="plain")
        told = {key: np.array([getattr(own, key) for own in verdicts]) for key in truth}
        values = [float(roc_auc_score(truth[key], told[key])) for key in truth]
        values.append(
            recall_at(told["acceptable"], told["good"], truth["good"], truth["acceptable"])
        )
        table.append([name, *(f"{value:.3f}" for value in values)])
        print(table[-1], flush=True)
    simplifier.judge = judge
    return table


if __name__ == "__main__":
    main()
