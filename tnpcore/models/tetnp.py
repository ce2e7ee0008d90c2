"""Translation-equivariant transformer neural process (TETNP; Ashman et al. 2024), in an additive form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.attention import Bias
from tnpcore.blocks import USUAL_SIZES, Sizes, blocks
from tnpcore.fast.tokens import token_caching
from tnpcore.models.displacement import CentredRBFBias
from tnpcore.models.embedding import GaussianHead, TokenEmbedding
from tnpcore.models.inputs import no_input
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.positional import displacement


@final
class TETNP(NeuralProcess):
    """Tokens carry (y, flag) and never x; x enters only as x_i - x_j in logits = q.k / sqrt(Dk) + F_h(x_i - x_j).

    So a shift of all inputs changes nothing, in any layer. Differences are taken in the dtype of x, before the cast to
    that of the parameters: with float64 inputs this holds for a shift of a million too.

    Args:
        dim_x, dim_y: Dx and Dy.
        sizes: of its Transformer layers.
        bias: makes F; one of `tnpcore.models.displacement`. `ProductBias` is nearest to the published form, and slow.

    Reference: Ashman et al. 2024 (TE-TNP): logits = MLP(q.k, x_i - x_j). The additive form is equation 0.3.3 of the
    draft notes that this project grew from.
    """

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        sizes: Sizes = USUAL_SIZES,
        bias: Callable[[int, int, int], nn.Module] = CentredRBFBias,
    ):
        super().__init__(dim_x, dim_y)
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model, no_input)
        self.bias = bias(dim_x, sizes.num_layers, sizes.num_heads)
        self.blocks = blocks(sizes, range(sizes.num_layers))
        self.head = GaussianHead(sizes.d_model, dim_y)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """z^l = Block_l(z^(l-1), context, F^l(x_i - x_j));  N(mean, std^2) = head(z^L of the targets)."""
        tokens, biases = self.embed.tokens(xc, yc, xt), self.biases(torch.cat([xc, xt], -2), xc)
        return self.head(self.blocks.to_first(tokens, xc.shape[-2], xt.shape[-2], biases=biases))

    def biases(self, xq: Float[Tensor, "*B Nq Dx"], xk: Float[Tensor, "*B Nk Dx"]) -> Sequence[Bias]:
        """F(x_i - x_j) of all queries and keys for every layer, the null token's column first."""
        (difference,) = self.cast(displacement(xq, xk))
        return self.bias(difference)

    caching = token_caching(biases=biases)
