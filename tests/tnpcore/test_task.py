import math

import numpy as np
import pytest
import torch

from tnpcore import Points, Task
from tnpcore.gaussian import JointGaussian


def test_points_may_be_empty_and_differ_in_dtype():
    points = Points(torch.zeros(0, 1, dtype=torch.float64), torch.zeros(0, 2))
    assert len(points) == 0


@pytest.mark.parametrize("x, y", [((3, 1), (4, 1)), ((2, 3, 1), (3, 1)), ((), ()), ((2, 2, 3, 1), (2, 2, 3, 1))])
def test_wrong_shapes_are_named(x, y):
    with pytest.raises(ValueError) as error:
        Points(torch.zeros(x), torch.zeros(y))
    assert str(x) in str(error.value) and str(y) in str(error.value)


def test_one_dimension_is_one_number_for_each_point():
    points = Points(torch.tensor([0.0, 1.0]), np.array([[5], [6]]))
    assert points.x.tolist() == [[0.0], [1.0]] and points.y.tolist() == [[5.0], [6.0]]


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_the_first_row_that_is_no_number_is_named(value):
    numbers = torch.tensor([0.0, 1.0, value, value])
    with pytest.raises(ValueError, match=rf"y must be finite numbers, got {value} in row 2 \(counted from 0\)"):
        Points(torch.zeros(4), numbers)
    batch = torch.stack([torch.zeros(4), numbers])[..., None]
    with pytest.raises(ValueError, match=r"x must be .* in row 2 of batch entry 1 "):
        Points(batch, torch.zeros(2, 4, 1))


def test_numbers_whose_sum_is_too_large_are_accepted():
    assert len(Points([1e308, 1e308], torch.tensor([6e4, 6e4], dtype=torch.float16))) == 2


def test_points_that_a_model_makes_are_not_looked_at_but_for_their_shapes():
    x = torch.tensor([[math.nan]])
    assert Points.unchecked(x, x).shifted(1.0).joined(Points([0.0], [1.0])).to(torch.float64).x.isnan().tolist() == [
        [True],
        [False],
    ]
    with pytest.raises(ValueError, match=r"\(3, 1, 1\).*\(1, 1\)"):
        Points([0.0], [1.0]).shifted(torch.zeros(3, 1, 1))
    with pytest.raises(ValueError, match=r"torch\.int64"):
        Points([0.0], [1.0]).to(torch.int64)


def test_shifted_and_moved_to_a_dtype():
    points = Points(torch.tensor([[0.0], [1.0]]), torch.tensor([[5.0], [6.0]]))
    task = Task(points.shifted(2.5), points).to(torch.float64)
    assert task.context.x.tolist() == [[2.5], [3.5]] and task.context.y.dtype == torch.float64 and task.known is None


def test_a_vector_shifts_every_input_dimension_by_its_own():
    points = Points(torch.zeros(2, 3, 2), torch.zeros(2, 3, 1))
    assert points.shifted(torch.tensor([0.3, -2.0])).x[1, 2].tolist() == [pytest.approx(0.3), -2.0]
    each = torch.tensor([[[1.0, 2.0]], [[3.0, 4.0]]])
    assert points.shifted(each).x[:, 0].tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert Task(points, points).shifted(each[..., :1]).target.x[1, 0].tolist() == [3.0, 3.0]


def test_targets_in_another_order_keep_what_is_known_of_them():
    x, y = torch.tensor([[0.0], [1.0]]), torch.tensor([[5.0], [6.0]])
    known = JointGaussian(y, torch.tensor([[2.0, 0.0], [1.0, 3.0]]))
    turned = Task(Points(x, y), Points(x, y), known).ordered(torch.tensor([1, 0]))
    assert turned.target.x.tolist() == [[1.0], [0.0]] and turned.known.mean.tolist() == [[6.0], [5.0]]
    torch.testing.assert_close(turned.known.scale_tril @ turned.known.scale_tril.T, torch.tensor([[10.0, 2], [2, 4]]))
