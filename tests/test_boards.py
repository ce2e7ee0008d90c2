"""The boards without Streamlit are given what the app gives them, so that what a test sees there holds in the app."""

import json

import pytest

from pages.lessons import LESSONS
from pages.shared.lesson.controls import specs
from tests.app_pages import board, open_story
from tests.boards import shown

pytestmark = pytest.mark.slow
# What the app has computed before the board asks for it, and what only its own server offers.
FIRST = {"scene", "workers"}


def unused(lesson, drawn):
    """The page's controls without a widget of their own, each as it starts."""
    controls = LESSONS[lesson].controls
    names = {name for name, spec in specs(controls).items() if spec.owner == "page"} - drawn.keys()
    return {name: controls.defaults()[name] for name in names}


@pytest.mark.parametrize(
    ("lesson", "said"),
    [
        ("home", {}),
        ("kernels", {"step": "3"}),
        ("masks", {"v": "1", "step": "2", "p": "-1,0.5;1,0", "tau": "0.7"}),
        ("plane", {"lab": "1"}),
        ("positional", {"lab": "1", "encoding": "fourier", "v": "1", "p": "0,0;1,1"}),
        ("melodies", {"step": "2"}),
        ("home", {"lab": "1", "model": "convcnp", "hide": "lead,legend"}),
    ],
)
def test_a_board_without_streamlit_is_given_what_the_app_gives(lesson, said):
    theirs = board(open_story(lesson, **said))
    ours = json.loads(json.dumps(shown(LESSONS[lesson], said)))
    assert ours.keys() == theirs.keys()
    theirs["controls"] = {**unused(lesson, theirs["controls"]), **theirs["controls"]}
    for name in ours.keys() - FIRST:
        assert ours[name] == theirs[name], name
