"""Attention: the row of weights behind one prediction, from score to softmax to effect."""

from __future__ import annotations

import math

import numpy as np

from pages.attention.comparisons import twins
from pages.attention.controls import AttentionControls
from pages.attention.displacement_bias import bias_panel
from pages.attention.mixture import product_panel, score_to_mixture, values_panel
from pages.attention.weights import LayerRecord, leave_one_out, record_layer
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import rms_difference, shift_error
from pages.shared.scene.marks import Bars, Handle, HeatMap, Line, Panel, Reading, Scene, Threads, shown
from pages.shared.scene.quantities import Prose, along_x, along_y, at_x, joined, plus_minus, words
from pages.shared.scene.readings import KEYS_BY_X, moved_back, row_names, shift_reading, small_along_y
from tnpcore import Points

EVERY = 3  # every third target of the grid is a row of the matrix, and the query is one more
NOTHING = 1e-3  # of y, all effects together: less is the rounding of float32, and no shares are drawn of it
TERMS = 3  # so many terms of the mixture are written out
NULL = "null"  # the name of the null token among the keys
SHIFTED = "Keys keep the names that they have without the shift."
WEIGHTS = "They sum to 1. The connecting lines are as thick."
EFFECT = "Size of the change of the mean at the query, as a share of the sum."


def scene(points: Points, controls: AttentionControls) -> Scene:
    """The prediction with connecting lines from the query, the matrix of weights, and the query's row of it."""
    layer = record_layer(points, controls)
    order = np.argsort(points.x[:, 0].numpy(), kind="stable")
    names = (NULL, *(at_x(x) for x in points.x[order, 0].tolist()))
    columns = np.concatenate([[0], order + 1])
    keys = _keys(columns)
    row = _row(layer, controls)[columns]
    bias = (bias_panel(controls),) if controls.model == "tetnp" else ()
    maps = [_matrix(layer, controls, columns, names), _heads(layer, controls, columns, names)]
    weights = (Bars(row, names, controls.model, keys, pair=_pair(points, keys)),)
    title = f"Attention weights by key: {controls.layer_and_head}"
    bars = [Panel("weights", title, weights, area="multiple", note=WEIGHTS), _shifted(layer, controls, columns, names)]
    if len(controls.heads) == 1:
        steps = (score_to_mixture, product_panel, values_panel)
        maps = [*(panel(layer, controls, columns, names) for panel in steps), *maps]
    return Scene(
        (_stage(layer, controls), *bias, *maps, *bars),
        _readings(layer, controls, row, names),
        _caption(layer, controls, row, names),
        *_equation(controls, row, names, keys),
    )


def later(points: Points, controls: AttentionControls) -> Scene:
    """The effect of leaving out each point on the mean at the query, beside its weight."""
    row = _row(record_layer(points, controls), controls)
    which, change = leave_one_out(points, controls, row)
    if not len(which):
        return Scene(())
    order = np.argsort(points.x[which, 0].numpy(), kind="stable")
    which, change = which[order], change[order]
    names = tuple(at_x(x) for x in points.x[which, 0].tolist())
    size = np.abs(change)
    shares = size / max(float(size.sum()), NOTHING)
    most, heavy = int(size.argmax()), int(row[1 + which].argmax())
    every = len(which) == len(points)  # then the place of the null token stays free: each bar is below its weight
    title = "Effect of leaving out a point, share of the sum" + ("" if every else f": {len(which)} largest weights")
    amounts = (Bars(shares, names, controls.model, tuple(which.tolist()), free=int(every)),)
    bars = Panel("effect", title, amounts, area="multiple", note=EFFECT)
    label = words("Largest effect: change of the mean at the query without x = ", names[most])
    caption = words(
        "Without the point of largest weight, x = ",
        names[heavy],
        ", the mean changes by ",
        along_y(change[heavy]),
        "; ",
    )
    larger = words("without x = ", names[most], " by ", along_y(change[most]), ".")
    caption += "no change shown is larger." if most == heavy else larger
    return Scene((bars,), (Reading("effect", label, float(change[most]), along_y(change[most])),), caption)


def _pair(points: Points, keys: tuple[int, ...]) -> tuple[int, ...]:
    """The columns of two points at one place, in their order: what they are together is what one of them was."""
    return tuple(sorted(keys.index(point) for point in twins(points) or ()))


def _row(layer: LayerRecord, controls: AttentionControls) -> np.ndarray:
    """The query's weights [1+Nc], averaged over the chosen heads."""
    return layer.weights[list(controls.heads), layer.row].mean(0)


def _stage(layer: LayerRecord, controls: AttentionControls) -> Panel:
    here, row = layer.here, _row(layer, controls)
    marks = [here.curve(label=NAMES[controls.model])]
    if controls.tau:
        marks.append(layer.shifted.curve("shifted-prediction", moved_back(controls.tau)))
    if controls.intervenes:
        marks.append(Line(here.x, layer.trained.mean, "signal", "mean of the model as trained", dashed=True))
    marks.append(Threads(controls.at, float(here.mean[layer.row]), row[1:], float(row[0]), controls.model))
    marks.append(Handle(controls.at, "query", "query"))
    return Panel(
        "stage",
        f"{NAMES[controls.model]}: {controls.layer_and_head}",
        tuple(marks),
        area="stage",
        x=controls.view,
        points=True,
        model=controls.model,
    )


def _shifted(layer: LayerRecord, controls: AttentionControls, columns: np.ndarray, names: tuple[Prose, ...]) -> Panel:
    """The query's weights with all inputs shifted; the keys keep the names that they have without."""
    row = layer.shifted_row[list(controls.heads)].mean(0)[columns]
    bars = (Bars(row, names, controls.model, _keys(columns)),)
    title = words("The same weights, all inputs shifted by ", along_x(controls.tau, signed=True))
    return Panel("shifted", title, bars, area="multiple", note=SHIFTED)


def _matrix(layer: LayerRecord, controls: AttentionControls, columns: np.ndarray, names: tuple[Prose, ...]) -> Panel:
    rows = sorted({*range(0, len(layer.here.x), EVERY), layer.row})
    values = layer.weights[list(controls.heads)].mean(0)[np.ix_(rows, columns)]
    heat = HeatMap(
        values,
        "target x (query)",
        KEYS_BY_X,
        row_names(layer.here.x[rows]),
        names,
        active_row=rows.index(layer.row),
        keys=_keys(columns),
        model=controls.model,
    )
    note = 'Every row sums to 1; the outlined row is the query. The column "null" is the learned null token.'
    note += " Columns stand in the order of x, not to scale."
    title = f"Weights by target and key: {controls.layer_and_head}"
    return Panel("matrix", title, (heat,), model=controls.model, note=note)


def _heads(layer: LayerRecord, controls: AttentionControls, columns: np.ndarray, names: tuple[Prose, ...]) -> Panel:
    """The query's weights in every head of the layer."""
    values = layer.weights[:, layer.row][:, columns]
    labels = tuple(f"head {h + 1}" for h in range(len(values)))
    only = controls.heads[0] if len(controls.heads) == 1 else None
    heat = HeatMap(values, "head", KEYS_BY_X, labels, names, active_row=only, keys=_keys(columns), model=controls.model)
    title = f"The query's attention weights by head: {controls.layer_name}"
    return Panel("heads", title, (heat,), model=controls.model)


def _readings(
    layer: LayerRecord, controls: AttentionControls, row: np.ndarray, names: tuple[Prose, ...]
) -> tuple[Reading, ...]:
    top, entropy = int(row.argmax()), _normalised_entropy(row)
    error = shift_error(layer.here.without(layer.row), layer.shifted.without(layer.row))
    swing = 0.5 * float(np.abs(layer.shifted_row - layer.weights[:, layer.row]).sum(-1)[list(controls.heads)].mean())
    readings = [
        Reading(
            "heaviest", "Largest attention weight", float(row[top]), words(f"{row[top]:.0%} on ", _key_name(names[top]))
        ),
        Reading("null", "Weight of the null token", float(row[0]), f"{row[0]:.0%}"),
        Reading("evenness", f"Normalised entropy of the weights ({_counted(len(row))})", entropy, shown(entropy)),
        shift_reading(controls.model, NAMES[controls.model], error, controls.tau, controls.model),
        Reading("swing", "Weight that moves to other keys under this shift", swing, f"{swing:.0%}"),
    ]
    if controls.intervenes:
        change = rms_difference(layer.here, layer.trained)
        readings.append(
            Reading("change", "Change of the mean in view by your intervention", change, small_along_y(change))
        )
    return tuple(readings)


def _normalised_entropy(row: np.ndarray) -> float:
    """Entropy of the weights divided by its maximum, log n for n keys; 0 for a single key."""
    if len(row) == 1:
        return 0.0
    positive = row[row > 0].astype(np.float64)
    return float(-(positive * np.log(positive)).sum() / math.log(len(row)))


def _counted(keys: int) -> str:
    """What a normalised entropy of 1 would be: which keys are counted."""
    points = {1: "", 2: " and 1 point"}.get(keys, f" and {keys - 1} points")
    return f"1: uniform over the null token{points}, log {keys}" if points else "only the null token: 0"


def _equation(
    controls: AttentionControls, row: np.ndarray, names: tuple[Prose, ...], keys: tuple[int, ...]
) -> tuple[Prose, tuple[tuple[Prose, int], ...]]:
    """The mixture that leaves the head, its largest terms written out; and these terms with the points they name."""
    heaviest = [i for i in np.argsort(-row, kind="stable")[:TERMS] if row[i] >= 0.005]
    rest = 1.0 - float(row[heaviest].sum())
    several = len(controls.heads) > 1
    terms = [
        words(f"{row[i]:.2f} ", *(("on ", _key_name(names[i])) if several else ("v(", names[i], ")"))) for i in heaviest
    ]
    linked = tuple((term, keys[i]) for term, i in zip(terms, heaviest) if keys[i] >= 0)
    terms += [f"{rest:.2f} {'on others' if several else 'of other v'}"] if rest >= 0.005 else []
    if several:
        return words("mean weights at x = ", at_x(controls.at), ": ", joined(", ", terms)), linked
    muted = ", muted to 0" if controls.mute else ""
    return words("out(x = ", at_x(controls.at), ") = ", joined(" + ", terms), muted), linked


def _caption(layer: LayerRecord, controls: AttentionControls, row: np.ndarray, names: tuple[Prose, ...]) -> Prose:
    here, top = layer.here, int(row.argmax())
    mean, sd = here.mean[layer.row], here.sd[layer.row]
    text = words("At x = ", at_x(controls.at), f" {NAMES[controls.model]} predicts ", plus_minus(mean, sd), " (2 sd). ")
    return text + f"In {controls.layer_and_head}, {row[top]:.0%} of the weight is on " + _key_name(names[top]) + "."


def _keys(columns: np.ndarray) -> tuple[int, ...]:
    """The drawn point behind each column; the null token has none."""
    return tuple((columns - 1).tolist())


def _key_name(name: Prose) -> Prose:
    return "the null token" if name == NULL else words("x = ", name)
