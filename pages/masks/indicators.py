"""The indicators: readings of what a mask lets a prediction depend on, each found by running the model again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.masks.changes import EXACT, STEP, Changes
from pages.masks.likelihoods import Likelihoods
from pages.masks.mask_presets import JOINT, LETTERS, MaskedModel
from pages.shared.models.catalogue import NAMES
from pages.shared.scene.marks import Reading
from pages.shared.scene.quantities import Prose, along_x, along_y, words
from pages.shared.scene.readings import in_nats

IN_SD = "In sd of that prediction before; the larger change counts, that of its mean or of its sd."  # behind "more"
SHORT = {"order": "Permutation", "others": "Consistency", "leak": "Leak"}


def indicators(changes: Changes, run: MaskedModel, count: int) -> tuple[Reading, ...]:
    """Permutation, consistency, leak: the largest change of a prediction, of consistency with who moved → who changed;
    and the difference from the model that is the measure; for `count` points."""
    carries, exact = run.tokens == JOINT, changes.exact
    moved, changed = np.unravel_index(changes.others.argmax(), changes.others.shape)
    what = words(along_x(STEP, 1), ", or its y by ", along_y(STEP, 1)) if carries else along_x(STEP, 1)
    others = words("another target moves by ", what), float(changes.others.max())
    pair = f", {LETTERS[moved]} → {LETTERS[changed]}"
    order = _indicator("order", "the points are reordered", changes.order, exact)
    leak = _indicator("leak", words("a target's own y changes by ", along_y(STEP, 1)), changes.leak, exact)
    apart = f"{NAMES[run.name]} under its own mask" if carries else "TNP-D"
    return (
        order if count > 1 else replace(order, text="needs two points", tone=""),
        _indicator("others", *others, exact, pair),
        leak if carries else replace(leak, text="no token holds it"),
        _indicator("equal", f"Largest difference from {apart} at A, B, C", changes.apart, exact),
    )


def _indicator(id: str, label: Prose, value: float, exact: float, more: str = "") -> Reading:
    label = words(f"{SHORT[id]}: ", label) if id in SHORT else label
    if value < exact:
        return Reading(id, label, value, f"< {exact:.1g} sd", "good")
    return Reading(id, label, value, f"{sd_text(value)}{more}", "bad")


def sd_text(value: float) -> str:
    """A change in standard deviations that is large enough to be one."""
    return f"less than {EXACT} sd" if value < EXACT else f"{value:.4f} sd" if value < 0.01 else f"{value:,.2f} sd"


def likelihood_readings(found: Likelihoods) -> tuple[Reading, ...]:
    """The two likelihoods of the drawn points, in nats per point."""
    each = "Log-likelihood of your points, each predicted from the others"
    return (
        Reading("in-training", f"{each}: its own y among the tokens", found.training, in_nats(found.training)),
        Reading("in-use", f"{each}: its own y unknown", found.use, in_nats(found.use)),
    )
