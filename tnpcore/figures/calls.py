"""Which modules ran in a prediction, in order, with what they were given and what they returned."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from tnpcore import masks
from tnpcore.fast.switch import plain_forms
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.task import Points
from tnpcore.trace import AttentionRecord, intervene, record

Shape = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ModuleCall:
    """One call of one module.

    Args:
        name: where it stands in the model, "blocks.0.attention.to_q" for example.
        kind: its class.
        given: the tensors that it was called with.
        shape: of what it returned; of the sum of its terms for a bias, with one number per layer first.
    """

    name: str
    kind: str
    given: tuple[Tensor, ...]
    shape: Shape


@dataclass(frozen=True, eq=False)
class Run:
    """A prediction that was watched.

    Args:
        calls: of every module, in the order in which they returned.
        attention: the records of every attention layer, in order.
        mean, std: the prediction [Nt, Dy].
    """

    calls: tuple[ModuleCall, ...]
    attention: tuple[AttentionRecord, ...]
    mean: Float[Tensor, "Nt Dy"]
    std: Float[Tensor, "Nt Dy"]

    def under(self, prefix: str) -> tuple[ModuleCall, ...]:
        """The calls of the modules inside the one of that name."""
        return tuple(call for call in self.calls if call.name.startswith(prefix + "."))

    def call(self, name: str) -> ModuleCall:
        """The first call of the module of that name.

        Raises:
            ValueError: when it did not run.
        """
        for call in self.calls:
            if call.name == name:
                return call
        raise ValueError(f"the module must be one that ran, got {name!r}")


@torch.no_grad()
def watch(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> Run:
    """What runs in a prediction, written as the papers write it: in `plain_forms`, under the mask.

    The hooks sit on a copy: a model that others use is never changed.
    """
    calls: list[ModuleCall] = []
    watched = copy.deepcopy(model)
    for name, module in watched.named_modules():
        if name:
            module.register_forward_hook(_noting(name, calls))
    literal = masks.context_only(len(context), len(xt))
    with plain_forms(), intervene(mask=literal), record() as records:
        predictive = watched(context.x, context.y, xt)
    return Run(tuple(calls), tuple(records), predictive.mean, predictive.stddev)


def _noting(name: str, calls: list[ModuleCall]) -> Any:
    def note(module: nn.Module, given: tuple[Any, ...], result: Any) -> None:
        tensors = tuple(each for each in given if isinstance(each, Tensor))
        calls.append(ModuleCall(name, type(module).__name__, tensors, _shape(result)))

    return note


def _shape(result: Any) -> Shape:
    if isinstance(result, Tensor):
        return tuple(result.shape)
    if isinstance(result, tuple):  # the terms of every layer
        sizes = [torch.broadcast_shapes(term.pairs.shape, term.heads.shape) for term in result[0]]
        return (len(result), *torch.broadcast_shapes(*sizes))
    return tuple(result.mean.shape)
