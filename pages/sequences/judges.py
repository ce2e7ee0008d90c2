"""What the judges of the story on sequences find: every number is the model's own, or stands on its card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import log2

import numpy as np
import torch

from pages.sequences.controls import NAMES, POSITIONS
from pages.sequences.lattice import melody
from pages.sequences.panels import View
from pages.sequences.run import Run, exact_by_length, known, measured_models, run, run_of
from pages.sequences.scene import seen
from pages.shared.lesson.story import Moment, Verdict, chosen
from tnpcore.sequences.copying import PITCHES, TRAINED

NOTHING = "Draw at least two notes."
CLOSE = 0.25  # total variation up to which a guess of the weights is right
NEARLY_ALL, HALF = 0.9, 0.5
LONGER = 20  # notes, beyond every length seen in training

NOTE_BITS = log2(len(PITCHES))  # of one random note
NUMBER_BITS = torch.finfo(torch.float32).bits

COMPARED = ("dot", "transformer")  # beyond the lengths of training
CAPACITY = ("Nearly all: it has seen that length", "Half or more", "Fewer than half")
SURVIVORS = ("Dot-product attention", "The Transformer", "Both", "Neither")


def copied(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether other notes were drawn, and all of them copied."""
    then, here = melody(before.points), melody(now.points)
    if then.notes == here.notes:
        return None
    if len(here.notes) < 2:
        return Verdict(False, NOTHING)
    found = run(here, now.controls)
    if not found.exact:
        return Verdict(False, f"{_score(found)}. On fewer notes it does better: remove some.")
    width = known("bottleneck").arguments["width"]
    reason = f"because one vector of {width} numbers, all that the decoder has, could hold them."
    return Verdict(True, f"{_score(found)}, {reason}")


def capacity(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which share of the longest melodies seen in training one vector suffices for."""
    shares, width = exact_by_length("bottleneck", now.controls.task), known("bottleneck").arguments["width"]
    share, half = shares[TRAINED], shares[TRAINED // 2]
    truth = 0 if share >= NEARLY_ALL else 1 if share >= HALF else 2
    more = f"Without a mistake: {share:.0%} of the melodies of {TRAINED} notes, {half:.0%} of those of {TRAINED // 2}."
    read = melody(now.points)
    if read.notes:
        alone, looking = (run_of(name, now.controls.task, read.notes) for name in ("bottleneck", "dot"))
        more += f" Here: {right_of(alone)} notes; a decoder that looks back at the input: {right_of(looking)}."
    more += f" A larger vector is no sure cure: {TRAINED} notes are {NOTE_BITS * TRAINED:.0f} bits, "
    more += f"{width} numbers hold {NUMBER_BITS * width:,}."
    text = f"{share:.0%} of those of {TRAINED} notes, {half:.0%} of those of {TRAINED // 2}, because training did not "
    text += f"find how to keep more, though {width} numbers have room."
    overlooked = (
        "Having seen a length is not enough.",
        "Every single note may be likely, and yet all of them together are not.",
        "A vector of real numbers holds more than it seems.",
    )
    return chosen(text, guess, truth, overlooked, more)


READ_OUT = (
    "The mean of the values and the decoder's state stand side by side, [z; s]; the read-out to the vocabulary makes a "
    "probability for every symbol of them."
)


def looked_at(_before: Moment, now: Moment, guess: tuple[float, ...]) -> Verdict | None:
    """The guess beside the weights of the query over the drawn points, by total variation."""
    view = view_of(now)
    if view is None or len(guess) != len(now.points):
        return Verdict(False, "The notes have changed since your guess. Go back one step, and forward again.")
    row = view.attention.alignment[view.row]
    truth = np.zeros(len(guess))
    truth[list(view.melody.keys)] = row[1:-1]
    truth /= max(float(truth.sum()), 1e-9)
    distance = 0.5 * float(np.abs(truth - np.array(guess)).sum())
    top, favourite = int(truth.argmax()), int(np.argmax(guess))
    position, count = view.melody.keys.index(top) + 1, len(guess)
    text = f"{truth[top]:.0%} on note {position} of {count}, "
    same = _written(view) == view.melody.notes[view.melody.keys.index(top)]
    text += f"because it writes that note: {_written(view)}." if same else f"and it writes {_written(view)}."
    shares = [round(float(weight), 4) for weight in truth]
    if distance <= CLOSE:
        return Verdict(True, f"{text} The weights say from which note it came.", True, shares, READ_OUT)
    if max(guess) - min(guess) < 0.1:
        because = "Equal bars would be a mean of all notes: one vector again."
    elif favourite == top:
        because = "The note is right; it leaves less to the others."
    elif favourite == view.melody.keys[min(view.row, count - 1)]:
        because = "You chose the note at the same place. Reversed, the first note written is the last one read."
    else:
        because = f"Note {view.melody.keys.index(favourite) + 1} has {truth[favourite]:.0%}: it is not needed here."
    return Verdict(True, f"{text} {because}", favourite == top, shares, READ_OUT)


def survivors(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Who still writes half of the melodies that are longer than all in training."""
    if not melody(now.points).notes:
        return Verdict(False, NOTHING)
    shares = {name: exact_by_length(name, now.controls.task)[LONGER] for name in measured_models()}
    dot, transformer = (shares[name] >= HALF for name in COMPARED)
    truth = 2 if dot and transformer else 0 if dot else 1 if transformer else 3
    text = f"Without a mistake, at {LONGER} notes: {_listed(shares, {name: NAMES[name] for name in COMPARED})}"
    if truth != 0:
        overlooked = ("What a model does beyond its training has to be measured.",) * len(SURVIVORS)
        return chosen(f"{text}.", guess, truth, overlooked)
    text += f". {_looks_first(now)}"
    overlooked = (
        "",
        "What a model does beyond its training has to be measured.",
        "Looking back is not enough.",
        "A recurrent network needs no code of places: it goes on from its last state.",
    )
    return chosen(text, guess, truth, overlooked, _not_numbers(now.controls.task))


def _looks_first(now: Moment) -> str:
    """Where the Transformer looks for the first note it writes, which is the last one read."""
    read = melody(now.points)
    found = seen(read, replace(now.controls, model="transformer")).attention.alignment[0, 1:-1]
    first, last = int(found.argmax()) + 1, len(read.notes)
    if first == last:
        return "It is not because the Transformer cannot find the last note: here it looks there first."
    return f"Yours goes wrong because the Transformer begins at note {first} instead of {last}."


def _not_numbers(task: str) -> str:
    """That codes of places by number are not why the Transformers fail: those that code distances fail, too."""
    shares = {kind: exact_by_length(f"transformer-{kind}", task)[LONGER] for kind in ("relative", "shaw", "rotary")}
    if max(shares.values()) >= HALF:
        return "Other positions than sinusoids would help it: compare them in the lab."
    listed = ", ".join(f"{POSITIONS[kind].lower()} {share:.0%}" for kind, share in shares.items())
    known = f"No melody in training had more than {TRAINED} notes. "
    return f"{known}Transformers that read only distances between places fail more often than not, too ({listed})."


def view_of(now: Moment) -> View | None:
    """What is shown of an attending model; None without notes or attention."""
    read = melody(now.points)
    if not read.notes:
        return None
    view = seen(read, now.controls)
    return view if view.attention.there else None


def _written(view: View) -> str:
    written = view.run.written
    return written[view.row] if view.row < len(written) else "the end"


def right_of(found: Run) -> str:
    """How many of the wanted notes are right, in words."""
    return f"{sum(found.right)} of {len(found.wanted)}"


def _listed(shares: Mapping[str, float], titles: Mapping[str, str]) -> str:
    return ", ".join(f"{title} {shares[name]:.0%}" for name, title in titles.items() if name in shares)


def _score(found: Run) -> str:
    extra = len(found.written) - len(found.wanted)
    return f"{right_of(found)} notes are right{f', and {extra} are too many' if extra > 0 else ''}"
