"""Learning to learn: a task of the drawn points, its loss, the loss along a run, drawn and expected, and the cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.learning.controls import MODELS, LearningControls
from pages.learning.gradient import LENGTHS, MANY, NEW, stepped
from pages.learning.measured import few_panel, own_panel
from pages.learning.task import STEPS, Dealt, along, dealt, deck, limit, loss, network, redrawn, terms
from pages.shared.models.model_panel import model_panel
from pages.shared.models.predictions import GridPrediction, bayes_prediction, grid, predictions, shift_error
from pages.shared.models.weights_panel import weights_panel
from pages.shared.scene.marks import X_VIEW, Dots, HeatMap, Line, Panel, Reading, Scene, Withheld, shown
from pages.shared.scene.quantities import Prose, at_x, words
from pages.shared.scene.readings import in_nats, moved_back, shift_reading
from tnpcore import Points
from tnpcore.learned.functions import points as points_of

APART = 0.9  # units of x between two numbers
USUAL = (-1.0, 2.0)  # nats of a term that are in view at least
FEW = "At least two points are needed for a task: a context and a target."


def scene(points: Points, controls: LearningControls) -> Scene:
    """What follows the hand: the band given the context, and what every target adds to the loss."""
    cards = dealt(points, controls.deal)
    here, shifted = both(cards, controls)
    found, lost = terms(controls.trained, cards.task), loss(controls.trained, cards.task)
    dashed = (shifted.curve("shifted-prediction", moved_back(controls.tau)),) if controls.tau else ()
    marks = (Withheld(cards.targets), here.curve(label=controls.heading), *dashed, *_known(controls))
    change = shift_error(here, shifted)
    readings = (
        Reading("loss", "Loss of this task, mean over its targets", lost, in_nats(lost), "", controls.hue),
        shift_reading(controls.hue, MODELS[controls.hue], change, controls.tau, controls.hue),
    )
    panels = (
        model_panel("stage", controls.heading, marks, controls.hue, controls, "stage"),
        _terms(cards, found, controls),
        _deck(controls),
    )
    return Scene(panels, readings, _caption(cards, found))


def aside(points: Points, controls: LearningControls) -> Scene:
    """The loss along both runs, and of targets that are drawn anew."""
    cards = dealt(points, controls.deal)
    losses, expected = redrawn(controls.trained, cards.task)
    spread = float(losses.std())
    readings = (
        Reading("expected", "Loss in expectation over y", expected, in_nats(expected), "", controls.hue),
        Reading("spread", "Its standard deviation, y drawn anew", spread, in_nats(spread), "", controls.hue),
    )
    return Scene((_drawn(losses, expected, controls), _steps(cards, controls), few_panel(), own_panel()), readings)


def later(points: Points, controls: LearningControls) -> Scene:
    """The Bayes predictor on the stage, its loss beside those along both runs, and the attention weights."""
    cards = dealt(points, controls.deal)
    best = bayes_prediction(cards.context, grid(controls))
    stage = Panel("stage", controls.heading, (best.curve("limit", "Bayes predictor"),), "stage", x=controls.view)
    lowest = limit(cards.task)
    reading = Reading("limit", "The limit: loss of the Bayes predictor", lowest, in_nats(lowest), "", "bayes")
    return Scene((stage, _progress(cards, lowest), _weights(cards, controls)), (reading,))


def both(cards: Dealt, controls: LearningControls) -> tuple[GridPrediction, GridPrediction]:
    """The prediction from the context, as it is and with all inputs shifted."""
    process = network(controls.trained)
    here, shifted = predictions(
        controls.hue, cards.context, (0.0, controls.tau), grid(controls), record=True, process=process
    )
    return here, shifted


# ---- panels ----------------------------------------------------------------------------------------


def _terms(cards: Dealt, found: np.ndarray, controls: LearningControls) -> Panel:
    """A length for every target, below its place on the stage."""
    x = cards.task.target.x[:, 0].numpy()
    bars = tuple(Line(np.full(2, at), np.array([0.0, height]), "residual") for at, height in zip(x, found, strict=True))
    names = Dots(x, found, "target", labels=_labels(x, found))
    mean = float(found.mean()) if len(found) else 0.0
    level = Line(np.array(controls.view), np.full(2, mean), controls.hue, "mean: the loss", dashed=True)
    low, high = (float(end) for end in (found.min(initial=USUAL[0]), found.max(initial=USUAL[1])))
    over = 0.13 * (high - low)  # for the number at the largest, and the mark at the lowest
    titles = {"y": (low - over, high + over), "y_title": "−log p, nats"}
    note = "One length for each target; the dashed line is their mean." if len(found) else FEW
    marks = (*bars, level, names) if len(found) else ()
    return Panel("terms", "What each target adds to the loss", marks, x=controls.view, note=note, **titles)


def _labels(x: np.ndarray, found: np.ndarray) -> tuple[str, ...]:
    """The lengths in numbers, the largest first; none where a larger one stands beside it."""
    labels = [""] * len(x)
    for i in np.argsort(-found):
        if not any(text and abs(x[i] - x[j]) < APART for j, text in enumerate(labels)):
            labels[i] = shown(found[i], 1)
    return tuple(labels)


def _deck(controls: LearningControls) -> Panel:
    others = deck(controls.deal)
    lines = tuple(Line(x[:, 0].numpy(), y[:, 0].numpy(), "wave") for x, y in zip(others.x, others.y, strict=True))
    note = "Drawn from the prior, with their noise. Each becomes a task of its own."
    return Panel("deck", "Other functions that are dealt", lines, x=X_VIEW, note=note)


def _progress(cards: Dealt, lowest: float) -> Panel:
    """The loss on this task along both runs."""
    x = np.log10(STEPS)
    found = {name: along(name, cards.task) for name in MODELS}
    lines = tuple(Line(x, values, name, title, name) for (name, values), title in zip(found.items(), MODELS.values()))
    flat = Line(x[[0, -1]], np.full(2, lowest), "bayes", "Bayes predictor: the limit", "bayes", dashed=True)
    every = np.concatenate([*found.values(), [lowest]])
    low, high = float(every.min()), float(every.max())
    pad = 0.1 * (high - low) + 0.05
    titles = {"x_title": "log₁₀ of training steps (4: 10,000)", "y_title": "loss, nats"}
    ends = {"x": (-0.1, float(x[-1]) + 0.1), "y": (low - pad, high + pad)}
    note = "From 1 to 10,000 steps. The loss of this one task need not fall at every step." if cards.targets else FEW
    return Panel("progress", "Loss of your task along the run", (*lines, flat), note=note, tint=None, **ends, **titles)


def _drawn(losses: np.ndarray, expected: float, controls: LearningControls) -> Panel:
    """Dots that scatter, and one line that does not."""
    number = np.arange(1.0, len(losses) + 1)
    flat = Line(number[[0, -1]], np.full(2, expected), controls.hue, "in expectation over y", controls.hue)
    low, high = float(min(losses.min(), expected)), float(max(losses.max(), expected))
    pad = 0.1 * (high - low) + 0.05
    titles = {"x_title": "draw of all targets", "y_title": "loss, nats"}
    ends = {"x": (0.0, len(losses) + 1.0), "y": (low - pad, high + pad)}
    note = "The same context and the same target inputs; only the values y of the targets are drawn anew."
    dots = Dots(number, losses, "drawn", label="loss of one draw")
    return Panel("drawn", "The loss of one task, y drawn anew", (dots, flat), note=note, tint=None, **ends, **titles)


def _steps(cards: Dealt, controls: LearningControls) -> Panel:
    """What a gradient step of any length does to the loss, from one task or from many."""
    title = "One gradient step, from one task or from many"
    if not cards.targets:
        return Panel("steps", title, (), note=FEW, tint=None)
    found = stepped(controls.trained, cards.task)
    lines = (
        Line(LENGTHS, found.new_by_many, controls.hue, f"new tasks, by a step from {MANY}", controls.hue),
        Line(LENGTHS, found.new, "signal", "new tasks, by a step from yours"),
        Line(LENGTHS, found.own, "signal", "your task, by a step from yours", dashed=True),
    )
    every = np.concatenate([line.y for line in lines])
    pad = 0.1 * float(np.ptp(every)) + 0.005
    ends = {"x": (0.0, float(LENGTHS[-1])), "y": (float(every.min()) - pad, float(every.max()) + pad)}
    titles = {"x_title": "length of the step, over all weights", "y_title": "change, nats"}
    note = f"Plain gradient steps of equal length; {NEW} new tasks. Cosine between the two steps: {found.cosine:.2f}."
    return Panel("steps", title, lines, note=note, tint=None, **ends, **titles)


def _known(controls: LearningControls) -> tuple[Line, ...]:
    """The one function that a model has met, with its noise."""
    if controls.functions != "1":
        return ()
    x, y = (each[0, :, 0].numpy() for each in points_of(1))
    order = x.argsort()
    return (Line(x[order], y[order], "signal", "the one function of its training"),)


def _weights(cards: Dealt, controls: LearningControls) -> Panel:
    """The last layer's attention to the context, with the points' own numbers."""
    here, _ = both(cards, controls)
    panel = weights_panel(here, cards.context)
    (heat,) = panel.marks
    assert isinstance(heat, HeatMap)
    keys = tuple(cards.kept[key] if key >= 0 else key for key in heat.keys)
    return replace(panel, marks=(replace(heat, keys=keys),))


def _caption(cards: Dealt, found: np.ndarray) -> Prose:
    if not cards.targets:
        return FEW
    most = int(found.argmax())
    counts = f"{len(cards.context)} context points, {len(cards.targets)} targets; the largest length is "
    return words(f"{counts}{in_nats(found[most])}, at x = ", at_x(cards.task.target.x[most, 0].item()), ".")
