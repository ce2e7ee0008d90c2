"""Every verdict on a guess: the outcome with its reason, in short sentences, with few numbers; more behind "more"."""

from __future__ import annotations

import re
from functools import cache

import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.state import DrawingState
from pages.shared.lesson.guesses import Choose, Sort
from pages.shared.lesson.story import Verdict
from pages.shared.lesson.twin import Twin
from pages.shared.room.questions import drawn_at
from tests.pages.test_stories import numbers, some_guesses, verdict
from tests.scenes import as_read
from tests.verdicts import unreasoned, whole

RACES = {("zoo", 3)}  # a race of models takes seconds: tests/pages/zoo/test_race.py reads its verdict


# What comes true once the action is done, in the steps that choose or sort: by lesson and step.
ANSWERS: dict[str, dict[int, int | list[int]]] = {
    "home": {4: 0, 5: 1, 6: [1, 0]},
    "whole": {2: 2, 3: 0, 4: 1},
    "attention": {4: 1, 5: 1},
    "kernels": {2: 2, 3: 2, 4: 1, 5: 1},
    "layer": {2: 1, 3: 2, 4: 1, 5: 1, 6: [1, 1, 0], 7: 2},
    "masks": {2: 0, 3: 1, 5: 0, 6: 2},
    "positional": {1: 1, 2: 2, 3: [0, 1, 0, 0], 5: 1, 7: 1},
    "setconv": {2: 1, 3: 1},
    "equivariance": {1: [2, 0, 0, 1], 4: 1, 5: 1, 6: [0, 1, 2], 7: 1},
    "plane": {2: 2, 3: 1, 4: 1, 5: 2, 6: 2},
    "paths": {3: 1, 4: [0, 1, 1], 6: 2},
    "decisions": {2: 2, 3: 1, 4: 1, 5: 1},
    "latent": {4: 2, 5: 1, 6: 2, 7: 1},
    "autoencoders": {4: 2, 5: 1, 6: 0, 7: 1},
    "learning": {3: 1, 4: 1, 5: 1, 6: 1, 7: 1},
    "classes": {2: 0, 3: 0, 4: 1, 5: 2},
    "zoo": {2: 2, 4: [1, 3, 2]},
    "fit": {1: 2, 2: 1, 3: 2, 4: 2},
    "sequences": {2: 2, 5: 0, 6: 1},
    "decoding": {3: 1, 4: 1, 5: 2},
    "melodies": {2: 2, 3: 2, 4: [2, 1], 6: 1, 7: 1},
}
# Steps whose verdict ends alike after different wrong guesses: it says what came true, and nothing of the guess.
SAME_WORDS = {
    *(("attention", 5), ("layer", 2), ("layer", 7), ("setconv", 3), ("autoencoders", 4), ("melodies", 6)),
    *((lesson, step) for lesson in ("decisions", "latent", "learning", "classes", "fit") for step in ANSWERS[lesson]),
    *(("plane", step) for step in (2, 4, 5, 6)),
}


def acted(lesson: str, number: int) -> tuple[DrawingState, DrawingState]:
    """What is drawn as the step opens, and once its action is done."""
    before = drawn_at(LESSONS[lesson], number, twin=False)
    return before, (LESSONS[lesson].story.step(number).settles or Twin()).of(before)


@cache
def judged(lesson: str, number: int) -> list[Verdict | None]:
    """The verdict for each of some guesses, once the step's action is done."""
    before, now = ((drawn.points, drawn.controls) for drawn in acted(lesson, number))
    guesses = some_guesses(LESSONS[lesson].story.step(number), now[0])
    return [verdict(lesson, number, before, now, guess) for guess in guesses]


# The field's names, each where the thing itself is met: in the step's words or in those of its verdict.
NAMED = {
    "self-attention": ("masks", 2),
    "cross-attention": ("masks", 2),
    "masked self-attention": ("whole", 4),
    "Cross-attention": ("sequences", 3),
    "[z; s]": ("sequences", 3),
    "read-out to the vocabulary": ("sequences", 3),
    "teacher forcing": ("sequences", 6),
    "position embedding": ("positional", 5),
    "Concatenation": ("layer", 4),
    "Wₒ": ("layer", 4),
    "post-norm": ("layer", 5),
    "pre-norm": ("layer", 5),
    "GPT-style": ("melodies", 4),
    "BERT-style": ("melodies", 4),
    "A causal mask": ("melodies", 4),
    "a masked model": ("melodies", 4),
    "[CLS]": ("melodies", 7),
    "Fine-tuning": ("melodies", 7),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_name_of_the_field_stands_where_its_thing_is_met(name):
    lesson, number = NAMED[name]
    step = LESSONS[lesson].story.steps[number - 1]
    said = " ".join([step.title, step.text, *map(whole, judged(lesson, number))])
    assert name in said.replace("**", "")


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_verdict_on_a_guess_gives_its_reason(lesson):
    faults = []
    for number in (one for one in numbers(lesson, "predict") if (lesson, one) not in RACES):
        for found in judged(lesson, number):
            if found is None or not found.done:
                faults.append(f"{number}: the action is not enough: {found}")
                continue
            faults += [f"{number}: {fault}" for fault in unreasoned([found])]
    assert not faults, "\n".join(faults)


# A number in sd, but not the edge of a band (mean ± 2 sd); and what says whose sd it is.
IN_SD, WHOSE = re.compile(r"(?<![±.\d])(?<!± )(?:[\d.]+|\bin) sd\b"), re.compile(r" \(?of ")


@pytest.mark.parametrize("lesson", LESSONS)
def test_where_a_step_first_counts_in_sd_it_says_whose(lesson):
    faults = []
    for number, step in enumerate(LESSONS[lesson].story.steps, start=1):
        asked = " ".join([step.title, step.text, step.action, *getattr(step.guess, "options", ())])
        asked = re.sub(r"\{[\w-]*change\}", "0 sd", asked)  # what a reading fills in
        outcomes = judged(lesson, number) if step.kind == "predict" and (lesson, number) not in RACES else ()
        for said in {asked, *(f"{asked} {as_read(found.text)}" for found in outcomes if found)}:
            first = IN_SD.search(said)
            faults += [f"{number}: {said}"] * bool(first and not WHOSE.match(said, first.end()))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_guess_is_right_where_it_is_what_came_true_and_each_wrong_one_is_explained(lesson):
    steps = LESSONS[lesson].story.steps
    judged_by_answer = [n for n in numbers(lesson, "predict") if isinstance(steps[n - 1].guess, Choose | Sort)]
    assert [*ANSWERS[lesson]] == [number for number in judged_by_answer if (lesson, number) not in RACES]
    for number, answer in ANSWERS[lesson].items():
        guesses = some_guesses(steps[number - 1], [0])
        found = judged(lesson, number)
        assert all(each.outcome == answer for each in found), number
        assert [each.right for each in found] == [guess == answer for guess in guesses], number
        if isinstance(answer, int) and (lesson, number) not in SAME_WORDS:
            assert len({whole(each) for each in found}) == len(found), number
