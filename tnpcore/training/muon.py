"""Muon (Jordan 2024) for many small matrices: those of one shape are orthogonalised together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor


class Muon(torch.optim.Muon):
    """torch's Muon with its update rule, its defaults and its state, for models of some dozens of small matrices.

    One Newton-Schulz iteration for each of them is mostly overhead; here those of one shape run as one batch.

    Reference: Jordan 2024, "Muon: An optimizer for hidden layers in neural networks".
    """

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # type: ignore[override]
        """Update every matrix that has a gradient.

        Args:
            closure: computes the loss anew, as for every optimiser of torch.

        Returns:
            The closure's loss, where there is one.
        """
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            by_shape: dict[tuple[int, int], list[Tensor]] = defaultdict(list)
            for parameter in group["params"]:
                if parameter.grad is not None:
                    by_shape[tuple(parameter.shape)].append(parameter)
            for shape, parameters in by_shape.items():
                self._update(parameters, shape, group)
        return loss

    def _update(self, parameters: list[Tensor], shape: tuple[int, int], group: dict[str, Any]) -> None:
        """One step of all matrices [rows, columns] of a group."""
        gradients, momentum = [p.grad for p in parameters if p.grad is not None], group["momentum"]
        states = [self.state[p] for p in parameters]
        for state, gradient in zip(states, gradients, strict=True):
            if "momentum_buffer" not in state:
                state["momentum_buffer"] = torch.zeros_like(gradient)
        buffers = [state["momentum_buffer"] for state in states]
        torch._foreach_lerp_(buffers, gradients, 1 - momentum)
        directions = torch._foreach_lerp(gradients, buffers, momentum) if group["nesterov"] else buffers
        updates = orthogonalised(torch.stack(directions), group["ns_coefficients"], group["ns_steps"], group["eps"])
        rate = group["lr"] * max(1.0, shape[0] / shape[1]) ** 0.5
        torch._foreach_mul_(parameters, 1 - group["lr"] * group["weight_decay"])
        torch._foreach_add_(parameters, updates.unbind(), alpha=-rate)


def orthogonalised(
    matrices: Float[Tensor, "N R C"], coefficients: tuple[float, float, float], steps: int, eps: float
) -> Float[Tensor, "N R C"]:
    """Each matrix with its singular values brought near 1, by a quintic Newton-Schulz iteration in bfloat16.

    Args:
        matrices: N of them, of R rows and C columns.
        coefficients: a, b, c of the polynomial a s + b s^3 + c s^5 that an iteration applies to singular values s.
        steps: iterations.
        eps: smallest norm that a matrix is divided by.

    Reference: Jordan 2024, "Muon: An optimizer for hidden layers in neural networks".
    """
    if matrices.shape[-2] > matrices.shape[-1]:
        return orthogonalised(matrices.mT, coefficients, steps, eps).mT
    a, b, c = coefficients
    x = (matrices / torch.linalg.matrix_norm(matrices, keepdim=True).clamp_min(eps)).bfloat16()
    for _ in range(steps):
        gram = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.to(matrices.dtype)
