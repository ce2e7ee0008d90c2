"""Translation equivariance: the lesson as data and functions."""

from pages.equivariance import program
from pages.equivariance import scene as equivariance
from pages.equivariance.layers import layer_changes
from pages.equivariance.shift_sweep import SPAN, anchored_at_zero, nearest_cell, residuals
from pages.equivariance.story import STORY
from pages.shared.lesson.lesson import Lesson, Slider
from pages.shared.models.catalogue import FOUR
from pages.shared.models.predictions import shift_inputs

LESSON = Lesson(
    name="equivariance",
    title="Translation equivariance",
    question="shift the data: does the prediction shift with it?",
    section="Properties",
    minutes=10,
    lead="All points and all questions move by τ, and the answer is slid back: for whom does the ghost stay on the "
    "band?",
    scene=equivariance.scene,
    aside=equivariance.aside,
    later=equivariance.later,
    sliders=(Slider("tau", "Move all x by τ", *SPAN, step=0.01, value=equivariance.START),),
    models=lambda controls: FOUR,
    code=(shift_inputs, residuals, layer_changes, nearest_cell, anchored_at_zero),
    program=program.code,
    height=380,
    story=STORY,
)
