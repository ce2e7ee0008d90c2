"""The committed wire schema is what the dataclasses say, and what lessons send is what the schema says."""

import json

import pytest

from pages import wire_schema
from pages.lessons import LESSONS
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context

SCHEMA = json.loads(wire_schema.FILE.read_text("utf-8"))


def test_the_committed_schema_is_up_to_date():
    assert wire_schema.FILE.read_text("utf-8") == wire_schema.text(), "run python -m pages.wire_schema"


@pytest.mark.parametrize("name", LESSONS)
def test_a_scene_has_the_fields_of_the_schema(name):
    lesson, fields = LESSONS[name], SCHEMA["scene"]
    scene = lesson.scene(context(PRESETS[FIRST]), lesson.parse({})).wire()
    assert set(scene) == set(fields["fields"])
    for panel in scene["panels"]:
        assert set(fields["panel"]) - {"tune", "withheld", "reach"} <= set(panel) <= set(fields["panel"])
        assert set(panel.get("tune", fields["tune"])) == set(fields["tune"])
        assert all(set(voice) == set(fields["voice"]) for voice in panel.get("tune", {}).get("voices", ()))
    assert all(set(reading) == set(fields["reading"]) for reading in scene["readings"])
    for mark in (mark for panel in scene["panels"] for mark in panel["marks"]):
        assert set(mark) == set(fields["marks"][mark["kind"]])


@pytest.mark.parametrize("name", SCHEMA["lessons"])
def test_a_lesson_takes_the_ends_of_its_ranges_and_nothing_beyond(name):
    controls = LESSONS[name].controls
    numbers = {key: spec for key, spec in SCHEMA["lessons"][name].items() if spec["kind"] == "number"}
    for key, spec in numbers.items():
        assert controls.parse({key: spec["min"]}) and controls.parse({key: spec["max"]})
        for beyond in (spec["min"] - 1, spec["max"] + 1):
            with pytest.raises(ValueError, match=f"{key} must be a number from"):
                controls.parse({key: beyond})
