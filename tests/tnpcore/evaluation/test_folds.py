import pytest
import torch

from tnpcore import Points
from tnpcore.evaluation.folds import folds, standardised


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def numbered(count):
    """Points (i, 10 i)."""
    x = torch.arange(count, dtype=torch.float64)[:, None]
    return Points(x, 10 * x)


@pytest.mark.parametrize(("number", "count"), [(27, 5), (5, 5), (8, 3)])
def test_every_point_is_held_out_once_and_in_the_context_otherwise(number, count):
    tasks = folds(numbered(number), seeded(), count)
    held_out = torch.cat([task.target.x for task in tasks]).flatten()
    assert sorted(held_out.tolist()) == list(range(number))
    assert {len(task.target) for task in tasks} <= {number // count, -(-number // count)}
    for task in tasks:
        whole = torch.cat([task.context.x, task.target.x]).flatten()
        assert sorted(whole.tolist()) == list(range(number))
        assert torch.equal(task.context.y, 10 * task.context.x) and torch.equal(task.target.y, 10 * task.target.x)


def test_the_choice_is_random_and_that_of_the_generator():
    first, same, other = (folds(numbered(20), seeded(seed))[0].target.x for seed in (1, 1, 2))
    assert torch.equal(first, same) and not torch.equal(first, other)


def test_nothing_of_the_targets_enters_the_units():
    task = folds(numbered(20), seeded())[0]
    far = type(task)(task.context, Points(task.target.x, task.target.y + 1e6))
    found, moved = standardised(task), standardised(far)
    assert found.context.x.amin().item() == -2 and found.context.x.amax().item() == 2
    assert found.context.y.std(correction=0).item() == pytest.approx(1)
    assert torch.equal(found.context.y, moved.context.y)
    # Targets are in the same units: on the same straight line as the context.
    slope = (found.context.y[1] - found.context.y[0]) / (found.context.x[1] - found.context.x[0])
    torch.testing.assert_close(
        found.target.y - found.context.y[0], slope * (found.target.x - found.context.x[0]), atol=1e-9, rtol=0
    )


@pytest.mark.parametrize(("points", "count"), [(numbered(4), 5), (numbered(9), 1)])
def test_folds_without_targets_or_context_are_refused(points, count):
    with pytest.raises(ValueError, match=f"{count} folds need"):
        folds(points, seeded(), count)


def test_a_batch_is_refused():
    with pytest.raises(ValueError, match=r"got \(3, 9, 1\)"):
        folds(Points(torch.zeros(3, 9, 1), torch.zeros(3, 9, 1)), seeded())
