"""The zoo: the same points seen by every model of the family, one or two of them large with a wipe between."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from pages.shared.models.catalogue import plain, prior_suffix, spec, title, trained_on
from pages.shared.models.each_model import error_panels, for_each_model, reason
from pages.shared.models.predictions import (
    THIN,
    GridPrediction,
    bayes_prediction,
    grid,
    predictions,
    rms_difference,
    rms_in_sd,
    view,
)
from pages.shared.scene.marks import Curve, Handle, Line, Panel, Reading, Scene, shown
from pages.shared.scene.readings import at
from pages.zoo.choice import Chosen, chosen
from pages.zoo.families import members
from pages.zoo.leave_one_out import MOST, hidden_in_turn
from pages.zoo.sample_paths import AT_ONCE, BANDS, DRAW, EVERY, LARGE, SMALL, agreement, at_once, lag, lines
from tnpcore import Points

BAYES = "Bayes predictor"
MANY = 12  # numbers of one kind: more are not read


def scene(points: Points, controls: Mapping) -> Scene:
    """One model, or two with the handle between them."""
    asked = chosen(controls)
    xt = _targets(controls, asked)
    told, refused = for_each_model(lambda name: predictions(name, points, xt=xt)[0], asked.pair)
    if asked.left in refused:
        raise ValueError(refused[asked.left])
    bands = list(told.values())
    curves = [curve for i, band in enumerate(bands) for curve in _cut(band, asked, i)]
    wipe = (Handle(asked.wipe, "wipe", "wipe"),) if asked.right else ()
    stage = Panel(
        "stage",
        _heading(asked),
        (*curves, *wipe),
        area="stage",
        x=view(controls),
        points=True,
        model="" if asked.right else asked.hues[0],
        note=_note(asked, refused),
    )
    return Scene((stage,), _apart(asked, bands), _caption(asked, bands, points), _equation(asked, bands))


def aside(points: Points, controls: Mapping) -> Scene:
    """The chosen family, small."""
    small, refused = _family(points, controls, chosen(controls))
    panels = (_small(name, (answer.curve(),), controls) for name, answer in small.items())
    return Scene((*panels, *error_panels(refused)))


def later(points: Points, controls: Mapping) -> Scene:
    """The Bayes predictor of the prior under every model, each model's distance from it (if they are few), and the
    sample paths."""
    asked = chosen(controls)
    best = bayes_prediction(points, grid(controls), asked.prior)
    paths, agreements = _paths(points, controls, asked)
    stage = Panel("stage", _heading(asked), (best.curve("limit", BAYES), *paths), area="stage", x=view(controls))
    best = best.every(THIN)
    panels, distances = [stage], []
    for name, answer in _family(points, controls, asked)[0].items():
        few = _few_paths(name, points, answer, asked)
        panels.append(_small(name, (best.curve("limit", BAYES), *few), controls))
        distances.append(_distance(name, rms_in_sd(answer, best)))
    panels.append(_bayes(best, controls))
    hidden = hidden_in_turn(dict(zip(asked.pair, asked.hues, strict=True)), points, asked.prior)
    unsaid = [f"Of more than {MOST} points none is hidden in turn."] if len(points) > MOST else []
    unsaid += [f"Distances from the {BAYES} are told of up to {MANY} models."] if len(distances) > MANY else []
    distances = distances if len(distances) <= MANY else []
    return Scene(tuple(panels), (*agreements, *hidden, *distances), " ".join(unsaid))


# ---- the stage -------------------------------------------------------------------------------------


def _targets(controls: Mapping, asked: Chosen) -> Tensor:
    """What is in view, and the wipe's own place, so that both curves end on the line between them."""
    xt, (low, high) = grid(controls), view(controls)
    if asked.right is None or not low < asked.wipe < high:
        return xt
    return torch.cat([xt, xt.new_tensor([[asked.wipe]])]).sort(0).values


def _side_of(x: np.ndarray, asked: Chosen, i: int) -> np.ndarray:
    """Where the i-th model of the pair is shown."""
    return np.full(x.shape, True) if asked.right is None else x <= asked.wipe if i == 0 else x >= asked.wipe


def _cut(answer: GridPrediction, asked: Chosen, i: int) -> tuple[Curve, ...]:
    """The part of the answer on its side of the wipe; nothing when the wipe has left it nothing."""
    part = _side_of(answer.x, asked, i)
    if part.sum() < 2:
        return ()
    arrays = (answer.x[part], answer.mean[part], answer.sd[part])
    return (Curve(*arrays, asked.hues[i], "model", _label(asked, i)),)


def _label(asked: Chosen, i: int) -> str:
    return title(asked.left) if asked.right is None else f"{title(asked.pair[i])} ({('left', 'right')[i]})"


def _heading(asked: Chosen) -> str:
    return " against ".join(_label(asked, i) for i in range(len(asked.pair))) + prior_suffix(asked.prior)


def _note(asked: Chosen, refused: Mapping[str, str]) -> str:
    """Of one model what it is; of two nothing, unless the right one gave no answer."""
    if asked.right is None:
        return spec(asked.left).summary
    return "".join(f"{title(name)}: {reason(why)}" for name, why in refused.items())


def _apart(asked: Chosen, bands: list[GridPrediction]) -> tuple[Reading, ...]:
    if len(bands) < 2:
        return ()
    value = rms_difference(*bands)
    label = f"{title(asked.left)} and {title(asked.right)}: difference of their means, rms over x"
    return (Reading("apart", label, value, f"{value:.2f}"),)


def _caption(asked: Chosen, bands: list[GridPrediction], points: Points) -> str:
    count = {0: "Without points", 1: "With one point"}.get(len(points), f"With {len(points)} points")
    told = " and ".join(f"{title(band.model)} predicts {_mean_and_band(band, asked.wipe)}" for band in bands)
    return f"{count}, at x = {_place(bands[0], asked.wipe)} {told}."


def _mean_and_band(band: GridPrediction, x: float) -> str:
    mean, sd = band.at(x)
    return f"{shown(mean)} with a ±2 sd band {4 * sd:.2f} wide"


def _equation(asked: Chosen, bands: list[GridPrediction]) -> str:
    place = _place(bands[0], asked.wipe)
    told = (
        f"N({shown(mean)}, {shown(sd)}²) by {title(band.model)}" for band in bands for mean, sd in [band.at(asked.wipe)]
    )
    return f"p(y | x = {place}, your points) = " + ",  ".join(told)


def _place(band: GridPrediction, x: float) -> str:
    return at(float(band.x[band.nearest(x)]))


# ---- the small pictures ----------------------------------------------------------------------------


def _family(points: Points, controls: Mapping, asked: Chosen) -> tuple[dict[str, GridPrediction], dict[str, str]]:
    """What each of the family answers, and why the others do not."""
    xt = grid(controls)[::THIN]
    names = (trained_on(name, asked.prior) for name in members(asked.family, asked.prior))
    return for_each_model(lambda name: predictions(name, points, xt=xt)[0], names)


def _small(name: str, marks: tuple[Curve | Line, ...], controls: Mapping) -> Panel:
    own = plain(name)
    note = spec(name).summary
    return Panel(own, title(name), marks, area="multiple", x=view(controls), points=True, model=own, note=note)


def _bayes(best: GridPrediction, controls: Mapping) -> Panel:
    note = "Knows the prior, and integrates over the rest: the limit."
    curves = (best.curve(label=BAYES),)
    return Panel("bayes", BAYES, curves, area="multiple", x=view(controls), points=True, model="bayes", note=note)


def _distance(name: str, value: float) -> Reading:
    label = f"{title(name)}: distance from the {BAYES}"
    return Reading(f"limit-{plain(name)}", label, value, f"{value:.2f} sd", "", plain(name))


# ---- sample paths ----------------------------------------------------------------------------------


def _paths(points: Points, controls: Mapping, asked: Chosen) -> tuple[list[Line], list[Reading]]:
    """Paths of the models on the stage, each on its side of the wipe, and how much their neighbouring values agree."""
    if asked.show == BANDS:
        return [], []
    xt, marks, readings = grid(controls)[::EVERY], [], []
    bands, _ = for_each_model(lambda name: predictions(name, points, xt=xt)[0], asked.pair)
    for i, (name, band) in enumerate(bands.items()):
        paths = DRAW[asked.show](name, points, xt, LARGE, asked.draw)
        label = f"{title(name)}: {LARGE} paths"
        marks += lines(*_ending_at_the_wipe(band.x, paths, asked, i), asked.hues[i], label)
        readings += _agreement(name, paths, band, asked.hues[i])
    return marks, readings


def _ending_at_the_wipe(x: np.ndarray, paths: np.ndarray, asked: Chosen, i: int) -> tuple[np.ndarray, np.ndarray]:
    """The paths on their side, up to the wipe itself along the lines that join their values."""
    if asked.right is not None and x[0] < asked.wipe < x[-1]:
        there = np.array([np.interp(asked.wipe, x, path) for path in paths])
        nth = int(np.searchsorted(x, asked.wipe))
        x, paths = np.insert(x, nth, asked.wipe), np.insert(paths, nth, there, axis=1)
    part = _side_of(x, asked, i)
    return x[part], paths[:, part]


def _few_paths(name: str, points: Points, answer: GridPrediction, asked: Chosen) -> tuple[Line, ...]:
    """Paths as the model itself draws them; value by value would take too long for so many models."""
    if asked.show != AT_ONCE:
        return ()
    paths = at_once(name, points, torch.from_numpy(answer.x)[:, None], SMALL, asked.draw)
    return lines(answer.x, paths, plain(name))


def _agreement(name: str, paths: np.ndarray, band: GridPrediction, hue: str) -> tuple[Reading, ...]:
    """Nothing, where it cannot be told."""
    value = agreement(paths, band)
    if np.isnan(value):
        return ()
    label = f"{title(name)}: agreement of values {band.x[lag(band.x)] - band.x[0]:.2f} apart on a path, where unsure"
    return (Reading(f"paths-{plain(name)}", label, value, shown(value), "", hue),)
