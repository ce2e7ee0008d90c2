"""Few-shot classification: the lesson as data and functions."""

from collections.abc import Callable

from pages.classes import program
from pages.classes import scene as classes
from pages.classes.controls import TNP, ClassesControls
from pages.classes.ending import ENDING
from pages.classes.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.lesson.stage import Plane
from tnpcore.classification import CNPClassifier, TNPClassifier, bayes_classifier


def _code(controls: ClassesControls) -> tuple[Callable, ...]:
    ran = (TNPClassifier.forward, TNPClassifier.biases) if controls.model == TNP else (CNPClassifier.forward,)
    return (*ran, bayes_classifier)


LESSON = Lesson(
    name="classes",
    title="Few-shot classification",
    question="which class, from a few labelled points?",
    section="Properties and models",
    minutes=7,
    place=Place("attention weights 4", 9),
    lead="Place labelled points of two to five classes; a trained network colours the plane at once.",
    goal="Say what an N-way, K-shot task is, what a network learned from many, and where it is confidently wrong.",
    takeaway="Trained on random tasks, a network classifies from a few labels as its prior's Bayes classifier does.",
    scene=classes.scene,
    aside=classes.aside,
    controls=ClassesControls,
    models=lambda controls: (),
    code=_code,
    program=program.code,
    story=STORY,
    ending=ENDING,
    stage=Plane(),
)
