"""Attention masks: the lesson as data and functions."""

from collections.abc import Callable

from pages.masks import program, scene
from pages.masks.controls import MaskControls
from pages.masks.ending import ENDING
from pages.masks.mask_presets import JOINT
from pages.masks.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.models.graphs import forwards
from tnpcore.attention import MultiHeadAttention, attention_weights
from tnpcore.models.tnpa import in_order


def _code(controls: MaskControls) -> tuple[Callable, ...]:
    """The mask as it is made, and the model that runs under it."""
    rule = controls.preset
    model = (in_order,) if rule.tokens == JOINT else forwards(rule.model)
    return (rule.rule, attention_weights, MultiHeadAttention.mix, *model)


LESSON = Lesson(
    name="masks",
    title="Attention masks",
    question="what may a prediction depend on?",
    section="Building blocks",
    minutes=6,
    place=Place("attention weights 2", 5),
    lead="Every row of the mask is a query, every column a key. Switch a cell, and the trained model runs again under "
    "the new mask.",
    goal="Say what a prediction can depend on by reading its mask.",
    takeaway="The mask is the independence statement of the model.",
    scene=scene.scene,
    later=scene.later,
    controls=MaskControls,
    models=lambda controls: (controls.model,),
    code=_code,
    program=program.code,
    story=STORY,
    ending=ENDING,
)
