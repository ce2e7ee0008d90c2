"""Latent variables: the curve of one z on the stage, its place on the plane, and what the points say of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.latent import bounds, estimators, measured
from pages.latent.controls import DRAWS, ONE, PREDICTION, LatentControls
from pages.latent.inference import chosen, decoded, exact, misses
from pages.latent.plane import direction, plane_panel, posterior_panel
from pages.shared.models.catalogue import NAMES
from pages.shared.models.latent_plane import PRIOR, Gaussian
from pages.shared.models.predictions import predictions, shift_error
from pages.shared.models.weights_panel import weights_panel
from pages.shared.scene.marks import Curve, Line, Mark, Panel, Reading, Scene, shown
from pages.shared.scene.quantities import along_y
from pages.shared.scene.readings import moved_back, shift_reading
from tnpcore import Points

COUNT = 12  # curves of z from q
ATTENDS = "anp-latent"  # with a latent and a deterministic path; the NP itself averages


def scene(points: Points, controls: LatentControls) -> Scene:
    """The stage, the plane and what follows the hand."""
    q = chosen(points, controls)
    readings = (*_near(points, controls), *_narrow(q))
    drawn = q.draws(COUNT)
    panels = (_stage(points, drawn, controls), plane_panel(q, drawn, controls), posterior_panel(q, controls))
    return Scene(panels, readings, _caption(q), *_equation(q, controls))


def aside(points: Points, controls: LatentControls) -> Scene:
    """The exact posterior on the plane, what the ELBO leaves out, and the shifted prediction."""
    q, found = chosen(points, controls), exact(controls.model, points)
    gap, readings = bounds.gap_panel(points, q, found, controls)
    here, moved = predictions(controls.model, points, (0.0, controls.tau), controls.grid)
    shift = shift_reading(controls.model, NAMES[controls.model], shift_error(here, moved), controls.tau, controls.model)
    plane = Panel("posterior", "", (found.mark(),))
    return Scene((plane, gap), (*readings, shift))


def later(points: Points, controls: LatentControls) -> Scene:
    """Estimators of a gradient, bounds of many draws, measurements on held-out tasks, and an attention map."""
    q, found = chosen(points, controls), exact(controls.model, points)
    estimated = estimators.estimates(points, q, controls)
    draws, bound = bounds.draws_panel(points, q, found, controls)
    panels = (estimators.panel(estimated), draws, measured.use_panel(), measured.scores_panel())
    (attending,) = predictions(ATTENDS, points, (0.0,), controls.grid, record=True)
    weights = replace(weights_panel(attending, points), title=f"Attention weights of the {NAMES[ATTENDS]}, by target")
    return Scene((*panels, weights), (estimators.reading(estimated), bound))


# ---- the stage -------------------------------------------------------------------------------------


def _stage(points: Points, drawn: np.ndarray, controls: LatentControls) -> Panel:
    name = controls.model
    marks = {ONE: _one, DRAWS: _draws, PREDICTION: _prediction}[controls.show](points, drawn, controls)
    title = {
        ONE: "p(y | x, z) of one z: a whole function",
        DRAWS: f"{COUNT} curves: the means of z from q(z | context)",
        PREDICTION: "Prediction: all z of the encoder's q together",
    }[controls.show]
    return Panel("stage", title, tuple(marks), area="stage", x=controls.view, points=True, model=name)


def _one(_points: Points, _drawn: np.ndarray, controls: LatentControls) -> list[Mark]:
    mean, sd = decoded(controls.model, np.array([controls.z]), controls.grid)
    return [Curve(controls.grid[:, 0].numpy(), mean[0], sd[0], controls.model, "model", "p(y | x, z)")]


def _draws(_points: Points, drawn: np.ndarray, controls: LatentControls) -> list[Mark]:
    means, _ = decoded(controls.model, drawn, controls.grid)
    x = controls.grid[:, 0].numpy()
    return [Line(x, mean, "path", f"{COUNT} means" if i == 0 else "", controls.model) for i, mean in enumerate(means)]


def _prediction(points: Points, _drawn: np.ndarray, controls: LatentControls) -> list[Mark]:
    here, moved = predictions(controls.model, points, (0.0, controls.tau), controls.grid)
    dashed = [moved.curve("shifted-prediction", moved_back(controls.tau))] if controls.tau else []
    return [here.curve("model", NAMES[controls.model]), *dashed]


# ---- what is read ----------------------------------------------------------------------------------


def _near(points: Points, controls: LatentControls) -> tuple[Reading, ...]:
    if not len(points):
        return ()
    largest = float(misses(controls.model, controls.z, points).max())
    return (Reading("miss", "Largest distance of the curve of z from a point", largest, along_y(largest)),)


def _narrow(q: Gaussian) -> tuple[Reading, ...]:
    label = "Area of q, in that of the prior"
    return (Reading("area", label, q.area, f"{q.area:.1%}"),)


def _caption(q: Gaussian) -> str:
    if q == PRIOR:
        return "Without points q is the prior."
    return f"q has standard deviations {shown(q.sd[0])} and {shown(q.sd[1])}, in those of the prior."


def _equation(q: Gaussian, controls: LatentControls) -> tuple[str, tuple]:
    """The z on show as a draw from q: every z has its ε."""
    epsilon = direction(controls.z, q)
    pairs = zip(("₁", "₂"), q.mean, q.sd, epsilon, controls.z, strict=True)
    parts = [f"z{i} = {shown(m)} + {shown(s)} · {shown(float(e))} = {shown(z)}" for i, m, s, e, z in pairs]
    return f"z = mean + sd · ε:  {';  '.join(parts)}", ()
