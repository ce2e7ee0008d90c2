"""What goes wrong around a drawing and must not harm it: a reload, a server that stands still or dies, no socket."""

from __future__ import annotations

import os
import re
import signal
import sys
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import expect

from tests.board import (
    PATIENCE,
    board,
    click,
    committed,
    follow,
    menu_link,
    middle,
    open_board,
    painted_after,
    positions,
    role,
    seq,
    shape,
    spot,
)
from tests.looks import settled
from tests.serving import free_port, running, tracebacks

PAGES = {"Attention": "/attention", "Attention masks": "/masks", "SetConv": "/setconv", "Home": "/"}
SWITCHES = 8
# The board tells Python a quarter of a second after the last change; while the server stands still that moment passes.
REST_IS_OVER = "new Promise((done) => setTimeout(done, 400))"


class Own:
    """A server that a test may stop and kill: `uvicorn app:app`, always on the same port."""

    def __init__(self, log):
        self.port, self.log, self.process, self._running = free_port(), log, None, ExitStack()
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self):
        """Unless it runs; to start it takes longer than most tests."""
        if self.process is None:
            command = [sys.executable, "-m", "uvicorn", "app:app", "--port", str(self.port), "--log-level", "warning"]
            self.process = self._running.enter_context(running(command, self.url, self.log))

    def kill(self):
        self.process.kill()
        self.stop()

    def stop(self):
        self._running.close()
        self.process = None

    @contextmanager
    def still(self):
        """What arrives meanwhile is read all at once afterwards, as under heavy load."""
        os.kill(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.process.pid, signal.SIGCONT)


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    own = Own(tmp_path_factory.mktemp("own") / "own.log")
    yield own
    own.stop()


def message(page):
    return board(page).locator(".message")


def reload(page, count):
    page.reload()
    expect(role(page, "context")).to_have_count(count)
    expect(board(page)).to_have_attribute("data-seq", re.compile(r"\d"))


def test_a_drawing_outlives_a_reload_and_gives_way_to_a_link(page, server):
    """With what the board owns beside the points, here a slider; and after a page switch, when the address tells
    nothing. The same link, opened again in the same tab, shows the link; so does a new tab."""
    link = f"{server}/attention?v=1&p=-1,0.5;1,-0.5"
    open_board(page, link)
    click(page, 0.3, 0.2)
    click(page, 0.7, 0.25)
    slider = page.get_by_role("slider", name="Shift all inputs by τ")
    slider.focus()
    page.keyboard.press("ArrowRight")
    drawn, moved = positions(page), slider.input_value()
    reload(page, 4)
    assert (positions(page), slider.input_value()) == (drawn, moved)
    committed(page)
    follow(page, "SetConv")
    expect(role(page, "context")).to_have_count(4)
    click(page, 0.5, 0.15)
    drawn = positions(page)
    reload(page, 5)
    assert positions(page) == drawn
    follow(page, "Attention")
    expect(slider).to_have_value(moved)
    for _ in range(2):
        open_board(page, link)
        assert positions(page) == [(-1, 0.5), (1, -0.5)]
        click(page, 0.5, 0.15)
    other = page.context.new_page()
    open_board(other, f"{server}/attention")
    assert positions(other) != positions(page)
    assert not page.errors


@pytest.mark.rare
def test_the_server_dies_in_mid_drag(page, own):
    """The drawing stays and goes on under the hand, one calm line says why nothing answers, no dialog covers it; with
    the server come the answers, and Python learns of everything."""
    own.start()
    open_board(page, f"{own.url}/attention?v=1&p=-1,0.5;1,-0.5")
    band = shape(page)
    page.mouse.move(*middle(role(page, "context").first))
    page.mouse.down()
    page.mouse.move(*spot(page, 0.3, 0.3), steps=4)
    own.kill()
    page.mouse.move(*spot(page, 0.25, 0.2), steps=4)
    page.mouse.up()
    moved = positions(page)
    assert moved[0] != (-1, 0.5)
    expect(message(page)).to_have_text(re.compile("does not respond.*points are kept"))
    page.get_by_role("application").first.press("Enter")  # Streamlit's dialog would hold the keyboard
    expect(role(page, "context")).to_have_count(3)
    page.mouse.click(*spot(page, 0.8, 0.2))
    expect(role(page, "context")).to_have_count(4)
    expect(page.get_by_role("dialog")).to_have_count(0)
    drawn, number = positions(page), seq(page)
    own.start()
    painted_after(page, number)
    expect(message(page)).to_be_hidden()
    expect(role(page, "band").first).not_to_have_attribute("d", band)
    assert positions(page) == drawn
    committed(page)
    reload(page, 4)
    assert positions(page) == drawn
    follow(page, "Home")
    expect(role(page, "context")).to_have_count(4)
    assert positions(page) == drawn


@pytest.mark.rare
def test_pages_switch_right_after_an_edit_while_the_server_stands_still(page, own):
    """A commit that meets a page switch used to break the new page, or to call the old one back. Every second switch
    meets a server that reads the click and what follows it all at once."""
    own.start()
    open_board(page, f"{own.url}/?v=1&p=-1,0.5")
    for title in PAGES:  # from now on each of them opens its lab
        follow(page, title)
    for turn in range(SWITCHES):
        title = list(PAGES)[turn % len(PAGES)]
        page.mouse.click(*spot(page, 0.12 + 0.04 * turn, 0.2 + 0.03 * (turn % 3)))
        expect(role(page, "context")).to_have_count(turn + 2)
        drawn = positions(page)
        link = menu_link(page, title)
        if turn % 2:
            with own.still():
                if turn % 4 == 1:
                    page.evaluate(REST_IS_OVER)
                link.click(no_wait_after=True)
                page.evaluate(REST_IS_OVER)
        else:
            link.click()
        page.wait_for_url(re.compile(PAGES[title] + r"(\?.*)?$"))
        expect(role(page, "context")).to_have_count(turn + 2)
        expect(role(page, "mean").first).to_have_attribute("d", re.compile("[ML]"))
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        assert positions(page) == drawn, (turn, title)
    settled(page)  # a run of the script that is under way closes the menu
    committed(page)
    assert not page.errors
    assert tracebacks(own.log) == []


def test_a_refused_socket_leaves_a_page_that_responds_by_rerun(page, server):
    page.route_web_socket("**/live", lambda route: route.close(code=1008))
    open_board(page, f"{server}/?v=1&p=-1,0.5;1,-0.5")
    band = shape(page)
    page.mouse.click(*spot(page, 0.5, 0.2))
    expect(role(page, "context")).to_have_count(3)
    expect(role(page, "band").first).not_to_have_attribute("d", band, timeout=PATIENCE)
    expect(message(page)).to_have_text(re.compile("page rerun"))
    assert page.get_by_test_id("stException").count() == 0


@pytest.mark.rare
def test_plotly_figures_keep_to_the_security_policy(page, server):
    """The strictest guest of a page: the figures and their download. A violation is one of `page.errors`."""
    open_board(page, f"{server}/setconv?v=1&p=-1,0.5;1,-0.5")
    page.get_by_text("Open as Plotly figures").click()
    figure = page.locator(".js-plotly-plot").first
    expect(figure).to_be_visible()
    figure.hover()
    with page.expect_download() as download:
        page.locator('.modebar-btn[data-title*="Download"]').first.click()
    assert download.value.suggested_filename.endswith(".svg")
    page.evaluate("document.body.appendChild(document.createElement('script')).textContent = 'window.stranger = 1'")
    assert page.evaluate("window.stranger") is None
    assert [line for line in page.errors if "CSP" in line] == ["CSP script-src-elem"]
