"""SetConv: the lesson as data and functions."""

from pages.setconv import program
from pages.setconv import scene as setconv
from pages.setconv.channels import BOTH, Encoding
from pages.setconv.controls import SetConvControls
from pages.setconv.story import STORY
from pages.shared.lesson.lesson import Lesson

LESSON = Lesson(
    name="setconv",
    title="SetConv",
    question="from points to a grid and back",
    section="Building blocks",
    minutes=10,
    lead="A Convolutional Conditional Neural Process (ConvCNP) turns points into functions of x, samples them on a "
    "grid, and applies a CNN. Put a point on y = 0 and compare the two models.",
    goal="Follow points through RBFs, a grid and a CNN to a band.",
    takeaway="The density channel distinguishes “I saw zero” from “I saw nothing”.",
    scene=setconv.scene,
    aside=setconv.aside,
    later=setconv.later,
    controls=SetConvControls,
    models=lambda controls: BOTH,
    code=(Encoding, setconv.scene),
    program=program.code,
    story=STORY,
)
