"""What the judges of the story on sequences find: every number is the model's own, or stands on its card."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pages.sequences.controls import FREE, NAMES, NETWORKS, SequenceControls
from pages.sequences.lattice import melody
from pages.sequences.panels import View
from pages.sequences.run import Run, exact_by_length, known, measured_models, run, run_of
from pages.sequences.scene import seen, shift_change
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.scene.quantities import along_x
from tnpcore.sequences.copying import TRAINED

NOTHING = "Draw at least two notes."
CLOSE = 0.25  # total variation up to which a guess of the weights is right
NEARLY_ALL, HALF = 0.9, 0.5
LONGER = 20  # notes, beyond every length seen in training
SHIFT = 1.0  # of all inputs
WANTED_WRONG = (1, 4)  # positions, from 0, of the exercise's two mistakes

COMPARED = ("dot", "transformer")  # beyond the lengths of training
CAPACITY = ("Nearly all: it has seen that length", "Half or more", "Fewer than half")
SURVIVORS = ("Dot-product attention", "The Transformer", "Both", "Neither")
WHY = "This Transformer knows places by number, and has never seen these numbers."
SHIFTED = ("It stays: only the order is read", "It changes: every x is another one")
SLIPS = ("That note alone is wrong", "It writes the missing note next", "Noise")


def copied(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether other notes were drawn, and all of them copied."""
    then, here = melody(before.points), melody(now.points)
    if then.notes == here.notes:
        return None
    if len(here.notes) < 2:
        return Verdict(False, NOTHING)
    found = run(here, now.controls)
    if not found.exact:
        return Verdict(False, f"{_score(found)} On fewer notes it does better: remove some.")
    width = known("bottleneck").arguments["width"]
    return Verdict(True, f"{_score(found)} All that the decoder had of them was {width} numbers.")


def capacity(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which share of the longest melodies seen in training one vector suffices for."""
    shares, width = exact_by_length("bottleneck", now.controls.task), known("bottleneck").arguments["width"]
    share, half = shares[TRAINED], shares[TRAINED // 2]
    truth = 0 if share >= NEARLY_ALL else 1 if share >= HALF else 2
    text = f"Without a mistake: {share:.0%} of the melodies of {TRAINED} notes, {half:.0%} of those of {TRAINED // 2}."
    read = melody(now.points)
    if read.notes:
        alone, looking = (run_of(name, now.controls.task, read.notes) for name in ("bottleneck", "dot"))
        text += f" Here: {_right(alone)} notes; a decoder that looks back at the input: {_right(looking)}."
    if guess == truth:
        return Verdict(True, text, True, truth)
    overlooked = {
        0: f"Having seen a length is not enough: all its notes share the same {width} numbers.",
        1: "Every single note may be likely, and yet all of them together are not.",
        2: "A vector of real numbers holds more than it seems; what limits it is what training finds.",
    }
    return Verdict(True, f"{text} {overlooked[guess]}", False, truth)


def looked_at(_before: Moment, now: Moment, guess: tuple[float, ...]) -> Verdict | None:
    """The guess beside the weights of the query over the drawn points, by total variation."""
    view = _view(now)
    if view is None or len(guess) != len(now.points):
        return Verdict(False, "The notes have changed since your guess. Go back one step, and forward again.")
    row = view.attention.alignment[view.row]
    truth = np.zeros(len(guess))
    truth[list(view.melody.keys)] = row[1:-1]
    truth /= max(float(truth.sum()), 1e-9)
    distance = 0.5 * float(np.abs(truth - np.array(guess)).sum())
    top, favourite = int(truth.argmax()), int(np.argmax(guess))
    position, count = view.melody.keys.index(top) + 1, len(guess)
    text = f"{truth[top]:.0%} on note {position} of {count}, and it writes {_written(view)}."
    shares = [round(float(weight), 4) for weight in truth]
    if distance <= CLOSE:
        return Verdict(True, f"{text} The weights say from which note it came.", True, shares)
    if max(guess) - min(guess) < 0.1:
        because = "Equal bars would be a mean of all notes: one vector again."
    elif favourite == top:
        because = "The note is right; it leaves less to the others."
    elif favourite == view.melody.keys[min(view.row, count - 1)]:
        because = "You chose the note at the same place. Reversed, the first note written is the last one read."
    else:
        because = f"Note {view.melody.keys.index(favourite) + 1} has {truth[favourite]:.0%}: it is not needed here."
    return Verdict(True, f"{text} {because}", favourite == top, shares)


def forbade(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """What a forbidden cell does to the output."""
    read = melody(now.points)
    cells = now.controls.forbidden(len(read.notes))
    if not read.notes or not cells:
        return None
    view, free = _view(now), run_of(now.controls.network, now.controls.task, read.notes)
    if view is None:  # a model without attention
        return None
    if free.written == view.run.written:
        row, column = cells[-1]
        return Verdict(False, f"Without {view.inputs[column]} for output {row + 1} nothing changes. Try a darker cell.")
    changed = [i for i, pair in enumerate(zip(free.written, view.run.written, strict=False)) if pair[0] != pair[1]]
    rows = sorted({row for row, _ in cells})
    text = f"It wrote {' '.join(free.written)}, and now {' '.join(view.run.written)}."
    if changed == rows and len(free.written) == len(view.run.written):
        text += " Only what was forbidden to look went wrong: here every other note looks for itself."
        return Verdict(True, text)
    return Verdict(
        True, f"{text} The first change is at {(changed or [len(view.run.written)])[0] + 1}; later notes read it."
    )


def survivors(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Who still writes half of the melodies that are longer than all in training."""
    shares = {name: exact_by_length(name, now.controls.task)[LONGER] for name in measured_models()}
    dot, transformer = (shares[name] >= HALF for name in COMPARED)
    truth = 2 if dot and transformer else 0 if dot else 1 if transformer else 3
    text = f"Without a mistake, at {LONGER} notes: {_listed(shares, {name: NAMES[name] for name in COMPARED})}."
    if guess == truth:
        return Verdict(True, f"{text} {WHY}" if truth == 0 else text, True, truth)
    if truth != 0:
        return Verdict(True, f"{text} What a model does beyond its training has to be measured.", False, truth)
    overlooked = {
        1: WHY,
        2: "Looking back is not enough: this Transformer knows places by number, and has never seen these.",
        3: "A recurrent network needs no number for a place: it goes on from the last one.",
    }
    return Verdict(True, f"{text} {overlooked[guess]}", False, truth)


def shifted(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whether a shift of all inputs changes what is written."""
    if not len(now.points):
        return Verdict(False, NOTHING)
    if abs(now.controls.tau) < SHIFT:
        return None if not now.controls.tau else Verdict(False, "Shift by 1 or more.")
    change = shift_change(now.points, now.controls)
    truth = int(change > 0)
    text = f"Shifted by {along_x(now.controls.tau, signed=True)}, the probabilities change by {change:.3g}"
    text += ": exactly nothing, because x never enters; it only puts the notes in order." if not truth else "."
    if guess == truth:
        return Verdict(True, text, True, truth)
    return Verdict(True, f"{text} Places count from the first note, not from x = 0.", False, truth)


def slipped(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What follows a wrong note that the decoder was forced to write."""
    read = melody(now.points)
    if len(read.notes) < 3:
        return Verdict(False, "Draw at least three notes.")
    if now.controls.force == FREE:
        return None
    position = read.nearest(now.controls.at)
    found = run(read, now.controls)
    if found.wanted[position] == now.controls.force:
        return Verdict(False, f"{now.controls.force} is the right note there. Force another one.")
    truth = slip(found, position, now.controls.force)
    text = f"{NETWORKS[now.controls.network]} writes {' '.join(found.written)}."
    other = "dot" if now.controls.model == "transformer" else "transformer"
    theirs = run(read, _with_model(now.controls, other))
    text += f" {NETWORKS[other]}, forced too: {_right(theirs)} right."
    if guess == truth:
        return Verdict(True, text, True, truth)
    late = sum(a == b for a, b in zip(found.written[position + 1 :], found.wanted[position:], strict=False))
    overlooked = {
        0: "In training it read right notes only; what to write after a wrong one it never learned.",
        1: "What it wrote matters little to where it looks next.",
        2: f"Of what follows, {late} of {len(found.written) - position - 1} are notes of the melody, one place late.",
    }
    return Verdict(True, f"{text} {overlooked[guess]}", False, truth)


def slip(found: Run, position: int, note: str) -> int:
    """The number of the option of `SLIPS` that came true."""
    wanted = found.wanted
    if found.written == (*wanted[:position], note, *wanted[position + 1 :]):
        return 0
    return 1 if found.written[position + 1 : position + 2] == wanted[position : position + 1] else 2


def two_mistakes(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether forbidden cells alone make two chosen notes wrong, and nothing else."""
    read = melody(now.points)
    if len(read.notes) <= max(WANTED_WRONG):
        return Verdict(False, f"Draw at least {max(WANTED_WRONG) + 1} notes.")
    if now.controls.force != FREE:
        return Verdict(False, "A note is forced. Forbid cells instead.")
    if not now.controls.forbidden(len(read.notes)):
        return None
    if not run_of(now.controls.network, now.controls.task, read.notes).exact:
        return Verdict(False, "It makes mistakes already without any forbidden cell. Draw fewer notes.")
    found = run(read, now.controls)
    wrong = tuple(i for i, right in enumerate(found.right) if not right)
    text = f"It writes {' '.join(found.written)}."
    if len(found.written) != len(found.wanted):
        return Verdict(False, f"{text} These are {len(found.written)} notes, and must be {len(found.wanted)}.")
    if wrong != WANTED_WRONG:
        names = " and ".join(str(i + 1) for i in wrong) or "None"
        return Verdict(False, f"{text} Wrong: {names}; wanted: 2 and 5.")
    return Verdict(True, f"{text} Notes 2 and 5 are wrong, all others right: you knew where each one came from.")


def _view(now: Moment) -> View | None:
    """What is shown of an attending model; None without notes or attention."""
    read = melody(now.points)
    if not read.notes:
        return None
    view = seen(read, now.controls)
    return view if view.attention.there else None


def _written(view: View) -> str:
    written = view.run.written
    return written[view.row] if view.row < len(written) else "the end"


def _with_model(controls: SequenceControls, name: str) -> SequenceControls:
    return controls.parse({**controls.plain(), "model": name})


def _right(found: Run) -> str:
    return f"{sum(found.right)} of {len(found.wanted)}"


def _listed(shares: Mapping[str, float], titles: Mapping[str, str]) -> str:
    return ", ".join(f"{title} {shares[name]:.0%}" for name, title in titles.items() if name in shares)


def _score(found: Run) -> str:
    extra = len(found.written) - len(found.wanted)
    return f"{_right(found)} notes are right{f', and {extra} are too many' if extra > 0 else ''}."
