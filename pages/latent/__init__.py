"""Latent variables: the lesson as data and functions."""

from pages.latent import program
from pages.latent import scene as latent
from pages.latent.controls import LatentControls
from pages.latent.ending import ENDING
from pages.latent.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from tnpcore import latent as exact
from tnpcore.models.latent import NP, LatentPath

LESSON = Lesson(
    name="latent",
    title="Latent variables",
    question="what does one z hold?",
    section="Properties and models",
    minutes=7,
    place=Place("representation r", 3, step=3, text="representation r, without z"),
    lead="Draw points and see what they say of z, beside the exact posterior; or put the curve of one z on the stage, "
    "and drag z on its plane.",
    goal="Say what q, posterior, evidence and ELBO are, and why a latent variable may hold nothing.",
    takeaway="One z fixes a whole function; the ELBO falls short of the evidence by KL(q ‖ posterior), exactly.",
    scene=latent.scene,
    aside=latent.aside,
    later=latent.later,
    controls=LatentControls,
    code=lambda controls: (
        LatentPath.forward,
        NP.likelihood,
        exact.encode,
        exact.decode,
        exact.posterior,
        exact.elbo,
        exact.importance_weighted,
        exact.reparametrised_gradient,
        exact.score_function_gradient,
    ),
    program=program.code,
    story=STORY,
    ending=ENDING,
)
