"""Positional encoding: the lesson as data and functions."""

from pages.positional import program, sinusoidal_encoding
from pages.positional import scene as positional
from pages.positional.controls import ENCODINGS, PositionalControls
from pages.positional.story import STORY
from pages.shared.lesson.lesson import Lesson
from pages.shared.models.predictions import shift_inputs

LESSON = Lesson(
    name="positional",
    title="Positional encoding",
    question="how does a model know where a point is?",
    section="Building blocks",
    minutes=10,
    lead="Shift all inputs under three input encodings of trained models. Then change the position, the dimensions and "
    "the base of a fourth one, the sinusoidal encoding.",
    goal="Say how a token carries x, and what that costs when the data moves.",
    takeaway="What a token says about x decides which shifts the model survives.",
    scene=positional.scene,
    later=positional.later,
    controls=PositionalControls,
    models=lambda controls: tuple(dict.fromkeys(encoding.model for encoding in ENCODINGS.values())),
    code=(
        positional.encoded_predictions,
        shift_inputs,
        sinusoidal_encoding.SinusoidalEncoding,
        sinusoidal_encoding.rotation_error,
    ),
    program=program.code,
    story=STORY,
)
