"""TNP-ND (Nguyen and Grover 2022): a joint Gaussian over the targets, by a Cholesky factor or by low rank."""

from __future__ import annotations

import math

from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from tnpcore.attention import Block
from tnpcore.gaussian import JointGaussian
from tnpcore.mlp import mlp
from tnpcore.models.joint import JointNeuralProcess, low_rank
from tnpcore.models.neural_process import STD_FLOOR
from tnpcore.models.tnp import TNP


class TNPND(JointNeuralProcess, TNP):
    """The Cholesky form: one more layer in which the targets listen to each other, then L from tril(H H').

    The rows of L are scaled to what each target's own token says of its spread, so that a marginal depends on nobody
    else. (As published, L = tril(H H') with a diagonal: a target's variance then grows with the number of targets
    before it, and a band drawn through 400 of them came out three times too wide.) How targets go together does depend
    on which others are asked for, and on their order: a density for any set of targets, but not that of one process.
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, rank: int = 32, **arguments):
        super().__init__(dim_x, dim_y, **arguments)
        d_model, num_heads = self.head[0].normalized_shape[0], self.blocks[0].attention.num_heads
        self.company = Block(d_model, num_heads, self.blocks[0].feedforward[0].out_features, len(self.blocks))
        self.factors = nn.Sequential(nn.LayerNorm(d_model), mlp(d_model, d_model, rank * dim_y))

    def together(self, features: Float[Tensor, "*B Nt D"]) -> JointGaussian:
        mean, spread = self.head(features).chunk(2, -1)
        rows = self.factors(self.company(features, features.shape[-2])).unflatten(-1, (self.dim_y, -1)).flatten(-3, -2)
        below = (rows @ rows.mT / math.sqrt(rows.shape[-1])).tril(-1)
        # Each row is a unit vector times the target's standard deviation.
        length = (1 + below.square().sum(-1)).sqrt()
        share = (STD_FLOOR + F.softplus(spread)).flatten(-2) / length
        return JointGaussian(mean, share[..., None] * below + share.diag_embed())


class LowRankTNP(JointNeuralProcess, TNP):
    """The low-rank form: covariance H H' + noise, each row of H from its target's token alone.

    Without the targets' listening to each other (which the published form has) this is one consistent Gaussian
    process given the context: a target's marginal does not depend on the others, nor anything on their order.
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, rank: int = 32, **arguments):
        super().__init__(dim_x, dim_y, num_outputs=(2 + rank) * dim_y, **arguments)
        self.rank = rank

    def together(self, features: Float[Tensor, "*B Nt D"]) -> JointGaussian:
        return low_rank(self.head(features), self.dim_y)
