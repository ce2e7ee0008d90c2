"""Home: the lesson as data and functions."""

from pages.home import program
from pages.home import scene as home
from pages.home.controls import HomeControls
from pages.home.story import STORY
from pages.shared.lesson.lesson import Lesson

LESSON = Lesson(
    name="home",
    title="Neural processes",
    label="Home",
    question="what is a neural process?",
    section="Idea",
    minutes=4,
    lead="Four trained neural processes predict while you draw. Click to add a point, drag it, right-click to remove "
    "it; then shift all inputs and see which prediction shifts with them.",
    goal="Say what a neural process is, and read its prediction.",
    takeaway="A neural process maps any context points to a prediction at every x, and nothing is fitted meanwhile.",
    scene=home.scene,
    aside=home.aside,
    later=home.later,
    controls=HomeControls,
    models=lambda controls: (controls.trained(controls.model),),
    code=(home.scene, home.aside, home.later),
    program=program.code,
    story=STORY,
)
