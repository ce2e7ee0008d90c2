"""Autoencoders: the painted digit and what comes back, the plane of z, the evidence, and the bottleneck."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from pages.autoencoders import measured
from pages.autoencoders.controls import BETAS, COMPLETED, DRAWN, HALVES, ONE, SECOND, AutoencoderControls, bottleneck
from pages.autoencoders.inference import (
    bound,
    classified,
    completed,
    decoded,
    encoded,
    exact,
    gradients,
    means,
    moved,
    read_as,
    rebuilt,
)
from pages.autoencoders.pictures import Named, album, around, drawn, name, place
from pages.autoencoders.plane import HUE, map_panel, pictures_of, plane_panel, posterior_panel
from pages.shared.models.latent_plane import PRIOR, Gaussian, gap_panel, gap_shown
from pages.shared.scene.marks import Bars, Line, Mark, Panel, Reading, Scene, shown
from pages.shared.scene.pixels import Pixels, counts
from tnpcore import Points

DRAWS, ROWS = 12, 4  # pictures of the prior, and their rows
NOTHING = -1  # in place of a digit
WALK = 7  # pictures from one digit to another
BELOW = 1.4  # pixels of the stage below the pictures, for their names


def scene(_points: Points, controls: AutoencoderControls) -> Scene:
    """What follows the hand."""
    digit = counts(controls.digit)
    q = encoded(controls.model, digit)
    shift = _shift_reading(digit, q, controls)
    panels = (
        _stage(digit, q, controls),
        plane_panel(q, controls),
        posterior_panel(q),
        map_panel(),
        *([_walk(q, controls)] if controls.show == SECOND else []),
        _betas(digit),
        _class(digit, controls),
    )
    return Scene(panels, (*_read(digit, q, controls), shift), _caption(digit, q, controls))


def aside(_points: Points, controls: AutoencoderControls) -> Scene:
    """The exact posterior, what the ELBO leaves out, and what a pixel does with z."""
    q, found = encoded(controls.model, counts(controls.digit)), exact(controls.model, controls.digit)
    lower = bound(controls.model, controls.digit)
    note = "In nats, of the whole picture. Log evidence is log p(x), an integral over z by quadrature."
    gap, readings = gap_panel(lower, found.log_p, (lower.value, 0.0), HUE, note, ("x", "x | z"))
    small = np.array([round(lower.kl, 2), gap_shown(found.log_p, lower.value)])
    divergences = Bars(small, ("KL(q ‖ prior)", "KL(q ‖ posterior)"), HUE, title="the two KL divergences, enlarged")
    gap = replace(gap, marks=(*gap.marks, divergences))
    posterior = Panel("posterior", "", (found.mark(),))
    return Scene((posterior, gap, _pixels(q, controls), _moved(controls)), readings)


def later(_points: Points, controls: AutoencoderControls) -> Scene:
    """What does not depend on the digit: the map, pictures of the prior, measurements."""
    places = Panel("map", "", (pictures_of(controls.model),))
    cards = (measured.use_panel(controls.model), measured.information_panel(controls))
    return Scene((places, *cards))


# ---- the stage -------------------------------------------------------------------------------------


def _stage(digit: np.ndarray, q: Gaussian, controls: AutoencoderControls) -> Panel:
    if controls.show == DRAWN:
        return _draws(controls)
    left, right = place(0), place(1)
    picture, text, hue = beside(digit, q, controls)
    marks: list[Mark] = [Pixels(controls.digit, *left, "digit", "Your digit"), name("your digit: paint", *left)]
    if controls.show == COMPLETED:  # what the model is given, and what it adds
        marks += [Line(np.full(2, sum(x) / 2), np.array(y), HALVES, "left half | right half") for x, y in (left, right)]
    second = Pixels(controls.other, *right, "other", "Second digit")
    marks += [second if controls.show == SECOND else drawn(picture, *right, hue), name(text, *right)]
    title = "Your digit, and what the model makes of it"
    return Panel(
        "stage", title, tuple(marks), "stage", drawing=True, equal=True, tint=None, model=HUE, **around(2, below=BELOW)
    )


def beside(digit: np.ndarray, q: Gaussian, controls: AutoencoderControls) -> tuple[np.ndarray, str, str]:
    """The picture beside the digit, its name and its hue."""
    if controls.show == COMPLETED:
        made = completed(bottleneck(HALVES, BETAS[HALVES][controls.level]), digit)
        return made, f"right half: the model's, β {BETAS[HALVES][controls.level]:g}", HALVES
    if controls.show == SECOND:
        return counts(controls.other), "a second one", HUE
    if controls.show == ONE:
        return means(controls.model, controls.z)[0], "mean picture of z", HUE
    return means(controls.model, q.mean)[0], "what comes back", HUE


# ---- further pictures ------------------------------------------------------------------------------


def walk(q: Gaussian, other: Gaussian, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Pictures [WALK, 64] from one digit to another: along the line of z, and mixtures of the pixels of both ends."""
    t = np.linspace(0.0, 1.0, WALK)[:, None]
    along, _ = decoded(name, (1 - t) * np.array(q.mean) + t * np.array(other.mean))
    return along, (1 - t) * along[0] + t * along[-1]


def _walk(q: Gaussian, controls: AutoencoderControls) -> Panel:
    both = walk(q, encoded(controls.model, counts(controls.other)), controls.model)
    kinds = (("from z", "halfway in z"), ("mixed", "half of each pixel"))
    rows: list[list[Named]] = [
        [(half if i == WALK // 2 else edge if i == 0 else "", picture) for i, picture in enumerate(row)]
        for row, (edge, half) in zip(both, kinds, strict=True)
    ]
    note = "Above: decoded along the line of z. Below: pixels of both ends, mixed."
    return album("walk", "From one digit to the other", rows, HUE, note)


def _betas(digit: np.ndarray) -> Panel:
    every = [(f"β {beta:g}", completed(bottleneck(HALVES, beta), digit)) for beta in BETAS[HALVES]]
    note = "The left half is yours; each model saw only that."
    return album("betas", "The right half, by β", (every[:4], every[4:]), HALVES, note)


def _class(digit: np.ndarray, controls: AutoencoderControls) -> Panel:
    """What the bottleneck from digit to class says, at the β of the same number."""
    beta = BETAS["classes"][controls.level]
    (probabilities,) = classified(digit[None], bottleneck("classes", beta))
    bars = Bars(probabilities, tuple(map(str, range(10))), "classes", span=(0.0, 1.0))
    return Panel("class", f"Read as, with β {beta:g}", (bars,), note="p(class | z) at the mean of q.", tint=None)


def _draws(controls: AutoencoderControls) -> Panel:
    pictures, _ = decoded(controls.model, PRIOR.draws(DRAWS, controls.draw))
    named: list[Named] = [("", picture) for picture in pictures]
    each = DRAWS // ROWS
    rows = [named[i * each : (i + 1) * each] for i in range(ROWS)]
    return replace(album("stage", f"{DRAWS} z drawn from the prior, each decoded", rows, HUE, ""), area="stage")


def _pixels(q: Gaussian, controls: AutoencoderControls) -> Panel:
    """Mean and standard deviation of p(x | z) as pictures, and what each number of z does to every pixel."""
    z = controls.z if controls.show == ONE else q.mean
    mean, sd = decoded(controls.model, np.array([z]))
    first, second = gradients(controls.model, z)
    row: list[Named] = [("mean", mean[0]), ("sd", sd[0]), ("∂ mean / ∂ z₁", first), ("∂ mean / ∂ z₂", second)]
    note = "Given z: of the z on show, or else of q's mean. Blue: more ink as z grows; orange: less."
    return album("pixels", "Every pixel, and what z does to it", [row], HUE, note, signed=2)


def _moved(controls: AutoencoderControls) -> Panel:
    digit = counts(controls.digit)
    there = moved(digit, controls.tau)
    row: list[Named] = [
        ("comes back", rebuilt(controls.model, digit)),
        (f"shifted by {controls.tau}", there),
        ("then comes back", rebuilt(controls.model, there)),
    ]
    note = "No layer knows that two pixels are neighbours: a shifted digit is another one to the encoder."
    return album("moved", "The digit, shifted by τ pixels", [row], HUE, note)


# ---- what is read ----------------------------------------------------------------------------------


def _read(digit: np.ndarray, q: Gaussian, controls: AutoencoderControls) -> tuple[Reading, ...]:
    picture, _, _ = beside(digit, q, controls)
    found = []
    for id, label, each in (
        ("read", "Your digit is read as", digit),
        ("read-beside", "The picture beside it", picture),
    ):
        # The classifier was never trained on white paper.
        which, sure = read_as(each) if each.any() else (NOTHING, 1.0)
        found.append(Reading(id, label, float(which), "nothing" if which == NOTHING else f"{which} ({sure:.0%})"))
    return (*found, Reading("area", "Area of q, in that of the prior", q.area, f"{q.area:.2%}"))


def _shift_reading(digit: np.ndarray, q: Gaussian, controls: AutoencoderControls) -> Reading:
    there = encoded(controls.model, moved(digit, controls.tau))
    far = math.dist(q.mean, there.mean)
    return Reading("shift-z", f"How far q's mean moves, digit shifted by {controls.tau}", far, f"{shown(far)} prior sd")


def _caption(digit: np.ndarray, q: Gaussian, controls: AutoencoderControls) -> str:
    if not digit.any():
        return "Paint a digit."
    which, sure = read_as(digit)
    return f"Your digit is read as {which} ({sure:.0%}); q has sd {shown(q.sd[0])} and {shown(q.sd[1])}."
