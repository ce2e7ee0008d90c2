"""Every page without a browser: it runs, has its question as a title, and a board whose scene answers the points."""

import numpy as np
import pytest

from pages.lessons import LESSONS
from pages.shared.lesson.stage import Curve
from pages.shared.live.service import SERVICE
from pages.shared.models import catalogue as models
from pages.shared.models.catalogue import NAMES
from tests.app_pages import board, draw, open_page, stage_curve
from tnpcore import weights

pytestmark = pytest.mark.slow

# Those about curves: the others draw notes, or nothing.
CURVES = [name for name, lesson in LESSONS.items() if isinstance(lesson.stage, Curve)]


@pytest.mark.parametrize("lesson", [name for name in CURVES if name != "zoo"])
def test_a_page_shows_band_weights_and_the_shifted_comparison(lesson):
    page = open_page(lesson)
    scene, curve = board(page)["scene"], stage_curve(page)
    assert page.title[0].value
    assert not page.info
    assert scene["panels"][0]["area"] == "stage"
    assert scene["panels"][0]["points"]
    assert len(curve["x"]) == len(curve["mean"]) == len(curve["sd"]) >= 100
    assert "heatmap" in {mark["kind"] for panel in scene["panels"] for mark in panel["marks"]}
    assert any(reading["id"].startswith("shift-") for reading in scene["readings"])
    assert scene["caption"]


@pytest.mark.parametrize("lesson", CURVES)
def test_drawn_points_reach_the_scene(lesson):
    page = open_page(lesson, live="off")
    before = stage_curve(page)
    draw(page, [[-1.0, 1.5], [1.0, 1.5]], rev=4)
    data = board(page)
    assert (data["rev"], data["points"], data["live"]) == (4, [[-1.0, 1.5], [1.0, 1.5]], None)
    assert stage_curve(page)["mean"] != before["mean"]
    draw(page, [], rev=5)
    assert np.isfinite(stage_curve(page)["sd"]).all()
    assert not page.info


def test_a_page_of_sequences_shows_probabilities_weights_and_the_shifted_comparison():
    page = open_page("sequences", live="off")
    scene = board(page)["scene"]
    assert {"output", "alignment", "shifted", "lengths"} <= {panel["id"] for panel in scene["panels"]}
    assert scene["panels"][0]["points"] and scene["caption"] and not page.info
    draw(page, [[-1.0, 1.5], [1.0, 1.5]], rev=4)
    (rings,) = [m for m in board(page)["scene"]["panels"][0]["marks"] if m["kind"] == "dots" and m["role"] == "right"]
    assert rings["x"] == [-1.0, 1.0]
    draw(page, [], rev=5)
    assert "Draw notes" in board(page)["scene"]["caption"] and not page.info


def test_a_page_of_decoding_shows_probabilities_weights_and_the_shifted_comparison():
    page = open_page("decoding", live="off")
    scene = board(page)["scene"]
    assert {"output", "alignment", "shifted", "kinds"} <= {panel["id"] for panel in scene["panels"]}
    assert "2031-04-03" in scene["caption"] and not page.info
    assert not [button.key for button in page.button if button.key.startswith(("example_", "data_"))]
    draw(page, [], {"text": "3 May 1999"}, rev=4)
    assert "1999-05-03" in board(page)["scene"]["caption"] and not page.info
    draw(page, [], {"text": "☃"}, rev=5)
    assert "no letter that it knows" in board(page)["scene"]["caption"] and not page.info


def test_a_page_of_melodies_shows_probabilities_weights_and_the_shifted_comparison():
    page = open_page("melodies", live="off")
    scene = board(page)["scene"]
    assert {"column", "attention-causal", "attention-masked", "shifted", "averages"} <= {
        p["id"] for p in scene["panels"]
    }
    assert scene["panels"][0]["points"] and scene["caption"] and not page.info
    draw(page, [[-2.8, 0.1], [-2.5, 1.5]], {"query": -2.0}, rev=4)
    found = [mark for mark in board(page)["scene"]["panels"][0]["marks"] if mark["kind"] == "shading"]
    assert [sum(mark["values"]) for mark in found] == pytest.approx([1, 1], abs=1e-4)
    assert [mark["model"] for mark in found] == ["causal", "bayes"] and found[0]["ends"][0] == -2.25
    draw(page, [], rev=5)
    assert "Draw notes" in board(page)["scene"]["caption"] and not page.info


def test_points_travel_from_page_to_page():
    app = draw(open_page("home"), [[0.25, -0.5]])
    for lesson in list(LESSONS)[1:]:
        app.switch_page(f"{lesson}/page.py").run()
        assert board(app)["points"] == [[0.25, -0.5]]


def test_an_example_replaces_the_points():
    app = draw(open_page("home"), [[0.25, -0.5]])
    epoch = board(app)["epoch"]
    app.button(key="example_One point").click().run()
    assert board(app)["points"] == [[0.0, 1.0]]
    assert board(app)["epoch"] != epoch


def test_a_broken_link_is_told_in_one_sentence():
    app = open_page("home", v="1", p="0.5,1;x")
    assert board(app)["points"]
    assert [note.value for note in app.info] == [
        "This link could not be read: a link must hold plain numbers, got 'x'."
    ]


def test_points_that_a_model_cannot_take_are_told_in_one_sentence():
    app = draw(open_page("home"), [[-1e6, 0.0], [1e6, 0.0]])
    assert board(app)["points"] == [[-1e6, 0.0], [1e6, 0.0]]
    assert not app.exception
    assert notes(app)["convcnp"].startswith("The context may span at most")
    assert notes(app)["tnpd"] == ""
    draw(app, [[0.0, 0.0]], rev=2)
    assert set(notes(app).values()) == {""}


def notes(app) -> dict[str, str]:
    """What stands under the titles of the small pictures."""
    panels = board(app)["scene"]["panels"]
    return {panel["id"]: panel["note"] for panel in panels if panel["area"] == "multiple"}


def test_missing_weights_are_told_in_one_sentence(monkeypatch, tmp_path):
    SERVICE.clear()
    models.model.cache_clear()
    models.badge.cache_clear()
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    try:
        app = open_page("home")
        assert not app.exception
        assert "python -m tnpcore.train" in app.info[0].value
    finally:
        models.model.cache_clear()
        models.badge.cache_clear()
        SERVICE.clear()


def test_home_compares_four_models_with_the_limit():
    scene = board(open_page("home", v="1", p="-1,0.5;0,1;1,-0.5", c="tau:1"))["scene"]
    panels = {panel["id"]: panel for panel in scene["panels"]}
    for name in ("tnpd", "tetnp", "convcnp", "cnp"):
        roles = [mark["role"] for mark in panels[name]["marks"] if mark["kind"] == "curve"]
        assert sorted(roles) == ["limit", "model", "shifted-prediction"]
    readings = {reading["id"]: reading for reading in scene["readings"]}
    assert readings["shift-tetnp"]["value"] < 1e-3 < readings["shift-tnpd"]["value"]
    assert readings["limit-tetnp"]["value"] < readings["limit-cnp"]["value"]


@pytest.mark.parametrize("model", ["tnpd", "tetnp", "convcnp", "cnp"])
def test_home_puts_the_chosen_model_on_the_stage(model):
    app = open_page("home", model=NAMES[model])
    assert stage_curve(app)["model"] == model
    heat = next(p for p in board(app)["scene"]["panels"] if p["id"] == "weights")["marks"][0]
    rows = np.array(heat["values"])
    if model != "convcnp":
        np.testing.assert_allclose(rows.sum(-1), 1.0, atol=1e-4)
    assert rows.min() >= 0


def test_the_code_shown_is_that_of_the_models():
    app = open_page("home")
    assert app.expander[-1].label == "The code that ran" and not app.code
    app.session_state["code"] = True
    app.run()
    assert any("run as ONNX graphs" in text.value for text in app.markdown)
    for line in ("def _tokens(", "def attention_weights("):
        assert any(line in code.value for code in app.code)
    app.session_state["prior"] = "periodic"
    app.run()
    assert any("self.head(self.blocks(tokens, xc.shape[-2]))" in code.value for code in app.code)
