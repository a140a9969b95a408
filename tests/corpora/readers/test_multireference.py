"""ASSET, TurkCorpus and HSplit: several simplifications of each original."""

import pytest

from corpora import ReadOptions, open_corpus, read_pairs_from, read_references
from seqlab.errors import DataError, DataWarning


def lines(path, *texts):
    path.write_text("".join(f"{text}\n" for text in texts), "utf-8")


def test_asset_here(data_dir):
    pairs = list(read_pairs_from(data_dir / "asset"))
    assert len(pairs) == 20_000
    assert [pair.reference for pair in pairs[:10]] == list(range(10))
    assert len({pair.source for pair in pairs[:10]}) == 1
    references = read_references(data_dir / "asset")
    assert (len(references.originals), len(references.references)) == (2000, 10)
    assert {len(written) for written in references.references} == {2000}
    assert references.corpus == "asset"


def test_turkcorpus_here(data_dir):
    assert sum(1 for _ in read_pairs_from(data_dir / "turkcorpus")) == 8 * (2000 + 359)
    test = read_references(data_dir / "turkcorpus", "test")
    assert (len(test.originals), len(test.references)) == (359, 8)
    assert len(read_references(data_dir / "turkcorpus", "valid").originals) == 2000
    file = data_dir / "turkcorpus" / "test.truecase.detok.orig"
    assert read_references(file) == test
    with pytest.raises(DataError, match=r"several splits.*name one"):
        read_references(data_dir / "turkcorpus")


def test_pwkp_here_has_one_reference(data_dir):
    references = read_references(data_dir / "pwkp", "test")
    assert (len(references.originals), len(references.references)) == (100, 1)


def test_turkcorpus_in_its_tokenised_layout(tmp_path):
    lines(tmp_path / "tune.8turkers.tok.norm", "A long one -LRB- old -RRB- .")
    for number in range(8):
        lines(tmp_path / f"tune.8turkers.tok.turk.{number}", f"A {number} . And so .")
    assert open_corpus(tmp_path).format == "turkcorpus"
    pairs = list(read_pairs_from(tmp_path))
    assert [(p.reference, p.targets[0]) for p in pairs] == [(n, f"A {n} .") for n in range(8)]
    assert read_references(tmp_path).references[7] == ["A 7 . And so ."]
    assert read_references(tmp_path, detokenized=True).originals == ["A long one (old)."]


def test_ten_references_are_in_the_order_of_their_numbers(tmp_path):
    lines(tmp_path / "asset.test.orig", "A long one.")
    for number in range(11):
        lines(tmp_path / f"asset.test.simp.{number}", str(number))
    assert read_references(tmp_path).references == [[str(number)] for number in range(11)]


def test_hsplit_in_both_layouts(tmp_path):
    for folder, source, name in (
        ("tok", "hsplit.tok.src", "hsplit.tok.{}"),
        ("full", "test.8turkers.tok.norm", "HSplit{}_full"),
    ):
        path = tmp_path / folder
        path.mkdir()
        lines(path / source, "Owls hunt and they see .")
        for number in range(1, 5):
            lines(path / name.format(number), "Owls hunt . They see .")
        assert open_corpus(path).format == "hsplit"
        pairs = list(read_pairs_from(path))
        assert len(pairs) == 4
        assert pairs[0].targets == ("Owls hunt .", "They see .")


def test_hsplit_without_its_originals_says_which_file_is_missing(tmp_path):
    lines(tmp_path / "HSplit1_full", "Owls hunt .")
    with pytest.raises(DataError, match=r"no files of hsplit.*test\.8turkers\.tok\.norm"):
        list(read_pairs_from(tmp_path))


def test_an_empty_reference_is_passed_over_in_pairs_and_kept_in_references(tmp_path):
    lines(tmp_path / "asset.valid.orig", "A long one.", "B long one.")
    lines(tmp_path / "asset.valid.simp.0", "A.", "")
    with pytest.warns(DataWarning, match=r"line 2: row skipped: .*asset\.valid\.simp\.0"):
        assert len(list(read_pairs_from(tmp_path))) == 1
    assert read_references(tmp_path).references == [["A.", ""]]


def test_references_of_different_length_are_an_error(tmp_path):
    lines(tmp_path / "asset.valid.orig", "A long one.", "B long one.")
    lines(tmp_path / "asset.valid.simp.0", "A.")
    with pytest.raises(DataError, match=r"simp\.0: 1 lines, where asset\.valid\.orig has 2"):
        list(read_pairs_from(tmp_path))


def test_a_part_that_is_not_there(tmp_path):
    lines(tmp_path / "asset.valid.orig", "A long one.")
    lines(tmp_path / "asset.valid.simp.0", "A.")
    with pytest.raises(DataError, match="no files of asset"):
        list(read_pairs_from(tmp_path, options=ReadOptions(part="test")))
    with pytest.raises(DataError, match="no originals with references"):
        read_references(tmp_path, "test")
