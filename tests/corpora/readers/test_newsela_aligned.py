"""Sentence alignments: links that share a sentence become one pair."""

import pytest

from corpora import ReadOptions, open_corpus, read_pairs_from
from corpora.readers.links import Link, joined
from seqlab.errors import DataError, DataWarning


def rows(path, *lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join("\t".join(line) + "\n" for line in lines), "utf-8")
    return path


def auto(simple_id, simple, complex_id, complex_):
    return (f"owls.en-{simple_id}", simple, f"owls.en-{complex_id}", complex_)


def test_links_are_joined_into_groups_in_document_order():
    links = [
        Link(2, 3, "s2", "t3"),
        Link(1, 2, "s1", "t2"),
        Link(1, 1, "s1", "t1"),
        Link(4, 5, "s4", "t5"),
        Link(3, 5, "s3", "t5"),
        Link(3, 5, "s3", "t5"),
    ]
    assert list(joined(links)) == [
        (("s1",), ("t1", "t2")),
        (("s2",), ("t3",)),
        (("s3", "s4"), ("t5",)),
    ]


def test_a_chain_of_links_is_one_group():
    links = [Link(i, i + d, f"s{i}", f"t{i + d}") for i in range(3) for d in (0, 1)]
    assert list(joined(links)) == [(("s0", "s1", "s2"), ("t0", "t1", "t2", "t3"))]


def test_newsela_auto_joins_splits_and_merges_of_each_level_pair(tmp_path):
    path = tmp_path / "newsela-auto" / "all_data" / "aligned-sentence-pairs-all.tsv"
    rows(
        path,
        auto("1-0-1", "They see.", "0-0-0", "Owls hunt and see."),
        auto("1-0-0", "Owls hunt.", "0-0-0", "Owls hunt and see."),
        auto("1-10-0", "All one.", "0-2-0", "First."),
        auto("1-10-0", "All one.", "0-10-0", "Last."),
        auto("2-0-0", "Owls hunt.", "1-0-0", "Owls hunt."),
        ("sol.es-1-0-0", "Hola.", "sol.es-0-0-0", "Buenos días."),
    )
    for place in (tmp_path / "newsela-auto", path.parent, path):
        corpus = open_corpus(place)
        assert corpus.format == "newsela-auto"
        pairs = list(corpus.pairs())
        assert [(p.kind, p.sources, p.targets, p.levels) for p in pairs] == [
            ("1-N", ("Owls hunt and see.",), ("Owls hunt.", "They see."), ("0", "1")),
            # Paragraph 10 comes after paragraph 2, though not in the alphabet.
            ("N-1", ("First.", "Last."), ("All one.",), ("0", "1")),
            ("identical", ("Owls hunt.",), ("Owls hunt.",), ("1", "2")),
        ]
        assert {p.document for p in pairs} == {"owls"}


def test_level_pairs_can_be_chosen(tmp_path):
    path = rows(
        tmp_path / "aligned-sentence-pairs-all.tsv",
        auto("1-0-0", "One.", "0-0-0", "Zero."),
        auto("2-0-0", "Two.", "0-0-0", "Zero."),
        auto("2-0-0", "Two.", "1-0-0", "One."),
    )
    corpus = open_corpus(path)

    def levels(mode):
        return sorted(pair.levels for pair in corpus.pairs(mode))

    assert levels("all") == [("0", "1"), ("0", "2"), ("1", "2")]
    assert levels("adjacent") == [("0", "1"), ("1", "2")]
    assert levels("original") == [("0", "1"), ("0", "2")]


def test_a_bad_id_is_named_and_loses_nothing_else(tmp_path):
    path = rows(
        tmp_path / "aligned-sentence-pairs-all.tsv",
        auto("1-0-0", "One.", "0-0-0", "Zero."),
        ("owls", "Two.", "owls.en-0-1-0", "Zwei."),
        auto("1-2-0", "Three.", "0-2-0", "Drei."),
    )
    with pytest.warns(DataWarning, match="line 2: row skipped: not a sentence id.*'owls'"):
        assert [pair.target for pair in read_pairs_from(path)] == ["One.", "Three."]


def test_rows_of_a_document_that_are_torn_apart_are_named(tmp_path):
    path = rows(
        tmp_path / "aligned-sentence-pairs-all.tsv",
        auto("1-0-0", "One.", "0-0-0", "Zero."),
        ("bees.en-1-0-0", "Bees.", "bees.en-0-0-0", "Some bees."),
        auto("1-0-1", "More.", "0-0-0", "Zero."),
    )
    with pytest.warns(DataWarning, match="rows of owls do not stand together.*sort the file"):
        assert len(list(read_pairs_from(path))) == 3


def test_the_parallel_files_of_newsela_auto(tmp_path):
    folder = tmp_path / "newsela-auto" / "ACL2020"
    folder.mkdir(parents=True)
    (folder / "train.src").write_text("A long one.\n", "utf-8")
    (folder / "train.dst").write_text("Short.\n", "utf-8")
    for place in (tmp_path, folder.parent, folder, folder / "train.dst"):
        corpus = open_corpus(place)
        assert corpus.format == "newsela-auto"
        assert [(p.source, p.target, p.corpus) for p in corpus.pairs()] == [
            ("A long one.", "Short.", "newsela-auto")
        ]


MANUAL = [
    ("aligned", "owls.en-1-0-0", "owls.en-0-0-0", 'Owls "hunt.', 'Owls "do hunt.'),
    ("partialAligned", "owls.en-1-0-1", "owls.en-0-0-0", "They see.", 'Owls "do hunt.'),
    ("notAligned", "owls.en-1-0-2", "owls.en-0-0-0", "No.", 'Owls "do hunt.'),
]


def test_newsela_manual_joins_partial_links_unless_told_otherwise(tmp_path):
    rows(tmp_path / "newsela-manual" / "all" / "dev.tsv", *MANUAL)
    corpus = open_corpus(tmp_path)
    assert corpus.format == "newsela-manual"
    (pair,) = corpus.pairs()
    assert (pair.kind, pair.targets) == ("1-N", ('Owls "hunt.', "They see."))
    (pair,) = read_pairs_from(tmp_path, options=ReadOptions(partial=False))
    assert (pair.kind, pair.targets) == ("1-1", ('Owls "hunt.',))


def test_parts_can_be_chosen(tmp_path):
    rows(tmp_path / "train.tsv", MANUAL[0])
    rows(tmp_path / "dev.tsv", ("aligned", "b.en-1-0-0", "b.en-0-0-0", "B.", "Bee."))
    assert [p.document for p in read_pairs_from(tmp_path)] == ["b", "owls"]
    assert [p.document for p in read_pairs_from(tmp_path, options=ReadOptions(part="valid"))] == [
        "b"
    ]
    with pytest.raises(DataError, match=r"no \{train,dev,test\}\.tsv"):
        list(read_pairs_from(tmp_path, "newsela-manual", ReadOptions(part="test")))


def test_wiki_manual_has_a_score_and_two_levels(tmp_path):
    path = rows(
        tmp_path / "wiki-manual" / "train.tsv",
        ("aligned", "118_1-0-0-1", "118_1-1-0-1", "Few live there.", "Few people live.", "0.2"),
        ("aligned", "118_1-0-0-2", "118_1-1-0-1", "It is small.", "Few people live.", "0.04"),
    )
    assert open_corpus(tmp_path).format == open_corpus(path).format == "wiki-manual"
    (pair,) = read_pairs_from(path)
    assert (pair.kind, pair.document, pair.levels) == ("1-N", "118_1", ("normal", "simple"))


def test_an_unknown_label_is_named(tmp_path):
    path = rows(tmp_path / "train.tsv", MANUAL[0], ("perhaps", *MANUAL[1][1:]))
    with pytest.warns(DataWarning, match="line 2: row skipped: unknown label.*'perhaps'"):
        assert len(list(read_pairs_from(path))) == 1


def test_newsela_2015_joins_splits_and_names_malformed_rows(tmp_path):
    path = rows(
        tmp_path / "newsela_data_share-20150302" / "newsela_articles_20150302.aligned.sents.txt",
        ("DOC1", "V0", "V1", "Owls hunt and see.", "Owls hunt."),
        ("DOC1", "V0", "V1", "Owls hunt and see.", "They see."),
        ("DOC1", "V0", "V1", "Only three"),
        ("DOC1", "V0", "VX", "What?", "What?"),
        ("DOC1", "V1", "V2", "Owls hunt.", "Owls hunt."),
        ("DOC2", "V0", "V1", "First.", "Both."),
        ("DOC2", "V0", "V1", "Second.", "Both."),
    )
    for place in (path, path.parent, tmp_path):
        with pytest.warns(DataWarning) as told:
            pairs = list(read_pairs_from(place))
        messages = [str(warning.message) for warning in told]
        assert any("line 3: row skipped: 4 columns" in message for message in messages)
        assert any("line 4: row skipped: unknown version" in message for message in messages)
        assert [(p.document, p.levels, p.kind) for p in pairs] == [
            ("DOC1", ("0", "1"), "1-N"),
            ("DOC1", ("1", "2"), "identical"),
            ("DOC2", ("0", "1"), "N-1"),
        ]
        assert pairs[0].targets == ("Owls hunt.", "They see.")


def test_a_repeated_row_is_the_same_link(tmp_path):
    row = ("DOC1", "V0", "V1", "Owls do hunt.", "Owls hunt.")
    path = rows(tmp_path / "x.aligned.sents.txt", row, row)
    assert [p.kind for p in read_pairs_from(path)] == ["1-1"]
