"""How far the models of the lesson follow a reflection of all inputs, as its article says: learned, not built in."""

from __future__ import annotations

from statistics import fmean

import pytest
import torch

from pages.shared.models.catalogue import model
from tests.articles import texts
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


def test_a_reflection_changes_every_model_by_what_the_caption_of_the_table_says(contexts):
    errors = {name: [error(name, x, y) for x, y in contexts] for name in ("tnpd", "tetnp", "convcnp", "cnp")}
    mean, most = ({name: f"{of(found):.2f}" for name, found in errors.items()} for of in (fmean, max))
    assert (
        f"on 20 random tasks TNP-D changes by {mean['tnpd']} sd on average ({most['tnpd']} at most), TETNP by "
        f"{mean['tetnp']} ({most['tetnp']}), ConvCNP by {mean['convcnp']} ({most['convcnp']}), CNP by {mean['cnp']} "
        f"({most['cnp']})."
    ) in texts("equivariance")


def test_most_heads_of_tetnp_favour_one_side():
    off = model("tetnp").bias.centre.abs() > 0.1
    assert off.double().mean() > 0.5
