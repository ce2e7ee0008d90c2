"""The numbers of the equivariance lesson: how much each prediction changes under a shift or a new order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pages.equivariance.controls import EquivarianceControls
from pages.equivariance.groups import DONE, REFLECT, SCALE, SHIFT
from pages.equivariance.variants import TITLES, weights_of
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import GridPrediction, rms_in_sd
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import Reading
from pages.shared.scene.quantities import words
from pages.shared.scene.readings import EXACT, both_changes, in_sd, shift_reading, signed, tone_of
from tnpcore import Points


def changed_reading(name: str, error: ShiftError, controls: EquivarianceControls) -> Reading:
    """How far one model's prediction changes under what is done to the data."""
    title, group = TITLES[name], controls.group
    found = shift_reading(name, title, error, controls.tau if group == SHIFT else 1.0, weights_of(name))
    return found if group == SHIFT else replace(found, label=f"{title}: change of the prediction, {DONE[group]}")


def symmetry_readings(points: Points, controls: EquivarianceControls) -> tuple[Reading, ...]:
    """The change of the chosen model's prediction when x is reflected, and when y is doubled."""
    errors = {group: replace(controls, group=group).shift_error(controls.model, points) for group in (REFLECT, SCALE)}
    return tuple(
        Reading(
            f"under-{group}",
            f"{controls.title}: change of the prediction, {DONE[group]}",
            error.mean,
            both_changes(error),
            tone_of(error.largest),
            weights_of(controls.model),
        )
        for group, error in errors.items()
    )


def fixed_reading(points: Points, controls: EquivarianceControls, here: GridPrediction) -> Reading:
    """Equivariant is not invariant: the change at targets that stay, when only the context is shifted."""
    context, targets = controls.context(points), controls.targets - controls.tau
    (shifted,) = controls.predict(controls.model, context, (controls.tau,), targets)
    change = rms_in_sd(shifted, here)
    label = words(f"{controls.title}: change of the mean, only the context shifted by ", signed(controls.tau))
    return Reading("fixed", label, change, in_sd(change), "", weights_of(controls.model))


def order_readings(points: Points, controls: EquivarianceControls, here: GridPrediction) -> tuple[Reading, ...]:
    """The change of the predictions when the context is reversed, and when the targets are."""
    name, context, targets = controls.model, controls.context(points), controls.targets
    turned = Points(context.x.flip(0), context.y.flip(0))
    (reversed_context,) = controls.predict(name, turned, (0.0,), targets)
    (flipped,) = controls.predict(name, context, (0.0,), targets.flip(0))
    reversed_targets = replace(flipped, mean=flipped.mean[::-1], sd=flipped.sd[::-1])
    changes = {
        "context-order": ("change of the mean, context in reverse order", rms_in_sd(reversed_context, here)),
        "target-order": ("change of each mean, targets in reverse order", rms_in_sd(reversed_targets, here)),
    }
    return tuple(
        Reading(id, f"{controls.title}: {label}", value, in_sd(value), tone_of(value), weights_of(name))
        for id, (label, value) in changes.items()
    )


def summary(errors: Mapping[str, ShiftError]) -> str:
    """Which models' predictions change, and by how much."""
    unchanged = [NAMES[name] for name, error in errors.items() if error.largest < EXACT]
    changed = [f"{NAMES[name]} ({both_changes(error)})" for name, error in errors.items() if error.largest >= EXACT]
    lists = {"Unchanged": unchanged, "Changed": changed}
    return " ".join(f"{title}: {', '.join(names)}." for title, names in lists.items() if names)
