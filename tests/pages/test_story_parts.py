"""What a step of a story names is there and has something to show as soon as it opens, and it has the server compute
the parts of the scene of which it shows something, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce

import numpy as np
import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.control_fields import Choice, Flag, Number
from pages.shared.lesson.controls import specs
from pages.shared.lesson.lesson import Lesson
from pages.shared.lesson.story import LAGGING, Step
from pages.shared.lesson.topic import TOPIC
from pages.shared.live.service import PredictionService
from pages.shared.scene.marks import Bars, HeatMap, Line, Mark, Panel, Scene
from tests.pages.test_stories import opened

pytestmark = pytest.mark.slow

READING = re.compile(r"\{([\w-]+)\}")
SETTING = re.compile(r"\(set:([^)]+)\)")
MORE = ((-1.37, 0.8), (0.41, -0.6))
SERVICE = PredictionService(scenes=1000, size=2**30)  # all with which the steps open, for both tests


def moments(lesson: Lesson, number: int) -> Iterator[tuple[DrawnPoints, dict]]:
    """The step as it opens, with other points, and with every setting that it offers."""
    step, points = lesson.story.steps[number - 1], tuple(map(tuple, opened(lesson.name, number)))
    controls = lesson.controls.defaults() | lesson.story.controls_at(number)
    yield points, controls
    if lesson.draws_points:
        yield (*points, *MORE), controls
    for name, values in _offered(lesson, step):
        for value in values:
            yield points, controls | {name: value}


def _offered(lesson: Lesson, step: Step) -> Iterator[tuple[str, list]]:
    known = specs(lesson.controls)
    for name in step.controls:
        match known.get(name):
            case Choice(options=options):
                yield name, list(step.options.get(name, options))
            case Flag():
                yield name, [False, True]
            case Number() as number:
                yield name, list(number.ends)
    for pair in "&".join(SETTING.findall(step.text + step.action)).split("&"):
        name, _, text = pair.partition("=")
        if name in known:
            yield (
                name,
                [float(text) if isinstance(known[name], Number) else {"true": True, "false": False}.get(text, text)],
            )
    if "tau" in known and not {"shift", "shifted-prediction"} & {*step.hides}:
        yield "tau", [0.0, 1.5]


def names(mark: Mark) -> set[str]:
    """What a step that hides the mark calls it."""
    found = {getattr(mark, "role", ""), type(mark).__name__.lower()}
    path = isinstance(mark, Line) and mark.role in ("path", "shifted-path")
    return found | ({"paths"} if path else set())


def brings(step: Step, part: Scene) -> set[str]:
    """What the step shows of it."""
    panels = {panel.id for panel in part.panels if panel.id in step.panels and panel.marks}
    stage = () if "stage" in step.hides else (panel for panel in part.panels if panel.area == "stage")
    marks = {type(mark).__name__ for panel in stage for mark in panel.marks if not names(mark) & {*step.hides}}
    wanted = {*step.readings, *READING.findall(step.text + step.action)}
    return panels | marks | (wanted & {reading.id for reading in part.readings})


def amounts(mark: Mark) -> np.ndarray | None:
    """What a mark shows the size of; None for marks that show something else."""
    return np.asarray(mark.values, float) if isinstance(mark, (Bars, HeatMap)) else None


def blank(panel: Panel) -> bool:
    """Whether all that it shows are zeros."""
    found = [amounts(mark) for mark in panel.marks]
    return bool(found) and all(each is not None and not each.any() for each in found)


@pytest.mark.parametrize("name", LESSONS)
def test_no_picture_opens_with_zeros_alone(name):
    lesson, faults = LESSONS[name], []
    for number, step in enumerate(lesson.story.steps, start=1):
        if not step.panels:
            continue
        points, controls = next(moments(lesson, number))
        scenes = [SERVICE.scene(lesson, points, controls, part) for part in lesson.parts]
        if SERVICE.wanted(lesson, controls) is not None:
            scenes.append(lesson.topic.scene(None, lesson.parse(controls)))
        shown = [panel for panel in reduce(Scene.joined, scenes).panels if panel.id in step.panels]
        faults += [f"step {number}: {panel.title} ({panel.id})" for panel in shown if blank(panel)]
        silent = [panel.id for panel in shown if not panel.marks and not panel.note]
        faults += [f"step {number}: {id} is empty and says nothing" for id in silent]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", LESSONS)
def test_a_step_names_what_there_is_and_the_parts_of_which_it_shows_something(name):
    """Panels and readings, and in its words and options controls with values that they take."""
    lesson = LESSONS[name]
    for number, step in enumerate(lesson.story.steps, start=1):
        every = list(moments(lesson, number))
        scenes = {part: SERVICE.scene(lesson, *every[0], part) for part in lesson.parts}
        found = {part: bool(brings(step, scenes[part])) for part in LAGGING if part in scenes}
        for points, controls in every[1:]:
            for part in (part for part in found if not found[part]):
                found[part] = bool(brings(step, SERVICE.scene(lesson, points, controls, part)))
        grows = [controls for _, controls in every if SERVICE.wanted(lesson, controls) is not None]
        if grows:
            scenes[TOPIC] = lesson.topic.scene(None, lesson.parse(grows[-1]))
            found[TOPIC] = any(panel.id in step.panels for panel in scenes[TOPIC].panels)
        assert [*step.parts] == [part for part in found if found[part]], number
        whole = reduce(Scene.joined, scenes.values())
        assert {*step.panels} <= {panel.id for panel in whole.panels}, number
        assert {*step.readings, *READING.findall(step.text)} <= {reading.id for reading in whole.readings}, number
        pairs = "&".join(SETTING.findall(step.text + step.action)).split("&")
        assert {pair.partition("=")[0] for pair in pairs} - {""} <= {*specs(lesson.controls)}, number
        for controls in [*(chosen for _, chosen in every), *({o: v} for o, vs in step.options.items() for v in vs)]:
            lesson.parse(controls)
