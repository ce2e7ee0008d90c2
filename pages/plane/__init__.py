"""Two dimensions: the lesson as data and functions."""

from collections.abc import Callable

from pages.plane import left_out_panel, program
from pages.plane import scene as plane
from pages.plane.controls import AT_ZERO, GRIDS, UNET, PlaneControls
from pages.plane.ending import ENDING
from pages.plane.maps import RANDOM, process, values_of
from pages.plane.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.lesson.stage import Plane
from tnpcore.data.gp import BayesPredictor
from tnpcore.models.convcnp import ConvCNP


def _models(controls: PlaneControls) -> tuple[str, ...]:
    """The trained model on show."""
    return (UNET if controls.model == AT_ZERO else controls.model,)


def _code(controls: PlaneControls) -> tuple[Callable, ...]:
    ran = type(process(controls.model)).forward
    return (ran, *([ConvCNP.channels] if controls.model in GRIDS else []), BayesPredictor.predict)


LESSON = Lesson(
    name="plane",
    title="Two dimensions",
    question="how do scattered points become a map?",
    section="Properties and models",
    minutes=8,
    place=Place("deepest layer of the U-Net", 3, step=5),
    lead="Click or tap to place stations and drag their values; the models predict the map between them.",
    goal="Say how far each model looks on a plane, and which maps shift with their stations.",
    takeaway="Maps are functions of two inputs: the same models, and a receptive field that must be wide enough.",
    scene=plane.scene,
    aside=plane.aside,
    later=plane.later,
    controls=PlaneControls,
    models=_models,
    code=_code,
    program=program.code,
    story=STORY,
    ending=ENDING,
    stage=Plane(random=RANDOM, values=values_of),
    records={left_out_panel.TITLE: left_out_panel.records},
)
