"""A model built from a little data: every step of `lexical build` on real files cut short."""

from __future__ import annotations

import gzip
import lzma
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from corpora import Pair
from lexical_simplifier import LexicalSimplifier
from lexical_simplifier.building import BuildOptions, ResourceOptions, build_model, replacements
from lexical_simplifier.options import RankerOptions
from seqlab.files import read_lines


def cut(source: Path, target: Path, lines: int, every: int = 1) -> None:
    """Write the first lines of a text file, packed or not, under the same kind of name."""
    target.parent.mkdir(parents=True, exist_ok=True)
    chosen = islice(islice(read_lines(source), 0, None, every), lines)
    text = "".join(line + "\n" for line in chosen)
    packers = {".gz": gzip.compress, ".xz": lzma.compress}
    pack = packers.get(target.suffix, lambda data: data)
    target.write_bytes(pack(text.encode()))


@pytest.fixture
def little_data(data_dir: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    cut(data_dir / "wikipedia/pairs.tsv.gz", folder / "wikipedia/pairs.tsv.gz", 600)
    cut(data_dir / "wikipedia/text.txt.xz", folder / "wikipedia/text.txt.xz", 100)
    treebank = "treebanks/ewt/en_ewt-ud-train.conllu.gz"
    cut(data_dir / treebank, folder / treebank, 12_000)
    for name in ("adv-ele", "adv-int", "int-ele"):
        cut(data_dir / f"onestop/aligned/{name}.tsv", folder / f"onestop/aligned/{name}.tsv", 250)
    (folder / "onestop/trees").mkdir()
    (folder / "onestop/texts").mkdir()
    lexical = folder / "lexical"
    for path in (data_dir / "lexical").iterdir():
        every = 4 if path.name.startswith(("oewn_synonyms", "ppdb")) else 1
        if path.name == "lexmturk.txt":
            (lexical / path.name).write_bytes(path.read_bytes())
        else:
            cut(path, lexical / path.name, 10_000_000, every)
    return folder


@pytest.mark.slow
def test_a_model_is_built_saved_and_used(little_data: Path, tmp_path: Path) -> None:
    words = [
        line.split("\t")[0] for line in read_lines(little_data / "lexical/word_complexity.tsv")
    ]
    words = list(dict.fromkeys(word.lower() for word in words))[:6000]
    rng = np.random.default_rng(0)
    np.save(tmp_path / "base.npy", rng.normal(size=(len(words), 20)).astype(np.float32))
    (tmp_path / "base.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    options = BuildOptions(
        vectors=tmp_path / "base.npy",
        data=little_data,
        work=tmp_path / "work",
        resources=ResourceOptions(entries=6000, phrases=200),
        ranker=RankerOptions(members=1, epochs=1),
    )
    line = build_model(options, tmp_path / "model")
    assert "entries" in line
    simplifier = LexicalSimplifier.load(tmp_path / "model")
    tokens = ["We", "left", "in", "order", "to", "rest", "."]
    tags = ["PRP", "VBD", "IN", "NN", "TO", "VB", "."]
    assert simplifier.substitutes(tokens, (2, 5), tags)[0].text == "to"
    # Replaced spans and counts are kept, so that the next build need not look for them again.
    assert len(list((tmp_path / "work" / "replacements").glob("*.jsonl"))) == 1
    assert len(list((tmp_path / "work").glob("ngrams-*.safetensors"))) == 1


def test_a_stopped_alignment_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replacements, "PART", 1)
    pairs = [
        Pair(("The physician will commence therapy .",), ("The doctor will start therapy .",)),
        Pair(("They purchased a residence .",), ("They bought a house .",)),
    ]
    first = list(replacements.aligned_replacements(pairs[:1], tmp_path))
    monkeypatch.setattr(replacements, "replacements", lambda part: iter(()))
    # The first part is read, not aligned; the second would be.
    assert list(replacements.aligned_replacements(pairs, tmp_path)) == first
    # Other pairs are other parts.
    assert list(replacements.aligned_replacements(pairs[::-1], tmp_path)) == []
