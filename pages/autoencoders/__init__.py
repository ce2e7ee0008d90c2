"""Autoencoders and the information bottleneck: the lesson as data and functions."""

from collections.abc import Callable

from pages.autoencoders import program
from pages.autoencoders import scene as autoencoders
from pages.autoencoders.controls import AutoencoderControls
from pages.autoencoders.ending import ENDING
from pages.autoencoders.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.lesson.stage import Pixels
from tnpcore import latent
from tnpcore.autoencoders import Bottleneck, pixel_gradient


def _code(controls: AutoencoderControls) -> tuple[Callable, ...]:
    shown = (Bottleneck.encode, Bottleneck.decode, pixel_gradient)
    return (*shown, latent.posterior, latent.elbo)


LESSON = Lesson(
    name="autoencoders",
    title="Autoencoders",
    question="what is left of a picture in two numbers?",
    section="Properties and models",
    minutes=8,
    place=Place(text="not on it"),
    lead="Paint a digit and see where the encoder puts it; drag z on the plane, and see its picture.",
    goal="Say what an autoencoder keeps of a picture, and what a bottleneck pays for with its β.",
    takeaway="Pictures go through two numbers; the KL term is the price, and what does not pay for it is forgotten.",
    scene=autoencoders.scene,
    aside=autoencoders.aside,
    later=autoencoders.later,
    controls=AutoencoderControls,
    models=lambda controls: (),
    code=_code,
    program=program.code,
    story=STORY,
    ending=ENDING,
    stage=Pixels(),
)
