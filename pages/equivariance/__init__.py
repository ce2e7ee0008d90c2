"""Translation equivariance: the lesson as data and functions."""

from collections.abc import Callable

from pages.equivariance import program
from pages.equivariance import scene as equivariance
from pages.equivariance.controls import EquivarianceControls
from pages.equivariance.ending import ENDING
from pages.equivariance.story import STORY
from pages.equivariance.variants import GRID_AT_ZERO
from pages.shared.lesson.lesson import Lesson, Place
from pages.shared.models.catalogue import FOUR
from pages.shared.models.graphs import TRACED, lines
from tnpcore.models.displacement import CentredRBFBias
from tnpcore.models.embedding import TokenEmbedding
from tnpcore.positional import displacement
from tnpcore.setconv import midrange, nearest_cell


def _models(controls: EquivarianceControls) -> tuple[str, ...]:
    """The four usual models, and the one on show where it is another trained one."""
    return FOUR if controls.model in (*FOUR, GRID_AT_ZERO) else (*FOUR, controls.model)


def _code(controls: EquivarianceControls) -> tuple[Callable, ...]:
    """The models; how inputs become differences of x; where the two grids lie."""
    differences = (TokenEmbedding.observed, displacement, CentredRBFBias.forward)
    return (*lines(*_models(controls)), *differences, midrange, nearest_cell)


LESSON = Lesson(
    name="equivariance",
    title="Translation equivariance",
    question="shift the data: does the prediction shift with it?",
    section="Properties and models",
    minutes=5,
    place=Place("values on the grid", 4, step=5),
    lead="Shift all inputs by τ: the shifted prediction (dashed) of a translation-equivariant model does not change.",
    goal="Say from its inputs whether a model's prediction shifts with the data, and when it should.",
    takeaway="A model that reads only differences of x shifts with the data, exactly; that helps where the truth does.",
    scene=equivariance.scene,
    aside=equivariance.aside,
    later=equivariance.later,
    controls=EquivarianceControls,
    models=_models,
    code=_code,
    traced=TRACED,
    program=program.code,
    height=380,
    story=STORY,
    ending=ENDING,
    in_browser=True,
)
