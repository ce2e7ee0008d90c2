"""One of many written forms of a day, chosen in four ways: greedy, by a beam, by sampling, by exact search."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor

from pages.decoding.controls import DecodingControls
from pages.shared.models.decoder_runs import teacher_forced
from pages.shared.models.once import once
from tnpcore.sequences import load, names
from tnpcore.sequences.dates import split_source, written_distribution
from tnpcore.sequences.dates.conventions import FIRST_YEAR, LAST_YEAR
from tnpcore.sequences.decoding import Beam, Bound, Exact, beam, exact, length_normaliser, sample
from tnpcore.sequences.tasks import WRITING
from tnpcore.sequences.vocabulary import END

NAME = "writing-transformer"
LONGEST = WRITING.longest_target + 1  # symbols of an output, its end among them
SECONDS = 0.3  # after which exact search says how far it came
PATIENCE = 5.0  # where somebody waits for a verdict
SAMPLES = 8
KEPT = 32

model = once(lambda: load(NAME))


def there() -> bool:
    """Whether the weights are there."""
    return NAME in names("writing")


@dataclass(frozen=True)
class Output:
    """A text that a decoder wrote.

    Args:
        text: what it wrote.
        log_probability: log P(text and its end | day, language), in nats.
        finished: whether it came to its end; a beam also drops beginnings, or stops at them.
    """

    text: str
    log_probability: float
    finished: bool = True

    def score(self, penalty: float) -> float:
        """The log-probability divided by the length normaliser, by which a beam ranks texts of different length."""
        return self.log_probability / length_normaliser(len(self.text) + self.finished, penalty)


def complaint(day: str) -> str:
    """Why a day cannot be written, in one sentence; "" where it can."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return "Type a day as year-month-day, such as 2031-04-03."
    if found.isoformat() != day:
        return "Type a day as year-month-day, such as 2031-04-03."
    if not FIRST_YEAR <= found.year <= LAST_YEAR:
        return f"It knows the years {FIRST_YEAR} to {LAST_YEAR}."
    return ""


def source(day: str, language: str) -> Int[Tensor, "1 S"]:
    """The numbers of what the model reads."""
    return model().source.encode([split_source(f"{language} {day}")])


@once(keep=KEPT)
def by_beam(day: str, language: str, width: int, penalty: float = 0.0) -> Beam:
    """What beam search finds; with width 1 it is greedy."""
    return beam(model(), source(day, language), width, LONGEST, penalty)[0]


def best_of(found: Beam) -> Output:
    """The output of greatest score."""
    first = found.hypotheses[0]
    return Output(text_of(first.symbols), first.log_probability, first.finished)


def greedily(day: str, language: str) -> Output:
    """The output that takes the most probable letter at every step."""
    return best_of(by_beam(day, language, 1))


def exactly(day: str, language: str, seconds: float | None = None) -> Exact:
    """The most probable output of all, or the best one found within the time (`SECONDS` unless another is given) and
    the bound of what there can be."""
    try:
        return _proven(day, language, SECONDS if seconds is None else seconds)
    except _Stopped as stopped:
        return stopped.found


class _Stopped(Exception):
    """A search came to its bound: its result is not kept, the next one may have more time."""

    def __init__(self, found: Exact):
        self.found = found


@once(keep=KEPT)
def _proven(day: str, language: str, seconds: float) -> Exact:
    found = exact(model(), source(day, language), LONGEST, Bound(seconds=seconds))
    if not found.proven:
        raise _Stopped(found)
    return found


@once(keep=KEPT)
def sampled(day: str, language: str, temperature: float, top_p: float, draw: int) -> tuple[Output, ...]:
    """Outputs drawn at random, the most probable first."""
    generator = torch.Generator().manual_seed(draw)
    many = source(day, language).expand(SAMPLES, -1)
    found = sample(model(), many, LONGEST, temperature, top_p, generator=generator)
    rows = zip(found.symbols, found.log_probability.tolist(), found.finished.tolist(), strict=True)
    outputs = [Output(text_of(row), value, ended) for row, value, ended in rows]
    return tuple(sorted(outputs, key=lambda one: -one.log_probability))


def text_of(symbols: Int[Tensor, " T"]) -> str:
    """The letters up to the end."""
    return model().target.decode(symbols[None])[0]


def best_exactly(day: str, language: str, seconds: float | None = None) -> Output:
    """The text that exact search found."""
    found = exactly(day, language, seconds)
    return Output(text_of(found.symbols), found.log_probability)


def leaves(found: Beam, most: int) -> tuple[Output, ...]:
    """What a beam ended with, and the most probable beginnings that it dropped: `most` in all."""
    kept = [Output(text_of(h.symbols), h.log_probability, h.finished) for h in found.hypotheses]
    tree = found.tree
    dropped = (~tree.kept & (tree.symbol != END)).nonzero()[:, 0].tolist()
    dropped.sort(key=lambda node: -float(tree.log_probability[node]))
    some = dropped[: max(0, most - len(kept))]
    pairs = zip(some, tree.paths(some), strict=True)
    return (*kept[:most], *(Output(text_of(p), float(tree.log_probability[n]), False) for n, p in pairs))


def outputs(controls: DecodingControls, most: int) -> tuple[Output, ...]:
    """What the chosen way of decoding gives."""
    day, language = controls.day, controls.language
    match controls.method:
        case "beam":
            return leaves(by_beam(day, language, controls.width, controls.penalty), most)
        case "sampling":
            return sampled(day, language, controls.temperature, controls.top_p, controls.draw)[:most]
        case "exact":
            both = (best_exactly(day, language), greedily(day, language))
            return both[: 1 + (both[0].text != both[1].text)]
    return leaves(by_beam(day, language, 1), most)


def smallest_beam(day: str, language: str, most: int) -> int | None:
    """The smallest width up to `most` with which a beam finds the most probable text; None where none does."""
    best = best_exactly(day, language, PATIENCE).text
    widths = (w for w in range(1, most + 1) if best_of(by_beam(day, language, w)).text == best)
    return next(widths, None)


def letter_probabilities(day: str, language: str, text: str) -> np.ndarray:
    """The probability of each letter of a text and its end, given those before it [T]; their product is P(text)."""
    return teacher_forced(model(), split_source(f"{language} {day}"), tuple(text))


def right_forms(day: str, language: str) -> dict[str, float]:
    """The probability of every written form, by which the texts of training were drawn."""
    return written_distribution(day, language)
