"""The numbers of the equivariance lesson: how much each prediction changes under a shift or a new order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pages.equivariance.controls import EquivarianceControls
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import THIN, GridPrediction, predictions, rms_in_sd
from pages.shared.scene.marks import Reading
from pages.shared.scene.quantities import along_x
from pages.shared.scene.readings import EXACT, small
from tnpcore import Points

EXACT_GRID = 1e-5  # one trained network on two grids: only rounding is forgiven


def shifted_reading(name: str, change: float, tau: float, title: str = "", most: float = EXACT) -> Reading:
    """E(tau) of one model; good below `most`."""
    tone = _tone(change, most) if tau else ""
    label = f"{title or NAMES[name]}: change of the mean, all inputs shifted by {signed(tau)}"
    return Reading(f"shift-{name}", label, change, in_sd(change), tone, name)


def fixed_reading(points: Points, controls: EquivarianceControls, here: GridPrediction) -> Reading:
    """Equivariant is not invariant: the change at targets that stay, when only the context is shifted."""
    context, targets = controls.context(points), controls.targets[::THIN] - controls.tau
    (shifted,) = predictions(controls.model, context, (controls.tau,), targets, centre=controls.centre)
    change = rms_in_sd(shifted, here)
    label = f"{NAMES[controls.model]}: change of the mean, only the context shifted by {signed(controls.tau)}"
    return Reading("fixed", label, change, in_sd(change), "", controls.model)


def order_readings(points: Points, controls: EquivarianceControls, here: GridPrediction) -> tuple[Reading, ...]:
    """The change of the predictions when the context is reversed, and when the targets are."""
    name, context, targets = controls.model, controls.context(points), controls.targets[::THIN]
    turned = Points(context.x.flip(0), context.y.flip(0))
    (reversed_context,) = predictions(name, turned, (0.0,), targets, centre=controls.centre)
    (flipped,) = predictions(name, context, (0.0,), targets.flip(0), centre=controls.centre)
    reversed_targets = replace(flipped, mean=flipped.mean[::-1], sd=flipped.sd[::-1])
    changes = {
        "context-order": ("change of the mean, context in reverse order", rms_in_sd(reversed_context, here)),
        "target-order": ("change of each mean, targets in reverse order", rms_in_sd(reversed_targets, here)),
    }
    return tuple(
        Reading(id, f"{NAMES[name]}: {label}", value, in_sd(value), _tone(value), name)
        for id, (label, value) in changes.items()
    )


def summary(changes: Mapping[str, float]) -> str:
    """Which models' predictions change, and by how much."""
    unchanged = [NAMES[name] for name, value in changes.items() if value < EXACT]
    changed = [f"{NAMES[name]} by {in_sd(value)}" for name, value in changes.items() if value >= EXACT]
    lists = {"Unchanged": unchanged, "Changed": changed}
    return " ".join(f"{title}: {', '.join(names)}." for title, names in lists.items() if names)


def signed(tau: float) -> str:
    """A shift with its sign: +1.00, −0.30, +1,000,000."""
    return along_x(tau, signed=True)


def in_sd(change: float) -> str:
    """A change in standard deviations, in few digits."""
    return f"{change:,.0f} sd" if change >= 100 else f"{small(change)} sd"


def _tone(value: float, most: float = EXACT) -> str:
    return "good" if value < most else "bad"
