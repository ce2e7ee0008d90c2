"""What the story on language models compares: averages from cards, shifts in time, reversed order, notes written."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.melodies.averages import BASELINES, mean_excess
from pages.melodies.controls import CAUSAL, ENCODINGS, KINDS, MelodyControls
from pages.melodies.lattice import LONGEST, ROWS, STEP, Melody, Note, middle_of
from pages.melodies.panels import BY_KIND, NAMES, shift_in_words
from pages.melodies.run import EXACT, before, entropy, from_before, prediction, variation
from pages.melodies.view import View
from pages.melodies.writing import Writing
from pages.shared.scene.marks import Bars, Dots, Lattice, Panel
from pages.shared.scene.readings import UNSHIFTED

TABLES = ("0 notes", "1 note", "2 notes")  # that each table reads: unigram, bigram, trigram


def averages(controls: MelodyControls) -> Panel:
    """The mean excess of the n-gram models and of the causal model, from their measurements."""
    names = (*BASELINES, controls.network_of(CAUSAL))
    values = np.array([mean_excess(name) for name in names])
    models = (*["ngrams"] * len(BASELINES), CAUSAL)
    bars = Bars(values, (*TABLES, "model"), CAUSAL, models=models, digits=3)
    title = "Mean excess of the next note, in nats"
    return Panel(
        "averages",
        title,
        (bars,),
        model=CAUSAL,
        note="Tables that read 0, 1 or 2 notes before it; the causal model, which reads all.",
    )


def changes(view: View, there: View) -> dict[str, float]:
    """How far a shift of all notes moves the prediction at the query, by kind of positions: total variations."""
    moved = {}
    for name in ENCODINGS:
        here, later = (_with(each, name).found for each in (view, there))
        moved[name] = variation(here, later)
    return moved


def _with(view: View, positions: str) -> View:
    return View(view.melody, replace(view.controls, positions=positions), view.position)


def positions(view: View, there: View) -> Panel:
    """The changes in a shift as bars."""
    if not view.controls.later:
        name = "Share of the probability that moves under a shift"
        return Panel("positions", name, (), model=view.controls.model, note=UNSHIFTED)
    found = changes(view, there)
    labels = tuple(ENCODINGS[name].lower() for name in found)
    models = tuple(f"positions-{name}" for name in found)
    bars = Bars(np.array(list(found.values())), labels, view.controls.model, models=models)
    title = f"Share of the probability that moves, {shift_in_words(view.controls.later)}"
    note = "The total variation between the two predictions at the query, by the positions that a model reads."
    return Panel("positions", title, (bars,), model=view.controls.model, note=note)


def mirrored(view: View, name: str, kind: str) -> float:
    """The total variation between predictions at the query from the notes that are read, and from the same notes in
    reversed order.

    Args:
        view: the melody, with the query.
        name: of a model of this kind, or EXACT.
        kind: a causal model reads the notes before the query.
    """
    causal = kind == CAUSAL
    here = prediction(name, causal, view.melody, view.position)
    if causal:
        notes: tuple[Note, ...] = view.melody.notes[before(view.melody, view.position) : view.position][::-1]
        return variation(here, from_before(name, Melody(view.melody.start, notes), len(notes)))
    notes = (*view.melody.notes[: view.position], None, *view.melody.notes[view.position + 1 :])[::-1]
    there = Melody(view.melody.start, notes)
    return variation(here, prediction(name, False, there, len(notes) - 1 - view.position))


def reversals(view: View) -> dict[str, float]:
    """How far reversed order moves the prediction of the model of each kind, with the chosen positions."""
    return {kind: mirrored(view, view.controls.network_of(kind), kind) for kind in KINDS}


def mirror_image(view: View) -> Panel:
    """The lattice with all notes in reversed order, but for the hidden one."""
    notes = view.melody.notes
    last = view.melody.start + len(notes) - 1
    kept = [(last - i, note) for i, note in enumerate(notes) if note is not None and i != view.position]
    dots = Dots(
        np.array([middle_of(column) for column, _ in kept]), np.array([ROWS[note] for _, note in kept]), "mirrored"
    )
    return Panel(
        "mirrored",
        "The mirror image: the last note first",
        (dots,),
        area="multiple",
        x=view.controls.view,
        x_title="step in time",
        y_title="pitch",
        tint=None,
        lattice=Lattice(NAMES, STEP),
    )


def backwards(view: View) -> Panel:
    """The changes by reversed order as bars, those of the Bayes predictor among them."""
    found = reversals(view)
    values, labels = [], []
    for kind in KINDS:
        values += [found[kind], mirrored(view, EXACT, kind)]
        labels += [KINDS[kind].lower(), "Bayes"]
    bars = Bars(np.array(values), tuple(labels), view.controls.model, models=BY_KIND)
    title = "Share of the probability that moves in the mirror image"
    note = "The total variation between predictions from the notes that are read and from their mirror image."
    return Panel("backwards", title, (bars,), model=view.controls.model, note=note)


def written(view: View, found: Writing) -> Panel:
    """Minus the log-probability of each new note by the rules, above what it is to be on average."""
    notes = found.sample(view.controls.draw)
    whole = Melody(view.melody.start, (*view.melody.notes, *notes)[:LONGEST])
    exact = [from_before(EXACT, whole, position) for position in found.positions]
    surprise = np.array([-np.log(one.probabilities[note]) for one, note in zip(exact, notes, strict=True)])
    least = np.array([entropy(one) for one in exact])
    span, labels = (0.0, float(max(surprise.max(), least.max()))), tuple(NAMES[note] for note in notes)
    bars = (
        Bars(least, labels, EXACT, title="its mean for notes drawn by the rules", span=span),
        Bars(surprise, labels, view.controls.model, title="minus log-probability by the rules, in nats", span=span),
    )
    return Panel("written", "The notes that the model wrote", bars, model=view.controls.model)
