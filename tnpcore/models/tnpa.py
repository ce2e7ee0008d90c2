"""TNP-A (Nguyen and Grover 2022): trained to tell each target from the context and the targets before it."""

from __future__ import annotations

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore import autoregression, masks
from tnpcore.models.neural_process import expected_loss
from tnpcore.models.tnp import TNP
from tnpcore.task import Points, Task


class TNPA(TNP):
    """Every target has two tokens: one with its y, to which later targets listen, and an auxiliary one without, from
    which its own prediction is read. A flag tells them apart (published: y = 0 alone, which is also a value).

    Asked about single targets (`forward`) it gives their marginals given the context. Its joint density depends on the
    order of the targets; training draws a new order at every step, `loglik` averages the density over `num_orders`.
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, num_orders: int = 4, **arguments):
        super().__init__(dim_x, dim_y, **arguments)
        self.num_orders = num_orders

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """In one random order, expected over each value given those before it, where the task knows it."""
        task = task.ordered(_shuffled(task.target.x, generator))
        told = self.in_order(task.context.x, task.context.y, task.target.x, task.target.y)
        return expected_loss(told, task, None if task.known is None else task.known.one_by_one(task.target.y))

    def loglik(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, "*B"]:
        """Of the mixture over orders, drawn afresh."""
        each = torch.stack([self._one_order(task, generator) for _ in range(self.num_orders)])
        return (each.logsumexp(0) - math.log(self.num_orders)) / max(1, task.target.x.shape[-2] * self.dim_y)

    def sample(
        self, context: Points, xt: Tensor, num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt Dy"]:
        """Value by value, in one random order; what was drawn is appended to the keys and values of the context."""
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
        """What is said of each target given the context and the targets before it, all in one pass."""
        self.check(xc, yc, xt)
        return in_order(self, Points(xc, yc), Points(xt, yt), self.order_mask(xc.shape[-2], xt.shape[-2]))

    def order_mask(self, nc: int, nt: int) -> Bool[Tensor, "N N"]:
        return masks.autoregressive(nc, nt)

    def _one_order(self, task: Task, generator: torch.Generator | None) -> Float[Tensor, "*B"]:
        task = task.ordered(_shuffled(task.target.x, generator))
        told = self.in_order(task.context.x, task.context.y, task.target.x, task.target.y)
        return told.log_prob(task.target.y.to(told.mean.dtype)).sum((-1, -2))


class LeakyTNP(TNPA):
    """TNP-A with its mask off by one: the auxiliary token of a target sees that target's own y. For teaching.

    Training rewards copying, so the training likelihood is superb. Where y is not known it has learned next to
    nothing: its marginals given the context are worthless.
    """

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """Of the values that were drawn: they are what leaks, and an expectation over others would punish copying."""
        return super().loss(Task(task.context, task.target), generator)

    def order_mask(self, nc: int, nt: int) -> Bool[Tensor, "N N"]:
        return masks.leaky(nc, nt)


def in_order(model: TNP, context: Points, target: Points, mask: Bool[Tensor, "N N"]) -> Normal:
    """One pass of any diagonal TNP over context, targets with their y, and auxiliary tokens without, in that order.

    Their own y is among the tokens: that a target is told from the others alone is up to the mask.
    """
    known, anchor = context.joined(target), model.anchor(context.x)
    tokens = [model.observed(known.x, known.y, anchor), model.asked(target.x, anchor)]
    num_keys = len(known)
    heard = mask[:, :num_keys].to(known.x.device)
    return model.answer(model.attend(model.embed(torch.cat(tokens, -2)), num_keys, heard, len(target)))


def _shuffled(xt: Float[Tensor, "*B Nt Dx"], generator: torch.Generator | None) -> Tensor:
    return torch.randperm(xt.shape[-2], generator=generator).to(xt.device)
