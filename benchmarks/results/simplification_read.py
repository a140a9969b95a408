"""Write docs/results/simplification_read.md: 100 outputs of the default model, read one by one.

    python -m benchmarks.results.simplification_read

The verdicts are in `data/simplification_read.jsonl`: each output was read beside its source.
`clean` is grammatical with at most one small slip, and the meaning kept with at most a minor loss;
`simpler` is clean and at least slightly easier to read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seqlab import Simplifier
from seqlab.files import atomic_write, read_jsonl
from seqlab.provenance import provenance
from seqlab.tables import as_markdown

JUDGED = Path(__file__).parent / "data" / "simplification_read.jsonl"
PAGE = Path("docs/results/simplification_read.md")


def main() -> None:
    judged = [record for _, record in read_jsonl(JUDGED)]
    now = Simplifier.load().simplify_sentences([record["source"] for record in judged])
    with atomic_write(PAGE) as page:
        page.write("\n".join(_lines(judged, now)) + "\n")
    print(PAGE)


def _lines(judged: list[dict[str, Any]], now: list[str]) -> list[str]:
    clean = sum(record["clean"] for record in judged)
    simpler = sum(record["simpler"] for record in judged)
    changed = [record for record in judged if record["output"] != record["source"]]
    same = sum(record["output"] == text for record, text in zip(judged, now, strict=True))
    bad = [record for record in judged if not record["clean"]]
    return [
        "# One hundred outputs, read one by one",
        "",
        provenance(
            "python -m benchmarks.results.simplification_read",
            "ASSET validation, 100 of the sentences whose outputs nobody read while the model was "
            "made",
            seed=13,
        ),
        "",
        "*Clean*: grammatical, at most one small slip, and the meaning kept, at most a minor loss. "
        "*Clean and simpler*: and at least slightly easier. A sentence that came back as it was is "
        "clean, and not simpler. The verdicts are those of one reader, a language model, which was "
        "shown source and output and nothing of how they were made; a person may judge otherwise. "
        "This is the fifth hundred that was read: the others led to changes, so they became "
        "development data, and what this one showed was fixed afterwards in single words.",
        "",
        as_markdown(
            ["outputs", "changed", "clean", "clean and simpler"],
            [[len(judged), len(changed), clean, simpler]],
            align="rrrr",
        ),
        "",
        f"The goal is 85 clean and 45 clean and simpler. Of these outputs, {same} are still what "
        "the model in this version writes.",
        "",
        "## Not clean",
        "",
        *[line for record in bad for line in (*_pair(record), f"  {record['note']}", "")],
        "## Changed and clean",
        "",
        "`+` simpler, `=` no gain.",
        "",
        *[
            line
            for record in changed
            if record["clean"]
            for line in (
                *_pair(record, "+" if record["simpler"] else "="),
                *([f"  {record['note']}"] if "note" in record else []),
                "",
            )
        ],
        "## Left as they were",
        "",
        *[
            f"- {record['line']}: {record['source']}"
            for record in judged
            if record["output"] == record["source"]
        ],
    ]


def _pair(record: dict[str, Any], sign: str = "−") -> list[str]:
    return [
        f"- **{record['line']}** {sign}  ",
        f"  {record['source']}  ",
        f"  → {record['output']}  ",
    ]


if __name__ == "__main__":
    main()
