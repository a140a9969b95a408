"""The sample corpus: complete, in Newsela's layout, and simpler with each version."""

import csv
import re
from collections import defaultdict
from pathlib import Path

import corpora

SAMPLE = Path(corpora.__file__).parent / "sample"
VERSIONS = ["0", "1", "2", "3"]


def metadata() -> list[dict[str, str]]:
    with (SAMPLE / "articles_metadata.csv").open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def article(row: dict[str, str]) -> str:
    return (SAMPLE / "articles" / row["filename"]).read_text(encoding="utf-8")


def words_per_sentence(texts: list[str]) -> float:
    """Mean length by a one-line splitter: good enough to compare versions."""
    prose = [
        line for text in texts for line in text.splitlines() if line and not line.startswith("## ")
    ]
    sentences = [part for line in prose for part in re.split(r"(?<=[.!?])[”’\"')]*\s+", line)]
    return sum(len(sentence.split()) for sentence in sentences) / len(sentences)


def test_every_article_has_four_versions_of_falling_grade() -> None:
    grades: dict[str, dict[str, float]] = defaultdict(dict)
    for row in metadata():
        grades[row["slug"]][row["version"]] = float(row["grade_level"])
    assert len(grades) >= 20
    for slug, by_version in grades.items():
        assert sorted(by_version) == VERSIONS, slug
        falling = [by_version[version] for version in VERSIONS]
        assert falling == sorted(set(falling), reverse=True), slug


def test_metadata_and_files_match() -> None:
    rows = metadata()
    assert list(rows[0]) == ["slug", "language", "title", "grade_level", "version", "filename"]
    for row in rows:
        assert row["filename"] == f"{row['slug']}.{row['language']}.{row['version']}.txt"
        assert row["title"].strip()
    named = [row["filename"] for row in rows]
    assert sorted(named) == sorted(path.name for path in (SAMPLE / "articles").iterdir())


def test_texts_are_paragraphs_separated_by_blank_lines() -> None:
    for row in metadata():
        text = article(row)
        assert text.endswith("\n"), row["filename"]
        assert not set("\t\r") & set(text), row["filename"]
        paragraphs = text.strip().split("\n\n")
        assert len(paragraphs) >= 5, row["filename"]
        for paragraph in paragraphs:
            assert [paragraph.strip()] == paragraph.splitlines(), row["filename"]
        assert any(paragraph.startswith("## ") for paragraph in paragraphs), row["filename"]


def test_sentences_shorten_with_each_version() -> None:
    lengths = [
        words_per_sentence([article(row) for row in metadata() if row["version"] == version])
        for version in VERSIONS
    ]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 1.8 * lengths[-1]


def test_sentences_shorten_within_each_article() -> None:
    by_slug: dict[str, dict[str, float]] = defaultdict(dict)
    for row in metadata():
        by_slug[row["slug"]][row["version"]] = words_per_sentence([article(row)])
    for slug, lengths in by_slug.items():
        falling = [lengths[version] for version in VERSIONS]
        assert falling == sorted(falling, reverse=True), slug


def test_the_dedication_ships_with_the_corpus() -> None:
    assert "CC0 1.0" in (SAMPLE / "LICENSE").read_text(encoding="utf-8")


def test_the_readme_counts_are_the_corpus_s() -> None:
    readme = (SAMPLE / "README.md").read_text(encoding="utf-8")
    rows = metadata()
    assert f"{len({row['slug'] for row in rows})} articles" in readme
    assert f"({len(rows)} texts)" in readme
    for version in VERSIONS:
        texts = [article(row) for row in rows if row["version"] == version]
        prose = [line for text in texts for line in text.splitlines() if not line.startswith("## ")]
        assert f"{sum(len(line.split()) for line in prose):,}" in readme, version
