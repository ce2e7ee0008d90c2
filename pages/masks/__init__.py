"""Attention masks: the lesson as data and functions."""

from pages.masks import program, scene
from pages.masks.controls import MaskControls
from pages.masks.story import STORY
from pages.shared.lesson.lesson import Lesson
from tnpcore import masks
from tnpcore.attention import MultiHeadAttention, attention_weights
from tnpcore.models.tnpa import in_order
from tnpcore.models.transformer import TransformerEncoder

LESSON = Lesson(
    name="masks",
    title="Attention masks",
    question="what may a prediction depend on?",
    section="Building blocks",
    minutes=6,
    lead="Every row of the mask is a query, every column a key. Switch a cell, and the trained model runs again under "
    "the new mask.",
    goal="Say what a prediction can depend on by reading its mask.",
    takeaway="The mask is the independence statement of the model.",
    scene=scene.scene,
    later=scene.later,
    controls=MaskControls,
    models=lambda controls: (controls.model,),
    code=(
        masks.context_only,
        masks.autoregressive,
        attention_weights,
        MultiHeadAttention.mix,
        TransformerEncoder.forward,
        in_order,
    ),
    program=program.code,
    story=STORY,
)
