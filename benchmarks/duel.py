"""Two pieces of work timed against each other: by turns in the same run, so that a busy machine slows both alike."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TypeVar

Work = Callable[[], object]
Result = TypeVar("Result")
WARM_UP, FEWEST, MOST = 1, 3, 400


@dataclass(frozen=True)
class Duel:
    """Median milliseconds of processor time of either, how many times as much the second takes (the ratio of the
    medians), and the quartiles of that ratio over the rounds."""

    first: float
    second: float
    ratio: float
    low: float
    high: float


def duel(first: Work, second: Work, seconds: float) -> Duel:
    """Run both by turns for so many seconds, three rounds at least; who begins changes from round to round."""
    works, times = (first, second), ([], [])
    for work in works * WARM_UP:
        work()
    gc.collect()
    end = time.perf_counter() + seconds
    while len(times[0]) < FEWEST or (time.perf_counter() < end and len(times[0]) < MOST):
        order = (0, 1) if len(times[0]) % 2 == 0 else (1, 0)
        for i in order:
            times[i].append(milliseconds(works[i]))
    return summary(*times)


def milliseconds(work: Work) -> float:
    """Processor time of one run."""
    return timed(work)[1]


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What one run gives, and its milliseconds of processor time."""
    begin = time.process_time()
    found = work()
    return found, (time.process_time() - begin) * 1000


def summary(first: Sequence[float], second: Sequence[float]) -> Duel:
    """What rounds of milliseconds come to."""
    low, _, high = quantiles([b / a for a, b in zip(first, second, strict=True)], n=4)
    numbers = (median(first), median(second), median(second) / median(first), low, high)
    return Duel(*(round(number, 3) for number in numbers))


def slope(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The power of the size with which the cost grows: the least-squares line through their logarithms."""
    x, y = [math.log(size) for size in sizes], [math.log(cost) for cost in costs]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    along = sum((a - mean_x) ** 2 for a in x)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / along
