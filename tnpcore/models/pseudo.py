"""Pseudo-token TETNP (Ashman et al. 2024): a fixed number of tokens that travel with the data stand between context and
targets, so that cost grows linearly with the context."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.attention import Block, KeysAndValues
from tnpcore.mlp import mlp
from tnpcore.models.displacement import FourierBias
from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.positional import displacement
from tnpcore.setconv import midrange
from tnpcore.task import Points


@dataclass(frozen=True, eq=False)
class PseudoMemory:
    """The context, where the pseudo-tokens stand, and what targets read of them at every layer."""

    points: Points
    x: Float[Tensor, "*B M Dx"]
    layers: tuple[KeysAndValues, ...]


class Listening(nn.Module):
    """One kind of attention at every layer, with its own F of the difference between who asks and who is asked."""

    def __init__(self, dim_x: int, d_model: int, num_heads: int, d_hidden: int, numbers: range):
        super().__init__()
        self.blocks = nn.ModuleList(Block(d_model, num_heads, d_hidden, number) for number in numbers)
        self.bias = FourierBias(dim_x, len(numbers), num_heads)


class PseudoTETNP(NeuralProcess):
    """The pseudo-tokens' places are learned in units of the context's half-width (1 at least) from its middle: shifts
    take them along, and they cover a wide context as well as a narrow one. Per layer they listen to the context, then
    to each other; targets listen to them. Without context all places are alike.

    Records come in threes per layer, numbered 3l, 3l + 1, 3l + 2.
    """

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        d_model: int = 64,
        num_heads: int = 4,
        num_layers: int = 4,
        d_hidden: int = 128,
        num_pseudo: int = 32,
    ):
        super().__init__(dim_x, dim_y)
        even = torch.quasirandom.SobolEngine(dim_x, scramble=True, seed=0).draw(num_pseudo)
        self.places = nn.Parameter(1.25 * (2 * even - 1))
        self.pseudo = nn.Parameter(torch.zeros(num_pseudo, d_model))
        self.embed = mlp(dim_y, d_model, d_model, d_model)
        self.question = nn.Parameter(torch.zeros(1, d_model))
        layers = [range(start, 3 * num_layers, 3) for start in range(3)]
        self.gather, self.talk, self.tell = (Listening(dim_x, d_model, num_heads, d_hidden, n) for n in layers)
        self.head = nn.Sequential(nn.LayerNorm(d_model), mlp(d_model, d_model, 2 * dim_y))
        self.draw_tokens(torch.Generator().manual_seed(0))

    @torch.no_grad()
    def draw_tokens(self, generator: torch.Generator) -> None:
        """Pseudo-tokens that are equal at the start differ by their places alone."""
        self.pseudo.normal_(generator=generator)
        self.question.normal_(generator=generator)

    def stations(self, xc: Float[Tensor, "*B Nc Dx"]) -> Float[Tensor, "*B M Dx"]:
        """Where the pseudo-tokens stand, in the dtype of x; all at 0 without context."""
        if xc.shape[-2] == 0:
            return xc.new_zeros(*xc.shape[:-2], *self.places.shape)
        middle = midrange(xc)
        half = (xc - middle).abs().amax(-2, keepdim=True).clamp_min(1.0)
        return middle + half * self.places.to(xc.dtype)

    def _between(self, xq: Tensor, xk: Tensor) -> tuple[Float[Tensor, "*B Nq Nk Dx"]]:
        return self.cast(displacement(xq, xk))

    def encode(self, xc: Tensor, yc: Tensor) -> PseudoMemory:
        x, tokens = self.stations(xc), self.embed(*self.cast(yc))
        pseudo, told = self.pseudo.expand(*tokens.shape[:-2], -1, -1), []
        biases = zip(self.gather.bias(*self._between(x, xc)), self.talk.bias(*self._between(x, x)), strict=True)
        blocks = zip(self.gather.blocks, self.talk.blocks, self.tell.blocks, strict=True)
        for (gather, talk, tell), (near, among) in zip(blocks, biases, strict=True):
            pseudo = gather.read(pseudo, gather.memory(tokens), None, near)
            pseudo = talk.read(pseudo, talk.memory(pseudo), None, among)
            told.append(tell.memory(pseudo))
        return PseudoMemory(Points(xc, yc), x, tuple(told))

    def extend(self, memory: PseudoMemory, x: Tensor, y: Tensor) -> PseudoMemory:
        """Encoded anew: every pseudo-token has listened to the whole context."""
        points = memory.points.joined(Points(x, y))
        return self.encode(points.x, points.y)

    def decode(self, memory: PseudoMemory, xt: Tensor) -> Normal:
        tokens = self.question.expand(*xt.shape[:-1], -1)
        # Without context the pseudo-tokens stand nowhere, and all targets beside them.
        xt = xt if len(memory.points) else torch.zeros_like(xt)
        biases = self.tell.bias(*self._between(xt, memory.x))
        for tell, layer, bias in zip(self.tell.blocks, memory.layers, biases, strict=True):
            tokens = tell.read(tokens, layer, None, bias)
        return gaussian(self.head(tokens))

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        self.check(xc, yc, xt)
        return self.decode(self.encode(xc, yc), xt)
