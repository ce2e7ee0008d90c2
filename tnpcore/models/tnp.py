"""Transformer neural process, diagonal form (TNP-D; Nguyen and Grover 2022)."""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.attention import Block
from tnpcore.masks import context_only
from tnpcore.mlp import mlp
from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.trace import intervention


class TNPD(NeuralProcess):
    """One token per point: MLP of (x, y, flag), with y = 0 and flag = 1 at targets; attention under `context_only`.

    Since nobody attends to a target, self-attention over everything under that mask equals attention from everything
    to the context alone with the same weights. `forward` runs the second; `literal` runs the first, under any mask,
    and `forward` takes that road when `intervene(mask=...)` asks for another mask.
    """

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        d_model: int = 64,
        num_heads: int = 4,
        num_layers: int = 4,
        d_hidden: int = 128,
    ):
        super().__init__(dim_x, dim_y)
        self.embed = mlp(dim_x + dim_y + 1, d_model, d_model, d_model)
        self.blocks = nn.ModuleList(Block(d_model, num_heads, d_hidden, layer) for layer in range(num_layers))
        self.head = nn.Sequential(nn.LayerNorm(d_model), mlp(d_model, d_model, 2 * dim_y))

    def tokens(
        self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"], xt: Float[Tensor, "*B Nt Dx"]
    ) -> Float[Tensor, "*B N D"]:
        """The first embedding, context then targets: absolute x goes in here, and shifting the data changes it."""
        xc, yc, xt = self.cast(xc, yc, xt)
        context = torch.cat([xc, yc, torch.zeros_like(xc[..., :1])], -1)
        unknown = xt.new_zeros(*xt.shape[:-1], self.dim_y)
        targets = torch.cat([xt, unknown, torch.ones_like(xt[..., :1])], -1)
        return self.embed(torch.cat([context, targets], -2))

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        self.check(xc, yc, xt)
        painted = intervention().mask
        if painted is not None:
            return self.literal(xc, yc, xt, painted)
        return self._predict(self.tokens(xc, yc, xt), xc.shape[-2], xc.shape[-2], None)

    def literal(self, xc: Tensor, yc: Tensor, xt: Tensor, mask: Bool[Tensor, "N N"] | None = None) -> Normal:
        """Masked self-attention over context and targets, as published; the mask defaults to `context_only`.

        Raises ValueError unless mask is [nc+nt, nc+nt].
        """
        self.check(xc, yc, xt)
        nc, n = xc.shape[-2], xc.shape[-2] + xt.shape[-2]
        mask = context_only(nc, n - nc) if mask is None else mask
        if mask.shape != (n, n):
            raise ValueError(f"the mask must be [nc+nt, nc+nt] = {(n, n)}, got {tuple(mask.shape)}")
        return self._predict(self.tokens(xc, yc, xt), nc, n, mask.to(xc.device))

    def _predict(self, tokens: Tensor, nc: int, num_keys: int, mask: Tensor | None) -> Normal:
        for block in self.blocks:
            tokens = block(tokens, num_keys, mask)
        return gaussian(self.head(tokens[..., nc:, :]))
