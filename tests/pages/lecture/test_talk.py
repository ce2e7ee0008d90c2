"""A talk in a text file: read, written, refused; and the plans that are shipped."""

from __future__ import annotations

import json

import pytest

from pages.lecture import PLANS
from pages.lecture.sheets import sections
from pages.lecture.talk import MOST_STOPS, Stop, Talk, read, wire, written
from pages.lessons import LESSONS
from pages.shared.drawing.datasets import BY_FILE, load
from pages.shared.drawing.state import DrawingState
from pages.shared.drawing.url import address
from pages.shared.lesson.controls import specs
from pages.shared.shell.story_state import StoryCommit, choices_in_step, said_in_step

TEXT = """# Why shifts matter
# minute  state  what to say

0    home?step=1    One network, no data.
4.5  https://lecture.example.org/attention?step=3&v=1&p=-1,0.5;1,0.2&c=query:0.4  Hands up.
masks?step=2
http://localhost:8501/?step=2
"""


def test_a_file_holds_the_states_of_a_talk():
    talk = read(TEXT, LESSONS)
    assert talk.title == "Why shifts matter"
    assert [(s.lesson, s.step, s.minute, s.note) for s in talk.stops] == [
        ("home", 1, 0, "One network, no data."),
        ("attention", 3, 4.5, "Hands up."),
        ("masks", 2, None, ""),
        ("home", 2, None, ""),
    ]
    drawn = talk.stops[1]
    assert drawn.points == ((-1.0, 0.5), (1.0, 0.2)) and drawn.controls == {"query": 0.4}
    assert drawn.link == "attention?step=3&v=1&p=-1,0.5;1,0.2&c=query:0.4"
    assert talk.stops[0].points is None, "what the step brings"


def test_a_state_may_be_a_lab_with_all_that_its_link_sets():
    (stop,) = read("7 masks?lab=1&v=1&p=-1,0.5;1,0.2&c=tau:1&masking_rule=full  Try it.", LESSONS).stops
    assert (stop.lesson, stop.step, stop.minute, stop.note) == ("masks", None, 7, "Try it.")
    (sent,) = wire(Talk("t", (stop,)), {"masks": "masks"})["stops"]
    assert sent["step"] is None and sent["says"] == "lab=1&v=1&p=-1,0.5;1,0.2&c=tau:1&masking_rule=full"


def as_the_app_writes_it(lesson: str, step: int, drawn: DrawingState, chosen: dict[str, object]) -> str:
    one, opens = LESSONS[lesson], {"step": str(step)}
    commit = StoryCommit({**one.controls.defaults(), **one.story.controls_at(step), **chosen})
    choices = choices_in_step(one, commit, opens)
    said = said_in_step(one, drawn, opens, any(choices.values()))
    return address(f"https://lecture.example.org/{lesson}", {**opens, **choices, **said})


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_step_keeps_each_choice_that_its_link_makes(lesson):
    one = LESSONS[lesson]
    brought = {**one.controls.defaults(), **one.story.controls_at(1)}
    for name, spec in specs(one.controls).items():
        for value in getattr(spec, "options", (True, False)) if spec.parameter else ():
            drawn = DrawingState(((-1.0, 0.5),) if one.draws_points else (), {})
            (stop,) = read(as_the_app_writes_it(lesson, 1, drawn, {name: value}), LESSONS).stops
            assert value == brought[name] or stop.controls[name] == value, (name, value)


def test_a_step_keeps_a_data_set_with_its_units_and_an_empty_plot():
    points, units = load(BY_FILE["nile"])
    link = as_the_app_writes_it("attention", 3, DrawingState(points, {"tau": 0.5}, units), {"head": "2"})
    assert "d=nile" in link and "attention_head=2" in link
    (stop,) = read(link, LESSONS).stops
    assert (stop.points, stop.units, stop.controls) == (points, units, {"tau": 0.5, "head": "2"})
    (sent,) = wire(Talk("t", (stop,)), {"attention": "attention"})["stops"]
    assert sent["units"] == units.wire()
    (stop,) = read(as_the_app_writes_it("masks", 2, DrawingState((), {}), {}), LESSONS).stops
    assert stop.points == ()


def test_what_is_written_is_read_back():
    talk = read(f"{TEXT}masks?lab=1", LESSONS)
    assert read(written(talk), LESSONS) == talk


def test_the_browser_gets_plain_values():
    talk = Talk("t", (Stop("masks", 2, "masks?step=2", ((0.0, 1.0),), None, {"query": 1.0}, 3, "say"),))
    (stop,) = json.loads(json.dumps(wire(talk, {"masks": "masks"}), allow_nan=False))["stops"]
    same = {"lesson": "masks", "address": "masks", "step": 2, "says": "step=2", "minute": 3, "note": "say"}
    assert stop == {**same, "points": [[0.0, 1.0]], "units": None, "controls": {"query": 1.0}}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("# nothing else", f"1 to {MOST_STOPS} states, got 0"),
        ("0 nonsense?step=1", "line 1 of the talk: a state must begin with the name of a lesson, got 'nonsense'"),
        ("# t\n0 masks", "line 2 of the talk: a state of masks must name a step from 1 to 7"),
        ("0 masks?step=99", "from 1 to 7"),
        ("0 masks?step=²", "from 1 to 7"),
        ("0 masks?step=1&v=1&p=one", "plain numbers, got 'one'"),
        ("12", "a state must follow the minute, got '12'"),
        ("masks?step=1\n" * (MOST_STOPS + 1), f"got {MOST_STOPS + 1}"),
        ("#" * 200_000, "at most 100,000 characters"),
    ],
)
def test_what_is_no_talk_is_refused_with_its_line(text, wrong):
    with pytest.raises(ValueError) as refused:
        read(text, LESSONS)
    assert wrong in str(refused.value)


@pytest.mark.parametrize("name", PLANS)
def test_a_shipped_plan_is_one_and_keeps_its_time(name):
    talk = read(PLANS[name], LESSONS)
    minutes = [stop.minute for stop in talk.stops]
    assert talk.title.startswith(f"{name} minutes:") and written(talk) == written(read(written(talk), LESSONS))
    assert minutes[0] == 0 and minutes == sorted(minutes) and minutes[-1] < float(name)
    assert all(stop.note for stop in talk.stops)


@pytest.mark.parametrize("name", PLANS)
def test_no_plan_shows_before_what_the_room_is_to_sort(name):
    """Home shifts TNP-D and TETNP, whose sorting opens the lesson on equivariance."""
    stops = [(stop.lesson, stop.step) for stop in read(PLANS[name], LESSONS).stops]
    sorting = stops.index(("equivariance", 1))
    assert ("home", 6) not in stops[:sorting]
    assert not {lesson for lesson, _ in stops[:sorting]} & {"positional", "zoo"}


@pytest.mark.parametrize("lesson", LESSONS)
def test_each_step_of_a_lesson_has_a_part_of_its_sheet(lesson):
    steps = len(LESSONS[lesson].story.steps)
    assert [number for number, _ in sections(lesson) if number is not None] == [*range(1, steps + 1)]
