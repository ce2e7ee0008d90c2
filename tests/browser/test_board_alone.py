"""The board without Streamlit: what it promises Python and the socket, with both played by the test."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from playwright.sync_api import expect

from pages.shared.scene.marks import (
    Curve,
    Dots,
    Field,
    Lattice,
    Level,
    Line,
    Panel,
    Reading,
    Scene,
    Shading,
    Threads,
    Withheld,
)
from tests.bare import Socket, add, asked, commits, mount, received, scene, update
from tests.board import board, positions, role, spot


@pytest.fixture
def page(visit):
    return visit.blank()


@pytest.fixture
def bare(page, boards):
    """Mounts the board on an empty page."""
    return partial(mount, page, boards)


def test_reruns_respond_one_at_a_time(bare):
    page = bare()
    expect(board(page).locator(".message")).to_contain_text("page rerun")
    add(page)
    add(page, 0.5)
    add(page, 0.7)
    first = commits(page, 1)
    assert len(first) == 1 and len(first[0]["points"]) == 3
    assert {"v", "lesson", "hand", "seq", "points", "controls", "units", "live"} == set(first[0])
    received(page, first[0], scene=scene(1))
    second = commits(page, 2)[1]
    assert len(second["points"]) == 5 and second["seq"] > first[0]["seq"]
    received(page, second, scene=scene(2))
    expect(board(page)).to_have_attribute("data-seq", str(second["seq"]))
    expect(role(page, "equation")).to_have_text("mean = 2")


SHOWN = {
    "target": "target",
    "value": "value of a station",
    "right": "written: right",
    "wrong": "written: wrong",
    "written": "written by the model",
    "mirrored": "in reversed order",
    "drawn": "drawn value",
    "kept": "point of the kept set",
}


def test_a_picture_with_everything_that_a_legend_names_can_be_saved(bare):
    ends, one = np.array([-1.0, 1.0]), np.ones(2)
    marks = (
        *(Curve(ends, one, one, "tnpd", role) for role in ("model", "shifted-prediction", "limit")),
        *(Line(ends, ends, "signal", text, dashed=dashed) for text, dashed in (("a line", False), ("dashes", True))),
        *(Dots(ends, ends, role, label=text) for role, text in SHOWN.items()),
        Level(0.5, "level", "a level", (-1.0, 1.0), 0.1),
        Threads(0.0, 0.0, one / 2),
        Shading((-0.2, 0.2), one / 2, 1.0, "tnpd", "cells"),
        Withheld((0,)),
    )
    stage = Panel("stage", "Stage", marks, area="stage", points=True, lattice=Lattice(("low", "high")))
    page = bare(scene=Scene((stage,)).wire())
    with page.expect_download() as download:
        page.evaluate("document.dispatchEvent(new CustomEvent('save-picture', { detail: 'svg' }))")
    saved = Path(download.value.path()).read_text("utf-8")
    for text in (*SHOWN.values(), "a line", "dashes", "a level", "attention weight", "cells", "hidden note"):
        assert text in saved, text
    assert not page.errors


def test_a_map_is_saved_with_its_cells_and_the_colours_of_its_points(bare):
    low, high = (-3.0, -1.0, -3.0), (2.0, 0.5, 3.0)
    field = Field(
        np.array([low, high]), (-2.0, 2.0), (-2.0, 2.0), "mean", diverging=True, isolines=True, measured=(2.5, -2.5)
    )
    stage = Panel("stage", "Stage", (field,), area="stage", points=True)
    page, saved = bare(scene=Scene((stage,)).wire()), {}
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            page.evaluate(f"document.dispatchEvent(new CustomEvent('save-picture', {{ detail: '{kind}' }}))")
        saved[kind] = Path(download.value.path())
    text = saved["svg"].read_text("utf-8")
    assert 'href="data:image/png;base64,' in text
    fills = board(page).evaluate(
        "board => [...board.querySelectorAll('circle.dot')].map((dot) => getComputedStyle(dot).fill)"
    )
    colours = np.rint(255 * imread(saved["png"])[..., :3]).astype(int).reshape(-1, 3)
    shades = set(map(tuple, np.unique(colours, axis=0).tolist()))
    assert len(set(fills)) == 2
    for fill in fills:
        assert tuple(map(int, re.findall(r"\d+", fill))) in shades
    above, below = ([shade for shade in shades if sign * (shade[0] - shade[2]) > 60] for sign in (1, -1))
    assert above and below, "cells below zero and above it"


def test_what_python_hands_over_is_taken_once_and_its_copy_alone_is_not(bare):
    page = bare()
    update(page, points=[[-1, -1]])
    assert positions(page) == [(0, 0), (1, 1)]
    update(page, hand="h1", points=[[-1, -1]], scene=scene(3))
    assert positions(page) == [(-1, -1)]
    expect(role(page, "equation")).to_have_text("mean = 3")
    board(page).locator('[data-action="undo"]').click()
    assert positions(page) == [(0, 0), (1, 1)]


def test_the_socket_responds_and_python_has_it_at_rest(bare, page):
    socket = Socket(page)
    bare(live="live", controls={"model": "tnpd"})
    page.wait_for_function("() => document.querySelector('.message').hidden")
    role(page, "context").first.hover()
    page.mouse.down()
    page.mouse.move(*spot(page, 0.3, 0.3))
    request = asked(socket, page, 1)[-1]
    assert (request["v"], request["lesson"], request["controls"]) == (1, "home", {"model": "tnpd"})
    assert request["points"][0] != [0, 0]
    socket.tell(seq=request["seq"], scene=scene(5))
    expect(board(page)).to_have_attribute("data-seq", str(request["seq"]))
    assert page.evaluate("commits") == [], "not while the hand moves"
    page.mouse.up()
    commit = commits(page, 1)[0]
    assert commit["seq"] == request["seq"] and commit["points"] == request["points"]
    assert commit["live"], "the rerun need not paint what is on screen"
    received(page, commit, scene=scene(6))
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(role(page, "equation")).to_have_text("mean = 5")


def test_an_older_answer_is_never_painted_over_a_newer_one(bare, page):
    socket = Socket(page)
    bare(live="live")
    add(page)
    old = asked(socket, page, 1)[-1]["seq"]
    socket.tell(seq=old, scene=scene(1))
    expect(role(page, "equation")).to_have_text("mean = 1")
    add(page, 0.6)
    new = asked(socket, page, 2)[-1]["seq"]
    socket.tell(seq=new, scene=scene(2))
    socket.tell(seq=old, scene=scene(7))
    socket.tell(seq=old, scene=scene(8), part="later")
    socket.tell(seq=new, scene=Scene((), (Reading("late", "late", 1, "1"),)).wire(), part="later")
    expect(board(page).locator('[data-reading="late"]')).to_be_visible()
    expect(role(page, "equation")).to_have_text("mean = 2")


def small(mean: float) -> dict:
    x = np.linspace(-3, 3, 9)
    curve = Curve(x, np.full(9, mean), np.full(9, 0.3), "cnp")
    return Scene((Panel("cnp", "CNP", (curve,), area="multiple", points=True, model="cnp"),)).wire()


def test_small_pictures_stay_while_the_stage_goes_on_and_follow_when_they_are_answered(bare, page):
    socket = Socket(page)
    bare(live="live")
    add(page)
    first = asked(socket, page, 1)[-1]["seq"]
    socket.tell(seq=first, scene=scene(1))
    socket.tell(seq=first, scene=small(0.5), part="aside")
    shape = board(page).locator('[data-panel="cnp"] path[data-role="mean"]')
    expect(shape).to_have_count(1)
    before = shape.get_attribute("d")
    add(page, 0.6)
    second = asked(socket, page, 2)[-1]["seq"]
    socket.tell(seq=second, scene=scene(2))
    expect(role(page, "equation")).to_have_text("mean = 2")
    assert shape.get_attribute("d") == before
    socket.tell(seq=second, scene=small(-0.5), part="aside")
    expect(shape).not_to_have_attribute("d", before)
    expect(board(page).locator('[data-panel="cnp"] .stale')).to_have_count(0)
    newest = shape.get_attribute("d")
    socket.tell(seq=first, scene=small(0.5), part="aside")  # late: what it shows is gone
    socket.tell(seq=second, scene=scene(3))
    expect(role(page, "equation")).to_have_text("mean = 3")
    assert shape.get_attribute("d") == newest


def test_what_nothing_follows_in_place_of_is_not_shown_any_longer(bare, page):
    """A response names the parts that follow it: what another step had, or a rerun, goes with it."""
    socket = Socket(page)
    bare(live="live")
    for i, (more, shown) in enumerate(((["aside", "later"], 1), (["aside"], 1), (["later"], 0), ([], 0))):
        add(page, 0.2 + 0.15 * i, 0.3)
        seq = asked(socket, page, 1)[-1]["seq"]
        socket.tell(seq=seq, scene=scene(1), more=["aside", "later"])
        socket.tell(seq=seq, scene=small(0.5), part="aside")
        socket.tell(seq=seq, scene=Scene((), (Reading("late", "late", 1, "1"),)).wire(), part="later")
        expect(board(page).locator('[data-reading="late"]')).to_be_visible()
        socket.asked.clear()
        add(page, 0.2 + 0.15 * i, 0.7)
        socket.tell(seq=asked(socket, page, 1)[-1]["seq"], scene=scene(2), more=more)
        expect(role(page, "equation")).to_have_text("mean = 2")
        expect(board(page).locator('[data-panel="cnp"]')).to_have_count(shown)
        expect(board(page).locator('[data-reading="late"]')).to_have_count(int("later" in more))
        socket.asked.clear()


# Where the board is written to from now on, as the role or else the class of each node.
WRITTEN_TO = """(board) => {
  window.writtenTo = [];
  const note = ({ target }) => writtenTo.push(target.dataset?.role ?? target.getAttribute?.("class") ?? "text");
  const options = { subtree: true, childList: true, characterData: true, attributeFilter: ["d"] };
  new MutationObserver((changes) => changes.forEach(note)).observe(board.querySelector("svg.plot"), options);
}"""


def test_what_a_response_leaves_as_it_was_is_not_drawn_again(bare, page):
    socket = Socket(page)
    tau = {"name": "tau", "label": "Shift", "min": -2, "max": 2, "step": 0.5, "value": 0}
    whole, limit = scene(0), Curve(np.linspace(-3, 3, 20), np.zeros(20), np.ones(20), "tnpd", "limit")
    whole["panels"][0]["marks"] += Scene((Panel("stage", "Stage", (limit,)),)).wire()["panels"][0]["marks"]
    bare(live="live", sliders=[tau], own={"tau": 0}, scene=whole)
    expect(role(page, "limit-mean")).to_have_count(1)
    add(page)
    socket.tell(seq=asked(socket, page, 1)[-1]["seq"], scene=scene(1))
    expect(role(page, "equation")).to_have_text("mean = 1")
    board(page).evaluate(WRITTEN_TO)
    add(page, 0.6)
    socket.tell(seq=asked(socket, page, 2)[-1]["seq"], scene=scene(2))
    expect(role(page, "equation")).to_have_text("mean = 2")
    expect(role(page, "limit-mean")).to_have_class("stale")
    found = set(page.evaluate("writtenTo"))
    assert {"band", "mean", "points"} <= found
    assert not found & {"limit-band", "limit-mean", "shift-text"}


def test_sliders_belong_to_the_board_and_a_changed_widget_asks_again(bare, page):
    socket = Socket(page)
    slider = {"name": "tau", "label": "Shift", "min": -2, "max": 2, "step": 0.5, "value": 1}
    bare(live="live", sliders=[slider], controls={"model": "tnpd"}, own={"tau": 1})
    page.get_by_role("slider", name="Shift", exact=True).focus()
    page.keyboard.press("ArrowRight")
    request = asked(socket, page, 1)[-1]
    assert request["controls"] == {"model": "tnpd", "tau": 1.5}
    socket.tell(seq=request["seq"], scene=scene(1))
    assert commits(page, 1)[0]["controls"] == {"tau": 1.5}
    update(page, controls={"model": "cnp"}, scene=None)
    assert asked(socket, page, 2)[-1]["controls"] == {"model": "cnp", "tau": 1.5}


def test_a_reading_tells_its_tone_by_a_sign_too(bare):
    page = bare()
    reading = board(page).locator('[data-reading="r"]')
    expect(reading).to_have_attribute("data-tone", "good")
    expect(reading).to_contain_text("✓")


def test_a_cleanup_tears_down_only_what_has_left_the_document(bare):
    page = bare()
    page.evaluate("() => { cleanup(); return new Promise((done) => setTimeout(done)) }")
    add(page)
    assert len(commits(page, 1)[0]["points"]) == 3
