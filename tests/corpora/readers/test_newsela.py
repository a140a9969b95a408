"""The Newsela article corpus: articles, metadata, and what may be wrong with them."""

import warnings

import pytest

from corpora import ReadOptions, open_corpus, read_levelled
from seqlab.errors import DataError, DataWarning

HEADER = "slug,language,title,grade_level,version,filename\n"


@pytest.fixture
def newsela(tmp_path):
    """Two English documents and a Spanish one, in the published layout."""
    root = tmp_path / "newsela_article_corpus_2016-01-29"
    articles = root / "articles"
    articles.mkdir(parents=True)
    rows = [HEADER]
    for slug, language, versions in (("owls", "en", 3), ("tides", "en", 2), ("osos", "es", 2)):
        for version in range(versions):
            name = f"{slug}.{language}.{version}.txt"
            text = (
                f"## {slug.title()}\n\nFirst of {version}.\nStill first.\n\nSecond of {version}.\n"
            )
            (articles / name).write_text(text, "utf-8")
            rows.append(
                f'{slug},{language},"{slug.title()}, again",{9 - version}.0,{version},{name}\n'
            )
    (root / "articles_metadata.csv").write_text("".join(rows), "utf-8")
    return root


def test_documents_come_with_their_versions_titles_and_grades(newsela):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        documents = list(read_levelled(newsela))
    assert [(d.document, d.corpus, d.levels) for d in documents] == [
        ("owls", "newsela", ("0", "1", "2")),
        ("tides", "newsela", ("0", "1")),
    ]
    article = documents[0].versions["1"]
    assert article.paragraphs == ("Owls", "First of 1. Still first.", "Second of 1.")
    assert (article.title, article.grade) == ("Owls, again", 8.0)
    assert article.path.endswith("owls.en.1.txt")


def test_spanish_is_read_only_on_request(newsela):
    documents = list(read_levelled(newsela, options=ReadOptions(language="es")))
    assert [d.document for d in documents] == ["osos"]


def test_reading_is_lazy(newsela):
    documents = read_levelled(newsela)
    (newsela / "articles" / "tides.en.0.txt").write_text("Changed later.", "utf-8")
    next(documents)
    assert next(documents).versions["0"].paragraphs == ("Changed later.",)


def test_the_folder_of_articles_alone_is_enough(newsela):
    corpus = open_corpus(newsela / "articles")
    assert corpus.format == "newsela"
    assert next(corpus.documents()).versions["0"].title == "Owls, again"


def test_a_missing_version_is_named_and_the_rest_goes_on(newsela):
    (newsela / "articles" / "owls.en.1.txt").unlink()
    with pytest.warns(DataWarning) as told:
        documents = list(read_levelled(newsela))
    assert documents[0].levels == ("0", "2")
    assert documents[1].levels == ("0", "1")
    messages = [str(warning.message) for warning in told]
    assert any("owls has no level 1" in message for message in messages)
    assert any("line 3" in message and "owls.en.1.txt" in message for message in messages)


def test_a_file_that_is_not_utf8_is_named_and_the_rest_goes_on(newsela):
    (newsela / "articles" / "owls.en.1.txt").write_bytes(b"Fine.\n\nCaf\xe9.\n")
    with pytest.warns(DataWarning, match=r"owls\.en\.1\.txt, line 3: not UTF-8: byte 0xe9"):
        documents = list(read_levelled(newsela))
    assert [d.levels for d in documents] == [("0", "2"), ("0", "1")]


def test_a_line_of_five_megabytes_is_named_and_the_rest_goes_on(newsela):
    (newsela / "articles" / "owls.en.1.txt").write_text("long " * 1_000_000, "utf-8")
    with pytest.warns(DataWarning, match=r"owls\.en\.1\.txt, line 1: line longer than"):
        documents = list(read_levelled(newsela))
    assert [d.levels for d in documents] == [("0", "2"), ("0", "1")]


def test_strict_reading_stops_at_the_first_bad_file(newsela):
    (newsela / "articles" / "owls.en.1.txt").write_bytes(b"\xff")
    with pytest.raises(DataError, match="not UTF-8"):
        list(read_levelled(newsela, options=ReadOptions(strict=True)))


def test_a_version_that_is_no_number_is_named(newsela):
    (newsela / "articles" / "owls.en.x.txt").write_text("What?", "utf-8")
    with pytest.warns(DataWarning, match=r"owls\.en\.x\.txt: version is not a number.*'x'"):
        assert len(list(read_levelled(newsela))) == 2


def test_versions_may_be_dates(newsela):
    for date in ("20160129", "20160301"):
        (newsela / "articles" / f"bees.en.{date}.txt").write_text("Bees fly.", "utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bees = next(read_levelled(newsela))
    assert bees.levels == ("20160129", "20160301")


def test_metadata_that_is_no_csv_is_an_error_with_its_line(newsela):
    path = newsela / "articles_metadata.csv"
    path.write_text(HEADER + f'owls,en,"{"x" * 200_000}",9.0,0,owls.en.0.txt\n', "utf-8")
    with pytest.raises(DataError, match=r"articles_metadata\.csv, line 2: not CSV: field larger"):
        list(read_levelled(newsela))


def test_a_missing_column_of_the_metadata_is_an_error_with_the_fix(newsela):
    path = newsela / "articles_metadata.csv"
    path.write_text("slug,language,title,version,filename\n", "utf-8")
    with pytest.raises(DataError, match=r"line 1: no column grade_level.*header must be slug"):
        list(read_levelled(newsela))


def test_a_bad_row_of_the_metadata_is_named_and_loses_nothing_else(newsela):
    path = newsela / "articles_metadata.csv"
    path.write_text(path.read_text("utf-8") + "owls,en,Owls,9.0,first,owls.en.0.txt\n", "utf-8")
    with pytest.warns(DataWarning, match=r"line 9: row skipped: version is not a number"):
        documents = list(read_levelled(newsela))
    assert documents[0].versions["0"].title == "Owls, again"


def test_articles_without_metadata_have_no_titles(newsela):
    (newsela / "articles_metadata.csv").unlink()
    assert next(read_levelled(newsela)).versions["0"].title == ""


def test_metadata_without_articles_is_an_error(tmp_path):
    (tmp_path / "articles_metadata.csv").write_text(HEADER, "utf-8")
    with pytest.raises(DataError, match=r"no articles called <slug>\.en\.<version>\.txt"):
        list(read_levelled(tmp_path))
