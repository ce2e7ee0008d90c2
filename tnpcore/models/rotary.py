"""TNP with rotary positions (Su et al. 2021, on continuous x): q and k are turned by an angle proportional to x."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.distributions import Normal

from tnpcore.attention import Block, KeysAndValues
from tnpcore.models.inputs import nowhere
from tnpcore.models.tokens import TokenMemory, TokenProcess
from tnpcore.positional import rotate

# Radians per unit of x of the fastest pair of dimensions, and about how much slower the slowest turns: from a quarter
# of the shortest lengthscale to more than the training range.
FASTEST, BASE = 16.0, 64.0

Turn = Callable[[Tensor], Tensor]


class RotaryTNP(TokenProcess):
    """Tokens carry (y, flag). The product of a turned query and a turned key depends on their places only through the
    difference, so shifts change nothing. Angles are counted from the context's middle, in the dtype of x: it cancels,
    and keeps them small.

    The null token is nowhere: its score is 0 for everybody. One input dimension.
    """

    def __init__(self, dim_y: int = 1, **arguments):
        super().__init__(1, dim_y, place=nowhere, **arguments)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        self.check(xc, yc, xt)
        nc, anchor = xc.shape[-2], self.anchor(xc)
        tokens = self.embed(torch.cat([self.observed(xc, yc, None), self.asked(xt, None)], -2))
        turn_all, turn_context, turn = (self._turn(x, anchor) for x in (torch.cat([xc, xt], -2), xc, xt))
        *earlier, last = self.blocks
        for block in earlier:
            memory = self._memory(block, tokens[..., :nc, :], turn_context, None)
            tokens = block.read(tokens, memory, turn=turn_all)
        memory = self._memory(last, tokens[..., :nc, :], turn_context, None)
        return self.answer(last.read(tokens[..., nc:, :], memory, turn=turn))

    def append(self, x: Tensor, y: Tensor, memory: TokenMemory) -> TokenMemory:
        tokens, layers = self.embed(self.observed(x, y, None)), []
        turn = self._turn(x, memory.anchor)
        for block, earlier in zip(self.blocks, memory.layers, strict=True):
            layers.append(self._memory(block, tokens, turn, earlier))
            if block is not self.blocks[-1]:
                tokens = block.read(tokens, layers[-1], turn=turn)
        return TokenMemory(memory.anchor, tuple(layers))

    @staticmethod
    def _memory(block: Block, tokens: Tensor, turn: Turn, earlier: KeysAndValues | None) -> KeysAndValues:
        """Turned keys, and values, appended to the null token's or to an earlier memory."""
        keys, values = block.memory(tokens)
        if earlier is None:
            earlier = torch.zeros_like(keys[..., :1, :]), values[..., :1, :]
        keys, values = turn(keys[..., 1:, :]), values[..., 1:, :]
        return torch.cat([earlier[0], keys], -2), torch.cat([earlier[1], values], -2)

    def decode(self, memory: TokenMemory, xt: Tensor) -> Normal:
        tokens, turn = self.embed(self.asked(xt, None)), self._turn(xt, memory.anchor)
        for block, layer in zip(self.blocks, memory.layers, strict=True):
            tokens = block.read(tokens, layer, turn=turn)
        return self.answer(tokens)

    def _turn(self, x: Tensor, anchor: Tensor | None) -> Turn:
        """What is done to the queries or keys [*B, H, N, Dk] of points at x. Without context nothing is asked of it."""
        (angle,) = self.cast(FASTEST * (torch.zeros_like(x) if anchor is None else x - anchor))
        return lambda tokens: rotate(tokens, angle[..., None, :, :], BASE)
