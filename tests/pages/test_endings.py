"""The card after each story: three sentences, and a question whose solution a step of the story shows."""

from __future__ import annotations

import pytest

from pages.lessons import LESSONS
from pages.shared.lesson.ending import Ending

MOST_WORDS = 26  # of a sentence
MOST_SOLUTION = 52


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_ends_in_three_short_sentences_and_a_question(name):
    ending, story = LESSONS[name].ending, LESSONS[name].story
    for sentence in ending.sentences:
        assert sentence.endswith(".") and len(sentence.split()) <= MOST_WORDS, sentence
    assert "- " not in " ".join((*ending.sentences, ending.question, ending.solution)), "a word that lost its end"
    assert "?" in ending.question and len(ending.solution.split()) <= MOST_SOLUTION
    assert [step.title for step in story.steps].count(ending.seen) == 1


def test_two_lessons_leave_different_things_behind():
    every = [text for lesson in LESSONS.values() for text in (*lesson.ending.sentences, lesson.ending.question)]
    assert len(every) == len(set(every))


def test_another_number_of_sentences_is_refused():
    with pytest.raises(ValueError, match="must have 3 sentences, got 2"):
        Ending(("One.", "Two."), "Why?", "So.", "A step")
