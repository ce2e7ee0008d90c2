"""Translation-equivariant transformer neural process (TETNP; Ashman et al. 2024, in an additive form)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.attention import Bias, Block, KeysAndValues, Term
from tnpcore.mlp import mlp
from tnpcore.models.displacement import REACH, BumpBias
from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.positional import displacement


@dataclass(frozen=True, eq=False)
class PlacedMemory:
    """A context that was encoded once: its inputs, and keys and values of every layer."""

    x: Float[Tensor, "*B Nc Dx"]
    layers: tuple[KeysAndValues, ...]


class TETNP(NeuralProcess):
    """Tokens carry (y, flag) and never x; x enters only as x_i - x_j in logits = q.k / sqrt(Dk) + F_h(x_i - x_j).

    Shifting all inputs therefore changes nothing, at any layer. Differences are taken in the dtype of x before the
    cast to the parameters' dtype, so with float64 inputs this holds for a shift of a million too. `bias` makes F; the
    published form, slower by far, is `JointTETNP`.
    """

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        d_model: int = 64,
        num_heads: int = 4,
        num_layers: int = 4,
        d_hidden: int = 128,
        bias: Callable[[int, int, int], nn.Module] = BumpBias,
    ):
        super().__init__(dim_x, dim_y)
        self.embed = mlp(dim_y + 1, d_model, d_model, d_model)
        self.bias = bias(dim_x, num_layers, num_heads)
        self.blocks = nn.ModuleList(Block(d_model, num_heads, d_hidden, layer) for layer in range(num_layers))
        self.head = nn.Sequential(nn.LayerNorm(d_model), mlp(d_model, d_model, 2 * dim_y))

    def observed(self, y: Float[Tensor, "*B N Dy"]) -> Float[Tensor, "*B N In"]:
        """What is embedded for points whose y is known."""
        (y,) = self.cast(y)
        return torch.cat([y, torch.zeros_like(y[..., :1])], -1)

    def asked(self, like: Tensor, count: int) -> Float[Tensor, "*B N In"]:
        """What is embedded for `count` targets, in the batch dimensions, dtype and device of `like`."""
        unknown = like.new_zeros(*like.shape[:-2], count, self.dim_y)
        return torch.cat([unknown, torch.ones_like(unknown[..., :1])], -1)

    def tokens(self, yc: Float[Tensor, "*B Nc Dy"], num_targets: int) -> Float[Tensor, "*B N D"]:
        """The first embedding, context then targets: all targets start as the same token."""
        context = self.observed(yc)
        return self.embed(torch.cat([context, self.asked(context, num_targets)], -2))

    def biases(self, xq: Float[Tensor, "*B Nq Dx"], xk: Float[Tensor, "*B Nk Dx"]) -> tuple[Bias, ...]:
        """F for every layer, the null token's column first."""
        (difference,) = self.cast(displacement(xq, xk))
        return self.bias(difference)

    def scored(self, block: Block, tokens: Tensor, memory: KeysAndValues, given: Bias) -> Bias:
        """What is added to a layer's logits, from its part of `biases`: here just that."""
        return given

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        self.check(xc, yc, xt)
        nc, nt = xc.shape[-2], xt.shape[-2]
        tokens = self.tokens(yc, nt)
        for block, given in zip(self.blocks, self.biases(torch.cat([xc, xt], -2), xc), strict=True):
            memory = block.memory(tokens[..., :nc, :])
            if block is self.blocks[-1]:  # nobody would listen to what it makes of the context
                tokens, given = tokens[..., nc:, :], tuple(term.last(nt) for term in given)
            tokens = block.read(tokens, memory, None, self.scored(block, tokens, memory, given))
        return gaussian(self.head(tokens))

    def encode(self, xc: Tensor, yc: Tensor) -> PlacedMemory:
        return self.extend(PlacedMemory(xc[..., :0, :], (None,) * len(self.blocks)), xc, yc)

    def extend(self, memory: PlacedMemory, x: Tensor, y: Tensor) -> PlacedMemory:
        everywhere = torch.cat([memory.x, x], -2)
        tokens, layers = self.embed(self.observed(y)), []
        for block, earlier, given in zip(self.blocks, memory.layers, self.biases(x, everywhere), strict=True):
            layers.append(block.memory(tokens, earlier))
            if block is not self.blocks[-1]:
                tokens = block.read(tokens, layers[-1], None, self.scored(block, tokens, layers[-1], given))
        return PlacedMemory(everywhere, tuple(layers))

    def decode(self, memory: PlacedMemory, xt: Tensor) -> Normal:
        tokens = self.embed(self.asked(*self.cast(xt), xt.shape[-2]))
        for block, layer, given in zip(self.blocks, memory.layers, self.biases(xt, memory.x), strict=True):
            tokens = block.read(tokens, layer, None, self.scored(block, tokens, layer, given))
        return gaussian(self.head(tokens))


class JointTETNP(TETNP):
    """As published: an MLP of all heads' products q.k and the difference, evaluated for every pair at every layer.

    Its output is added to the products. Many times slower than the additive form; meant to be small.
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, num_heads: int = 4, num_layers: int = 4, **arguments):
        super().__init__(dim_x, dim_y, num_heads=num_heads, num_layers=num_layers, bias=lambda *_: None, **arguments)
        features = num_heads + dim_x
        self.scores = nn.ModuleList(mlp(features, 2 * features, 2 * features, num_heads) for _ in range(num_layers))
        self.null_bias = nn.Parameter(torch.zeros(num_layers, num_heads))

    def biases(self, xq: Tensor, xk: Tensor) -> tuple[Bias, ...]:
        """The differences [*B, Dx, Nq, Nk] themselves: `scored` makes scores of them."""
        (difference,) = self.cast(displacement(xq, xk))
        places = difference.clamp(-REACH, REACH).movedim(-1, -3)
        return ((Term(places, places.new_ones(1, 1, 1)),),) * len(self.blocks)

    def scored(self, block: Block, tokens: Tensor, memory: KeysAndValues, given: Bias) -> Bias:
        layer, q = block.attention.layer, block.attention.queries(block.norm_attention(tokens))
        products = (q @ memory[0][..., 1:, :].mT / math.sqrt(q.shape[-1])).movedim(-3, -1)
        scores = self.scores[layer](torch.cat([products, given[0].pairs.movedim(-3, -1)], -1)).movedim(-1, -3)
        null = self.null_bias[layer, :, None, None].expand(*scores.shape[:-1], 1)
        return (Term(torch.cat([null, scores], -1), scores.new_ones(1, 1, 1)),)
