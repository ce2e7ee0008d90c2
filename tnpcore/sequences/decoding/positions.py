"""Teacher forcing beside free running: at which positions an output agrees with its target.

Under teacher forcing (Williams and Zipser 1989) every symbol is predicted from the target's symbols before it; free
running predicts it from the model's own. Letters: B sources of S symbols, T symbols of a target, R rows that go on.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tnpcore.sequences.decoding.model import NextSymbolModel, State
from tnpcore.sequences.decoding.steps import generate, greedy, most_probable
from tnpcore.sequences.vocabulary import END, PAD, START


@dataclass(frozen=True, eq=False)
class Agreement:
    """Shares of the targets that have a symbol at a position, END included, for each of T positions.

    Args:
        teacher_forcing: the most probable symbol after the target's symbols is the target's [T].
        free_running: the symbol of the greedy output is the target's [T].
        so_far: all symbols up to here are; the same under both, since until the first error both read the same [T].
        count: how many targets have this position [T].
    """

    teacher_forcing: Float[Tensor, " T"]
    free_running: Float[Tensor, " T"]
    so_far: Float[Tensor, " T"]
    count: Int[Tensor, " T"]


def agreements(
    model: NextSymbolModel[State], source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]
) -> tuple[Bool[Tensor, "B T"], Bool[Tensor, "B T"]]:
    """Whether each symbol agrees with the target's: under teacher forcing, and free running; False after END.

    Raises:
        ValueError: for a target without END, or with other symbols than PAD after it, or with PAD or START before.
    """
    has = _positions(target)
    predicted = torch.full_like(target, PAD)

    def read_target(step: int, rows: Tensor, log_probabilities: Tensor) -> Tensor:
        predicted[rows, step] = most_probable(step, rows, log_probabilities)
        return target[rows, step]

    generate(model, source, target.shape[1], read_target)
    own = greedy(model, source, target.shape[1]).symbols
    free = torch.full_like(target, PAD)
    free[:, : own.shape[1]] = own
    return has & (predicted == target), has & (free == target)


def agreement_by_position(
    model: NextSymbolModel[State], source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]
) -> Agreement:
    """How often the symbols at each position agree with the target's; 1 minus these shares are the errors.

    Raises:
        ValueError: as `agreements`.
    """
    forced, free = agreements(model, source, target)
    has = _positions(target)
    count = has.sum(0)
    # Nothing stands at a position that no target has: 0 / 0 is not a number there.
    so_far = has & (free.long().cumprod(1) == 1)
    teacher, own, both = (part.double().sum(0) / count for part in (forced, free, so_far))
    return Agreement(teacher, own, both, count)


def _positions(target: Int[Tensor, "B T"]) -> Bool[Tensor, "B T"]:
    """Where a target has a symbol: up to its END."""
    ended = (target == END).long().cumsum(1)
    has = (ended == 0) | ((ended == 1) & (target == END))
    valid = ((target == PAD) == ~has).all() & (target != START).all() & (ended[:, -1:] == 1).all()
    if not bool(valid):
        raise ValueError(f"every target must be symbols, END ({END}), then PAD ({PAD}), got {target.tolist()}")
    return has
