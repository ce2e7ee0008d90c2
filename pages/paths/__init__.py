"""Sample paths: the lesson as data and functions."""

from pages.paths import joint, program
from pages.paths import scene as paths
from pages.paths.controls import PathsControls
from pages.paths.ending import ENDING
from pages.paths.event import both_above
from pages.paths.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from tnpcore import autoregression
from tnpcore.gaussian import JointGaussian, LowRankGaussian
from tnpcore.models.joint import JointNeuralProcess
from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.models.neural_process import NeuralProcess

LESSON = Lesson(
    name="paths",
    title="Sample paths",
    question="is a band at every x enough?",
    section="Properties and models",
    minutes=6,
    place=Place("mean and sd", 11),
    lead="Drag A, B and the level. The bars compare the product of two marginals with the share of sample paths on "
    "which both values lie above the level.",
    goal="Say when marginals are not enough, and which neural processes predict values jointly.",
    takeaway="Marginals are not functions: an event at two places needs a covariance, a latent variable or "
    "autoregressive sampling.",
    scene=paths.scene,
    aside=paths.aside,
    later=paths.later,
    controls=PathsControls,
    code=lambda controls: (
        NeuralProcess.sample,
        LatentNeuralProcess.sample,
        JointNeuralProcess.sample,
        JointGaussian.from_noise,
        LowRankGaussian.scale_tril.func,
        autoregression.sample,
        both_above,
        joint.event,
    ),
    program=program.code,
    story=STORY,
    ending=ENDING,
)
