"""The paraphrase system: readers, phrase pairs, objectives, decoder and tuning."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from lexical_simplifier import LexicalSimplifier
from seqlab.errors import DataError
from seqlab.evaluation import sentence_sari
from seqlab.peers import ParaphraseOptions, TuningOptions
from seqlab.peers.paraphrase.features import NAMES, PLACE, START
from seqlab.peers.paraphrase.lattice import Decoder, build_lattice
from seqlab.peers.paraphrase.model import ParaphraseSimplifier
from seqlab.peers.paraphrase.objectives import SentenceObjective
from seqlab.peers.paraphrase.rules import Rule, merged, phrase_pairs, read_ppdb
from seqlab.peers.paraphrase.tuning import tune

ORIGINAL = ["about", "95", "species", "are", "currently", "accepted", "."]
REFERENCES = [
    ["about", "95", "species", "are", "currently", "known", "."],
    ["about", "95", "species", "are", "now", "accepted", "."],
    ["95", "species", "are", "now", "accepted", "."],
]


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    return Decoder(LexicalSimplifier.load().ngrams)


def test_ppdb_as_published(tmp_path: Path) -> None:
    path = tmp_path / "ppdb.gz"
    with gzip.open(path, "wt") as handle:
        handle.write(
            "[RB] ||| currently ||| now ||| PPDB2.0Score=5.1 p(e|f)=1.5 Abstract=0 ||| 0-0 ||| Eq\n"
            "[NP] ||| the [NN,1] ||| [NN,1] ||| PPDB2.0Score=1 ||| 0-0\n"
        )
    [rule] = read_ppdb(path)
    assert (rule.source, rule.target, rule.label) == (("currently",), ("now",), "RB")
    assert rule.scores["ppdb_score"] == 5.1
    assert rule.scores["ppdb_forward"] == -1.5


@pytest.mark.parametrize(
    ("line", "reason"),
    [("nonsense", "no paraphrase rule"), ("a\t", "empty side"), ("[X] ||| a ||| b", "3 columns")],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "ppdb.txt"
    path.write_text(f"big\tlarge\n{line}\n")
    with pytest.raises(DataError, match=rf"line 2: .*{reason}"):
        list(read_ppdb(path))


def test_phrase_pairs_are_consistent_with_links() -> None:
    source, target = ["he", "took", "part", "in", "it"], ["he", "joined", "it"]
    pairs = set(phrase_pairs(source, target, [(0, 0), (1, 1), (3, 1), (4, 2)], 4))
    assert (("took", "part", "in"), ("joined",)) in pairs
    assert (("took",), ("joined",)) not in pairs


@pytest.mark.parametrize("output", ["about 95 species are now agreed .", "95 species live ."])
def test_sari_is_that_of_the_evaluation(output: str) -> None:
    own = SentenceObjective(ORIGINAL, REFERENCES, "sari").score(output.split())
    texts = [" ".join(reference) for reference in REFERENCES]
    assert 100 * own == pytest.approx(sentence_sari(" ".join(ORIGINAL), output, texts).value)


def test_bleu_likes_references_and_fkbleu_likes_change() -> None:
    bleu = SentenceObjective(ORIGINAL, REFERENCES, "bleu")
    assert bleu.score(REFERENCES[1]) == pytest.approx(1.0)
    fkbleu = SentenceObjective(ORIGINAL, REFERENCES, "fkbleu")
    assert fkbleu.score(REFERENCES[1]) > fkbleu.score(ORIGINAL)


def test_the_decoder_keeps_names_and_obeys_its_weights(decoder: Decoder) -> None:
    table = merged(
        [Rule(("currently",), ("now",), "", {"ppdb": 1.0}), Rule(("paris",), ("town",))], 5
    )
    lattice = build_lattice(
        ["Paris", "is", "currently", "big"], ["NNP", "VBZ", "RB", "JJ"], table, 3
    )
    weights = np.zeros(len(NAMES))
    weights[PLACE["ppdb"]] = 1.0
    [best, *_] = decoder.nbest(lattice, weights, 5)
    assert best.words == ("paris", "is", "now", "big")
    [best, *_] = decoder.nbest(lattice, -weights, 5)
    assert best.words == lattice.words


def test_tuning_raises_its_objective(decoder: Decoder) -> None:
    table = merged(
        [Rule(("currently",), ("now",), "", {"ppdb": 1.0}), Rule(("species",), ("horses",))], 5
    )
    tags = ["IN", "CD", "NNS", "VBP", "RB", "VBN", "."]
    lattice = build_lattice(ORIGINAL, tags, table, 3)
    objective = SentenceObjective(ORIGINAL, REFERENCES, "sari")
    options = TuningOptions(iterations=3, nbest=10)
    tuned = tune([lattice] * 3, [objective] * 3, decoder, options)
    [best, *_] = decoder.nbest(lattice, tuned.weights, 1)
    assert best.words == tuple(REFERENCES[1])
    assert max(one["score"] for one in tuned.history) >= tuned.history[0]["score"]


def test_a_folder_gives_the_same_outputs(tmp_path: Path) -> None:
    table = merged([Rule(("currently",), ("now",), "", {"ppdb": 1.0, "count": 2.0})], 5)
    weights = np.array([START.get(name, 0.0) for name in NAMES])
    weights[PLACE["ppdb"]] = 9.0
    made = ParaphraseSimplifier(table, weights, ParaphraseOptions())
    made.save(tmp_path)
    text = "About 95 species are currently accepted."
    assert made.simplify_sentences([text]) == ["About 95 species are now accepted."]
    loaded = ParaphraseSimplifier.load(tmp_path)
    assert loaded.nbest([text], 3) == made.nbest([text], 3)
    assert made.simplify_sentences(["It is currently \ud800."]) == ["It is now ?."]
