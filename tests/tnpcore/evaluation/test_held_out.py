import math

import pytest
import torch
from torch import nn

from tnpcore import Points, wrap
from tnpcore.data.gp import fit
from tnpcore.data.stored import MOST_POINTS
from tnpcore.evaluation.held_out import score


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def sines(count, dim_y=1):
    """Sets of points on a sine with noise of 0.1, of different sizes; every further output is a tenfold."""
    generator = seeded(1)
    sets = []
    for number in range(count):
        x = 4 * torch.rand(40 + number, 1, generator=generator, dtype=torch.float64)
        noise = 0.1 * torch.randn(40 + number, dim_y, generator=generator, dtype=torch.float64)
        sets.append(Points(x, (torch.sin(2 * x) + noise) * 10.0 ** torch.arange(dim_y)))
    return sets


class Fitted(nn.Module):
    """The Gaussian process that is fitted to the context, as a model."""

    def forward(self, xc, yc, xt):
        found = fit(Points(xc[0], yc[0])).predict(xt[0])
        return found.mean[None], found.stddev[None]


class Constant(nn.Module):
    """N(0, 1) at every target; keeps how many context points and targets it was given."""

    def __init__(self, dim_y=1):
        super().__init__()
        self.dim_y, self.given = dim_y, []

    def forward(self, xc, yc, xt):
        self.given.append((xc.shape[1], xt.shape[1]))
        mean = torch.zeros(*xt.shape[:2], self.dim_y, dtype=torch.float64)
        return mean, torch.ones_like(mean)


@pytest.mark.slow
def test_the_model_and_the_gaussian_process_predict_the_same_targets_from_the_same_context():
    found = score(wrap(Fitted()), sines(3), seeded())
    assert found["tasks"] == 3
    assert found["model"] == pytest.approx(found["gp"], abs=1e-4)
    assert set(found["difference"].values()) == {0.0}
    # The noise of 0.1 bounds what any prediction can reach.
    assert 0.08 < found["gp"]["rmse"] < 0.25 and found["gp"]["loglik"] > 0 and found["gp"]["coverage_95"] > 0.7


def test_the_measures_of_a_known_prediction():
    y = torch.tensor([[3.0], [3.0]])
    found = score(wrap(Constant()), [Points(torch.zeros(2, 1), y), Points(torch.zeros(2, 1), 0 * y)], seeded())["model"]
    density = -0.5 * math.log(2 * math.pi)
    assert found["loglik"] == pytest.approx(density - 2.25, abs=1e-4)
    assert found["loglik_se"] == pytest.approx(2.25, abs=1e-4)  # of the values -4.5 and 0
    assert (found["rmse"], found["rmse_se"]) == (1.5, 1.5)
    assert (found["coverage_95"], found["coverage_95_se"]) == (0.5, 0.5)


def test_half_of_the_points_are_the_context_up_to_a_limit():
    module = Constant()
    x = torch.linspace(0, 1, MOST_POINTS + 20, dtype=torch.float64)[:, None]
    score(wrap(module), [Points(x[:5], x[:5]), Points(x, 0 * x)], seeded())
    assert module.given == [(2, 3), (MOST_POINTS // 2, MOST_POINTS // 2 + 20)]


@pytest.mark.slow
def test_every_output_has_a_gaussian_process_of_its_own():
    (both,) = sines(1, dim_y=2)
    first, second = (
        score(wrap(Constant()), [Points(both.x, both.y[:, d : d + 1])], seeded())["gp"]["loglik"] for d in (0, 1)
    )
    found = score(wrap(Constant(2), dim_y=2), [both], seeded())["gp"]["loglik"]
    assert first - second == pytest.approx(math.log(10), abs=1), "the second output is in tenfold units"
    assert found == pytest.approx((first + second) / 2, abs=2e-4)


def test_a_single_task_has_no_standard_error():
    found = score(wrap(Constant()), sines(1), seeded())
    assert all(math.isnan(found[name]["loglik_se"]) for name in ("model", "gp", "difference"))


def test_fits_at_the_bounds_are_counted():
    line = torch.linspace(0, 1, 20, dtype=torch.float64)[:, None]
    assert score(wrap(Constant()), [Points(line, line), *sines(1)], seeded())["gp_at_bounds"] == 1


@pytest.mark.parametrize("sets", [[], [Points([1.0], [1.0])], [Points(torch.zeros(2, 3, 1), torch.zeros(2, 3, 1))]])
def test_sets_without_targets_are_refused(sets):
    with pytest.raises(ValueError, match="at least one set"):
        score(wrap(Constant()), sets, seeded())
