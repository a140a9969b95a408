"""Wikipedia corpora under their published names."""

import pytest

from corpora import ReadOptions, open_corpus, read_pairs_from
from seqlab.errors import DataError, DataWarning


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "prefix"),
    [("wikilarge", "wiki.full.aner."), ("wikismall", "PWKP_108016.tag.80.aner.")],
)
def test_wikilarge_and_wikismall_with_words_or_with_tags(tmp_path, name, prefix):
    write(tmp_path / f"{prefix}train.src", "PERSON@1 was born -LRB- in NUMBER@1 -RRB- .\n")
    write(tmp_path / f"{prefix}train.dst", "PERSON@1 was born .\n")
    assert open_corpus(tmp_path).format == name
    (pair,) = read_pairs_from(tmp_path)
    assert pair.source == "PERSON@1 was born -LRB- in NUMBER@1 -RRB- ."
    (pair,) = read_pairs_from(tmp_path, options=ReadOptions(detokenize=True))
    assert pair.source == "PERSON@1 was born (in NUMBER@1)."
    write(tmp_path / f"{prefix}ori.train.src", "Ida was born -LRB- in 1900 -RRB- .\n")
    write(tmp_path / f"{prefix}ori.train.dst", "Ida was born .\n")
    (pair,) = read_pairs_from(tmp_path)
    assert pair.target == "Ida was born ."
    (pair,) = read_pairs_from(tmp_path, options=ReadOptions(entity_tags=True))
    assert pair.target == "PERSON@1 was born ."
    with pytest.raises(DataError, match=rf"no files of {name}.*looked for"):
        list(read_pairs_from(tmp_path, options=ReadOptions(part="test")))


def test_pwkp_here(data_dir):
    corpus = open_corpus(data_dir / "pwkp")
    assert corpus.format == "pwkp"
    pairs = list(corpus.pairs())
    assert len(pairs) == 305
    assert sum(pair.kind == "1-N" for pair in pairs) == 17


def test_pwkp_in_blocks(tmp_path):
    write(
        tmp_path / "PWKP_108016",
        "Owls hunt and see .\nOwls hunt .\nThey see .\n\nA .\n\nB .\nC .\n",
    )
    with pytest.warns(DataWarning, match="line 5: row skipped: a sentence without a simple"):
        pairs = list(read_pairs_from(tmp_path))
    assert [pair.targets for pair in pairs] == [("Owls hunt .", "They see ."), ("C .",)]


def test_wiki_auto_prefers_the_version_that_marks_its_splits(tmp_path):
    root = tmp_path / "wiki-auto"
    write(root / "ACL2020" / "train.src", "Owls do hunt .\n")
    write(root / "ACL2020" / "train.dst", "Owls hunt .\n")
    assert open_corpus(root).format == "wiki-auto"
    (pair,) = read_pairs_from(root)
    assert (pair.source, pair.corpus) == ("Owls do hunt .", "wiki-auto")
    path = root / "GEM2021" / "full_with_split"
    write(path / "train.tsv", "Owls hunt and e.g. see.\tOwls hunt. <SEP> They see.\n")
    write(path / "valid.tsv", "A long one.\tA.\n")
    for place in (root, path):
        assert open_corpus(place).format == "wiki-auto"
        pairs = list(read_pairs_from(place))
        assert pairs[0].sources == ("Owls hunt and e.g. see.",)
        assert pairs[0].targets == ("Owls hunt.", "They see.")
        assert len(pairs) == 2


def test_kauchak_joins_lines_that_repeat_a_sentence(tmp_path):
    write(
        tmp_path / "normal.aligned",
        "Owl\t0\tOwls hunt and see .\nOwl\t0\tOwls hunt and see .\nBee\t2\tBees do fly .\n"
        "Bee\t2\tno number\nAnt\t1\tAnts .\n",
    )
    write(
        tmp_path / "simple.aligned",
        "Owl\t0\tOwls hunt .\nOwl\t0\tThey see .\nBee\t1\tBees fly .\nBee\tno number\n"
        "Asp\t1\tAsps .\n",
    )
    with pytest.warns(DataWarning) as told:
        pairs = list(read_pairs_from(tmp_path))
    assert [(p.document, p.kind, p.targets) for p in pairs] == [
        ("Owl", "1-N", ("Owls hunt .", "They see .")),
        ("Bee", "1-1", ("Bees fly .",)),
    ]
    messages = " ".join(str(warning.message) for warning in told)
    assert "line 4: row skipped: not title, paragraph, sentence" in messages
    assert "line 5: row skipped: titles of both files differ" in messages


def test_wikisplit_as_published(tmp_path):
    write(tmp_path / "tune.tsv", "Owls , e.g. ours , see .\tOwls see . <::::> E.g. ours .\n")
    write(tmp_path / "test.tsv", "A b .\tA . <::::> B .\nA b c\n")
    assert open_corpus(tmp_path).format == "wikisplit"
    with pytest.warns(DataWarning, match=r"test\.tsv, line 2: row skipped: 1 columns"):
        pairs = list(read_pairs_from(tmp_path))
    assert [pair.targets for pair in pairs] == [("A .", "B ."), ("Owls see .", "E.g. ours .")]
    assert [pair.kind for pair in pairs] == ["1-N", "1-N"]


def test_wikisplit_here(data_dir):
    pairs = list(read_pairs_from(data_dir / "wikisplit"))
    assert len(pairs) == 5000
    assert sum(pair.kind == "1-N" for pair in pairs) > 4900
    assert not any("<::::>" in pair.target for pair in pairs)


def test_wikipedia_here(data_dir):
    corpus = open_corpus(data_dir / "wikipedia")
    assert corpus.format == "wikipedia"
    kinds, count, origins = {}, 0, set()
    for pair in corpus.pairs():
        kinds[pair.kind] = kinds.get(pair.kind, 0) + 1
        count += 1
        origins.add(pair.corpus)
    assert count == 94_868
    assert kinds["identical"] == 22_777
    assert len(origins) == 16
