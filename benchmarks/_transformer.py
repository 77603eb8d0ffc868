"""A small Transformer (Vaswani et al. 2017; layers normalized before they are applied) with one table of
subwords, and its beam search: what neural.py trains."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

PAD, UNKNOWN, BEGIN, END = range(4)


@dataclass(frozen=True)
class Shape:
    """Small enough for minutes of CPU."""

    dropout: float
    subwords: int = 4000
    layers: int = 3  # of the encoder, and of the decoder
    width: int = 128
    inner: int = 512
    heads: int = 4
    longest: int = 256  # subwords of a sentence


class Attention(nn.Module):
    """Of several heads."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.query, self.key, self.value, self.out = (nn.Linear(shape.width, shape.width) for _ in range(4))

    def forward(self, x: Tensor, memory: tuple[Tensor, Tensor], mask: Tensor | None, causal: bool) -> Tensor:
        """x looks at the keys and values of `memory` where the mask is true, or at those before it."""
        query = self._split(self.query(x))
        found = F.scaled_dot_product_attention(query, *memory, attn_mask=mask, is_causal=causal)
        return self.out(found.transpose(1, 2).flatten(2))

    def keys(self, y: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values of y."""
        return self._split(self.key(y)), self._split(self.value(y))

    def _split(self, x: Tensor) -> Tensor:
        return x.unflatten(2, (self.heads, -1)).transpose(1, 2)


class Layer(nn.Module):
    """Attention to its own side, to the source for a decoder, and two linear maps."""

    def __init__(self, shape: Shape, decoder: bool) -> None:
        super().__init__()
        self.own = Attention(shape)
        self.source = Attention(shape) if decoder else None
        self.inner = nn.Sequential(
            nn.Linear(shape.width, shape.inner),
            nn.ReLU(),
            nn.Dropout(shape.dropout),
            nn.Linear(shape.inner, shape.width),
        )
        self.norms = nn.ModuleList(nn.LayerNorm(shape.width) for _ in range(3 if decoder else 2))
        self.dropout = nn.Dropout(shape.dropout)

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        source: tuple[Tensor, Tensor] | None = None,
        past: tuple[Tensor, Tensor] | None = None,
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """The layer's output, and its keys and values so far. mask: of the source; past: of the steps
        before."""
        y = self.norms[0](x)
        own = self.own.keys(y)
        if past is not None:
            own = torch.cat([past[0], own[0]], 2), torch.cat([past[1], own[1]], 2)
        decoder = self.source is not None
        whole = decoder and past is None
        x = x + self.dropout(self.own(y, own, None if decoder else mask, whole))
        if self.source is not None and source is not None:
            x = x + self.dropout(self.source(self.norms[1](x), source, mask, False))
        return x + self.dropout(self.inner(self.norms[-1](x))), own


class Transformer(nn.Module):
    """Subwords of a source sentence and of the target so far to scores of the next target subword."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.table = nn.Embedding(shape.subwords, shape.width, padding_idx=PAD)
        nn.init.normal_(self.table.weight, std=shape.width**-0.5)
        nn.init.zeros_(self.table.weight[PAD].data)
        self.encoder = nn.ModuleList(Layer(shape, decoder=False) for _ in range(shape.layers))
        self.decoder = nn.ModuleList(Layer(shape, decoder=True) for _ in range(shape.layers))
        self.norms = nn.ModuleList(nn.LayerNorm(shape.width) for _ in range(2))
        self.dropout = nn.Dropout(shape.dropout)
        self.register_buffer("places", _waves(shape.longest, shape.width), persistent=False)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Scores of all subwords behind each prefix of the target."""
        memory, mask = self.encode(source)
        x = self._embed(target, 0)
        for layer, keys in zip(self.decoder, memory, strict=True):
            x, _ = layer(x, mask, keys)
        return self._scores(x)

    def encode(self, source: Tensor) -> tuple[list[tuple[Tensor, Tensor]], Tensor]:
        """Keys and values of the source for each layer of the decoder, and which subwords are there."""
        mask = (source != PAD)[:, None, None, :]
        x = self._embed(source, 0)
        for layer in self.encoder:
            x, _ = layer(x, mask)
        x = self.norms[0](x)
        return [layer.source.keys(x) for layer in self.decoder], mask

    def next(
        self,
        last: Tensor,
        place: int,
        memory: list[tuple[Tensor, Tensor]],
        mask: Tensor,
        past: list[tuple[Tensor, Tensor]] | None,
    ) -> tuple[Tensor, list[tuple[Tensor, Tensor]]]:
        """Log-probabilities of the subword behind the last one, and what the next step needs."""
        x, now = self._embed(last[:, None], place), []
        for i, layer in enumerate(self.decoder):
            # The first step has nothing before it, which an empty past says.
            before = past[i] if past else tuple(part[:, :, :0] for part in memory[i])
            x, own = layer(x, mask, memory[i], before)
            now.append(own)
        return self._scores(x)[:, 0].log_softmax(-1), now

    def _embed(self, words: Tensor, place: int) -> Tensor:
        x = self.table(words) * self.shape.width**0.5
        return self.dropout(x + self.places[place : place + words.shape[1]])

    def _scores(self, x: Tensor) -> Tensor:
        return F.linear(self.norms[1](x), self.table.weight)


def _waves(longest: int, width: int) -> Tensor:
    angles = torch.arange(longest)[:, None] * 10000 ** (-torch.arange(0, width, 2) / width)
    return torch.stack([angles.sin(), angles.cos()], 2).flatten(1)


@torch.no_grad()
def search(model: Transformer, source: Tensor, beam: int = 5, alpha: float = 0.6) -> list[list[int]]:
    """The best translation of each row: beam search, scores over ((5 + length) / 6) ** alpha."""
    rows, width = source.shape
    longest = min(2 * width + 10, model.shape.longest - 1)
    memory, mask = model.encode(source)
    memory = [tuple(part.repeat_interleave(beam, 0) for part in layer) for layer in memory]
    mask = mask.repeat_interleave(beam, 0)
    words = torch.full((rows * beam, 1), BEGIN)
    scores = torch.full((rows, beam), -torch.inf)
    scores[:, 0] = 0  # all begin alike: only one counts
    ended: list[list[tuple[float, list[int]]]] = [[] for _ in range(rows)]
    past = None
    for length in range(1, longest + 1):
        found, past = model.next(words[:, -1], length - 1, memory, mask, past)
        found[:, [PAD, UNKNOWN, BEGIN]] = -torch.inf
        total = (scores.view(-1, 1) + found).view(rows, -1)
        best, places = total.topk(2 * beam)
        order = torch.empty(rows, beam, dtype=torch.long)
        chosen = torch.full((rows, beam), PAD)
        scores = torch.full((rows, beam), -torch.inf)
        for row in range(rows):
            kept = 0
            for score, place in zip(best[row].tolist(), places[row].tolist(), strict=True):
                parent, word = row * beam + place // model.shape.subwords, place % model.shape.subwords
                if word == END and score > -torch.inf:
                    ended[row].append((score / ((5 + length) / 6) ** alpha, words[parent, 1:].tolist()))
                elif word != END:
                    order[row, kept], chosen[row, kept], scores[row, kept] = parent, word, score
                    kept += 1
                if kept == beam:
                    break
            if len(ended[row]) >= beam:
                scores[row] = -torch.inf  # this sentence is done
        if not torch.isfinite(scores).any():
            break
        order = order.view(-1)
        words = torch.cat([words[order], chosen.view(-1, 1)], 1)
        past = [tuple(part[order] for part in layer) for layer in past]
    unfinished = words.view(rows, beam, -1)[:, 0, 1:].tolist()
    return [max(done)[1] if done else unfinished[row] for row, done in enumerate(ended)]
