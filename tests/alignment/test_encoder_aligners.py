"""The aligners that read an encoder: `simalign`, batched and by the package, and `best`."""

from __future__ import annotations

import numpy as np
import pytest

from seqlab.alignment import load_aligner
from seqlab.alignment.extraction import argmax, distorted, itermax, match
from seqlab.errors import DataError, UsageError

transformers = pytest.importorskip("transformers", reason="needs seqlab[encoder]")

SENTENCES = [
    "the old captain was born long ago in a small town",
    "a small town was where the captain was born",
    "he ran",
    "he quickly ran away from the unbelievable fire",
    "word " * 40,
]
PAIRS = [(a.split(), b.split()) for a in SENTENCES for b in SENTENCES]


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A BERT small enough to make on the spot, with random weights and letters as pieces."""
    import torch

    folder = tmp_path_factory.mktemp("encoder")
    letters = "abcdefghijklmnopqrstuvwxyz.,"
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = [
        *specials,
        *letters,
        *(f"##{letter}" for letter in letters),
        "##ll",
        "the",
        "##re",
    ]
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    transformers.BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(1)
    # So small a model gains nothing from threads, and loses much where others compute too.
    torch.set_num_threads(1)
    config = transformers.BertConfig(
        vocab_size=len(vocabulary), hidden_size=24, num_hidden_layers=4, num_attention_heads=4,
        intermediate_size=32, max_position_embeddings=128,
    )  # fmt: skip
    transformers.BertModel(config).eval().save_pretrained(folder, safe_serialization=True)
    return str(folder)


@pytest.mark.parametrize(
    ("method", "unit", "distortion"),
    [
        ("argmax", "piece", 0.0),
        ("argmax", "word", 0.4),
        ("itermax", "piece", 0.4),
        ("itermax", "word", 0.0),
        ("match", "piece", 0.0),
    ],
)
def test_batched_simalign_gives_the_links_of_the_package(
    encoder: str, method: str, unit: str, distortion: float
) -> None:
    pytest.importorskip("simalign")
    options = {
        "encoder": encoder, "layer": 2, "method": method, "unit": unit, "distortion": distortion,
    }  # fmt: skip
    ours = load_aligner("simalign", precision="float32", **options).align(PAIRS)
    theirs = load_aligner("simalign-package", **options).align(PAIRS)
    same = sum(len(a & b) for a, b in zip(ours, theirs, strict=True))
    either = sum(len(a | b) for a, b in zip(ours, theirs, strict=True))
    # Equal words of a random encoder tie exactly; the two break such ties alike but for rounding.
    assert same / either >= 0.99


def test_the_cut_encoder_gives_the_layer_that_was_asked_for(encoder: str) -> None:
    import torch

    from seqlab.alignment.contextual import PieceEncoder

    words = ["the", "old", "fire"]
    whole = transformers.AutoModel.from_pretrained(encoder).eval()
    for layer in (0, 1, 3, 4):
        pieces = PieceEncoder(encoder, layer, "float32")
        ids = pieces.tokenizer([words], is_split_into_words=True, return_tensors="pt")
        with torch.no_grad():
            states = whole(**ids, output_hidden_states=True).hidden_states[layer][0, 1:-1]
        (found,) = pieces.encode([words])
        assert found.vectors == pytest.approx(states.numpy(), abs=1e-5)
        # The encoder that others share keeps all its layers.
        assert whole.config.num_hidden_layers == 4


def test_a_sentence_longer_than_the_encoder_reads_is_read_in_windows(encoder: str) -> None:
    words = [f"{letter}x" for letter in "abcdefghij" * 30]
    for name in ("simalign", "best"):
        options = {"paraphrases": "none"} if name == "best" else {}
        links = load_aligner(name, encoder=encoder, layer=1, **options).align([(words, words)])[0]
        assert {i for i, _ in links} <= set(range(300))
        assert links


@pytest.mark.parametrize("name", ["simalign", "simalign-package", "best"])
def test_odd_pairs(encoder: str, name: str) -> None:
    if name == "simalign-package":
        pytest.importorskip("simalign")
    pairs = [([], []), ([], ["a"]), (["a"], []), ([".", ","], [","]), (["the"] * 3, ["the"] * 2)]
    options = {"paraphrases": "none"} if name == "best" else {}
    found = load_aligner(name, encoder=encoder, layer=2, **options).align(pairs)
    for (source, target), links in zip(pairs, found, strict=True):
        assert all(i < len(source) and j < len(target) for i, j in links)


def test_a_word_without_pieces_gives_no_nan(encoder: str) -> None:
    links = load_aligner("simalign", encoder=encoder, layer=2, unit="word").align(
        [(["a", "\u200b", "b"], ["a", "b"])]
    )[0]
    assert (0, 0) in links


def test_a_layer_the_encoder_does_not_have_is_a_usage_error(encoder: str) -> None:
    with pytest.raises(UsageError, match="layers 0 to 4, not 8"):
        load_aligner("simalign", encoder=encoder, layer=8)
    with pytest.raises(UsageError, match="no extraction method 'max'; known: argmax"):
        load_aligner("simalign", encoder=encoder, method="max")
    with pytest.raises(DataError, match="no such encoder folder"):
        load_aligner("best", encoder="./nowhere")


def test_extraction_methods_on_a_small_matrix() -> None:
    similarity = np.array([[0.9, 0.8, 0.1], [0.8, 0.7, 0.2], [0.1, 0.6, 0.3]], np.float32)
    assert argmax(similarity).tolist() == [[True, False, False], [False] * 3, [False] * 3]
    # Second round: 1-0 at a discount (0.72) is still better than 1-1 in full (0.7).
    assert argmax(similarity).sum() == 1
    assert itermax(similarity)[1].tolist() == [True, False, False]
    assert match(similarity).sum() == 3
    assert distorted(similarity, 0.5)[0, 2] < similarity[0, 2]
    assert distorted(similarity, 0.5)[1, 1] == similarity[1, 1]
