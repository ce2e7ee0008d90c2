"""Model zoo: the lesson as data and functions."""

from collections.abc import Callable
from operator import attrgetter

from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.models.graphs import TRACED, lines
from pages.shared.models.predictions import bayes_predictor
from pages.zoo import program
from pages.zoo import scene as zoo
from pages.zoo.comparisons import COST_RACE
from pages.zoo.controls import ZooControls
from pages.zoo.ending import ENDING
from pages.zoo.story import STORY


def _code(controls: ZooControls) -> tuple[Callable, ...]:
    """The models on the stage and the Bayes predictor of their prior."""
    return (*lines(*controls.pair), type(bayes_predictor(controls.prior)).predict)


LESSON = Lesson(
    name="zoo",
    title="Model zoo",
    question="which model for which task?",
    section="Properties and models",
    minutes=5,
    place=Place(text="the whole"),
    lead="Every model predicts from your points. Drag the wipe to compare two of them, or compare a family by scores, "
    "cost or properties.",
    goal="Choose a neural process for a task, by its properties, its cost and its score.",
    takeaway="The task excludes models by their properties and their cost; the score chooses among the rest.",
    scene=zoo.scene,
    aside=zoo.aside,
    later=zoo.later,
    controls=ZooControls,
    models=attrgetter("pair"),
    code=_code,
    traced=TRACED,
    program=program.code,
    story=STORY,
    ending=ENDING,
    topic=COST_RACE,
)
