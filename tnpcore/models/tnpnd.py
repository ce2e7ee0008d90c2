"""TNP-ND (Nguyen and Grover 2022): a joint Gaussian over the targets, by a Cholesky factor or by low rank."""

from __future__ import annotations

import math
from typing import final

from jaxtyping import Float
from torch import Tensor, nn

from tnpcore.blocks import USUAL_SIZES, Block, Sizes
from tnpcore.fast.tokens import token_caching
from tnpcore.gaussian import JointGaussian
from tnpcore.models.embedding import GaussianHead, TokenEmbedding
from tnpcore.models.joint import JointNeuralProcess, low_rank, marginals
from tnpcore.models.transformer import TransformerEncoder
from tnpcore.networks.mlp import mlp


@final
class TNPND(JointNeuralProcess):
    """The Cholesky form: one more layer of self-attention among the targets, then the factor L from tril(H H').

    Each row of L is scaled to the standard deviation of its target's own token, so that marginals do not depend on the
    other targets. (As published, L = tril(H H') with its diagonal: the variance of a target then grows with the number
    of targets before it, and a band over 400 of them was three times too wide.) Correlations do depend on the other
    targets and on their order: a density for any set of targets, but not that of one stochastic process.

    Args:
        dim_x, dim_y: Dx and Dy.
        rank: columns of H per output dimension.
        sizes: of its Transformer layers.

    Reference: Nguyen and Grover 2022 (TNP-ND).
    """

    caching = token_caching(head=lambda model, tokens: marginals(model.gaussian(tokens)))

    def __init__(self, dim_x: int = 1, dim_y: int = 1, rank: int = 32, sizes: Sizes = USUAL_SIZES):
        super().__init__(dim_x, dim_y)
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model)
        self.blocks = TransformerEncoder(sizes)
        self.head = GaussianHead(sizes.d_model, dim_y)
        self.target_attention = Block(sizes, sizes.num_layers)
        self.factors = nn.Sequential(nn.LayerNorm(sizes.d_model), mlp(sizes.d_model, sizes.d_model, rank * dim_y))

    def joint(self, xc: Tensor, yc: Tensor, xt: Tensor) -> JointGaussian:
        """z^l = Block_l(z^(l-1), context_only);  N(mean, L L') = gaussian(z^L of the targets)."""
        self.check(xc, yc, xt)
        tokens = self.embed.tokens(xc, yc, xt)
        return self.gaussian(self.blocks(tokens, xc.shape[-2]))

    def gaussian(self, tokens: Float[Tensor, "*B Nt D"]) -> JointGaussian:
        """h = factors(Block(z, z));  l_i = std_i u_i, where u_i is the unit vector along (h_i.h_j / sqrt(R))_j<i, 1,
        and z are the targets' last tokens."""
        marginal = self.head(tokens)
        rows = self.factors(self.target_attention(tokens)).unflatten(-1, (self.dim_y, -1)).flatten(-3, -2)
        below = (rows @ rows.mT / math.sqrt(rows.shape[-1])).tril(-1)
        length = (1 + below.square().sum(-1)).sqrt()
        scale = marginal.stddev.flatten(-2) / length
        return JointGaussian(marginal.mean, scale[..., None] * below + scale.diag_embed())


@final
class LowRankTNP(JointNeuralProcess):
    """The low-rank form: covariance H H' + diag(std^2), each row of H from its target's token alone.

    Without the self-attention among targets, which the published form has, this is one consistent Gaussian process
    given the context: the marginal of a target depends on no other, and nothing on their order.

    Args:
        dim_x, dim_y: Dx and Dy.
        rank: columns of H.
        sizes: of its Transformer layers.

    Reference: Nguyen and Grover 2022 (TNP-ND, low rank).
    """

    caching = token_caching(head=lambda model, tokens: marginals(low_rank(model.head(tokens), model.dim_y)))

    def __init__(self, dim_x: int = 1, dim_y: int = 1, rank: int = 32, sizes: Sizes = USUAL_SIZES):
        super().__init__(dim_x, dim_y)
        self.rank = rank
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model)
        self.blocks = TransformerEncoder(sizes)
        self.head = nn.Sequential(nn.LayerNorm(sizes.d_model), mlp(sizes.d_model, sizes.d_model, (2 + rank) * dim_y))

    def joint(self, xc: Tensor, yc: Tensor, xt: Tensor) -> JointGaussian:
        """z^l = Block_l(z^(l-1), context_only);  N(mean, H H' + diag(std^2)) from head(z^L of the targets)."""
        self.check(xc, yc, xt)
        tokens = self.embed.tokens(xc, yc, xt)
        return low_rank(self.head(self.blocks(tokens, xc.shape[-2])), self.dim_y)
