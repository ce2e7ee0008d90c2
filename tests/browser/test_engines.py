"""The app in Firefox and in WebKit: a story is walked, a point dragged, a term opened, and the folder of static files.

Everything else is tested in Chromium.
"""

from __future__ import annotations

import math
from functools import partial

import pytest

from pages.lessons import LESSONS
from pages.shared.glossary.glossary import entries
from tests.engines import NEEDS, START, lacks
from tests.steps import MISSING, wanted

pytestmark = pytest.mark.rare

BOARD = '[data-testid="board"]'
CARD = '[data-testid="story"]'
BAND = f'{BOARD} .panel.stage [data-role="band"][d*="M"]'
POINT = f'{BOARD} .panel.stage [data-role="context"]'
SURFACE = f'{BOARD} [aria-roledescription="drawing board"]'

# WebKit does not know the shorthand.
UNDERLINE = """(selector) => {
  const { textDecorationLine, textDecorationStyle } = getComputedStyle(all(selector)[0]);
  return [textDecorationLine, textDecorationStyle];
}"""


def there(name):
    """The parameter of an engine; where that is not on this machine its tests are skipped before anything starts."""
    return pytest.param(name, marks=pytest.mark.skipif(lacks(name) is not None, reason=lacks(name) or name))


@pytest.fixture(scope="module", params=map(there, NEEDS))
def engine(request, tmp_path_factory):
    """Each of the two, started once."""
    with START[request.param](tmp_path_factory.mktemp(request.param)) as found:
        yield found


def opened(engine, url):
    """The engine with the board at that address, once it is painted."""
    engine.open(url)
    engine.await_one(f"{BOARD}[data-seq]")
    return engine


def test_a_story_is_walked(engine, server):
    opened(engine, f"{server}/")
    steps = LESSONS["home"].story.steps
    for number, step in enumerate(steps, 1):
        card = engine.await_one(f'{CARD}[data-step="{number}"]')
        assert step.title in card["text"]
        engine.until(partial(is_shown, engine, step), f"what step {number} shows")
        if number < len(steps):
            engine.click(engine.await_one('[data-testid="story-next"]')["at"])
    assert engine.errors() == []


def is_shown(engine, step):
    """Whether nothing is missing of what the open step is to show."""
    board = engine.read(BOARD)[0]
    look = f"(names) => ({MISSING})(all('{BOARD}')[0], names)"
    return engine.evaluate(look, wanted(step, board.get("data-hides", ""))) == []


def test_a_point_is_dragged(engine, server):
    opened(engine, f"{server}/?v=1&p=-1.5,0.4;0.25,-1.2;1.75,0.9&lab=1")
    drags_a_point(engine)


def drags_a_point(engine):
    """The band follows while the point is in the hand, and the point stays where it is put."""
    before = engine.await_one(BAND)["d"]
    x, y = engine.read(POINT)[0]["at"]
    places = [(x + 40, y + 40), (x + 80, y + 20)]
    engine.move((x, y))
    engine.press()
    for place in places:
        engine.move(place)
        engine.until(lambda before=before: engine.read(BAND)[0]["d"] != before, "the band follows the point")
        before = engine.read(BAND)[0]["d"]
    engine.release()
    put = engine.read(POINT)
    assert min(math.dist(one["at"], places[-1]) for one in put) < 2
    assert min(math.dist(one["at"], (x, y)) for one in put) > 20
    assert engine.errors() == []


def test_a_definition_opens(engine, server):
    opened(engine, f"{server}/")
    term = engine.await_one(f"{CARD} dfn")
    assert engine.read(".glossary-definition") == []
    assert engine.evaluate(UNDERLINE, f"{CARD} dfn") == ["underline", "dotted"], "one sees that it opens"
    engine.click(term["at"])
    entry = entries()[int(term["data-term"])]
    text = engine.await_one(".glossary-definition")["text"]
    assert entry.means in text and entry.source in text
    assert engine.errors() == []


def test_the_folder_of_static_files_responds(engine, site):
    opened(engine, f"{site}/")
    engine.click(engine.await_one(SURFACE)["at"])
    engine.await_one(POINT)
    drags_a_point(engine)
