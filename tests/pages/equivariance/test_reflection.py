"""How far the models of the lesson follow a reflection of all inputs, as its table says: learned, not built in."""

from __future__ import annotations

import pytest
import torch

from pages.shared.models.catalogue import model
from tnpcore import Points, predict
from tnpcore.data.priors import prior

GRID = torch.linspace(-2, 2, 81, dtype=torch.float64)[:, None]


@pytest.fixture(scope="module")
def contexts():
    """Drawn from the prior of the models."""
    generator = torch.Generator().manual_seed(1)
    tasks = [prior("smooth").sample(1, count, 1, generator).context for count in (3, 5, 8, 12, 20) * 4]
    return [(task.x[0], task.y[0]) for task in tasks]


def error(name, x, y):
    """Root mean square over x of the change of the mean, in sd."""
    here, there = (predict(model(name), Points(sign * x, y), sign * GRID) for sign in (1, -1))
    return float(((there.mean - here.mean) / here.std).square().mean().sqrt())


@pytest.mark.parametrize(("name", "about"), [("tnpd", 0.07), ("tetnp", 0.07), ("convcnp", 0.12), ("cnp", 0.3)])
def test_a_reflection_changes_every_model_by_what_the_table_says(name, about, contexts):
    assert sum(error(name, x, y) for x, y in contexts) / len(contexts) == pytest.approx(about, rel=0.25)


def test_most_heads_of_tetnp_favour_one_side():
    off = model("tetnp").bias.centre.abs() > 0.1
    assert off.double().mean() > 0.5
