"""The story of two dimensions: each judge by what ends its step, what does not, and what a wrong guess overlooked."""

from __future__ import annotations

import pytest

from pages.plane import judges
from pages.plane.controls import AT_ZERO, ON_MAPS, ON_PICTURES, RESIDUAL, TETNP, TITLES, UNET, PlaneControls
from pages.plane.maps import change, limit_at, predicted, probed, stations
from pages.plane.scene import scene
from pages.plane.story import RING, STORY, THREE
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import plain
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import Field, shown
from pages.shared.scene.palette import hue
from pages.shared.scene.readings import EXACT
from tests.played import played
from tests.verdicts import unsaid, whole

MAP, RINGED, SHIFT, GRID, WIDTH, COST, PROVE = range(1, 8)
moment, verdict = played(STORY, PlaneControls)


@pytest.mark.parametrize(("step", "truth"), [(WIDTH, 2), (GRID, 1), (RINGED, 2), (SHIFT, 1), (COST, 2)])
def test_a_guess_is_right_where_it_is_what_the_models_do(step, truth):
    for guess in range(len(STORY.steps[step - 1].guess.options)):
        done = {"measured": (-0.5, 3.0, 0.5)} if step == WIDTH else {}
        found = verdict(step, moment(step, **done), guess)
        assert (found.done, found.right, found.outcome) == (True, guess == truth, truth)
        assert "because" in whole(found)


@pytest.mark.parametrize("step", [WIDTH, GRID, RINGED, SHIFT, PROVE])
def test_without_stations_nothing_is_judged_as_done(step):
    assert not verdict(step, moment(step, points=()), 0).done


# ---- 1: a map --------------------------------------------------------------------------------------


def test_two_stations_make_a_map():
    assert verdict(MAP, moment(MAP)) is None
    assert verdict(MAP, moment(MAP, points=THREE[:1])).text == "1 more to go."
    assert verdict(MAP, moment(MAP, points=THREE[:2])).done
    found = verdict(MAP, moment(MAP, points=THREE, measured=(1.0, 2.0)))
    sd = predicted(TETNP, stations(context(THREE), PlaneControls(measured=(1.0, 2.0)))).sd
    assert found.done and f"from {shown(sd.min())} to {shown(sd.max())}, because" in found.text


# ---- 2 to 6: guesses -------------------------------------------------------------------------------


def test_the_second_value_has_to_be_raised():
    assert verdict(WIDTH, moment(WIDTH), 0) is None
    lower, higher = (moment(WIDTH, measured=(-0.5, second, 0.5)) for second in (-2.0, 3.0))
    assert verdict(WIDTH, lower, 0).text == "Raise value 2 by 1 or more."
    assert verdict(WIDTH, higher, 0).done


def test_a_station_that_is_not_zero_is_seen_in_both_channels():
    assert verdict(GRID, moment(GRID, measured=(0.8, 1.0, -0.9)), 0).outcome == 0
    found = verdict(GRID, moment(GRID), 1)
    assert "the density is 0.88 and the signal 0.00" in found.text and "Where no RBF reaches" in found.text


@pytest.mark.parametrize(("model", "p1", "outcome"), [(TETNP, 0.0, 0), (UNET, 0.0, 0), (RESIDUAL, 0.5, 1)])
def test_a_mean_in_the_ring_is_judged_by_what_the_model_on_show_sees(model, p1, outcome):
    found = verdict(RINGED, moment(RINGED, model=model, p1=p1), 2)
    assert (found.right, found.outcome) == (False, outcome)
    assert "ends before" not in found.text and ("sees all" in found.text) == (model != RESIDUAL)


def test_the_middle_of_the_ring_is_missed_by_the_residual_network_alone():
    ring = tuple((*place, 1.5) for place in RING)
    best = limit_at(ring, (0.0, 0.0))[0]
    missed, *others = (abs(probed(name, ring, (0.0, 0.0)).mean - best) for name in (RESIDUAL, TETNP, UNET))
    assert missed > 1.5 > 1.0 > max(others)
    assert best > 1.5 and "hilltop" in verdict(RINGED, moment(RINGED), 2).more
    low = verdict(RINGED, moment(RINGED, measured=(-1.5,) * 8), 2)
    assert "hilltop" not in low.more, "below 0 it is a hollow"


def test_the_models_of_a_step_have_names_and_colours_of_their_own():
    for names in (judges.COMPARED, judges.SHIFTED, ON_MAPS, ON_PICTURES):
        assert len({TITLES[name] for name in names}) == len({hue(plain(name)) for name in names}) == len(names)


def test_colours_keep_their_numbers_while_the_second_value_is_dragged():
    for panel in ("stage", "sd"):
        spans = {_span(panel, value) for value in (1.0, 2.0, 3.0)}
        assert len(spans) == 1, panel


def _span(panel, value):
    now = moment(WIDTH, measured=(-0.5, value, 0.5))
    return next(mark.span for mark in scene(now.points, now.controls).panel(panel).marks if isinstance(mark, Field))


def test_without_a_shift_none_changes():
    assert verdict(SHIFT, moment(SHIFT, tau=0.0, tau_x2=0.0), 0).outcome == 4


def test_a_grid_at_zero_changes_between_whole_cells_alone():
    given = stations(moment(SHIFT).points, moment(SHIFT).controls)
    assert change(AT_ZERO, given, (0.3, -2.03)).mean > 0.03
    assert change(AT_ZERO, given, (0.125, -2.0)).largest < EXACT, "whole cells, 8 to a unit"
    assert "elsewhere in a grid at 0" in verdict(SHIFT, moment(SHIFT), 0).more
    assert not verdict(SHIFT, moment(SHIFT, tau=0.125, tau_x2=-2.0), 0).more


# ---- 8: the exercise -------------------------------------------------------------------------------


def test_what_the_last_hint_draws_proves_it_and_other_corners_do_not():
    corner, three = ((1.5, 1.5), (1.0, 1.5), (1.5, 1.0)), (3.0,) * 3
    assert "(1.5, 1.5), (1, 1.5) and (1.5, 1), each with value 3" in STORY.steps[PROVE - 1].hints[-1]
    found = verdict(PROVE, moment(PROVE, points=corner, measured=three))
    assert found.done and found.text.count("because") == 1
    opposite = tuple((-x1, -x2) for x1, x2 in corner)
    assert "less than 1" in verdict(PROVE, moment(PROVE, points=opposite, measured=three)).text
    many = verdict(PROVE, moment(PROVE, points=(*corner, *opposite), measured=three * 2))
    assert not many.done and "remove 2" in many.text
    assert not verdict(PROVE, moment(PROVE)).done, "as it opens"


def test_a_convolution_that_changed_too_would_prove_nothing(monkeypatch):
    monkeypatch.setattr(judges, "change", lambda *_: ShiftError(1.5, 0.0))
    assert "but the ConvCNP's, too" in verdict(PROVE, moment(PROVE)).text


# ---- the sheet for teaching ------------------------------------------------------------------------


def test_every_quoted_outcome_is_what_the_app_says():
    said = [
        verdict(WIDTH, moment(WIDTH, measured=(-0.5, 3.0, 0.5)), 0),
        *(verdict(step, moment(step), 0) for step in (GRID, RINGED, SHIFT, COST)),
    ]
    assert unsaid("plane", said) == []
