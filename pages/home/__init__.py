"""Home: the lesson as data and functions."""

from collections.abc import Callable

from pages.home import program
from pages.home import scene as home
from pages.home.controls import HomeControls
from pages.home.ending import ENDING
from pages.home.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.models.catalogue import FOUR
from pages.shared.models.graphs import TRACED, lines
from pages.shared.models.predictions import bayes_predictor
from tnpcore.attention import attention_weights


def _code(controls: HomeControls) -> tuple[Callable, ...]:
    """The four models and the Bayes predictor of their prior."""
    models = lines(*map(controls.trained, FOUR))
    return (*models, attention_weights, type(bayes_predictor(controls.prior)).predict)


LESSON = Lesson(
    name="home",
    title="Neural processes",
    label="Home",
    question="what is a neural process?",
    section="Idea",
    minutes=4,
    place=Place("targets", 1),
    lead="Trained neural processes predict while you draw. Click or tap to add a point, and drag it; a right-click or "
    "a long press removes it. Then shift all inputs and see which prediction shifts with them.",
    goal="Explain what a neural process is, and read its prediction.",
    takeaway="One trained network maps any context points to a mean and a band at every x; nothing is fitted. An "
    "average over points can miss them, attention need not.",
    scene=home.scene,
    aside=home.aside,
    later=home.later,
    controls=HomeControls,
    models=lambda controls: (controls.trained(controls.model),),
    code=_code,
    traced=TRACED,
    program=program.code,
    story=STORY,
    ending=ENDING,
    in_browser=True,
)
