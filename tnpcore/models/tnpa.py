"""TNP-A (Nguyen and Grover 2022): trained to predict each target from the context and the targets before it."""

from __future__ import annotations

import math
from typing import final

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore import autoregression, masks
from tnpcore.blocks import USUAL_SIZES, Sizes
from tnpcore.fast.tokens import token_caching
from tnpcore.models.embedding import GaussianHead, TokenEmbedding
from tnpcore.models.neural_process import NeuralProcess, expected_loss
from tnpcore.models.tnp import TNPD
from tnpcore.models.transformer import TransformerEncoder, masked_self_attention
from tnpcore.task import Points, Task


@final
class TNPA(NeuralProcess):
    """Each target has two tokens: one with its y, to which later targets attend, and an auxiliary one without y, from
    which its prediction is read. A flag separates them (published: y = 0 alone, which is also a value).

    `forward` gives the marginal prediction of each target given the context. The joint density depends on the order of
    the targets: training draws a new order at every step, `loglik` averages the density over `num_orders` orders.

    Args:
        dim_x, dim_y: Dx and Dy.
        num_orders: over how many random orders `loglik` averages.
        sizes: of its Transformer layers.
        leak: shift the mask by one, so that an auxiliary token attends to its own target's y; for teaching. Training
            then rewards copying: the training likelihood is superb, and without y the marginals are worthless.

    Reference: Nguyen and Grover 2022 (TNP-A).
    """

    caching = token_caching()

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        num_orders: int = 4,
        sizes: Sizes = USUAL_SIZES,
        leak: bool = False,
    ):
        super().__init__(dim_x, dim_y)
        self.num_orders = num_orders
        self.leak = leak
        self.embed = TokenEmbedding(dim_x, dim_y, sizes.d_model)
        self.blocks = TransformerEncoder(sizes)
        self.head = GaussianHead(sizes.d_model, dim_y)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """z^0 = embed(context, targets);  z^l = Block_l(z^(l-1), context_only);  N(mean, std^2) = head(z^L).

        The head reads the targets' tokens.
        """
        tokens = self.embed.tokens(xc, yc, xt)
        return self.head(self.blocks(tokens, xc.shape[-2]))

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """Minus the log-likelihood of each target given those before it, in one random order, in nats per target value.

        In expectation over each value where the task knows its distribution. A leaking model is trained on the values
        themselves: they are what leaks, and an expectation over others would punish copying.
        """
        if self.leak:
            task = Task(task.context, task.target)
        task = task.ordered(_shuffled(task.target.x, generator))
        predictive = self.in_order(task.context.x, task.context.y, task.target.x, task.target.y)
        return expected_loss(predictive, task, None if task.known is None else task.known.conditionals(task.target.y))

    def loglik(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, "*B"]:
        """The joint log-likelihood under the mixture over random orders, in nats per target value."""
        each = torch.stack([self._one_order(task, generator) for _ in range(self.num_orders)])
        return (each.logsumexp(0) - math.log(self.num_orders)) / max(1, task.target.x.shape[-2] * self.dim_y)

    def sample(
        self, context: Points, xt: Float[Tensor, "*B Nt Dx"], num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt Dy"]:
        """Autoregressive samples, in one random order; each value joins the cached keys and values of the context."""
        order = _shuffled(xt, generator)
        drawn = autoregression.sample(self, context, xt[..., order, :], num_samples, generator, refresh=len(order) + 1)
        return drawn[..., order.argsort(), :]

    def in_order(
        self,
        xc: Float[Tensor, "*B Nc Dx"],
        yc: Float[Tensor, "*B Nc Dy"],
        xt: Float[Tensor, "*B Nt Dx"],
        yt: Float[Tensor, "*B Nt Dy"],
    ) -> Normal:
        """The prediction of each target given the context and the targets before it, all in one pass."""
        self.check(xc, yc, xt)
        mask = (masks.leaky if self.leak else masks.autoregressive)(xc.shape[-2], xt.shape[-2])
        tokens = _three_sets(self, Points.unchecked(xc, yc), Points.unchecked(xt, yt))
        num_keys = xc.shape[-2] + xt.shape[-2]  # no token attends to an auxiliary one
        return self.head(self.blocks.to_first(tokens, num_keys, xt.shape[-2], mask[:, :num_keys].to(tokens.device)))

    def _one_order(self, task: Task, generator: torch.Generator | None) -> Float[Tensor, "*B"]:
        task = task.ordered(_shuffled(task.target.x, generator))
        predictive = self.in_order(task.context.x, task.context.y, task.target.x, task.target.y)
        return predictive.log_prob(task.target.y.to(predictive.mean.dtype)).sum((-1, -2))


def in_order(model: TNPA | TNPD, context: Points, target: Points, mask: Bool[Tensor, "N N"]) -> Normal:
    """The prediction at the auxiliary tokens: masked self-attention over context, targets with y, auxiliary tokens.

    Targets' own values are among the tokens: that they do not leak is up to the mask.

    Args:
        model: TNP-A or TNP-D.
        context: Nc points.
        target: Nt points.
        mask: [N, N], N = Nc + 2 Nt, as `masks.autoregressive`.

    Reference: Nguyen and Grover 2022 (TNP-A).
    """
    tokens = _three_sets(model, context, target)
    tokens = masked_self_attention(model.blocks, tokens, mask.to(tokens.device))
    return model.head(tokens[..., len(context) + len(target) :, :])


def _three_sets(model: TNPA | TNPD, context: Points, target: Points) -> Float[Tensor, "*B N D"]:
    """z^0 of the context, of the targets with their y, and of the auxiliary tokens."""
    known, anchor = context.joined(target), model.embed.anchor(context.x)
    observed, auxiliary = model.embed.observed(known.x, known.y, anchor), model.embed.unobserved(target.x, anchor)
    return model.embed(torch.cat([observed, auxiliary], -2))


def _shuffled(xt: Float[Tensor, "*B Nt Dx"], generator: torch.Generator | None) -> Tensor:
    return torch.randperm(xt.shape[-2], generator=generator).to(xt.device)
