"""SetConv: the lesson as data and functions."""

from pages.setconv import program
from pages.setconv import scene as setconv
from pages.setconv.channels import MODELS
from pages.setconv.controls import SetConvControls
from pages.setconv.ending import ENDING
from pages.setconv.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from tnpcore.models.convcnp import ConvCNP, density_and_signal, interpolation_weights
from tnpcore.networks.unet import UNet
from tnpcore.setconv import rbf_weights, with_density

LESSON = Lesson(
    name="setconv",
    title="SetConv",
    question="from points to a grid and back",
    section="Building blocks",
    minutes=6,
    place=Place("channels on a grid", 2, step=5),
    lead="A Convolutional Conditional Neural Process (ConvCNP) turns points into functions of x, samples them on a "
    "grid, and applies a CNN. Drag the slider “Stage” to follow them.",
    goal="Follow points through RBFs, a grid and a CNN to a band, and say what the density is for.",
    takeaway="A sum of y cannot notice a zero; the density, and the division by it, say where something was observed.",
    scene=setconv.scene,
    aside=setconv.aside,
    later=setconv.later,
    controls=SetConvControls,
    models=lambda controls: MODELS,
    code=lambda controls: (
        with_density,
        rbf_weights,
        density_and_signal,
        ConvCNP.channels,
        ConvCNP.forward,
        interpolation_weights,
        UNet.forward,
    ),
    program=program.code,
    story=STORY,
    ending=ENDING,
)
