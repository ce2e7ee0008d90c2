"""The cost race: what is measured and when, what stays within its budget, and the step that guesses its outcome."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from pages.shared.models.catalogue import title
from pages.shared.scene.marks import Panel, Scene
from pages.zoo import LESSON, judges, race
from pages.zoo.controls import RACE as COST
from pages.zoo.controls import ZooControls
from pages.zoo.families import SIX
from pages.zoo.race import ENOUGH, FROM, SIZES, Times, draw_context, growth, measure, race_panel, times_on
from pages.zoo.scene import aside, later, scene
from tests.pages.zoo.test_story import RACE, moment, verdict
from tests.verdicts import whole
from tnpcore import Points, load, predict
from tnpcore.models.registry import SPECS


class Clock:
    """Seconds that pass only when something runs."""

    def __init__(self, cost):
        self.now, self.cost, self.runs = 0.0, cost, []

    def __call__(self):
        return self.now

    def run(self, size):
        self.runs.append(size)
        self.now += self.cost(size)


def measured(cost, **budget):
    clock = Clock(cost)
    return measure(clock.run, clock=clock, **budget), clock


def square(scale):
    return lambda size: scale * size**2


# ---- what is measured ------------------------------------------------------------------------------


def test_every_size_is_measured_by_its_fastest_run():
    times, clock = measured(lambda size: 1e-6 * size)
    assert times.sizes == SIZES and times.milliseconds == pytest.approx([1e-3 * size for size in SIZES])
    assert all(clock.runs.count(size) >= race.REPEATS for size in SIZES)
    interrupted = iter([0.5, *[1e-3] * 1000])
    assert measured(lambda _: next(interrupted))[0].at(SIZES[0]) == pytest.approx(1.0)


@pytest.mark.parametrize("scale", [1e-7, 1e-6, 1e-5])
def test_a_slow_model_stops_within_its_budget_after_its_growth_is_seen(scale):
    """One slow enough for the sizes that are always run takes those once, and no more."""
    times, clock = measured(square(scale), budget=1.0)
    needed = square(scale)(SIZES[0]) + sum(square(scale)(size) for size in SIZES if size <= ENOUGH)
    assert times.sizes[-1] >= ENOUGH
    assert clock.now <= max(needed + square(scale)(ENOUGH), 1.0 + square(scale)(SIZES[-1]))
    if scale == 1e-5:
        assert times.sizes[-1] == ENOUGH and clock.runs.count(ENOUGH) == 1


def test_growth_is_that_between_the_two_sizes_that_the_step_names():
    short, long = (Times(SIZES[:count], tuple(float(size) for size in SIZES[:count])) for count in (6, 7))
    flat = Times(SIZES, (2.0,) * len(SIZES))
    assert growth({"a": short, "b": long, "c": flat}) == {"a": 4.0, "b": 4.0, "c": 1.0}
    assert growth({"a": Times(SIZES[:4], (1.0,) * 4), "c": flat}) == {"c": 1.0} and growth({}) == {}


def test_points_of_the_race_lie_in_the_training_range_and_are_the_same_every_time():
    one, again = draw_context(400), draw_context(400)
    assert torch.equal(one.x, again.x) and torch.equal(one.y, again.y) and len(one) == 400
    assert one.x.abs().max() <= 2 and one.y.abs().max() < 1.6


def test_the_work_of_attention_grows_with_the_points_and_that_of_a_grid_hardly():
    """In floating-point operations, which no busy machine changes; the race itself measures milliseconds."""

    def work(name, count):
        x = torch.linspace(-2, 2, count, dtype=torch.float64)[:, None]
        with FlopCounterMode(display=False) as counter:
            predict(load(name), Points(x, x.sin()), x[:: count // 100])
        return counter.get_total_flops()

    added = {name: work(name, ENOUGH) - work(name, FROM) for name in ("tnpd", "convcnp")}
    assert added["tnpd"] > 3 * added["convcnp"] and work("tnpd", ENOUGH) > 2 * work("tnpd", FROM)


def test_a_trained_model_is_measured_at_every_size_up_to_a_limit():
    times = race.measure_model("convcnp")
    assert times.sizes[0] == SIZES[0] and all(each > 0 for each in times.milliseconds)


# ---- what is shown ---------------------------------------------------------------------------------


NAMES = ("tnpd", "cnp@periodic")


def timed(name):
    """On a machine of its own: every model takes n or n² microseconds."""
    power = 2 if name in ("tnpd", "tetnp") else 1
    return Times(SIZES, tuple(1e-3 * size**power for size in SIZES))


def last(names, time_model=timed):
    return [*race.run(names, time_model)][-1]


def test_the_picture_has_a_line_for_each_model_with_its_growth():
    panel = race_panel(NAMES, last(NAMES))
    first, second = panel.marks
    assert (first.label, second.label, second.model) == ("TNP-D ×16", "CNP ×4.0", "cnp")
    assert panel.log_y and panel.y == pytest.approx((1e-2, 1e4)) and panel.x[1] == SIZES[-1]
    assert re.search(r"measured at \d\d:\d\d:\d\d UTC", panel.title)
    assert times_on(Scene((panel,)))["cnp"].at(100) == pytest.approx(0.1)


def test_a_line_that_stops_early_says_so_and_why():
    short = Times(SIZES[:-1], timed("tnpd").milliseconds[:-1])
    panel = race_panel(NAMES, last(NAMES, lambda name: short if name == "tnpd" else timed(name)))
    assert [line.label for line in panel.marks] == ["TNP-D ×16, stopped at 800", "CNP ×4.0"]
    assert "A line stops where more points would take a model over 1 s." in panel.note
    assert "stops" not in race_panel(NAMES, last(NAMES)).note


def test_each_model_is_shown_as_it_comes_in_and_one_that_fails_is_named():
    def time_model(name):
        if name == "cnp":
            raise ValueError("no weights")
        return timed(name)

    standings = [*race.run(("tnpd", "cnp", "lbanp"), time_model)]
    assert [[*standing.times] for standing in standings] == [["tnpd"], ["tnpd"], ["tnpd", "lbanp"]]
    notes = [race_panel(("tnpd", "cnp", "lbanp"), standing).note for standing in (None, *standings)]
    assert "Still to come: TNP-D, CNP, LBANP." in notes[0] and "Still to come: LBANP. " in notes[2]
    assert "Not here: CNP." in notes[3] and "Still to come" not in notes[3]


def test_a_race_is_no_part_of_what_follows_the_hand_and_runs_where_it_is_on_show():
    controls = ZooControls(family=SIX, compare=COST)
    now = moment(RACE)
    for part in (scene, aside, later):
        assert "race" not in {panel.id for panel in part(now.points, controls).panels}
    assert LESSON.topic.wanted(controls) == ("cnp", "tnpd", "tetnp", "lbanp", "convcnp", "convgnp")
    assert LESSON.topic.wanted(ZooControls(family=SIX)) is None
    assert [panel.id for panel in LESSON.topic.scene(None, controls).panels] == ["race"]


# ---- the step ----------------------------------------------------------------------------------------


def with_scene(shown):
    return replace(moment(RACE), compute=lambda: shown)


def test_the_steepest_curve_on_show_is_the_outcome():
    names = moment(RACE).controls.compared
    shown = Scene((race_panel(names, last(names)),))
    truth = list(judges.RACERS).index("tnpd")
    for guess, name in enumerate(judges.RACERS):
        found = verdict(RACE, with_scene(shown), guess)
        assert (found.done, found.right, found.outcome) == (True, guess == truth, truth)
        assert found.more.startswith("200 → 800 points, in ms: TNP-D 40 → 640 (×16), ")
        assert "CNP 0.2 → 0.8 (×4.0)" in whole(found), "lines that lie on each other are told apart by their numbers"
        assert found.text.endswith(judges.SQUARE if guess == truth else judges.NOT_STEEP[name])
        assert found.text.startswith("TNP-D's, 40 → 640 ms, because n points attend to n points")
        assert title(name) in whole(found)


def test_a_busy_server_does_not_turn_the_verdict_round():
    slow = {name: Times(SIZES, tuple(float(size) for size in SIZES)) for name in judges.RACERS}
    slow["cnp"] = Times(SIZES, tuple(float(size**2) for size in SIZES))
    shown = Scene((race_panel([*judges.RACERS], last(judges.RACERS, slow.__getitem__)),))
    for guess, name in enumerate(judges.RACERS):
        found = verdict(RACE, with_scene(shown), guess)
        assert found.right == (name == "tnpd") and found.outcome == list(judges.RACERS).index("tnpd")
        assert "CNP grew most now" in whole(found) and "by its form TNP-D does" in whole(found)


def test_one_racer_alone_grows_with_the_square():
    assert [name for name in judges.RACERS if not SPECS[name].linear_cost] == ["tnpd"]


def test_a_race_that_is_not_on_show_is_said_to_be_missing():
    assert not verdict(RACE, with_scene(Scene((Panel("stage", "", ()),))), 2).done
