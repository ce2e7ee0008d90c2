"""What a forward pass costs as the context grows, in time and in memory, and where each form wins."""

from __future__ import annotations

import gc
from dataclasses import asdict, dataclass
from statistics import median

import torch

from benchmarks.duel import FEWEST, Work, milliseconds, slope
from benchmarks.work import Ours, draw, peak

SIZES = (10, 30, 100, 300, 1000, 2000, 4000)
LARGE = 1000  # the exponent is that of the sizes from here on
LINEAR = ("cnp", "convcnp", "lbanp", "tetnp-pseudo")
FULL = ("tnpd", "anp", "eqtnp", "tetnp")
READING = "eqtnp, reading"  # targets alone, from a context that was encoded before
PATIENCE = 1500  # milliseconds for one model and size; three rounds are run in any case


@dataclass(frozen=True)
class Curve:
    """Cost over SIZES: milliseconds, MiB at the peak, and the powers of the size with which both grow at the end."""

    milliseconds: tuple[float, ...]
    mebibytes: tuple[float, ...]
    time_slope: float
    memory_slope: float


def curves(num_target: int) -> dict[str, Curve]:
    """Batch 1, no gradients. The models take turns at every size, so that a busy machine slows all alike."""
    names = (*LINEAR, *FULL, READING)
    times, memory = ({name: [] for name in names} for _ in range(2))
    for size in SIZES:
        sides = {name: Ours(name, draw(1, size, num_target)) for name in (*LINEAR, *FULL)}
        works = {name: side.forward for name, side in sides.items()} | {READING: reading(sides["eqtnp"])}
        for name, taken in by_turns(works).items():
            times[name].append(round(taken, 3))
            memory[name].append(peak(works[name]))
    large = [i for i, size in enumerate(SIZES) if size >= LARGE]

    def power(costs: list[float]) -> float:
        return round(slope([SIZES[i] for i in large], [costs[i] for i in large]), 2)

    return {
        name: Curve(tuple(times[name]), tuple(memory[name]), power(times[name]), power(memory[name])) for name in names
    }


@torch.no_grad()
def reading(side: Ours) -> Work:
    """Predict the targets alone, from a context that was encoded before."""
    kept = side.model.encode(side.task.context.x, side.task.context.y)
    return torch.no_grad()(lambda: side.model.decode(kept, side.task.target.x))


def by_turns(works: dict[str, Work]) -> dict[str, float]:
    """Median milliseconds of each, after one run to warm up; who is slow gets fewer rounds."""
    gc.collect()
    first = {name: milliseconds(work) for name, work in works.items()}
    rounds = {name: int(max(3, min(10 * FEWEST, PATIENCE / taken))) for name, taken in first.items()}
    times = {name: [] for name in works}
    for turn in range(max(rounds.values())):
        for name, work in works.items():
            if turn < rounds[name]:
                times[name].append(milliseconds(work))
    return {name: median(taken) for name, taken in times.items()}


def crossover(slower_at_first: Curve, other: Curve) -> int | None:
    """The size from which on the first is cheaper than the other; None when it is not even at the last."""
    cheaper = [a < b for a, b in zip(slower_at_first.milliseconds, other.milliseconds, strict=True)]
    if not cheaper[-1]:
        return None
    return SIZES[len(SIZES) - next((i for i, wins in enumerate(reversed(cheaper)) if not wins), len(SIZES))]


def report(num_target: int) -> dict:
    """The curves, and from which size on each linear form is cheaper than the full one that it stands in for."""
    found = curves(num_target)
    pairs = [(name, "tnpd") for name in LINEAR] + [("tetnp-pseudo", "tetnp"), ("convcnp", "tetnp")]
    return {
        "sizes": SIZES,
        "curves": {name: asdict(curve) for name, curve in found.items()},
        "crossovers": {f"{a} cheaper than {b}": crossover(found[a], found[b]) for a, b in pairs},
    }
