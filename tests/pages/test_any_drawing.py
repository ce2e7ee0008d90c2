"""Whatever is drawn, every lesson has a scene whose numbers can be sent: no point, one, a pair, many, a crowd, far."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pages.lessons import LESSONS
from pages.paths.controls import PATHS
from pages.shared.lesson.controls import specs
from pages.shared.lesson.values import context

pytestmark = pytest.mark.slow

DRAWINGS = {
    "none": (),
    "one": ((0.5, 1.0),),
    "a pair": ((0.0, 1.0), (0.0, -1.0)),
    "many": tuple((i / 15 - 2, (i % 7) / 7) for i in range(60)),
    "as many as a board holds": ((0.0, 0.0),) * 256,
    "far": ((1e7, 1e4),),
}
SLOW = {("latent", "as many as a board holds")}  # the exact posterior of so many points takes long


@pytest.mark.parametrize(
    ("name", "drawing"), [(name, drawing) for name in LESSONS for drawing in DRAWINGS if (name, drawing) not in SLOW]
)
def test_any_drawing_has_a_scene(name, drawing, monkeypatch):
    for way in PATHS:
        monkeypatch.setitem(PATHS, way, 20)  # a share of more takes the same code, and seconds beside a crowd
    lesson = LESSONS[name]
    controls = lesson.parse({"tau": 1.0} if "tau" in specs(lesson.controls) else {})
    for part in lesson.parts.values():
        scene = part(context(DRAWINGS[drawing]), controls)
        json.dumps(scene.wire(), allow_nan=False)
        assert all(np.isfinite(reading.value) for reading in scene.readings)
