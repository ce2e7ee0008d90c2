"""The bare stage in a page of another origin: where FRAME_ANCESTORS names that origin, and not where it does not."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from tests.board import OPENING, PATIENCE
from tests.serving import free_port, running, streamlit

pytestmark = pytest.mark.rare  # tests/pages/shared/server/test_headers.py claims the policy itself

STAGE = "masks?lab=1&embed=1&v=1&p=-1,0.5;0.25,-1;1,0.2"


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def course_page(folder, app: str, port: int = 0):
    """The port of a page on this machine that shows the app's stage in a frame."""
    frame = f'<link rel="icon" href="data:,"><iframe src="{app}/{STAGE}" width="900" height="500"></iframe>'
    (folder / "index.html").write_text(frame)
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(Silent, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def ports(tmp_path_factory):
    """Those of two pages that show one app, of which the app names the first, by both names of this machine."""
    app, named, folder = free_port(), free_port(), tmp_path_factory.mktemp("framed")
    url = f"http://127.0.0.1:{app}"
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("FRAME_ANCESTORS", f"http://localhost:{named} http://127.0.0.1:{named}")
        stack.enter_context(running(streamlit("app.py", app), url, folder / "log.txt"))
        yield tuple(stack.enter_context(course_page(folder, url, port)) for port in (named, 0))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_the_stage_works_in_a_page_of_another_origin_that_may_show_it(new_page, ports, host):
    page = new_page(viewport={"width": 1000, "height": 640})
    page.goto(f"http://{host}:{ports[0]}")
    stage = page.frame_locator("iframe")
    band = stage.locator('.panel.stage path[data-role="band"]').first
    expect(band).to_be_visible(timeout=OPENING)
    expect(stage.locator(".lesson-bar")).to_be_hidden()
    expect(stage.locator('.panel.stage [data-role="context"]')).to_have_count(3)
    before = band.get_attribute("d")
    box = stage.locator(".panel.stage svg.plot").bounding_box()
    point = stage.locator('.panel.stage [data-role="context"]').first.bounding_box()
    page.mouse.move(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3, steps=6)
    page.mouse.up()
    expect(band).not_to_have_attribute("d", before, timeout=PATIENCE)
    expect(stage.locator(".message")).to_be_hidden()  # it is the live socket that responds
    assert not page.errors


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_page_that_is_not_named_shows_nothing_of_it(new_page, ports, host):
    page = new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(f"http://{host}:{ports[1]}")
    page.wait_for_load_state("networkidle")
    assert any("frame-ancestors" in text for text in refused), refused
    assert not page.frame_locator("iframe").get_by_test_id("board").count()
