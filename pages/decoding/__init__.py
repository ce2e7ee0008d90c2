"""Decoding: the lesson as data and functions."""

from collections.abc import Callable

from pages.decoding import program
from pages.decoding import scene as decoding
from pages.decoding.controls import WRITING, DecodingControls
from pages.decoding.ending import ENDING
from pages.decoding.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.lesson.stage import Text
from tnpcore.sequences.decoding import beam, exact, forced, generate, sample
from tnpcore.sequences.recurrent import BottleneckDecoder
from tnpcore.sequences.scores import AdditiveScores, DotScores
from tnpcore.sequences.transformer import Transformer

# How each model looks back at what it reads.
LOOKS = {
    "transformer": Transformer.decode,
    "additive": AdditiveScores.logits,
    "dot": DotScores.logits,
    "bottleneck": BottleneckDecoder.forward,
}


def _code(controls: DecodingControls) -> tuple[Callable, ...]:
    """Where a text is read, one way of decoding and the model's look back; where a day is written, what the table
    compares."""
    if controls.task == WRITING:
        return beam, sample, exact
    return LOOKS[controls.model], generate, forced


LESSON = Lesson(
    name="decoding",
    title="Decoding",
    question="how does a model choose what it writes?",
    section="Sequences",
    minutes=6,
    place=Place("probabilities", 27, step=4),
    lead="Type a date; press a letter of the output to see where the decoder looked for it. Press a cell to forbid it.",
    goal="Read an alignment of two strings; say when the most probable letters are not the most probable text.",
    takeaway="A decoder chooses letter by letter, and lives with each choice: the best letters are not the best text.",
    scene=decoding.scene,
    aside=decoding.aside,
    later=decoding.later,
    controls=DecodingControls,
    models=lambda controls: (),
    code=_code,
    program=program.code,
    story=STORY,
    ending=ENDING,
    stage=Text(),
)
