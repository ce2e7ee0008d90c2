"""Decisions: the lesson as data and functions."""

from collections.abc import Callable

from pages.decisions import game, program
from pages.decisions import scene as decisions
from pages.decisions.controls import DRAWN, THOMPSON, DecisionsControls
from pages.decisions.ending import ENDING
from pages.decisions.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.lesson.stage import Measurements
from tnpcore.decisions import acquisition, draw_path, play, predict_y
from tnpcore.decisions.storage import BAYES


def _code(controls: DecisionsControls) -> tuple[Callable, ...]:
    paths = [draw_path] if controls.rule == THOMPSON else []
    return (predict_y, acquisition, *paths, *([play] if controls.function == DRAWN else [game.measurements]))


LESSON = Lesson(
    name="decisions",
    title="Decisions",
    question="where to look next?",
    section="Properties and models",
    minutes=8,
    place=Place("mean and sd", 4, step=3),
    lead="Click or tap where you want to know a hidden function; find its maximum in ten measurements. Or draw a "
    "function, and let models play.",
    goal="Say how mean and sd become the next measurement, and how to see whether a band is right just there.",
    takeaway="A rule turns mean and sd into the next measurement; a band must be right just where it measures.",
    scene=decisions.scene,
    aside=decisions.aside,
    later=decisions.later,
    controls=DecisionsControls,
    models=lambda controls: () if controls.model == BAYES else (controls.model,),  # it was never trained
    code=_code,
    program=program.code,
    story=STORY,
    ending=ENDING,
    stage=Measurements(),
)
