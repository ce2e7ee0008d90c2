"""Layers of the encoder and of the decoder (Vaswani et al. 2017), without a null token: padding is masked instead."""

from __future__ import annotations

from typing import TypeAlias, final

from jaxtyping import Bool, Float
from torch import Tensor, nn

from tnpcore.attention import Bias, MultiHeadAttention, Rotation
from tnpcore.blocks import WHOLE, LayerDesign
from tnpcore.fast.caching import extended
from tnpcore.networks.mlp import mlp
from tnpcore.trace import LayerRecord, collect, intervention, recording

# Keys and values [B, H, N, Dk]: of different numbers of positions in one call, so N has no name here.
Cached: TypeAlias = tuple[Float[Tensor, "B H _ Dk"], Float[Tensor, "B H _ Dk"]]


@final
class Step(nn.Module):
    """One step of a layer: x + f(LN(x)) with pre-norm, LN(x + f(x)) with post-norm.

    Args:
        d_model: width D of tokens.
        design: of the layer.

    Reference: Xiong et al. 2020, figure 1.
    """

    def __init__(self, d_model: int, design: LayerDesign):
        super().__init__()
        self.norm = nn.LayerNorm(d_model) if design.norm != "none" else nn.Identity()

    def normed(self, tokens: Float[Tensor, "B N D"], design: LayerDesign) -> Float[Tensor, "B N D"]:
        """What f reads.

        Args:
            tokens: x.
            design: what runs now.
        """
        return self.norm(tokens) if design.norm == "pre" else tokens

    def add(
        self, tokens: Float[Tensor, "B N D"], change: Float[Tensor, "B N D"], design: LayerDesign
    ) -> Float[Tensor, "B N D"]:
        """What the step gives.

        Args:
            tokens: x.
            change: f of what `normed` gave.
            design: what runs now.
        """
        out = tokens + change if design.residual else change
        return self.norm(out) if design.norm == "post" else out


class Layer(nn.Module):
    """What both kinds of layers have: self-attention, and a feed-forward network as the last step.

    Args:
        name: of the layer and of its self-attention, in records and interventions.
        d_model, num_heads: see `MultiHeadAttention`.
        d_hidden: width of the feed-forward network.
        design: which parts the layer has.
    """

    def __init__(self, name: str, d_model: int, num_heads: int, d_hidden: int, design: LayerDesign = WHOLE):
        super().__init__()
        self.name, self.design = name, design
        self.attention_step = Step(d_model, design)
        self.attention = MultiHeadAttention(d_model, num_heads, name)
        if design.feedforward:
            self.feedforward_step = Step(d_model, design)
            self.feedforward = mlp(d_model, d_hidden, d_model)

    @property
    def running(self) -> LayerDesign:
        """The layer's design, less the parts that `intervene` switches off."""
        return self.design.without(intervention().without(self.name))

    def projected(
        self, normed: Float[Tensor, "B N D"], rotation: Rotation | None
    ) -> tuple[Float[Tensor, "B H N Dk"], Cached]:
        """Queries, and keys and values, of the layer's own tokens.

        Args:
            normed: the tokens, normalised where the design says so.
            rotation: is applied to queries and keys.
        """
        q, k, v = self.attention.queries(normed), self.attention.keys(normed), self.attention.values(normed)
        return (q, (k, v)) if rotation is None else (rotation(q), (rotation(k), v))

    def feed(
        self, tokens: Float[Tensor, "B N D"], design: LayerDesign
    ) -> tuple[Float[Tensor, "B N D"], Float[Tensor, "B N D"], Float[Tensor, "B N D"] | None]:
        """After the last step, and within it: what the layer gives, what the network reads and what it gives.

        Args:
            tokens: after attention.
            design: what runs now.
        """
        if not design.feedforward:
            return tokens, tokens, None
        read = self.feedforward_step.normed(tokens, design)
        change = self.feedforward(read)
        return self.feedforward_step.add(tokens, change, design), read, change


@final
class EncoderLayer(Layer):
    """Self-attention, then a feed-forward network.

    Reference: Vaswani et al. 2017, section 3.1 (encoder).
    """

    def forward(
        self,
        tokens: Float[Tensor, "B S D"],
        mask: Bool[Tensor, "*M S S"],
        bias: Bias = (),
        rotation: Rotation | None = None,
    ) -> Float[Tensor, "B S D"]:
        """z + FFN(LN(z)) with z = tokens + MHA(LN(tokens)).

        Args:
            tokens: of the source.
            mask: True = may attend.
            bias: terms of the logits.
            rotation: is applied to queries and keys.
        """
        design = self.running
        normed = self.attention_step.normed(tokens, design)
        q, keys_and_values = self.projected(normed, rotation)
        mixed = self.attention.mix(q, *keys_and_values, mask, bias)
        middle = self.attention_step.add(tokens, mixed, design)
        out, read, change = self.feed(middle, design)
        if recording(LayerRecord):
            collect(LayerRecord(self.name, tokens, normed, mixed, middle, read, change, out))
        return out


@final
class DecoderLayer(Layer):
    """Masked self-attention, cross-attention to the encoder's last layer, then a feed-forward network.

    Args:
        name: of the layer and of its self-attention.
        cross_name: of its cross-attention.
        d_model, num_heads, d_hidden, design: see `Layer`.

    Reference: Vaswani et al. 2017, section 3.1 (decoder).
    """

    def __init__(
        self,
        name: str,
        cross_name: str,
        d_model: int,
        num_heads: int,
        d_hidden: int,
        design: LayerDesign = WHOLE,
    ):
        super().__init__(name, d_model, num_heads, d_hidden, design)
        self.cross_step = Step(d_model, design)
        self.cross = MultiHeadAttention(d_model, num_heads, cross_name)

    def offered(self, encoded: Float[Tensor, "B S D"]) -> Cached:
        """Keys and values of cross-attention.

        Args:
            encoded: the encoder's last layer.
        """
        return self.cross.keys(encoded), self.cross.values(encoded)

    def forward(
        self,
        tokens: Float[Tensor, "B T D"],
        attended: tuple[Cached | None, Cached],
        masks: tuple[Bool[Tensor, "T T"] | None, Bool[Tensor, "B 1 T S"]],
        bias: Bias = (),
        rotation: Rotation | None = None,
    ) -> tuple[Float[Tensor, "B T D"], Cached]:
        """The tokens after the layer, and the keys and values of self-attention up to the last of them.

        Args:
            tokens: of the target.
            attended: keys and values of self-attention at earlier positions, if there are any; of cross-attention.
            masks: of self-attention and of cross-attention.
            bias: terms of the logits of self-attention.
            rotation: is applied to queries and keys of self-attention.
        """
        design, (earlier, offered), (own_mask, cross_mask) = self.running, attended, masks
        q, keys_and_values = self.projected(self.attention_step.normed(tokens, design), rotation)
        if earlier is not None:
            keys_and_values = extended(earlier, keys_and_values)
        mixed = self.attention.mix(q, *keys_and_values, own_mask, bias)
        middle = self.attention_step.add(tokens, mixed, design)
        q = self.cross.queries(self.cross_step.normed(middle, design))
        middle = self.cross_step.add(middle, self.cross.mix(q, *offered, cross_mask), design)
        return self.feed(middle, design)[0], keys_and_values
