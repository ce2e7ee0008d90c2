"""The zoo: a wipe that cuts where it stands, small panels that agree with the stage, briefs, and the page."""

import numpy as np
import pytest
import torch

import tnpcore
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import NAMES
from pages.shared.models.families import ALONE, TOUR
from pages.shared.models.predictions import GRID, THIN, predictions
from pages.shared.scene.marks import Curve, Handle
from pages.shared.scene.palette import ROLES, hue
from pages.zoo import scene as zoo
from pages.zoo.controls import ZooControls
from pages.zoo.families import ALL, FAMILIES, families, members, there
from tests.scenes import as_read
from tnpcore import weights
from tnpcore.models.registry import SPECS

pytestmark = pytest.mark.slow

SEVEN = context(PRESETS[FIRST])
NOTHING = context(())


def curves(scene, role="model"):
    return [m for m in scene.panel("stage").marks if isinstance(m, Curve) and m.role == role]


def small(scene):
    return tuple(panel for panel in scene.panels if panel.area == "multiple")


# ---- the wipe ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wipe", [-1.2345, 0.0, 2.0])
def test_the_wipe_cuts_exactly_where_it_stands(wipe):
    scene = zoo.scene(SEVEN, ZooControls(model="tetnp", against="cnp", wipe=wipe))
    left, right = curves(scene)
    assert (left.model, right.model) == ("tetnp", "cnp")
    assert (left.x[0], left.x[-1], right.x[0], right.x[-1]) == pytest.approx((-3.0, wipe, wipe, 3.0), abs=1e-12)
    for curve in (left, right):
        alone = predictions(curve.model, SEVEN, xt=torch.from_numpy(curve.x)[:, None])[0]
        np.testing.assert_allclose(curve.mean, alone.mean, atol=1e-5)
    (handle,) = [m for m in scene.panel("stage").marks if isinstance(m, Handle)]
    assert (handle.x, handle.edit) == (wipe, "wipe")


def test_a_wipe_that_is_left_behind_stands_in_the_middle_of_the_view():
    scene = zoo.scene(SEVEN, ZooControls(wipe=0.3, view=(37.0, 41.0)))
    left, right = curves(scene)
    assert [left.model, right.model, left.x[-1], right.x[0]] == ["tnpd", "cnp", 39.0, 39.0]
    assert next(mark for mark in scene.panel("stage").marks if isinstance(mark, Handle)).x == 39.0
    assert "x = 39.00" in as_read(scene.caption)


@pytest.mark.parametrize(("wipe", "seen"), [(-3.0, ["cnp"]), (3.0, ["tnpd"])])
def test_a_wipe_at_the_edge_leaves_one_model(wipe, seen):
    assert [curve.model for curve in curves(zoo.scene(SEVEN, ZooControls(wipe=wipe)))] == seen


@pytest.mark.parametrize("against", ["alone", "tnpd"])
def test_without_another_model_there_is_no_wipe(against):
    scene = zoo.scene(SEVEN, ZooControls(against=against))
    assert [type(mark) for mark in scene.panel("stage").marks] == [Curve]
    assert scene.panel("stage").note == SPECS["tnpd"].summary
    assert not scene.readings


def test_the_two_have_different_colours_even_if_they_share_one():
    for names in (("tnpd", "cnp"), ("tnpd", "tnpd-centred"), ("tetnp-raw", "tetnp"), ("np", "anp-latent")):
        one, other = ZooControls(model=names[0], against=names[1]).hues
        assert hue(one) != hue(other)


def test_a_model_that_cannot_take_the_points_gives_the_reason_and_leaves_the_other():
    far = context(((-1e6, 0.0), (1e6, 0.0)))
    scene = zoo.scene(far, ZooControls(model="tnpd", against="convcnp")).joined(
        zoo.later(far, ZooControls(against="convcnp"))
    )
    assert [curve.model for curve in curves(scene)] == ["tnpd"]
    assert scene.panel("stage").note.startswith("ConvCNP: The context may span at most")
    with pytest.raises(ValueError, match="may span at most"):
        zoo.scene(far, ZooControls(model="convcnp"))


# ---- the small panels --------------------------------------------------------------------------------


def test_the_small_panels_show_the_same_predictions_as_the_stage():
    panels = small(zoo.aside(SEVEN, ZooControls(family=ALL)))
    assert tuple(panel.id for panel in panels) == there("smooth")
    for panel in panels:
        (curve,) = panel.marks
        np.testing.assert_array_equal(curve.x, GRID[::THIN, 0])
        if not SPECS[panel.id].guarantees.other_targets:  # fewer of them, another prediction
            continue
        (large,) = curves(zoo.scene(SEVEN, ZooControls(model=panel.id, against="alone")))
        at = np.isin(large.x, curve.x)
        np.testing.assert_allclose(curve.mean, large.mean[at], atol=1e-4)
        np.testing.assert_allclose(curve.sd, large.sd[at], atol=1e-4)


def test_the_bayes_predictor_stands_under_every_small_panel_and_in_one_of_its_own():
    scene = zoo.aside(SEVEN, ZooControls()).joined(zoo.later(SEVEN, ZooControls()))
    shown = small(scene)
    assert [panel.id for panel in shown] == [*members(TOUR, "smooth"), "bayes"]
    for panel in shown[:-1]:
        assert [mark.role for mark in panel.marks] == ["model", "limit"]
        assert scene.reading(f"limit-{panel.id}").value > 0
    assert scene.reading("limit-tetnp").value < scene.reading("limit-cnp").value


def test_every_model_has_a_title_a_line_a_family_and_a_hue():
    assert list(NAMES) == list(SPECS)
    shown = {name for names in FAMILIES.values() for name in names}
    assert shown == set(SPECS) - ALONE
    assert {f"model-{name}" for name in SPECS} <= set(ROLES)
    assert max(len(spec.summary) for spec in SPECS.values()) <= 60 and len(set(NAMES.values())) == len(NAMES)


def test_models_of_the_latent_plane_stand_in_their_lesson_alone(monkeypatch):
    monkeypatch.setattr(tnpcore, "names", lambda prior: list(SPECS))
    shown = {name for family in families("smooth") for name in members(family, "smooth")}
    assert shown == set(SPECS) - ALONE
    assert {"np-z2-ml", "np-z2-beta0.1"} == {"np-z2-ml", "np-z2-beta0.1"} & (set(SPECS) - shown)


def test_a_family_without_weights_is_not_offered(monkeypatch, tmp_path):
    assert {TOUR, "Averaging", ALL} <= set(families("smooth"))
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    assert families("smooth") == (ALL,)
    assert small(zoo.aside(SEVEN, ZooControls())) == ()


@pytest.mark.parametrize("family", [*FAMILIES, ALL])
def test_every_family_predicts_without_points(family):
    scene = zoo.scene(NOTHING, ZooControls()).joined(zoo.aside(NOTHING, ZooControls(family=family)))
    scene = scene.joined(zoo.later(NOTHING, ZooControls(family=family)))
    assert scene.wire()["panels"]
    assert not any(reading.id.startswith("hidden") for reading in scene.readings)
