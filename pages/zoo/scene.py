"""The zoo: predictions of every model of a family from the same points, one or two of them large, a wipe between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from pages.shared.models.catalogue import plain, prior_suffix, spec, title
from pages.shared.models.each_model import error_panels, for_each_model, reason
from pages.shared.models.model_panel import model_panel
from pages.shared.models.predictions import (
    THIN,
    GridPrediction,
    bayes_prediction,
    predictions,
    rms_difference,
    rms_in_sd,
    shift_error,
)
from pages.shared.scene.marks import Curve, Handle, Panel, Reading, Scene
from pages.shared.scene.quantities import Prose, along_y, at_x, at_y, joined, words
from pages.shared.scene.readings import shift_reading, signed
from pages.zoo import leave_one_out
from pages.zoo.comparisons import compared_panels
from pages.zoo.controls import ZooControls
from pages.zoo.weights import weight_maps
from tnpcore import Points

BAYES = "Bayes predictor"
MANY = 12  # numbers of one kind: more are not read


def scene(points: Points, controls: ZooControls) -> Scene:
    """One model, or two with the handle between them."""
    xt = _targets(controls)
    shifts = (0.0, controls.tau)
    found, errors = for_each_model(lambda name: predictions(name, points, shifts, xt), controls.pair)
    if controls.left in errors:
        raise ValueError(errors[controls.left])
    bands, shifted = ([both[i] for both in found.values()] for i in (0, 1))
    curves = [curve for i, band in enumerate(bands) for curve in _cut(band, controls, i)]
    if controls.tau:
        curves += [curve for i, band in enumerate(shifted) for curve in _cut(band, controls, i, "shifted-prediction")]
    wipe = (Handle(controls.wipe_x, "wipe", "wipe"),) if controls.right else ()
    stage = model_panel(
        "stage",
        _heading(controls),
        (*curves, *wipe),
        controls.left,
        controls,
        "stage",
        _note(controls, errors),
    )
    stage = replace(stage, model="" if controls.right else controls.hues[0])
    caption, equation = _caption(bands, controls, points), _equation(bands, controls)
    readings = (*_difference(bands, controls), *_shift_errors(bands, shifted, controls))
    return Scene((stage,), readings, caption, equation)


def aside(points: Points, controls: ZooControls) -> Scene:
    """The chosen family, small, and the weights of the models on the stage."""
    found, errors = _family(points, controls)
    panels = (_small(name, (prediction.curve(),), controls) for name, prediction in found.items())
    return Scene((*weight_maps(points, controls), *panels, *error_panels(errors)))


def later(points: Points, controls: ZooControls) -> Scene:
    """The Bayes predictor of the prior under every model, each model's difference from it (if they are few), the
    leave-one-out scores, and the table or the race that was requested."""
    best = bayes_prediction(points, controls.grid, controls.prior)
    limit = (best.curve("limit", BAYES),)
    panels, differences = [Panel("stage", _heading(controls), limit, area="stage", x=controls.view)], []
    best = best.every(THIN)
    for name, prediction in _family(points, controls)[0].items():
        panels.append(_small(name, (best.curve("limit", BAYES),), controls))
        differences.append(_from_bayes(name, rms_in_sd(prediction, best)))
    panels.append(_bayes(best, controls))
    hues = dict(zip(controls.pair, controls.hues, strict=True))
    scores = leave_one_out.readings(hues, points, controls.prior)
    few = differences if len(differences) <= MANY else []
    readings = (*scores, *few)
    return Scene((*panels, *compared_panels(points, controls)), readings, _left_out(points, len(differences)))


def _left_out(points: Points, models: int) -> str:
    """Which readings are not shown, and why."""
    most = leave_one_out.MAX_LEFT_OUT
    sentences = [f"Leave-one-out scores are shown for up to {most} points."] if len(points) > most else []
    sentences += [f"Differences from the {BAYES} are shown for up to {MANY} models."] if models > MANY else []
    return " ".join(sentences)


# ---- the stage -------------------------------------------------------------------------------------


def _targets(controls: ZooControls) -> Tensor:
    """What is in view, and the wipe's own place, so that both curves end on the line between them."""
    xt, (low, high) = controls.grid, controls.view
    if controls.right is None or not low < controls.wipe_x < high:
        return xt
    return torch.cat([xt, xt.new_tensor([[controls.wipe_x]])]).sort(0).values


def _side(x: np.ndarray, controls: ZooControls, i: int) -> np.ndarray:
    """Where the i-th model of the pair is shown."""
    if controls.right is None:
        return np.full(x.shape, True)
    return x <= controls.wipe_x if i == 0 else x >= controls.wipe_x


def _cut(prediction: GridPrediction, controls: ZooControls, i: int, role: str = "model") -> tuple[Curve, ...]:
    """The part of a prediction on its side of the wipe; nothing when the wipe has left it nothing."""
    part = _side(prediction.x, controls, i)
    if part.sum() < 2:
        return ()
    arrays = (prediction.x[part], prediction.mean[part], prediction.sd[part])
    label = (
        _label(controls, i)
        if role == "model"
        else words(f"{title(prediction.model)} shifted by ", signed(controls.tau))
    )
    return (Curve(*arrays, controls.hues[i], role, label),)


def _label(controls: ZooControls, i: int) -> str:
    return title(controls.left) if controls.right is None else f"{title(controls.pair[i])} ({('left', 'right')[i]})"


def _heading(controls: ZooControls) -> str:
    models = ", ".join(_label(controls, i) for i in range(len(controls.pair)))
    return f"Predicted y over x: {models}{prior_suffix(controls.prior)}"


def _note(controls: ZooControls, errors: Mapping[str, str]) -> str:
    """Of one model what it is; of two nothing, unless the right one has no prediction."""
    if controls.right is None:
        return spec(controls.left).summary
    return "".join(f"{title(name)}: {reason(why)}" for name, why in errors.items())


def _difference(bands: list[GridPrediction], controls: ZooControls) -> tuple[Reading, ...]:
    if len(bands) < 2:
        return ()
    value = rms_difference(*bands)
    label = f"{title(controls.left)} and {title(controls.right)}: difference of their means, rms over x"
    return (Reading("apart", label, value, along_y(value)),)


def _shift_errors(
    bands: list[GridPrediction], shifted: list[GridPrediction], controls: ZooControls
) -> tuple[Reading, ...]:
    """How far each prediction changes under the shift, over the targets in view; nothing without a shift."""
    if not controls.tau:
        return ()
    wipe = len(bands[0].x) > len(controls.grid)  # one target more, for the line alone
    row = bands[0].nearest(controls.wipe_x)
    pairs = [(b.without(row), s.without(row)) if wipe else (b, s) for b, s in zip(bands, shifted, strict=True)]
    return tuple(
        shift_reading(plain(b.model), title(b.model), shift_error(b, s), controls.tau, controls.hues[i])
        for i, (b, s) in enumerate(pairs)
    )


def _caption(bands: list[GridPrediction], controls: ZooControls, points: Points) -> Prose:
    count = {0: "Without points", 1: "With one point"}.get(len(points), f"With {len(points)} points")
    each = (words(f"{title(band.model)} predicts ", _mean_and_band(band, controls.wipe_x)) for band in bands)
    return words(f"{count}, at x = ", _place(bands[0], controls.wipe_x), " ", joined(" and ", each), ".")


def _mean_and_band(band: GridPrediction, x: float) -> Prose:
    mean, sd = band.at(x)
    return words(at_y(mean), " with a ±2 sd band ", along_y(4 * sd), " wide")


def _equation(bands: list[GridPrediction], controls: ZooControls) -> Prose:
    x = controls.wipe_x
    each = (
        words("N(", at_y(mean), ", ", along_y(sd), f"²) by {title(band.model)}")
        for band in bands
        for mean, sd in [band.at(x)]
    )
    return words("p(y | x = ", _place(bands[0], x), ", your points) = ") + joined(",  ", each)


def _place(band: GridPrediction, x: float) -> Prose:
    return at_x(float(band.x[band.nearest(x)]))


# ---- the small panels ------------------------------------------------------------------------------


def _family(points: Points, controls: ZooControls) -> tuple[dict[str, GridPrediction], dict[str, str]]:
    """The prediction of each model of the family, and for the others the reason why there is none."""
    xt = controls.grid[::THIN]
    return for_each_model(lambda name: predictions(name, points, xt=xt)[0], controls.compared)


def _small(name: str, marks: tuple[Curve, ...], controls: ZooControls) -> Panel:
    return model_panel(plain(name), title(name), marks, name, controls, note=spec(name).summary)


def _bayes(best: GridPrediction, controls: ZooControls) -> Panel:
    note = "Exact for its prior: no Gaussian scores better on average."
    curves = (best.curve(label=BAYES),)
    return Panel("bayes", BAYES, curves, area="multiple", x=controls.view, points=True, model="bayes", note=note)


def _from_bayes(name: str, value: float) -> Reading:
    label = f"{title(name)}: difference from the {BAYES}'s mean, rms over x"
    return Reading(f"limit-{plain(name)}", label, value, f"{value:.2f} sd", "", plain(name))
