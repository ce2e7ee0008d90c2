"""All input encodings side by side: excess over the Bayes predictor, shift error, and the Gram matrix of one code."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pages.positional.controls import PositionalControls
from pages.positional.encodings import (
    ENCODINGS,
    INDEX,
    Changes,
    changes,
    excess,
)
from pages.positional.similarities import NOTES, index_similarity, similarity
from pages.positional.sinusoidal_encoding import FARTHEST, PLACES
from pages.shared.models.each_model import for_each_model
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import Bars, Field, HeatMap, Panel, Place, Reading, shown
from pages.shared.scene.quantities import words
from pages.shared.scene.readings import both_changes, shift_reading, signed, tone_of
from tnpcore import Points, card

COMPARED = 2.0  # the shift of the table while nothing is shifted
PLANE = (-FARTHEST, FARTHEST)


def survey_changes(points: Points, controls: PositionalControls) -> tuple[dict[str, Changes], dict[str, str]]:
    """What the shift and the reversed list change, by encoding; while nothing is shifted, under the table's shift."""
    tau = controls.tau or COMPARED
    return for_each_model(lambda way: changes(way, points, tau, controls.targets), ENCODINGS)


def survey_panels(changed: Mapping[str, Changes], tau: float) -> tuple[Panel, Panel]:
    """A bar for each encoding: excess and shift error; and the change when the list of points is reversed, which a
    later step lets one guess."""

    def bars(way: str) -> tuple[float, float, float]:
        return excess(way)[0], changed[way].under_shift.mean, changed[way].under_order.mean

    found, _ = for_each_model(bars, changed)
    rows = np.array(list(found.values())).reshape(-1, 3).T.round(4)
    titles = (
        "excess, nats (0: the best Gaussian)",
        words("shift error, sd: all x ", signed(tau or COMPARED)),
        "list of points reversed: change, sd",
    )
    labels = tuple(ENCODINGS[way].mark for way in found)
    note = (
        f"Excess: on 4,096 tasks, in nats per target, after 6,000 steps ({_longer()}). Changes: of the mean, on the "
        "points drawn, in sd."
    )
    *compared, order = (Bars(values, labels, title=title) for title, values in zip(titles, rows))
    reversed_list = (
        "Change of the mean, on the points drawn, in sd. Only an index says where in the list a point stands."
    )
    return (
        Panel("survey", "Eight codes of x, one recipe", tuple(compared), note=note, tint=None),
        Panel("survey-order", "Eight codes, the list reversed", (order,), note=reversed_list, tint=None),
    )


def _longer() -> str:
    """The excess of the TNP-D of other lessons, which reads raw x, too, and was trained for longer."""
    try:
        found = card("tnpd")
    except ValueError:
        return "the TNP-D of other lessons is not there"
    return f"the TNP-D of other lessons, after {found.recipe['steps']:,}: {found.results['excess']:.3f}"


def gram_panel(points: Points, controls: PositionalControls) -> Panel:
    """The similarity of the codes of every two places (of every two numbers of the list, where these are the code)."""
    way = controls.way
    title = f"Similarity of codes (Gram matrix): {controls.encoding.short}"
    if way == INDEX:
        labels = tuple(str(i + 1) for i in range(len(points)))
        heat = HeatMap(
            index_similarity(len(points)).round(3), "number in the list", "number", labels, labels, diverging=True
        )
        return Panel("gram", title, (heat,), note=NOTES[way], tint=None)
    values = similarity(way, PLACES, PLACES, points, controls.sinusoids)
    here = similarity(way, *np.array(controls.pair)[:, None], points, controls.sinusoids).item()
    x, other = controls.pair
    label = f"similarity {shown(here)}"
    ring = Place(other, x, ("other", "query"), (PLANE, PLANE), "the pair x′, x", label, float(PLACES[1] - PLACES[0]))
    marks = (Field(values, PLANE, PLANE, "similarity", diverging=True), ring)
    note = f"{NOTES[way]} Drag the ring."
    return Panel(
        "gram", title, marks, x=PLANE, y=PLANE, x_title="place x′", y_title="place x", note=note, tint=None, equal=True
    )


def excess_reading(way: str) -> Reading:
    """The excess of one encoding's model, from its card."""
    value, error = excess(way)
    name = ENCODINGS[way].model
    label = f"{ENCODINGS[way].title}: excess over the Bayes predictor, nats per target"
    return Reading(f"excess-{way}", label, value, f"{value:.3f} ± {error:.3f}", "", name)


def error_reading(way: str, error: ShiftError, tau: float) -> Reading:
    """The shift error of one encoding."""
    return shift_reading(way, ENCODINGS[way].title, error, tau, ENCODINGS[way].model)


def order_reading(way: str, error: ShiftError) -> Reading:
    """The change of the prediction when the list of points is reversed."""
    label = f"{ENCODINGS[way].title}: change of the prediction, list of points reversed"
    return Reading(f"order-{way}", label, error.mean, both_changes(error), tone_of(error.largest), ENCODINGS[way].model)
