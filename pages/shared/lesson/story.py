"""The story of a lesson: 5 to 8 steps, each with one claim and one action, as data that the board draws. Pure.

A step names what is on show while it is open: the stage, at most two panels, the controls it needs. What a person has
done is judged here, on the points and controls of two moments: when the step was opened (or the guess was committed),
and now. The board keeps guesses, verdicts and progress; it requests a verdict over the socket, or with a rerun.

Texts may hold `**bold**`, `[words](set:query=0.5)`, which sets a control (several are joined by "&"),
`[words](show:weights)`, which points at a panel, `[words](add:0.5,1)`, which adds a point at exactly this (x, y), and
`{sd-at-query}`, the text of the reading of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.drawing.state import DrawingState
from pages.shared.lesson.controls import Controls
from pages.shared.lesson.guesses import Choose, Guess
from pages.shared.lesson.topic import TOPIC
from pages.shared.lesson.twin import Twin
from pages.shared.scene.marks import Scene
from pages.shared.scene.quantities import Prose, Words, words
from tnpcore import Points

KINDS = ("see", "do", "predict", "prove")
LAGGING = ("aside", "later")  # parts of a scene that may come after the one that follows the hand
FOLLOWING = (*LAGGING, TOPIC)
MAX_WORDS = 60
MAX_PANELS = 2
MAX_HINTS = 3
# Of the stage and of the card; beside them, `hides` and `reveals` may name panels of the step.
STEP_PARTS = (
    "band",
    "mean",
    "line",
    "limit",
    "shifted-prediction",
    "threads",
    "query",
    "paths",
    "field",
    "places",
    "level",
    "shift",
    "playback",
    "targets",
    "legend",
    "stage",
    "pictures",
    "choices",
    "readings",
)


@dataclass(frozen=True, eq=False)
class Moment:
    """What was drawn and chosen at one time: the context points, all controls, and the scene, which is computed when a
    judge reads it."""

    points: Points
    controls: Controls
    compute: Callable[[], Scene] | None = None

    @property
    def scene(self) -> Scene:
        """All parts of the lesson's scene. Raises ValueError where there is none."""
        if self.compute is None:
            raise ValueError("this moment must have a scene, it has none")
        return self.compute()


@dataclass(frozen=True)
class Verdict:
    """What a judge found. `done` ends the step, and the board never requests it again; else the text says what is
    still missing. `right` is None where nothing was guessed. `outcome` is what came true in the form of the guess (the
    number of an option, a list of numbers), drawn beside it. `more` are further numbers, shown on demand. `drawn` is
    the drawing of which it speaks, where an outcome is shown that the drawing on the board does not have."""

    done: bool
    text: Prose
    right: bool | None = None
    outcome: object = None
    more: Prose = ""
    drawn: DrawingState | None = None

    def wire(self) -> dict:
        """Plain JSON values."""
        texts = {
            name: text.wire() if isinstance(text, Words) else text
            for name, text in (("text", self.text), ("more", self.more))
        }
        drawn = self.drawn and {"points": [list(pair) for pair in self.drawn.points], "controls": self.drawn.controls}
        return {"done": self.done, "right": self.right, "outcome": self.outcome, "drawn": drawn, **texts}


def chosen(text: Prose, guess: int, truth: int, overlooked: Sequence[Prose], more: Prose = "") -> Verdict:
    """The verdict on an option: what came true with its reason, then what a wrong guess overlooked."""
    right = guess == truth
    missed = "" if right else overlooked[guess]
    return Verdict(True, words(text, " " if missed else "", missed), right, truth, more)


# before, now, guess -> a verdict, or None while nothing has been done that could be judged.
Judge = Callable[[Moment, Moment, object], Verdict | None]


@dataclass(frozen=True, eq=False)
class Step:
    """One step.

    Args:
        kind: "see" (read), "do" (advances when it is done), "predict" (commit a guess), "prove" (the exercise).
        title: the claim or question in one line.
        text: the claim, at most 60 words together with `action`.
        action: what the learner does, one sentence; "" where the guess or the button Next says it.
        panels: ids of at most two panels on show beside the stage.
        parts: those of FOLLOWING that bring something which this step shows; no other is computed while it is open.
        controls: names of the controls on show.
        options: by name of a control, those of its options that are offered; all of them where it is absent.
        sets: values of controls with which the step opens, by name; those of earlier steps stay as they were set.
        points: what is drawn when the step opens; None leaves the drawing.
        guess: what is guessed; None without a guess.
        judge: decides whether the action is done, and what came true; None for a step that is only read.
        hints: at most three, opened one after the other.
        hides: STEP_PARTS that are never to be seen in this step.
        readings: ids of readings on show as numbers.
        reveals: STEP_PARTS, and ids of its panels, that would give a guess away: seen once the guess is
            committed, or the step is done.
        snaps: a y that points put or dragged near it snap to; None for none.
        seed: name of a control whose value follows from a learner's name where an exercise is handed in, so that a
            neighbour's guess does not solve it; a whole number from 0; "" for none.
        beside: its panels stand between stage and card where the window is wide enough, instead of in the card.
        twin: another drawing on which a room can vote on the same question; its judge knows the outcome there, too,
            and the step's text is as true of it.
        alike: whether the outcome is the same there: then the twin is practice, and no new question.
        settles: what a learner does before the judge decides, as it changes what is drawn, in the step or in its twin:
            so that the outcome is known, and can be shown, before anyone has done it. None where the judge waits for
            no one.
    """

    kind: str
    title: str
    text: str
    action: str = ""
    panels: Sequence[str] = ()
    parts: Sequence[str] = ()
    controls: Sequence[str] = ()
    options: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sets: Mapping[str, object] = field(default_factory=dict)
    points: DrawnPoints | None = None
    guess: Guess | None = None
    judge: Judge | None = None
    hints: Sequence[str] = ()
    hides: Sequence[str] = ()
    readings: Sequence[str] = ()
    reveals: Sequence[str] = ()
    snaps: float | None = None
    seed: str = ""
    beside: bool = False
    twin: Twin | None = None
    alike: bool = False
    settles: Twin | None = None

    def __post_init__(self):
        if self.kind not in KINDS:
            raise ValueError(f"the kind of a step must be one of {', '.join(KINDS)}, got {self.kind}")
        if self.kind != "see" and self.judge is None:
            raise ValueError(f"a step of the kind {self.kind} must have a judge: {self.title}")
        if len(self.panels) > MAX_PANELS or len(self.hints) > MAX_HINTS:
            raise ValueError(f"a step must have at most {MAX_PANELS} panels and {MAX_HINTS} hints: {self.title}")
        if not {*self.parts} <= {*FOLLOWING}:
            raise ValueError(f"the parts of a step must be of {', '.join(FOLLOWING)}, got {self.parts}: {self.title}")
        unknown = {*self.hides, *self.reveals} - {*STEP_PARTS, *self.panels}
        if unknown:
            raise ValueError(f"a step must hide parts or panels that it has, not {sorted(unknown)}: {self.title}")
        if self.twin and (self.points is None or not isinstance(self.guess, Choose)):
            raise ValueError(f"a step with a twin must have points and options to choose from: {self.title}")

    def wire(self) -> dict:
        """Plain JSON values for the board."""
        return {
            "kind": self.kind,
            "title": self.title,
            "text": self.text,
            "action": self.action,
            "panels": list(self.panels),
            "controls": list(self.controls),
            "options": {name: list(values) for name, values in self.options.items()},
            "sets": dict(self.sets),
            "points": None if self.points is None else [list(pair) for pair in self.points],
            "guess": self.guess.wire() if self.guess else None,
            "judged": self.judge is not None,
            "hints": list(self.hints),
            "hides": list(self.hides),
            "readings": list(self.readings),
            "reveals": list(self.reveals),
            "snaps": self.snaps,
            "beside": self.beside,
        }


@dataclass(frozen=True)
class Door:
    """A way on that the first step offers: `opens` is "course" (the list of lessons), "present" (presenter mode), the
    name of a lesson, or the address of another page; `help` says what is behind it."""

    text: str
    opens: str
    help: str = ""

    def wire(self) -> dict:
        """Plain JSON values."""
        return {"text": self.text, "opens": self.opens, "help": self.help}


@dataclass(frozen=True, eq=False)
class Story:
    """The steps of a lesson in their order, and the doors that the first one offers."""

    steps: tuple[Step, ...]
    doors: tuple[Door, ...] = ()

    def step(self, number: int) -> Step:
        """The step with that number, from 1. Raises ValueError where there is none."""
        if not 1 <= number <= len(self.steps):
            raise ValueError(f"a step must be a number from 1 to {len(self.steps)}, got {number}")
        return self.steps[number - 1]

    def verdict(self, number: int, before: Moment, now: Moment, guess: object) -> Verdict | None:
        """What the judge of a step says.

        Args:
            number: of the step, from 1.
            before: when the step was opened, or its guess committed.
            now: the present moment.
            guess: as the board sends it; None where nothing was guessed.

        Returns:
            The verdict; None while nothing has been done that could be judged.

        Raises:
            ValueError: there is no such step, nothing is judged there, or the guess is of another form.
        """
        step = self.step(number)
        if step.judge is None:
            raise ValueError(f"nothing is judged in step {number}")
        if step.guess is None:
            return step.judge(before, now, None)
        if guess is None:
            return None
        return step.judge(before, now, step.guess.check(guess))

    def outcome(self, number: int, before: Moment, now: Moment) -> Verdict | None:
        """What came true in a step whose guess no one has made: the verdict on the guess that is right, without a word
        on the guess.

        Args:
            number: of the step, from 1.
            before: when the outcome was requested.
            now: the present moment.

        Returns:
            The verdict; None while the action of the step has not been done.

        Raises:
            ValueError: there is no such step, or it is not of the kind "predict" with a guess.
        """
        step = self.step(number)
        if step.guess is None or step.kind != "predict" or step.judge is None:
            raise ValueError(f"an outcome must belong to a step that predicts, step {number} does not")
        found = step.judge(before, now, step.guess.check(step.guess.neutral(len(before.points))))
        if found is not None and found.done and found.outcome is not None:
            found = step.judge(before, now, step.guess.check(found.outcome))
        return found and replace(found, right=None, more="" if step.guess.measured else found.more)

    def controls_at(self, number: int) -> dict[str, object]:
        """The controls that the first `number` steps set, later ones first."""
        return {name: value for step in self.steps[:number] for name, value in step.sets.items()}

    def points_at(self, number: int) -> DrawnPoints | None:
        """What the first `number` steps have drawn at last; None where they leave what was there."""
        return next((step.points for step in reversed(self.steps[:number]) if step.points is not None), None)

    def wire(self) -> list[dict]:
        """Plain JSON values for the board."""
        return [step.wire() for step in self.steps]
