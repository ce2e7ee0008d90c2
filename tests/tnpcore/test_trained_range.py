import math

import pytest
import torch

from tnpcore import Points, Task, TrainedOn, trained_range
from tnpcore.trained_range import trained_on, with_range

RANGES = {"x": [-2.0, 2.0], "y": [-1.5, 1.5], "points": [0, 50]}


class Corners:
    """Tasks whose values are known: x in [0.11, 1.99], y in [-0.3, 3]."""

    name, max_context = "corners", 7

    def sample(self, batch, num_context, num_target, generator):
        ends = torch.tensor([0.11, 1.99], dtype=torch.float64).repeat(num_context // 2)
        x = ends.expand(batch, -1)[..., None]
        return Task(
            Points(x, torch.where(x > 1, 3.0, -0.3).double().round(decimals=1)),
            Points(x[:, :num_target], x[:, :num_target]),
        )


def test_the_range_is_rounded_outwards_and_widened_by_shifts(monkeypatch):
    monkeypatch.setattr(trained_range, "TASKS", trained_range.BATCH)
    assert trained_on(Corners()) == TrainedOn((0.1, 2.0), (-0.3, 3.0), (0, 7))
    assert trained_on(Corners(), shift=4.0).x == (-3.9, 6.0)


def test_a_card_has_it_as_json():
    found = with_range({"name": "cnp", "trained_on": RANGES})
    assert found == {"name": "cnp", "trained_on": TrainedOn((-2.0, 2.0), (-1.5, 1.5), (0, 50))}
    assert with_range({"name": "cnp"}) == {"name": "cnp", "trained_on": None}


@pytest.mark.parametrize(
    "damaged",
    [
        [],
        "x",
        {"x": [0.0, 1.0]},
        RANGES | {"z": [0, 1]},
        RANGES | {"x": 3},
        RANGES | {"x": [1.0]},
        RANGES | {"x": [1.0, None]},
        RANGES | {"points": [False, True]},
        RANGES | {"y": [2.0, 1.0]},
        RANGES | {"y": [0.0, math.nan]},
    ],
)
def test_what_is_no_range_is_refused(damaged):
    with pytest.raises((TypeError, ValueError)):
        TrainedOn.from_json(damaged)
