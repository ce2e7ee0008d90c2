"""The encoder that TNP-D, TNP-A and TNP-ND share by holding it: masked self-attention over all tokens."""

from __future__ import annotations

from typing import final

from jaxtyping import Bool, Float
from torch import Tensor

from tnpcore.blocks import WHOLE, Block, Blocks, LayerDesign, Sizes
from tnpcore.trace import intervention

Mask = Bool[Tensor, "N K"]


@final
class TransformerEncoder(Blocks):
    """Transformer layers, one after the other. Records: one per layer.

    Args:
        sizes: of the layers.
        design: which parts each layer has.

    Reference: Nguyen and Grover 2022; layers as in Vaswani et al. 2017, section 3.1.
    """

    def __init__(self, sizes: Sizes, design: LayerDesign = WHOLE):
        super().__init__(Block(sizes, layer, design) for layer in range(sizes.num_layers))

    def forward(
        self, tokens: Float[Tensor, "*B N D"], num_context: int, mask: Mask | None = None
    ) -> Float[Tensor, "*B Nt D"]:
        """The targets' tokens after the last layer, under a mask: z^l = Block_l(z^(l-1), mask).

        Without a mask all tokens attend to the context alone, as under `masks.context_only`. `intervene(mask=...)`
        replaces the mask.

        Args:
            tokens: z^0 of the context, then of the targets, [*B, N, D].
            num_context: Nc; Nt = N - Nc.
            mask: [N, K], True = may attend; no token attends to one without a column.

        Returns:
            [*B, Nt, D].

        Raises:
            ValueError: unless the mask has N rows and at most N columns.
        """
        replaced = intervention().mask
        mask = mask if replaced is None else replaced
        if mask is None:
            return self.to_first(tokens, num_context, tokens.shape[-2] - num_context)
        count = tokens.shape[-2]
        if mask.ndim != 2 or mask.shape[0] != count or mask.shape[1] > count:
            raise ValueError(f"the mask must be [nc+nt, at most nc+nt], nc+nt = {count}, got {tuple(mask.shape)}")
        return masked_self_attention(self, tokens, mask.to(tokens.device))[..., num_context:, :]


def masked_self_attention(
    blocks: TransformerEncoder, tokens: Float[Tensor, "*B N D"], mask: Mask
) -> Float[Tensor, "*B N D"]:
    """z^l = Block_l(z^(l-1), mask) for every layer l; all tokens after the last one. Keys are the first K
    tokens."""
    for block in blocks:
        tokens = block(tokens, tokens[..., : mask.shape[1], :], mask)
    return tokens
