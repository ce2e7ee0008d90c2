"""What language models, n-gram models and the prior itself predict for one note of a melody, and their attention."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import torch

from pages.melodies.lattice import Melody, Note, as_tensors
from pages.shared.models.once import once
from tnpcore import record
from tnpcore.sequences import card, load
from tnpcore.sequences.alignments import joined
from tnpcore.sequences.language_model import LanguageModel, divergence
from tnpcore.sequences.melodies import Predictor, fill_in, ngram, predict_next, prior
from tnpcore.sequences.melodies.ngrams import ORDERS

RUNS = 512  # kept at a time
EXACT = "bayes"  # the prior: its predictions are the best that are possible

known = once(card)


@once
def predictor(name: str) -> Predictor:
    """A trained language model, an n-gram model of `ORDERS`, or the prior (EXACT)."""
    if name == EXACT:
        return prior()
    return ngram(name) if name in ORDERS else load(name)


@dataclass(frozen=True, eq=False)
class Prediction:
    """One predicted note.

    Args:
        probabilities: of every pitch [24].
        weights: by layer, [H, Tokens, Tokens]: START, then the notes that were read; none of the prior and n-grams.
        token: that the prediction was read from, counted from START.
        read: the position in the melody of the first note that was read.
    """

    probabilities: np.ndarray
    weights: Mapping[str, np.ndarray] = field(default_factory=dict)
    token: int = 0
    read: int = 0


def before(melody: Melody, position: int) -> int:
    """The position of the first of the notes directly before one: a causal model reads no hidden notes."""
    hidden = [i for i in melody.hidden if i < position]
    return hidden[-1] + 1 if hidden else 0


def step(melody: Melody, position: int = 0) -> int:
    """The step of a note as a model's position: from 0 at the left end of the view as it opens, 0 further left too."""
    return max(melody.start + position, 0)


def from_before(name: str, melody: Melody, position: int) -> Prediction:
    """The note at a position, predicted from the notes directly before it; the others are not read."""
    first = before(melody, position)
    return _next(name, melody.notes[first:position], step(melody, first), first)


def from_both_sides(name: str, melody: Melody, position: int) -> Prediction:
    """The note at a position, predicted from all other notes that are there; at the length of the melody, the one that
    comes next."""
    notes = (*melody.notes[:position], None, *melody.notes[position + 1 :])
    return _fill(name, notes, position, step(melody))


def prediction(name: str, causal: bool, melody: Melody, position: int) -> Prediction:
    """What a model predicts: from the notes before the position, or from both sides."""
    return (from_before if causal else from_both_sides)(name, melody, position)


def attention(name: str, causal: bool, melody: Melody, position: int) -> Mapping[str, np.ndarray]:
    """The weights by layer, [H, Tokens, Tokens]; of a causal model with the notes after the position, as far as they
    follow each other without a hidden one."""
    if not causal:
        return from_both_sides(name, melody, position).weights
    first = before(melody, position)
    end = next((i for i in melody.hidden if i >= position), len(melody.notes))
    return _next(name, melody.notes[first:end], step(melody, first), first).weights


@once(keep=RUNS)
def _next(name: str, notes: tuple[Note, ...], start: int, read: int) -> Prediction:
    model, pitches = predictor(name), as_tensors(notes)[0][None]
    with record() as records:
        found = predict_next(model, pitches, start)[0, -1]
    return Prediction(found.numpy(), _weights(model, records), len(notes), read)


@once(keep=RUNS)
def _fill(name: str, notes: tuple[Note, ...], position: int, start: int) -> Prediction:
    model, (pitches, seen) = predictor(name), as_tensors(notes)
    with record() as records:
        found = fill_in(model, pitches[None], seen[None], start)[0, position]
    return Prediction(found.numpy(), _weights(model, records), position + 1, 0)


def _weights(model: Predictor, records: list) -> Mapping[str, np.ndarray]:
    if not isinstance(model, LanguageModel):
        return {}
    return {name: found[0].numpy() for name, found in joined(records).items()}


def excess(exact: Prediction, found: Prediction) -> float:
    """KL(exact || found) in nats."""
    return float(divergence(*(torch.from_numpy(one) for one in (exact.probabilities, np.log(found.probabilities)))))


def entropy(found: Prediction) -> float:
    """In nats."""
    return float(-(found.probabilities * np.log(found.probabilities)).sum())


def variation(one: Prediction, other: Prediction) -> float:
    """The total variation between two predictions, from 0 to 1."""
    return float(np.abs(one.probabilities - other.probabilities).sum() / 2)
