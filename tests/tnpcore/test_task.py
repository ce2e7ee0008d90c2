import pytest
import torch

from tnpcore import Points, Task
from tnpcore.gaussian import JointGaussian


def test_points_may_be_empty_and_differ_in_dtype():
    points = Points(torch.zeros(0, 1, dtype=torch.float64), torch.zeros(0, 2))
    assert len(points) == 0


@pytest.mark.parametrize("x, y", [((3, 1), (4, 1)), ((2, 3, 1), (3, 1)), ((3,), (3,)), ((2, 2, 3, 1), (2, 2, 3, 1))])
def test_wrong_shapes_are_named(x, y):
    with pytest.raises(ValueError) as error:
        Points(torch.zeros(x), torch.zeros(y))
    assert str(x) in str(error.value) and str(y) in str(error.value)


def test_integers_are_refused():
    with pytest.raises(ValueError, match=r"torch\.int64"):
        Points(torch.zeros(3, 1, dtype=torch.int64), torch.zeros(3, 1))


def test_shifted_and_moved_to_a_dtype():
    points = Points(torch.tensor([[0.0], [1.0]]), torch.tensor([[5.0], [6.0]]))
    task = Task(points.shifted(2.5), points).to(torch.float64)
    assert task.context.x.tolist() == [[2.5], [3.5]] and task.context.y.dtype == torch.float64 and task.known is None


def test_targets_in_another_order_keep_what_is_known_of_them():
    x, y = torch.tensor([[0.0], [1.0]]), torch.tensor([[5.0], [6.0]])
    known = JointGaussian(y, torch.tensor([[2.0, 0.0], [1.0, 3.0]]))
    turned = Task(Points(x, y), Points(x, y), known).ordered(torch.tensor([1, 0]))
    assert turned.target.x.tolist() == [[1.0], [0.0]] and turned.known.mean.tolist() == [[6.0], [5.0]]
    torch.testing.assert_close(turned.known.scale_tril @ turned.known.scale_tril.T, torch.tensor([[10.0, 2], [2, 4]]))
