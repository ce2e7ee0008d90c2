"""The card after each story: three sentences, and a question whose solution a step of the story shows."""

from __future__ import annotations

import pytest

from pages.lessons import LESSONS
from pages.shared.lesson.ending import Ending
from pages.shared.lesson.story import STEP_PARTS

MOST_WORDS = 26  # of a sentence
MOST_SOLUTION = 52
# What of its step shows the solution: a panel, or a part of the stage.
SHOWN_BY = {
    "home": "band",
    "whole": "map",
    "attention": "effect",
    "kernels": "pair",
    "layer": "retrained",
    "masks": "weights",
    "positional": "survey",
    "setconv": "band-convcnp",
    "equivariance": "likelihood",
    "plane": "probes",
    "paths": "event",
    "decisions": "rule",
    "latent": "gap",
    "autoencoders": "betas",
    "learning": "mean",
    "classes": "classes",
    "zoo": "race-large",
    "fit": "targets",
    "sequences": "forcing",
    "decoding": "outputs",
    "melodies": "trained",
}


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_ends_in_three_short_sentences_and_a_question(name):
    ending, story = LESSONS[name].ending, LESSONS[name].story
    for sentence in ending.sentences:
        assert sentence.endswith(".") and len(sentence.split()) <= MOST_WORDS, sentence
    assert "- " not in " ".join((*ending.sentences, ending.question, ending.solution)), "a word that lost its end"
    assert "?" in ending.question and len(ending.solution.split()) <= MOST_SOLUTION
    (seen,) = (step for step in story.steps if step.title == ending.seen)
    assert SHOWN_BY[name] in {*seen.panels, *STEP_PARTS} - {*seen.hides}


def test_two_lessons_leave_different_things_behind():
    every = [text for lesson in LESSONS.values() for text in (*lesson.ending.sentences, lesson.ending.question)]
    assert len(every) == len(set(every))


def test_another_number_of_sentences_is_refused():
    with pytest.raises(ValueError, match="must have 3 sentences, got 2"):
        Ending(("One.", "Two."), "Why?", "So.", "A step")
