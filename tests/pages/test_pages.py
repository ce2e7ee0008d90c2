"""Every page without a browser: it runs, has its question as a title, and a board whose scene answers the points."""

import numpy as np
import pytest

from pages.lessons import LESSONS
from pages.shared.lesson.stage import Curve
from pages.shared.live.service import SERVICE
from pages.shared.models import catalogue as models
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
