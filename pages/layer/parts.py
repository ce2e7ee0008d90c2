"""Two questions about a part of a layer: the trained model with it switched off, and a model trained without it."""

from __future__ import annotations

import numpy as np
import torch

from pages.layer.controls import (
    EVERYWHERE,
    LAYERS,
    MODEL,
    NUM_LAYERS,
    PARTS,
    LayerControls,
    without,
)
from pages.layer.trace import Trace
from pages.shared.models.catalogue import model
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import predictions, rms_in_sd
from pages.shared.scene.marks import Bars, HeatMap, Line, Panel, Reading, shown
from pages.shared.scene.readings import in_sd
from tnpcore import Points, card, predict
from tnpcore.ablation import HEADS, POST_NORM, RETRAINED, WHOLE, seeds

OTHER = "“Off”: the TNP-D of the other lessons, 30,000 steps. Each row has a scale of its own."
SHORT = {"feedforward": "feed-fwd", "residual": "residual", "norm": "norm", HEADS: "heads"}
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}
EFFECT_NOTE = (
    "rms change of the mean in view, in sd, of the trained model with one part off, everywhere or in one layer."
)


def excess(name: str) -> float:
    """The measured excess of a model over the Bayes predictor, in nats per target; ValueError where there is none."""
    results = card(name).results
    if "excess" not in results:
        raise ValueError(f"the excess of {name} has not been measured")
    return float(results["excess"])


def excess_of_seeds(name: str) -> tuple[float, ...]:
    """The excess of the same model from every seed that was trained and measured, the shipped one's first."""
    return seeds(card(name)) or (excess(name),)


def excess_switched_off(part: str) -> float:
    """The measured excess of the trained model with a part off in all layers; ValueError where there is none."""
    measured = card(MODEL).results.get("switched_off", {})
    if part not in measured:
        raise ValueError(f"the excess of {MODEL} without {part} has not been measured")
    return float(measured[part]["excess"])


def rise_when_retrained(part: str) -> float:
    """How much more excess a model trained without a part has than the whole one by the same recipe: means of seeds."""
    return mean_excess(RETRAINED[part]) - mean_excess(WHOLE)


def mean_excess(name: str) -> float:
    """The mean excess of a model over its seeds."""
    return float(np.mean(excess_of_seeds(name)))


def change_in_view(run: Trace) -> float:
    """How far the mean of the model as it runs lies from the trained one's, rms over the targets, in its sd."""
    return rms_in_sd(run.here, run.trained)


def retrained_distance(points: Points, controls: LayerControls) -> float:
    """How far the mean of the model trained without the chosen part lies from the trained model's, rms in its sd."""
    whole, other = (predictions(name, points, xt=controls.grid)[0] for name in (MODEL, RETRAINED[controls.retrained]))
    return rms_in_sd(other, whole)


def effects(points: Points, grid: torch.Tensor) -> np.ndarray:
    """The change of the mean in view when a part is off: a row for each of PARTS, a column for all layers and for each.

    Root mean square over the targets in sd of the trained model, [4, L + 1].
    """
    trained = predict(model(MODEL), points, grid)
    rows = []
    for part in PARTS:
        row = []
        for layers in (tuple(range(NUM_LAYERS)), *((layer,) for layer in range(NUM_LAYERS))):
            with without(part, layers):
                changed = predict(model(MODEL), points, grid).mean
            row.append(float(((changed - trained.mean) / trained.std).square().mean().sqrt()))
        rows.append(row)
    return np.array(rows)


def effect_panel(points: Points, controls: LayerControls) -> Panel:
    """`effects` as a map with numbers."""
    columns = ("all", *LAYERS)
    rows = tuple(SHORT[part] for part in PARTS)
    marked = np.zeros((len(rows), len(columns)), bool)
    if controls.intervenes:
        column = 0 if controls.where == EVERYWHERE else 1 + LAYERS.index(controls.where)
        marked[list(PARTS).index(controls.part), column] = True
    heat = HeatMap(
        effects(points, controls.grid),
        "part",
        "off in layer",
        rows,
        columns,
        show_numbers=True,
        model=MODEL,
        marked=marked,
    )
    title = "Change of the mean when a part is switched off"
    return Panel("effects", title, (heat,), model=MODEL, note=EFFECT_NOTE)


def retrained_panel(points: Points, controls: LayerControls, run: Trace) -> tuple[Panel, ...]:
    """The band of the model that was trained without the part, beside the mean of the trained whole one."""
    name = RETRAINED[controls.retrained]
    found, _ = for_each_model(lambda name: predictions(name, points, xt=controls.grid)[0], (name,))
    if not found:
        return ()
    dashed = Line(run.trained.x, run.trained.mean, "signal", "mean of the whole model", dashed=True)
    marks = (found[name].curve(), dashed)
    title = f"Trained {_without(controls.retrained)}"
    note = f"Excess {written_excess(name)}. Dashed: mean of the whole model."
    return (Panel("retrained", title, marks, x=controls.view, points=True, model=MODEL, note=note),)


def excess_panel() -> tuple[Panel, ...]:
    """The measured excess of both questions, part by part."""
    off, _ = for_each_model(excess_switched_off, PARTS)
    retrained, _ = for_each_model(lambda part: excess_of_seeds(RETRAINED[part]), off)
    whole, _ = for_each_model(excess_of_seeds, (MODEL, WHOLE))
    if len(whole) < 2:
        return ()
    labels = ("whole", *(SHORT[part] for part in retrained))
    trained = [whole[WHOLE], *retrained.values()]
    bars = (
        Bars(
            _means([whole[MODEL]] + [(off[part],) for part in retrained]),
            labels,
            MODEL,
            title="off in the trained model of the other lessons",
        ),
        Bars(_means(trained), labels, MODEL, title="trained without it", spread=_spread(trained)),
    )
    note = _note({len(found) for found in trained})
    return (Panel("excess", "Excess over the best Gaussian (nats per target)", bars, model=MODEL, note=note),)


def _means(found: list[tuple[float, ...]]) -> np.ndarray:
    return np.array([np.mean(values) for values in found])


def _spread(found: list[tuple[float, ...]]) -> tuple[tuple[float, float], ...]:
    """The lowest and the highest of each; nothing where each is one run."""
    return tuple((min(values), max(values)) for values in found) if max(map(len, found)) > 1 else ()


def readings(points: Points, controls: LayerControls, run: Trace) -> tuple[Reading, ...]:
    """How far both models lie from the trained whole one on these points."""
    off = change_in_view(run)
    what = f"{PARTS[controls.part]} off {controls.off_where}" if controls.intervenes else "nothing is switched off"
    changed = Reading("off-change", f"Change of the mean in view: {what}", off, in_sd(off))
    whole, _ = for_each_model(lambda name: (mean_excess(name), written_excess(name)), (WHOLE,))
    label = "Excess of TNP-D by the recipe of the models without a part"
    measured = tuple(Reading("excess-whole", label, value, text) for value, text in whole.values())
    name = RETRAINED[controls.retrained]
    found, _ = for_each_model(lambda _: retrained_distance(points, controls), (name,))
    label = f"Distance of the mean in view from the whole model: trained {_without(controls.retrained)}"
    return (changed, *measured, *(Reading("retrained-distance", label, far, in_sd(far)) for far in found.values()))


def _without(part: str) -> str:
    """What the model was trained without, in words."""
    if part == POST_NORM:
        return "with post-norm"
    return "with one head" if part == HEADS else f"without {PARTS[part]}" + ("s" if part == "feedforward" else "")


def written_excess(name: str) -> str:
    """The excess of a model with its spread over seeds, or that it is one run."""
    found = excess_of_seeds(name)
    if len(found) == 1:
        return f"{shown(found[0], 3)} nats (one run)"
    mean, low, high = (shown(float(of(found)), 3) for of in (np.mean, min, max))
    return f"{mean} nats ({_seeds(len(found))}, {low} to {high})"


def _seeds(count: int) -> str:
    return f"mean of {NUMBERS.get(count, count)} seeds"


def _note(counts: set[int]) -> str:
    """What the bars stand for, by how many runs there are of each model."""
    if counts == {1}:
        runs = "one run each"
    elif len(counts) == 1:
        runs = f"{_seeds(max(counts))} each, the line from the lowest to the highest"
    else:
        runs = f"{_seeds(max(counts))} where there is a line from the lowest to the highest, else one run"
    return f"“Trained without”: {runs}, 6,000 steps, “whole” by the same recipe. " + OTHER
