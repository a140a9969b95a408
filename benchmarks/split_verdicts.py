"""Write the features of judged label splits, from which their judge is fitted.

    python benchmarks/split_verdicts.py [MODEL] [OUT]

The judged proposals name sentences of `levels` and where their tokens change (no text of the
corpus). A split is found again among those that the model's labels propose for its sentence; one
that they no longer propose is left out. `benchmarks/split_judge.py` fits the judge.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from seqlab import Simplifier
from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.judge.split_features import label_split_features
from seqlab.editing.propose.label_splits import label_splits
from seqlab.editing.reading import SourceSentence, read
from seqlab.files import read_jsonl
from seqlab.text import Document, Token, tokenize

FOLDER = Path(__file__).parent / "results" / "data"
PROPOSALS = FOLDER / "judged_proposals.jsonl.gz"
VERDICTS = FOLDER / "label_split_verdicts.jsonl.gz"
_BATCH = 200


def main() -> None:
    """Write the features and say how many of the judged splits have them."""
    model = sys.argv[1] if len(sys.argv) > 1 else "default"
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else VERDICTS
    data = Path(os.environ.get("SEQLAB_DATA", "../shared/data"))
    judged = [row for _, row in read_jsonl(PROPOSALS) if row["operation"] == "split"]
    sources = {row["id"]: row["source"] for _, row in read_jsonl(data / "levels/levels.jsonl.gz")}
    by_sentence = defaultdict(list)
    for row in judged:
        by_sentence[row["sentence"]].append(row)
    rows = [json.dumps(row) for row in found_again(by_sentence, sources, Simplifier.load(model))]
    with gzip.GzipFile(out, "wb", mtime=0) as handle:
        handle.write("".join(f"{row}\n" for row in rows).encode())
    print(f"{len(rows):,} of {len(judged):,} judged splits are proposed by {model}")


def found_again(
    judged: dict[str, list[dict]], sources: dict[str, str], simplifier: Simplifier
) -> list[dict]:
    """Judged splits that the labels propose, with their features."""
    rows, names = [], list(judged)
    for start in range(0, len(names), _BATCH):
        chunk = names[start : start + _BATCH]
        tokens = [
            [t for s in Document.parse(sources[n]).sentences for t in s.tokens] for n in chunk
        ]
        words = [[token.text for token in own] for own in tokens]
        labelled = simplifier.tagger.predict_proba(words)
        analyses = simplifier.syntax.analyse(words)
        for name, own, chances, analysis in zip(chunk, tokens, labelled, analyses, strict=True):
            reading = read(SourceSentence(tuple(own)), analysis, chances, simplifier.tagger.labels)
            wanted = {_after(own, row["regions"]): row for row in judged[name]}
            probabilities = reading.splits("plain")
            if probabilities is None:
                continue
            for split in label_splits(reading.parsed, probabilities):
                parts = edited_sentences(reading.parsed.tokens, [split.edit], reading.parsed.tags)
                texts = (word.text for part in parts for word in part)
                row = wanted.pop(tuple(t.lower() for text in texts for t in tokenize(text)), None)
                if row is not None:
                    features = label_split_features(split, reading.parsed)
                    rows.append(
                        {
                            "sentence": name,
                            "document": row["document"],
                            "cut": split.edit.cut,
                            "verdict": row["verdict"],
                            "features": {k: round(v, 4) for k, v in features.items()},
                        }
                    )
    return rows


def _after(tokens: list[Token], regions: list[tuple[int, int, str]]) -> tuple[str, ...]:
    words: list[str] = []
    done = 0
    for start, end, new in regions:
        words += [*(token.text for token in tokens[done:start]), *new.split()]
        done = end
    words += [token.text for token in tokens[done:]]
    return tuple(word.lower() for word in words)


if __name__ == "__main__":
    main()
