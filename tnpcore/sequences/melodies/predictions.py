"""Predictions for melodies, alike from language models, from the prior, which is the limit, and from n-gram models."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import torch
from jaxtyping import Bool, Float, Int, Shaped
from torch import Tensor

from tnpcore.sequences import hidden_markov
from tnpcore.sequences.hidden_markov import HiddenMarkovModel
from tnpcore.sequences.language_model import ABSENT, LanguageModel
from tnpcore.sequences.melodies.harmony import CHORDS, PHASES, PITCHES, prior

Predictor: TypeAlias = LanguageModel | HiddenMarkovModel
ROWS = 512  # melodies of a pass, so that all states of all positions stay in memory


def predict_next(model: Predictor, notes: Int[Tensor, "B T"], first: int = 0) -> Float[Tensor, "B Next V"]:
    """p(note | notes before it) for the first note and for the one after each, [B, T + 1, V]; no meaning after ABSENT.

    Args:
        model: a causal language model, or a hidden Markov model.
        notes: pitches, ABSENT after the last of a shorter melody; T may be 0.
        first: position of a language model's START token, by which the melody is shifted in time.

    Raises:
        ValueError: for a masked model, and for numbers that are no pitches.

    >>> from tnpcore.sequences import load, melodies
    >>> notes = torch.tensor([[0, 4, 7, 12]])
    >>> exact = melodies.predict_next(melodies.prior(), notes)
    >>> exact.shape
    torch.Size([1, 5, 24])
    """
    if isinstance(model, HiddenMarkovModel):
        return in_passes(lambda one: hidden_markov.next_symbol(model, one.clamp(min=0)), checked(notes))
    if not model.causal:
        raise ValueError("the next note is predicted by a causal model, got a masked one")
    return in_passes(lambda one: _probabilities(model, one, None, first), notes)


def fill_in(
    model: Predictor, notes: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"], first: int = 0
) -> Float[Tensor, "B T V"]:
    """p(note | seen notes) at every hidden position, [B, T, V]; elsewhere of no meaning.

    Args:
        model: a masked language model, or a hidden Markov model.
        notes: pitches, ABSENT after the last of a shorter melody; what stands at hidden positions is not read.
        seen: False where a note is hidden.
        first: position of a language model's START token, by which the melody is shifted in time.

    Raises:
        ValueError: for a causal model, and for numbers that are no pitches.
    """
    if isinstance(model, HiddenMarkovModel):
        there = seen & (checked(notes) != ABSENT)
        return in_passes(lambda one, known: hidden_markov.fill_in(model, one.clamp(min=0), known), notes, there)
    if model.causal:
        raise ValueError("hidden notes are filled in by a masked model, got a causal one")
    return in_passes(lambda one, known: _probabilities(model, one, known, first), notes, seen)


def leave_one_out(model: Predictor, notes: Int[Tensor, " T"], first: int = 0) -> Float[Tensor, "T V"]:
    """p(note | all other notes) at every position of one melody, [T, V].

    Args:
        model: a masked language model, or a hidden Markov model.
        notes: pitches.
        first: see `fill_in`.
    """
    length = len(notes)
    alone = torch.eye(length, dtype=torch.bool, device=notes.device)
    return fill_in(model, notes.expand(length, -1), ~alone, first)[alone]


def gain_from_later_notes(causal: Predictor, masked: Predictor, notes: Int[Tensor, " T"]) -> Float[Tensor, " T"]:
    """How much likelier each note is with all others seen than with those before it alone, in nats."""
    before = predict_next(causal, notes[None])[0, :-1]
    every = leave_one_out(masked, notes)
    return (every / before).gather(1, notes[:, None])[:, 0].log()


def log_likelihood(
    notes: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None, model: HiddenMarkovModel | None = None
) -> Float[Tensor, " B"]:
    """log p(seen notes) of each melody, in nats.

    Args:
        notes: pitches, ABSENT after the last of a shorter melody.
        seen: False where a note is hidden; None: all are seen.
        model: None: the prior.
    """
    there = checked(notes) != ABSENT
    known = there if seen is None else there & seen
    return hidden_markov.log_likelihood(model or prior(), notes.clamp(min=0), known)


def block_probabilities(notes: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None) -> Float[Tensor, "B K"]:
    """p(key and mode | seen notes) under the prior, in the order of `name`.

    Args:
        notes: pitches, ABSENT after the last of a shorter melody.
        seen: False where a note is hidden; None: all are seen.
    """
    there = checked(notes) != ABSENT
    known = there if seen is None else there & seen
    return hidden_markov.block_posterior(prior(), notes.clamp(min=0), known)


def chord_probabilities(notes: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"]) -> Float[Tensor, "B T Chords Phases"]:
    """p(chord and phase of the metre | all seen notes) at every position under the prior, [B, T, 4, 4].

    Args:
        notes: pitches, ABSENT after the last of a shorter melody.
        seen: False where a note is hidden.
    """
    states = hidden_markov.smoothed(prior(), checked(notes).clamp(min=0), seen & (notes != ABSENT))
    return states.sum(-2).unflatten(-1, (CHORDS, PHASES))


def transposed(notes: Int[Tensor, "B T"], semitones: int) -> Int[Tensor, "B T"]:
    """The melodies shifted in pitch.

    Args:
        notes: pitches, ABSENT after the last of a shorter melody.
        semitones: up, or down where negative.

    Raises:
        ValueError: when a note would leave the window of pitches.
    """
    if not bool(fits(notes, semitones).all()):
        raise ValueError(f"notes must stay from 0 to {PITCHES - 1}, got some that leave by {semitones} semitones")
    return torch.where(notes == ABSENT, ABSENT, notes + semitones)


def fits(notes: Int[Tensor, "B T"], semitones: int) -> Bool[Tensor, " B"]:
    """Whether each melody stays in the window of pitches when it is shifted.

    Args:
        notes: pitches, ABSENT after the last of a shorter melody.
        semitones: up, or down where negative.
    """
    moved = notes + semitones
    return (((moved >= 0) & (moved < PITCHES)) | (notes == ABSENT)).all(-1)


def checked(notes: Int[Tensor, "B T"]) -> Int[Tensor, "B T"]:
    """The notes.

    Raises:
        ValueError: unless they are pitches, or ABSENT.
    """
    if notes.numel() and not ABSENT <= int(notes.min()) <= int(notes.max()) < PITCHES:
        wrong = f"{int(notes.min())} to {int(notes.max())}"
        raise ValueError(f"notes must be from 0 to {PITCHES - 1}, or ABSENT at the end, got {wrong}")
    return notes


def in_passes(predict: Callable[..., Tensor], *parts: Shaped[Tensor, "B ..."]) -> Float[Tensor, "B ..."]:
    """What a function gives for some rows at a time, one below the other."""
    return torch.cat([predict(*rows) for rows in zip(*(part.split(ROWS) for part in parts), strict=True)])


@torch.no_grad()
def _probabilities(
    model: LanguageModel, notes: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None, first: int
) -> Float[Tensor, "B Predicted V"]:
    # Of the model's float32 logits, but normalised as exactly as the prior's.
    return model(notes, seen, first).double().softmax(-1)
