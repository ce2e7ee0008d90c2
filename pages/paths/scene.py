"""Sample paths: functions that a model draws from its prediction, how their values are correlated, and the probability
of an event that joins two places."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from pages.paths.controls import LEVELS, STEP, PathsControls
from pages.paths.drawn_value import DrawnValue, drawn_at_a
from pages.paths.joint import Event, bayes_correlation, event, model_correlation
from pages.paths.ways import small_paths, ways_panel
from pages.shared.models.catalogue import NAMES, is_own
from pages.shared.models.model_panel import model_panel
from pages.shared.models.predictions import GridPrediction, attention_map, predictions, shift_error
from pages.shared.models.sample_paths import LARGE, draw_autoregressive_paths, draw_paths
from pages.shared.scene.marks import Bars, Dots, Handle, HeatMap, Level, Line, Mark, Panel, Reading, Scene, shown
from pages.shared.scene.quantities import Prose, at_x, at_y, joined, plus_minus, words
from pages.shared.scene.readings import NOT_TO_SCALE, moved_back, row_names, shift_reading
from tnpcore import Points

ROWS = 4  # every fourth target is a row of the map of weights
MOVED = 3  # paths on the stage where each is drawn twice: as it is, and with all inputs shifted
PRODUCT, BAYES = "product", "Bayes predictor"
SAME = "The same random numbers are drawn for both."


def scene(points: Points, controls: PathsControls) -> Scene:
    """The band of the chosen model, the two places and the level, and the attention weights behind the band."""
    name, tau = controls.model, controls.tau
    here, shifted = predictions(name, points, (0.0, tau), controls.grid, record=True)
    value = drawn_at_a(points, controls) if controls.given else None
    marks = (here.curve(label=NAMES[name]), *_dashed(shifted, value, tau), *_event_marks(controls))
    stage = model_panel("stage", controls.way, marks, name, controls, "stage")
    readings = [shift_reading(name, NAMES[name], shift_error(here, shifted), tau, name)]
    readings += [value.reading] if value else []
    if is_own(name):
        return Scene((stage,), tuple(readings), _caption(here, controls))
    weights = _weights(value.prediction if value else here, value.context if value else points, controls)
    return Scene((stage, weights), tuple(readings), _caption(here, controls))


def aside(points: Points, controls: PathsControls) -> Scene:
    """The probability of the event; the paths and the correlations, unless each value needs a pass of its own."""
    found = event(points, controls)
    panels = [_event_panel(found, controls)]
    if not _slow(controls):
        panels += _drawn(points, controls)
    return Scene(tuple(panels), readings_of(found, controls), equation=_equation(found))


def later(points: Points, controls: PathsControls) -> Scene:
    """What takes many passes: paths drawn one value after the other, the event by all kinds of model, their paths."""
    panels = _drawn(points, controls) if _slow(controls) else []
    best = _correlation_panel(
        "bayes-correlation", BAYES, bayes_correlation(points, controls.map_targets), "Exact.", controls
    )
    return Scene((*panels, best, ways_panel(points, controls), *small_paths(points, controls)))


def stage_paths(points: Points, controls: PathsControls, tau: float = 0.0) -> Float[np.ndarray, "S Np"]:
    """The paths on the stage, with all inputs shifted by tau, shown back at the original inputs."""
    drawing = draw_autoregressive_paths if controls.in_turn else draw_paths
    return drawing(controls.model, points, controls.path_targets, LARGE, controls.draw, tau)


def _slow(controls: PathsControls) -> bool:
    return controls.in_turn or controls.model == "tnpa"


# ---- the stage -------------------------------------------------------------------------------------


def _dashed(shifted: GridPrediction, value: DrawnValue | None, tau: float) -> tuple[Mark, ...]:
    """The prediction with the value drawn at A in the context, or that for shifted inputs."""
    if value is not None:
        curve = value.prediction.curve("shifted-prediction", "with the value at A in the context")
        return curve, Dots(np.array([value.x]), np.array([value.y]), role="drawn", labels=("drawn",))
    return (shifted.curve("shifted-prediction", moved_back(tau)),) if tau else ()


def _event_marks(controls: PathsControls) -> tuple[Mark, ...]:
    (a,), (b,) = controls.places.tolist()
    level = Level(controls.level, "level", "level", LEVELS, STEP)
    return level, Handle(a, "a", "A"), Handle(b, "b", "B")


def _drawn(points: Points, controls: PathsControls) -> list[Panel]:
    """The paths on the stage, and the correlation of their values."""
    x, name = controls.path_targets[:, 0].numpy(), controls.model
    paths, lines = stage_paths(points, controls), []
    count = MOVED if controls.tau else LARGE
    for i, path in enumerate(paths[:count]):
        lines.append(Line(x, path, "path", f"{count} sample paths" if i == 0 else "", name))
    if controls.tau:
        for i, path in enumerate(stage_paths(points, controls, controls.tau)[:count]):
            lines.append(Line(x, path, "shifted-path", "the same, inputs shifted" if i == 0 else "", name, dashed=True))
    stage = Panel("stage", controls.way, tuple(lines), area="stage", x=controls.view)
    values, estimated = model_correlation(points, controls)
    note = f"Estimated from {estimated:,} paths." if estimated else "Exact."
    return [stage, _correlation_panel("correlation", controls.way, values, note, controls)]


# ---- the panels ------------------------------------------------------------------------------------


def _correlation_panel(
    id: str, way: str, values: Float[np.ndarray, "Nr Nr"], note: str, controls: PathsControls
) -> Panel:
    """The correlation of the values at every pair of targets: 1 on the diagonal."""
    names = row_names(controls.map_targets[:, 0].numpy())
    heat = HeatMap(values, "x", "x′", names, names, diverging=True, square=True)
    return Panel(id, f"Correlation of the values at x and x′: {way}", (heat,), x_title="x′", y_title="x", note=note)


def _event_panel(found: Event, controls: PathsControls) -> Panel:
    names = (PRODUCT, f"{found.paths.count:,} paths", BAYES)
    bars = Bars(np.array([found.product, found.paths.value, found.bayes]), names, controls.model)
    note = f"{controls.way}. Sampling error of the paths: ±{found.paths.error:.2f}."
    title = words("P(y > ", at_y(controls.level), " at A and at B)")
    return Panel("event", title, (bars,), model=controls.model, note=note)


def _weights(prediction: GridPrediction, context: Points, controls: PathsControls) -> Panel:
    """The map of the weights that made the prediction; a drawn value in the context has a column of its own."""
    found, name = attention_map(prediction, context), controls.model
    labels, keys = found.labels, found.keys
    if controls.given:
        drawn = len(context) - 1
        labels = tuple("A" if key == drawn else label for label, key in zip(labels, keys, strict=True))
        keys = tuple(-1 if key == drawn else key for key in keys)
    x = prediction.x[::ROWS]
    row = int(np.abs(x - controls.places[1, 0].item()).argmin())
    heat = HeatMap(
        found.values[::ROWS], "target x", "context x", row_names(x), labels, None, active_row=row, keys=keys, model=name
    )
    kind = "Attention weights" if prediction.attention else "Weights"
    note = f"Last layer, averaged over heads. {NOT_TO_SCALE} The outlined row is the target nearest to B."
    return Panel("weights", f"{kind} by target and context point", (heat,), model=name, note=note)


# ---- numbers ---------------------------------------------------------------------------------------


def readings_of(found: Event, controls: PathsControls) -> tuple[Reading, ...]:
    """The numbers of the event."""
    name, level, (at_a, at_b) = controls.model, at_y(controls.level), found.marginals
    share = f"{found.paths.value:.2f} ± {found.paths.error:.2f}"
    apart = found.both - found.product
    exact = "" if found.covariance is None else ", by the covariance"
    return (
        Reading("p-a", words("P(y > ", level, ") at A"), at_a, f"{at_a:.2f}", "", name),
        Reading("p-b", words("P(y > ", level, ") at B"), at_b, f"{at_b:.2f}", "", name),
        Reading("product", "Product of the two", found.product, f"{found.product:.2f}", "", name),
        Reading("paths", f"Both, on {found.paths.count:,} paths", found.paths.value, share, "", name),
        Reading("bayes", f"Both, by the {BAYES}", found.bayes, f"{found.bayes:.2f}", "", "bayes"),
        Reading("correlation", "Correlation of the values at A and B", found.correlation, shown(found.correlation)),
        Reading("difference", f"Joint probability{exact}, less the product", apart, shown(apart), "", name),
    )


def _equation(found: Event) -> str:
    a, b = found.marginals
    return f"P(A) · P(B) = {a:.2f} · {b:.2f} = {found.product:.2f},  P(A and B) = {found.both:.2f}"


def _caption(here: GridPrediction, controls: PathsControls) -> Prose:
    (a,), (b,) = controls.places.tolist()
    each = (words("x = ", at_x(x), ": ", plus_minus(*here.at(x))) for x in (a, b))
    return words(f"{controls.way} predicts (± 2 sd) at ", joined(", at ", each), ".")
