"""The Transformer of MulTSS: encoder, decoder with a cache, and copying from the source."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from seqlab.peers.multss.options import NetworkOptions
from seqlab.peers.multss.vocabulary import PAD

# Keys and values of one attention.
KeyValues = tuple[Tensor, Tensor]


class Attention(nn.Module):
    """Multi-head attention that can be given keys and values computed before."""

    def __init__(self, size: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.query, self.key, self.value, self.out = (nn.Linear(size, size) for _ in range(4))

    def keys_values(self, states: Tensor) -> KeyValues:
        """What positions offer, head by head."""
        return self._split(self.key(states)), self._split(self.value(states))

    def forward(
        self, states: Tensor, offered: KeyValues, mask: Tensor | None = None, causal: bool = False
    ) -> Tensor:
        """What `states` find in what is offered; where `mask` is false they may not look."""
        found = functional.scaled_dot_product_attention(
            self._split(self.query(states)),
            *offered,
            attn_mask=mask,
            dropout_p=self.dropout if self.training else 0.0,
            is_causal=causal,
        )
        return torch.as_tensor(self.out(found.transpose(1, 2).flatten(2)))

    def _split(self, states: Tensor) -> Tensor:
        # unflatten is not typed.
        return torch.as_tensor(states.unflatten(-1, (self.heads, -1))).transpose(1, 2)


class Layer(nn.Module):
    """Attention to its own side, in the decoder to the source too, and a feed-forward part."""

    def __init__(self, options: NetworkOptions, decoder: bool) -> None:
        super().__init__()
        size, heads, dropout = options.size, options.heads, options.dropout
        self.own = Attention(size, heads, dropout)
        self.source = Attention(size, heads, dropout) if decoder else None
        self.inner = nn.Sequential(
            nn.Linear(size, options.inner), nn.GELU(), nn.Linear(options.inner, size)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(3 if decoder else 2))
        self.dropout = nn.Dropout(dropout)

    def encode(self, states: Tensor, mask: Tensor) -> Tensor:
        """New states of the source."""
        normal = self.norms[0](states)
        states = states + self.dropout(self.own(normal, self.own.keys_values(normal), mask))
        return torch.as_tensor(states + self.dropout(self.inner(self.norms[1](states))))

    def decode(
        self, states: Tensor, memory: KeyValues, mask: Tensor, past: KeyValues | None
    ) -> tuple[Tensor, KeyValues]:
        """New states of the target, and keys and values of all its positions so far."""
        assert self.source is not None
        normal = self.norms[0](states)
        offered = self.own.keys_values(normal)
        if past is not None:
            offered = torch.cat([past[0], offered[0]], 2), torch.cat([past[1], offered[1]], 2)
        states = states + self.dropout(self.own(normal, offered, causal=past is None))
        states = states + self.dropout(self.source(self.norms[1](states), memory, mask))
        return states + self.dropout(self.inner(self.norms[2](states))), offered


@dataclass
class Memory:
    """The encoded source: its numbers, states, mask, and what each decoder layer sees of it."""

    source: Tensor
    states: Tensor
    mask: Tensor
    layers: list[KeyValues]

    def repeated(self, times: int) -> Memory:
        """Every sentence so many times, for the hypotheses of a beam."""
        return self.chosen(torch.arange(len(self.source)).repeat_interleave(times))

    def chosen(self, rows: Tensor) -> Memory:
        """These sentences only."""
        layers = [(key[rows], value[rows]) for key, value in self.layers]
        return Memory(self.source[rows], self.states[rows], self.mask[rows], layers)


class Transformer(nn.Module):
    """Piece numbers in; scores of the next piece, and where it may be copied from, out."""

    def __init__(self, options: NetworkOptions, pieces: int) -> None:
        super().__init__()
        size = options.size
        self.pieces = nn.Embedding(pieces, size, padding_idx=PAD)
        nn.init.normal_(self.pieces.weight, std=size**-0.5)
        self.encoder = nn.ModuleList(Layer(options, False) for _ in range(options.layers))
        self.decoder = nn.ModuleList(Layer(options, True) for _ in range(options.layers))
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(2))
        self.copy_query, self.copy_key = nn.Linear(size, size), nn.Linear(size, size)
        self.copy_gate = nn.Linear(size, 1)
        self.copy = options.copy
        self.dropout = nn.Dropout(options.dropout)

    def encode(self, source: Tensor) -> Memory:
        """The states of the source and what the decoder's layers see of them."""
        mask = (source != PAD)[:, None, None, :]
        states = self._embedded(source)
        for layer in self.encoder:
            states = cast(Layer, layer).encode(states, mask)
        states = self.norms[0](states)
        return Memory(
            source,
            states,
            mask,
            [cast(Attention, own.source).keys_values(states) for own in self.decoder],
        )

    def decode(
        self, target: Tensor, memory: Memory, past: list[KeyValues] | None = None
    ) -> tuple[Tensor, list[KeyValues]]:
        """States after each piece of the target; with `past`, of the new pieces only."""
        start = 0 if past is None else past[0][0].shape[2]
        states = self._embedded(target, start)
        now = []
        for number, layer in enumerate(self.decoder):
            before = None if past is None else past[number]
            own = cast(Layer, layer)
            states, seen = own.decode(states, memory.layers[number], memory.mask, before)
            now.append(seen)
        return torch.as_tensor(self.norms[1](states)), now

    def scores(self, states: Tensor) -> Tensor:
        """Scores of the vocabulary."""
        return functional.linear(states, self.pieces.weight)

    def copying(self, states: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        """The log-odds of copying, and the probability of each source piece if it is copied."""
        keys = self.copy_key(memory.states).transpose(1, 2)
        likeness = (self.copy_query(states) @ keys).float() / math.sqrt(states.shape[-1])
        likeness = likeness.masked_fill(~memory.mask[:, 0], -torch.inf)
        return self.copy_gate(states).float()[..., 0], likeness.softmax(-1)

    def log_probabilities(self, states: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        """Of every piece after each state, and where a copied piece would come from."""
        generated = self.scores(states).float().log_softmax(-1)
        gate, places = self.copying(states, memory)
        if not self.copy:
            return generated, places
        copied = torch.zeros_like(generated)
        copied.scatter_add_(-1, memory.source[:, None].expand(places.shape), places)
        mixed = torch.logaddexp(
            generated + functional.logsigmoid(-gate)[..., None],
            copied.clamp_min(1e-20).log() + functional.logsigmoid(gate)[..., None],
        )
        return mixed, places

    def loss(self, source: Tensor, target: Tensor, smoothing: float = 0.0) -> Tensor:
        """Mean cross-entropy of the target's pieces; smoothing is over the vocabulary."""
        memory = self.encode(source)
        states, _ = self.decode(target[:, :-1], memory)
        wanted = target[:, 1:]
        # Scoring the vocabulary takes most time: padding is not scored.
        real = wanted != PAD
        likely, even = _TargetScores.apply(self.scores(states[real]).float(), wanted[real])
        if self.copy:
            gate, places = self.copying(states, memory)
            same = memory.source[:, None, :] == wanted[..., None]
            copied = (places * same).sum(-1)[real].clamp_min(1e-20).log()
            gate = gate[real]
            likely = torch.logaddexp(
                likely + functional.logsigmoid(-gate), copied + functional.logsigmoid(gate)
            )
        return torch.as_tensor(-((1 - smoothing) * likely + smoothing * even).mean())

    def _embedded(self, numbers: Tensor, start: int = 0) -> Tensor:
        size = self.pieces.embedding_dim
        places = positions(start + numbers.shape[1], size)[start:].to(numbers.device)
        return torch.as_tensor(self.dropout(self.pieces(numbers) * math.sqrt(size) + places))


class _TargetScores(torch.autograd.Function):
    """Log-probabilities of the wanted pieces and their mean over the vocabulary, in two passes.

    torch's own log_softmax, gather and mean take five passes over the largest table of all.
    """

    @staticmethod
    def forward(ctx: Any, scores: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
        logs = scores.log_softmax(-1)
        ctx.save_for_backward(logs, wanted)
        return logs.gather(-1, wanted[:, None])[:, 0], logs.mean(-1)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        of_wanted, of_mean = gradients
        logs, wanted = ctx.saved_tensors
        table = logs.exp().mul_(-(of_wanted + of_mean)[:, None])
        table.add_((of_mean / logs.shape[-1])[:, None])
        table.scatter_add_(-1, wanted[:, None], of_wanted[:, None])
        return table, None


def positions(length: int, size: int) -> Tensor:
    """Sines and cosines that tell positions apart (Vaswani et al. 2017)."""
    steps = torch.arange(length)[:, None]
    rates = torch.exp(torch.arange(0, size, 2) * (-math.log(10_000.0) / size))
    table = torch.zeros(length, size)
    table[:, 0::2], table[:, 1::2] = torch.sin(steps * rates), torch.cos(steps * rates)
    return table
