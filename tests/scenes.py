"""Scenes from their JSON, as the board gets them: for fixtures that tests in both languages share."""

from __future__ import annotations

import json
from typing import get_args

import numpy as np

from pages.shared.scene.marks import Lattice, Mark, Panel, Reading, Scene
from pages.shared.scene.original_units import worded
from tests.serving import ROOT

ARRAYS = {"x", "y", "mean", "sd", "weights", "values"}
KINDS = {kind.__name__.lower(): kind for kind in get_args(Mark)}


def partial_responses() -> list[dict]:
    """Cases {"name", "parts": [quick, then slower ones], "joined"}; scenes as JSON, in which defaults may be absent."""
    return json.loads((ROOT / "tests" / "fixtures" / "partial_responses.json").read_text("utf-8"))


def as_read(part):
    """A scene, a part of one or a text without the marks of numbers: as people read it beside plain axes."""
    return worded(part, None)


def from_wire(scene: dict) -> Scene:
    """The scene whose `wire()` this is."""
    panels = tuple(map(_panel, scene["panels"]))
    readings = tuple(Reading(**reading) for reading in scene["readings"])
    return Scene(panels, readings, scene["caption"], scene["equation"], tuple(map(tuple, scene["terms"])))


def _panel(panel: dict) -> Panel:
    lattice = Lattice(**panel["lattice"]) if "lattice" in panel else None
    return Panel(**{**panel, "marks": tuple(map(_mark, panel["marks"])), "lattice": lattice})


def _mark(mark: dict) -> Mark:
    values = _arrays(mark)
    return KINDS[values.pop("kind")](**values)


def _arrays(part: dict) -> dict:
    return {name: np.array(v) if name in ARRAYS and isinstance(v, list) else v for name, v in part.items()}
