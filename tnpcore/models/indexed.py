"""TNP-D with a learned embedding of each context point's number in the list, as language models number their words."""

from __future__ import annotations

from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.blocks import USUAL_SIZES, Sizes
from tnpcore.models.embedding import GaussianHead, TokenEmbedding
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.models.transformer import TransformerEncoder

# As many as there are context points in training at most.
INDICES = 50


@final
class IndexedTNP(NeuralProcess):
    """TNP-D whose context token i is embed(x_i, y_i, 0) + e_i, with a learned vector e_i for the number i.

    A context set has no first point, so predictions come to depend on the order in which the points were entered. A
    counterexample, for teaching. Targets have no number: the flag marks them. Points after the last number
    share its vector.

    Args:
        dim_x, dim_y: Dx and Dy.
        sizes: of its Transformer layers.

    Reference: Vaswani et al. 2017, section 3.5 (learned positional embeddings), for Nguyen and Grover 2022 (TNP-D).
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, sizes: Sizes = USUAL_SIZES):
        super().__init__(dim_x, dim_y)
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model)
        self.indices = nn.Parameter(torch.zeros(INDICES, sizes.d_model))
        self.draw_tokens(torch.Generator().manual_seed(0))
        self.blocks = TransformerEncoder(sizes)
        self.head = GaussianHead(sizes.d_model, dim_y)

    @torch.no_grad()
    def draw_tokens(self, generator: torch.Generator) -> None:
        """Draw the vectors of the numbers: equal at the start, they would stay equal."""
        self.indices.normal_(generator=generator)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """z^0 = [embed(x_i, y_i, 0) + e_i, embed(x_t, 0, 1)];  then as TNP-D."""
        context, targets = self.embed.context(xc, yc, None) + self.index_embedding(xc), self.embed.targets(xt, None)
        return self.head(self.blocks(torch.cat([context, targets], -2), xc.shape[-2]))

    def index_embedding(self, xc: Float[Tensor, "*B Nc Dx"]) -> Float[Tensor, "Nc D"]:
        """e_i of every context point, in the order in which they are given.

        Args:
            xc: their inputs [*B, Nc, Dx], of which only the count is used.
        """
        return self.indices[torch.arange(xc.shape[-2], device=xc.device).clamp(max=INDICES - 1)]
