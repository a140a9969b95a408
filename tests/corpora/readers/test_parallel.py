"""Parallel files, TSV, CSV and JSONL of anyone's making, and what may be wrong with them."""

import gzip
import json
import warnings

import pytest

from corpora import Pair, ReadOptions, open_corpus, read_pairs_from, read_two_files, write_pairs
from seqlab.errors import DataError, DataWarning, UsageError


def write(path, text):
    path.write_text(text, "utf-8")
    return path


def texts(pairs):
    return [(pair.source, pair.target) for pair in pairs]


@pytest.mark.parametrize(
    ("source", "target"), [("x.src", "x.dst"), ("x.complex", "x.simple"), ("a.b.orig", "a.b.simp")]
)
def test_two_files_are_found_from_the_folder_or_either_of_them(tmp_path, source, target):
    write(tmp_path / source, "A long one.\nB long one.\n")
    write(tmp_path / target, "A.\nB. And more.\n")
    for path in (tmp_path, tmp_path / source, tmp_path / target):
        corpus = open_corpus(path)
        assert corpus.format == "parallel"
        pairs = list(corpus.pairs())
        assert texts(pairs) == [("A long one.", "A."), ("B long one.", "B. And more.")]
        assert [pair.kind for pair in pairs] == ["1-1", "1-N"]


def test_two_files_of_any_names(tmp_path):
    one, two = write(tmp_path / "one.txt", "A long one.\n"), write(tmp_path / "two.txt", "A.")
    assert texts(read_two_files(one, two)) == [("A long one.", "A.")]


def test_archives_are_read_as_they_are(tmp_path):
    for end, text in (("src", "A long one.\n"), ("dst", "A.\n")):
        with gzip.open(tmp_path / f"train.{end}.gz", "wt", encoding="utf-8") as handle:
            handle.write(text)
    assert texts(read_pairs_from(tmp_path)) == [("A long one.", "A.")]


def test_one_part_of_several(tmp_path):
    for part in ("train", "tune"):
        write(tmp_path / f"my.{part}.src", f"{part} long.\n")
        write(tmp_path / f"my.{part}.dst", f"{part}.\n")
    assert texts(read_pairs_from(tmp_path, options=ReadOptions(part="valid"))) == [
        ("tune long.", "tune.")
    ]


def test_files_of_different_length_are_an_error_before_anything_is_read(tmp_path):
    write(tmp_path / "x.src", "A.\nB.\nC.\n")
    write(tmp_path / "x.dst", "A.\nB.")
    with pytest.raises(DataError, match=r"x\.dst: 2 lines, where x\.src has 3"):
        next(read_pairs_from(tmp_path))


def test_an_empty_side_is_named_and_loses_nothing_else(tmp_path):
    write(tmp_path / "x.src", "A.\nB.\n\nC.\n")
    write(tmp_path / "x.dst", "A.\n\n\nC.\n")
    with pytest.warns(DataWarning, match=r"x\.src, line 2: row skipped: nothing in x\.dst"):
        assert texts(read_pairs_from(tmp_path)) == [("A.", "A."), ("C.", "C.")]


def test_bytes_that_are_not_utf8_are_an_error_with_their_line(tmp_path):
    write(tmp_path / "x.src", "A.\nB.\n")
    (tmp_path / "x.dst").write_bytes(b"A.\nB\xff.\n")
    with pytest.raises(DataError, match=r"x\.dst, line 2: not UTF-8: byte 0xff"):
        list(read_pairs_from(tmp_path))


def test_a_line_of_five_megabytes_is_an_error_with_its_line(tmp_path):
    write(tmp_path / "x.src", "A.\n" + "b" * 5_000_000 + "\n")
    write(tmp_path / "x.dst", "A.\nB.\n")
    pairs = read_pairs_from(tmp_path)
    assert next(pairs).source == "A."
    with pytest.raises(DataError, match=r"x\.src, line 2: line longer than 1,000,000 bytes"):
        next(pairs)


def test_a_row_with_three_columns_is_named_and_loses_nothing_else(tmp_path):
    path = write(tmp_path / "x.tsv", 'A "long one.\tA.\nB\tC\tD\n\nE long.\tE.\n')
    with pytest.warns(DataWarning, match=r"line 2: row skipped: 3 columns, not 2 columns"):
        assert texts(read_pairs_from(path)) == [('A "long one.', "A."), ("E long.", "E.")]
    with pytest.raises(DataError, match=r"line 2: 3 columns.*'B\\tC\\tD'"):
        list(read_pairs_from(path, options=ReadOptions(strict=True)))


def test_a_file_of_another_format_is_an_error_without_a_flood_of_warnings(tmp_path):
    # Were it read to its end, the good row would make warnings of the error.
    path = write(tmp_path / "x.tsv", "a\tb\tc\n" * 1000 + "A.\tB.\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(DataError, match=r"x\.tsv, line 1: 3 columns"):
            list(read_pairs_from(path))


def test_many_bad_rows_are_summed_up(tmp_path):
    path = write(tmp_path / "x.tsv", "A.\tA.\n" + "a\tb\tc\n" * 100)
    with pytest.warns(DataWarning) as told:
        assert len(list(read_pairs_from(path))) == 1
    assert len(told) == 11
    assert "90 more bad rows skipped" in str(told[-1].message)


def test_a_header_of_a_tsv_is_no_pair(tmp_path):
    path = write(tmp_path / "x.tsv", "id\tSimple\tComplex\n1\tA.\tA long one.\n")
    assert texts(read_pairs_from(path)) == [("A long one.", "A.")]


def test_csv_with_and_without_a_header(tmp_path):
    path = write(tmp_path / "x.csv", 'original,simplified\n"A, long one.",A.\n')
    assert texts(read_pairs_from(path)) == [("A, long one.", "A.")]
    path = write(tmp_path / "y.csv", '"A, long one.",A.\n')
    assert texts(read_pairs_from(path)) == [("A, long one.", "A.")]
    path = write(tmp_path / "z.csv", "hard,easy,x\nA long one.,A.,1\n")
    with pytest.raises(DataError, match=r"line 1: 3 columns and no header.*add a header"):
        list(read_pairs_from(path))
    named = ReadOptions(columns=("hard", "easy"))
    assert texts(read_pairs_from(path, options=named)) == [("A long one.", "A.")]
    with pytest.raises(DataError, match=r"z\.csv, line 1: no columns hard, simple"):
        list(read_pairs_from(path, options=ReadOptions(columns=("hard", "simple"))))


def test_an_unquoted_comma_in_a_csv_is_named(tmp_path):
    path = write(tmp_path / "x.csv", "complex,simple\nA.,A.\nA, long one.,A.\n")
    with pytest.warns(DataWarning, match=r"line 3: row skipped: 3 columns, not 2.*quote"):
        assert len(list(read_pairs_from(path))) == 1


@pytest.mark.parametrize(
    "text", ["complex,simple\ra,b\r", f'complex,simple\n"{"x" * 200_000}",b\n']
)
def test_a_csv_that_cannot_be_parsed_is_an_error_with_its_line(tmp_path, text):
    (tmp_path / "x.csv").write_text(text, "utf-8", newline="")
    with pytest.raises(DataError, match=r"x\.csv, line \d: not CSV"):
        list(read_pairs_from(tmp_path / "x.csv"))


def test_jsonl_of_our_own_form_comes_back_as_it_was(tmp_path):
    pairs = [Pair(("A.", "B."), ("C.",), "made", "owls", ("0", "1"), 0.5, 2)]
    write_pairs(tmp_path / "x.jsonl", pairs)
    assert list(read_pairs_from(tmp_path / "x.jsonl")) == pairs


@pytest.mark.parametrize(
    ("field", "value"),
    [("sources", []), ("similarity", "high"), ("reference", "first"), ("levels", ["0"])],
)
def test_jsonl_of_our_own_form_with_a_wrong_value_is_an_error_with_its_line(tmp_path, field, value):
    record = {"sources": ["A."], "targets": ["B."], field: value}
    write(tmp_path / "x.jsonl", json.dumps(record) + "\n")
    with pytest.raises(DataError, match=rf"x\.jsonl, line 1: '{field}' must be"):
        list(read_pairs_from(tmp_path / "x.jsonl"))


def test_level_pairs_of_unknown_names_need_their_order(tmp_path):
    path = tmp_path / "x.jsonl"
    pairs = [
        Pair(("A.",), ("B.",), levels=("hard", "plain")),
        Pair(("A.",), ("C.",), levels=("hard", "easy")),
    ]
    write_pairs(path, pairs)
    assert list(open_corpus(path).pairs()) == pairs
    with pytest.raises(DataError, match=r"cannot tell which levels are adjacent.*hard → plain"):
        list(open_corpus(path).pairs("adjacent"))
    ordered = open_corpus(path, options=ReadOptions(levels=("hard", "plain", "easy")))
    assert list(ordered.pairs("adjacent")) == pairs[:1]
    assert list(ordered.pairs("original")) == pairs


def test_jsonl_of_other_forms(tmp_path):
    records = [
        {"complex": "A long one.", "simple": "A.", "document": "owls"},
        {"complex": 3},
        {"source": "B long one.", "target": "B."},
    ]
    path = write(tmp_path / "x.jsonl", "\n".join(map(json.dumps, records)))
    with pytest.warns(DataWarning, match=r"x\.jsonl, line 2: row skipped: no two texts"):
        pairs = list(read_pairs_from(path))
    assert texts(pairs) == [("A long one.", "A."), ("B long one.", "B.")]
    assert pairs[0].document == "owls"


def test_a_path_that_holds_nothing_known_says_what_was_looked_for(tmp_path):
    write(tmp_path / "notes.md", "Hello.")
    with pytest.raises(DataError, match=r"not a known corpus format; looked for newsela: articles"):
        open_corpus(tmp_path)
    with pytest.raises(DataError, match="no such file or folder"):
        open_corpus(tmp_path / "nowhere")


def test_a_folder_of_corpora_names_those_in_it(tmp_path):
    (tmp_path / "mine").mkdir()
    write(tmp_path / "mine" / "asset.valid.orig", "A.")
    with pytest.raises(DataError, match="name one in it: mine"):
        open_corpus(tmp_path)


def test_a_wrong_format_name_gets_the_nearest_one(tmp_path):
    with pytest.raises(UsageError, match="no corpus format 'newsella'; did you mean newsela"):
        open_corpus(tmp_path, "newsella")


def test_an_aligned_corpus_has_no_articles(tmp_path):
    path = write(tmp_path / "x.tsv", "A.\tA.\n")
    with pytest.raises(DataError, match="tsv holds aligned pairs, not articles"):
        open_corpus(path).documents()
