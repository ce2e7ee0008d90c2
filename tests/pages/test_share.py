"""Every page's *Share*, and what a link does to a page: it opens the same state, and a broken one is told calmly."""

import pytest

from pages.attention.controls import AttentionControls
from pages.lessons import LESSONS
from pages.shared.drawing.codec import to_link
from pages.shared.drawing.presets import PRESETS
from pages.shared.drawing.state import DrawingState
from pages.shared.drawing.units import Units
from pages.shared.scene.marks import Field
from tests.app_pages import board, draw, open_page

pytestmark = pytest.mark.slow

HEAD, LAYER = (AttentionControls.default(name) for name in ("head", "layer"))


def opened(app):
    """The page with its *Share* open."""
    app.session_state["share"] = True
    app.run()
    assert not app.exception
    return app


def link(app):
    return opened(app).code[0].value


def query(address):
    return dict(part.split("=", 1) for part in address.partition("?")[2].split("&"))


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_page_can_be_taken_along(lesson):
    app = open_page(lesson)
    closed = len(app.code)
    assert not app.get("download_button")
    app = opened(app)
    assert len(app.code) == closed + 2
    points = PRESETS[LESSONS[lesson].stage.first] if LESSONS[lesson].draws_points else ()
    assert to_link(DrawingState(points)).items() <= query(app.code[0].value).items()
    assert "from tnpcore" in app.code[1].value
    points, controls = LESSONS[lesson].opening()
    panels = [panel for part in LESSONS[lesson].parts.values() for panel in part(points, controls).panels]
    pictures = any(isinstance(mark, Field) for panel in panels for mark in panel.marks)
    assert [button.proto.label for button in app.get("download_button")] == [
        "Points (CSV)",
        "Curves (CSV)",
        *["Maps and pictures (CSV)"] * pictures,
        *(f"{title} (CSV)" for title in LESSONS[lesson].records),
        "Web page, opens offline (HTML)",
    ]
    assert not app.info


def test_the_link_has_everything_that_the_board_owns():
    app = draw(
        open_page("masks"),
        [[0.1 + 0.2, -1.0], [1.5, 1e-5]],
        {"tau": -0.35, "cells2": [[0, 1], [3, 2]], "targets": [0.5], "view": [-4.0, 2.0]},
    )
    assert query(link(app)) == {
        "lab": "1",
        "v": "1",
        "p": "0.30000000000000004,-1;1.5,1e-05",
        "c": "tau:-0.35;cells2:0x1,3x2;targets:0.5,;view:-4,2",
    }


def test_a_link_brings_painted_cells_and_lists_back():
    app = open_page("home", v="1", p="0.30000000000000004,1;1,-1", c="tau:-0.5;view:-1,2")
    data = board(app)
    assert data["points"] == [[0.1 + 0.2, 1.0], [1.0, -1.0]]
    assert data["own"]["view"] == [-1.0, 2.0]
    assert data["scene"]["panels"][0]["x"] == [-1.0, 2.0]


def test_units_travel_in_the_link():
    asked = {"v": "1", "p": "0,1;1,-1", "u": "1950,10;14,0.5", "ux": "Year", "uy": "°C"}
    app = open_page("home", **asked)
    assert board(app)["units"]["x_label"] == "Year"
    assert "u=1950,10;14,0.5&ux=Year&uy=%C2%B0C" in link(app)


def test_a_link_too_long_is_told_and_files_remain():
    app = draw(open_page("home"), [[i / 100 + 1e-12, 1 / 3 + i] for i in range(-100, 100)], {})
    app = opened(app)
    assert [note.value for note in app.info if "QR" in note.value] == [
        "This link is too long for a QR code. With fewer points it will fit."
    ]
    draw(app, [[0.0, 0.0]], {f"cells{i}": [[i, j] for j in range(100)] for i in range(36)})
    assert not app.exception


def test_points_without_an_answer_can_still_be_saved():
    app = opened(draw(open_page("setconv"), [[-1e6, 0.0], [1e6, 0.0]]))
    assert [button.proto.label for button in app.get("download_button")] == ["Points (CSV)"]
    assert sorted(note.value.split()[0] for note in app.info) == ["The", "There", "There"]


# ---- choices ---------------------------------------------------------------------------------------


def choose(app, key, option):
    next(group for group in app.button_group if group.key == key).select(option).run()
    return board(app)["controls"]


def test_choices_come_back_with_the_page():
    app = open_page("attention")
    choose(app, "attention_head", "2")
    next(toggle for toggle in app.toggle if toggle.key == "attention_scale").set_value(False).run()
    app.switch_page("masks/page.py").run()
    assert choose(app, "masking_rule", "full")["rule"] == "full"
    app.switch_page("home/page.py").run()
    draw(app, [[0.0, 1.0]])
    app.switch_page("attention/page.py").run()
    assert (board(app)["controls"]["head"], board(app)["controls"]["scale"]) == ("2", False)
    assert query(link(app))["attention_head"] == "2"
    app.switch_page("masks/page.py").run()
    assert board(app)["controls"]["rule"] == "full"


@pytest.mark.parametrize(
    ("asked", "name", "usual", "other"),
    [
        ({"attention_head": "7"}, "head", HEAD, "1"),
        ({"attention_head": ""}, "head", HEAD, "1"),
        ({"attention_model": "![x](http://a/b.png)"}, "model", "tnpd", "tetnp"),
        ({"attention_layer": "x" * 10_000}, "layer", LAYER, "1"),
    ],
)
def test_a_choice_that_is_not_offered_is_told_in_one_sentence(asked, name, usual, other):
    app = open_page("attention", v="1", p="0.5,1", attention_scale="maybe", **asked)
    assert (board(app)["controls"][name], board(app)["controls"]["scale"]) == (usual, True)
    assert board(app)["points"] == [[0.5, 1.0]]
    for note in app.info:
        assert note.value.startswith("This link names attention") and len(note.value) < 200
        assert "![" not in note.value and "http:/" not in note.value
    assert len(app.info) == 2
    assert choose(app, *asked, other)[name] == other
    assert len(app.info) == 1


def test_a_broken_link_shows_no_picture_from_elsewhere():
    app = open_page("home", v="1", p="![x](http://a/b.png),1")
    (note,) = app.info
    assert "\\!\\[x\\]" in note.value


def test_a_shared_link_drops_what_nobody_needs():
    app = open_page("home", v="1", p="0,2", hide="lead", live="off", junk="y" * 5000, step="3")
    assert query(link(app)) == {"hide": "lead", "lab": "1", "v": "1", "p": "0,2", "c": "tau:0"}


def test_what_a_page_cannot_use_is_left_out_and_told_and_the_rest_is_shown():
    app = open_page("home", v="1", p="0.5,1;1,-1", c="model:1;tau:99;view:5,2;targets:0.5,")
    (note,) = app.info
    for told in ("model must be", "tau must be a number from -3 to 3, got 99.0", "view must be"):
        assert told in note.value
    data = board(app)
    assert data["points"] == [[0.5, 1.0], [1.0, -1.0]]
    assert (data["scene"]["panels"][0]["x"], data["sliders"][0]["value"]) == ([-3.0, 3.0], 0.0)
    assert query(link(app))["c"] == "tau:0"
    draw(app, [[0.0, 1.0]])
    assert not app.info


def test_the_qr_code_is_shown_large_when_the_rest_is_closed():
    app = opened(open_page("home"))
    next(button for button in app.button if button.key == "large-qr").click().run()
    assert not app.exception
    assert app.session_state["share"] is False
    assert not app.get("download_button")


def test_a_link_into_blocks_of_dates_offers_a_day_at_once():
    """The page's widgets are drawn before its board opens the link."""
    units = Units("day", 0.0, 5.0, "flow", 0.0, 1.0, "2025-03-01")
    drawing = DrawingState(tuple((round(-2 + i / 4, 2), 0.1 * i) for i in range(16)), {}, units)
    app = open_page("fit", **to_link(drawing), fit_held="blocks")
    assert [pill.label for pill in app.get("button_group") if pill.label == "A block is"]
