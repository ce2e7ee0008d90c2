"""Scaled dot-product attention (Vaswani et al. 2017), written out once: what a page shows is what ran."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from tnpcore.mlp import mlp
from tnpcore.trace import AttentionRecord, collect, intervention

REGISTER = 16  # float32 numbers, with AVX-512

KeysAndValues = tuple[Float[Tensor, "*B H Nk Dk"], Float[Tensor, "*B H Nk Dk"]]


@dataclass(frozen=True, eq=False)
class Term:
    """Something added to the logits: a number of every pair times one of every head. Where all heads look at the same
    number, it is kept once."""

    pairs: Float[Tensor, "*B #H Nq Nk"]
    heads: Float[Tensor, "#H 1 1"]

    def last(self, count: int) -> Term:
        """For the last so many queries."""
        return Term(self.pairs[..., self.pairs.shape[-2] - count :, :], self.heads)


Bias = tuple[Term, ...]


def attention_weights(
    q: Float[Tensor, "*B H Nq Dk"],
    k: Float[Tensor, "*B H Nk Dk"],
    mask: Bool[Tensor, "*M Nq Nk"] | None = None,
    bias: Bias = (),
) -> tuple[Float[Tensor, "*B H Nq Nk"], Float[Tensor, "*B H Nq Nk"]]:
    """Logits (before the mask) and weights: softmax over the keys of (q.k / sqrt(Dk) + bias) / temperature.

    mask: True = may attend, broadcast against the logits. Rows sum to 1, or to 0 when nothing may be attended.
    """
    change = intervention()
    # The few queries are scaled instead of the many logits.
    logits = (q / math.sqrt(q.shape[-1]) if change.scale else q) @ k.transpose(-1, -2)
    for term in bias:
        logits.addcmul_(term.pairs, term.heads)
    if change.temperature != 1.0:
        logits = logits / change.temperature
    if mask is None:
        return logits, softmax(logits)
    masked = softmax(logits.masked_fill(~mask, -math.inf))
    # A row without any allowed key is 0/0 in the softmax; it attends to nothing.
    return logits, torch.where(mask.any(-1, keepdim=True), masked, 0.0)


def softmax(logits: Float[Tensor, "*B H Nq Nk"]) -> Float[Tensor, "*B H Nq Nk"]:
    """Over the keys. On the CPU PyTorch works through rows shorter than a vector register number by number; such rows
    go side by side instead, which at ten keys is five times as fast."""
    return logits.mT.softmax(-2).mT if logits.shape[-1] < REGISTER else logits.softmax(-1)


class MultiHeadAttention(nn.Module):
    """Multi-head attention: project once, split into heads, mix the values, lay the heads side by side, project.

    Parameters: d_model, num_heads (d_model must be divisible by it; ValueError otherwise); `layer` names the records.
    """

    def __init__(self, d_model: int, num_heads: int, layer: int = 0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"d_model must be divisible by num_heads, got {d_model} and {num_heads}")
        self.num_heads = num_heads
        self.layer = layer
        self.to_q = nn.Linear(d_model, d_model)
        self.to_k = nn.Linear(d_model, d_model)
        self.to_v = nn.Linear(d_model, d_model)
        self.to_out = nn.Linear(d_model, d_model)

    def queries(self, tokens: Float[Tensor, "*B Nq D"]) -> Float[Tensor, "*B H Nq Dk"]:
        return self._split(self.to_q(tokens))

    def _split(self, tokens: Float[Tensor, "*B N D"]) -> Float[Tensor, "*B H N Dk"]:
        return tokens.unflatten(-1, (self.num_heads, -1)).transpose(-2, -3)

    def keys_and_values(self, tokens: Float[Tensor, "*B Nk D"]) -> KeysAndValues:
        """What is asked of each key token: computed once, it can be read by any number of queries, now or later."""
        return self.keys(tokens), self.values(tokens)

    def keys(self, tokens: Float[Tensor, "*B Nk D"]) -> Float[Tensor, "*B H Nk Dk"]:
        return self._split(self.to_k(tokens))

    def values(self, tokens: Float[Tensor, "*B Nk D"]) -> Float[Tensor, "*B H Nk Dk"]:
        return self._split(self.to_v(tokens))

    def forward(
        self,
        queries: Float[Tensor, "*B Nq D"],
        keys: Float[Tensor, "*B Nk D"],
        mask: Bool[Tensor, "*M Nq Nk"] | None = None,
        bias: Bias = (),
    ) -> Float[Tensor, "*B Nq D"]:
        """Each query token's mixture of the key tokens' values."""
        return self.mix(self.queries(queries), *self.keys_and_values(keys), mask, bias)

    def mix(
        self,
        q: Float[Tensor, "*B H Nq Dk"],
        k: Float[Tensor, "*B H Nk Dk"],
        v: Float[Tensor, "*B H Nk Dk"],
        mask: Bool[Tensor, "*M Nq Nk"] | None = None,
        bias: Bias = (),
    ) -> Float[Tensor, "*B Nq D"]:
        """The values, mixed by the weights; heads side by side, and projected."""
        logits, weights = attention_weights(q, k, mask, bias)
        collect(AttentionRecord(f"layer {self.layer}", q, k, logits, mask, weights))
        mixed = weights @ v
        muted = [head for layer, head in intervention().mute if layer == self.layer]
        if muted:
            mixed = mixed.index_fill(-3, torch.tensor(muted, device=mixed.device), 0.0)
        return self.to_out(mixed.transpose(-2, -3).flatten(-2))


class Block(nn.Module):
    """One Transformer layer, normalised before each step: attention, then a feed-forward network, each added on.

    The layer's null token is one more key, always column 0: what a query listens to when no context point deserves
    it, and all there is when the context is empty. It stands among the normalised tokens and has no row of its own.
    """

    def __init__(self, d_model: int, num_heads: int, d_hidden: int, layer: int):
        super().__init__()
        self.null = nn.Parameter(torch.zeros(d_model))
        self.norm_attention = nn.LayerNorm(d_model)
        self.norm_feedforward = nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, layer)
        self.feedforward = mlp(d_model, d_hidden, d_model)

    def forward(
        self,
        tokens: Float[Tensor, "*B N D"],
        num_keys: int,
        mask: Bool[Tensor, "N Nk"] | None = None,
        bias: Bias = (),
    ) -> Float[Tensor, "*B N D"]:
        """Every token attends to the null token and to the first `num_keys` tokens, as far as `mask` allows.

        mask has no column for the null token; bias has one (it is for num_keys + 1 keys).
        """
        normed = self.norm_attention(tokens)
        return self._listen(tokens, normed, self._keep(normed[..., :num_keys, :]), mask, bias)

    def memory(self, tokens: Float[Tensor, "*B N D"], earlier: KeysAndValues | None = None) -> KeysAndValues:
        """Keys and values of the null token and of `tokens`; or of `tokens`, appended to an earlier memory."""
        normed = self.norm_attention(tokens)
        if earlier is None:
            return self._keep(normed)
        return tuple(torch.cat(pair, -2) for pair in zip(earlier, self.attention.keys_and_values(normed), strict=True))

    def read(
        self,
        tokens: Float[Tensor, "*B N D"],
        memory: KeysAndValues,
        mask: Bool[Tensor, "N Nk"] | None = None,
        bias: Bias = (),
        turn: Callable[[Tensor], Tensor] | None = None,
    ) -> Float[Tensor, "*B N D"]:
        """The tokens after listening to a memory, which may hold tokens other than themselves. `turn` is applied to
        the queries, for those who have turned the memory's keys likewise."""
        return self._listen(tokens, self.norm_attention(tokens), memory, mask, bias, turn)

    def _keep(self, normed: Float[Tensor, "*B N D"]) -> KeysAndValues:
        """Keys and values of the null token and of normalised tokens."""
        null = self.null.expand(*normed.shape[:-2], 1, -1)
        return self.attention.keys_and_values(torch.cat([null, normed], -2))

    def _listen(self, tokens, normed, memory, mask, bias, turn=None) -> Float[Tensor, "*B N D"]:
        """`read`, of tokens that have been normalised too."""
        if mask is not None:
            mask = nn.functional.pad(mask, (1, 0), value=True)
        q = self.attention.queries(normed)
        tokens = tokens + self.attention.mix(q if turn is None else turn(q), *memory, mask, bias)
        return tokens + self.feedforward(self.norm_feedforward(tokens))
