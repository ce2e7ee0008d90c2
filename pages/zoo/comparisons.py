"""The models of a family side by side, by one thing at a time: scores, cost, or properties. The race is a topic."""

from __future__ import annotations

from pages.shared.lesson.topic import Topic
from pages.shared.scene.marks import Panel, Scene
from pages.zoo.controls import RACE, SCORES, TESTS, ZooControls
from pages.zoo.large_cost import large_panel
from pages.zoo.property_table import properties_panel
from pages.zoo.race import Standing, race_panel, run
from pages.zoo.score_table import scores_panel
from tnpcore import Points

MANY = 15  # models in a table or in a race, as many as the largest family has: more would keep the hand waiting


def compared_panels(points: Points, controls: ZooControls) -> tuple[Panel, ...]:
    """The table that was requested, or what a race has beside it; nothing where predictions alone are compared."""
    names = controls.compared[:MANY]
    if controls.compare == SCORES:
        return (scores_panel(names, controls.prior),)
    if controls.compare == RACE:
        return tuple(large_panel(names))
    return (properties_panel(points, names),) if controls.compare == TESTS else ()


def _racers(controls: ZooControls) -> tuple[str, ...] | None:
    return controls.compared[:MANY] if controls.compare == RACE else None


def _standing(standing: Standing | None, controls: ZooControls) -> Scene:
    return Scene((race_panel(_racers(controls) or (), standing),))


COST_RACE = Topic("race", _racers, run, _standing)
