"""A first story out of four parts that a lesson has: a question with options, what happened, why, and an exercise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pages.shared.lesson.controls import Controls
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Moment, Step, Story, Verdict
from pages.shared.scene.marks import Scene
from tnpcore import Points

MOST_TO_TRY = 2  # of a step's suggestions: more do not fit a phone


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
class FourSteps:
    """What a lesson says in its four parts.

    `claim` is what the first step says, `more` what to try once the question is settled; its first three are the hints
    of the exercise too. `happened(before, now)` compares the moment of the guess with the present one: None until the
    person has done what `play` says. `check(points, controls, scene)` decides the exercise. `panels` and `controls` are
    those on show.
    """

    title: str
    claim: str
    question: str
    options: tuple[Option, ...]
    play: str
    happened: Callable[[Moment, Moment], Observation | None]
    explain: str
    formula: str
    prove: str
    check: Callable[[Points, Controls, Scene], Checked]
    more: tuple[str, ...] = ()
    panels: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    sets: Mapping[str, object] | None = None

    def story(self) -> Story:
        """The steps: look, guess and do, why, look further, prove."""
        shown = {"panels": self.panels, "controls": self.controls}
        guess = Choose([option.text for option in self.options])
        look = Step("see", self.title, self.claim, sets=self.sets or {}, **shown)
        predict = Step("predict", "Your guess", self.question, self.play, guess=guess, judge=self._seen, **shown)
        why = Step("see", "Why", f"{self.explain}\n\n{self.formula}", **shown)
        further = Step("see", "Look further", "\n\n".join(self.more[:MOST_TO_TRY]), **shown)
        prove = Step("prove", "Prove it", self.prove, judge=self._proven, hints=self._hints(), **shown)
        return Story((look, predict, why, further, prove))

    def _hints(self) -> tuple[str, ...]:
        return tuple(text.replace("**", "") for text in self.more[:3])

    def _seen(self, before: Moment, now: Moment, guess: object) -> Verdict | None:
        seen = self.happened(before, now)
        if seen is None:
            return None
        right = guess == seen.option
        because = "" if right else f" {seen.because or self.options[guess].because}"
        return Verdict(True, f"{seen.text}{because}", right, seen.option)

    def _proven(self, _before: Moment, now: Moment, _guess: object) -> Verdict:
        checked = self.check(now.points, now.controls, now.scene)
        return Verdict(checked.done, checked.text)
