"""Efficient-query and latent-bottlenecked TNP (Feng et al. 2023): the context is encoded without the targets."""

from __future__ import annotations

from typing import final

import torch
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.blocks import USUAL_SIZES, Sizes, blocks
from tnpcore.fast.efficient import EFFICIENT_QUERY
from tnpcore.models.embedding import GaussianHead, TokenEmbedding
from tnpcore.models.neural_process import NeuralProcess


@final
class EQTNP(NeuralProcess):
    """The efficient-query TNP: as TNP-D, with weights of their own for the layers in which targets attend to the
    context (TNP-D costs the same, and shares them).

    Records: the context's layers come first, then the targets'.

    Args:
        dim_x, dim_y: Dx and Dy.
        sizes: of the layers of the context, and of the targets.

    Reference: Feng et al. 2023 (EQTNP).
    """

    caching = EFFICIENT_QUERY

    def __init__(self, dim_x: int = 1, dim_y: int = 1, sizes: Sizes = USUAL_SIZES):
        super().__init__(dim_x, dim_y)
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model)
        self.blocks = blocks(sizes, range(sizes.num_layers))
        self.head = GaussianHead(sizes.d_model, dim_y)
        numbers = range(sizes.num_layers, 2 * sizes.num_layers)
        self.readers = blocks(sizes, numbers)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """c^l = Block_l(c^(l-1), c^(l-1));  t^l = Reader_l(t^(l-1), c^l);  N(mean, std^2) = head(t^L)."""
        contexts, targets = [self.embed.context(xc, yc, None)], self.embed.targets(xt, None)
        for block in self.blocks:
            contexts.append(block(contexts[-1]))
        for reader, context in zip(self.readers, contexts[1:], strict=True):
            targets = reader(targets, context)
        return self.head(targets)


@final
class LBANP(NeuralProcess):
    """Latent-bottlenecked attentive NP: a few learned latent tokens attend to the context and to each other, targets
    attend to the latent tokens.

    Cost is linear in the context, and the cost of targets does not depend on it. Records come in threes per layer,
    numbered 3l, 3l + 1, 3l + 2: latents to context, latents to latents, targets to latents.

    Args:
        dim_x, dim_y: Dx and Dy.
        sizes: of its layers, each of three blocks.
        num_latents: M, how many latent tokens.

    Reference: Feng et al. 2023 (LBANP).
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, sizes: Sizes = USUAL_SIZES, num_latents: int = 16):
        super().__init__(dim_x, dim_y)
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model)
        self.head = GaussianHead(sizes.d_model, dim_y)
        self.latents = nn.Parameter(torch.zeros(num_latents, sizes.d_model))
        self.draw_tokens(torch.Generator().manual_seed(0))
        self.cross_attention, self.self_attention, self.target_attention = (
            blocks(sizes, range(step, 3 * sizes.num_layers, 3)) for step in range(3)
        )

    @torch.no_grad()
    def draw_tokens(self, generator: torch.Generator) -> None:
        """Draw the latent tokens: equal at the start, they would stay equal."""
        self.latents.normal_(generator=generator)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """m^l = Self_l(Cross_l(m^(l-1), context));  t^l = Target_l(t^(l-1), m^l);  N(mean, std^2) = head(t^L)."""
        context, targets = self.embed.context(xc, yc, None), self.embed.targets(xt, None)
        latents = self.latents.expand(*context.shape[:-2], -1, -1)
        layers = zip(self.cross_attention, self.self_attention, self.target_attention, strict=True)
        for cross_attention, self_attention, target_attention in layers:
            latents = cross_attention(latents, context)
            latents = self_attention(latents)
            targets = target_attention(targets, latents)
        return self.head(targets)
