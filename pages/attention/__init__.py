"""Attention: the lesson as data and functions."""

from pages.attention import program
from pages.attention import scene as attention
from pages.attention.controls import AttentionControls
from pages.attention.ending import ENDING
from pages.attention.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.models.graphs import forwards
from tnpcore.attention import MultiHeadAttention, attention_weights
from tnpcore.blocks import Layer

LESSON = Lesson(
    name="attention",
    title="Attention",
    question="which context points does this prediction use?",
    section="Building blocks",
    minutes=6,
    place=Place("attention weights 1", 3),
    lead="Drag the vertical query line. The line to a point is as thick as its attention weight.",
    goal="Read a row of attention weights, and check what a point does to the prediction.",
    takeaway="Scores become weights that sum to 1 and mix the values; a large weight need not be a large effect.",
    scene=attention.scene,
    later=attention.later,
    controls=AttentionControls,
    code=lambda controls: (attention_weights, MultiHeadAttention.mix, Layer.run, *forwards(controls.model)),
    program=program.code,
    story=STORY,
    ending=ENDING,
)
