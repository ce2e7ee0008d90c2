"""Transformer neural process, diagonal form (TNP-D; Nguyen and Grover 2022), and what its relatives share with it."""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore import masks
from tnpcore.models.tokens import TokenMemory, TokenProcess
from tnpcore.trace import intervention


class TNP(TokenProcess):
    """One token per point: MLP of (x, y, flag), with y = 0 and flag = 1 at targets; attention under `context_only`.

    Since nobody attends to a target, self-attention over everything under that mask equals attention from everything
    to the context alone with the same weights. `forward` runs the second; `literal` runs the first, under any mask,
    and `forward` takes that road when `intervene(mask=...)` asks for another mask.
    """

    def tokens(
        self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"], xt: Float[Tensor, "*B Nt Dx"]
    ) -> Float[Tensor, "*B N D"]:
        """The first embedding, context then targets; with raw x, shifting the data changes it."""
        anchor = self.anchor(xc)
        return self.embed(torch.cat([self.observed(xc, yc, anchor), self.asked(xt, anchor)], -2))

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        painted = intervention().mask
        return self.answer(self.features(xc, yc, xt)) if painted is None else self.literal(xc, yc, xt, painted)

    def features(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Float[Tensor, "*B Nt D"]:
        """The targets' last tokens."""
        self.check(xc, yc, xt)
        return self.attend(self.tokens(xc, yc, xt), xc.shape[-2], None, xt.shape[-2])

    def literal(self, xc: Tensor, yc: Tensor, xt: Tensor, mask: Bool[Tensor, "N K"] | None = None) -> Normal:
        """Masked self-attention over context and targets, as published; the mask defaults to `context_only`.

        A mask with fewer columns, K <= N = nc + nt, says that nobody attends to the tokens after the K-th.
        Raises ValueError unless mask is [N, K].
        """
        self.check(xc, yc, xt)
        nc, n = xc.shape[-2], xc.shape[-2] + xt.shape[-2]
        mask = masks.context_only(nc, n - nc) if mask is None else mask
        if mask.ndim != 2 or mask.shape[0] != n or mask.shape[1] > n:
            raise ValueError(f"the mask must be [nc+nt, at most nc+nt], nc+nt = {n}, got {tuple(mask.shape)}")
        tokens = self.attend(self.tokens(xc, yc, xt), mask.shape[1], mask.to(xc.device), n)
        return self.answer(tokens[..., nc:, :])

    def attend(
        self, tokens: Float[Tensor, "*B N D"], num_keys: int, mask: Bool[Tensor, "N K"] | None, count: int
    ) -> Float[Tensor, "*B count D"]:
        """All layers, on all tokens at once; the last layer for the last `count` of them alone, which are returned:
        nobody would listen to what it makes of the others."""
        *earlier, last = self.blocks
        for block in earlier:
            tokens = block(tokens, num_keys, mask)
        first = tokens.shape[-2] - count
        memory = last.memory(tokens[..., :num_keys, :])
        return last.read(tokens[..., first:, :], memory, None if mask is None else mask[first:])


class TNPD(TNP):
    """The diagonal form: targets know nothing of each other."""


class CausalTNP(TNP):
    """TNP with causal targets: each attends to the context, the targets before it, and itself.

    Earlier targets carry y = 0, so predictions come to depend on which other targets are asked for, and in which order,
    without becoming autoregressive: nothing that was drawn is passed on. Here to be looked at.
    """

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        painted = intervention().mask
        return self.literal(
            xc, yc, xt, masks.causal_targets(xc.shape[-2], xt.shape[-2]) if painted is None else painted
        )

    def decode(self, memory: TokenMemory, xt: Tensor) -> Normal:
        tokens, nt = self.embed(self.asked(xt, memory.anchor)), xt.shape[-2]
        for block, (keys, values) in zip(self.blocks, memory.layers, strict=True):
            seen = torch.ones(nt, keys.shape[-2] - 1, dtype=torch.bool)
            mask = torch.cat([seen, masks.causal(nt)], -1).to(xt.device)
            tokens = block.read(tokens, block.memory(tokens, (keys, values)), mask)
        return self.answer(tokens)
