"""Going on from a trained model: its weights, with words, labels and heads of new data added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from torch import Tensor

from seqlab.errors import UsageError
from seqlab.tagger.folder.folder import load_model
from seqlab.tagger.inputs.forms import (
    FormTable,
    Vocabulary,
    build_words,
    label_vocabulary,
    word_shape,
)
from seqlab.tagger.network.model import LabellingModel
from seqlab.tagger.options import ModelOptions
from seqlab.tagger.sentence import IGNORED, LabelledSentence

# Options that change how a model is trained, not what it is.
_MAY_DIFFER = {
    "train_words",
    "frozen_layers",
    "encoder_dropout",
    "dropout",
    "word_dropout",
    "head",
    "heads",
    "word_vectors",
}


def continued_model(
    folder: str | Path, sentences: Sequence[LabelledSentence], options: ModelOptions | None = None
) -> LabellingModel:
    """The model of `folder`, able to learn from `sentences`: nothing it knows is removed.

    What is new (words seen often enough, characters, shapes, labels, heads) starts untrained.
    `options`, where given, must be those of the model, but for what only training sees.
    """
    old = load_model(folder)
    chosen = options or old.options
    for name in sorted(set(vars(chosen)) - _MAY_DIFFER):
        if getattr(chosen, name) != getattr(old.options, name):
            raise UsageError(
                f"the model to start from, {folder}, was trained with a different model.{name}"
            )
    tokens = [token for sentence in sentences for token in sentence.tokens]
    words = build_words(tokens if old.options.word_dim else (), old.options.min_count, None, 0)
    forms = FormTable(
        words=_grown(old.forms.words, words.entries),
        characters=_grown(old.forms.characters, Vocabulary.build("".join(tokens), 2).entries),
        shapes=_grown(old.forms.shapes, Vocabulary.build(map(word_shape, tokens), 2).entries),
    )
    features = {
        name: _grown(known, (v for s in sentences for v in s.features.get(name, ())))
        for name, known in old.features.items()
    }
    labels = dict(old.labels)
    for head in sorted({head for sentence in sentences for head in sentence.labels}):
        own = label_vocabulary((s.labels.get(head, ()) for s in sentences), IGNORED)
        known = labels.get(head, Vocabulary((), unknown=False))
        if len(own):
            labels[head] = _grown(known, own.entries)
    encoder = old.tuned_encoder or old.context_encoder
    model = LabellingModel(chosen, forms, features, labels, encoder, _counts(labels, sentences))
    model.thresholds = {
        head: limits for head, limits in old.thresholds.items() if labels[head] is old.labels[head]
    }
    model.temperatures = dict(old.temperatures)
    _copy(old, model)
    return model.train()


def _grown(known: Vocabulary, items: Iterable[str]) -> Vocabulary:
    """`known` with what is new after it, so that every old entry keeps its number."""
    new = [item for item in dict.fromkeys(items) if item not in known]
    return Vocabulary([*known.entries, *new], known.unknown) if new else known


def _counts(
    labels: dict[str, Vocabulary], sentences: Sequence[LabelledSentence]
) -> dict[str, list[int]]:
    counts: dict[str, list[int]] = {}
    for head, vocabulary in labels.items():
        found = Counter(label for s in sentences for label in s.labels.get(head, ()))
        # A label that the new data lack is as one seen once: its weight must stay finite.
        counts[head] = [max(1, found[label]) for label in vocabulary.entries]
    return counts


def _copy(old: LabellingModel, new: LabellingModel) -> None:
    """Put the old weights where they belong; along grown sides the new entries stay as they are."""
    ours = new.state_dict()
    padding = "network.tokens.characters.embedding.weight"
    with torch.no_grad():
        for name, tensor in old.state_dict().items():
            target: Tensor = ours[name]
            # The last row of the characters is the padding, which must stay last.
            source = tensor[:-1] if name == padding and tensor.shape != target.shape else tensor
            target[tuple(slice(0, size) for size in source.shape)] = source
