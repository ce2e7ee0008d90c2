"""Translation-equivariant transformer neural process (TETNP; Ashman et al. 2024, in an additive form)."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.attention import Block
from tnpcore.mlp import mlp
from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.positional import displacement, fourier


class DisplacementBias(nn.Module):
    """F_h(x_i - x_j): one small MLP over the difference and fixed Fourier features of it gives a number per layer and
    head, added to the logits. Fourier features let it be sharp near zero without many parameters.

    Differences are limited to +-`reach` units, the largest seen in training, so that a point further away looks like
    one at the edge instead of like nothing the network has ever met.
    """

    def __init__(self, dim_x: int, num_outputs: int, num_frequencies: int, width: int, reach: float):
        super().__init__()
        self.reach = reach
        octaves = torch.linspace(0.0, 1.0, num_frequencies, dtype=torch.float64)
        self.register_buffer("frequency", (0.06 * (4.0 / 0.06) ** octaves).float(), persistent=False)
        self.net = mlp(dim_x * (1 + 2 * num_frequencies), width, width, num_outputs)

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Nq Nk Out"]:
        difference = difference.clamp(-self.reach, self.reach)
        return self.net(torch.cat([difference, fourier(difference, self.frequency)], -1))


class TETNP(NeuralProcess):
    """Tokens carry (y, flag) and never x; x enters only as x_i - x_j in logits = q.k / sqrt(Dk) + F_h(x_i - x_j).

    Shifting all inputs therefore changes nothing, at any layer. Differences are taken in the dtype of x before the
    cast to the parameters' dtype, so with float64 inputs this holds for a shift of a million too.
    """

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        d_model: int = 64,
        num_heads: int = 4,
        num_layers: int = 4,
        d_hidden: int = 128,
        num_frequencies: int = 8,
        reach: float = 4.0,
    ):
        super().__init__(dim_x, dim_y)
        self.shape = (num_layers, num_heads)
        self.embed = mlp(dim_y + 1, d_model, d_model, d_model)
        self.bias = DisplacementBias(dim_x, num_layers * num_heads, num_frequencies, 32, reach)
        self.null_bias = nn.Parameter(torch.zeros(num_layers, num_heads))
        self.blocks = nn.ModuleList(Block(d_model, num_heads, d_hidden, layer) for layer in range(num_layers))
        self.head = nn.Sequential(nn.LayerNorm(d_model), mlp(d_model, d_model, 2 * dim_y))

    def tokens(self, yc: Float[Tensor, "*B Nc Dy"], num_targets: int) -> Float[Tensor, "*B N D"]:
        """The first embedding, context then targets: all targets start as the same token."""
        (yc,) = self.cast(yc)
        context = torch.cat([yc, torch.zeros_like(yc[..., :1])], -1)
        unknown = yc.new_zeros(*yc.shape[:-2], num_targets, self.dim_y)
        targets = torch.cat([unknown, torch.ones_like(unknown[..., :1])], -1)
        return self.embed(torch.cat([context, targets], -2))

    def biases(self, xc: Tensor, xt: Tensor) -> tuple[Float[Tensor, "*B H N Nk1"], ...]:
        """F for every layer, the null token's column (a learned constant) first."""
        (difference,) = self.cast(displacement(torch.cat([xc, xt], -2), xc))
        scores = self.bias(difference).movedim(-1, -3).unflatten(-3, self.shape)
        null = self.null_bias[..., None, None].expand(*scores.shape[:-1], 1)
        return torch.cat([null, scores], -1).unbind(-4)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        self.check(xc, yc, xt)
        nc = xc.shape[-2]
        tokens = self.tokens(yc, xt.shape[-2])
        for block, bias in zip(self.blocks, self.biases(xc, xt), strict=True):
            tokens = block(tokens, nc, None, bias)
        return gaussian(self.head(tokens[..., nc:, :]))
