"""Home: the lesson as data and functions."""

from pages.home import program
from pages.home import scene as home
from pages.home.controls import HomeControls
from pages.home.story import STORY
from pages.shared.lesson.lesson import Lesson
from tnpcore import predict
from tnpcore.attention import attention_weights
from tnpcore.data.gp import BayesPredictor
from tnpcore.models.cnp import CNP
from tnpcore.models.tnp import TNPD

LESSON = Lesson(
    name="home",
    title="Neural processes",
    label="Home",
    question="what is a neural process?",
    section="Idea",
    minutes=4,
    lead="Trained neural processes predict while you draw. Click to add a point, drag it, right-click to remove "
    "it; then shift all inputs and see which prediction shifts with them.",
    goal="Explain what a neural process is, and read its prediction.",
    takeaway="One trained network maps any context points to a mean and a band at every x; nothing is fitted. An "
    "average over points can miss them, attention need not.",
    scene=home.scene,
    aside=home.aside,
    later=home.later,
    controls=HomeControls,
    models=lambda controls: (controls.trained(controls.model),),
    code=(predict, CNP.forward, TNPD.forward, attention_weights, BayesPredictor.predict),
    program=program.code,
    story=STORY,
    in_browser=True,
)
