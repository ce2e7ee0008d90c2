"""The scene of the positional lesson: eight input encodings, each with its model, and the codes of two places."""

import numpy as np
import pytest

import tnpcore
from pages.positional.controls import PositionalControls
from pages.positional.encodings import ENCODINGS, encoded_predictions, excess
from pages.positional.scene import aside, later, scene
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GRID
from pages.shared.scene.marks import Bars, Curve, Dial, Handle, HeatMap, Place, shown
from tnpcore import predict

pytestmark = pytest.mark.slow

DRAWN = ((1.3, -0.1), (-1.9, -0.7), (0.8, 0.6), (-1.1, 0.5))  # not in the order of x
FRAGILE = {"raw", "index", "sinusoidal"}


def drawn(points, **controls):
    return scene(context(points), PositionalControls.parse(controls))


def mark(panel, kind, **wanted):
    return next(m for m in panel.marks if isinstance(m, kind) and all(getattr(m, k) == v for k, v in wanted.items()))


def everything(points, **controls):
    controls = PositionalControls.parse(controls)
    out = scene(context(points), controls)
    return out.joined(aside(context(points), controls)).joined(later(context(points), controls))


def test_eight_encodings_have_one_recipe():
    """All but the class and the code of x is alike: tasks, steps, sizes."""
    specs = [tnpcore.card(encoding.model) for encoding in ENCODINGS.values()]
    recipes = [{k: v for k, v in card.recipe.items() if k != "cpu_seconds"} for card in specs]
    assert len(ENCODINGS) == 8 and all(recipe == recipes[0] for recipe in recipes) and recipes[0]["steps"] == 6000
    shared = ("d_model", "num_heads", "num_layers", "d_hidden")
    assert len({tuple(card.arguments[name] for name in shared) for card in specs}) == 1


@pytest.mark.parametrize("way", ENCODINGS)
def test_a_shift_changes_the_prediction_from_x_itself_and_from_no_difference(way):
    for tau in (0.3, 2.03):
        reading = drawn(DRAWN, way=way, tau=tau).reading(f"shift-{way}")
        assert reading.value > 0.01 if way in FRAGILE else reading.value < 1e-3
        assert reading.tone == ("bad" if way in FRAGILE else "good")


@pytest.mark.parametrize("way", ENCODINGS)
def test_the_order_of_the_list_changes_the_prediction_where_points_have_an_index(way):
    reading = everything(DRAWN, way=way).reading(f"order-{way}")
    assert reading.value > 1e-3 if way == "index" else reading.value < 1e-4
    curves = [m for m in drawn(DRAWN, way=way, order="reversed").panel("stage").marks if isinstance(m, Curve)]
    assert np.allclose(curves[0].mean, curves[1].mean, atol=1e-4) == (way != "index")
    assert "list reversed" in curves[1].label


def test_the_stage_shows_the_prediction_of_the_chosen_model():
    points = context(DRAWN)
    for way, encoding in ENCODINGS.items():
        truth = predict(model(encoding.model), points, GRID)
        curve = mark(drawn(DRAWN, way=way).panel("stage"), Curve)
        assert np.allclose(curve.mean, truth.mean[:, 0].numpy(), atol=1e-5) and np.array_equal(curve.x, GRID[:, 0])
        assert encoding.text in drawn(DRAWN, way=way).panel("stage").title


def test_without_x_mean_sd_and_weights_are_the_same_at_every_target():
    out = drawn(DRAWN, way="none")
    curve, heat = mark(out.panel("stage"), Curve), mark(out.panel("weights"), HeatMap)
    assert np.ptp(curve.mean) < 1e-6 and np.ptp(curve.sd) < 1e-6 and curve.sd[0] > 0.3
    assert np.ptp(heat.values, axis=0).max() < 1e-4


def test_without_points_there_is_nothing_to_centre_on():
    (here, there) = encoded_predictions("centred", context(()), (0.0, 1.0))
    assert np.allclose(here.mean, there.mean)
    assert "nothing to centre on" in drawn((), way="centred").caption


def test_a_column_of_the_weights_names_its_point():
    points = context(DRAWN)
    heat = mark(drawn(DRAWN).panel("weights"), HeatMap)
    recorded = predict(model("tnpd-short"), points, GRID, record=True).attention[-1].weights.mean(0)[-len(GRID) :]
    assert heat.keys == (-1, 1, 3, 2, 0)
    for column, key in enumerate(heat.keys):
        assert np.allclose(heat.values[:, column], recorded[::3, key + 1].numpy(), atol=1e-4)


def test_the_survey_holds_the_numbers_of_the_cards_and_of_the_points():
    out = everything(DRAWN)
    rows = [m for id in ("survey", "survey-order") for m in out.panel(id).marks if isinstance(m, Bars)]
    assert len(out.panel("survey").marks) == 2, "the change under another order is guessed after the survey was shown"
    shifted = everything(DRAWN, tau=2.0)
    for i, way in enumerate(ENCODINGS):
        assert rows[0].values[i] == pytest.approx(tnpcore.card(ENCODINGS[way].model).results["excess"], abs=1e-4)
        assert rows[1].values[i] == pytest.approx(shifted.reading(f"shift-{way}").value, abs=1e-3)
        assert rows[2].values[i] == pytest.approx(out.reading(f"order-{way}").value, abs=1e-3)
        assert out.reading(f"excess-{way}").value == excess(way)[0]
    assert len({row.labels for row in rows}) == 1 and len(rows[0].labels) == 8


def test_small_pictures_show_every_encoding_with_its_shifted_prediction():
    out = everything(DRAWN, tau=1.0)
    for way, encoding in ENCODINGS.items():
        panel = out.panel(f"band-{way}")
        dashed, here = mark(panel, Curve, role="shifted-prediction"), mark(panel, Curve, role="model")
        assert panel.model == encoding.model and np.allclose(here.mean, dashed.mean, atol=1e-3) == (way not in FRAGILE)


def test_the_pair_stands_on_the_stage_in_the_matrix_and_on_the_dials():
    out = drawn(DRAWN, way="sinusoidal", query=1.25, other=-0.75)
    assert {(m.edit, m.x) for m in out.panel("stage").marks if isinstance(m, Handle)} == {
        ("query", 1.25),
        ("other", -0.75),
    }
    ring = mark(out.panel("gram"), Place)
    assert (ring.edit, ring.x, ring.y, ring.ends) == (("other", "query"), -0.75, 1.25, ((-3.0, 3.0), (-3.0, 3.0)))
    similar = PositionalControls().sinusoids.similarity(np.array([1.25]), np.array([-0.75])).item()
    assert ring.label == f"similarity {shown(similar)}"
    dials = [m for m in out.panel("dials").marks if isinstance(m, Dial)]
    assert len(dials) == 8 and all((dial.edit, dial.value) == ("query", 1.25) for dial in dials)
    assert isinstance(drawn(DRAWN, way="index").panel("gram").marks[0], HeatMap)
