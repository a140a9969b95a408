"""`LabellingModel`: the network with the vocabularies that give its numbers a meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from seqlab.errors import UsageError
from seqlab.tagger.inputs.forms import (
    FormTable,
    Vocabulary,
    build_words,
    label_vocabulary,
    word_shape,
)
from seqlab.tagger.network.batches import Batch, Collator
from seqlab.tagger.network.heads import Head
from seqlab.tagger.network.network import Network
from seqlab.tagger.options import HeadOptions, ModelOptions
from seqlab.tagger.runtime.names import module_key
from seqlab.tagger.sentence import IGNORED, LabelledSentence

# Rarer shapes and characters say nothing that training could learn.
_SHAPES, _CHARACTERS = 500, 1000


class LabellingModel(nn.Module):
    """Everything needed to label sentences: options, vocabularies, network, decoders."""

    def __init__(
        self,
        options: ModelOptions,
        forms: FormTable,
        features: Mapping[str, Vocabulary],
        labels: Mapping[str, Vocabulary],
        encoder: Any | None = None,
        counts: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        super().__init__()
        self.options = options
        self.forms = forms
        self.features = dict(features)
        self.labels = dict(labels)
        # The label of tokens for which no label reaches its threshold; see `thresholds.py`.
        self.thresholds: dict[str, dict[str, float]] = {}
        # What the scores of each head are divided by, so that its probabilities can be relied on.
        self.temperatures: dict[str, float] = {}
        # A fine-tuned encoder is part of the network; fixed features come with the batch.
        self.context_encoder = None if options.fine_tune else encoder
        self.tuned_encoder = encoder if options.fine_tune else None
        tuned = None
        if self.tuned_encoder is not None:
            tuned = self.tuned_encoder.trainable(
                options.encoder_layer, options.frozen_layers, options.encoder_dropout
            )
        self.network = Network(
            options,
            words=len(forms.words),
            characters=len(forms.characters),
            shapes=len(forms.shapes),
            features={name: len(vocabulary) for name, vocabulary in self.features.items()},
            labels={head: len(vocabulary) for head, vocabulary in self.labels.items()},
            context_size=encoder.size if encoder is not None else 0,
            encoder=tuned,
        )
        self.heads = nn.ModuleDict(
            {
                module_key(head): Head(
                    len(vocabulary), self.head_options(head), counts[head] if counts else None
                )
                for head, vocabulary in self.labels.items()
            }
        )

    def head_options(self, head: str) -> HeadOptions:
        """The options of one head."""
        return self.options.heads.get(head, self.options.head)

    def head(self, name: str) -> Head:
        """The decoder of one head."""
        module = self.heads[module_key(name)]
        assert isinstance(module, Head)
        return module

    def collator(self, feature_cache: Any | None = None) -> Collator:
        """What turns sentences into batches for this model."""
        context = pieces = None
        if self.context_encoder is not None:
            encoder, layer = self.context_encoder, self.options.encoder_layer

            def context(sentences: Sequence[Sequence[str]]) -> list[Tensor]:
                # 16 bits, as in the cache: a run that finds the cache filled sees the same.
                found = encoder.word_vectors(sentences, layer=layer, cache=feature_cache)
                return [vectors.half().float() for vectors in found]

        if self.tuned_encoder is not None:
            pieces = self.tuned_encoder.pieces
        return Collator(self.forms, self.features, self.labels, context, pieces)

    def loss_sums(self, batch: Batch) -> dict[str, tuple[Tensor, Tensor]]:
        """For each head the summed loss and the weight of the tokens it was summed over."""
        hidden = self.network.hidden(batch)
        return {
            head: self._head_loss(head, hidden, batch)
            for head in self.labels
            if bool((batch.labels[head] >= 0).any()) or head in batch.soft
        }

    def _head_loss(self, name: str, hidden: list[Tensor], batch: Batch) -> tuple[Tensor, Tensor]:
        assert batch.weight is not None
        head, labels, soft = self.head(name), batch.labels[name], batch.soft.get(name)
        known = labels >= 0 if soft is None else soft.sum(dim=-1) > 0
        weights = batch.weight[:, None] * known
        if head.crf is None:
            # Scores of unlabelled tokens would be thrown away: with thousands of labels, costly.
            scores = self.network.scores(name, hidden, chosen=known)
            losses = head.token_loss(
                scores, labels[known].clamp(min=0), None if soft is None else soft[known]
            )
            return (losses * weights[known]).sum(), weights.sum()
        rows = known.any(dim=1)
        losses = head.sequence_loss(
            self.network.scores(name, hidden)[rows],
            labels[rows],
            None if soft is None else soft[rows],
            batch.mask[rows],
        )
        return (losses * batch.weight[rows]).sum(), weights.sum()


def new_model(
    options: ModelOptions, sentences: Sequence[LabelledSentence], encoder: Any | None = None
) -> LabellingModel:
    """An untrained model with the vocabularies of the training sentences."""
    from seqlab.tagger.vectors import load_vectors

    vectors = (
        load_vectors(options.word_vectors, options.trust_pickle) if options.word_vectors else None
    )
    if vectors is not None and vectors.vector_size != options.word_dim:
        raise UsageError(
            f"model.word_dim is {options.word_dim}, but the vectors in {options.word_vectors} "
            f"have {vectors.vector_size} dimensions"
        )
    tokens = [token for sentence in sentences for token in sentence.tokens]
    forms = FormTable(
        words=build_words(
            tokens if options.word_dim else (), options.min_count, vectors, options.vector_words
        ),
        characters=Vocabulary.build("".join(tokens), min_count=2, limit=_CHARACTERS),
        shapes=Vocabulary.build(map(word_shape, tokens), min_count=2, limit=_SHAPES),
    )
    features = {
        name: Vocabulary.build(
            value for sentence in sentences for value in sentence.features.get(name, ())
        )
        for name in options.features
    }
    heads = sorted({head for sentence in sentences for head in sentence.labels})
    if unknown := sorted(set(options.heads) - set(heads)):
        raise UsageError(f"model.heads: no labels {unknown[0]!r} in the data; known: {heads}")
    labels = {
        head: label_vocabulary((s.labels.get(head, ()) for s in sentences), IGNORED)
        for head in heads
    }
    labels = {head: vocabulary for head, vocabulary in labels.items() if len(vocabulary)}
    if not labels:
        raise UsageError("the training sentences have no labels")
    counts = {
        head: _counts(vocabulary, (s.labels.get(head, ()) for s in sentences))
        for head, vocabulary in labels.items()
    }
    model = LabellingModel(options, forms, features, labels, encoder, counts)
    if vectors is not None:
        _set_vectors(model, vectors)
    return model


def _counts(vocabulary: Vocabulary, labels: Any) -> list[int]:
    found = Counter(label for of_sentence in labels for label in of_sentence)
    return [found[label] for label in vocabulary.entries]


def _set_vectors(model: LabellingModel, vectors: Any) -> None:
    """Start the embeddings of known words from their vectors, the others in the same range."""
    weight = model.network.tokens.words.weight
    with torch.no_grad():
        weight.normal_(std=float(np.std(vectors.vectors[:10_000])))
        for number, word in enumerate(model.forms.words.entries, start=1):
            if word in vectors:
                weight[number] = torch.from_numpy(np.array(vectors[word], dtype=np.float32))
