"""Two estimators of one gradient, that of the reconstruction with respect to the mean of q, by 100 draws each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from pages.latent.controls import LatentControls
from pages.latent.inference import distribution, pairs_of, process
from pages.shared.lesson.values import context
from pages.shared.models.latent_plane import Gaussian
from pages.shared.models.once import once
from pages.shared.scene.marks import Dots, Lattice, Line, Panel, Reading, shown
from tnpcore import Points, latent

COUNT = 100
SEED = 0
NAMES = ("score function", "reparametrised")
CUT = 0.98  # of the estimates are in view


@dataclass(frozen=True, eq=False)
class Estimates:
    """The first component of the gradient with respect to the mean: estimates by name [COUNT], and the exact value."""

    drawn: dict[str, np.ndarray]
    exact: float

    @property
    def ratio(self) -> float:
        """How many times as widely the score function's scatter as the reparametrised ones."""
        return float(self.drawn[NAMES[0]].std() / max(self.drawn[NAMES[1]].std(), 1e-12))


def estimates(points: Points, q: Gaussian, controls: LatentControls) -> Estimates:
    """Of one draw of z each."""
    return _estimates(controls.model, pairs_of(points), q)


@once(keep=16)
def _estimates(name: str, pairs: tuple, q: Gaussian) -> Estimates:
    points, given, trained = context(pairs), distribution(name, q), process(name)
    noise = latent.standard_noise(given, COUNT, torch.Generator().manual_seed(SEED))
    both = (latent.score_function_gradient, latent.reparametrised_gradient)
    drawn = {
        label: estimate(trained, points, given, noise).mean[:, 0].numpy()
        for label, estimate in zip(NAMES, both, strict=True)
    }
    return Estimates(drawn, float(latent.exact_gradient(trained, points, given).mean[0]))


def panel(found: Estimates) -> Panel:
    """A row of dots for each estimator, and the exact gradient as a line."""
    rows = np.random.default_rng(SEED).uniform(-0.3, 0.2, COUNT)
    marks = [Dots(found.drawn[name], i + 0.5 + rows, "grid") for i, name in enumerate(NAMES)]
    spread = np.concatenate(list(found.drawn.values())) - found.exact
    half = 1.1 * float(np.quantile(np.abs(spread), CUT)) + 1e-6
    left = np.full(len(NAMES), found.exact - 0.6 * half)
    names = Dots(left, np.arange(len(NAMES)) + 0.85, "name", labels=NAMES)
    line = Line(np.full(2, found.exact), np.array([0.0, 2.0]), "bayes", "exact gradient", dashed=True)
    return Panel(
        "gradients",
        f"{COUNT} estimates of one gradient",
        (*marks, names, line),
        x=(found.exact - half, found.exact + half),
        y=(0.0, 2.0),
        x_title="∂ reconstruction / ∂ mean of z₁, in nats per unit of z₁",
        y_title="",
        tint=None,
        lattice=Lattice(("",) * len(NAMES)),
        note="Each dot is one draw of ε; the same draws in both rows.",
    )


def reading(found: Estimates) -> Reading:
    """How much more the one scatters."""
    value = found.ratio
    return Reading("scatter", "Scatter: score function / reparametrised", value, f"{shown(value, 1)} times")
