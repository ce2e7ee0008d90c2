"""Two dimensions: the map under the stations, its sd, what a probe depends on, channels on the grid, shifted maps."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pages.plane import cost, left_out_panel
from pages.plane.controls import (
    AT_ZERO,
    EDGE,
    GRIDS,
    IN_VIEW,
    LAYERS,
    MODELS,
    MOST,
    ON_PICTURES,
    PICTURES,
    PRIOR,
    RESIDUAL,
    TITLES,
    PlaneControls,
)
from pages.plane.maps import Station, cells, change, channels, limit, limit_at, predicted, probed, reach, stations
from pages.shared.models.catalogue import plain
from pages.shared.models.once import once
from pages.shared.scene.hull import Hull, hull
from pages.shared.scene.marks import Bars, Dots, Field, Line, Mark, Panel, Place, Reading, Scene, Threads
from pages.shared.scene.quantities import ALONG_Z, AT_Z, Prose, along_x, along_y, along_z, at_z, joined, words
from pages.shared.scene.readings import UNSHIFTED, both_changes, small, tone_of
from tnpcore import Points
from tnpcore.data.priors import prior

# Of the darkest colours of mean and sd, unless a map goes beyond. Wide enough for a value that is dragged as far as it
# goes: while it is, a colour keeps its number, so that a map is seen to change.
SCALE, SD_SCALE = MOST, 1.5
INK = 1.0  # of a picture: 0 is paper
INSIDE = (-EDGE, EDGE)
MOST_NAMES, MOST_NUMBERS = 12, 30  # of more stations they would lie on each other
SQUARE = ((-1, 1, 1, -1, -1), (-1, -1, 1, 1, -1))  # about a middle, corner after corner
LEAST = 3e-4  # of the mean by a unit of a station's value: less counts as none

OUTSIDE = "outside the stations' convex hull: extrapolated"
BAYES = "bayes"
ATTENTION = "They and the null token's weight sum to 1. Before the last layer, stations attend to each other as well."
BACK = "Predicted from shifted stations in shifted cells, and drawn where both were before."

# Below bars, where there is little room.
SHORT = {"tetnp": "TETNP", "tnpd": "TNP-D", "convcnp": "ConvCNP", BAYES: "Bayes"}
SHORT |= {plain(RESIDUAL): "residual", plain(AT_ZERO): "grid at 0"}


def scene(points: Points, controls: PlaneControls) -> Scene:
    """What follows the hand: the map, its sd, the values, and the channels of a grid."""
    given, name = stations(points, controls), controls.model
    found = predicted(name, given)
    panels = (
        _map(
            "stage",
            f"{TITLES[name]}: predictive mean",
            _mean(found.mean, name, given),
            controls,
            _names(given),
            _ring(controls, anywhere=False),
            area="stage",
        ),
        _map("sd", "Standard deviation", _sd(found.sd, name, given), controls),
        _values(given),
        *(_channels(given, controls) if name in GRIDS else ()),
    )
    widest = float(found.sd.max())
    reading = Reading("widest", "Largest standard deviation of the map", widest, along_z(widest))
    return Scene(panels, (reading,), _caption(given, found.sd, name))


def aside(points: Points, controls: PlaneControls) -> Scene:
    """What the mean at the probe depends on, the shifted map, and what a map costs."""
    given = stations(points, controls)
    return _about_probe(given, controls).joined(_about_shift(given, controls)).joined(Scene((cost.panel(),), ()))


def _about_probe(given: tuple[Station, ...], controls: PlaneControls) -> Scene:
    """The probe's mean by all models, and what of the stations the chosen one reads for it."""
    name = controls.model
    usual = ON_PICTURES if name in ON_PICTURES else MODELS
    found = {each: probed(each, given, controls.probe) for each in {*usual, name}}
    probe = found[name]
    count = depends(probe.slopes)
    best = {} if name in ON_PICTURES else {BAYES: limit_at(given, controls.probe)[0]}
    bars = _bars({each: found[each].mean for each in usual} | best, quantity=AT_Z)
    panels = (
        _probe(probe.slopes, controls),
        *(() if name in GRIDS else (_attention(probe.attention, controls),)),
        Panel("probes", "Mean at the probe", (bars,), tint=None, note=words(_said(bars, at_z), _BEGIN)),
    )
    readings = (
        Reading("mean-probe", "Mean at the probe", probe.mean, at_z(probe.mean), "", plain(name)),
        Reading("sd-probe", "Standard deviation at the probe", probe.sd, along_z(probe.sd), "", plain(name)),
        Reading("depends", "Stations that the probe's mean depends on", count, str(count)),
    )
    return Scene(panels, readings)


def _about_shift(given: tuple[Station, ...], controls: PlaneControls) -> Scene:
    """The shifted map, and by how much the shift changes that of each model."""
    name = controls.model
    moved = {each: change(each, given, controls.shift) for each in controls.alike}
    error = moved[name]
    there, here = predicted(name, given, controls.shift), predicted(name, given)
    ends = cells(name).ends
    residual = Field((there.mean - here.mean) / here.sd, ends, ends, "change, in sd", plain(name), diverging=True)
    shifted = any(controls.shift)
    label = words("Change of the map, all inputs shifted by ", vector(controls.shift))
    reading = Reading(
        f"shift-{plain(name)}",
        label,
        error.mean,
        both_changes(error),
        tone_of(error.largest) if shifted else "",
        plain(name),
    )
    note = "Shifted map, moved back, minus the map, in its sd." if shifted else UNSHIFTED
    errors = _bars({each: error.mean for each, error in moved.items()}, (0.0, 1.0))
    return Scene(
        (
            _map("shifted", "Mean from shifted stations", _mean(there.mean, name, given), controls, note=BACK),
            _map("moved", "What a shift changes", residual, controls, note=note),
            Panel("changes", "Change of the map by the shift, in sd", (errors,), tint=None, note=_said(errors, small)),
        ),
        (reading,),
    )


def later(points: Points, controls: PlaneControls) -> Scene:
    """The limit's map, an integral over all maps that the prior draws; every station predicted from the others; how
    long a map takes."""
    given = stations(points, controls)
    rest = left_out_panel.shown_of(controls.model, given).joined(Scene((cost.times(),)))
    if controls.model in ON_PICTURES:  # the limit of pictures is not known
        return rest
    best = _mean(limit(given).mean, controls.model, given)
    panel = _map("limit", "Bayes predictor: mean", best, controls, note=_LIMIT)
    mean, _ = limit_at(given, controls.probe)
    there = Reading("limit-probe", "Bayes predictor: mean at the probe", mean, at_z(mean))
    return Scene((panel,), (there,)).joined(rest)


_BEGIN = words(". Bars begin at ", at_z(0.0, 0), ".")
_LIMIT = "The best Gaussian in every cell; no model can do better on its tasks."


def depends(slopes: np.ndarray) -> int:
    """How many stations the probe's mean depends on."""
    return int((slopes > LEAST).sum())


def vector(shift: tuple[float, float]) -> Prose:
    """A shift as people write it."""
    return words("(", along_x(shift[0]), ", ", along_y(shift[1]), ")")


# ---- panels ----------------------------------------------------------------------------------------


def _map(
    id: str, title: str, field: Field | None, controls: PlaneControls, *marks: Mark, area: str = "lens", note: str = ""
) -> Panel:
    drawn = (*([field] if field else []), *marks)
    axes = {"x": controls.view, "y": IN_VIEW, "x_title": "x₁", "y_title": "x₂", "equal": True}
    axes["point_name"] = "pixel" if controls.model in ON_PICTURES else "station"
    return Panel(id, title, drawn, area, points=True, tint=None, model=plain(controls.model), note=note, **axes)


def _mean(values: np.ndarray, name: str, given: tuple[Station, ...]) -> Field:
    ends, drawn = cells(name).ends, name in ON_PICTURES
    measured = tuple(value for *_, value in given)
    lines = {"quantity": AT_Z, "isolines": not drawn, "measured": measured, "hull": _hull(given, name)}
    return Field(values, ends, ends, "mean", plain(name), not drawn, INK if drawn else SCALE, **lines)


def _sd(values: np.ndarray, name: str, given: tuple[Station, ...]) -> Field:
    ends, most = cells(name).ends, INK / 2 if name in ON_PICTURES else SD_SCALE
    lines = {"quantity": ALONG_Z, "isolines": True, "hull": _hull(given, name)}
    return Field(values, ends, ends, "sd", plain(name), most=most, **lines)


@once(keep=8)
def _hull(given: tuple[Station, ...], name: str) -> Hull | None:
    """That of the stations; pixels of a picture have none."""
    return hull([(x1, x2) for x1, x2, _ in given], OUTSIDE) if given and name not in ON_PICTURES else None


def _names(given: tuple[Station, ...]) -> Dots:
    """Below each station its number and its value; of many they would hide the map."""
    x1, x2, values = np.array(given if len(given) <= MOST_NAMES else ()).reshape(-1, 3).T
    labels = (words(f"{i}: ", at_z(value, 1)) for i, value in enumerate(values, start=1))
    return Dots(x1, x2, "name", labels=tuple(labels))


def _values(given: tuple[Station, ...]) -> Panel:
    """What each station measures, to be dragged up and down."""
    numbers = np.arange(1.0, len(given) + 1)
    values = np.array(given).reshape(-1, 3)[:, 2]
    labels = tuple(str(i) for i in range(1, len(given) + 1)) if len(given) <= MOST_NUMBERS else ()
    dots = Dots(numbers, values, "value", "measured", labels, along="y", label="value of a station")
    titles = {"x_title": "station", "y_title": "value"}
    ends = {"x": (0.0, max(4.0, len(given) + 1.0)), "y": (-MOST, MOST)}
    return Panel("values", "Values of the stations: drag", (dots,), tint=None, **ends, **titles)


def _probe(slopes: np.ndarray, controls: PlaneControls) -> Panel:
    """The probe, and lines to the stations that its mean depends on."""
    square = [_receptive_field(controls)] if controls.model == RESIDUAL else []
    threads = Threads(*controls.probe, slopes, model=plain(controls.model), label="|∂ mean / ∂ value|")
    note = "A line is as thick as the mean at the probe changes per unit of the station's value."
    marks = (*square, threads, _ring(controls))
    return _map("probe", "What the mean at the probe depends on", None, controls, *marks, note=note)


def _attention(layers: tuple[np.ndarray, ...], controls: PlaneControls) -> Panel:
    """The probe, and lines to the stations that it attends to in the chosen layer and head."""
    null, *weights = layers[LAYERS.index(controls.layer)][list(controls.heads)].mean(0)
    heads = "mean of its heads" if controls.head == "mean" else f"head {controls.head}"
    threads = Threads(*controls.probe, np.array(weights), float(null), plain(controls.model))
    title = f"Attention weights from the probe: layer {controls.layer}, {heads}"
    return _map("attention", title, None, controls, threads, _ring(controls), note=ATTENTION)


def _ring(controls: PlaneControls, anywhere: bool = True) -> Place:
    return Place(*controls.probe, ("p1", "p2"), (INSIDE, INSIDE), "probe", "probe", anywhere=anywhere)


def _receptive_field(controls: PlaneControls) -> Line:
    """How far about the probe the layers of the residual CNN pass something on."""
    half = reach(RESIDUAL)
    x1, x2 = (middle + half * np.array(side) for middle, side in zip(controls.probe, SQUARE, strict=True))
    return Line(x1, x2, "residual", "receptive field of the CNN's layers", plain(RESIDUAL), dashed=True)


def _channels(given: tuple[Station, ...], controls: PlaneControls) -> tuple[Panel, Panel]:
    """Density and signal on the model's own grid."""
    (first, second), found = channels(controls.model, given)
    across, upward = ((float(axis[0]), float(axis[-1])) for axis in (first, second))
    density = Field(found[..., 0], across, upward, "density", plain(controls.model))
    signal = Field(found[..., 1], across, upward, "signal", plain(controls.model), diverging=True)
    note = f"{len(first)} by {len(second)} cells, 8 to a unit, anchored to the stations."
    return (
        _map("density", "Density channel", density, controls, note=note),
        _map("signal", "Signal channel", signal, controls, note="A density-weighted average of the values."),
    )


def _bars(values: dict[str, float], span: tuple[float, ...] = (), quantity: str = "") -> Bars:
    labels, models = tuple(SHORT[plain(name)] for name in values), tuple(map(plain, values))
    return Bars(np.array(list(values.values())), labels, span=span, models=models, quantity=quantity)


def _said(bars: Bars, write: Callable[[float], Prose]) -> Prose:
    pairs = zip(bars.labels, bars.values, strict=True)
    return joined("; ", (words(f"{label} ", write(float(value))) for label, value in pairs))


def _caption(given: tuple[Station, ...], sd: np.ndarray, name: str) -> Prose:
    if not given:
        return "Without stations the map is that of the prior: mean near 0, the same sd everywhere."
    most = prior(PICTURES if name in ON_PICTURES else PRIOR).max_context
    beyond = f" {len(given)} stations: the models were trained on at most {most}." if len(given) > most else ""
    return words("Standard deviation from ", along_z(sd.min()), " to ", along_z(sd.max()), " over the map.", beyond)
