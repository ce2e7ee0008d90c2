"""Muon (Jordan 2024) for many small matrices and kernels: those of one shape are orthogonalised together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

COEFFICIENTS = (3.4445, -4.7750, 2.0315)


class Muon(torch.optim.Optimizer):
    """The update rule, defaults and state of torch's Muon, for models of some dozens of small matrices.

    One Newton-Schulz iteration for each of them is mostly overhead; here those of one shape run as one batch. The
    kernel of a convolution, which torch's refuses, is a matrix with a row for every output channel.

    Args:
        params: tensors of two and more axes.
        lr: of a square matrix; one of more rows than columns takes sqrt(rows / columns) times as much.
        weight_decay: share of a weight that a step takes away, in units of lr.
        momentum: decay of the average of gradients, with Nesterov's step.

    Reference: Jordan 2024, "Muon: An optimizer for hidden layers in neural networks".
    """

    def __init__(self, params: Iterable[Tensor], lr: float, weight_decay: float, momentum: float = 0.95):
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # type: ignore[override]
        """Update every tensor that has a gradient; gives the closure's loss, where there is one."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            by_shape: dict[tuple[int, ...], list[Tensor]] = defaultdict(list)
            for parameter in group["params"]:
                if parameter.grad is not None:
                    by_shape[tuple(parameter.shape)].append(parameter)
            for parameters in by_shape.values():
                self._update(parameters, group)
        return loss

    def _update(self, parameters: list[Tensor], group: dict[str, Any]) -> None:
        """One step of all tensors of one shape in a group."""
        gradients, momentum = [p.grad for p in parameters if p.grad is not None], group["momentum"]
        states = [self.state[p] for p in parameters]
        for state, gradient in zip(states, gradients, strict=True):
            if "momentum_buffer" not in state:
                state["momentum_buffer"] = torch.zeros_like(gradient)
        buffers = [state["momentum_buffer"] for state in states]
        torch._foreach_lerp_(buffers, gradients, 1 - momentum)
        directions = torch.stack(torch._foreach_lerp(gradients, buffers, momentum))
        matrices = directions.flatten(2)
        updates = orthogonalised(matrices).view_as(directions)
        rate = group["lr"] * max(1.0, matrices.shape[1] / matrices.shape[2]) ** 0.5
        torch._foreach_mul_(parameters, 1 - group["lr"] * group["weight_decay"])
        torch._foreach_add_(parameters, updates.unbind(), alpha=-rate)


def orthogonalised(matrices: Float[Tensor, "N R C"], steps: int = 5, eps: float = 1e-7) -> Float[Tensor, "N R C"]:
    """Each matrix with its singular values brought near 1, by a quintic Newton-Schulz iteration in bfloat16.

    An iteration takes every singular value s to a s + b s^3 + c s^5.

    Args:
        matrices: N of them, of R rows and C columns.
        steps: iterations.
        eps: smallest norm that a matrix is divided by.

    Reference: Jordan 2024, "Muon: An optimizer for hidden layers in neural networks".
    """
    if matrices.shape[-2] > matrices.shape[-1]:
        return orthogonalised(matrices.mT, steps, eps).mT
    a, b, c = COEFFICIENTS
    x = (matrices / torch.linalg.matrix_norm(matrices, keepdim=True).clamp_min(eps)).bfloat16()
    for _ in range(steps):
        gram = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.to(matrices.dtype)
