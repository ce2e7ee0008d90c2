"""Positional encoding: the lesson as data and functions."""

from pages.positional import program
from pages.positional import scene as positional
from pages.positional import sinusoid_dials as wheels
from pages.positional.story import STORY
from pages.shared.lesson.lesson import Lesson, Slider
from pages.shared.models.predictions import shift_inputs

LESSON = Lesson(
    name="positional",
    title="Positional encoding",
    question="how does a model know where a point is?",
    section="Building blocks",
    minutes=10,
    lead="How is a model told where a point is? Move the data under three answers; turn the wheels of a fourth.",
    scene=positional.scene,
    later=positional.later,
    sliders=(
        Slider("tau", "Move all x by", *positional.SHIFT, step=0.05, value=1.0),
        Slider("p", "Position p", 0.0, wheels.LAST, step=0.25, value=wheels.START),
        Slider("d", "Dimensions d", *wheels.DIMENSIONS, step=4.0, value=16.0),
        Slider("log_base", "Base, as a power of 10", *wheels.LOG_BASE, step=0.25, value=4.0),
    ),
    models=lambda controls: ("tnpd", "tetnp"),
    code=(positional.told, shift_inputs, wheels.Waves, wheels.rotation_error),
    program=program.code,
    story=STORY,
)
