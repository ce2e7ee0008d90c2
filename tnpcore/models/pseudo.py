"""Pseudo-token TETNP (Ashman et al. 2024): a fixed number of tokens, positioned relative to the data, stand between
context and targets, so that cost grows linearly with the context."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.attention import Bias
from tnpcore.blocks import USUAL_SIZES, Block, Sizes, blocks
from tnpcore.models.displacement import FourierBias
from tnpcore.models.embedding import GaussianHead
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.networks.mlp import mlp
from tnpcore.positional import displacement
from tnpcore.setconv import midrange


@final
class AttentionLayers(nn.Module):
    """One kind of attention, layer by layer, with its own F of the difference between query and key.

    Args:
        dim_x: Dx.
        sizes: of its Transformer layers.
        numbers: of the layers, for the records.
    """

    def __init__(self, dim_x: int, sizes: Sizes, numbers: range):
        super().__init__()
        self.blocks = blocks(sizes, numbers)
        self.bias = FourierBias(dim_x, len(numbers), sizes.num_heads)

    def between(self, xq: Float[Tensor, "*B Nq Dx"], xk: Float[Tensor, "*B Nk Dx"]) -> Iterable[tuple[Block, Bias]]:
        """Every layer's block and F(x_i - x_j) of queries i and keys j."""
        difference = displacement(xq, xk).to(self.bias.null.dtype)
        return zip(self.blocks, self.bias(difference), strict=True)


@final
class PseudoTETNP(NeuralProcess):
    """Pseudo-tokens attend to the context, then to each other; targets attend to the pseudo-tokens.

    Their positions are learned, in units of the context's half-width (1 at least) from its middle: translation
    equivariant, for narrow and for wide contexts. Without context all positions are alike. Records come in threes per
    layer, numbered 3l, 3l + 1, 3l + 2: pseudo-tokens to context, pseudo-tokens to each other, targets to pseudo-tokens.

    Args:
        dim_x, dim_y: Dx and Dy.
        sizes: of its layers, each of three blocks.
        num_pseudo: M, how many pseudo-tokens.

    Reference: Ashman et al. 2024 (pseudo-token TE-TNP).
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, sizes: Sizes = USUAL_SIZES, num_pseudo: int = 32):
        super().__init__(dim_x, dim_y)
        even = torch.quasirandom.SobolEngine(dim_x, scramble=True, seed=0).draw(num_pseudo)
        self.relative_positions = nn.Parameter(1.25 * (2 * even - 1))
        self.pseudo_tokens = nn.Parameter(torch.zeros(num_pseudo, sizes.d_model))
        self.embed = mlp(dim_y, sizes.d_model, sizes.d_model, sizes.d_model)
        self.target_token = nn.Parameter(torch.zeros(1, sizes.d_model))
        layers = [range(start, 3 * sizes.num_layers, 3) for start in range(3)]
        self.cross_attention, self.self_attention, self.target_attention = (
            AttentionLayers(dim_x, sizes, numbers) for numbers in layers
        )
        self.head = GaussianHead(sizes.d_model, dim_y)
        self.draw_tokens(torch.Generator().manual_seed(0))

    @torch.no_grad()
    def draw_tokens(self, generator: torch.Generator) -> None:
        """Draw the learned tokens: pseudo-tokens that are equal at the start would differ by their positions alone."""
        self.pseudo_tokens.normal_(generator=generator)
        self.target_token.normal_(generator=generator)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """m^l = Self_l(Cross_l(m^(l-1), context));  t^l = Target_l(t^(l-1), m^l);  N(mean, std^2) = head(t^L).

        Every layer adds its F(x_i - x_j) to the logits.
        """
        (context,), x = self.cast(yc), self.positions(xc)
        context = self.embed(context)
        pseudo = self.pseudo_tokens.expand(*context.shape[:-2], -1, -1)
        targets = self.target_token.expand(*xt.shape[:-1], -1)
        layers = zip(
            self.cross_attention.between(x, xc),
            self.self_attention.between(x, x),
            self.target_attention.between(self.target_positions(xc, xt), x),
            strict=True,
        )
        for (cross, to_context), (among, to_pseudo), (target, from_target) in layers:
            pseudo = cross(pseudo, context, bias=to_context)
            pseudo = among(pseudo, bias=to_pseudo)
            targets = target(targets, pseudo, bias=from_target)
        return self.head(targets)

    def positions(self, xc: Float[Tensor, "*B Nc Dx"]) -> Float[Tensor, "*B M Dx"]:
        """The pseudo-tokens' positions, in the dtype of x; all 0 without context."""
        if xc.shape[-2] == 0:
            return xc.new_zeros(*xc.shape[:-2], *self.relative_positions.shape)
        middle = midrange(xc)
        half = (xc - middle).abs().amax(-2, keepdim=True).clamp_min(1.0)
        return middle + half * self.relative_positions.to(xc.dtype)

    @staticmethod
    def target_positions(xc: Float[Tensor, "*B Nc Dx"], xt: Float[Tensor, "*B Nt Dx"]) -> Float[Tensor, "*B Nt Dx"]:
        """xt; all 0 without context, where the pseudo-tokens are."""
        return xt if xc.shape[-2] else torch.zeros_like(xt)
