"""The lesson on language models as a program: points become a melody, a model and the prior predict one note."""

from __future__ import annotations

from pages.melodies.controls import KINDS, MelodyControls
from pages.melodies.lattice import LONGEST, STEP
from pages.shared.lesson.program import Pairs, Program, program
from pages.shared.scene.marks import X_VIEW, Y_VIEW

IMPORTS = """
from math import floor

import torch

from tnpcore.sequences import load
from tnpcore.sequences.language_model import divergence
from tnpcore.sequences.melodies import PITCHES, fill_in, predict_next, prior
from tnpcore.sequences.melodies.baselines import RESULTS
from tnpcore.weights import find, read_card
"""

BODY = """
exact, models = prior(), {"causal": load("$causal"), "masked": load("$masked")}
kind, query, later = "$kind", $query, $later  # the query's step, and the steps by which all notes are shifted


def pitch(value):
    return min(max(floor((value - $bottom) / $height * PITCHES), 0), PITCHES - 1)


columns = {floor((px - $left) / $step + 1e-9): pitch(py) for px, py in points}  # of two in a step the later counts
start = min(columns, default=0)
end = max((column for column in columns if column < start + $longest), default=start - 1)
notes = [columns.get(column) for column in range(start, end + 1)]  # None: hidden
place = min(max(query - start, 0), len(notes), $longest - 1)


def predicted(model, causal, start):
    \"\"\"p(note at the query) [24]: from the notes directly before it, or from all others.\"\"\"
    if causal:
        first = max((i + 1 for i in range(place) if notes[i] is None), default=0)
        before = torch.tensor([notes[first:place]], dtype=torch.long)
        return predict_next(model, before, max(start + first, 0))[0, -1]
    others = [*notes[:place], None, *notes[place + 1 :]]
    seen = torch.tensor([[note is not None for note in others]])
    return fill_in(model, torch.tensor([[note or 0 for note in others]]), seen, max(start, 0))[0, place]


found, limit = (predicted(model, kind == "causal", start) for model in (models[kind], exact))
show("excess", divergence(limit, found.log()))
show("entropy", -torch.xlogy(limit, limit).sum())
if place < len(notes) and notes[place] is not None:
    show("own", found[notes[place]])
    by_both = {name: predicted(model, name == "causal", start)[notes[place]] for name, model in models.items()}
    show("gain", (by_both["masked"] / by_both["causal"]).log())
ngrams = read_card(dict, find(RESULTS), "tnpcore.sequences.melodies.baselines")
show("trigram", ngrams["trigram"]["next note"]["trained"]["excess"])  # of 4,096 held-out melodies, measured before
show("shifted-change", (predicted(models[kind], kind == "causal", start + later) - found).abs().sum() / 2)
"""


def code(points: Pairs, controls: MelodyControls) -> Program:
    """The program for these points and controls."""
    names = {kind: controls.network_of(kind) for kind in KINDS}
    values = {
        **names,
        "kind": controls.model,
        "query": controls.column,
        "later": controls.later,
        "left": X_VIEW[0],
        "step": STEP,
        "bottom": Y_VIEW[0],
        "height": Y_VIEW[1] - Y_VIEW[0],
        "longest": LONGEST,
    }
    return program("What may a model see when it guesses?", IMPORTS, BODY, points, controls, **values)
