"""Translation equivariance: the lesson as data and functions."""

from pages.equivariance import program
from pages.equivariance import scene as equivariance
from pages.equivariance.controls import EquivarianceControls
from pages.equivariance.layers import layer_changes
from pages.equivariance.shift_sweep import change_by_shift
from pages.equivariance.story import STORY
from pages.equivariance.variants import anchored_at_zero
from pages.shared.lesson.lesson import Lesson
from pages.shared.models.catalogue import FOUR
from pages.shared.models.predictions import shift_inputs
from tnpcore.setconv import nearest_cell

LESSON = Lesson(
    name="equivariance",
    title="Translation equivariance",
    question="shift the data: does the prediction shift with it?",
    section="Properties",
    minutes=10,
    lead="Shift all inputs by τ: the shifted prediction (dashed) of a translation-equivariant model does not change.",
    goal="Show in two minutes why a model breaks when the data moves.",
    takeaway="Equivariance is built in or learned, and it helps only where the truth has it too.",
    scene=equivariance.scene,
    aside=equivariance.aside,
    later=equivariance.later,
    controls=EquivarianceControls,
    models=lambda controls: FOUR,
    code=(shift_inputs, change_by_shift, layer_changes, nearest_cell, anchored_at_zero),
    program=program.code,
    height=380,
    story=STORY,
)
