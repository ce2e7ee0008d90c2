"""Language models: what is drawn is read as a melody, and the query's column shows what is predicted there."""

from __future__ import annotations

import numpy as np

from pages.melodies import comparisons, lab_all, panels, trained
from pages.melodies.averages import mean_excess
from pages.melodies.controls import CAUSAL, KINDS, TITLES, MelodyControls
from pages.melodies.lattice import LONGEST, ROWS, middle_of
from pages.melodies.panels import NAMES
from pages.melodies.run import entropy, excess, variation
from pages.melodies.tune import tune
from pages.melodies.view import View, seen
from pages.melodies.writing import Writing, writing
from pages.shared.scene.marks import Dots, Reading, Scene
from pages.shared.scene.readings import in_nats
from tnpcore import Points

NOTHING = "Draw notes: x is the step in time, y the pitch."


def scene(points: Points, controls: MelodyControls) -> Scene:
    """The stage with the query's column, both predictions as bars, attention, the melody shifted in time."""
    view, there = seen(points, controls), seen(points, controls, controls.later)
    inside = (panels.column(view), *panels.both(view), *trained.panel(view), panels.looks(view))
    weights = tuple(panels.attention(view, kind) for kind in KINDS)
    moved = (panels.shifted(view, there), comparisons.positions(view, there))
    mirrored = (comparisons.mirror_image(view), comparisons.backwards(view))
    found = writing(view.melody, controls) if controls.write else None
    own = (comparisons.written(view, found),) if found and controls.model == CAUSAL else ()
    stage = panels.stage(view, *(() if found is None else (_rings(view, found),)), *tune(view, found))
    every = (stage, *inside, *weights, *own, *moved, *mirrored, comparisons.averages(controls), *lab_all.at_once(view))
    return Scene(every, _readings(view, there), _caption(view, found))


def later(points: Points, controls: MelodyControls) -> Scene:
    """What takes many runs, and what the cards hold: the rest of the lab."""
    return Scene(lab_all.later(seen(points, controls)))


def _rings(view: View, found: Writing) -> Dots:
    """The notes that the model writes."""
    x = np.array([middle_of(view.melody.start + position) for position in found.positions])
    return Dots(x, np.array([ROWS[note] for note in found.sample(view.controls.draw)]), "written")


def _readings(view: View, there: View) -> tuple[Reading, ...]:
    kind = KINDS[view.controls.model]
    found, limit = view.found, view.limit
    apart, least = excess(limit, found), entropy(limit)
    readings = [
        Reading("excess", f"{kind} model: excess at the query", apart, f"{apart:.4f} nats", "", view.controls.model),
        Reading("entropy", "Entropy of the Bayes predictor at the query", least, in_nats(least)),
    ]
    if view.note is not None:
        own, gain = float(found.probabilities[view.note]), view.gain
        readings.append(Reading("own", f"Probability of {NAMES[view.note]} at the query", own, f"{own:.1%}"))
        text = f"{gain:+.2f} nats".replace("-", "\u2212")
        readings.append(Reading("gain", "Gain from later notes at the query", gain, text))
    table = mean_excess("trigram")
    readings.append(Reading("trigram", "Mean excess of a table that reads two notes", table, in_nats(table)))
    change = variation(found, there.found)
    label = f"Change of the prediction, all notes {panels.shift_in_words(view.controls.later)} (total variation)"
    tone = "bad" if change > 1e-5 else "good"
    readings.append(Reading("shifted-change", label, change, f"{change:.3g}", tone if view.controls.later else ""))
    return tuple(readings)


def _caption(view: View, found: Writing | None) -> str:
    melody = view.melody
    if not melody.notes:
        return NOTHING
    model, limit = view.found.probabilities, view.limit.probabilities
    top = int(model.argmax())
    text = f"{TITLES[view.controls.model]}: most probable at note {view.position + 1} is {NAMES[top]}, {model[top]:.0%}"
    text += f"; the Bayes predictor gives it {limit[top]:.0%}."
    if view.note is not None:
        text += f" The {NAMES[view.note]} that is drawn there is hidden from them, and hollow."
    if found is not None:
        notes = " ".join(NAMES[note] for note in found.sample(view.controls.draw))
        text += f" Sample {view.controls.draw}: it writes {notes}."
    if melody.covered:
        text += f" Of several notes in one step the one drawn last counts: {melody.covered} left out."
    if melody.left_out:
        text += f" A melody holds {LONGEST} steps: the last {melody.left_out} notes are not read."
    return text
