"""Sequence to sequence: the lesson as data and functions."""

from pages.sequences import program
from pages.sequences import scene as sequences
from pages.sequences.controls import SequenceControls
from pages.sequences.ending import ENDING
from pages.sequences.lattice import STAGE
from pages.sequences.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from tnpcore.sequences.decoding import forced, generate
from tnpcore.sequences.recurrent import BottleneckDecoder, DotDecoder
from tnpcore.sequences.scores import AdditiveScores, DotScores, Scores
from tnpcore.sequences.transformer import Transformer

LESSON = Lesson(
    name="sequences",
    title="Sequence to sequence",
    question="what must a decoder know of its input?",
    section="Sequences",
    minutes=7,
    place=Place("cross-attention", 26, step=4),
    lead="Draw notes, read from left to right: the rings are what the model writes. Press a cell to forbid it.",
    goal="Read an alignment, and test it; say why one vector fails on long inputs.",
    takeaway="One vector must hold the whole input; attention lets every output look back at the part that it needs.",
    scene=sequences.scene,
    later=sequences.later,
    controls=SequenceControls,
    models=lambda controls: (),
    code=lambda controls: (
        BottleneckDecoder.forward,
        DotDecoder.forward,
        AdditiveScores.logits,
        DotScores.logits,
        Scores.forward,
        Transformer.decode,
        generate,
        forced,
    ),
    program=program.code,
    story=STORY,
    ending=ENDING,
    stage=STAGE,
)
