"""What of our own a browser loads for a lesson: beside Streamlit's files at most 300 KB, compressed, in 12 requests.

Counted are the page, the board's code and style sheet, small modules that Streamlit makes of our components (in the
browser: no request, but their bytes), the live socket and what it brings until the first prediction is painted.
"""

from __future__ import annotations

import gzip
from urllib.parse import urlsplit

import pytest

from pages.shared.board.bundle import styles
from tests.steps import open_story

MOST_BYTES, MOST_REQUESTS = 300_000, 12
STREAMLITS = ("/static/", "/_stcore/", "/media/", "/favicon")
# The page that everyone opens first, the largest scene of points, and pictures.
LESSONS = ["home", "masks", "autoencoders"]


def compressed(payload: str | bytes) -> int:
    return len(gzip.compress(payload.encode() if isinstance(payload, str) else payload))


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_brings_few_files_and_bytes_of_its_own(new_page, server, lesson):
    page = new_page()  # with nothing in its cache
    responses, frames, sockets = [], [], []

    def opened(socket):
        if urlsplit(socket.url).path.startswith("/_stcore/"):
            return
        sockets.append(socket.url)
        socket.on("framereceived", lambda payload: frames.append(compressed(payload)))

    page.on("websocket", opened)
    page.on("response", lambda response: responses.append(response))
    open_story(page, f"{server}/{'' if lesson == 'home' else lesson}?step=1", step=1)
    page.wait_for_load_state("networkidle")
    own = [each for each in responses if not urlsplit(each.url).path.startswith(STREAMLITS)]
    sizes = {urlsplit(each.url).path: compressed(each.body()) for each in own}
    assert any(path.endswith("/board/main.js") for path in sizes) and frames, "what is counted was seen"
    found = sum(sizes.values()) + sum(frames) + compressed(styles())
    assert found <= MOST_BYTES, (found, sizes, sum(frames))
    assert len(own) + len(sockets) <= MOST_REQUESTS, (sizes, sockets)
