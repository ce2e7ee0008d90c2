"""Data of one's own: the band of a model, that of a fitted Gaussian process, how many held-out points each holds, and
the probability of an event."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from pages.fit.band import FEWEST, GP, Score, costliest, fitted, gp_score, in_words, model_score
from pages.fit.controls import BANDS, LEVELS, MEAN, STEP, FitControls
from pages.fit.event import APART, Exceeded, of_gp, of_model, paths_of
from pages.shared.models.band_words import score_of_others
from pages.shared.models.catalogue import (
    BROAD,
    NAMES,
    USUAL,
    is_own,
    model,
    plain,
    prior_of,
    prior_suffix,
    prior_title,
    reach,
    trained_on,
)
from pages.shared.models.model_panel import model_panel
from pages.shared.models.predictions import predictions, shift_error
from pages.shared.models.sample_paths import lines
from pages.shared.models.weights_panel import weights_panel
from pages.shared.scene.marks import Bars, Curve, Dots, Handle, Level, Mark, Panel, Reading, Scene
from pages.shared.scene.quantities import ALONG_Y, AT_X, AT_Y, Prose, along_x, at_x, at_y, plus_minus, words
from pages.shared.scene.readings import moved_back, shift_reading
from pages.shared.scene.records import Column, Records
from pages.shared.scene.table import Table, TableCell, TableRow
from tnpcore import Points, predict

Scores = dict[str, Score | None]
GP_TITLE = "Fitted Gaussian process"
HEADS = ("inside", "log-lik.")
SHOWN = 5  # paths on the stage
HUES = {GP: "bayes"}  # grey, as every curve of the role "limit" is
FEW = f"At least {FEWEST} points are needed, to hold a fifth of them out at a time."
FIFTHS = "Random fifths of the points are held out in turn and predicted from the others, so that most have neighbours."
ACROSS = ", is held out in turn and predicted from what lies outside, so that a prediction has to cross a gap."
NOTE = (
    " Log-likelihood: nats per held-out point, higher is better. The Gaussian process took its lengthscale, scale and "
    "noise from all points, which flatters it a little."
)
FINE = 3  # decimals of a place in a title, so that it is the moment that its handle shows


def scene(points: Points, controls: FitControls) -> Scene:
    """The band of the chosen model, with its shifted prediction, and the event where it is on show."""
    name, tau = controls.trained, controls.tau
    here, shifted = predictions(name, points, (0.0, tau), controls.grid)
    dashed = (shifted.curve("shifted-prediction", moved_back(tau)),) if tau else ()
    marks = (here.curve(label=NAMES[controls.model]), *dashed, *_event_marks(controls))
    stage = replace(model_panel("stage", _heading(controls), marks, name, controls, "stage"), reach=reach(name))
    change = shift_reading(controls.model, NAMES[controls.model], shift_error(here, shifted), tau, controls.model)
    x = at_x(here.x[here.nearest(0.0)])
    mean, sd = here.at(0.0)
    caption = words(f"{_heading(controls)}: at x = ", x, " it predicts ", plus_minus(mean, sd), " (2 sd).")
    return Scene((stage,), (change,), caption)


def aside(points: Points, controls: FitControls) -> Scene:
    """How many held-out points the chosen model's band holds, and which it misses."""
    found = model_score(controls.trained, points, controls.width(points))
    if found is None:
        return Scene((), (), FEW)
    text = f"{found.band.inside} of {found.band.held_out}"
    tone = "" if found.band.fits else "bad"
    reading = Reading("inside", "Held-out points inside ±2 sd", found.share, text, tone, controls.model)
    rings = Dots(found.missed[:, 0], found.missed[:, 1], role="outside")
    stage = Panel("stage", _heading(controls), (rings,), "stage", x=controls.view)
    return Scene((stage,), (reading, *_repeats(found)))


def later(points: Points, controls: FitControls) -> Scene:
    """The fitted Gaussian process on the stage, all scores side by side, whether the band fits, the probability of the
    event, and the weights behind the band. The Gaussian process is fitted here alone: that may take seconds."""
    marks: list[Mark] = [gp_curve(points, controls)] if controls.gp and len(points) else []
    found = scores(points, controls)
    said = _said(found, points, controls)
    panels, readings = [_scores_panel(found, said, points, controls)], _without_one(found, controls)
    if controls.event:
        paths, x = paths_of(points, controls), controls.places[:, 0].numpy()
        marks += lines(x, paths[:SHOWN], controls.model, f"{SHOWN} of {len(paths)} coherent paths")
        chances = {controls.model: of_model(points, controls, paths)}
        chances |= {GP: of_gp(points, controls)} if len(points) else {}
        panels.append(_event_panel(chances, controls))
        mine = chances[controls.model]
        readings = (*readings, *_event_readings(mine, controls), *_readings_at_ends(points, controls))
    stage = Panel("stage", _heading(controls), tuple(marks), "stage", x=controls.view)
    if not is_own(controls.trained):
        (here,) = predictions(controls.trained, points, xt=controls.grid, record=True)
        panels.append(weights_panel(here, points))
    return Scene((stage, *panels), readings, said)


def at_points(points: Points, controls: FitControls) -> Records:
    """A row for each point, from the lowest x: its x and y, and what the model and the Gaussian process predict there,
    fitted to all points."""
    order = points.x[:, 0].argsort(stable=True)
    xt, y = points.x[order], points.y[order, 0]
    found = predict(model(controls.trained), points, xt)
    rows = [xt[:, 0], y, found.mean[:, 0], found.std[:, 0]]
    titles, quantities = ["x", "y", "model mean", "model sd"], [AT_X, AT_Y, AT_Y, ALONG_Y]
    if len(points):
        process = fitted(points).predict(xt)  # of a measurement, as the model's band is
        rows += [process.mean[:, 0], process.stddev[:, 0]]
        titles += ["Gaussian process mean", "Gaussian process sd"]
        quantities += [AT_Y, ALONG_Y]
    return Records(tuple(Column(t, row.tolist(), q) for t, row, q in zip(titles, rows, quantities, strict=True)))


def gp_curve(points: Points, controls: FitControls) -> Curve:
    """The prediction of the fitted Gaussian process in view."""
    found, x = fitted(points).predict(controls.grid, controls.gp_band), controls.grid[:, 0].numpy()
    label = f"{GP_TITLE}, {BANDS[controls.gp_band]}"
    return Curve(x, found.mean[:, 0].numpy(), found.stddev[:, 0].numpy(), GP, "limit", label)


def scores(points: Points, controls: FitControls) -> Scores:
    """By name: the model as it was trained on each of the two priors, and the fitted Gaussian process."""
    names = dict.fromkeys(trained_on(controls.model, prior) for prior in (BROAD, USUAL))  # once where they are one
    width = controls.width(points)
    return {**{name: model_score(name, points, width) for name in names}, GP: gp_score(points, width)}


def title_of(name: str) -> str:
    """What people read: a model with what it was trained on, or the Gaussian process."""
    if name == GP:
        return GP_TITLE
    return NAMES[name] if is_own(name) else f"{NAMES[plain(name)]}, {prior_title(prior_of(name))}"


def _heading(controls: FitControls) -> str:
    return NAMES[controls.model] + prior_suffix(prior_of(controls.trained))


def _event_marks(controls: FitControls) -> tuple[Mark, ...]:
    if not controls.event:
        return ()
    level = Level(controls.level, "level", "level", LEVELS, STEP)
    return level, Handle(controls.in_view(controls.a), "a", "A"), Handle(controls.in_view(controls.b), "b", "B")


def _said(found: Scores, points: Points, controls: FitControls) -> Prose:
    """Whether the chosen model's band fits, beside the Gaussian process."""
    mine, gp = found[controls.trained], found[GP]
    return in_words(mine, mine.beside(gp), controls.width(points)) if mine and gp else ""


def _scores_panel(found: Scores, said: Prose, points: Points, controls: FitControls) -> Panel:
    rows = tuple(
        TableRow(title_of(name), HUES.get(name, plain(name)), _cells(each)) for name, each in found.items() if each
    )
    table = Table("By", HEADS, rows)
    note = words(said, " ", _how(points, controls), NOTE) if said else FEW
    return Panel("scores", "Held-out points", (table,) if rows else (), note=note)


def _without_one(found: Scores, controls: FitControls) -> tuple[Reading, ...]:
    """The log-likelihood without the point that costs most beside the Gaussian process."""
    mine, gp = found[controls.trained], found[GP]
    if not (mine and gp):
        return ()
    beside = mine.beside(gp)
    label = words("Log-likelihood without the point at ", costliest(mine, beside))
    value, _ = beside.loglik_of_others
    return (Reading("without-one", label, value, score_of_others(beside), "", controls.model),)


def _how(points: Points, controls: FitControls) -> Prose:
    """How points were held out."""
    width = controls.width(points)
    return FIFTHS if width is None else words("Each block of x, ", along_x(width), " wide", ACROSS)


def _cells(found: Score) -> tuple[TableCell, TableCell]:
    tone = "good" if found.band.fits else "bad"
    loglik = f"{found.loglik:.2f}".replace("-", "\u2212")
    return TableCell(f"{found.share:.0%}", tone, found.share), TableCell(loglik)


def _repeats(found: Score) -> tuple[Reading, ...]:
    band = found.band
    repeated = Reading("repeated", "Points that repeat another", band.repeated, str(band.repeated))
    text = "Places x with values further apart than the band is wide"
    contradictory = Reading("contradictory", text, band.contradictory, str(band.contradictory), "bad")
    return (*([repeated] if band.repeated else []), *([contradictory] if band.contradictory else []))


def _event_panel(found: dict[str, Exceeded], controls: FitControls) -> Panel:
    whose = {controls.model: "", GP: "GP "}
    pairs = [(value, f"{whose[name]}{how}") for name, each in found.items() for value, how in _two(each)]
    values, labels = zip(*pairs, strict=True)
    low, high = controls.places[0].item(), controls.places[-1].item()
    what = "mean" if controls.of == MEAN else "a value"
    title = words(
        f"P({what} above ", at_y(controls.level), " from x = ", at_x(low, FINE), " to ", at_x(high, FINE), ")"
    )
    whole = "The mean of" if controls.of == MEAN else "At least one of"
    note = words(
        f"{whole} {len(controls.places)} values, ", along_x((high - low) / (len(controls.places) - 1)), " apart."
    )
    models = tuple(HUES.get(name, name) for name in found for _ in range(2))
    return Panel("event", title, (Bars(np.array(values), labels, controls.model, models=models),), note=note)


def _readings_at_ends(points: Points, controls: FitControls) -> tuple[Reading, ...]:
    """What is predicted at A and at B: each may be dragged to a place, or a date, of one's own."""
    at = (controls.in_view(controls.a), controls.in_view(controls.b))
    found = predict(model(controls.trained), points, torch.tensor(at, dtype=torch.float64)[:, None])
    means, sds = found.mean[:, 0].tolist(), found.std[:, 0].tolist()
    return tuple(
        Reading(
            f"at-{end.lower()}",
            words(f"Prediction at {end}, x = ", at_x(x, FINE), ", ±2 sd"),
            mean,
            plus_minus(mean, sd),
            "",
            controls.model,
        )
        for end, x, mean, sd in zip("AB", at, means, sds, strict=True)
    )


def _two(each: Exceeded) -> tuple[tuple[float, str], tuple[float, str]]:
    return (each.paths, "paths"), (each.product, "marginals")


def _event_readings(found: Exceeded, controls: FitControls) -> tuple[Reading, ...]:
    name = controls.model
    share = f"{found.paths:.2f} ± {found.error:.2f}"
    tone = "bad" if abs(found.product - found.paths) > APART else ""
    return (
        Reading("paths", f"Above the level, on {found.count} coherent paths", found.paths, share, "", name),
        Reading("product", "The same from marginals alone", found.product, f"{found.product:.2f}", tone, name),
    )
