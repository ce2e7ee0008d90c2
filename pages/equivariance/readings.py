"""The numbers of the equivariance lesson: how much each prediction changes under a shift or a new order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pages.equivariance.controls import EquivarianceControls
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import GridPrediction, predictions, rms_in_sd
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import Reading
from pages.shared.scene.readings import EXACT, both_changes, in_sd, signed, tone_of
from tnpcore import Points


def fixed_reading(points: Points, controls: EquivarianceControls, here: GridPrediction) -> Reading:
    """Equivariant is not invariant: the change at targets that stay, when only the context is shifted."""
    context, targets = controls.context(points), controls.targets - controls.tau
    (shifted,) = predictions(controls.model, context, (controls.tau,), targets, centre=controls.centre)
    change = rms_in_sd(shifted, here)
    label = f"{NAMES[controls.model]}: change of the mean, only the context shifted by {signed(controls.tau)}"
    return Reading("fixed", label, change, in_sd(change), "", controls.model)


def order_readings(points: Points, controls: EquivarianceControls, here: GridPrediction) -> tuple[Reading, ...]:
    """The change of the predictions when the context is reversed, and when the targets are."""
    name, context, targets = controls.model, controls.context(points), controls.targets
    turned = Points(context.x.flip(0), context.y.flip(0))
    (reversed_context,) = predictions(name, turned, (0.0,), targets, centre=controls.centre)
    (flipped,) = predictions(name, context, (0.0,), targets.flip(0), centre=controls.centre)
    reversed_targets = replace(flipped, mean=flipped.mean[::-1], sd=flipped.sd[::-1])
    changes = {
        "context-order": ("change of the mean, context in reverse order", rms_in_sd(reversed_context, here)),
        "target-order": ("change of each mean, targets in reverse order", rms_in_sd(reversed_targets, here)),
    }
    return tuple(
        Reading(id, f"{NAMES[name]}: {label}", value, in_sd(value), tone_of(value), name)
        for id, (label, value) in changes.items()
    )


def summary(errors: Mapping[str, ShiftError]) -> str:
    """Which models' predictions change, and by how much."""
    unchanged = [NAMES[name] for name, error in errors.items() if error.largest < EXACT]
    changed = [f"{NAMES[name]} ({both_changes(error)})" for name, error in errors.items() if error.largest >= EXACT]
    lists = {"Unchanged": unchanged, "Changed": changed}
    return " ".join(f"{title}: {', '.join(names)}." for title, names in lists.items() if names)
