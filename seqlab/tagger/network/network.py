"""The network: token representation, BiLSTM, and one linear layer per head.

It ends in label scores (emissions); what a CRF or a loss makes of them is in `heads.py`. Nothing
here depends on data outside the tensors, so the same code is exported to ONNX.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from seqlab.tagger.inputs.forms import CASINGS
from seqlab.tagger.network.batches import Batch
from seqlab.tagger.options import ModelOptions
from seqlab.tagger.runtime.names import module_key


class CharacterCNN(nn.Module):
    """One vector a word from its characters: convolution, then the maximum over positions."""

    def __init__(self, characters: int, size: int, filters: int, width: int) -> None:
        super().__init__()
        self.padding = characters
        self.embedding = nn.Embedding(characters + 1, size, padding_idx=characters)
        self.convolution = nn.Conv1d(size, filters, width, padding="same")

    def forward(self, characters: Tensor) -> Tensor:
        """Vectors (words, filters) of character numbers (words, characters)."""
        found = self.convolution(self.embedding(characters).transpose(1, 2))
        # Without the mask a word's vector would depend on the longest word beside it.
        found = found.masked_fill((characters == self.padding)[:, None, :], -1e4)
        return torch.relu(found.amax(dim=2))


class TokenRepresentation(nn.Module):
    """What the options switch on, concatenated for every token."""

    def __init__(
        self,
        options: ModelOptions,
        words: int,
        characters: int,
        shapes: int,
        features: Mapping[str, int],
        context_size: int,
    ) -> None:
        super().__init__()
        self.options = options
        form_size = 0
        if options.word_dim:
            self.words = nn.Embedding(words, options.word_dim)
            nn.init.normal_(self.words.weight, std=0.3)
            self.words.weight.requires_grad = options.train_words
        if options.char_dim:
            self.characters = CharacterCNN(
                characters, options.char_dim, options.char_filters, options.char_width
            )
            form_size += options.char_filters
        if options.shape_dim:
            self.shapes = nn.Embedding(shapes, options.shape_dim)
            form_size += options.shape_dim
        if options.casing_dim:
            self.casings = nn.Embedding(len(CASINGS), options.casing_dim)
            form_size += options.casing_dim
        form_size += int(options.frequency)
        self.features = nn.ModuleDict(
            {
                module_key(name): nn.Embedding(count, options.feature_dim)
                for name, count in features.items()
            }
        )
        self.form_size = form_size
        self.size = (
            options.word_dim + form_size + len(features) * options.feature_dim + context_size
        )

    def forward(self, batch: Batch, context: Tensor | None) -> Tensor:
        """Token vectors (sentences, tokens, size)."""
        options = self.options
        parts: list[Tensor] = []
        if options.word_dim:
            word = batch.word[batch.form]
            if self.training and options.word_dropout:
                word = word.masked_fill(
                    torch.rand(word.shape, device=word.device) < options.word_dropout, 0
                )
            parts.append(self.words(word))
        if self.form_size:
            parts.append(self._forms(batch)[batch.form])
        parts += [
            self.features[module_key(name)](batch.features[name]) for name in options.features
        ]
        if context is not None:
            parts.append(context)
        return torch.cat(parts, dim=2)

    def _forms(self, batch: Batch) -> Tensor:
        """Vectors of the distinct word forms, computed once however often each occurs."""
        parts: list[Tensor] = []
        if self.options.char_dim:
            parts.append(self.characters(batch.characters))
        if self.options.shape_dim:
            parts.append(self.shapes(batch.shape))
        if self.options.casing_dim:
            parts.append(self.casings(batch.casing))
        if self.options.frequency:
            parts.append(batch.frequency[:, None])
        return torch.cat(parts, dim=1)


class BiLSTM(nn.Module):
    """One bidirectional layer over padded sentences.

    The backward direction reads each sentence reversed within its own length, so padding never
    comes before a token. That gives what packed sequences give, but runs on the fast dense
    kernels and exports to ONNX.
    """

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.forward_lstm = nn.LSTM(size, hidden, batch_first=True)
        self.backward_lstm = nn.LSTM(size, hidden, batch_first=True)
        lstm: Any
        for lstm in (self.forward_lstm, self.backward_lstm):
            nn.init.orthogonal_(lstm.weight_hh_l0)
            nn.init.zeros_(lstm.bias_ih_l0)
            nn.init.zeros_(lstm.bias_hh_l0)
            with torch.no_grad():  # remember by default: the forget gates start open
                lstm.bias_ih_l0[hidden : 2 * hidden] = 1.0

    def forward(self, tokens: Tensor, reversal: Tensor) -> Tensor:
        """Vectors (sentences, tokens, 2 * hidden)."""
        if torch.is_autocast_enabled(tokens.device.type):
            # Not every processor has an LSTM in 16 bits, and sums over a sentence need more.
            with torch.autocast(tokens.device.type, enabled=False):
                return self._read(tokens.float(), reversal)
        return self._read(tokens, reversal)

    def _read(self, tokens: Tensor, reversal: Tensor) -> Tensor:
        forward, _ = self.forward_lstm(tokens)
        backward, _ = self.backward_lstm(_reordered(tokens, reversal))
        return torch.cat([forward, _reordered(backward, reversal)], dim=2)


class Network(nn.Module):
    """Label scores of every head for every token."""

    def __init__(
        self,
        options: ModelOptions,
        *,
        words: int,
        characters: int,
        shapes: int,
        features: Mapping[str, int],
        labels: Mapping[str, int],
        context_size: int = 0,
        encoder: nn.Module | None = None,
    ) -> None:
        super().__init__()
        self.options = options
        self.encoder = encoder
        self.tokens = TokenRepresentation(
            options, words, characters, shapes, features, context_size
        )
        size = self.tokens.size
        layers = []
        for _ in range(options.layers):
            layers.append(BiLSTM(size, options.hidden))
            size = 2 * options.hidden
        self.layers = nn.ModuleList(layers)
        self.dropout = nn.Dropout(options.dropout)
        self.outputs = nn.ModuleDict(
            {module_key(head): nn.Linear(size, count) for head, count in labels.items()}
        )
        self.heads = tuple(labels)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """Scores (sentences, tokens, labels) by head."""
        hidden = self.hidden(batch)
        return {head: self.scores(head, hidden) for head in self.heads}

    def hidden(self, batch: Batch) -> list[Tensor]:
        """What the heads read: the token representation and the output of each BiLSTM layer."""
        context = batch.context
        if self.encoder is not None:
            context = self.encoder(batch)
        states = [self.dropout(self.tokens(batch, context))]
        if not self.layers:
            return states
        reversal = reversed_positions(batch.lengths, batch.form.shape[1])
        for layer in self.layers:
            states.append(self.dropout(layer(states[-1], reversal)))
        return states

    def scores(self, head: str, hidden: list[Tensor], chosen: Tensor | None = None) -> Tensor:
        """Scores of one head, for the `chosen` tokens (a mask) or all."""
        options = self.options.heads.get(head, self.options.head)
        state = hidden[options.layer if 0 < options.layer < len(hidden) else -1]
        scores: Tensor = self.outputs[module_key(head)](state if chosen is None else state[chosen])
        return scores


def reversed_positions(lengths: Tensor, longest: int) -> Tensor:
    """For each sentence the positions that reverse its tokens and leave the padding in place."""
    positions = torch.arange(longest, device=lengths.device)[None, :].expand(lengths.shape[0], -1)
    mirrored = lengths[:, None] - 1 - positions
    return torch.where(mirrored >= 0, mirrored, positions)


def _reordered(tokens: Tensor, positions: Tensor) -> Tensor:
    return torch.gather(tokens, 1, positions[:, :, None].expand(-1, -1, tokens.shape[2]))
