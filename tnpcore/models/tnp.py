"""Transformer neural process, diagonal form (TNP-D; Nguyen and Grover 2022), and one with causal targets."""

from __future__ import annotations

from typing import final

from torch import Tensor
from torch.distributions import Normal

from tnpcore import masks
from tnpcore.blocks import USUAL_SIZES, LayerDesign, Sizes
from tnpcore.fast.tokens import token_caching
from tnpcore.models.embedding import GaussianHead, TokenEmbedding
from tnpcore.models.inputs import InputEncoding, raw
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.models.transformer import TransformerEncoder


@final
class TNPD(NeuralProcess):
    """TNP-D: a token for each point, masked self-attention, an independent Gaussian at each target.

    All tokens attend to the context, none to a target (`masks.context_only`), so predictions at several targets do not
    depend on each other. With raw x a shift of the data changes every token.

    Args:
        dim_x, dim_y: Dx and Dy.
        sizes: of its Transformer layers.
        input_encoding: how x enters a token, one of `tnpcore.models.inputs`.

    Reference: Nguyen and Grover 2022 (TNP-D).
    """

    caching = token_caching()

    def __init__(self, dim_x: int = 1, dim_y: int = 1, sizes: Sizes = USUAL_SIZES, input_encoding: InputEncoding = raw):
        super().__init__(dim_x, dim_y)
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model, input_encoding)
        self.blocks = TransformerEncoder(sizes)
        self.head = GaussianHead(sizes.d_model, dim_y)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """z^0 = embed(context, targets);  z^l = Block_l(z^(l-1), context_only);  N(mean, std^2) = head(z^L).

        The head reads the targets' tokens.
        """
        tokens = self.embed.tokens(xc, yc, xt)
        return self.head(self.blocks(tokens, xc.shape[-2]))


@final
class CausalTNP(NeuralProcess):
    """TNP-D with causal targets: each attends to the context, to the targets before it, and to itself.

    Earlier targets carry y = 0, so predictions depend on the other targets and on their order without becoming
    autoregressive: no sampled value is passed on. A counterexample, for teaching.

    Args:
        dim_x, dim_y: Dx and Dy.
        sizes: of its Transformer layers.

    Reference: the draft notes that this project grew from, section 0.1.1.
    """

    caching = token_caching(causal=True)

    def __init__(self, dim_x: int = 1, dim_y: int = 1, sizes: Sizes = USUAL_SIZES):
        super().__init__(dim_x, dim_y)
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model)
        self.blocks = TransformerEncoder(sizes)
        self.head = GaussianHead(sizes.d_model, dim_y)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """As TNP-D, under `masks.causal_targets`."""
        tokens, nc, nt = self.embed.tokens(xc, yc, xt), xc.shape[-2], xt.shape[-2]
        return self.head(self.blocks(tokens, nc, masks.causal_targets(nc, nt)))


@final
class AblatedTNP(NeuralProcess):
    """TNP-D whose layers miss a part, or normalise elsewhere: what that part is for, when the others may adapt.

    Args:
        dim_x, dim_y: Dx and Dy.
        sizes: of its Transformer layers.
        residual, norm, feedforward: see `tnpcore.blocks.LayerDesign`.

    Reference: Nguyen and Grover 2022 (TNP-D); Xiong et al. 2020 (where to normalise).
    """

    caching = token_caching()

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        sizes: Sizes = USUAL_SIZES,
        residual: bool = True,
        norm: str = "pre",
        feedforward: bool = True,
    ):
        super().__init__(dim_x, dim_y)
        design = LayerDesign(residual, norm, feedforward)
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model)
        self.blocks = TransformerEncoder(sizes, design)
        self.head = GaussianHead(sizes.d_model, dim_y)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """As TNP-D: z^l = Block_l(z^(l-1), context_only);  N(mean, std^2) = head(z^L of the targets)."""
        return self.head(self.blocks(self.embed.tokens(xc, yc, xt), xc.shape[-2]))
