"""Attention masks: the lesson as data and functions."""

from pages.masks import painted_mask as painted
from pages.masks import program
from pages.masks import scene as masking
from pages.masks.story import STORY
from pages.shared.lesson.lesson import Lesson, Slider
from tnpcore import masks
from tnpcore.attention import attention_weights

LESSON = Lesson(
    name="masks",
    title="Attention masks",
    question="what may a prediction depend on?",
    section="Building blocks",
    minutes=10,
    lead="Every row of the square is a query, every column a key. Switch a cell and the model runs again: "
    "what may a prediction depend on?",
    scene=masking.scene,
    later=masking.later,
    sliders=(Slider("tau", "Move all x by", *masking.SHIFT, step=0.05, value=1.0),),
    models=lambda controls: (painted.MODEL,),
    code=(masks.context_only, masks.causal_targets, attention_weights, painted.bands_under),
    program=program.code,
    story=STORY,
)
