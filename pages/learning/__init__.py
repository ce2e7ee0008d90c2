"""Learning to learn: the lesson as data and functions."""

from collections.abc import Callable

from pages.learning import program
from pages.learning import scene as learning
from pages.learning.controls import LearningControls
from pages.learning.ending import ENDING
from pages.learning.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from tnpcore.data.gp import BayesPredictor
from tnpcore.models.cnp import CNP
from tnpcore.models.neural_process import expected_loss
from tnpcore.models.tnp import TNPD


def _code(controls: LearningControls) -> tuple[Callable, ...]:
    return ((CNP if controls.hue == "cnp" else TNPD).forward, expected_loss, BayesPredictor.predict)


LESSON = Lesson(
    name="learning",
    title="Learning to learn",
    question="how is a neural process trained, and on what?",
    section="Properties and models",
    minutes=8,
    place=Place("tokens after layer 4", 10),
    lead="Draw points, deal them into context and targets, and see what training does to the loss.",
    goal="Say how a neural process is trained and on what, and what it learns from few tasks and from many.",
    takeaway="It is trained on tasks, each dealt into context and targets; what it learns is the prior.",
    scene=learning.scene,
    aside=learning.aside,
    later=learning.later,
    controls=LearningControls,
    models=lambda controls: (),
    code=_code,
    program=program.code,
    story=STORY,
    ending=ENDING,
)
