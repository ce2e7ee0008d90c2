"""The four steps of a lesson's story: predict, play, explain, prove; and how far a person has come in it. Pure.

A guess is committed before the outcome is shown. Doing what Play says shows what happens; `happened` finds that out by
running the model, so the page never says it beforehand. Prove's `check` runs whenever a drawing is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pages.shared.scene.marks import Scene
from tnpcore import Points

NAMES = ("Predict", "Play", "Explain", "Prove")
PREDICT, PLAY, EXPLAIN, PROVE = range(1, 5)


@dataclass(frozen=True, eq=False)
class Moment:
    """What was drawn and chosen at one time: the context points and all controls by name."""

    points: Points
    controls: Mapping[str, object]


@dataclass(frozen=True)
class Option:
    """One possible guess; `because` is shown to those who guessed it when something else happened."""

    text: str
    because: str


@dataclass(frozen=True)
class Observation:
    """What happened: the number of the option that came true (from 0), and a sentence with the numbers. `because` is
    shown to those who guessed otherwise, where the option's own reason does not fit."""

    option: int
    text: str
    because: str = ""


@dataclass(frozen=True)
class Checked:
    """Whether an exercise is solved, and a sentence with the numbers that decide it."""

    done: bool
    text: str


@dataclass(frozen=True)
class Story:
    """What a page shows in its four steps. `**words**` are set in bold.

    `happened(before, now)` compares the moment of the guess with the present one: None until the person has done what
    `play` says. `more` lists what to try when that is settled. `check(points, controls, scene)` decides the exercise.
    """

    question: str
    options: tuple[Option, ...]
    play: str
    more: tuple[str, ...]
    happened: Callable[[Moment, Moment], Observation | None]
    explain: str
    formula: str
    prove: str
    check: Callable[[Points, Mapping[str, object], Scene], Checked]


@dataclass(frozen=True)
class Progress:
    """How far a person has come in one lesson: the step on show, the guess and what was drawn then, what was seen."""

    at: int = PREDICT
    guess: int | None = None
    before: Moment | None = None
    seen: Observation | None = None
    read: bool = False
    checked: Checked | None = None
    proven: bool = False


def step_number(text: str | None) -> int | None:
    """The step that a link names, 1 to 4; None for anything else."""
    return int(text) if text in ("1", "2", "3", "4") else None


def with_message(progress: Progress, message: Mapping, now: Moment, options: int) -> Progress:
    """The progress with what the browser sends, {"at": 1..4, "guess": number of an option or None}; values that make
    no sense are passed over. Another guess starts the comparison from the present moment."""
    at, guess = message.get("at"), message.get("guess")
    if type(at) is int and PREDICT <= at <= PROVE:
        progress = replace(progress, at=at, read=progress.read or at == EXPLAIN)
    valid = guess is None or (type(guess) is int and 0 <= guess < options)
    if "guess" in message and valid and guess != progress.guess:
        progress = replace(progress, guess=guess, before=now, seen=None)
    return progress


def advanced(story: Story, progress: Progress, now: Moment, scene: Callable[[], Scene | None]) -> Progress:
    """The progress after a drawing was committed. Only what is on show is computed: each check runs a model, and the
    exercise alone needs `scene()`, the whole scene (None when it failed)."""
    if progress.before is None:
        progress = replace(progress, before=now)
    if progress.at == PLAY:
        return replace(progress, seen=story.happened(progress.before, now) or progress.seen)
    if progress.at == PROVE and (shown := scene()):
        checked = story.check(now.points, now.controls, shown)
        return replace(progress, checked=checked, proven=progress.proven or checked.done)
    return progress


def wire(story: Story, progress: Progress) -> dict:
    """The steps as plain JSON values for the board."""
    return {
        "at": progress.at,
        "guess": progress.guess,
        "options": [option.text for option in story.options],
        "steps": [
            _step(PREDICT, story.question, progress.guess is not None),
            _step(PLAY, story.play, progress.seen is not None, result=_reveal(story, progress), more=list(story.more)),
            _step(EXPLAIN, story.explain, progress.read, formula=story.formula),
            _step(PROVE, story.prove, progress.proven, result=_verdict(progress.checked)),
        ],
    }


def _step(number: int, text: str, done: bool, **more: object) -> dict:
    return {"name": NAMES[number - 1], "text": text, "done": done, **more}


def _reveal(story: Story, progress: Progress) -> dict | None:
    """What happened, what came true, and to a wrong guess the reason."""
    if progress.seen is None:
        return None
    seen, guess = progress.seen, progress.guess
    right = guess == seen.option
    verdict = "" if guess is None else "As you guessed. " if right else "Not as you guessed. "
    because = "" if guess is None or right else f" {seen.because or story.options[guess].because}"
    tone = "" if guess is None else "good" if right else "bad"
    return {"tone": tone, "text": f"{verdict}{seen.text}{because}", "option": seen.option, "guess": guess}


def _verdict(checked: Checked | None) -> dict | None:
    if checked is None:
        return None
    return {"tone": "good" if checked.done else "", "text": f"{'Proven. ' if checked.done else ''}{checked.text}"}
