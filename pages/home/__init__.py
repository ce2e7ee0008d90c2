"""Home: the lesson as data and functions."""

from pages.home import program
from pages.home import scene as home
from pages.home.story import STORY
from pages.shared.lesson.lesson import Lesson, Slider

LESSON = Lesson(
    name="home",
    title="Home",
    question="What is a neural process?",
    section="Idea",
    minutes=5,
    lead="Four trained neural processes answer while you draw. Drag a point, right-click to remove it; then move "
    "the whole data set sideways and see which prediction comes along.",
    scene=home.scene,
    aside=home.aside,
    later=home.later,
    sliders=(Slider("tau", "Move all x by", *home.SHIFT, step=0.05, value=1.0),),
    models=lambda controls: (home.trained(controls, controls["model"]),),
    code=(home.scene, home.aside, home.later),
    program=program.code,
    story=STORY,
)
