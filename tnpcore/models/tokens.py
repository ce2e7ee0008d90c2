"""What all models share that make a token of every point: how points are embedded, and a context is kept."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.attention import Block, KeysAndValues
from tnpcore.mlp import mlp
from tnpcore.models import inputs
from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.setconv import midrange


@dataclass(frozen=True, eq=False)
class TokenMemory:
    """A context that was encoded once: keys and values of every layer, and where x was centred (None: no context)."""

    anchor: Float[Tensor, "*B 1 Dx"] | None
    layers: tuple[KeysAndValues, ...]


class TokenProcess(NeuralProcess):
    """One token per point: MLP of (x, y, flag), with y = 0 and flag = 1 where y is to be told. Context tokens listen to
    each other, targets to them. `place` says how x enters; `num_outputs` numbers per target are left to `answer`.
    """

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        d_model: int = 64,
        num_heads: int = 4,
        num_layers: int = 4,
        d_hidden: int = 128,
        place: inputs.Place = inputs.raw,
        num_outputs: int | None = None,
    ):
        super().__init__(dim_x, dim_y)
        self.place = place
        width = place(torch.zeros(1, dim_x), None).shape[-1]
        self.embed = mlp(width + dim_y + 1, d_model, d_model, d_model)
        self.blocks = nn.ModuleList(Block(d_model, num_heads, d_hidden, layer) for layer in range(num_layers))
        self.head = nn.Sequential(nn.LayerNorm(d_model), mlp(d_model, d_model, num_outputs or 2 * dim_y))

    @staticmethod
    def anchor(xc: Float[Tensor, "*B Nc Dx"]) -> Float[Tensor, "*B 1 Dx"] | None:
        return midrange(xc) if xc.shape[-2] else None

    def observed(self, x: Tensor, y: Tensor, anchor: Tensor | None) -> Float[Tensor, "*B N In"]:
        """What is embedded for points whose y is known."""
        x, y = self.cast(self.place(x, anchor), y)
        return torch.cat([x, y, torch.zeros_like(y[..., :1])], -1)

    def asked(self, x: Tensor, anchor: Tensor | None) -> Float[Tensor, "*B N In"]:
        """What is embedded for points whose y is to be told."""
        (place,) = self.cast(self.place(x, anchor))
        unknown = place.new_zeros(*x.shape[:-1], self.dim_y)
        return torch.cat([place, unknown, torch.ones_like(unknown[..., :1])], -1)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        self.check(xc, yc, xt)
        return self.decode(self.encode(xc, yc), xt)

    def encode(self, xc: Tensor, yc: Tensor) -> TokenMemory:
        return self.append(xc, yc, TokenMemory(self.anchor(xc), (None,) * len(self.blocks)))

    def extend(self, memory: TokenMemory, x: Tensor, y: Tensor) -> TokenMemory:
        return self.encode(x, y) if memory.anchor is None else self.append(x, y, memory)

    def append(self, x: Tensor, y: Tensor, memory: TokenMemory) -> TokenMemory:
        """The memory with these points in it, who see what is there already and each other."""
        tokens, layers = self.embed(self.observed(x, y, memory.anchor)), []
        for block, earlier in zip(self.blocks, memory.layers, strict=True):
            layers.append(block.memory(tokens, earlier))
            if block is not self.blocks[-1]:
                tokens = block.read(tokens, layers[-1])
        return TokenMemory(memory.anchor, tuple(layers))

    def decode(self, memory: TokenMemory, xt: Tensor) -> Normal:
        tokens = self.embed(self.asked(xt, memory.anchor))
        for block, layer in zip(self.blocks, memory.layers, strict=True):
            tokens = block.read(tokens, layer)
        return self.answer(tokens)

    def answer(self, features: Float[Tensor, "*B Nt D"]) -> Normal:
        """The predictive distribution from the targets' last tokens; here one Gaussian each."""
        return gaussian(self.head(features))
