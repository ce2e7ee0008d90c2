"""Attention: the row of weights behind one prediction, from score to softmax to effect."""

from __future__ import annotations

import math

import numpy as np

from pages.attention.controls import AttentionControls
from pages.attention.displacement_bias import nearness
from pages.attention.weights import Heard, listen, without_each
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import rms_difference
from pages.shared.scene.marks import Bars, Handle, HeatMap, Line, Panel, Reading, Scene, Threads, shown
from pages.shared.scene.readings import at, row_names, shift_reading, small
from tnpcore import Points

EVERY = 3  # every third target of the grid is a row of the matrix, and the query is one more
NOTHING = 1e-3  # of y, all effects together: less is the rounding of float32, and no shares are drawn of it
TERMS = 3  # so many terms of the mixture are written out
SCORES = "Softmax sees only their differences."
WEIGHTS = "The thickness of the threads; they sum to 1."
EFFECT = "How far the mean at the query moves, as shares of the sum."


def scene(points: Points, controls: AttentionControls) -> Scene:
    """The band with threads from the query, the matrix that its row stands in, and the row from score to weight."""
    heard = listen(points, controls)
    order = np.argsort(points.x[:, 0].numpy(), kind="stable")
    names = ("prior", *(at(x) for x in points.x[order, 0].tolist()))
    columns = np.concatenate([[0], order + 1])
    keys = _keys(columns)
    row = _row(heard, controls)[columns]
    places = (nearness(controls),) if controls.model == "tetnp" else ()
    lens = [_matrix(heard, controls, columns, names), _heads(heard, controls, columns, names)]
    weights = (Bars(row, names, controls.model, keys),)
    steps = [Panel("weights", "Softmax: weights", weights, area="multiple", note=WEIGHTS)]
    if len(controls.heads) == 1:
        head = controls.heads[0]
        lens.append(_product(heard, controls, names, columns))
        scores = (Bars(heard.logits[head][columns], names, controls.model, keys),)
        steps.insert(0, Panel("scores", f"Score: {_score(controls)}", scores, area="multiple", note=SCORES))
    return Scene(
        (_stage(heard, controls), *places, *lens, *steps),
        _ledger(heard, controls, row, names),
        _caption(heard, controls, row, names),
        *_equation(controls, row, names, keys),
    )


def later(points: Points, controls: AttentionControls) -> Scene:
    """Weight beside effect: the mean at the query without each point in turn."""
    row = _row(listen(points, controls), controls)
    which, change = without_each(points, controls, row)
    if not len(which):
        return Scene(())
    order = np.argsort(points.x[which, 0].numpy(), kind="stable")
    which, change = which[order], change[order]
    names = tuple(at(x) for x in points.x[which, 0].tolist())
    size = np.abs(change)
    shares = size / max(float(size.sum()), NOTHING)
    most, heavy = int(size.argmax()), int(row[1 + which].argmax())
    title = "Effect of leaving a point out" + ("" if len(which) == len(points) else f": the {len(which)} heaviest")
    amounts = (Bars(shares, names, controls.model, tuple(which.tolist())),)
    bars = Panel("effect", title, amounts, area="multiple", note=EFFECT)
    label = f"Largest effect: without x = {names[most]} the mean at the query moves by"
    told = f"Without its heaviest point, x = {names[heavy]}, the mean moves by {shown(change[heavy])}: "
    worse = f"x = {names[most]} matters more, {shown(change[most])}."
    told += "no other point matters more." if most == heavy else worse
    return Scene((bars,), (Reading("effect", label, float(change[most]), shown(change[most])),), told)


def _row(heard: Heard, controls: AttentionControls) -> np.ndarray:
    """The query's weights [1+Nc], averaged over the chosen heads."""
    return heard.weights[list(controls.heads), heard.row].mean(0)


def _stage(heard: Heard, controls: AttentionControls) -> Panel:
    here, row = heard.here, _row(heard, controls)
    marks = [here.curve(label=NAMES[controls.model])]
    if controls.tau:
        marks.append(heard.moved.curve("ghost", f"moved by {shown(controls.tau)}, slid back"))
    if controls.intervenes:
        marks.append(Line(here.x, heard.untouched.mean, "signal", "mean of the untouched model", dashed=True))
    marks.append(Threads(controls.at, float(here.mean[heard.row]), row[1:], float(row[0]), controls.model))
    marks.append(Handle(controls.at, "query", "query"))
    return Panel(
        "stage",
        NAMES[controls.model],
        tuple(marks),
        area="stage",
        x=controls.view,
        points=True,
        model=controls.model,
    )


def _matrix(heard: Heard, controls: AttentionControls, columns: np.ndarray, names: tuple[str, ...]) -> Panel:
    rows = sorted({*range(0, len(heard.here.x), EVERY), heard.row})
    values = heard.weights[list(controls.heads)].mean(0)[np.ix_(rows, columns)]
    heat = HeatMap(
        values,
        "target x (query)",
        "context x (key)",
        row_names(heard.here.x[rows]),
        names,
        active_row=rows.index(heard.row),
        keys=_keys(columns),
        model=controls.model,
    )
    note = "Every row sums to 1; the outlined one belongs to the query."
    return Panel("matrix", f"Whole matrix: {controls.place}", (heat,), model=controls.model, note=note)


def _heads(heard: Heard, controls: AttentionControls, columns: np.ndarray, names: tuple[str, ...]) -> Panel:
    """The query's row in every head of the layer."""
    values = heard.weights[:, heard.row][:, columns]
    labels = tuple(f"head {h + 1}" for h in range(len(values)))
    only = controls.heads[0] if len(controls.heads) == 1 else None
    heat = HeatMap(
        values, "head", "context x (key)", labels, names, active_row=only, keys=_keys(columns), model=controls.model
    )
    return Panel("heads", f"The query's row in each head of {controls.layer_name}", (heat,), model=controls.model)


def _product(heard: Heard, controls: AttentionControls, names: tuple[str, ...], columns: np.ndarray) -> Panel:
    """The query's numbers, those of the key with most weight, and their products."""
    head = controls.heads[0]
    key = int(heard.weights[head, heard.row].argmax())
    q, k = heard.q[head], heard.k[head, key]
    name = names[int(np.flatnonzero(columns == key)[0])]
    labels = ("q", "k", "q × k")
    heat = HeatMap(
        np.stack([q, k, q * k]), "", f"the {len(q)} numbers of the head", labels, diverging=True, model=controls.model
    )
    note = _worked(float(q @ k), len(q), float(heard.logits[head, key]), controls)
    return Panel("product", f"One score in detail: {_called(name)}", (heat,), model=controls.model, note=note)


def _worked(dot: float, width: int, logit: float, controls: AttentionControls) -> str:
    """From the dot product to the score, in numbers; what is missing in between is F, which belongs to the TETNP. The
    null token is at no distance from anybody."""
    scaled = dot / math.sqrt(width) if controls.scale else dot
    text = f"q·k = {shown(dot)}" + (f", divided by √{width}: {shown(scaled)}" if controls.scale else "")
    if controls.model == "tetnp":
        text += f", plus F = {shown(logit * controls.temperature - scaled)}"
    if controls.temperature != 1.0:
        text += f", divided by {controls.temperature:.2f}"
    return f"{text}. Score {shown(logit)}."


def _score(controls: AttentionControls) -> str:
    """The formula of the score as it runs now."""
    dot = "q·k/√dₖ" if controls.scale else "q·k"
    dot += " + F(Δx)" if controls.model == "tetnp" else ""
    return dot if controls.temperature == 1.0 else f"({dot}) / {controls.temperature:.2f}"


def _ledger(heard: Heard, controls: AttentionControls, row: np.ndarray, names: tuple[str, ...]) -> tuple[Reading, ...]:
    top, even = int(row.argmax()), _evenness(row)
    shift = rms_difference(heard.here, heard.moved)
    swing = 0.5 * float(np.abs(heard.moved_row - heard.weights[:, heard.row]).sum(-1)[list(controls.heads)].mean())
    readings = [
        Reading("heaviest", "Largest weight", float(row[top]), f"{row[top]:.0%} on {_called(names[top])}"),
        Reading("prior", "Share of the prior (null token)", float(row[0]), f"{row[0]:.0%}"),
        Reading("evenness", "Entropy of the row / log n (1: hears all alike)", even, shown(even)),
        shift_reading(controls.model, NAMES[controls.model], shift, controls.tau, controls.model),
        Reading("swing", "Weight that this shift moves to other keys", swing, f"{swing:.0%}"),
    ]
    if controls.intervenes:
        change = rms_difference(heard.here, heard.untouched)
        readings.append(Reading("change", "Change by your intervention", change, small(change)))
    return tuple(readings)


def _evenness(row: np.ndarray) -> float:
    """Entropy of the weights as a share of the largest possible, log n with n keys; 0 for a single key."""
    if len(row) == 1:
        return 0.0
    seen = row[row > 0].astype(np.float64)
    return float(-(seen * np.log(seen)).sum() / math.log(len(row)))


def _equation(
    controls: AttentionControls, row: np.ndarray, names: tuple[str, ...], keys: tuple[int, ...]
) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The mixture that leaves the head, its largest terms written out; and these terms with the points they name."""
    heaviest = [i for i in np.argsort(-row, kind="stable")[:TERMS] if row[i] >= 0.005]
    rest = 1.0 - float(row[heaviest].sum())
    several = len(controls.heads) > 1
    terms = [f"{row[i]:.2f} " + (f"on {_called(names[i])}" if several else f"v({names[i]})") for i in heaviest]
    linked = tuple((term, keys[i]) for term, i in zip(terms, heaviest) if keys[i] >= 0)
    terms += [f"{rest:.2f} {'on others' if several else 'of other v'}"] if rest >= 0.005 else []
    if several:
        return f"mean weights at x = {at(controls.at)}: {', '.join(terms)}", linked
    return f"out(x = {at(controls.at)}) = {' + '.join(terms)}{', muted to 0' if controls.mute else ''}", linked


def _caption(heard: Heard, controls: AttentionControls, row: np.ndarray, names: tuple[str, ...]) -> str:
    here, top = heard.here, int(row.argmax())
    mean, sd = here.mean[heard.row], here.sd[heard.row]
    return (
        f"At x = {at(controls.at)} {NAMES[controls.model]} predicts {shown(mean)} ± {shown(2 * sd)} (2 sd). "
        f"In {controls.place}, {row[top]:.0%} of the weight is on {_called(names[top])}."
    )


def _keys(columns: np.ndarray) -> tuple[int, ...]:
    """The drawn point behind each column; the null token has none."""
    return tuple((columns - 1).tolist())


def _called(name: str) -> str:
    return "the prior" if name == "prior" else f"x = {name}"
