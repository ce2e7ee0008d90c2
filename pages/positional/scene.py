"""Positional encoding: the prediction of a model that receives x in one of eight forms, and codes of places."""

from __future__ import annotations

from pages.positional import biases, dials, survey
from pages.positional.controls import PositionalControls
from pages.positional.encodings import (
    CENTRED,
    DRAWN,
    ENCODINGS,
    NONE,
    Changes,
    encoded_predictions,
    in_order,
)
from pages.shared.models.each_model import error_panels, for_each_model
from pages.shared.models.predictions import THIN, GridPrediction, attention_map, shift_error
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import Curve, Handle, HeatMap, Panel, Reading, Scene
from pages.shared.scene.quantities import Prose, joined, words
from pages.shared.scene.readings import NOT_TO_SCALE, both_changes, moved_back, row_names, signed
from tnpcore import Points

EVERY = 3  # every third target is a row of the weights' map
LAST = -1  # the layer whose weights are shown
NO_CHANGE = ShiftError(0.0, 0.0)  # while nothing is shifted
READS = {NONE: 0}  # without x the first layers collect y; the last ones find nothing more, and rest on null


def scene(points: Points, controls: PositionalControls) -> Scene:
    """The chosen input encoding on the stage, its shifted prediction and weights, and the codes of the pair."""
    way, tau, (x, other) = controls.way, controls.tau, controls.pair
    name, title = controls.encoding.model, controls.encoding.title
    here, *shifted = encoded_predictions(way, points, (0.0, tau), controls.targets, record=True)
    changed = _changed(points, controls, shifted[0])
    marks = (here.curve(label=title), *changed, Handle(x, "query", "x"), Handle(other, "other", "x′"))
    stage = Panel("stage", title, marks, area="stage", x=controls.view, points=True, model=name)
    error = shift_error(here, shifted[0])
    return Scene(
        panels=(stage, _weights(way, here, points), survey.gram_panel(points, controls), _dials(controls)),
        readings=(
            survey.error_reading(way, error, tau),
            *_excess_of(way),
            *dials.readings(controls.sinusoids, x, other),
        ),
        caption=_caption(controls, points, error) + " " + dials.caption(controls.sinusoids),
        equation=dials.equation(controls.sinusoids, x),
    )


def aside(_points: Points, controls: PositionalControls) -> Scene:
    """What else there is to the sinusoidal code of x, and F of every TETNP."""
    return Scene(panels=(*dials.lab_panels(controls.sinusoids, controls.pair[0]), *biases.panels()))


def later(points: Points, controls: PositionalControls) -> Scene:
    """All other input encodings: their bands, excess, shift errors, and what the order of the list does."""
    tau = controls.tau
    changed, failed = survey.survey_changes(points, controls)
    errors = {way: found.under_shift if tau else NO_CHANGE for way, found in changed.items() if way != controls.way}
    excesses, _ = for_each_model(survey.excess_reading, [way for way in ENCODINGS if way != controls.way])
    return Scene(
        panels=(
            *survey.survey_panels(changed, tau),
            *(_band(way, found, controls) for way, found in changed.items()),
            *error_panels(_by_model(failed)),
        ),
        readings=(
            *(survey.error_reading(way, error, tau) for way, error in errors.items()),
            *excesses.values(),
            *(survey.order_reading(way, found.under_order) for way, found in changed.items()),
        ),
    )


def _by_model(failed: dict[str, str]) -> dict[str, str]:
    return {ENCODINGS[way].model: why for way, why in failed.items()}


def _changed(points: Points, controls: PositionalControls, shifted: GridPrediction) -> tuple[Curve, ...]:
    """The prediction for the shifted inputs, or for the list in another order; nothing while nothing is changed."""
    done = [moved_back(controls.tau)] if controls.tau else []
    if controls.order != DRAWN:
        done.append("list reversed")
        turned = in_order(points, controls.order)
        (shifted,) = encoded_predictions(controls.way, turned, (controls.tau,), controls.targets)
    return (shifted.curve("shifted-prediction", joined(", ", done)),) if done else ()


def _dials(controls: PositionalControls) -> Panel:
    return dials.dials_panel(controls.sinusoids, *controls.pair)


def _excess_of(way: str) -> tuple[Reading, ...]:
    found, _ = for_each_model(survey.excess_reading, (way,))
    return tuple(found.values())


def _band(way: str, changed: Changes, controls: PositionalControls) -> Panel:
    """One input encoding as a small multiple, with its shifted prediction."""
    here, shifted = changed.here.every(THIN), changed.shifted.every(THIN)
    dashed = (shifted.curve("shifted-prediction"),) if controls.tau else ()
    note = f"Change: {both_changes(shift_error(here, shifted))}" if controls.tau else ""
    name, title = ENCODINGS[way].model, ENCODINGS[way].title
    marks = (here.curve(), *dashed)
    return Panel(f"band-{way}", title, marks, area="multiple", x=controls.view, points=True, model=name, note=note)


def _weights(way: str, here: GridPrediction, points: Points) -> Panel:
    """The map of the weights that made the prediction: rows are targets, columns context points."""
    weights = attention_map(here, points, layer=READS.get(way, LAST))
    titles = ("target x (query)", "context x (key)")
    rows, values = row_names(here.x[::EVERY]), weights.values[::EVERY].round(4)
    heat = HeatMap(values, *titles, rows, weights.labels, keys=weights.keys, model=here.model)
    where, last = "last layer", ""
    if way in READS:
        where = f"layer {READS[way] + 1}"
        last = f"The last layer gives null {attention_map(here, points).values[:, 0].mean():.0%}. "
    title = f"Attention weights by target and context point, {where}"
    note = f'Averaged over heads. The column "null" is the learned null token. {last}{NOT_TO_SCALE}'
    return Panel("weights", title, (heat,), x_title=titles[1], y_title=titles[0], model=here.model, note=note)


def _caption(controls: PositionalControls, points: Points, error: ShiftError) -> Prose:
    text = f"The stage shows {controls.encoding.title}."
    if controls.way == CENTRED and not len(points):
        text += " Without points there is nothing to centre on."
    if not controls.tau:
        return text
    return words(
        f"{text} With all x shifted by ", signed(controls.tau), f", it changes: {both_changes(error)} (rms over x)."
    )
