"""Leave-one-out as it is shown and saved: predicted over measured, the numbers, a row for every station."""

from __future__ import annotations

import numpy as np
import torch

from pages.plane.controls import MOST, TITLES, PlaneControls
from pages.plane.left_out import LeftOut, by_gaussian_process, left_out
from pages.plane.maps import Station, stations
from pages.shared.models.band_words import in_words
from pages.shared.models.catalogue import plain
from pages.shared.scene.marks import Dots, Line, Panel, Reading, Scene, shown
from pages.shared.scene.quantities import ALONG_Z, AT_X, AT_Y, AT_Z, Prose, along_z, at_x, at_y, words
from pages.shared.scene.records import Column, Records
from tnpcore import Points
from tnpcore.evaluation.folds import FOLDS
from tnpcore.evaluation.judgement import Judgement

RING = 0.35  # of the models' unit: half as wide as a ring in the smallest picture
TITLE = "Leave-one-out"
FEWEST = 2 * FOLDS  # places, below which so few are left out that nothing follows
FEW = f"At {FEWEST} places or more, it is said whether the sd fits."
FEWER = "With stations at two places or more, each is predicted from those at other places."


def shown_of(name: str, given: tuple[Station, ...]) -> Scene:
    """Predicted over measured, with rings where ±2 sd missed; the numbers, and whether the map's sd fits."""
    found = left_out(name, given)
    ends = _ends(found)
    axes = {"x": ends, "y": ends, "x_title": "measured", "y_title": "predicted", "tint": None, "equal": True}
    units = {"x_quantity": AT_Z, "y_quantity": AT_Z}
    if found is None:
        return Scene((Panel("left-out", TITLE, (), note=FEWER, **axes, **units),))
    missed = found.missed
    marks = (
        Line(np.array(ends), np.array(ends), "residual", "predicted as measured", dashed=True),
        Dots(found.measured, found.mean, "target"),
        Dots(found.measured[missed], found.mean[missed], "outside"),
    )
    verdict = _verdict(found, given)
    note = words(_note(name, found), " ", verdict or FEW)
    drawn = Panel("left-out", TITLE, marks, note=note, model=plain(name), **axes, **units)
    return Scene((drawn,), _readings(plain(name), found), verdict)


def _ends(found: LeftOut | None) -> tuple[float, float]:
    """Of both axes: all stations with the rings around them are seen."""
    farthest = 0.0 if found is None else max(np.abs(values).max() for values in (found.measured, found.mean))
    most = max(MOST, float(farthest)) + RING
    return -most, most


def records(points: Points, controls: PlaneControls) -> Records:
    """A row for every station: place, value, what the others predict of it, and how far that is from the value, in sd;
    no row where there is nothing to predict from."""
    found = left_out(controls.model, stations(points, controls))
    nothing = np.empty((6, 0))
    rows = nothing if found is None else (*found.places.T, found.measured, found.mean, found.sd, found.z)
    titles = ("x₁", "x₂", "value", "prediction", "sd", "z = (value − prediction) / sd")
    quantities = (AT_X, AT_Y, AT_Z, AT_Z, ALONG_Z, "")
    return Records(tuple(Column(*each) for each in zip(titles, rows, quantities, strict=True)))


def _verdict(found: LeftOut, given: tuple[Station, ...]) -> Prose:
    """Whether the sd fits the stations, beside a fitted Gaussian process; "" for too few places."""
    if found.count < FEWEST:
        return ""
    judgement = Judgement(torch.from_numpy(~found.missed), found.loglik, by_gaussian_process(given))
    x1, x2 = found.places[judgement.costliest]
    return in_words(judgement, words("(", at_x(x1), ", ", at_y(x2), ")"), "station")


def _note(name: str, found: LeftOut) -> str:
    count = len(found.mean)
    if found.count == count:
        return f"{TITLES[name]}: each of {count} stations predicted from all others."
    each = f"each of {count} stations at {found.count} places predicted from those at all other places"
    return f"{TITLES[name]}: {each}. None is predicted from its own place."


def _readings(model: str, found: LeftOut) -> tuple[Reading, ...]:
    count = len(found.mean)
    inside, loglik = int((~found.missed).sum()), found.loglik.mean().item()
    name = "Leave-one-out: log-likelihood per station, in nats (values standardised)"
    return (
        Reading("left-out-rmse", "Leave-one-out: RMSE", found.rmse, along_z(found.rmse), "", model),
        Reading(
            "left-out-inside",
            "Leave-one-out: measured values within ±2 sd",
            inside / count,
            f"{inside} of {count}",
            "",
            model,
        ),
        Reading("left-out-loglik", name, loglik, shown(loglik), "", model),
    )
