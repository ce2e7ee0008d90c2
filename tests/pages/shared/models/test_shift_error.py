"""The shift error: its definition, and that every page gives the same number for the same points, model and shift."""

import numpy as np
import pytest

from pages.attention.controls import AttentionControls
from pages.attention.scene import scene as attention
from pages.equivariance.controls import EquivarianceControls
from pages.equivariance.layers import layer_changes
from pages.equivariance.scene import aside as equivariance_aside
from pages.equivariance.scene import scene as equivariance
from pages.equivariance.shift_sweep import change_by_shift
from pages.home.controls import HomeControls
from pages.home.scene import later as home_later
from pages.home.scene import scene as home
from pages.masks.controls import MaskControls
from pages.masks.scene import scene as masks
from pages.setconv.controls import SetConvControls
from pages.setconv.scene import scene as setconv
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import FOUR, model
from pages.shared.models.predictions import GRID
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.readings import both_changes
from pages.zoo.briefs import FAR, is_equivariant
from pages.zoo.guarantees import SHIFTS, shift_changes
from tests.scenes import as_read
from tnpcore import Points, predict

POINTS = context(PRESETS[FIRST])


def by_hand(name: str, tau: float) -> tuple[float, float]:
    """The definition, over the 201 targets in view, one pass for each of the two inputs."""
    runs = [predict(model(name), Points(POINTS.x + t, POINTS.y), GRID + t) for t in (0.0, tau)]
    (mean, shifted_mean), (sd, shifted_sd) = ([getattr(r, k).double().numpy() for r in runs] for k in ("mean", "std"))
    changes = ((shifted_mean - mean) / sd, np.log(shifted_sd) - np.log(sd))
    return tuple(float(np.sqrt(np.mean(change**2))) for change in changes)


def test_a_prediction_is_unchanged_where_the_larger_error_is_none():
    assert ShiftError(0.1, 0.2).largest == 0.2


def test_the_text_has_the_unit_of_each_number():
    assert both_changes(ShiftError(0.1634, 0.0212)) == "mean 0.163 sd, log sd 0.021"
    assert both_changes(ShiftError(0.0, 250.0)) == "mean 0 sd, log sd 250"


@pytest.mark.parametrize("tau", [1.0, 2.03])
def test_every_page_gives_the_same_number(tau):
    mean, spread = by_hand("tnpd", tau)
    shown = (
        home(POINTS, HomeControls(model="tnpd", tau=tau)).reading("shift-tnpd"),
        home_later(POINTS, HomeControls(model="cnp", tau=tau)).reading("shift-tnpd"),
        attention(POINTS, AttentionControls(model="tnpd", tau=tau, query=0.77)).reading("shift-tnpd"),
        masks(POINTS, MaskControls(tau=tau)).reading("shift-tnpd"),
        equivariance(POINTS, EquivarianceControls(model="tnpd", tau=tau)).reading("shift-tnpd"),
        equivariance_aside(POINTS, EquivarianceControls(model="cnp", tau=tau)).reading("shift-tnpd"),
    )
    assert {reading.text for reading in shown} == {both_changes(ShiftError(mean, spread))}
    for reading in shown:
        assert reading.value == pytest.approx(mean, rel=1e-4), reading.label
    sweep = change_by_shift(model("tnpd"), POINTS, [tau], GRID)
    assert [float(part[0]) for part in sweep] == pytest.approx([mean, spread], rel=1e-4)
    assert layer_changes("tnpd", POINTS, tau, GRID, False).values[-1] == pytest.approx(mean, rel=1e-4)


@pytest.mark.parametrize("name", FOUR)
def test_the_zoo_measures_the_same(name):
    for tau, error in zip(SHIFTS, shift_changes(model(name), POINTS), strict=True):
        assert (error.mean, error.spread) == pytest.approx(by_hand(name, tau), rel=1e-4, abs=1e-5)
    verdict = is_equivariant(name, POINTS)
    assert verdict.done == (name in ("tetnp", "convcnp"))
    if not verdict.done:
        assert both_changes(ShiftError(*by_hand(name, FAR))) in verdict.text


def test_a_convcnp_has_one_number_on_three_pages():
    tau = 0.3
    shown = (
        home(POINTS, HomeControls(model="convcnp", tau=tau)),
        setconv(POINTS, SetConvControls(tau=tau)),
        equivariance(POINTS, EquivarianceControls(model="convcnp", tau=tau)),
    )
    assert all(scene.reading("shift-convcnp").value == pytest.approx(0.0, abs=1e-4) for scene in shown)


def test_where_each_target_is_a_pass_of_its_own_the_label_says_over_how_many():
    full, usual = (masks(POINTS, MaskControls(rule=rule, tau=1.0)).reading("shift-tnpd") for rule in ("full", "tnpd"))
    assert " at 41 x:" in as_read(full.label) and " x:" not in as_read(usual.label)
