"""A tune travels as a mark of the panel on which its notes stand."""

from dataclasses import replace

import numpy as np
import pytest

from pages.shared.scene.marks import Panel, Scene
from pages.shared.scene.tune import Tune, Voice

DRAWN = Voice("Drawn notes", np.arange(2), np.array([440.0, 220.0]), np.array([-1.0, 1.0]), np.zeros(2), ("A4", "A3"))
STAGE = Panel("stage", "Stage", (), area="stage")


def test_a_tune_travels_with_its_panel():
    (panel,) = Scene((replace(STAGE, marks=(Tune((DRAWN,)),)),)).wire()["panels"]
    assert panel["marks"][0] == {
        "kind": "tune",
        "step": 0.35,
        "voices": [
            {
                "label": "Drawn notes",
                "times": [0.0, 1.0],
                "hertz": [440.0, 220.0],
                "x": [-1.0, 1.0],
                "y": [0.0, 0.0],
                "words": ["A4", "A3"],
                "model": "",
                "part": "",
            }
        ],
    }


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"words": ("A4",)}, "must have as many of each as notes, got {'times': 2, .*'words': 1}"),
        ({"times": np.array([1, 0])}, r"must be at least 0 and in order, got \[.*1.*0.*\]"),
        ({"times": np.array([-1, 0])}, "must be at least 0 and in order"),
        ({"hertz": np.array([440.0, 0.0])}, r"frequencies of a voice must be positive, got"),
        ({"hertz": np.array([440.0, np.nan])}, r"frequencies of a voice must be positive, got"),
    ],
)
def test_a_voice_that_cannot_be_played_is_refused(change, complaint):
    with pytest.raises(ValueError, match=complaint):
        replace(DRAWN, **change)


def test_a_voice_may_be_silent():
    none = np.array([])
    assert Voice("Written notes", none, none, none, none, ()).words == ()
