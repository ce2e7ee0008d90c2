"""One model run on one melody: what it reads, what it writes, how probable every note was, where it attended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from pages.sequences.controls import FREE, NETWORKS, SequenceControls
from pages.sequences.lattice import Melody
from pages.shared.models.catalogue import once
from tnpcore import intervene, record
from tnpcore.sequences import Card, EncoderDecoder, card, load
from tnpcore.sequences.alignments import joined
from tnpcore.sequences.copying import LONGEST, PITCHES, solution
from tnpcore.sequences.decoding import forced
from tnpcore.sequences.decoding.steps import most_probable
from tnpcore.sequences.vocabulary import END, PAD, SPECIAL

RUNS = 64  # kept at a time
SHOWN = (*range(SPECIAL, SPECIAL + len(PITCHES)), END)  # numbers of the symbols that may be written
WRITTEN = (*PITCHES, "end")

model = once(lambda name: load(f"copying-{name}"))


@once
def known(name: str) -> Card:
    """The card of a model; raises ValueError where there is none."""
    return card(f"copying-{name}")


@dataclass(frozen=True, eq=False)
class Run:
    """What a model made of a source.

    Args:
        source: the task, the notes, and the end.
        wanted: what it should write.
        written: what it wrote.
        probabilities: of every note and the end, at every position of the output, the end included [T, 9].
        weights: by layer, [H, Nq, Nk]; empty for a model without attention.
    """

    source: tuple[str, ...]
    wanted: tuple[str, ...]
    written: tuple[str, ...]
    probabilities: np.ndarray
    weights: Mapping[str, np.ndarray]

    @property
    def right(self) -> tuple[bool, ...]:
        """Which of the written notes are right."""
        return tuple(i < len(self.wanted) and note == self.wanted[i] for i, note in enumerate(self.written))

    @property
    def exact(self) -> bool:
        """Whether the whole output is right, its length included."""
        return self.written == self.wanted

    @property
    def first_wrong(self) -> int | None:
        """The position of the first mistake, from 0; None where all is right."""
        if self.exact:
            return None
        pairs = zip((*self.written, "end"), (*self.wanted, "end"), strict=False)
        return next(i for i, (written, wanted) in enumerate(pairs) if written != wanted)

    def of_wanted(self) -> np.ndarray:
        """The probability of the right note at every position that the output has [T]."""
        names = (*self.wanted, "end")[: len(self.probabilities)]
        return np.array([self.probabilities[i, WRITTEN.index(name)] for i, name in enumerate(names)])


def run(melody: Melody, controls: SequenceControls) -> Run:
    """The chosen model on a melody, with what the controls forbid and force. At least one note is required."""
    count = len(melody.notes)
    at = melody.nearest(controls.at)
    note = None if controls.force == FREE else (at, controls.force)
    return _run(controls.network, controls.task, melody.notes, controls.forbidden(count), note)


def run_of(name: str, task: str, notes: tuple[str, ...]) -> Run:
    """A model on these notes, nothing forbidden or forced."""
    return _run(name, task, notes, (), None)


@lru_cache(RUNS)
def _run(
    name: str,
    task: str,
    notes: tuple[str, ...],
    forbidden: tuple[tuple[int, int], ...],
    note: tuple[int, str] | None,
) -> Run:
    network, rows = model(name), []

    def choose(step: int, going: Int[Tensor, " R"], scores: Float[Tensor, "R V"]) -> Int[Tensor, " R"]:
        rows.append(scores[0, list(SHOWN)].exp())
        return most_probable(step, going, scores)

    source = network.source.encode([(task, *notes)])
    with intervene(cross=_allowed(forbidden)), record() as records:
        decoded = forced(network, source, _prefix(network, note, len(notes)), LONGEST + 1, choose)
    written = network.target.symbols_of(decoded.symbols[0].tolist())
    weights = {name: found[0].numpy() for name, found in joined(records).items()}
    wanted = tuple(solution(task, list(notes)))
    return Run((task, *notes, "end"), wanted, tuple(written), torch.stack(rows).numpy(), weights)


def _allowed(forbidden: tuple[tuple[int, int], ...]) -> Tensor | None:
    """The mask of cross-attention without these cells; None where nothing is forbidden."""
    if not forbidden:
        return None
    rows, columns = zip(*forbidden, strict=True)
    mask = torch.ones(max(rows) + 1, max(columns) + 1, dtype=torch.bool)
    mask[list(rows), list(columns)] = False
    return mask


def _prefix(network: EncoderDecoder, note: tuple[int, str] | None, count: int) -> Int[Tensor, "1 P"]:
    """What is forced: the one note; elsewhere (PAD) the model chooses."""
    prefix = torch.full((1, count), PAD)
    if note:
        prefix[0, note[0]] = network.target.numbers[note[1]]
    return prefix


@lru_cache(RUNS)
@torch.no_grad()
def teacher_forced(name: str, task: str, notes: tuple[str, ...]) -> np.ndarray:
    """The probability of each right note and the end, given all right notes before it, in one pass [T]."""
    network = model(name)
    target = network.target.encode([solution(task, list(notes))])
    scores = network(network.source.encode([(task, *notes)]), target)
    return scores[0].gather(-1, target[0][:, None])[:, 0].exp().numpy()


def exact_by_length(name: str, task: str) -> dict[int, float]:
    """The share of melodies that a model writes without any mistake, by their length, from its card."""
    found = known(name).results[task]["by_length"]
    return {int(length): one["exact"] for length, one in found.items()}


def measured_models() -> tuple[str, ...]:
    """Those models whose cards have results."""
    return tuple(name for name in NETWORKS if _measured(name))


def _measured(name: str) -> bool:
    try:
        return bool(known(name).results)
    except ValueError:
        return False
