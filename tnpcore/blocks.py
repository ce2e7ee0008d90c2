"""The layer of a Transformer (Vaswani et al. 2017), with a learned null token among its keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast, final

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from tnpcore.attention import Bias, KeysAndValues, MultiHeadAttention, Rotation
from tnpcore.networks.mlp import mlp
from tnpcore.trace import LayerRecord, collect, intervention, recording

NORMS = ("pre", "post", "none")


@dataclass(frozen=True)
class LayerDesign:
    """Which parts a layer has, and where it normalises.

    Args:
        residual: whether attention and feed-forward network are added to what they read; else they replace it.
        norm: "pre" before each of them, "post" after each addition, or "none".
        feedforward: whether the layer has a feed-forward network.

    Raises:
        ValueError: for another norm.

    Reference: Vaswani et al. 2017, section 3.1 ("post"); Xiong et al. 2020, figure 1 (both).
    """

    residual: bool = True
    norm: str = "pre"
    feedforward: bool = True

    def __post_init__(self) -> None:
        if self.norm not in NORMS:
            raise ValueError(f"the norm must be one of {', '.join(NORMS)}, got {self.norm!r}")

    def without(self, parts: Iterable[str]) -> LayerDesign:
        """The same design less some of `tnpcore.trace.PARTS`.

        Args:
            parts: their names.
        """
        off = set(parts)
        if not off:
            return self
        return LayerDesign(
            self.residual and "residual" not in off,
            "none" if "norm" in off else self.norm,
            self.feedforward and "feedforward" not in off,
        )


WHOLE = LayerDesign()


@final
class Block(nn.Module):
    """One Transformer layer, normalised before each step: attention, then a feed-forward network, each added on.

    Another `design` leaves a part out, or normalises after each addition.

    The layer's null token is one more key, always column 0: it takes the weight that no context point gets, and all
    of it when the context is empty. It is one of the normalised tokens and has no row of its own.

    Args:
        d_model, num_heads: see `MultiHeadAttention`.
        d_hidden: width of the feed-forward network.
        layer: names the records.
        design: which parts the layer has.

    Reference: Vaswani et al. 2017, section 3.1, with the normalisation of Xiong et al. 2020, figure 1b.
    """

    def __init__(self, d_model: int, num_heads: int, d_hidden: int, layer: int, design: LayerDesign = WHOLE):
        super().__init__()
        self.design = design
        self.null = nn.Parameter(torch.zeros(d_model))
        if design.norm != "none":
            self.norm_attention = nn.LayerNorm(d_model)
        if design.norm != "none" and design.feedforward:
            self.norm_feedforward = nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, layer)
        if design.feedforward:
            self.feedforward = mlp(d_model, d_hidden, d_model)

    def forward(
        self,
        tokens: Float[Tensor, "*B Nq D"],
        keys: Float[Tensor, "*B Nk D"],
        mask: Bool[Tensor, "Nq Nk"] | None = None,
        bias: Bias = (),
    ) -> Float[Tensor, "*B Nq D"]:
        """z + FFN(LN(z)) with z = tokens + MHA(LN(tokens), [null, LN(keys)]).

        Args:
            tokens: the queries [*B, Nq, D].
            keys: tokens that may be attended to [*B, Nk, D], the queries' own or others.
            mask: True = may attend; it has no column for the null token, which is never masked.
            bias: terms of the logits of Nk + 1 keys, the null token first.

        Returns:
            [*B, Nq, D].
        """
        return self.attend(tokens, self.keys_and_values(keys), mask, bias)

    def keys_and_values(self, tokens: Float[Tensor, "*B N D"], rotation: Rotation | None = None) -> KeysAndValues:
        """Keys and values of the null token and of `tokens`, [*B, H, N + 1, Dk] each.

        Args:
            tokens: [*B, N, D].
            rotation: is applied to the keys. The null token has no position: its key becomes 0, and so do its logits.
        """
        return self.with_null(self.attended(tokens), rotation)

    def attended(self, tokens: Float[Tensor, "*B N D"]) -> Float[Tensor, "*B N D"]:
        """What queries, keys and values are projected from: the tokens, normalised where the design says so."""
        return self.norm_attention(tokens) if self.running.norm == "pre" else tokens

    def with_null(self, normed: Float[Tensor, "*B N D"], rotation: Rotation | None = None) -> KeysAndValues:
        """`keys_and_values` of tokens that are normalised already."""
        tokens = torch.cat([self.null.expand(*normed.shape[:-2], 1, -1), normed], -2)
        keys, values = self.attention.keys(tokens), self.attention.values(tokens)
        if rotation is not None:
            keys = torch.cat([torch.zeros_like(keys[..., :1, :]), rotation(keys[..., 1:, :])], -2)
        return keys, values

    def attend(
        self,
        tokens: Float[Tensor, "*B N D"],
        keys_and_values: KeysAndValues,
        mask: Bool[Tensor, "N K"] | None = None,
        bias: Bias = (),
        rotation: Rotation | None = None,
    ) -> Float[Tensor, "*B N D"]:
        """`forward` with keys and values that are computed already; `rotation` is applied to the queries."""
        q = self.attention.queries(self.attended(tokens))
        return self.add(tokens, q if rotation is None else rotation(q), keys_and_values, mask, bias)

    def add(
        self,
        tokens: Float[Tensor, "*B N D"],
        q: Float[Tensor, "*B H N Dk"],
        keys_and_values: KeysAndValues,
        mask: Bool[Tensor, "N K"] | None = None,
        bias: Bias = (),
    ) -> Float[Tensor, "*B N D"]:
        """The two additions: attention of the queries q, then the feed-forward network."""
        if mask is not None:
            mask = nn.functional.pad(mask, (1, 0), value=True)
        parts, mixed = self.running, self.attention.mix(q, *keys_and_values, mask, bias)
        middle = tokens + mixed if parts.residual else mixed
        if parts.norm == "post":
            middle = self.norm_attention(middle)
        read, change, out = middle, None, middle
        if parts.feedforward:
            read = self.norm_feedforward(middle) if parts.norm == "pre" else middle
            change = self.feedforward(read)
            out = middle + change if parts.residual else change
            if parts.norm == "post":
                out = self.norm_feedforward(out)
        if recording(LayerRecord):
            name = f"layer {self.attention.layer}"
            collect(LayerRecord(name, tokens, self.attended(tokens), mixed, middle, read, change, out))
        return out

    @property
    def running(self) -> LayerDesign:
        """The layer's design, less the parts that `intervene` switches off."""
        return self.design.without(intervention().without(self.attention.layer))


class Blocks(nn.ModuleList):
    """Transformer layers, in order."""

    def __iter__(self) -> Iterator[Block]:
        return cast(Iterator[Block], super().__iter__())


def blocks(d_model: int, num_heads: int, d_hidden: int, numbers: Iterable[int]) -> Blocks:
    """Transformer layers of equal sizes.

    Args:
        d_model, num_heads, d_hidden: see `Block`.
        numbers: one for each layer, for the records.
    """
    return Blocks(Block(d_model, num_heads, d_hidden, number) for number in numbers)
