"""The cost race: how long models take on this server, now, as the context grows. Times are measured, never stored.

A race is a topic: it runs once for all who look on, beside what they draw, and shows each model as it comes in.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from pages.shared.models.catalogue import model, plain, title
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.marks import TRAINED_ON, Line, Panel, Scene
from tnpcore import Points, predict
from tnpcore.evaluation.seeded import NUM_TARGET

SIZES = (10, 50, 100, 200, 400, 800, 2000)
FROM = 200  # points from which growth is counted: below, a pass is mostly overhead
# Of the runs of a size the fastest counts, since others were interrupted: two at least, and more while they are short.
REPEATS, MOST_REPEATS, SHORT = 2, 9, 0.03  # runs, runs, seconds for one size
ENOUGH = 800  # points that every race reaches: growth is to be seen
BUDGET = 1.0  # seconds for one model, after which no run is repeated, and none begins with more points than `ENOUGH`
SQUARE = 2  # for twice the points at most 2² times as long

Clock = Callable[[], float]


@dataclass(frozen=True)
class Times:
    """Milliseconds of one forward pass for each number of context points, as far as the budget went."""

    sizes: tuple[int, ...]
    milliseconds: tuple[float, ...]

    def at(self, size: int) -> float:
        """The milliseconds with so many points."""
        return self.milliseconds[self.sizes.index(size)]


def measure(run: Callable[[int], object], budget: float = BUDGET, clock: Clock = time.thread_time) -> Times:
    """How long `run(size)` takes for each of `SIZES`, in their order, up to `ENOUGH` and further within the budget.

    Args:
        run: one pass with so many context points.
        budget: seconds; a run that has begun is finished.
        clock: seconds; by default those of the processor, to which no other work of a server adds.
    """
    begun, found = clock(), []
    run(SIZES[0])  # what the first pass of a process sets up is no cost of a pass
    for size in SIZES:
        if size > ENOUGH and clock() - begun + (size / ENOUGH) ** SQUARE * found[-1] / 1e3 > budget:
            break
        found.append(1e3 * _fastest(lambda size=size: run(size), begun + budget, clock))
    return Times(SIZES[: len(found)], tuple(found))


def _fastest(run: Callable[[], object], end: float, clock: Clock) -> float:
    """Seconds of the fastest run; after `end` there is only one."""
    begun, taken = clock(), []
    while len(taken) < MOST_REPEATS:
        since = clock()
        run()
        taken.append(clock() - since)
        short = len(taken) < REPEATS or clock() - begun < SHORT
        if clock() > end or not short:
            break
    return min(taken)


def draw_context(size: int) -> Points:
    """So many points on a sine with noise, in the training range; the same every time."""
    generator = torch.Generator().manual_seed(size)
    low, high = TRAINED_ON
    x = low + (high - low) * torch.rand(size, 1, generator=generator, dtype=torch.float64)
    return Points(x, (2 * x).sin() + 0.1 * torch.randn(size, 1, generator=generator, dtype=torch.float64))


def measure_model(name: str) -> Times:
    """The named model's times with 50 targets."""
    runner = model(name)
    contexts = {size: draw_context(size) for size in SIZES}
    targets = torch.linspace(*TRAINED_ON, NUM_TARGET, dtype=torch.float64)[:, None]
    return measure(lambda size: predict(runner, contexts[size], targets))


@dataclass(frozen=True)
class Standing:
    """How far the race has come: times by model, why others have none, and since when (UTC)."""

    times: Mapping[str, Times]
    errors: Mapping[str, str]
    begun: str


def run(names: tuple[str, ...], time_model: Callable[[str], Times] = measure_model) -> Iterator[Standing]:
    """The race, a standing after each model; they run one after the other, never beside each other."""
    times, errors, begun = {}, {}, time.strftime("%H:%M:%S", time.gmtime())
    for name in names:
        found, missing = for_each_model(time_model, (name,))
        times, errors = times | found, errors | missing
        yield Standing(times, errors, begun)


def growth(times: Mapping[str, Times]) -> dict[str, float]:
    """How many times as long each model takes with `ENOUGH` points as with `FROM`, by name; without those that did not
    come that far."""
    return {name: each.at(ENOUGH) / each.at(FROM) for name, each in times.items() if each.sizes[-1] >= ENOUGH}


def race_panel(names: Sequence[str], standing: Standing | None) -> Panel:
    """Milliseconds over the number of points, a line for each model, its growth in the legend; beside the slowest the
    fastest would lie on zero, so that powers of ten are at equal distances."""
    times = standing.times if standing else {}
    errors = standing.errors if standing else {}
    factors = growth(times)
    lines = [
        Line(
            np.array(each.sizes, float),
            np.array(each.milliseconds),
            plain(name),
            title(name) + (f" ×{two_digits(factors[name])}" if name in factors else "") + _stop(each),
            plain(name),
        )
        for name, each in times.items()
    ]
    taken = np.concatenate([line.y for line in lines]) if lines else np.ones(1)
    return Panel(
        "race",
        f"Milliseconds of a forward pass{f', measured at {standing.begun} UTC' if standing else ''}",
        tuple(lines),
        x=(0.0, float(max(SIZES))),
        y=(10.0 ** np.floor(np.log10(taken.min())), 10.0 ** np.ceil(np.log10(1.05 * taken.max()))),
        x_title="number of context points",
        y_title="milliseconds",
        tint=None,
        log_y=True,
        note=" ".join(filter(None, _notes(names, times, errors))),
    )


def _stop(times: Times) -> str:
    """What a line's name says of its end, where that is not that of the race."""
    return "" if times.sizes[-1] == SIZES[-1] else f", stopped at {times.sizes[-1]}"


def _notes(names: Sequence[str], times: Mapping[str, Times], errors: Mapping[str, str]) -> Iterator[str]:
    yield f"On one core of this server, with {NUM_TARGET} targets, the fastest of some runs."
    if coming := [title(name) for name in names if name not in times and name not in errors]:
        yield f"Still to come: {', '.join(coming)}."
    if any(map(_stop, times.values())):
        yield f"A line stops where more points would take a model over {BUDGET:.0f} s."
    if growth(times):
        yield f"Behind each name: how many times as long {ENOUGH} points take as {FROM}."
    if errors:
        yield f"Not here: {', '.join(map(title, errors))}."


def times_on(scene: Scene) -> dict[str, Times]:
    """The times that are on show in a scene, by model; none where the race is not."""
    panels = [panel for panel in scene.panels if panel.id == "race"]
    lines = [mark for panel in panels for mark in panel.marks]
    return {line.model: Times(tuple(map(int, line.x)), tuple(map(float, line.y))) for line in lines}


def two_digits(value: float) -> str:
    """A growth, or milliseconds, in two digits or more."""
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"
