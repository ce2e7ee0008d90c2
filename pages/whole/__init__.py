"""The whole on one page: the lesson as data and functions."""

from collections.abc import Callable

from pages.shared.lesson.lesson import Lesson
from pages.shared.models.graphs import TRACED, lines
from pages.whole import program
from pages.whole import scene as whole
from pages.whole.controls import WholeControls
from pages.whole.ending import ENDING
from pages.whole.story import STORY


def _code(controls: WholeControls) -> tuple[Callable, ...]:
    return lines(controls.model)


LESSON = Lesson(
    name="whole",
    title="The whole on one page",
    question="what flows where?",
    section="Map",
    minutes=6,
    lead="Every box is a matrix of the running model. Press one to see it large and to open its lesson; draw points, "
    "or shift them, and see which boxes change.",
    goal="Say what stands between points and a prediction in each family, and which lesson is about what.",
    takeaway="Neural processes differ in the middle: a mean, attention or a grid. A Transformer has three attentions.",
    scene=whole.scene,
    aside=whole.aside,
    controls=WholeControls,
    code=_code,
    traced=TRACED,
    program=program.code,
    story=STORY,
    ending=ENDING,
)
