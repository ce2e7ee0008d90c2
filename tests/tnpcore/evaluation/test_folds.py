import pytest
import torch

from tnpcore import Points
from tnpcore.evaluation.folds import blocks, folds, standardised


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


def test_a_block_is_a_stretch_of_x_and_all_others_are_its_context():
    x = torch.linspace(-2, 2, 41, dtype=torch.float64)[torch.randperm(41, generator=torch.Generator().manual_seed(0))]
    tasks = blocks(Points(x, x.square()), 0.4)
    assert [len(task.target) for task in tasks] == [4] * 9 + [5]  # the highest x belongs to the last
    assert sorted(torch.cat([task.target.x for task in tasks])[:, 0].tolist()) == sorted(x.tolist())
    for number, task in enumerate(tasks):
        low, high = task.target.x.min(), task.target.x.max()
        assert -2 + 0.4 * number - 1e-9 <= low and high <= -2 + 0.4 * (number + 1) + 1e-9
        assert not ((task.context.x > low) & (task.context.x < high)).any()
        assert len(task.context) == 41 - len(task.target)


@pytest.mark.parametrize(
    ("points", "width", "message"),
    [
        (Points([0.0, 1.0], [0.0, 1.0]), 2.0, "two stretches of 2 or more, got x from 0 to 1"),
        (Points([], []), 1.0, "two stretches"),
        (Points([0.0, 1.0], [0.0, 1.0]), 0.0, "width must be a number above 0, got 0.0"),
        (Points(torch.zeros(3, 2), torch.zeros(3, 1)), 1.0, r"x \[N, 1\], got \(3, 2\)"),
    ],
)
def test_what_has_no_blocks_is_named(points, width, message):
    with pytest.raises(ValueError, match=message):
        blocks(points, width)
