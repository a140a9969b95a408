"""Google sentence compression: a stream of JSON objects, or parallel files."""

import gzip
import json

import pytest

from corpora import open_corpus, read_pairs_from
from seqlab.errors import DataError, DataWarning


def entry(sentence, compression):
    return {
        "graph": {"id": "a", "sentence": sentence, "node": [{"form": "ROOT"}]},
        "compression": {"text": compression, "edge": []},
        "headline": compression,
        "doc_id": "news-1",
    }


def stream(path, *entries):
    text = "\n\n".join(e if isinstance(e, str) else json.dumps(e, indent=2) for e in entries)
    with gzip.open(path, "wt", encoding="utf-8") as handle:
        handle.write(text + "\n\n")
    return path


def test_the_published_stream(tmp_path):
    path = stream(
        tmp_path / "comp-data.eval.json.gz",
        entry("Owls, it is said, hunt.", "Owls hunt."),
        entry("Bees, they say, fly.", "Bees fly."),
    )
    for place in (tmp_path, path):
        corpus = open_corpus(place)
        assert corpus.format == "googlecomp"
        assert [(p.source, p.target, p.document) for p in corpus.pairs()] == [
            ("Owls, it is said, hunt.", "Owls hunt.", "news-1"),
            ("Bees, they say, fly.", "Bees fly.", "news-1"),
        ]


def test_a_bad_object_is_named_and_loses_nothing_else(tmp_path):
    stream(
        tmp_path / "sent-comp.train01.json.gz",
        entry("Owls, it is said, hunt.", "Owls hunt."),
        '{\n  "graph": oops\n}',
        {"graph": {"sentence": "No compression."}},
        entry("Bees, they say, fly.", "Bees fly."),
    )
    with pytest.warns(DataWarning) as told:
        pairs = list(read_pairs_from(tmp_path))
    assert [pair.target for pair in pairs] == ["Owls hunt.", "Bees fly."]
    first, second = (str(warning.message) for warning in told)
    assert "row skipped: not JSON" in first
    assert "no compression.text in the object that starts here" in second


def test_reading_the_stream_is_lazy(tmp_path):
    path = stream(tmp_path / "comp-data.eval.json.gz", entry("Owls do hunt.", "Owls hunt."), "{")
    pairs = read_pairs_from(path)
    assert next(pairs).target == "Owls hunt."


def test_a_damaged_archive_is_an_error(tmp_path):
    path = stream(tmp_path / "comp-data.eval.json.gz", entry("Owls do hunt.", "Owls hunt."))
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(DataError, match="damaged archive"):
        list(read_pairs_from(path))


def test_googlecomp_here(data_dir):
    pairs = list(read_pairs_from(data_dir / "googlecomp"))
    assert len(pairs) == 1000
    assert pairs[0].corpus == "googlecomp"
