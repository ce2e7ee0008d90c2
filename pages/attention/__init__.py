"""Attention: the lesson as data and functions."""

from pages.attention import program
from pages.attention import scene as attention
from pages.attention import weights as listening
from pages.attention.story import STORY
from pages.shared.lesson.lesson import Lesson, Slider
from tnpcore.attention import MultiHeadAttention, attention_weights

LESSON = Lesson(
    name="attention",
    title="Attention",
    question="Which context points does this prediction use?",
    section="Building blocks",
    minutes=10,
    lead="Drag the vertical query line: a thread to a point is as thick as the weight that the head gives it.",
    scene=attention.scene,
    later=attention.later,
    sliders=(
        Slider("temperature", "Temperature", *listening.TEMPERATURE, step=0.05, value=1.0),
        Slider("tau", "Move all x by", *listening.SHIFT, step=0.05, value=1.0),
    ),
    code=(attention_weights, MultiHeadAttention.mix, listening.listen, listening.without_each),
    program=program.code,
    story=STORY,
)
