import pytest
import torch

from tnpcore import Points, build
from tnpcore.data.limit import find_predictor
from tnpcore.data.priors import Prior
from tnpcore.data.stored import MOST_POINTS, StoredTasks, read_tasks
from tnpcore.training import TrainingConfig, train


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def numbered(number, count):
    """`count` points with x = number and y = 0, 1, 2, ..., so that each can be recognised."""
    return Points(torch.full((count, 1), float(number)), torch.arange(float(count))[:, None])


@pytest.fixture
def folder(tmp_path):
    """Ten files of 6 to 15 points; the x of each is its own number."""
    place = tmp_path / "rivers"
    place.mkdir()
    for number in range(10):
        rows = [f"{number},{row}" for row in range(6 + number)]
        (place / f"{number}.csv").write_text("\n".join(["x,y", *rows]))
    return place


def numbers(sets):
    return {int(points.x[0].item()) for points in sets}


def test_a_share_of_the_files_is_held_out_by_the_seed(folder):
    tasks, again, other = (read_tasks(folder, 0.3, seed) for seed in (0, 0, 1))
    assert tasks.name == "rivers" and (tasks.dim_x, tasks.dim_y) == (1, 1)
    assert len(tasks.held_out) == 3 and len(tasks.points) == 7
    assert numbers(tasks.points) | numbers(tasks.held_out) == set(range(10))
    assert numbers(tasks.held_out) == numbers(again.held_out) != numbers(other.held_out)
    assert read_tasks(folder, 0).held_out == ()
    assert len(read_tasks(folder, 0.01).held_out) == 1


def test_a_batch_splits_points_of_one_file_anew(folder):
    tasks = read_tasks(folder)
    assert isinstance(tasks, Prior) and find_predictor(tasks) is None
    generator = seeded()
    first, second = (tasks.sample(64, 2, 3, generator) for _ in range(2))
    assert first.context.x.shape == (64, 2, 1) and first.target.y.shape == (64, 3, 1)
    everything = first.context.joined(first.target)
    assert (everything.x == everything.x[:, :1]).all(), "the points of a task are from one file"
    assert all(len(set(values.flatten().tolist())) == 5 for values in everything.y), "each point comes once"
    assert set(everything.x.flatten().int().tolist()) == numbers(tasks.points)
    assert not torch.equal(first.target.y, second.target.y)
    assert torch.equal(first.target.y, tasks.sample(64, 2, 3, seeded()).target.y)


def test_a_batch_is_drawn_from_the_sets_that_are_large_enough():
    tasks = StoredTasks("t", (numbered(1, 5), numbered(2, 8), numbered(3, 9)))
    assert set(tasks.sample(64, 4, 4, seeded()).context.x.flatten().tolist()) == {2.0, 3.0}
    with pytest.raises(ValueError, match="'t' has 9 points, too few for 6 context points and 4 targets"):
        tasks.sample(1, 6, 4, seeded())


@pytest.mark.parametrize("counts, most", [((5, 8, 9), 8), ((2,), 2), ((4, 90), 4), ((7000, 7000), MOST_POINTS)])
def test_the_largest_batch_of_a_training_run_fits_half_of_the_sets(counts, most):
    tasks = StoredTasks("t", tuple(numbered(0, count) for count in counts))
    assert tasks.sizes.most == most and tasks.max_context == most // 2
    tasks.sample(1, tasks.sizes.context[1], tasks.sizes.target[1], seeded())


def test_a_model_trains_on_a_folder(folder):
    tasks = read_tasks(folder)
    steps = list(train(build("cnp", d_model=16), tasks, TrainingConfig(steps=3, batch_size=4)))
    assert [step.step for step in steps] == [1, 2, 3]


def test_a_file_of_other_columns_is_refused(folder):
    (folder / "7.csv").write_text("x1,x2,y\n1,2,3\n1,2,3\n")
    with pytest.raises(ValueError, match=r"7\.csv, line 1 needs the columns x, y like 0\.csv, got x1, x2, y"):
        read_tasks(folder)


def test_folders_without_tasks_are_refused(folder, tmp_path):
    empty = tmp_path / "empty"
    (empty / "inner.csv").mkdir(parents=True)
    with pytest.raises(ValueError, match=r"empty needs CSV files"):
        read_tasks(empty)
    with pytest.raises(ValueError, match=r"nowhere, which is none"):
        read_tasks(tmp_path / "nowhere")
    (empty / "a.csv").write_text("x,y\n1,2\n1,2\n")
    with pytest.raises(ValueError, match=r"1 CSV files in .* with 1 of them held out leave none"):
        read_tasks(empty)
    with pytest.raises(ValueError, match=r"the share held_out must be a number of at least 0 and below 1, got 1"):
        read_tasks(folder, 1)


def test_a_seed_that_is_none_is_refused(folder):
    with pytest.raises(ValueError, match="seed must be a whole number of at least 0, got 'x'"):
        read_tasks(folder, seed="x")


def test_a_list_of_sets_is_tasks():
    one = numbered(0, 3)
    assert StoredTasks("t", [one, one]).sample(2, 1, 1, torch.Generator()).context.x.shape == (2, 1, 1)


@pytest.mark.parametrize(
    "sets, problem",
    [
        ((), "at least one set"),
        (numbered(0, 3), "points of stored tasks must be a list of Points, got Points"),
        ([[1, 2], [3, 4]], r"each of the points of stored tasks must be Points\(x, y\), got list"),
        ((numbered(0, 1),), "a set of 1 points"),
        ((numbered(0, 3), Points(torch.zeros(3, 2), torch.zeros(3, 1))), r"\(2, 1, 1\), \(2, 2, 1\)"),
        ((Points(torch.zeros(3, 4, 1), torch.zeros(3, 4, 1)),), r"\(3, 1, 1\)"),
    ],
)
def test_sets_that_make_no_tasks_are_refused(sets, problem):
    with pytest.raises(ValueError, match=problem):
        StoredTasks("t", sets)
