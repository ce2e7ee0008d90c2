"""The lesson on sequences as a program: points become notes, a model writes, its weights say where it looked."""

from __future__ import annotations

from pages.sequences.controls import FREE, SequenceControls
from pages.sequences.lattice import ROWS, melody
from pages.shared.lesson.program import Pairs, Program, program
from pages.shared.lesson.values import context
from pages.shared.models.cross_attention import heads_of

IMPORTS = """
import torch

from tnpcore import intervene, record
from tnpcore.sequences import load
from tnpcore.sequences.alignments import joined
from tnpcore.sequences.copying import LONGEST, PITCHES, solution
from tnpcore.sequences.decoding import forced
from tnpcore.sequences.decoding.steps import most_probable
from tnpcore.sequences.vocabulary import PAD
"""

BODY = """
model, task, tau, at = load("copying-$name"), "$task", $tau, $at
heads, layer, forbidden = $heads, $layer, $forbidden  # forbidden: (position of the output, symbol of the source)
rows = torch.tensor($rows, dtype=torch.float64)


def write(x, at):
    \"\"\"The notes, what is written, the probabilities at every step [T, V], weights of the last layer [H, T, S].\"\"\"
    order = x.argsort(stable=True)[:LONGEST]
    notes = [PITCHES[(rows - value).abs().argmin()] for value in y[order, 0]]
    source = model.source.encode([(task, *notes)])
    prefix = torch.full((1, len(notes)), PAD)  # PAD: the model chooses
    $force
    cross = torch.ones(LONGEST + 1, source.shape[1], dtype=torch.bool)
    for row, column in forbidden:
        cross[row, column] = False
    steps = []

    def choose(step, going, scores):
        steps.append(scores[0].exp())
        return most_probable(step, going, scores)

    with intervene(cross=cross), record() as records:
        found = forced(model, source, prefix, LONGEST + 1, choose)
    written = model.target.symbols_of(found.symbols[0].tolist())
    weights = [w[0] for name, w in joined(records).items() if name.startswith("cross")]
    return notes, written, torch.stack(steps), weights[min(layer, len(weights) - 1)] if weights else None


if points:
    notes, written, probabilities, weights = write(x[:, 0], at)
    wanted = solution(task, notes)
    show("right", sum(a == b for a, b in zip(written, wanted)) / len(wanted))
    show("length", len(notes))
    if weights is None:
        show("width", model.bridge.out_features)
    else:
        here = (x[:, 0].sort().values[:LONGEST] - at).abs().argmin()
        chosen = [h for h in heads if h < len(weights)] or [0]
        show("heaviest", weights[chosen].mean(0)[min(int(here), len(probabilities) - 1)].max())
    _, _, shifted, _ = write(x[:, 0] + tau, at + tau)
    both = min(len(probabilities), len(shifted))
    change = (probabilities[:both] - shifted[:both]).abs().sum(-1).mean() / 2
    show("shifted-change", change + abs(len(probabilities) - len(shifted)))
"""

FORCE = """here = (x[order] - at).abs().argmin()
    prefix[0, here] = model.target.numbers["{note}"]"""


def code(points: Pairs, controls: SequenceControls) -> Program:
    """The program for these points and controls."""
    values = {
        "name": controls.network,
        "task": controls.task,
        "tau": controls.tau,
        "at": controls.at,
        "heads": list(heads_of(controls.head)),
        "layer": int(controls.layer) - 1,
        "forbidden": list(controls.forbidden(len(melody(context(points)).notes))),
        "rows": list(ROWS.values()),
        "force": FORCE.format(note=controls.force) if controls.force != FREE else "",
    }
    return program("What must a decoder know of its input?", IMPORTS, BODY, points, controls, **values)
