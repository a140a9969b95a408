"""`corpora describe`: counts by hand, pages with pictures, and one line about what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpora import Pair
from seqlab.cli import main
from seqlab.errors import UsageError
from seqlab.evaluation import DescribeOptions, describe_pairs, description_tables

PAIRS = [
    Pair(("The big dog barked.",), ("The big dog barked.",)),
    Pair(("The big dog barked.",), ("The dog barked.",), reference=1),
    Pair(
        ("He slept and she ran.",),
        ("He slept.", "She ran."),
    ),
    Pair(("They commenced work.",), ("They started work.",)),
    Pair(("It rained.",), ("it rained.",)),
]
QUICK = DescribeOptions(syntax="none")


def test_counts_operations_and_combinations() -> None:
    found = describe_pairs("toy", PAIRS, QUICK)
    assert (found.originals, found.pairs, found.looked_at) == (4, 5, 5)
    assert found.kinds == {"identical": 1, "1-1": 3, "1-N": 1}
    assert (found.source_tokens, found.target_tokens) == (5 + 5 + 6 + 4 + 3, 5 + 4 + 6 + 4 + 3)
    # "big", and the "and" that a split leaves behind, as the thesis remarks.
    assert found.operations["DELETE"] == 2
    assert found.operations["REPLACE"] == 1
    assert found.operations["SPLIT"] == 1
    assert found.combinations["none",] == 1
    assert sum(found.combinations.values()) == 5
    assert found.transformations["exact match"] == pytest.approx(1 / 5)
    assert found.transformations["sentence splitting"] == pytest.approx(1 / 5)
    assert found.transformations["word deletion only"] == pytest.approx(1 / 5)


def test_with_syntax_phrases_and_clauses_are_counted() -> None:
    pair = Pair(("The dog, which was very old, barked.",), ("The dog barked.",))
    found = describe_pairs("toy", [pair])
    assert found.phrases["DC"] == 1
    assert found.features["tree depth ratio"][0] < 1


def test_a_sample_is_the_same_for_the_same_seed_and_of_the_asked_size() -> None:
    many = [Pair((f"Number {n} is {'very ' * (n % 4)}big.",), (f"{n} is big.",)) for n in range(90)]
    options = DescribeOptions(sample=20, seed=3, syntax="none")
    first, second = (describe_pairs("toy", iter(many), options) for _ in range(2))
    assert first.looked_at == 20
    assert first.pairs == 90
    assert first.to_json() == second.to_json()


def test_no_pairs_and_empty_sides() -> None:
    with pytest.raises(UsageError, match="toy: no pairs"):
        describe_pairs("toy", [Pair(("",), ("",))], QUICK)
    with pytest.raises(UsageError, match="0 or more"):
        DescribeOptions(sample=-1)


def test_tables_have_a_column_for_each_corpus() -> None:
    described = [describe_pairs(name, PAIRS, QUICK) for name in ("one", "two")]
    tables = description_tables(described)
    assert [title for title, *_ in tables] == [
        "Size",
        "Operations",
        "Combinations of operations",
        "Transformations",
        "Features",
    ]
    for _, _, heads, rows in tables:
        assert heads == ["", "one", "two"]
        assert all(len(row) == 3 and row[1] == row[2] for row in rows)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "toy.tsv"
    path.write_text("".join(f"{pair.source}\t{pair.target}\n" for pair in PAIRS))
    return path


def test_the_command_writes_a_page_with_pictures_inside(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    options = ["--describe.syntax", "none", "--out", str(page)]
    assert main(["corpora", "describe", f"A={corpus},B={corpus}", *options]) == 0
    assert "Combinations of operations" in capsys.readouterr().out
    html = page.read_text()
    assert html.count("data:image/png;base64,") == 3
    assert "<th>A</th><th>B</th>" in html
    assert "http://" not in html.replace("http-equiv", "")
    assert "https://" not in html


def test_the_command_writes_numbers(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "numbers.json"
    command = ["corpora", "describe", str(corpus), "--describe.syntax", "none", "--out", str(out)]
    assert main(command) == 0
    [described] = json.loads(out.read_text())
    assert described["name"] == "toy.tsv"
    assert described["pairs"] == 5


def test_a_corpus_that_is_not_there_or_an_odd_output(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["corpora", "describe", f"{corpus},{tmp_path / 'none'}"]) == 1
    assert "no such file or folder" in capsys.readouterr().err
    assert main(["corpora", "describe", str(corpus), "--out", "page.pdf"]) == 2
    assert "writes .html or .json" in capsys.readouterr().err
