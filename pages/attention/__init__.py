"""Attention: the lesson as data and functions."""

from pages.attention import program
from pages.attention import scene as attention
from pages.attention import weights as listening
from pages.attention.controls import AttentionControls
from pages.attention.story import STORY
from pages.shared.lesson.lesson import Lesson
from tnpcore.attention import MultiHeadAttention, attention_weights

LESSON = Lesson(
    name="attention",
    title="Attention",
    question="which context points does this prediction use?",
    section="Building blocks",
    minutes=10,
    lead="Drag the vertical query line: a thread to a point is as thick as the weight that the head gives it.",
    scene=attention.scene,
    later=attention.later,
    controls=AttentionControls,
    code=(attention_weights, MultiHeadAttention.mix, listening.listen, listening.without_each),
    program=program.code,
    story=STORY,
)
