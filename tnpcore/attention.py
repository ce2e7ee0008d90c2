"""Scaled dot-product attention (Vaswani et al. 2017)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias, final, runtime_checkable

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from tnpcore import fast
from tnpcore.fast import softmax as fast_softmax
from tnpcore.trace import ATTENTION, AttentionRecord, check_mask, collect, intervention

KeysAndValues: TypeAlias = tuple[Float[Tensor, "*B H Nk Dk"], Float[Tensor, "*B H Nk Dk"]]
# Applied to queries or keys [*B, H, N, Dk], to rotate each by its position.
Rotation: TypeAlias = Callable[[Tensor], Tensor]


@dataclass(frozen=True, eq=False)
class Term:
    """What is added to the logits: a number of every pair times one of every head.

    Where all heads use the same number of a pair it is kept once.

    Args:
        pairs: [*B, H or 1, Nq, Nk].
        heads: [H or 1, 1, 1].
    """

    pairs: Float[Tensor, "*B #H Nq Nk"]
    heads: Float[Tensor, "#H 1 1"]

    def last(self, count: int) -> Term:
        """The term of the last `count` queries."""
        return Term(self.pairs[..., self.pairs.shape[-2] - count :, :], self.heads)

    def of(self, q: Tensor, k: Tensor) -> Term:
        """The term itself: it does not depend on queries and keys."""
        return self

    def read(self, weights: Tensor) -> None:
        """Nothing: it changes the weights alone."""


@runtime_checkable
class PairTerm(Protocol):
    """A term of the logits, perhaps one that depends on the queries and keys, or that is read beside the values."""

    def last(self, count: int) -> PairTerm:
        """The term of the last `count` queries."""

    def of(self, q: Float[Tensor, "*B H Nq Dk"], k: Float[Tensor, "*B H Nk Dk"]) -> Term:
        """The term's numbers for these queries and keys."""

    def read(self, weights: Float[Tensor, "*B H Nq Nk"]) -> Float[Tensor, "*B H Nq Dk"] | None:
        """What it adds to the mixed values, given the weights; None for nothing."""


Bias: TypeAlias = tuple[PairTerm, ...]


def attention_weights(
    q: Float[Tensor, "*BH Nq Dk"],
    k: Float[Tensor, "*BH Nk Dk"],
    mask: Bool[Tensor, "*M Nq Nk"] | None = None,
    bias: Bias = (),
) -> tuple[Float[Tensor, "*BH Nq Nk"], Float[Tensor, "*BH Nq Nk"]]:
    """Logits q.k / sqrt(Dk) + bias, before the mask, and weights: their softmax over the keys.

    Args:
        q, k: queries [*B, H, Nq, Dk] and keys [*B, H, Nk, Dk]; a single head may come without its dimension.
        mask: True = may attend, broadcast against the logits.
        bias: terms that are added to the logits.

    Returns:
        Both [*B, H, Nq, Nk]. Rows of the weights sum to 1, or to 0 where no key may be attended to.

    Raises:
        ValueError: for a mask that is not boolean.

    Reference: Vaswani et al. 2017, equation 1.
    """
    change = intervention()
    change.note(ATTENTION)
    # The few queries are scaled instead of the many logits.
    logits = (q / math.sqrt(q.shape[-1]) if change.scale else q) @ k.transpose(-1, -2)
    for term in bias:
        fixed = term.of(q, k)
        logits.addcmul_(fixed.pairs, fixed.heads)
    if change.temperature != 1.0:
        logits = logits / change.temperature
    return logits, masked_softmax(logits, mask)


def masked_softmax(
    logits: Float[Tensor, "*BH Nq Nk"], mask: Bool[Tensor, "*M Nq Nk"] | None = None
) -> Float[Tensor, "*BH Nq Nk"]:
    """Softmax over the keys that the mask allows (True); a row without any has weights 0."""
    if mask is None:
        return softmax(logits)
    check_mask(mask)
    masked = softmax(logits.masked_fill(~mask, -math.inf))
    # A row without any allowed key is 0/0 in the softmax; all its weights are 0.
    return torch.where(mask.any(-1, keepdim=True), masked, 0.0)


def without_muted(outputs: Float[Tensor, "*B H Nq Dk"], layer: int | str) -> Float[Tensor, "*B H Nq Dk"]:
    """What the heads of a layer give, 0 for those that `intervene` mutes."""
    muted = intervention().muted(layer, outputs.shape[-3])
    return outputs.index_fill(-3, torch.tensor(muted, device=outputs.device), 0.0) if muted else outputs


@fast.accelerated(fast_softmax.softmax)
def softmax(logits: Float[Tensor, "*B Nq Nk"]) -> Float[Tensor, "*B Nq Nk"]:
    """Softmax over the keys."""
    return logits.softmax(-1)


@final
class MultiHeadAttention(nn.Module):
    """Multi-head attention: project once, split into heads, mix the values, lay the heads side by side, project.

    Args:
        d_model: width D of tokens.
        num_heads: H.
        layer: names the records: a number n as "layer n".

    Raises:
        ValueError: unless num_heads divides d_model.

    Reference: Vaswani et al. 2017, section 3.2.2.
    """

    def __init__(self, d_model: int, num_heads: int, layer: int | str = 0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"d_model must be divisible by num_heads, got {d_model} and {num_heads}")
        self.num_heads = num_heads
        self.layer = layer
        self.to_q = nn.Linear(d_model, d_model)
        self.to_k = nn.Linear(d_model, d_model)
        self.to_v = nn.Linear(d_model, d_model)
        self.to_out = nn.Linear(d_model, d_model)

    def forward(
        self,
        queries: Float[Tensor, "*B Nq D"],
        keys: Float[Tensor, "*B Nk D"],
        values: Float[Tensor, "*B Nk D"],
        mask: Bool[Tensor, "*M Nq Nk"] | None = None,
        bias: Bias = (),
    ) -> Float[Tensor, "*B Nq D"]:
        """Concat(head_1, ..., head_H) W_out with head_h = softmax(Q_h K_h' / sqrt(Dk) + bias_h) V_h; mask and bias: see
        `attention_weights`."""
        return self.mix(self.queries(queries), self.keys(keys), self.values(values), mask, bias)

    def queries(self, tokens: Float[Tensor, "*B Nq D"]) -> Float[Tensor, "*B H Nq Dk"]:
        """Q of every head."""
        return self._split(self.to_q(tokens))

    def keys(self, tokens: Float[Tensor, "*B Nk D"]) -> Float[Tensor, "*B H Nk Dk"]:
        """K of every head."""
        return self._split(self.to_k(tokens))

    def values(self, tokens: Float[Tensor, "*B Nk D"]) -> Float[Tensor, "*B H Nk Dk"]:
        """V of every head."""
        return self._split(self.to_v(tokens))

    def mix(
        self,
        q: Float[Tensor, "*B H Nq Dk"],
        k: Float[Tensor, "*B H Nk Dk"],
        v: Float[Tensor, "*B H Nk Dk"],
        mask: Bool[Tensor, "*M Nq Nk"] | None = None,
        bias: Bias = (),
    ) -> Float[Tensor, "*B Nq D"]:
        """The weighted means of the values, heads side by side, projected; `record` and `intervene` act here."""
        logits, weights = attention_weights(q, k, mask, bias)
        read = weights @ v
        for term in bias:
            if (more := term.read(weights)) is not None:
                read = read + more
        mixed = without_muted(read, self.layer)
        name = self.layer if isinstance(self.layer, str) else f"layer {self.layer}"
        collect(AttentionRecord(name, q, k, logits, mask, weights, v, mixed))
        return self.to_out(mixed.transpose(-2, -3).flatten(-2))

    def _split(self, tokens: Float[Tensor, "*B N D"]) -> Float[Tensor, "*B H N Dk"]:
        return tokens.unflatten(-1, (self.num_heads, -1)).transpose(-2, -3)
