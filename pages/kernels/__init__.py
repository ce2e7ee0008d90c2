"""Kernels: the lesson as data and functions."""

from collections.abc import Callable

from pages.kernels import program
from pages.kernels import scene as kernels
from pages.kernels.controls import KernelControls
from pages.kernels.ending import ENDING
from pages.kernels.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.models.graphs import forwards
from tnpcore.attention import attention_weights
from tnpcore.data.kernels import rbf
from tnpcore.kernel_regression import (
    conditional_density,
    dot_product_weights,
    joint_density,
    nadaraya_watson_weights,
    ridge_weights,
)
from tnpcore.models.anp import DeterministicPath


def _code(controls: KernelControls) -> tuple[Callable, ...]:
    """The four methods, and the head of the model."""
    weights = (nadaraya_watson_weights, dot_product_weights, ridge_weights, rbf, joint_density, conditional_density)
    head = (DeterministicPath.forward,) if controls.model == "anp" else forwards(controls.model)
    return (*weights, attention_weights, *head)


LESSON = Lesson(
    name="kernels",
    title="Attention as kernel regression",
    question="which weights does each method give the points?",
    section="Building blocks",
    minutes=6,
    place=Place("attention weights 3", 7),
    lead="Drag the query, the bandwidth h and the ridge λ: every curve is a sum of weights times the observed y.",
    goal="Say what four methods do with a point: weigh it by similarity, subtract it, count it twice.",
    takeaway="Attention is Nadaraya-Watson regression with a learned kernel; a Gaussian process also compares points.",
    scene=kernels.scene,
    aside=kernels.aside,
    controls=KernelControls,
    code=_code,
    program=program.code,
    label="Kernels",
    story=STORY,
    ending=ENDING,
)
