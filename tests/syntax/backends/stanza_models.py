"""Tiny but real Stanza models, trained by Stanza's own training code on a handful of trees."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

TREES = """
(ROOT (S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .)))
(ROOT (S (NP (DT The) (NN cat)) (VP (VBD slept)) (. .)))
(ROOT (S (NP (NNP Mary)) (VP (VBD saw) (NP (DT the) (NN dog))) (. .)))
(ROOT (S (NP (NNP John)) (VP (VBD saw) (NP (DT the) (NN cat))) (. .)))
(ROOT (S (NP (DT A) (NN man)) (VP (VBD saw) (NP (NNP Mary))) (. .)))
"""
_UNIVERSAL = {"DT": "DET", "NN": "NOUN", "NNP": "PROPN", "VBD": "VERB", ".": "PUNCT"}
_LEMMAS = {"barked": "bark", "slept": "sleep", "saw": "see"}


def write_stanza_folder(folder: Path) -> dict[str, str]:
    """Train a tagger and a parser into `folder`; gives the settings that load them."""
    from seqlab.syntax import parse_trees

    trees = list(parse_trees(TREES))
    mrg, conllu = folder / "trees.mrg", folder / "tags.conllu"
    mrg.write_text("\n".join(str(tree) for tree in trees) + "\n")
    conllu.write_text("".join(_conllu(tree.leaves(), tree.tags()) for tree in trees))
    vectors = folder / "vectors.txt"
    words = sorted({word for tree in trees for word in tree.leaves()})
    vectors.write_text(
        "\n".join(f"{w} {n % 3 - 1} {n % 5 - 2} {n / 10} 0.5" for n, w in enumerate(words)) + "\n"
    )
    (folder / "resources.json").write_text(json.dumps({}))
    pretrain = _pretrain(folder, vectors, len(words))
    return {
        "pos_model_path": _tagger(folder, conllu, pretrain),
        "pos_pretrain_path": pretrain,
        "lemma_model_path": _lemmatizer(folder, conllu),
        "constituency_model_path": _parser(folder, mrg, pretrain),
        "constituency_pretrain_path": pretrain,
    }


def _conllu(words: list[str], tags: list[str]) -> str:
    rows = []
    for number, (word, tag) in enumerate(zip(words, tags, strict=True), start=1):
        head, relation = (0, "root") if number == 1 else (1, "dep")
        lemma = _LEMMAS.get(word, word.lower())
        rows.append(
            f"{number}\t{word}\t{lemma}\t{_UNIVERSAL[tag]}\t{tag}\t_\t{head}\t{relation}\t_\t_"
        )
    return "\n".join(rows) + "\n\n"


def _pretrain(folder: Path, vectors: Path, count: int) -> str:
    from stanza.models.common.pretrain import Pretrain

    path = str(folder / "vectors.pt")
    Pretrain(path, str(vectors), save_to_file=True).load()
    return path


def _tagger(folder: Path, conllu: Path, pretrain: str) -> str:
    from stanza.models import tagger

    tagger.main(
        f"--train_file {conllu} --eval_file {conllu} --wordvec_pretrain_file {pretrain}"
        f" --lang en --shorthand en_tiny --mode train --save_dir {folder} --save_name tagger.pt"
        " --max_steps 60 --eval_interval 30 --batch_size 40 --word_emb_dim 8 --hidden_dim 16"
        " --char_hidden_dim 8 --char_emb_dim 8 --transformed_dim 8 --deep_biaff_hidden_dim 16"
        " --dropout 0 --word_dropout 0 --no_second_optim --lr 0.02 --cpu".split()
    )
    return str(folder / "tagger.pt")


def _lemmatizer(folder: Path, conllu: Path) -> str:
    from stanza.models import lemmatizer

    lemmatizer.main(
        f"--train_file {conllu} --eval_file {conllu} --shorthand en_tiny --mode train"
        f" --save_dir {folder} --save_name lemmatizer.pt --dict_only --num_epoch 1 --cpu".split()
    )
    return str(folder / "lemmatizer.pt")


class _Scorer:
    """Stands in for the Java scorer of Stanza's trainer: every epoch counts as the best so far."""

    def __init__(self, kbest: int | None = None) -> None:
        self.f1 = 0.0

    def __enter__(self) -> _Scorer:
        return self

    def __exit__(self, *problem: object) -> None:
        return None

    def process(self, results: object) -> SimpleNamespace:
        self.f1 += 0.01
        return SimpleNamespace(f1=self.f1, treeF1=[], HasField=lambda name: False)


def _parser(folder: Path, trees: Path, pretrain: str) -> str:
    from stanza.models import constituency_parser
    from stanza.models.constituency import parser_training

    with mock.patch.object(parser_training, "EvaluateParser", _Scorer):
        constituency_parser.main(
            f"--train_file {trees} --eval_file {trees} --wordvec_pretrain_file {pretrain}"
            f" --lang en --shorthand en_tiny --mode train --save_dir {folder}"
            " --save_name parser.pt --epochs 40 --epoch_size 5 --train_batch_size 5"
            " --hidden_size 24 --delta_embedding_dim 8 --tag_embedding_dim 8"
            " --transition_embedding_dim 8 --transition_hidden_size 8 --no_multistage"
            " --optim adamw --learning_rate 0.01 --word_dropout 0 --predict_dropout 0"
            " --lstm_input_dropout 0 --no_checkpoint --no_retag"
            " --retag_method xpos --cpu".split()
        )
    return str(folder / "parser.pt")
