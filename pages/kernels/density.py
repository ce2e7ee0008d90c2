"""The kernel density estimate behind Nadaraya-Watson: as a map over (x, y), and its slice at the query."""

from __future__ import annotations

import numpy as np
import torch

from pages.kernels.controls import KernelControls
from pages.shared.scene.marks import Field, Handle, Line, Panel
from pages.shared.scene.quantities import along_x, at_x, at_y, words
from tnpcore import Points
from tnpcore.kernel_regression import conditional_density, joint_density, nadaraya_watson_weights

ACROSS, UPWARDS = 61, 41  # cells of the map
FINE = 301  # values of y of the slice
TOP = 1.08  # of the slice's picture, in its maximum
PEAK = 0.02  # of the maximum: what is lower is no peak


def density_panels(context: Points, controls: KernelControls) -> tuple[Panel, Panel]:
    """The density over (x, y), and the density of y at the query with its mean; there must be points."""
    return _map(context, controls), _slice(context, controls)


def conditional(context: Points, controls: KernelControls) -> tuple[np.ndarray, np.ndarray]:
    """The density of y given x = query on a fine grid of y [301], divided by its maximum; and that grid."""
    y = torch.linspace(*_range(context, controls), FINE, dtype=torch.float64)[:, None]
    query = y.new_tensor([[controls.at]])
    values = conditional_density(context, query, y, controls.bandwidth, controls.bandwidth)[0].numpy()
    return values / float(values.max()), y[:, 0].numpy()


def peaks(context: Points, controls: KernelControls) -> list[float]:
    """The values of y at which the slice has a maximum, upwards."""
    density, y = conditional(context, controls)
    inner = (density[1:-1] > density[:-2]) & (density[1:-1] >= density[2:]) & (density[1:-1] > PEAK)
    return y[1:-1][inner].tolist()


def _range(context: Points, controls: KernelControls) -> tuple[float, float]:
    """What the points and their Gaussians take of y."""
    margin = 3 * controls.bandwidth
    return float(context.y.min()) - margin, float(context.y.max()) + margin


def _map(context: Points, controls: KernelControls) -> Panel:
    x = torch.linspace(*controls.view, ACROSS, dtype=torch.float64)[:, None]
    ends = _range(context, controls)
    y = torch.linspace(*ends, UPWARDS, dtype=torch.float64)[:, None]
    density = joint_density(context, x, y, controls.bandwidth, controls.bandwidth).mT.numpy()
    values = density / max(float(density.max()), 1e-300)
    marks = (
        Field(values, controls.view, ends, "density; its maximum is 1", "nw"),
        Handle(controls.at, "query", "query"),
    )
    title = words("Kernel density over (x, y): h = ", along_x(controls.bandwidth))
    note = "One Gaussian of standard deviation h, in x and in y, on each point."
    return Panel("density", title, marks, x=controls.view, y=ends, points=True, tint=None, note=note)


def _slice(context: Points, controls: KernelControls) -> Panel:
    density, y = conditional(context, controls)
    query = torch.tensor([[controls.at]], dtype=torch.float64)
    mean = float(nadaraya_watson_weights(context.x, query, controls.bandwidth) @ context.y)
    marks = (
        Line(y, density, "nw"),
        Line(np.array([mean, mean]), np.array([0.0, TOP]), "krr", dashed=True),
    )
    title = words("Slice at x = ", at_x(controls.at), "; dashed: its mean, y = ", at_y(mean))
    note = "Divided by its maximum; its mean is the prediction of NW."
    shown = (float(y[0]), float(y[-1]))
    return Panel("slice", title, marks, "lens", shown, (0.0, TOP), "y", "density", tint=None, note=note)
