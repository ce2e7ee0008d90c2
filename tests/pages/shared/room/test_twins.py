"""Twin questions: which steps have one, that it has another drawing, and that its outcome is computed there."""

import pytest

from pages.lecture import PLANS
from pages.lecture.talk import read
from pages.lessons import LESSONS
from pages.shared.lesson.guesses import Choose, Sort
from pages.shared.lesson.story import Step
from pages.shared.lesson.twin import BACKWARDS, MIRRORED, shifted
from pages.shared.live.protocol import Request
from pages.shared.live.service import SERVICE
from pages.shared.live.verdicts import Question, judged
from pages.shared.room.questions import drawn_at, posed_at
from pages.shared.room.truth import outcome

# The option that comes true on the step's own drawing, and on the twin's.
OUTCOMES = {
    ("home", 4): (0, 0),
    ("attention", 4): (1, 0),
    ("paths", 3): (1, 0),
    ("decisions", 2): (2, 1),
    ("classes", 4): (1, 1),
    ("zoo", 2): (2, 2),
    ("melodies", 3): (2, 0),
    ("attention", 5): (1, 1),
    ("masks", 2): (0, 0),
    ("masks", 3): (1, 1),
    ("masks", 5): (0, 0),
    ("setconv", 2): (1, 1),
    ("setconv", 3): (1, 1),
    ("equivariance", 4): (1, 1),
    ("kernels", 2): (2, 2),
    ("kernels", 3): (2, 2),
    ("layer", 5): (1, 1),
    ("positional", 1): (1, 1),
}
# Its outcome is that of two trained models on thousands of functions: another drawing changes nothing of it.
OF_NO_DRAWING = ("equivariance", 7)


def test_these_steps_have_twins():
    found = {
        (name, number)
        for name, lesson in LESSONS.items()
        for number, step in enumerate(lesson.story.steps, start=1)
        if step.twin
    }
    assert found == set(OUTCOMES)


def test_every_vote_of_a_shipped_plan_has_a_twin():
    plans = [read(text, LESSONS) for text in PLANS.values()]
    stops = {(stop.lesson, stop.step) for plan in plans for stop in plan.stops if stop.step}
    votes = {(name, step) for name, step in stops if isinstance(LESSONS[name].story.step(step).guess, Choose)}
    assert len(votes) > 8 and votes - set(OUTCOMES) == {OF_NO_DRAWING}


@pytest.mark.parametrize(("name", "number"), [at for at in OUTCOMES if LESSONS[at[0]].story.step(at[1]).settles])
def test_a_judge_that_waits_for_an_action_knows_the_outcome_after_it_alone(name, number):
    """So a room knows what is right before anyone has acted, on the step's drawing and on its twin."""
    for twin in (False, True):
        drawn = drawn_at(LESSONS[name], number, twin)
        opened = Request(0, name, drawn.points, drawn.controls, number)
        waits = judged(LESSONS[name], Question(opened, number, opened, 0), SERVICE)
        assert waits is None or not waits.done
        assert outcome(LESSONS[name], number, SERVICE, twin) is not None


@pytest.mark.parametrize(("name", "number"), OUTCOMES)
def test_the_judge_computes_the_outcome_of_a_twin(name, number):
    lesson = LESSONS[name]
    own, other = (drawn_at(lesson, number, twin) for twin in (False, True))
    assert other != own
    assert tuple(outcome(lesson, number, SERVICE, twin) for twin in (False, True)) == OUTCOMES[name, number]
    kinds = [posed_at(LESSONS, name, number, twin) for twin in (False, True)]
    (place, question), (twins_place, twins) = kinds
    offered = "practice" if len(set(OUTCOMES[name, number])) == 1 else "offered"
    assert (question.twin, twins.twin, question.options) == (offered, "posed", twins.options)
    assert question.name != twins.name and question.title in twins.title
    assert (place.twin, twins_place.twin) == (None, other)


@pytest.mark.parametrize("name", LESSONS)
def test_the_judge_knows_the_right_bin_of_each_item(name):
    for number, step in enumerate(LESSONS[name].story.steps, start=1):
        if step.kind == "predict" and isinstance(step.guess, Sort):
            found = outcome(LESSONS[name], number, SERVICE)
            assert found is not None and step.guess.check([*found]) == found, (name, number)


def test_what_twins_make_of_a_drawing():
    points = ((-1.0, 0.5), (2.0, 0.1), (3.0, -1.0))
    assert MIRRORED.change(points) == ((1.0, 0.5), (-2.0, 0.1), (-3.0, -1.0))
    assert shifted(-0.1).change(points) == ((-1.1, 0.5), (1.9, 0.1), (2.9, -1.0))
    assert BACKWARDS.change(points) == ((-1.0, -1.0), (0.0, 0.1), (3.0, 0.5))


def test_a_step_without_a_twin_has_none():
    with pytest.raises(ValueError, match="step 7 of equivariance has no twin"):
        posed_at(LESSONS, *OF_NO_DRAWING, True)
    with pytest.raises(ValueError, match="points and options to choose from"):
        Step("predict", "?", "", judge=lambda *_: None, guess=Choose(("A", "B")), twin=MIRRORED)
