"""SetConv: the lesson as data and functions."""

from pages.setconv import channels as bumps
from pages.setconv import program
from pages.setconv import scene as setconv
from pages.setconv.channels import slider_start
from pages.setconv.story import STORY
from pages.shared.lesson.lesson import Lesson, Slider

LESSON = Lesson(
    name="setconv",
    title="SetConv",
    question="from points to a grid and back",
    section="Building blocks",
    minutes=10,
    lead="How a ConvCNP reads a set: bumps, a sum, a grid. Put a point on y = 0 and see which model notices.",
    scene=setconv.scene,
    aside=setconv.aside,
    later=setconv.later,
    sliders=(
        Slider("tau", "Move all x by", *setconv.SHIFT, step=0.05, value=0.3),
        Slider("lengthscale", "Lengthscale of the picture", *bumps.LENGTHSCALE, step=0.01, value=slider_start),
        Slider("ppu", "Cells per unit of the picture", *bumps.PER_UNIT, step=1.0, value=16.0),
    ),
    models=lambda controls: setconv.BOTH,
    code=(bumps.Picture, setconv.scene),
    program=program.code,
    story=STORY,
)
