"""The story without a page: what a step may be, what a judge says of it, and which guesses are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pages
from pages.lessons import LESSONS
from pages.shared.lesson.control_fields import Choice, Number
from pages.shared.lesson.controls import PlotControls, specs
from pages.shared.lesson.course import Course
from pages.shared.lesson.guesses import Choose, DragWeights
from pages.shared.lesson.hidden_parts import PARTS, hidden
from pages.shared.lesson.story import MAX_WORDS, STEP_PARTS, Moment, Step, Story, Verdict
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Scene

CSS = Path(pages.__path__[0], "shared/board/css/story.css")


def moment(*points, **controls) -> Moment:
    return Moment(context(points), controls, lambda: Scene(()))


def more_points(before: Moment, now: Moment, guess: object) -> Verdict | None:
    more = len(now.points) - len(before.points)
    return Verdict(True, f"{more} more.", guess == more - 1, more - 1) if more > 0 else None


def at_least_three(_before: Moment, now: Moment, guess: object) -> Verdict:
    assert guess is None, "nothing is guessed in this step"
    return Verdict(len(now.points) >= 3, f"{len(now.points)} points.")


STORY = Story(
    (
        Step("see", "Points", "Points are counted.", sets={"tau": 0.0, "model": "cnp"}),
        Step("predict", "How many?", "", "Add one.", guess=Choose(("one", "two")), judge=more_points),
        Step("prove", "Three", "", "Draw three.", judge=at_least_three, sets={"tau": 1.0}, hints=("Add one.",)),
    )
)


# ---- steps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"kind": "play"}, "kind of a step must be one of see, do, predict, prove, got play"),
        ({"kind": "do"}, "a step of the kind do must have a judge: Look"),
        ({"kind": "predict", "guess": Choose(("a",))}, "must have a judge"),
        ({"kind": "prove"}, "must have a judge"),
        ({"panels": ("a", "b", "c")}, "at most 2 panels and 3 hints"),
        ({"hints": ("a", "b", "c", "d")}, "at most 2 panels and 3 hints"),
        ({"hides": ("outcome",)}, r"must hide parts or panels that it has, not \['outcome'\]: Look"),
        ({"panels": ("a",), "reveals": ("a", "b")}, r"not \['b'\]"),
        ({"parts": ("now",)}, "parts of a step must be of aside, later, topic, got .'now'.*: Look"),
    ],
)
def test_a_step_that_cannot_be_shown_is_refused(changes, complaint):
    with pytest.raises(ValueError, match=complaint):
        Step(**{"kind": "see", "title": "Look", "text": "Here.", **changes})


def test_every_part_that_a_step_may_hide_has_a_rule():
    assert {part for part in STEP_PARTS if f'[data-hides~="{part}"]' not in CSS.read_text("utf-8")} == set()


def test_a_step_on_the_wire_is_plain_and_says_whether_it_is_judged():
    see, predict, prove = STORY.wire()
    assert (see["judged"], predict["judged"], prove["judged"]) == (False, True, True)
    assert see["guess"] is None and see["points"] is None
    assert predict["guess"] == {"kind": "choose", "options": ["one", "two"]}
    assert Step("see", "Look", "Here.", points=((0.0, 1.0),)).wire()["points"] == [[0.0, 1.0]]
    assert (see["sets"], prove["hints"]) == ({"tau": 0.0, "model": "cnp"}, ["Add one."])


def test_later_steps_overrule_the_controls_of_earlier_ones():
    assert STORY.controls_at(2) == {"tau": 0.0, "model": "cnp"}
    assert STORY.controls_at(3) == {"tau": 1.0, "model": "cnp"}
    assert STORY.controls_at(0) == {}


# ---- verdicts --------------------------------------------------------------------------------------


def test_a_guess_is_judged_on_what_was_drawn_since():
    before, same, grown = moment((0, 0)), moment((1, 1)), moment((0, 0), (1, 1))
    assert STORY.verdict(2, before, same, 0) is None, "nothing was done that could be judged"
    assert STORY.verdict(2, before, grown, None) is None, "and without a guess nothing is judged"
    expected = {"done": True, "text": "1 more.", "right": True, "outcome": 0, "more": "", "drawn": None}
    assert STORY.verdict(2, before, grown, 0).wire() == expected
    assert STORY.verdict(2, before, grown, 1).right is False


def test_an_exercise_takes_no_guess_whatever_is_sent():
    assert STORY.verdict(3, moment(), moment((0, 0)), [1, 2]) == Verdict(False, "1 points.")
    assert STORY.verdict(3, moment(), moment((0, 0), (1, 1), (2, 2)), None).done


@pytest.mark.parametrize(
    ("number", "guess", "complaint"),
    [
        (0, None, "a step must be a number from 1 to 3, got 0"),
        (4, None, "a step must be a number from 1 to 3, got 4"),
        (-1, None, "from 1 to 3"),
        (1, None, "nothing is judged in step 1"),
        (2, 2, "a guess must be a number from 0 to 1"),
        (2, True, "a guess must be a number"),
        (2, [0], "a guess must be a number"),
    ],
)
def test_what_cannot_be_judged_is_named(number, guess, complaint):
    with pytest.raises(ValueError, match=complaint):
        STORY.verdict(number, moment(), moment((0, 0)), guess)


def test_a_moment_without_a_scene_says_so():
    with pytest.raises(ValueError, match="this moment must have a scene"):
        _ = Moment(context(()), {}).scene
    assert moment().scene == Scene(())


# ---- the stories of the app ------------------------------------------------------------------------


@pytest.mark.parametrize("name", LESSONS)
def test_a_story_names_what_its_lesson_has(name):
    """Controls exist, values can be set, a story ends with its exercise, and a step is short."""
    lesson = LESSONS[name]
    steps = lesson.story.steps
    known = set(specs(lesson.controls))
    assert 5 <= len(steps) <= 8 and steps[-1].kind == "prove" and len(steps[-1].hints) >= 2
    for number, step in enumerate(steps, start=1):
        assert set(step.controls) <= known, (number, step.title)
        lesson.parse(lesson.story.controls_at(number))
        assert len(f"{step.text} {step.action}".split()) <= MAX_WORDS, (number, step.title)
        if isinstance(step.guess, DragWeights):
            assert step.points, "the bars are those of points that the step draws"


@pytest.mark.parametrize("name", LESSONS)
def test_what_a_mouse_does_is_named_for_a_finger_too(name):
    lesson = LESSONS[name]
    texts = [lesson.lead, *(text for step in lesson.story.steps for text in (step.text, step.action, *step.hints))]
    assert [text for text in texts if "click" in text.lower() and not re.search(r"\btap|long press", text)] == []


def test_a_shift_is_shown_where_it_is_the_point_and_elsewhere_left_to_the_lab():
    """In two dimensions once more, since there two grids differ under it."""
    shown = {
        name
        for name, lesson in LESSONS.items()
        for number, step in enumerate(lesson.story.steps, start=1)
        if issubclass(lesson.controls, PlotControls)
        and ("shift" not in step.hides or "tau" in step.controls or lesson.story.controls_at(number).get("tau"))
    }
    assert shown == {"home", "equivariance", "positional", "plane"}


def test_the_course_numbers_the_lessons_and_addresses_them():
    wire = Course.of(LESSONS.values()).wire()
    assert [one["number"] for one in wire] == list(range(1, len(LESSONS) + 1))
    assert [one["name"] for one in wire] == list(LESSONS)
    assert [one["address"] for one in wire] == ["", *list(LESSONS)[1:]]
    for one in wire:
        assert one["goal"] and one["takeaway"] and one["steps"] == len(LESSONS[one["name"]].story.steps)


# ---- parts that a link hides -----------------------------------------------------------------------


def test_a_link_hides_parts():
    assert hidden("lead, Badges,,code").parts == {"lead", "badges", "code"}
    assert hidden("").parts == frozenset()
    assert hidden(",".join(PARTS)).parts == set(PARTS)
    assert hidden("lead").complaint == ""


def test_an_unknown_part_is_told_in_one_short_sentence():
    found = hidden("lead," + "x" * 500)
    assert found.parts == {"lead"}
    assert "lens" in found.complaint and len(found.complaint) < 300


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_takes_its_options_and_the_ends_of_its_ranges_and_nothing_beyond(name):
    controls = LESSONS[name].controls
    for key, spec in specs(controls).items():
        if isinstance(spec, Choice):
            assert all(controls.parse({key: option}) for option in spec.options)
            for other in ("no option", 3):
                with pytest.raises(ValueError, match=f"{key} must be one of"):
                    controls.parse({key: other})
        if isinstance(spec, Number):
            assert controls.parse({key: spec.lo}) and controls.parse({key: spec.hi})
            for beyond in (spec.lo - 1, spec.hi + 1):
                with pytest.raises(ValueError, match=f"{key} must be a number from"):
                    controls.parse({key: beyond})
