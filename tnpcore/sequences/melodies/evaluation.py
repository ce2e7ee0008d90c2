"""How far predictions are from the exact ones: KL(exact || predicted) in nats, on held-out melodies."""

from __future__ import annotations

from typing import Any, TypeAlias

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tnpcore.sequences.hidden_markov import HiddenMarkovModel, draw
from tnpcore.sequences.language_model import LanguageModel, divergence
from tnpcore.sequences.melodies.harmony import prior
from tnpcore.sequences.melodies.learning import LONGEST, SHORTEST, hidden
from tnpcore.sequences.melodies.predictions import Predictor, fill_in, fits, predict_next, transposed

# Of held-out melodies: for cards, and to choose recipes. Seeds of training are those of its buckets, from 0 on.
SEED, VALIDATION = 10**9 + 17, 10**9 + 18
LENGTHS = {"trained": (SHORTEST, LONGEST), "beyond": (LONGEST + 1, 24)}
TIME_SHIFTS, PITCH_SHIFTS = (1, 2, 4, 8, 16), (-5, -3, -1, 1, 3, 5)

# Melodies of one length, and which of their notes are seen; None: each is predicted from those before it.
Melodies: TypeAlias = tuple[Int[Tensor, "_ T"], Bool[Tensor, "_ T"] | None]


def held_out(shortest: int, longest: int, count: int, fill: bool, seed: int = SEED) -> list[Melodies]:
    """Melodies by length, all lengths equally likely; with `fill`, notes are hidden as in training."""
    generator = torch.Generator().manual_seed(seed)
    drawn = torch.randint(shortest, longest + 1, (count,), generator=generator).bincount(minlength=longest + 1)
    found: list[Melodies] = []
    for length in range(shortest, longest + 1):
        notes, _ = draw(prior(), int(drawn[length]), length, generator)
        found.append((notes, ~hidden(notes, generator) if fill else None))
    return [(notes, seen) for notes, seen in found if len(notes)]


def predicted(model: Predictor, melodies: Melodies, first: int = 0) -> Float[Tensor, "B Predicted V"]:
    """The distribution of each next note, or of each hidden one, in melodies of one length."""
    notes, seen = melodies
    return predict_next(model, notes, first) if seen is None else fill_in(model, notes, seen, first)


def excess(model: Predictor, melodies: Melodies, first: int = 0) -> Float[Tensor, " B"]:
    """KL(exact || predicted) of each melody of one length, in nats, the mean over its predictions."""
    log_predicted = predicted(model, melodies, first).clamp(min=1e-30).log()
    return _mean(divergence(predicted(prior(), melodies), log_predicted), melodies[1])


def entropy(melodies: Melodies) -> Float[Tensor, " B"]:
    """Of the exact predictions of melodies of one length, in nats: what no model gets below."""
    exact = predicted(prior(), melodies)
    return _mean(-torch.xlogy(exact, exact).sum(-1), melodies[1])


def _mean(every: Float[Tensor, "B Predicted"], seen: Bool[Tensor, "B T"] | None) -> Float[Tensor, " B"]:
    return every.mean(-1) if seen is None else (every * ~seen).sum(-1) / (~seen).sum(-1)


def measure(model: Predictor, fill: bool, count: int = 4096, seed: int = SEED) -> dict[str, Any]:
    """Mean excess of hidden notes (`fill`) or of the next one, at the lengths of training and beyond, and by length."""
    results: dict[str, Any] = {}
    by_length: dict[str, Any] = {}
    for part, (shortest, longest) in LENGTHS.items():
        batches = held_out(shortest, longest, count, fill, seed)
        every = [excess(model, melodies) for melodies in batches]
        results[part] = stated(torch.cat(every))
        by_length |= {str(melodies[0].shape[1]): stated(one) for melodies, one in zip(batches, every, strict=True)}
    return {**results, "by_length": by_length}


def limits(fill: bool, count: int = 4096, seed: int = SEED) -> dict[str, float]:
    """Mean entropy of the exact predictions at the lengths of training and beyond, in nats."""
    return {
        part: round(float(torch.cat([entropy(one) for one in held_out(*lengths, count, fill, seed)]).mean()), 4)
        for part, lengths in LENGTHS.items()
    }


def measure_shifts(model: LanguageModel, count: int = 4096, seed: int = SEED) -> dict[str, Any]:
    """Mean excess when the melodies are shifted, by the exact predictions for the shifted melodies.

    In time the exact prediction stays as it is. In pitch the window is finite: melodies that would leave it are left
    out, and the exact prediction is that for the transposed melody.
    """
    batches = held_out(SHORTEST, LONGEST, count, not model.causal, seed)
    in_time = {
        str(first): stated(torch.cat([excess(model, melodies, first) for melodies in batches])) for first in TIME_SHIFTS
    }
    in_pitch = {
        str(semitones): stated(torch.cat([excess(model, shifted(melodies, semitones)) for melodies in batches]))
        for semitones in PITCH_SHIFTS
    }
    return {"time_shifts": in_time, "pitch_shifts": in_pitch}


def shifted(melodies: Melodies, semitones: int) -> Melodies:
    """Those of some melodies of one length that stay in the window of pitches, transposed."""
    notes, seen = melodies
    stay = fits(notes, semitones)
    return transposed(notes[stay], semitones), None if seen is None else seen[stay]


def measure_melodies(model: LanguageModel, count: int = 4096, seed: int = SEED) -> dict[str, Any]:
    """What a language model's card holds: of the next note for a causal model, of hidden notes for a masked one."""
    fill = not model.causal
    found = {"predicts": "hidden notes" if fill else "next note", **measure(model, fill, count, seed)}
    return {**found, **measure_shifts(model, count, seed), "limit": limits(fill, count, seed), "seed": seed}


def measure_baseline(model: HiddenMarkovModel, count: int = 4096, seed: int = SEED) -> dict[str, Any]:
    """Both excesses of an n-gram model."""
    return {"next note": measure(model, False, count, seed), "hidden notes": measure(model, True, count, seed)}


def stated(every: Float[Tensor, " B"]) -> dict[str, float]:
    """Mean and standard error of one number of each melody, and of how many."""
    return {"excess": round(float(every.mean()), 5), "se": _error(every), "count": len(every)}


def _error(every: Float[Tensor, " B"]) -> float:
    return round(float(every.std() / len(every) ** 0.5), 5) if len(every) > 1 else 0.0
