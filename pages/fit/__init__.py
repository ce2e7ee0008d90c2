"""Data of one's own: the lesson as data and functions."""

from collections.abc import Callable

from pages.fit import program
from pages.fit import scene as fit
from pages.fit.controls import RANDOM, FitControls
from pages.fit.ending import ENDING
from pages.fit.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.lesson.stage import Curve
from pages.shared.models.graphs import TRACED, lines
from tnpcore.autoregression import sample
from tnpcore.data import gp
from tnpcore.data.gp import FittedGP
from tnpcore.evaluation.band import band_of, binomial_quantile, contradictory
from tnpcore.evaluation.folds import blocks, folds
from tnpcore.evaluation.judgement import Judgement


def _code(controls: FitControls) -> tuple[Callable, ...]:
    """The model, what counts its held-out points, the Gaussian process, and the event where it is on show."""
    parts = folds if controls.held == RANDOM else blocks
    fit = (parts, band_of, binomial_quantile, contradictory, gp.fit, FittedGP.predict, Judgement.behind.fget)
    event = (sample, FittedGP.predict_jointly) if controls.event else ()
    return (*lines(controls.trained), *fit, *event)


LESSON = Lesson(
    name="fit",
    title="Your own data",
    question="does the band fit?",
    section="Properties and models",
    minutes=5,
    place=Place("context points", 0),
    lead="Put your data on the board (Data, Your data), or draw: points that are held out show whether the band fits.",
    goal="Say whether a band can be trusted on data of your own, and when a plain Gaussian process is enough.",
    takeaway="A band is right for data like the training tasks; held-out points show whether yours are.",
    scene=fit.scene,
    aside=fit.aside,
    later=fit.later,
    controls=FitControls,
    models=lambda controls: (controls.trained,),
    code=_code,
    traced=TRACED,
    program=program.code,
    records={"Predictions at your x": fit.at_points},
    story=STORY,
    ending=ENDING,
    label="Does it fit?",
    stage=Curve(first="Step"),  # enough points that some can be held out
)
