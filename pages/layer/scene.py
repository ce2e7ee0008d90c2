"""The Transformer layer: a target's token through one layer, the band after each, and what a part is missed for."""

from __future__ import annotations

from pages.layer import depth, flow, joined, norms, parts, saturation
from pages.layer.controls import PARTS, LayerControls
from pages.layer.squares import square
from pages.layer.trace import Trace, trace
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import shift_error
from pages.shared.scene.marks import Handle, Line, Panel, Scene, Threads
from pages.shared.scene.quantities import Prose, at_x, plus_minus, words
from pages.shared.scene.readings import in_sd, moved_back, shift_reading
from tnpcore import Points


def scene(points: Points, controls: LayerControls) -> Scene:
    """The prediction as it runs, and the query's token through the layer on show."""
    run = trace(points, controls)
    error = shift_error(run.here.without(run.row), run.shifted.without(run.row))
    shift = shift_reading(controls.model, NAMES[controls.model], error, controls.tau, controls.model)
    panels = (_stage(run, controls), *flow.panels(points, run, controls), *depth.panels(run, controls))
    readings = (*flow.readings(run, controls), *depth.readings(run, controls), shift)
    return Scene(panels, readings, _caption(run, controls), _equation(run, controls))


def aside(points: Points, controls: LayerControls) -> Scene:
    """From the heads to what attention adds, both norms, both questions about a part, the gradient of the softmax, one
    square, and the band after every layer."""
    run = trace(points, controls)
    panels = (
        *joined.panels(points, run, controls),
        *norms.panels(points, controls),
        *parts.retrained_panel(points, controls, run),
        *parts.excess_panel(),
        *saturation.panels(controls),
        saturation.trained_panel(points, run, controls),
        square(points, controls),
        *depth.small_pictures(run, controls),
    )
    return Scene(panels, (*parts.readings(points, controls, run), *saturation.readings(run, controls)))


def later(points: Points, controls: LayerControls) -> Scene:
    """Every part switched off, everywhere and in each layer."""
    return Scene((parts.effect_panel(points, controls),))


def _stage(run: Trace, controls: LayerControls) -> Panel:
    read_out, final = run.after[controls.after], controls.after == len(run.layers)
    name = NAMES[controls.model]
    label = name if final else f"{name}, read out after {depth.STAGES[controls.after]}"
    shown = run.here if final else read_out
    marks = [shown.curve(label=label)]
    if controls.tau:
        marks.append(run.shifted.curve("shifted-prediction", moved_back(controls.tau)))
    if controls.intervenes or not final:
        marks.append(Line(run.here.x, run.trained.mean, "signal", "mean of the model as trained", dashed=True))
    row = run.weights(controls.layer_index)[controls.head_index, run.row]
    mean = float(shown.mean[run.row])
    marks.append(Threads(controls.at, mean, row[1:], float(row[0]), controls.model))
    marks.append(Handle(controls.at, "query", "query"))
    off = f", {PARTS[controls.part]} off {controls.off_where}" if controls.intervenes else ""
    title = f"{label}{off}"
    return Panel("stage", title, tuple(marks), area="stage", x=controls.view, points=True, model=controls.model)


def _caption(run: Trace, controls: LayerControls) -> Prose:
    mean, sd = run.here.mean[run.row], run.here.sd[run.row]
    text = words("At x = ", at_x(controls.at), f" {NAMES[controls.model]} predicts ", plus_minus(mean, sd), " (2 sd)")
    if not controls.intervenes:
        return words(text, ".")
    change = in_sd(parts.change_in_view(run))
    return words(text, f", with {PARTS[controls.part]} off {controls.off_where}: the mean in view changes by {change}.")


def _equation(run: Trace, controls: LayerControls) -> Prose:
    """The lengths of what is added in the layer on show."""
    found = flow.lengths(run, controls.layer_index)
    start = words(f"layer {controls.layer} at x = ", at_x(controls.at), ", lengths: ")
    if controls.part == "residual" and controls.layer_index in controls.off_in:
        return words(start, f"next token ({found['sum']:.1f}) = feed-forward of attention, nothing is added")
    terms = " + ".join(f"{name} ({found[name]:.1f})" for name in ("token", "attention", "feed-forward"))
    return words(start, f"{terms} = next token ({found['sum']:.1f})")
