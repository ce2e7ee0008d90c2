"""Efficient-query and latent-bottlenecked TNP (Feng et al. 2023): the context is encoded once, targets only read."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.attention import Block, KeysAndValues
from tnpcore.models.tokens import TokenProcess
from tnpcore.task import Points


@dataclass(frozen=True, eq=False)
class TwofoldMemory:
    """What the context keeps for itself, and what it offers to targets, layer by layer."""

    anchor: Float[Tensor, "*B 1 Dx"] | None
    own: tuple[KeysAndValues, ...]
    offered: tuple[KeysAndValues, ...]


class EQTNP(TokenProcess):
    """The efficient-query TNP: as TNP-D, with weights of their own for the layers in which the targets listen (TNP-D's
    fast form costs the same, and shares them). Layer l of the targets reads what layer l of the context was told.

    Records: the context's layers come first, then the targets'.
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, d_model: int = 64, **arguments):
        super().__init__(dim_x, dim_y, d_model, **arguments)
        depth, heads = len(self.blocks), self.blocks[0].attention.num_heads
        hidden = self.blocks[0].feedforward[0].out_features
        self.readers = nn.ModuleList(Block(d_model, heads, hidden, depth + layer) for layer in range(depth))

    def encode(self, xc: Tensor, yc: Tensor) -> TwofoldMemory:
        nothing = (None,) * len(self.blocks)
        return self.append(xc, yc, TwofoldMemory(self.anchor(xc), nothing, nothing))

    def append(self, x: Tensor, y: Tensor, memory: TwofoldMemory) -> TwofoldMemory:
        tokens, own, offered = self.embed(self.observed(x, y, memory.anchor)), [], []
        for layer, (block, reader) in enumerate(zip(self.blocks, self.readers, strict=True)):
            own.append(block.memory(tokens, memory.own[layer]))
            tokens = block.read(tokens, own[-1])
            offered.append(reader.memory(tokens, memory.offered[layer]))
        return TwofoldMemory(memory.anchor, tuple(own), tuple(offered))

    def decode(self, memory: TwofoldMemory, xt: Tensor) -> Normal:
        tokens = self.embed(self.asked(xt, memory.anchor))
        for reader, layer in zip(self.readers, memory.offered, strict=True):
            tokens = reader.read(tokens, layer)
        return self.answer(tokens)


@dataclass(frozen=True, eq=False)
class BottleneckMemory:
    """The context, and what targets read: each layer's latents."""

    points: Points
    layers: tuple[KeysAndValues, ...]


class LBANP(TokenProcess):
    """Latent-bottlenecked TNP (LBANP; Feng et al. 2023): a few learned latent tokens listen to the context and to each
    other, targets listen to the latents.

    Cost is linear in the context, and what targets cost does not depend on it. Records come in threes per layer,
    numbered 3l, 3l + 1, 3l + 2: latents to context, latents to latents, targets to latents.
    """

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        d_model: int = 64,
        num_heads: int = 4,
        num_layers: int = 4,
        d_hidden: int = 128,
        num_latents: int = 16,
    ):
        super().__init__(dim_x, dim_y, d_model, num_heads, 0, d_hidden)
        self.latents = nn.Parameter(torch.zeros(num_latents, d_model))
        self.draw_tokens(torch.Generator().manual_seed(0))
        self.gather, self.talk, self.tell = (
            nn.ModuleList(Block(d_model, num_heads, d_hidden, 3 * layer + step) for layer in range(num_layers))
            for step in range(3)
        )

    @torch.no_grad()
    def draw_tokens(self, generator: torch.Generator) -> None:
        """Latents that are equal at the start would stay equal for ever."""
        self.latents.normal_(generator=generator)

    def encode(self, xc: Tensor, yc: Tensor) -> BottleneckMemory:
        context = self.embed(self.observed(xc, yc, None))
        latents, told = self.latents.expand(*context.shape[:-2], -1, -1), []
        for gather, talk, tell in zip(self.gather, self.talk, self.tell, strict=True):
            latents = gather.read(latents, gather.memory(context))
            latents = talk.read(latents, talk.memory(latents))
            told.append(tell.memory(latents))
        return BottleneckMemory(Points(xc, yc), tuple(told))

    def extend(self, memory: BottleneckMemory, x: Tensor, y: Tensor) -> BottleneckMemory:
        """Encoded anew: every latent has listened to the whole context."""
        points = memory.points.joined(Points(x, y))
        return self.encode(points.x, points.y)

    def decode(self, memory: BottleneckMemory, xt: Tensor) -> Normal:
        tokens = self.embed(self.asked(xt, None))
        for tell, layer in zip(self.tell, memory.layers, strict=True):
            tokens = tell.read(tokens, layer)
        return self.answer(tokens)
