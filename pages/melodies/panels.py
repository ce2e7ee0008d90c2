"""The pictures of the story on language models: columns of probability, both kinds of models, attention, time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.melodies.controls import CAUSAL, HEADS, KINDS, LAYERS, MASKED, TITLES
from pages.melodies.lattice import ROWS, STEP, middle_of
from pages.melodies.run import EXACT
from pages.melodies.view import View
from pages.shared.scene.marks import Bars, Handle, HeatMap, Lattice, Panel, Shading, Threads, Withheld
from tnpcore.sequences.melodies import PITCHES
from tnpcore.sequences.melodies.notation import pitch_name

NAMES = tuple(map(pitch_name, range(PITCHES)))
BAYES = "Bayes predictor"
BY_KIND = tuple(model for kind in KINDS for model in (kind, EXACT))  # bars of both, each beside the exact ones


def stage(view: View, *marks: object) -> Panel:
    """The lattice; in the query's column the probabilities of the model, left, and of the Bayes predictor, right."""
    controls = view.controls
    return Panel(
        "stage",
        f"{TITLES[controls.model]}, {'no' if controls.positions == 'none' else controls.positions} positions",
        (*shadings(view), *threads(view), Withheld(view.withheld), *marks, Handle(controls.at, "query", "query")),
        area="stage",
        x=controls.view,
        x_title="step in time",
        y_title="pitch",
        points=True,
        tint=None,
        model=controls.model,
        lattice=Lattice(NAMES, STEP),
    )


def shadings(view: View) -> tuple[Shading, ...]:
    """The two halves of the query's column."""
    middle = middle_of(view.melody.start + view.position)
    found, limit = view.found.probabilities, view.limit.probabilities
    full = float(max(found.max(), limit.max()))
    left, right = (middle - STEP / 2, middle), (middle, middle + STEP / 2)
    return (
        Shading(left, found, full, view.controls.model, f"{KINDS[view.controls.model].lower()} model"),
        Shading(right, limit, full, EXACT, f"{BAYES} (right half)"),
    )


def threads(view: View) -> tuple[Threads, ...]:
    """The attention weights of the query's prediction as lines to the notes."""
    found = view.attention(view.controls.model)
    weights = np.zeros(1 + max(found.keys, default=-1))
    for key, weight in zip(found.keys, found.weights[found.row], strict=True):
        if key >= 0:
            weights[key] = weight
    at = int(view.found.probabilities.argmax()) if view.note is None else view.note
    return (Threads(middle_of(view.melody.start + view.position), ROWS[at], weights, model=view.controls.model),)


def column(view: View) -> Panel:
    """The probability of every pitch at the query: the Bayes predictor's above, the model's below."""
    found, limit = view.found.probabilities, view.limit.probabilities
    span = (0.0, float(max(found.max(), limit.max())))
    bars = (
        Bars(limit, NAMES, EXACT, title=BAYES, span=span),
        Bars(found, NAMES, view.controls.model, title=f"{KINDS[view.controls.model]} model", span=span),
    )
    return Panel("column", "Probability of every pitch at the query", bars, model=view.controls.model)


def both(view: View) -> tuple[Panel, ...]:
    """The probability of the note at the query by both kinds of models, each beside its Bayes predictor."""
    if view.note is None:
        return ()
    values, labels = [], []
    for kind, text in KINDS.items():
        values += [found.probabilities[view.note] for found in (view.of(kind), view.limit_of(kind))]
        labels += [text.lower(), "Bayes"]
    bars = Bars(np.array(values), tuple(labels), view.controls.model, models=BY_KIND)
    title = f"Probability of the note at the query, {NAMES[view.note]}"
    return (Panel("both", title, (bars,), model=view.controls.model, note=READ),)


READ = "Causal: from the notes before it. Masked: from those on both sides. Limit: the Bayes predictor, from the same."


def looks(view: View) -> Panel:
    """The weights of the query's prediction in both kinds of models, one row each; hatched where there can be none."""
    rows = [view.attention(kind) for kind in KINDS]
    columns = view.attention(MASKED)  # of the whole melody
    weights = np.zeros((len(rows), len(columns.labels)))
    mask = np.zeros(weights.shape, dtype=bool)
    for i, (kind, row) in enumerate(zip(KINDS, rows, strict=True)):
        end = row.row + 1 if kind == CAUSAL else len(row.weights)
        at = [0, *range(row.first + 1, row.first + len(row.labels))][:end]
        weights[i, at], mask[i, at] = row.weights[row.row, :end], True
    heat = HeatMap(
        weights,
        "model",
        "note that is attended to (key)",
        tuple(f"{text.lower()} model" for text in KINDS.values()),
        columns.labels,
        mask=mask,
        show_numbers=True,
        keys=columns.keys,
        model=view.controls.model,
        wide=True,
    )
    return Panel("looks", f"Attention of the prediction, {_who(view)}", (heat,), note=ROWS_SUM[MASKED])


def attention(view: View, kind: str) -> Panel:
    """What a model of a kind attends to; cells that the causal mask forbids are hatched."""
    found = view.attention(kind)
    mask = np.tri(len(found.weights), dtype=bool) if kind == CAUSAL else None
    heat = HeatMap(
        found.weights,
        "query",
        "key",
        found.labels,
        found.labels,
        mask=mask,
        active_row=found.row,
        keys=found.keys,
        model=kind,
        square=True,
    )
    title = f"{KINDS[kind]}: attention weights, {_who(view)}"
    return Panel(f"attention-{kind}", title, (heat,), model=kind, note=ROWS_SUM[kind])


def _who(view: View) -> str:
    heads = "mean of heads" if view.controls.head == "mean" else f"head {view.controls.head}"
    return f"layer {view.controls.layer}, {heads}"


ROWS_SUM = {
    CAUSAL: "Every row sums to 1. Hatched: later notes, which a note may not attend to.",
    MASKED: "Every row sums to 1. The note at the query is hidden (?).",
}
HEADS_NOTE = "The row of the token from which the note at the query is predicted: {token}. Every row sums to 1."
READ_FROM = {CAUSAL: "the one before it", MASKED: "its own, hidden"}


def heads(view: View) -> Panel:
    """The query's row of the weights in all heads of the model on show."""
    kind = view.controls.model
    every = {(layer, head): replace(view.controls, layer=layer, head=head) for layer in LAYERS for head in HEADS[1:]}
    found = [View(view.melody, controls, view.position).attention(kind) for controls in every.values()]
    heat = HeatMap(
        np.stack([one.weights[one.row] for one in found]),
        "layer, head",
        "reads (key)",
        tuple(f"{layer}, {head}" for layer, head in every),
        found[0].labels,
        keys=found[0].keys,
        model=kind,
        wide=True,
    )
    title = f"{KINDS[kind]}: weights at the query, by layer and head"
    return Panel("heads", title, (heat,), model=kind, note=HEADS_NOTE.format(token=READ_FROM[kind]))


def shift_in_words(steps: int) -> str:
    """A shift in time."""
    return f"{abs(steps)} steps {'earlier' if steps < 0 else 'later'}"


def shifted(view: View, there: View) -> Panel:
    """The lattice with all notes shifted, and what the model predicts there."""
    low, high = view.controls.view
    tau = view.controls.later * STEP
    return Panel(
        "shifted",
        f"All notes {shift_in_words(view.controls.later)}",
        (*shadings(there), Withheld(there.withheld)),
        area="multiple",
        x=(low + tau, high + tau),
        x_title="step in time",
        y_title="pitch",
        points=True,
        moved=tau,
        tint=None,
        lattice=Lattice(NAMES, STEP),
    )
