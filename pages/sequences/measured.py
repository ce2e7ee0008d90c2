"""What takes many runs: errors by position over random melodies, times of a pass, gradients that reach the first note.

Everything is kept: it changes with the model, the task and the number of notes, not with every move of the pointer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor

from pages.sequences.run import model
from pages.shared.models.once import once
from pages.shared.models.timing import milliseconds
from tnpcore.models.neural_process import initialise
from tnpcore.sequences import EncoderDecoder
from tnpcore.sequences.copying import COPY, LONGEST, PITCHES, TASKS, pair, solution
from tnpcore.sequences.decoding import agreement_by_position, forced
from tnpcore.sequences.gradients import source_gradients
from tnpcore.sequences.trained import spec
from tnpcore.sequences.vocabulary import PAD, SPECIAL

MELODIES = 64  # drawn at random, the same for all models
SEED = 5
LENGTHS = (1, 2, 4, 8, 12, 16, 20, 24, 28, LONGEST)  # at which gradients are computed
KEPT = 128  # results at a time


@dataclass(frozen=True, eq=False)
class Errors:
    """Shares of melodies with a wrong symbol at each position, the end included [T]."""

    teacher_forcing: np.ndarray
    free_running: np.ndarray


@dataclass(frozen=True)
class Times:
    """Milliseconds: all positions in one pass, and one pass for each symbol."""

    one_pass: float
    one_by_one: float


@once(keep=KEPT)
def errors(name: str, task: str, count: int) -> Errors:
    """Of a model on random melodies of `count` notes."""
    network = model(name)
    found = agreement_by_position(network, *_melodies(network, task, count))
    return Errors(1 - found.teacher_forcing.numpy(), 1 - found.free_running.numpy())


@once(keep=KEPT)
@torch.no_grad()
def errors_after(name: str, task: str, count: int, position: int) -> np.ndarray:
    """The errors of free running after one wrong note: at `position` stands the note after the right one [T]."""
    network = model(name)
    source, target = _melodies(network, task, count)
    prefix = torch.full((len(target), position + 1), PAD)
    prefix[:, position] = SPECIAL + (target[:, position] - SPECIAL + 1) % len(PITCHES)
    written = forced(network, source, prefix, target.shape[1]).symbols
    padded = torch.nn.functional.pad(written, (0, target.shape[1] - written.shape[1]), value=PAD)
    return (padded != target).double().mean(0).numpy()


@once(keep=KEPT)
@torch.no_grad()
def times(name: str, count: int) -> Times:
    """Of a model on `count` notes: with the target given, and symbol by symbol."""
    network = model(name)
    source, target = (side[:1] for side in _melodies(network, TASKS[0], count))
    one_pass = milliseconds(lambda: network(source, target))
    return Times(one_pass, milliseconds(lambda: forced(network, source, target, target.shape[1])))


@once(keep=KEPT)
def first_gradients(name: str, task: str) -> np.ndarray:
    """How strongly the first of `LENGTHS` random notes reaches its own output, as the network's training begins."""
    network, notes = untrained(name), tuple(pair(COPY, LONGEST, torch.Generator().manual_seed(SEED))[1])
    first = [0 if task == COPY else count - 1 for count in LENGTHS]
    each = zip(LENGTHS, first, strict=True)
    return np.array([note_gradients(network, task, notes[:count], position)[1] for count, position in each])


@once(keep=KEPT)
def trained_gradients(name: str, task: str, notes: tuple[str, ...], position: int) -> np.ndarray:
    """How strongly each symbol of the source reaches the right symbol at a position of the output [S]."""
    return note_gradients(model(name), task, notes, position)


@once
def untrained(name: str) -> EncoderDecoder:
    """The network with the weights that its training begins with."""
    network, recipe = spec(f"copying-{name}").build(), spec(f"copying-{name}").recipe()
    initialise(network, torch.Generator().manual_seed(recipe.seed))
    return network.eval().requires_grad_(False)


def note_gradients(network: EncoderDecoder, task: str, notes: tuple[str, ...], position: int) -> np.ndarray:
    """Norms of the gradient of a note's log-odds by every symbol of the source, task and end included [S]."""
    target = network.target.encode([solution(task, list(notes))])
    return source_gradients(network, network.source.encode([(task, *notes)]), target, position).numpy()


def _melodies(network: EncoderDecoder, task: str, count: int) -> tuple[Int[Tensor, "B S"], Int[Tensor, "B T"]]:
    generator = torch.Generator().manual_seed(SEED)
    sources, targets = zip(*(pair(task, count, generator) for _ in range(MELODIES)), strict=True)
    return network.source.encode(sources), network.target.encode(targets)
