"""Links to what is shipped: at most 270 bytes, so that their QR codes are read from the last row."""

from __future__ import annotations

import json

import pytest
import segno

from pages.lessons import LESSONS
from pages.shared.drawing.codec import from_link, to_link
from pages.shared.drawing.datasets import BY_FILE, load
from pages.shared.drawing.presets import IN_LINKS, PRESETS
from pages.shared.drawing.state import DrawingState
from pages.shared.drawing.url import address
from pages.shared.shell.story_state import said_in_step

HOST = "https://lecture.department.example.org"
MOST_BYTES, MOST_VERSION = 270, 10


def faults(name: str, link: str) -> list[str]:
    version = segno.make_qr(link, error="l").version
    long = len(link.encode()) > MOST_BYTES or version > MOST_VERSION
    return [f"{name}: {len(link.encode())} bytes, version {version}"] if long else []


def test_links_to_examples_and_data_sets_are_short_in_every_lab():
    found = []
    for lesson in LESSONS.values():
        controls = lesson.controls.linked({})
        drawings = {name: DrawingState(points, controls) for name, points in PRESETS.items() if lesson.draws_points}
        drawings |= {name: DrawingState(load(data)[0], controls, load(data)[1]) for name, data in BY_FILE.items()}
        for name, drawing in drawings.items():
            link = address(f"{HOST}/{lesson.name}", {"lab": "1", **to_link(drawing)})
            found += faults(f"{lesson.name}, {name}", link)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_step_as_it_opens_needs_no_more_than_its_number(lesson):
    one = LESSONS[lesson]
    for number in range(1, len(one.story.steps) + 1):
        points, controls = one.story.points_at(number), one.story.controls_at(number)
        points = PRESETS[one.stage.first] if points is None else points
        opens = {"step": str(number)}
        assert not faults(f"{lesson}, step {number}", address(f"{HOST}/{lesson}", opens))
        assert said_in_step(one, DrawingState(points, controls), opens, chosen=False) == {}
        everything = json.loads(json.dumps({**one.controls.defaults(), **controls}))
        assert said_in_step(one, DrawingState(points, everything), opens, chosen=False) == {}, "as the browser has them"
        if one.draws_points:
            moved = DrawingState((*points, (0.123, 0.5)), controls)
            assert said_in_step(one, moved, opens, chosen=False).keys() == {"v", "p"}
            example = next(each for each in PRESETS.values() if each and each != points)
            assert said_in_step(one, DrawingState(example, controls), opens, chosen=False).keys() == {"v", "d"}
        assert said_in_step(one, DrawingState(points, controls), {"lab": "1"}, False) == to_link(
            DrawingState(points, controls)
        )


@pytest.mark.parametrize(("lesson", "number"), [("plane", 3), ("plane", 7), ("classes", 5)])
def test_a_link_to_a_step_says_only_what_is_other_than_in_the_step(lesson, number):
    """Stations that are measured anew where they are, or labels: no places are said again."""
    one, opens = LESSONS[lesson], {"step": str(number)}
    name = {"plane": "measured", "classes": "swap"}[lesson]
    points, controls = one.story.points_at(number), one.story.controls_at(number)
    other = [round(0.137 * i - 2, 2) for i in range(25)] if lesson == "plane" else 1
    said = said_in_step(one, DrawingState(points, {**controls, name: other}), opens, chosen=False)
    assert said.keys() == {"v", "c"} and from_link(said).controls == {name: other}
    assert not faults(lesson, address(f"{HOST}/{lesson}", {**opens, **said}))


def test_a_link_to_a_step_without_its_points_says_so():
    one = LESSONS["classes"]
    said = said_in_step(one, DrawingState((), one.story.controls_at(5)), {"step": "5"}, chosen=False)
    assert said == {"v": "1", "p": ""}


@pytest.mark.parametrize("name", BY_FILE)
def test_a_data_set_stands_in_a_link_by_its_name(name):
    points, units = load(BY_FILE[name])
    drawing = DrawingState(points, {"tau": 0.5}, units)
    assert to_link(drawing) == {"v": "1", "d": name, "c": "tau:0.5"}
    assert from_link(to_link(drawing)) == drawing
    assert "o" in to_link(DrawingState(points[:-1], {}, units)), "a part of it is written out"


@pytest.mark.parametrize("name", ["Two clusters", "One point", "Far away"])
def test_an_example_stands_in_a_link_by_its_name(name):
    drawing = DrawingState(PRESETS[name], {"tau": 0.5})
    assert to_link(drawing) == {"v": "1", "d": name.lower().replace(" ", "-"), "c": "tau:0.5"}
    assert from_link(to_link(drawing)) == drawing
    written = ";".join(f"{x:g},{y:g}" for x, y in PRESETS[name])
    assert from_link({"v": "1", "p": written}).points == PRESETS[name], "as links said it before"
    assert "p" in to_link(DrawingState(PRESETS[name][:-1])), "a part of it is written out"


def test_no_two_sets_of_points_have_one_name():
    assert len(IN_LINKS) == len(PRESETS) - 1 and not IN_LINKS.keys() & BY_FILE.keys()


def test_a_data_set_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match=r"co2, motorcycle, nile, or an example of .*, far-away, got 'rain'"):
        from_link({"v": "1", "d": "rain"})
