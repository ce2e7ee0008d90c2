"""What the shipped weights have learned, where a page says so."""

import pytest
import torch

from tnpcore import load, record
from tnpcore.data.priors import prior


def weight_by_distance(name, trained_on):
    """Last layer's mean weight on context points half a period away, and on those a whole period away."""
    tasks = prior("periodic")
    period, *_ = tasks.hyperparameters(64, torch.Generator().manual_seed(0))
    # The same seed draws the same periods first.
    task = tasks.sample(64, 30, 1, torch.Generator().manual_seed(0))
    x = torch.linspace(-2, 2, 81, dtype=torch.float64)[:, None].expand(64, -1, -1)
    with torch.no_grad(), record() as records:
        load(name, trained_on)(task.context.x, task.context.y, x)
    weights = records[-1].weights[..., -81:, 1:].mean(1)  # column 0 is the null token's
    periods = (x - task.context.x.mT).abs() / period
    return [weights[(periods - away).abs() < 0.1].mean().item() for away in (0.5, 1.0)]


@pytest.mark.parametrize("name", ["tnpd", "tetnp"])
def test_attention_trained_on_curves_that_repeat_has_stripes_a_period_apart(name):
    half, whole = weight_by_distance(name, "periodic")
    assert whole > 3 * half
    half, whole = weight_by_distance(name, "smooth")
    assert whole < 1.5 * half
