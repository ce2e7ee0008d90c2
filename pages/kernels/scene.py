"""Kernels: the curves of four methods, and the weights that each gives the points at the query."""

from __future__ import annotations

import numpy as np

from pages.kernels import functions
from pages.kernels.controls import KernelControls
from pages.kernels.density import density_panels
from pages.kernels.methods import (
    MAP,
    Weights,
    doubled,
    entered,
    moved_weight,
    nearest,
    pair_weights,
    weights,
)
from pages.kernels.readings import FOUR, LONG, caption, readings
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import GridPrediction, predictions, shift_error
from pages.shared.scene.marks import (
    TRAINED_ON,
    Bars,
    Dots,
    Handle,
    HeatMap,
    Line,
    Mark,
    Panel,
    Reading,
    Scene,
    Threads,
    shown,
)
from pages.shared.scene.quantities import Prose, along_x, at_x, at_y, joined, words
from pages.shared.scene.readings import NOT_TO_SCALE, UNSHIFTED, moved_back, row_names, shift_reading
from tnpcore import Points
from tnpcore.data.gp import posterior

SHORT = {"nw": "NW", "dot": "dot products", "krr": "KRR", "gp": "GP", "head": "head"}
DASHED = ("dot", "krr")  # they may lie on another curve
BANDS = ("all", "gp")  # where the Gaussian process has its band
TERMS = 3  # so many terms of the weighted mean are written out


def scene(points: Points, controls: KernelControls) -> Scene:
    """The curves on the stage, the rows of weights at the query, and the predictions there."""
    context = entered(points, controls)
    found = weights(context, controls)
    both = predictions(controls.model, context, (0.0, controls.tau), controls.grid)
    shift = shift_reading(controls.model, NAMES[controls.model], shift_error(*both), controls.tau, controls.model)
    stage = _stage(points, context, found, both, controls)
    if not len(points):
        alone = f"Without points {NAMES[controls.model]} and the GP predict from the prior alone."
        return Scene((stage,), (shift,), alone)
    equation, terms = _equation(context, found, controls)
    panels = (stage, _four(context, found, controls), _rows(context, found, controls))
    return Scene(panels, readings(found, shift, controls), caption(context, found, controls), equation, terms)


def aside(points: Points, controls: KernelControls) -> Scene:
    """Functions of the GP, a second entry of one point, the density, maps of weights, and a shift of all inputs."""
    drawn = functions.panels(points, controls)
    if not len(points):
        return Scene(drawn)
    once, twice = weights(points, controls), weights(doubled(points, controls), controls)
    context, found = entered(points, controls), twice if controls.twice else once
    moved = moved_weight(found, weights(context, controls, controls.tau) if controls.tau else found)
    label = f"Weight of the row of {controls.head_name} that moves under this shift"
    number = nearest(points, controls)
    pair = _pair(pair_weights(once, twice, number), number, at_x(float(points.x[number, 0])), controls)
    maps = _maps(context, found, controls)
    panels = (*drawn, pair, *density_panels(context, controls), maps, _moved(moved, controls))
    return Scene(panels, (Reading("moved", label, moved["head"], f"{moved['head']:.0%}"),))


def _stage(
    points: Points, context: Points, found: Weights, both: list[GridPrediction], controls: KernelControls
) -> Panel:
    marks: list[Mark] = []
    if controls.show == "model":
        marks += _model_curves(*both, controls)
    else:
        methods = [name for name in controls.methods if len(points) or name in ("krr", "gp")]
        methods.sort(key=DASHED.__contains__)  # what is drawn later lies above
        marks += [_curve(name, context, found, controls) for name in methods]
        marks += _entered_once(points, methods, controls)
    connected = {"nw": "nw", "dot": "dot", "head": "head"}.get(controls.show)
    if connected and len(points):
        row = found.row(connected)
        marks.append(Threads(controls.at, found.at_query(connected), row, 0.0, colour(connected, controls), "weight"))
    marks.append(Handle(controls.at, "query", "query"))
    model = controls.model if controls.show == "model" else ""
    title = NAMES[controls.model] if model else "Weighted sums of y"
    tint = TRAINED_ON if "head" in controls.methods else None
    return Panel("stage", title, tuple(marks), area="stage", x=controls.view, points=True, tint=tint, model=model)


def _model_curves(here: GridPrediction, shifted: GridPrediction, controls: KernelControls) -> list[Mark]:
    marks: list[Mark] = [here.curve(label=NAMES[controls.model])]
    if controls.tau:
        marks.append(shifted.curve("shifted-prediction", moved_back(controls.tau)))
    return marks


def _curve(name: str, context: Points, found: Weights, controls: KernelControls) -> Mark:
    if name == "gp" and controls.show in BANDS:
        return gp_prediction(context, controls).curve(label=LONG[name])
    x, label = controls.grid[:, 0].numpy(), LONG.get(name, controls.head_name)
    return Line(x, found.curve(name), colour(name, controls), label, dashed=name in DASHED)


def _entered_once(points: Points, methods: list[str], controls: KernelControls) -> list[Mark]:
    """The same curves without the second entry, where there is one, and which point was entered twice."""
    if not controls.twice or not len(points):
        return []
    x, once = controls.grid[:, 0].numpy(), weights(points, controls)
    labels = ("dashed: entered once", *[""] * len(methods))
    curves = [
        Line(x, once.curve(name), colour(name, controls), label, dashed=True)
        for name, label in zip(methods, labels, strict=False)
    ]
    number = nearest(points, controls)
    at, y = points.x[number].numpy(), points.y[number].numpy()
    return [*curves, Dots(at, y, "name", labels=("×2",))]


def gp_prediction(context: Points, controls: KernelControls) -> GridPrediction:
    """The exact posterior at the targets in view, noise included."""
    exact = posterior(controls.gp_kernel, context, controls.grid, controls.noise)
    x, mean, sd = controls.grid[:, 0].numpy(), exact.mean[:, 0].numpy(), exact.stddev[:, 0].numpy()
    return GridPrediction("gp", x, mean, sd)


def colour(name: str, controls: KernelControls) -> str:
    """The role in whose colour a method is drawn: its own, or for the head that of its model."""
    return controls.model if name == "head" else name


def _columns(context: Points, controls: KernelControls) -> tuple[np.ndarray, tuple[str, ...], tuple[int, ...]]:
    """The points in the order of x: their numbers and names, and the drawn points that they are."""
    order = np.argsort(context.x[:, 0].numpy(), kind="stable")
    return order, tuple(at_x(x) for x in context.x[order, 0].tolist()), _drawn(order.tolist(), context, controls)


def _drawn(numbers: list[int], context: Points, controls: KernelControls) -> tuple[int, ...]:
    """The drawn points behind numbers of the context: a second entry, the last, is the point nearest to the query."""
    last = len(context) - 1
    return tuple(nearest(context, controls) if controls.twice and i == last else i for i in numbers)


def _rows(context: Points, found: Weights, controls: KernelControls) -> Panel:
    order, names, keys = _columns(context, controls)
    amounts = np.concatenate([found.row(name) for name in controls.methods])
    bars, span = [], (min(0.0, float(amounts.min())), float(amounts.max()))
    for name in controls.methods:
        row = found.row(name)[order]
        title = f"{controls.head_name if name == 'head' else SHORT[name]}: sum {shown(float(row.sum()))}"
        bars.append(Bars(row, names, colour(name, controls), keys, title, span))
    note = f"The head's row holds shares of the points: its null token has {found.null[len(controls.grid)]:.0%}."
    return Panel("rows", words("Weights at the query x = ", at_x(controls.at)), tuple(bars), note=note)


def _four(context: Points, found: Weights, controls: KernelControls) -> Panel:
    """The rows of the four methods one above the other, as numbers."""
    order, names, keys = _columns(context, controls)
    values = np.stack([found.row(name)[order] for name in FOUR])
    labels = tuple(SHORT[name] for name in FOUR)
    heat = HeatMap(values, "", "context x", labels, names, diverging=True, keys=keys, show_numbers=True, wide=True)
    sums = ", ".join(f"{SHORT[name]} {shown(float(found.row(name).sum()))}" for name in FOUR)
    title = words("Weights at the query x = ", at_x(controls.at), ", by method")
    return Panel("four", title, (heat,), note=f"Sums of the rows: {sums}.")


def _pair(found: dict[str, tuple[float, float]], number: int, x: Prose, controls: KernelControls) -> Panel:
    methods = [name for name in controls.methods if name != "dot"]
    entries = 1 + controls.twice  # what the second entry changes is seen once there is one
    values = np.array([value for name in methods for value in found[name][:entries]])
    labels = tuple(label for name in methods for label in (SHORT[name], f"{SHORT[name]} ×2")[:entries])
    bars = (Bars(values, labels, keys=(number,) * len(labels)),)
    note = "×2: the weights of both entries together." if controls.twice else ""
    title = words("Weight of x = ", x, ": entered once", ", and twice (×2)" if controls.twice else "")
    return Panel("pair", title, bars, note=note)


def _maps(context: Points, found: Weights, controls: KernelControls) -> Panel:
    """NW on the left, the head on the right, with a gap between them."""
    order, names, keys = _columns(context, controls)
    nw, head = (found.map(name)[:, order] for name in ("nw", "head"))
    heat = HeatMap(
        np.concatenate([nw, np.zeros((len(nw), 1)), head], -1),
        "query x",
        words("context x: NW of h = ", along_x(controls.bandwidth), f" | {controls.head_name}"),
        row_names(MAP[:, 0].numpy()),
        (*names, "", *names),
        active_row=int(np.abs(MAP[:, 0].numpy() - controls.at).argmin()),
        keys=(*keys, -1, *keys),
        model=controls.model,
        gap=len(keys),
    )
    title = f"Weights by query and point: NW, {controls.head_name}"
    return Panel("maps", title, (heat,), model=controls.model, note=NOT_TO_SCALE)


def _moved(moved: dict[str, float], controls: KernelControls) -> Panel:
    values, labels = np.array([moved[name] for name in FOUR]), tuple(SHORT[name] for name in FOUR)
    if not controls.tau:
        return Panel("moved", "Weight that moves under a shift", (), note=UNSHIFTED)
    title = words("Weight that moves, inputs shifted by ", along_x(controls.tau, signed=True))
    return Panel("moved", title, (Bars(values, labels),), note="Half the sum of the changes of the row.")


def _equation(context: Points, found: Weights, controls: KernelControls) -> tuple[Prose, tuple[tuple[Prose, int], ...]]:
    """The weighted mean of Nadaraya-Watson, its largest terms written out, and these terms with their points."""
    row = found.row("nw")
    order = [int(i) for i in np.argsort(-row, kind="stable")[:TERMS] if row[i] >= 0.005]
    terms = [words(f"{row[i]:.2f} · ", at_y(found.y[i])) for i in order]
    rest = found.at_query("nw") - float(row[order] @ found.y[order])
    tail = words(" + (", at_y(rest), ")") if len(row) > len(order) else ""
    text = words("NW(x = ", at_x(controls.at), ") = ", joined(" + ", terms), tail, " = ", at_y(found.at_query("nw")))
    return text, tuple(zip(terms, _drawn(order, context, controls)))
