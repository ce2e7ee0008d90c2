"""The models of a family side by side, by one thing at a time: scores, cost, or properties."""

from __future__ import annotations

from pages.shared.scene.marks import Panel
from pages.zoo.controls import RACE, SCORES, TESTS, ZooControls
from pages.zoo.large_cost import large_panel
from pages.zoo.property_table import properties_panel
from pages.zoo.race import race_panel
from pages.zoo.score_table import scores_panel
from tnpcore import Points

MANY = 12  # models in a table or in a race: more are not read, and would keep the hand waiting


def compared_panels(points: Points, controls: ZooControls) -> tuple[Panel, ...]:
    """The table or the race that was requested; nothing where predictions alone are compared."""
    names = controls.compared[:MANY]
    if controls.compare == SCORES:
        return (scores_panel(names, controls.prior),)
    if controls.compare == RACE:
        return (race_panel(names), *large_panel(names))
    return (properties_panel(points, names),) if controls.compare == TESTS else ()
