"""What a Gaussian process is, as a picture: functions drawn from it before any point, and given the points."""

from __future__ import annotations

import numpy as np
import torch

from pages.kernels.controls import KernelControls
from pages.shared.scene.marks import Line, Mark, Panel
from tnpcore import Points
from tnpcore.data.exact import joint_posterior, posterior

COUNT, SEED = 6, 1
EVERY = 4  # of the targets in view: the functions are smooth
NOTE = "Six functions drawn from the Gaussian process, without noise."


def functions(points: Points, controls: KernelControls) -> tuple[np.ndarray, np.ndarray]:
    """Inputs [T] in view, and functions [COUNT, T] drawn from the Gaussian process given the points.

    With equal random numbers for all points, so that they move with a point that is dragged.

    Reference: Rasmussen and Williams 2006, section 2.2.
    """
    x = controls.grid[::EVERY]
    found = joint_posterior(controls.gp_kernel, points, x, controls.noise)
    covariance = found.scale_tril @ found.scale_tril.mT - controls.noise**2 * torch.eye(len(x), dtype=torch.float64)
    values, vectors = torch.linalg.eigh(covariance)
    root = vectors * values.clamp(min=0.0).sqrt() @ vectors.mT  # the symmetric one: it has no arbitrary signs
    z = torch.randn(COUNT, len(x), generator=torch.Generator().manual_seed(SEED), dtype=torch.float64)
    return x[:, 0].numpy(), (found.mean[:, 0] + z @ root).numpy()


def spread(points: Points, controls: KernelControls) -> tuple[np.ndarray, np.ndarray]:
    """Inputs [T] in view, and the sd of the functions there [T], noise left out."""
    x = controls.grid[::EVERY]
    return x[:, 0].numpy(), _sd(points, x, controls)


def sd_at(points: Points, controls: KernelControls) -> np.ndarray:
    """The sd of the functions at the points' own x, noise left out, [Nc]."""
    return _sd(points, points.x, controls)


def _sd(points: Points, x: torch.Tensor, controls: KernelControls) -> np.ndarray:
    variance = posterior(controls.gp_kernel, points, x, controls.noise).variance[:, 0] - controls.noise**2
    return variance.clamp(min=0.0).sqrt().numpy()


def panels(points: Points, controls: KernelControls) -> tuple[Panel, ...]:
    """The functions before any point, and those that are left given the points."""
    none = Points(points.x[:0], points.y[:0])
    return (
        _panel("gp-prior", "Before any point", none, controls),
        _panel("gp-posterior", "Given the points", points, controls),
    )


def _panel(id: str, title: str, points: Points, controls: KernelControls) -> Panel:
    x, drawn = functions(points, controls)
    lines: tuple[Mark, ...] = tuple(Line(x, y, "gp") for y in drawn)
    return Panel(id, title, lines, x=controls.view, points=bool(len(points)), tint=None, note=NOTE)
