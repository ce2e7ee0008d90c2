"""The board without Streamlit, when something goes wrong: Python forgets, nobody answers, the page is about to go."""

from __future__ import annotations

import json
from functools import partial

import pytest
from playwright.sync_api import expect

from pages.shared.board.bundle import styles
from pages.shared.drawing import codec
from tests.bare import MOUNT, Socket, add, asked, commits, data, mount, received, scene, update
from tests.board import await_frames, board, positions, role

REST_IS_OVER = "new Promise((done) => setTimeout(done, 400))"  # a commit is due after a quarter of a second


@pytest.fixture
def page(visit):
    return visit.blank()


@pytest.fixture
def bare(page, boards):
    """Mounts the board on an empty page."""
    return partial(mount, page, boards)


def test_after_a_restart_the_browsers_drawing_wins(bare):
    page = bare()
    add(page)
    drawn = positions(page)
    first = commits(page, 1)
    update(page, points=[[2, 2]], seq=None, scene=scene(4))
    assert positions(page) == drawn
    again = commits(page, len(first) + 1)[-1]
    assert [tuple(p) for p in again["points"]] == drawn


def test_after_a_restart_an_untouched_board_keeps_what_it_shows(bare):
    """Its points may have come from another page: the server that forgot them must not replace them."""
    page = bare()
    update(page, points=[[2, 2]])
    assert positions(page) == [(0, 0), (1, 1)]
    assert commits(page, 1)[0]["points"] == [[0, 0], [1, 1]]


def test_a_commit_without_a_response_is_made_again(bare, page):
    socket = Socket(page)
    bare(live="live")
    add(page)
    asked(socket, page, 1)
    first, again = commits(page, 2)
    assert first == again
    received(page, again, scene=None)
    add(page, 0.6)
    assert len(commits(page, 3)[2]["points"]) == 4


def test_nothing_is_committed_between_a_click_on_another_page_and_its_arrival(bare, page):
    """What is drawn meanwhile goes to the next page's board, with what the lesson's board owns."""
    socket = Socket(page)
    bare(live="live")
    page.evaluate("""() => {
      const link = document.body.appendChild(document.createElement("a"));
      Object.assign(link, { href: "/elsewhere", onclick: (event) => event.preventDefault() });
      link.click();
    }""")
    add(page)
    asked(socket, page, 1)
    drawn = positions(page)
    page.evaluate(REST_IS_OVER)
    assert page.evaluate("commits") == []
    page.evaluate("() => { document.body.innerHTML = ''; cleanup(); return new Promise((done) => setTimeout(done)) }")
    count = len(socket.asked)
    page.evaluate(MOUNT, [styles(), data(live="live", lesson="setconv", points=[[2, 2]])])
    request = asked(socket, page, count + 1)[count]
    assert (request["lesson"], [tuple(p) for p in request["points"]]) == ("setconv", drawn)
    socket.tell(seq=request["seq"], scene=scene(1))
    expect(role(page, "context")).to_have_count(3)
    commit = commits(page, 1)[0]
    assert (commit["lesson"], [tuple(p) for p in commit["points"]]) == ("setconv", drawn)


def test_a_typed_error_is_one_calm_line_and_the_drawing_stays(bare, page):
    socket = Socket(page)
    bare(live="live")
    add(page)
    number = asked(socket, page, 1)[-1]["seq"]
    socket.tell(seq=number, error={"type": "failed", "message": "This could not be worked out."})
    expect(board(page).locator(".message")).to_have_text("This could not be worked out.")
    assert len(positions(page)) == 3
    add(page, 0.6)
    socket.tell(seq=asked(socket, page, 2)[-1]["seq"], scene=scene(2))
    expect(board(page).locator(".message")).to_be_hidden()


def test_a_silent_server_is_asked_again_and_a_lost_link_returns(bare, page):
    socket = Socket(page)
    bare(live="live")
    add(page)
    first, again = asked(socket, page, 2)
    assert first["points"] == again["points"]
    socket.routes[-1].close()
    await_frames(page, lambda: len(socket.routes) == 2, "a second link")
    request = asked(socket, page, 3)[-1]
    socket.tell(seq=request["seq"], scene=scene(9))
    expect(role(page, "equation")).to_have_text("mean = 9")


def test_a_lost_link_has_python_paint_the_rest(bare, page):
    """The fast part is on screen and Python has been spared; what the socket still owed then comes by rerun."""
    socket = Socket(page)
    bare(live="live")
    add(page)
    request = asked(socket, page, 1)[-1]
    socket.tell(seq=request["seq"], scene=scene(5))
    spared = commits(page, 1)[0]
    assert spared["live"]
    received(page, spared, scene=None)
    socket.routes[-1].close()
    again = commits(page, 2)[1]
    assert (again["live"], again["points"]) == (False, request["points"])
    received(page, again, scene=scene(6))
    expect(role(page, "equation")).to_have_text("mean = 6")


def test_a_tab_keeps_the_drawing_in_the_form_of_a_commit(bare, page):
    bare(units={"x_label": "Year", "x_offset": 1950, "x_factor": 10, "y_label": "°C", "y_offset": 14, "y_factor": 0.5})
    add(page)
    commit = commits(page, 1)[0]
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    kept = json.loads(page.evaluate("sessionStorage.getItem('neural-processes-drawing')"))
    assert codec.from_json(kept) == codec.from_json(commit)
    assert (len(kept["points"]), kept["units"]["x_label"]) == (3, "Year")
