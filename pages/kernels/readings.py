"""Numbers of the four methods at the query, and their caption."""

from __future__ import annotations

import numpy as np

from pages.kernels.controls import KernelControls
from pages.kernels.methods import Weights, total_variation
from pages.shared.scene.marks import TRAINED_ON, Reading, shown
from pages.shared.scene.quantities import Prose, along_x, at_x, at_y, words
from pages.shared.scene.readings import small, small_along_y
from tnpcore import Points

LONG = {
    "nw": "Nadaraya-Watson (NW)",
    "dot": "softmax of dot products",
    "krr": "kernel ridge regression (KRR)",
    "gp": "Gaussian process (GP)",
}
FOUR = ("nw", "head", "krr", "gp")


def readings(found: Weights, shift: Reading, controls: KernelControls) -> tuple[Reading, ...]:
    """Bandwidth, predictions at the query, and how far apart the methods are; `shift` is the model's shift error."""
    at = {name: found.at_query(name) for name in FOUR}
    texts = {**LONG, "head": controls.head_name}
    smallest, gap = float(found.row("krr").min()), float(np.abs(found.curve("krr") - found.curve("gp")).max())
    distance = total_variation(found.map("nw"), found.map("head"))
    norm = float(np.abs(found.row("nw") - found.row("normed")).max())
    null = float(found.null[len(controls.grid)])
    low, high = (at_x(end, 0) for end in TRAINED_ON)
    apart = words("Weight that NW and the head give to different points, mean over queries from ", low, " to ", high)
    return (
        Reading("bandwidth", "Bandwidth h", controls.bandwidth, along_x(controls.bandwidth)),
        *(Reading(f"at-{name}", f"{texts[name]} at the query", at[name], at_y(at[name])) for name in FOUR),
        Reading("distance", apart, distance, f"{distance:.1%}"),
        Reading("smallest", "Smallest weight of KRR at the query", smallest, shown(smallest)),
        shift,
        Reading("krr-gp", "Largest difference of KRR and the GP's mean in view", gap, small_along_y(gap)),
        Reading("norm", "NW and the dot products with the key's norm: largest difference", norm, small(norm)),
        Reading("null", f"Weight of the null token in {controls.head_name}", null, f"{null:.0%}"),
    )


def caption(context: Points, found: Weights, controls: KernelControls) -> Prose:
    """The four predictions at the query, and where KRR subtracts."""
    row = found.row("krr")
    low = int(row.argmin())
    negative = words(f"KRR's smallest weight is {shown(float(row[low]))} on x = ", at_x(float(context.x[low, 0])), ".")
    positive = "At this query no weight of KRR is negative."
    return words(
        "At x = ",
        at_x(controls.at),
        " NW predicts ",
        at_y(found.at_query("nw")),
        ", KRR ",
        at_y(found.at_query("krr")),
        ", the GP ",
        at_y(found.at_query("gp")),
        f"; the row of {controls.head_name}, multiplied with the observed y, gives ",
        at_y(found.at_query("head")),
        ". ",
        negative if row[low] < -0.005 else positive,
    )
