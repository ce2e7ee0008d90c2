"""Attention: the lesson as data and functions."""

from pages.attention import program, weights
from pages.attention import scene as attention
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
    lead="Drag the vertical query line. The line to a point is as thick as its attention weight.",
    goal="Read a row of attention weights, and say what it does to the prediction.",
    takeaway="Scores become weights that sum to 1 and mix the values; a large weight need not have a large effect.",
    scene=attention.scene,
    later=attention.later,
    controls=AttentionControls,
    code=(attention_weights, MultiHeadAttention.mix, weights.record_layer, weights.leave_one_out),
    program=program.code,
    story=STORY,
)
