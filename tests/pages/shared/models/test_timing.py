"""How long something takes, by a clock of the test's own."""

from __future__ import annotations

from pages.shared.models.timing import RUNS, milliseconds


def test_the_fastest_of_some_runs_counts_in_milliseconds():
    now, runs, taken = [0.0], [], iter((0.5, 0.25, 0.75))

    def run():
        runs.append(None)
        now[0] += next(taken)

    assert milliseconds(run, lambda: now[0]) == 250 and len(runs) == RUNS
