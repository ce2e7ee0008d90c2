"""The Transformer layer: the lesson as data and functions."""

from pages.layer import program
from pages.layer import scene as layer
from pages.layer.controls import LayerControls
from pages.layer.ending import ENDING
from pages.layer.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from tnpcore.ablation import switched_off
from tnpcore.attention import MultiHeadAttention, attention_weights
from tnpcore.blocks import Block, Layer

LESSON = Lesson(
    name="layer",
    title="Transformer layer",
    question="what does each part of a layer do?",
    section="Building blocks",
    minutes=8,
    place=Place("tokens after layer 1", 4),
    lead="Drag the query, and follow its token through one layer. Then switch a part of the layer off.",
    goal="Follow a token through a layer, and find out what a part of it is for.",
    takeaway="Switched off in a trained model, a part is missed; trained without it, the others may take over.",
    scene=layer.scene,
    aside=layer.aside,
    later=layer.later,
    controls=LayerControls,
    code=lambda controls: (Layer.run, Block.offered, attention_weights, MultiHeadAttention.mix, switched_off),
    program=program.code,
    story=STORY,
    ending=ENDING,
)
