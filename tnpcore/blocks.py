"""The layer of a Transformer (Vaswani et al. 2017), and the one with a learned null token among its keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast, final

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from tnpcore.attention import Bias, KeysAndValues, MultiHeadAttention, Rotation
from tnpcore.networks.mlp import mlp
from tnpcore.trace import LayerRecord, collect, intervention, recording

Step: TypeAlias = Callable[[Tensor], Tensor]  # attention, or a feed-forward network, of what it reads
Added: TypeAlias = Callable[[Tensor, Step, Step], Tensor]

# How a layer takes one of its steps f, by where it normalises; and the same without the residual connection.
ADDED: Mapping[str, Added] = {
    "pre": lambda x, f, norm: x + f(norm(x)),
    "post": lambda x, f, norm: norm(x + f(x)),
    "none": lambda x, f, norm: x + f(x),
}
REPLACED: Mapping[str, Added] = {
    "pre": lambda x, f, norm: f(norm(x)),
    "post": lambda x, f, norm: norm(f(x)),
    "none": lambda x, f, norm: f(x),
}


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
        if self.norm not in ADDED:
            raise ValueError(f"the norm must be one of {', '.join(ADDED)}, got {self.norm!r}")

    @property
    def add(self) -> Added:
        """How a layer takes one step."""
        return (ADDED if self.residual else REPLACED)[self.norm]

    def without(self, parts: Iterable[str]) -> LayerDesign:
        """The same design less some of `tnpcore.trace.PARTS`."""
        off = set(parts)
        if not off:
            return self
        return LayerDesign(
            self.residual and "residual" not in off,
            "none" if "norm" in off else self.norm,
            self.feedforward and "feedforward" not in off,
        )


WHOLE = LayerDesign()


@dataclass(frozen=True)
class Sizes:
    """The sizes of a stack of Transformer layers.

    Args:
        d_model: width D of tokens.
        num_heads: H.
        num_layers: how many layers.
        d_hidden: width of the feed-forward networks.
    """

    d_model: int = 64
    num_heads: int = 4
    num_layers: int = 4
    d_hidden: int = 128


USUAL_SIZES = Sizes()


class Seen:
    """A step that keeps what it read and what it gave, for the layer's record.

    Args:
        step: attention, or a feed-forward network.
    """

    def __init__(self, step: Step):
        self.step = step
        self.read: Any = None
        self.change: Any = None

    def __call__(self, read: Tensor) -> Tensor:
        self.read, self.change = read, self.step(read)
        return cast(Tensor, self.change)


class Layer(nn.Module):
    """Attention, then a feed-forward network: x = x + attention(norm(x)), x = x + feedforward(norm(x)).

    Another `design` leaves a part out, or normalises after each addition.

    Args:
        sizes: of its parts.
        layer: its number or its name, in records and interventions.
        design: which parts the layer has.

    Reference: Vaswani et al. 2017, section 3.1, with the normalisation of Xiong et al. 2020, figure 1b.
    """

    def __init__(self, sizes: Sizes, layer: int | str, design: LayerDesign = WHOLE):
        super().__init__()
        self.design, whole, d_model = design, design.feedforward, sizes.d_model
        self.norm_attention, self.norm_feedforward = (
            nn.LayerNorm(d_model) if there and design.norm != "none" else nn.Identity() for there in (True, whole)
        )
        self.attention = MultiHeadAttention(d_model, sizes.num_heads, layer)
        self.feedforward = mlp(d_model, sizes.d_hidden, d_model) if whole else nn.Identity()

    def forward(
        self,
        x: Float[Tensor, "*B Nq D"],
        keys: Float[Tensor, "*B Nk D"] | None = None,
        mask: Bool[Tensor, "*M Nq Nk"] | None = None,
        bias: Bias = (),
        rotation: Rotation | None = None,
    ) -> Float[Tensor, "*B Nq D"]:
        """x + FFN(LN(x)) with x = x + MHA(LN(x), LN(keys)).

        Args:
            x: the tokens, which are the queries [*B, Nq, D].
            keys: other tokens that may be attended to [*B, Nk, D]; None: x itself.
            mask: True = may attend.
            bias: terms of the logits.
            rotation: is applied to queries and keys of x itself.

        Returns:
            [*B, Nq, D].
        """
        if keys is None:
            return self.among(x, x.shape[-2], mask, bias, rotation)
        return self.attend(x, self.keys_and_values(keys), mask, bias)

    def among(
        self,
        x: Float[Tensor, "*B N D"],
        num_keys: int,
        mask: Bool[Tensor, "*M N K"] | None = None,
        bias: Bias = (),
        rotation: Rotation | None = None,
    ) -> Float[Tensor, "*B N D"]:
        """`forward` with x itself as keys, its first `num_keys` tokens; each is normalised once."""
        return self.run(x, lambda read: self.offered(read[..., :num_keys, :], rotation), mask, bias, rotation)

    def attend(
        self,
        x: Float[Tensor, "*B N D"],
        keys_and_values: KeysAndValues,
        mask: Bool[Tensor, "*M N K"] | None = None,
        bias: Bias = (),
        rotation: Rotation | None = None,
    ) -> Float[Tensor, "*B N D"]:
        """`forward` with keys and values that are computed already; `rotation` is applied to the queries."""
        return self.run(x, lambda read: keys_and_values, mask, bias, rotation)

    def run(
        self,
        x: Float[Tensor, "*B N D"],
        offered: Callable[[Tensor], KeysAndValues],
        mask: Bool[Tensor, "*M N K"] | None,
        bias: Bias,
        rotation: Rotation | None,
    ) -> Float[Tensor, "*B N D"]:
        """Take the layer's steps, and record them.

        Args:
            x: the tokens.
            offered: keys and values, given what attention reads of x.
            mask, bias: see `forward`.
            rotation: is applied to the queries.
        """
        tokens, parts = x, self.running
        seen = self.over_keys(mask)
        attention = Seen(lambda read: self.attention.mix(self.queries(read, rotation), *offered(read), seen, bias))
        feedforward = Seen(self.feedforward)
        middle = x = parts.add(x, attention, self.norm_attention)
        if parts.feedforward:
            x = parts.add(x, feedforward, self.norm_feedforward)
        if recording(LayerRecord):
            fed = middle if feedforward.read is None else feedforward.read
            record = (tokens, attention.read, attention.change, middle, fed, feedforward.change, x)
            collect(LayerRecord(self.name, *record))
        return x

    def over_keys(self, mask: Bool[Tensor, "*M N K"] | None) -> Bool[Tensor, "*M N Keys"] | None:
        """The mask with a column for every key that is offered."""
        return mask

    def queries(self, read: Float[Tensor, "*B N D"], rotation: Rotation | None) -> Float[Tensor, "*B H N Dk"]:
        """Queries of what attention reads, rotated if there is a rotation."""
        q = self.attention.queries(read)
        return q if rotation is None else rotation(q)

    def keys_and_values(self, tokens: Float[Tensor, "*B N D"], rotation: Rotation | None = None) -> KeysAndValues:
        """What `attend` takes, of these tokens; a rotation is applied to the keys."""
        return self.offered(self.read(tokens), rotation)

    def read(self, tokens: Float[Tensor, "*B N D"]) -> Float[Tensor, "*B N D"]:
        """What queries, keys and values are projected from: the tokens, normalised where the design says so."""
        return cast(Tensor, self.norm_attention(tokens)) if self.running.norm == "pre" else tokens

    def offered(self, read: Float[Tensor, "*B N D"], rotation: Rotation | None = None) -> KeysAndValues:
        """Keys and values, [*B, H, N, Dk] each, of what attention reads; a rotation is applied to the keys."""
        keys, values = self.attention.keys(read), self.attention.values(read)
        return keys if rotation is None else rotation(keys), values

    @property
    def running(self) -> LayerDesign:
        """The layer's design, less the parts that `intervene` switches off."""
        return self.design.without(intervention().without(self.attention.layer))

    @property
    def name(self) -> str:
        """In records."""
        layer = self.attention.layer
        return layer if isinstance(layer, str) else f"layer {layer}"


@final
class Block(Layer):
    """A layer with a learned null token as one more key, always column 0.

    It takes the weight that no other token gets, and all of it when there is none. It is one of the normalised tokens
    and has no row of its own; it has no column in a mask, and is never masked; terms of the logits have one for it.

    Args:
        sizes, layer, design: see `Layer`.
    """

    def __init__(self, sizes: Sizes, layer: int | str, design: LayerDesign = WHOLE):
        super().__init__(sizes, layer, design)
        self.null = nn.Parameter(torch.zeros(sizes.d_model))

    def over_keys(self, mask: Bool[Tensor, "*M N K"] | None) -> Bool[Tensor, "*M N Keys"] | None:
        """The mask, which allows the null token."""
        return mask if mask is None else nn.functional.pad(mask, (1, 0), value=True)

    def offered(self, read: Float[Tensor, "*B N D"], rotation: Rotation | None = None) -> KeysAndValues:
        """Keys and values of the null token and of what attention reads, [*B, H, N + 1, Dk] each.

        The null token has no position: where keys are rotated, its key becomes 0, and so do its logits.
        """
        tokens = torch.cat([self.null.expand(*read.shape[:-2], 1, -1), read], -2)
        keys, values = super().offered(tokens)
        if rotation is not None:
            keys = torch.cat([torch.zeros_like(keys[..., :1, :]), rotation(keys[..., 1:, :])], -2)
        return keys, values


class Blocks(nn.ModuleList):
    """Transformer layers, in order."""

    def __iter__(self) -> Iterator[Block]:
        return cast(Iterator[Block], super().__iter__())

    def to_first(
        self,
        tokens: Float[Tensor, "*B N D"],
        num_keys: int,
        num_targets: int,
        mask: Bool[Tensor, "N K"] | None = None,
        biases: Sequence[Bias] = (),
    ) -> Float[Tensor, "*B Nt D"]:
        """The targets' tokens after all layers, where every token attends to the first ones alone.

        Masked self-attention in which no token attends to the others has the same result: keys of the first tokens
        alone, and the last layer for the targets alone, because no later one reads the other tokens.

        Args:
            tokens: [*B, N, D], the targets last.
            num_keys: K, how many tokens, from the first on, are attended to.
            num_targets: Nt.
            mask: [N, K], True = may attend; None allows all K.
            biases: terms of the logits of every layer; () adds none.
        """
        *earlier, last = zip(self, biases or [()] * len(self), strict=True)
        for block, bias in earlier:
            tokens = block.among(tokens, num_keys, mask, bias)
        block, bias = last
        first = tokens.shape[-2] - num_targets
        rows = None if mask is None else mask[first:]
        bias = tuple(term.last(num_targets) for term in bias)
        return block.attend(tokens[..., first:, :], block.keys_and_values(tokens[..., :num_keys, :]), rows, bias)


def blocks(sizes: Sizes, numbers: Iterable[int]) -> Blocks:
    """Transformer layers of equal sizes.

    Args:
        sizes: of each.
        numbers: one for each layer, for the records.
    """
    return Blocks(Block(sizes, number) for number in numbers)
