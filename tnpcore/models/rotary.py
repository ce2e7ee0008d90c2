"""TNP with rotary positions (Su et al. 2021, on continuous x): q and k are rotated by an angle proportional to x."""

from __future__ import annotations

from typing import final

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.attention import Rotation
from tnpcore.blocks import USUAL_SIZES, Sizes, blocks
from tnpcore.fast.tokens import token_caching
from tnpcore.models.embedding import GaussianHead, TokenEmbedding
from tnpcore.models.inputs import no_input
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.positional import rotate

# Radians per unit of x of the fastest pair of dimensions, and about how much slower the slowest rotates: from a quarter
# of the shortest lengthscale to more than the training range.
FASTEST, BASE = 16.0, 64.0


@final
class RotaryTNP(NeuralProcess):
    """Tokens carry (y, flag). The product of a rotated query and a rotated key depends on their inputs only through the
    difference: translation invariant. One input dimension.

    Angles are measured from the middle of the context, in the dtype of x: it cancels, and keeps them small. The null
    token has no position: its logits are 0.

    Args:
        dim_y: Dy.
        sizes: of its Transformer layers.

    Reference: Su et al. 2021, section 3.2 (rotary position embedding), for Nguyen and Grover 2022 (TNP-D).
    """

    def __init__(self, dim_y: int = 1, sizes: Sizes = USUAL_SIZES):
        super().__init__(1, dim_y)
        self.embed = TokenEmbedding(1, dim_y, sizes.d_model, no_input)
        self.blocks = blocks(sizes, range(sizes.num_layers))
        self.head = GaussianHead(sizes.d_model, dim_y)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """z^l = Block_l(z^(l-1), context) with R(x_i) q_i, R(x_j) k_j;  N(mean, std^2) = head(z^L of targets)."""
        tokens, nc, anchor = self.embed.tokens(xc, yc, xt), xc.shape[-2], self.embed.anchor(xc)
        every, context, targets = (self.rotation(x, anchor) for x in (torch.cat([xc, xt], -2), xc, xt))
        *earlier, last = self.blocks
        for block in earlier:
            tokens = block.attend(tokens, block.keys_and_values(tokens[..., :nc, :], context), rotation=every)
        keys_and_values = last.keys_and_values(tokens[..., :nc, :], context)
        return self.head(last.attend(tokens[..., nc:, :], keys_and_values, rotation=targets))

    def rotation(self, x: Float[Tensor, "*B N 1"], anchor: Float[Tensor, "*B 1 1"] | None) -> Rotation:
        """R(x), for queries or keys [*B, H, N, Dk] of points at x.

        Args:
            x: [*B, N, 1].
            anchor: where angles are 0; None without context, when there is nothing to rotate for.
        """
        (angle,) = self.cast(FASTEST * (torch.zeros_like(x) if anchor is None else x - anchor))
        return lambda heads: rotate(heads, angle[..., None, :, :], BASE)

    caching = token_caching(rotation=rotation)
