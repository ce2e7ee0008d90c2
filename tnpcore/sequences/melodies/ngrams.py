"""N-gram models of melodies, as hidden Markov models: the baselines of the language models.

The state is the last note, or the last two; so the algorithms that find the limit predict and fill in for them too.
"""

from __future__ import annotations

from functools import cache

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from tnpcore.sequences.hidden_markov import HiddenMarkovModel, draw
from tnpcore.sequences.melodies.harmony import PITCHES, prior

ORDERS = {"unigram": 1, "bigram": 2, "trigram": 3}
MELODIES, LENGTH, SEED = 32_768, 16, 5  # what they are fitted on
STRENGTH = 5.0  # how many notes the shorter context counts for


@cache
def ngram(name: str) -> HiddenMarkovModel:
    """The n-gram model of one of ORDERS, fitted on melodies from the prior.

    Raises:
        ValueError: for another name.
    """
    if name not in ORDERS:
        raise ValueError(f"the n-gram must be one of {', '.join(ORDERS)}, got {name!r}")
    return fitted(_melodies(), ORDERS[name])


@cache
def _melodies() -> Int[Tensor, "B T"]:
    return draw(prior(), MELODIES, LENGTH, torch.Generator().manual_seed(SEED))[0]


def fitted(notes: Int[Tensor, "B T"], order: int) -> HiddenMarkovModel:
    """The n-gram model with the frequencies of these melodies; each context is smoothed by the one that is shorter.

    Args:
        notes: pitches.
        order: n, from 1 to 3.

    Reference: MacKay and Peto 1995, equation 15 (the shorter context's distribution as that many notes).
    """
    # START is one more symbol; contexts are START or a note.
    padded = F.pad(notes, (2, 0), value=PITCHES)
    triples = torch.stack([padded[:, :-2], padded[:, 1:-1], padded[:, 2:]]).flatten(1)
    side = PITCHES + 1
    counts = torch.bincount((triples[0] * side + triples[1]) * side + triples[2], minlength=side**3).double()
    counts = counts.reshape(side, side, side)[..., :PITCHES]
    one = smooth(counts.sum((0, 1)), torch.full((PITCHES,), 1 / PITCHES, dtype=torch.float64))
    if order == 1:
        return chain(one, one.expand(PITCHES, -1))
    two = smooth(counts.sum(0), one)
    if order == 2:
        return chain(two[PITCHES], two[:PITCHES])
    return pairs(two[PITCHES], smooth(counts, two))


def smooth(counts: Float[Tensor, "*C V"], shorter: Float[Tensor, "*#C V"]) -> Float[Tensor, "*C V"]:
    """p(note | context), from counts of every note after every context and from p(note | shorter context)."""
    return (counts + STRENGTH * shorter) / (counts.sum(-1, keepdim=True) + STRENGTH)


def chain(start: Float[Tensor, " V"], following: Float[Tensor, "V V"]) -> HiddenMarkovModel:
    """A Markov chain of notes, by p(first note) and p(note | last note)."""
    shown = torch.eye(PITCHES, dtype=torch.float64)
    return HiddenMarkovModel(start[None].contiguous(), following[None].contiguous(), shown[None])


def pairs(start: Float[Tensor, " V"], following: Float[Tensor, "Contexts Contexts V"]) -> HiddenMarkovModel:
    """A Markov chain of pairs of notes; before the first note stands START.

    Args:
        start: p(first note).
        following: p(note | last two symbols), START the last of the contexts.
    """
    side = PITCHES + 1
    first = torch.zeros(side, PITCHES, dtype=torch.float64)
    first[PITCHES] = start
    transition = torch.zeros(side, PITCHES, side, PITCHES, dtype=torch.float64)
    last = torch.arange(PITCHES)
    transition[:, last, last] = following[:, :PITCHES]
    states = side * PITCHES
    shown = torch.eye(PITCHES, dtype=torch.float64).repeat(side, 1)
    return HiddenMarkovModel(first.reshape(1, states), transition.reshape(1, states, states), shown[None])
