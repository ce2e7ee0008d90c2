"""What all Bayes predictors promise, whatever their prior."""

import pytest
import torch

from tnpcore import Points
from tnpcore.data import limit
from tnpcore.data.priors import prior


@pytest.mark.parametrize("count", [1, 2, 9])
@pytest.mark.parametrize(
    "name, tolerance", [("smooth", 1e-8), ("periodic", 1e-5), ("nonstationary", 1e-8), ("sawtooth", 0.03)]
)
def test_leave_one_out_is_the_prediction_of_each_point_from_the_others(name, tolerance, count):
    """The sawtooth's predictions are mixtures of 8,192 draws, its evidence is the sum over the whole grid."""
    best = limit.predictor(prior(name), 2 / 3)
    points = prior(name).sample(1, count, 0, torch.Generator().manual_seed(3)).context
    x, y = points.x[0].double(), points.y[0].double()
    expected = []
    for i in range(count):
        rest = torch.arange(count) != i
        expected.append(best.predict(Points(x[rest], y[rest]), x[i : i + 1]).mixture.log_prob(y[i : i + 1])[0, 0])
    torch.testing.assert_close(best.log_leave_one_out(Points(x, y)), torch.stack(expected), atol=tolerance, rtol=0)
