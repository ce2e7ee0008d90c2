"""Classifiers on the [CLS] token: what was measured of them, and what they make of the drawn melody."""

from __future__ import annotations

import torch

from pages.melodies.lab_models import classifiers
from pages.melodies.lattice import Melody, as_tensors
from pages.melodies.view import View
from pages.shared.models.once import once
from pages.shared.scene.marks import Bars, Panel
from pages.shared.scene.table import Table, TableCell, TableRow
from tnpcore.sequences.melodies import classifiers as trained
from tnpcore.sequences.melodies.classification import LABELLINGS, LENGTH, Labelling

STARTS = {"fine-tuned": "masked", "from scratch": "second", "exact": "bayes"}  # with their colours
NAMES = {"mode": "mode", "key": "musical key"}
UNIT = (0.0, 1.0)

classifier = once(trained.load)


def table() -> tuple[Panel, ...]:
    """Accuracy and log-loss of both classifiers by where their training began; none where nothing was measured."""
    found = classifiers()
    if not found:
        return ()
    every = {(name, start): one[start] for name, one in found.items() for start in STARTS}
    most = max(one["nats"] for one in every.values())
    rows = tuple(
        TableRow(
            f"{name}: {start}",
            STARTS[start],
            (
                TableCell(f"{one['accuracy']:.1%}", "", one["accuracy"]),
                TableCell(f"{one['nats']:.2f}", "", one["nats"] / most),
            ),
        )
        for (name, start), one in every.items()
    )
    labels = " and ".join(f"{one['labels']} labels for the {name}" for name, one in found.items())
    errors = max(one.get("accuracy_se", 0.0) for one in every.values())
    name, known = list(found.items())[-1]
    rates = " and ".join(f"{known[start]['recipe']['lr']:g} {start}" for start in STARTS if start != "exact")
    note = (
        f"{labels}; means over {known['draws']} draws of the labels, on {known['melodies']:,} melodies of "
        f"{known['notes']} notes; no standard error of an accuracy exceeds {errors:.1%}. Nats: minus the mean log p of "
        f"the right class. Learning rate for the {name}: {rates}."
    )
    return (
        Panel(
            "classifiers",
            "Mode and key from few labels",
            (Table("class: start", ("accuracy", "nats"), rows),),
            note=note,
        ),
    )


def panels(view: View) -> tuple[Panel, ...]:
    """The classes of the drawn melody, of the fine-tuned classifiers and exact, from the notes that are there."""
    if not view.melody.drawn:
        return ()
    return tuple(_classes(labelling, view.melody) for name, labelling in LABELLINGS.items() if _there(name))


def _classes(labelling: Labelling, melody: Melody) -> Panel:
    notes, seen = (each[None] for each in as_tensors(melody.notes))
    with torch.no_grad():
        predicted = classifier(f"melodies-{labelling.name}")(notes, seen)[0].exp().numpy()
    exact = labelling.exact(notes, seen)[0].numpy()
    bars = (
        Bars(predicted, labelling.classes, "masked", title="fine-tuned classifier", span=UNIT),
        Bars(exact, labelling.classes, "bayes", title="exact posterior", span=UNIT),
    )
    labels = labelling.per_class * len(labelling.classes)
    note = f"Fine-tuned on {labels} labelled melodies of {LENGTH} notes; here it reads {len(melody.drawn)}."
    if melody.hidden:
        note += f" {len(melody.hidden)} more are hidden, which it never met in its fine-tuning."
    return Panel(
        f"class-{labelling.name}",
        f"Probability of each {NAMES[labelling.name]}, from the [CLS] token",
        bars,
        model="masked",
        note=note,
    )


def _there(name: str) -> bool:
    try:
        return bool(classifier(f"melodies-{name}"))
    except ValueError:
        return False
