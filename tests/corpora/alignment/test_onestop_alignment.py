"""The aligners on OneStopEnglish: most of its authors' pairs are recovered."""

from itertools import islice

import pytest

from benchmarks.results.onestop_checked import precision, read_sheet
from benchmarks.results.onestop_reference import letters, published_rows, recall
from corpora import read_levelled
from corpora.alignment import align_document


def test_letters_survive_what_the_published_pairs_lost():
    assert letters("The of cial  nancial crisis, he said.") == letters(
        "“The official financial crisis,” he said."
    )
    assert letters("in a local cafe\x01") == letters("in a local café")
    assert letters("El Nin_o") == letters("El Niño")


def recall_of_published_pairs(data_dir, size):
    articles, output = {}, {}
    for document in islice(read_levelled(data_dir / "onestop" / "texts"), size):
        articles[document.document] = {
            level: [letters(article.text)] for level, article in document.versions.items()
        }
        for pair in align_document(document, level_pairs="all"):
            output.setdefault((document.document, pair.levels), []).append(
                (letters(pair.source), letters(pair.target))
            )
    rows = list(published_rows(data_dir / "onestop" / "aligned", articles))
    return rows, output


def test_nearly_all_published_pairs_of_twenty_articles_are_recovered(data_dir):
    rows, output = recall_of_published_pairs(data_dir, 20)
    findable = [row for row in rows if row.article]
    found = recall(findable, output)
    assert found.rows > 100
    assert found.recovered / found.rows >= 0.95


@pytest.mark.slow
def test_at_least_nine_in_ten_of_all_published_pairs_are_recovered(data_dir):
    found = recall(*recall_of_published_pairs(data_dir, None))
    assert found.rows == 5199
    assert found.recovered / found.rows >= 0.9


def test_the_checked_sheet_holds_at_least_a_hundred_judgements():
    sheet = read_sheet()
    assert len(sheet) >= 100
    judged = precision(sheet, {row.link for row in sheet})
    assert judged.judged == len(sheet)


def test_precision_counts_only_what_a_method_put_out():
    sheet = read_sheet()[:3]
    assert precision(sheet, {sheet[0].link}).judged == 1
    assert precision(sheet, set()).share("correct") == "–"
