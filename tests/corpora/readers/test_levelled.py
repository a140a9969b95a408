"""Folders of `<name>.<level>.txt`, and OneStopEnglish in both its layouts."""

import pytest

from corpora import ReadOptions, open_corpus, read_levelled, read_pairs_from
from seqlab.errors import DataError, DataWarning


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("found", "order"),
    [
        (["10", "2", "0"], ("0", "2", "10")),
        (["simple", "complex"], ("complex", "simple")),
        (["ele", "adv", "int"], ("adv", "int", "ele")),
    ],
)
def test_levels_come_complex_first(tmp_path, found, order):
    for level in found:
        write(tmp_path / f"the.owls.{level}.txt", "Text.")
    (document,) = read_levelled(tmp_path)
    assert (document.document, document.levels) == ("the.owls", order)


def test_levels_of_unknown_order_must_be_given(tmp_path):
    for level in ("hard", "easy"):
        write(tmp_path / f"owls.{level}.txt", "Text.")
    with pytest.raises(DataError, match=r"which level is the most complex \(got 'easy, hard'\)"):
        list(read_levelled(tmp_path))
    (document,) = read_levelled(tmp_path, options=ReadOptions(levels=("hard", "easy")))
    assert document.levels == ("hard", "easy")
    with pytest.raises(DataError, match=r"not in the order given.*'easy'"):
        list(read_levelled(tmp_path, options=ReadOptions(levels=("hard",))))


def test_a_missing_level_is_named_and_the_rest_goes_on(tmp_path):
    for name in ("bees.0", "bees.1", "owls.0"):
        write(tmp_path / f"{name}.txt", "Text.")
    with pytest.warns(DataWarning, match="owls has no level 1: skipped"):
        documents = list(read_levelled(tmp_path))
    assert [d.levels for d in documents] == [("0", "1"), ("0",)]


def test_an_empty_folder_is_an_error(tmp_path):
    with pytest.raises(DataError, match="is empty; put a corpus there"):
        open_corpus(tmp_path)
    with pytest.raises(DataError, match="no files called"):
        list(read_levelled(tmp_path, "levelled"))


def test_a_corpus_of_articles_has_no_pairs_yet(tmp_path):
    write(tmp_path / "owls.0.txt", "Text.")
    corpus = open_corpus(tmp_path)
    assert corpus.has_documents
    assert not corpus.has_pairs
    with pytest.raises(DataError, match="align its sentences first"):
        corpus.pairs()


@pytest.fixture
def published(tmp_path):
    """OneStopEnglish as its authors publish it."""
    texts = tmp_path / "Texts-SeparatedByReadingLevel"
    write(texts / "Adv-Txt" / "Owls-adv.txt", "Owls are nocturnal. They hunt mice.\n\nThe end.\n")
    write(texts / "Int-Txt" / "Owls-int.txt", "\ufeffIntermediate \nOwls live at night.\nEnd.\n")
    write(texts / "Ele-Txt" / "owls-ele.txt", "Owls like the night.\nThe end.\n")
    write(
        tmp_path / "Sentence-Aligned" / "ADV-INT.txt",
        "Owls are nocturnal.\nOwls live at night.\n*******\n",
    )
    write(
        tmp_path / "Sentence-Aligned" / "ELE-INT.txt",
        "Owls like the night.\nOwls live at night.\n*******\nLost.\n***\nThe end.\nEnd.\n****\n",
    )
    return tmp_path


def test_onestop_as_published(published):
    corpus = open_corpus(published)
    assert corpus.format == "onestop"
    (document,) = corpus.documents()
    assert (document.document, document.levels) == ("owls", ("adv", "int", "ele"))
    assert document.versions["adv"].paragraphs == (
        "Owls are nocturnal. They hunt mice.",
        "The end.",
    )
    # The line that names the level is gone.
    assert document.versions["int"].paragraphs == ("Owls live at night.", "End.")


def test_pairs_of_onestop_as_published_come_complex_first(published):
    with pytest.warns(DataWarning, match=r"ELE-INT\.txt, line 4: row skipped: 1 lines before"):
        pairs = list(read_pairs_from(published))
    assert [(p.source, p.target, p.levels, p.document) for p in pairs] == [
        ("Owls are nocturnal.", "Owls live at night.", ("adv", "int"), "owls"),
        ("Owls live at night.", "Owls like the night.", ("int", "ele"), "owls"),
        ("End.", "The end.", ("int", "ele"), "owls"),
    ]


def test_onestop_here(data_dir):
    corpus = open_corpus(data_dir / "onestop")
    documents = list(corpus.documents())
    assert len(documents) == 160
    levels = {document.document: document.levels for document in documents}
    # Their elementary texts are those of other articles.
    assert levels.pop("wnl-the-millenials") == ("adv", "int")
    assert levels.pop("wnl-arctic-ramadan") == ("adv", "int")
    assert set(levels.values()) == {("adv", "int", "ele")}
    first_lines = {a.paragraphs[0].strip() for d in documents for a in d.versions.values()}
    assert not first_lines & {"Advanced", "Intermediate", "Elementary"}
    assert open_corpus(data_dir / "onestop" / "texts").has_documents


def test_articles_of_onestop_that_are_mixed_up_are_put_right(data_dir):
    documents = {d.document: d for d in read_levelled(data_dir / "onestop" / "texts")}
    for name, word in (("wnl-tributes", "vap"), ("wnl-use-of-e-cig", "BB King")):
        assert all(word in article.text for article in documents[name].versions.values())


def test_every_pair_of_onestop_here_is_traced_to_its_article(data_dir):
    pairs = list(read_pairs_from(data_dir / "onestop" / "aligned"))
    assert len(pairs) == 1912 + 1860 + 1427
    assert all(pair.document for pair in pairs)
    by_source = {}
    for pair in pairs:
        by_source.setdefault(pair.source, set()).add(pair.document)
    # The same sentence is traced to the same article whatever its counterpart.
    assert sum(len(documents) > 1 for documents in by_source.values()) == 0


def test_our_own_sample_is_in_newselas_layout():
    import corpora

    documents = list(read_levelled(f"{corpora.__path__[0]}/sample"))
    assert len(documents) >= 20
    assert all(document.levels == ("0", "1", "2", "3") for document in documents)
