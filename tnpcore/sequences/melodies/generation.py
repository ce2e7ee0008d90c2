"""Melodies by sampling note after note, with the exact likelihood of what was sampled."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tnpcore.sequences.melodies.predictions import Predictor, fill_in, log_likelihood, predict_next


@dataclass(frozen=True, eq=False)
class Sampled:
    """Melodies, and how likely their new notes are given the others.

    Args:
        notes: of every sample, the given ones among them [B, T].
        log_model: log p(new notes | given notes) of the model that sampled them, in nats [B].
        log_exact: the same under the prior.
    """

    notes: Int[Tensor, "B T"]
    log_model: Float[Tensor, " B"]
    log_exact: Float[Tensor, " B"]


def continued(
    model: Predictor,
    notes: Int[Tensor, " T"],
    steps: int,
    count: int,
    generator: torch.Generator,
    first: int = 0,
) -> Sampled:
    """A melody, continued several times.

    Args:
        model: a causal language model, or a hidden Markov model.
        notes: pitches; none for melodies from nothing.
        steps: new notes.
        count: B, how many samples.
        generator: of the random numbers.
        first: position of a language model's START token, by which the melody is shifted in time.

    Raises:
        ValueError: for a masked model.
    """
    every, log_model = notes.expand(count, -1), torch.zeros(count, dtype=torch.float64)
    for _ in range(steps):
        chances = predict_next(model, every, first)[:, -1]
        chosen = torch.multinomial(chances, 1, generator=generator)
        log_model = log_model + chances.gather(1, chosen)[:, 0].log()
        every = torch.cat([every, chosen], 1)
    return Sampled(every, log_model, log_likelihood(every) - log_likelihood(notes[None]))


def filled(
    model: Predictor,
    notes: Int[Tensor, " T"],
    seen: Bool[Tensor, " T"],
    count: int,
    generator: torch.Generator,
    first: int = 0,
) -> Sampled:
    """A melody with its hidden notes filled in, several times.

    The notes are sampled one at a time, in a random order of each sample, and each is seen by those after it: the
    predictions of hidden notes are marginal ones, and notes sampled from them at once would not fit each other.

    Args:
        model: a masked language model, or a hidden Markov model.
        notes: pitches; what stands at hidden positions is not read.
        seen: False where a note is hidden.
        count: B, how many samples.
        generator: of the random numbers.
        first: see `continued`.

    Raises:
        ValueError: for a causal model.
    """
    every, known = notes.repeat(count, 1), seen.repeat(count, 1)
    # The hidden positions of each sample in a random order.
    places = torch.rand(count, len(notes), generator=generator).masked_fill(known, 2.0).argsort(1)
    rows, log_model = torch.arange(count), torch.zeros(count, dtype=torch.float64)
    for place in places[:, : int((~seen).sum())].unbind(1):
        chances = fill_in(model, every, known, first)[rows, place]
        chosen = torch.multinomial(chances, 1, generator=generator)[:, 0]
        log_model = log_model + chances[rows, chosen].log()
        every, known = every.index_put((rows, place), chosen), known.index_put((rows, place), torch.tensor(True))
    return Sampled(every, log_model, log_likelihood(every) - log_likelihood(notes[None], seen[None]))
