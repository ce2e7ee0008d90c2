"""What decoding needs of a model: the interface, and which symbols an output may have."""

from __future__ import annotations

from typing import Protocol, TypeVar, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.sequences.vocabulary import PAD, START

State = TypeVar("State")

# How far above 0 rounding may lift a log-probability in float32.
ROUNDING = 1e-4


@runtime_checkable
class NextSymbolModel(Protocol[State]):
    """A model of the next symbol given a source and the symbols so far.

    What is known of both is a state: a value, which `advance` never changes, so that several continuations share it.
    """

    def read(self, source: Int[Tensor, "B S"]) -> State:
        """The state before START, of every source."""

    def advance(self, symbols: Int[Tensor, " B"], state: State) -> tuple[Float[Tensor, "B V"], State]:
        """log p(next symbol | source, symbols so far) after one more symbol of each row, and the state there."""

    def select(self, state: State, rows: Int[Tensor, " R"]) -> State:
        """The state of these rows, in this order; a row may come more than once."""


def permitted(log_probabilities: Float[Tensor, "R V"]) -> Float[Tensor, "R V"]:
    """The same in float64, with -inf for PAD and START, which no output has; nothing is made to sum to 1 again.

    Raises:
        ValueError: for what is no log-probability (not a number, above 0), or a row without any possible symbol.
    """
    values = log_probabilities.to(torch.float64, copy=True)
    values[:, [PAD, START]] = -torch.inf
    highest = values.amax(-1)
    if not bool(((highest <= ROUNDING) & (highest > -torch.inf)).all()):
        raise ValueError(
            "log-probabilities must be at most 0, with a possible symbol in every row, "
            f"got rows with the maximum {highest.tolist()}"
        )
    return values.clamp(max=0.0)


def at_least_one(**numbers: int) -> None:
    """Checks settings that count something.

    Raises:
        ValueError: for a number below 1, with its name.
    """
    for name, number in numbers.items():
        if number < 1:
            raise ValueError(f"{name} must be at least 1, got {number}")
