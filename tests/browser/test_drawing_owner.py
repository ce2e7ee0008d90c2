"""Cases of docs/drawing.md that no other file has: hand-overs that meet changes, two tabs, a story without socket."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.bare import Socket, add, asked, commits, mount, update
from tests.board import PATIENCE, board, click, open_board, positions, role
from tests.steps import open_story

REST_IS_OVER = "new Promise((done) => setTimeout(done, 400))"  # a snapshot is due after a quarter of a second


@pytest.fixture
def bare(page, boards):
    """Mounts the board on an empty page."""
    return partial(mount, page, boards)


def test_a_hand_over_meets_a_change_that_python_has_not_seen(bare, page):
    Socket(page)
    bare(live="live")
    page.wait_for_function("() => document.querySelector('.message').hidden")
    add(page)
    drawn = positions(page)
    handed = {"hand": "h1", "points": [[-1, -1]], "scene": None}
    sent = page.evaluate("(change) => { update(change); return commits.length; }", handed)
    assert positions(page) == [(-1, -1)]
    page.evaluate(REST_IS_OVER)
    assert page.evaluate("commits.length") == sent, "Python has what is drawn"
    board(page).locator('[data-action="undo"]').click()
    assert positions(page) == drawn
    back = commits(page, sent + 1)[-1]
    assert (back["hand"], [tuple(pair) for pair in back["points"]]) == ("h1", drawn)


def test_what_a_button_of_the_page_sets_can_be_undone(bare, page):
    socket = Socket(page)
    bare(live="live", own={"draw": 3, "tau": 0.5})
    update(page, hand="h1", own={"draw": 7, "tau": 0.5}, scene=None)
    assert asked(socket, page, 1)[-1]["controls"] == {"draw": 7, "tau": 0.5}
    socket.tell(seq=socket.asked[-1]["seq"], error={"type": "failed", "message": "No."})
    board(page).locator('[data-action="undo"]').click()
    assert asked(socket, page, 2)[-1]["controls"] == {"draw": 3, "tau": 0.5}
    assert commits(page, 1)[0]["controls"] == {"draw": 3, "tau": 0.5}


def test_two_tabs_of_one_browser_have_a_drawing_each(page, boards):
    open_board(page, f"{boards}/?v=1&p=-1,0.5;1,-0.5")
    other = page.context.new_page()
    open_board(other, f"{boards}/?v=1&p=0,1")
    click(page, 0.3, 0.3)
    click(other, 0.7, 0.3)
    drawn = {tab: positions(tab) for tab in (page, other)}
    assert [len(points) for points in drawn.values()] == [3, 2]
    for tab, points in drawn.items():
        tab.bring_to_front()
        tab.reload()
        expect(role(tab, "context")).to_have_count(len(points), timeout=PATIENCE)
        assert positions(tab) == points
    assert not page.errors


def test_a_refused_socket_leaves_a_story_that_is_painted_by_rerun(page, server):
    page.route_web_socket("**/live", lambda route: route.close(code=1008))
    open_story(page, f"{server}/?step=1")
    expect(role(page, "mean").first).to_be_attached(timeout=PATIENCE)
    assert not page.errors
