"""Decoding: the lesson as data and functions."""

from pages.decoding import program
from pages.decoding import scene as decoding
from pages.decoding.controls import DecodingControls
from pages.decoding.story import STORY
from pages.shared.lesson.lesson import Lesson
from tnpcore.sequences.decoding import beam, exact, forced, generate, greedy, sample
from tnpcore.sequences.scores import AdditiveScores, DotScores

LESSON = Lesson(
    name="decoding",
    title="Decoding",
    question="how does a model choose what it writes?",
    section="Sequences",
    minutes=8,
    lead="Type a date; click a letter of the output to see where the decoder looked for it. Click a cell to forbid it.",
    goal="Read an alignment of two strings; say when the most probable letters are not the most probable text.",
    takeaway="A decoder chooses letter by letter, and lives with each choice: the best letters are not the best text.",
    scene=decoding.scene,
    aside=decoding.aside,
    later=decoding.later,
    controls=DecodingControls,
    models=lambda controls: (),
    code=(AdditiveScores.logits, DotScores.logits, generate, greedy, forced, beam, sample, exact),
    program=program.code,
    story=STORY,
    uses_points=False,
)
