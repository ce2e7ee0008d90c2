"""The decoder's layer (Vaswani et al. 2017): without a null token, because padding is masked instead."""

from __future__ import annotations

from typing import TypeAlias, final

from jaxtyping import Bool, Float
from torch import Tensor, nn

from tnpcore.attention import Bias, MultiHeadAttention, Rotation
from tnpcore.blocks import WHOLE, Layer, LayerDesign, Sizes
from tnpcore.fast.caching import extended

# Keys and values [B, H, N, Dk]: of different numbers of positions in one call, so N has no name here.
Cached: TypeAlias = tuple[Float[Tensor, "B H _ Dk"], Float[Tensor, "B H _ Dk"]]


@final
class DecoderLayer(Layer):
    """Masked self-attention, cross-attention to the encoder's last layer, then a feed-forward network.

    Args:
        sizes, layer, design: see `Layer`; the name is that of the self-attention too.
        cross_name: of its cross-attention.

    Reference: Vaswani et al. 2017, section 3.1 (decoder).
    """

    def __init__(self, sizes: Sizes, layer: str, cross_name: str, design: LayerDesign = WHOLE):
        super().__init__(sizes, layer, design)
        self.norm_cross = nn.LayerNorm(sizes.d_model) if design.norm != "none" else nn.Identity()
        self.cross = MultiHeadAttention(sizes.d_model, sizes.num_heads, cross_name)

    def encoded(self, encoded: Float[Tensor, "B S D"]) -> Cached:
        """Keys and values of cross-attention, from the encoder's last layer."""
        return self.cross.keys(encoded), self.cross.values(encoded)

    def decode(
        self,
        x: Float[Tensor, "B T D"],
        attended: tuple[Cached | None, Cached],
        masks: tuple[Bool[Tensor, "T T"] | None, Bool[Tensor, "B 1 T S"]],
        bias: Bias = (),
        rotation: Rotation | None = None,
    ) -> tuple[Float[Tensor, "B T D"], Cached]:
        """The tokens after the layer, and the keys and values of self-attention up to the last of them.

        Args:
            x: the tokens of the target.
            attended: keys and values of self-attention at earlier positions, if there are any; of cross-attention.
            masks: of self-attention and of cross-attention.
            bias: terms of the logits of self-attention.
            rotation: is applied to queries and keys of self-attention.
        """
        parts, (earlier, encoded), (own_mask, cross_mask) = self.running, attended, masks
        own: list[Cached] = []

        def attention(read: Tensor) -> Tensor:
            new = self.offered(read, rotation)
            own.append(new if earlier is None else extended(earlier, new))
            return self.attention.mix(self.queries(read, rotation), *own[0], own_mask, bias)

        def cross(read: Tensor) -> Tensor:
            return self.cross.mix(self.cross.queries(read), *encoded, cross_mask)

        x = parts.add(x, attention, self.norm_attention)
        x = parts.add(x, cross, self.norm_cross)
        if parts.feedforward:
            x = parts.add(x, self.feedforward, self.norm_feedforward)
        return x, own[0]
