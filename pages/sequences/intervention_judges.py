"""What the judges find where something is done to the decoder: cells are forbidden, a note is forced."""

from __future__ import annotations

from dataclasses import replace

from pages.sequences.controls import FREE, NETWORKS, SequenceControls
from pages.sequences.judges import right_of, view_of
from pages.sequences.lattice import melody
from pages.sequences.run import Run, run, run_of
from pages.shared.lesson.story import Moment, Verdict, chosen

WANTED_WRONG = (1, 4)  # positions, from 0, of the exercise's two mistakes
SLIPS = ("That note alone is wrong", "It writes the missing note next", "Noise")


def forbade(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """What a forbidden cell does to the output."""
    read = melody(now.points)
    cells = now.controls.forbidden(len(read.notes))
    if not read.notes or not cells:
        return None
    view, free = view_of(now), run_of(now.controls.network, now.controls.task, read.notes)
    if view is None:  # a model without attention
        return None
    if free.written == view.run.written:
        row, column = cells[-1]
        return Verdict(
            False, f"Without {view.inputs[column]} for output {row + 1} nothing changes. Try a larger weight."
        )
    changed = [i for i, pair in enumerate(zip(free.written, view.run.written, strict=False)) if pair[0] != pair[1]]
    rows = sorted({row for row, _ in cells})
    text = f"It wrote {' '.join(free.written)}, and now {' '.join(view.run.written)}."
    if changed == rows and len(free.written) == len(view.run.written):
        text += " Only what was forbidden to look went wrong, because every other note looks for itself."
        return Verdict(True, text)
    first = (changed or [len(view.run.written)])[0] + 1
    return Verdict(True, f"{text} From note {first} on others may change, because they read it.")


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
    other = "dot" if now.controls.model == "transformer" else "transformer"
    theirs = run(read, _with_model(now.controls, other))
    more = f"{NETWORKS[now.controls.network]} writes {' '.join(found.written)}; "
    more += f"{NETWORKS[other]}, forced too: {right_of(theirs)} right."
    looks = _looks_next(now, position) if truth == 1 else ""
    text = (
        "That note alone is wrong, because each later note looks for its own.",
        "It writes the missing note next" + (", because where it looks depends on what it wrote." if looks else "."),
        "Noise, because in training it read right notes only.",
    )[truth]
    late = sum(a == b for a, b in zip(found.written[position + 1 :], found.wanted[position:], strict=False))
    overlooked = (
        "In training it read right notes only; what to write after a wrong one it never learned.",
        "What it wrote matters little to where it looks next.",
        f"Of what follows, {late} of {len(found.written) - position - 1} are notes of the melody, one place late.",
    )
    return chosen(text, guess, truth, overlooked, more + looks)


def _looks_next(now: Moment, position: int) -> str:
    """Where the decoder looks after a forced note, and without it; "" where that is the same, or it looks nowhere."""
    forced, free = (view_of(replace(now, controls=one)) for one in (now.controls, replace(now.controls, force=FREE)))
    if not forced or not free or position + 1 >= len(free.attention.alignment):
        return ""
    row, other = (view.attention.alignment[position + 1] for view in (forced, free))
    here, there = (forced.inputs[int(each.argmax())] for each in (row, other))
    if here == there:
        return ""
    text = f" After {now.controls.force} it looks at {here} ({row.max():.0%}), without it at {there}"
    return f"{text}."


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
    because = "because it cannot look where you forbade it"
    return Verdict(True, f"{text} Notes 2 and 5 are wrong, all others right, {because}.")


def _with_model(controls: SequenceControls, name: str) -> SequenceControls:
    return controls.parse({**controls.plain(), "model": name})
