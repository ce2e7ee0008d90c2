"""Two processes on one machine learn what one would learn from both their batches."""

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from tnpcore import Task, load, predict, pretrained
from tnpcore.data.priors import prior
from tnpcore.models import initialise
from tnpcore.task import Points
from tnpcore.training import TrainingConfig, begin, distributed

pytestmark = pytest.mark.rare

ROOT = Path(__file__).resolve().parents[3]
SHORT = TrainingConfig(steps=8, batch_size=4, num_target=8, warmup=1, pool_size=512)


def fresh(name):
    model = pretrained.build(name)
    initialise(model, torch.Generator().manual_seed(0))
    return model


def tasks(num_context, seed=0):
    return prior("smooth").sample(32, num_context, 10, torch.Generator().manual_seed(seed))


def some(task, chosen):
    return Task(*(Points(points.x[chosen], points.y[chosen]) for points in (task.context, task.target)))


def gradients(model, loss, task):
    """Of every weight, in float64."""
    loss(task, torch.Generator().manual_seed(0)).backward()
    return {key: parameter.grad for key, parameter in model.named_parameters()}


def halves(number):
    """The half of a batch."""
    model = fresh("tnpd").double()
    return gradients(model, distributed.averaged_loss(model), some(tasks(7), slice(16 * number, 16 * number + 16)))


def unlike(number):
    """Without context the first leaves parameters unused that the second needs."""
    model = fresh("tetnp-pseudo").double()
    return gradients(model, distributed.averaged_loss(model), tasks(5 * number))


def steps(number, state):
    """Goes on where one process stood. A latent model draws in its loss too."""
    run = begin(fresh("np"), prior("smooth"), SHORT)
    run.restore(distributed.from_first(lambda: torch.load(state)))
    taken = [run.advance() for _ in range(3)]
    return {"state": run.state(), "steps": [dataclasses.asdict(step) for step in taken]}


def work(number, folder):
    """What each process does; torchrun would have said who it is."""
    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo", init_method=f"file://{folder}/meet", rank=number, world_size=2)
    # The others get the state by wire: only the first has the file.
    state = f"{folder}/state.pt" if number == 0 else "nowhere"
    found = {"halves": halves(number), "unlike": unlike(number), "run": steps(number, state)}
    torch.save(found, f"{folder}/{number}.pt")
    torch.distributed.destroy_process_group()


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A run in one process that stopped after two steps."""
    run = begin(fresh("np"), prior("smooth"), SHORT)
    for _ in range(2):
        run.advance()
    folder = tmp_path_factory.mktemp("two")
    torch.save(run.state(), folder / "state.pt")
    return run, folder


@pytest.fixture(scope="module")
def both(alone):
    folder = alone[1]
    # Not by torch.multiprocessing: its children run the parent's main script again, and a page's test may have put its
    # own in that place.
    here = os.environ | {"PYTHONPATH": str(ROOT)}
    pair = [subprocess.Popen([sys.executable, __file__, str(number), str(folder)], env=here) for number in range(2)]
    assert [process.wait(120) for process in pair] == [0, 0]
    return [torch.load(folder / f"{number}.pt") for number in range(2)]


def test_one_process_needs_no_other():
    model = fresh("cnp")
    assert (distributed.world_size(), distributed.rank()) == (1, 0)
    assert distributed.averaged_loss(model) == model.loss
    assert distributed.total(1.5, 2.0) == (1.5, 2.0) and distributed.from_first(lambda: 3) == 3
    with distributed.group("cpu") as device:
        assert device == torch.device("cpu") and distributed.world_size() == 1


def test_two_halves_have_the_gradient_of_the_whole_batch(both):
    model = fresh("tnpd").double()
    whole = gradients(model, model.loss, tasks(7))
    for found in both:
        torch.testing.assert_close(found["halves"], whole, atol=1e-12, rtol=1e-10)


def test_what_one_process_does_not_use_gets_the_others_gradient(both):
    models = [fresh("tetnp-pseudo").double() for _ in range(2)]
    first, second = (gradients(model, model.loss, tasks(5 * number)) for number, model in enumerate(models))
    assert first["relative_positions"] is None
    expected = {key: (second[key] + (0 if first[key] is None else first[key])) / 2 for key in second}
    for found in both:
        torch.testing.assert_close(found["unlike"], expected, atol=1e-12, rtol=1e-10)


def test_weights_and_averages_stay_equal_while_tasks_differ(both):
    one, other = (found["run"]["state"] for found in both)
    for part in ("model", "averaged"):
        assert all(torch.equal(value, other[part][key]) for key, value in one[part].items())
    assert not torch.equal(one["generator"], other["generator"])


def test_both_report_the_mean_loss_and_all_seconds(both, alone):
    one, other = (found["run"]["steps"] for found in both)
    assert one == other and [step["step"] for step in one] == [3, 4, 5]
    assert one[-1]["seconds"] > alone[0].seconds


def test_a_run_of_two_goes_on_in_one(both):
    run = begin(fresh("np"), prior("smooth"), SHORT)
    run.restore(both[0]["run"]["state"])
    step = run.advance()
    assert step.step == 6 and step.seconds > both[0]["run"]["steps"][-1]["seconds"]


# As `-m tnpcore.train`, on few tasks: drawing those of the shipped weights takes longer than all the rest.
FEW_TASKS = """
import dataclasses, runpy
from tnpcore.models.registry import SPECS
from tnpcore.training.recipe import TrainingConfig

SPECS["cnp"] = dataclasses.replace(SPECS["cnp"], recipes={"smooth": TrainingConfig(steps=4, pool_size=512)})
runpy.run_module("tnpcore.train", run_name="__main__", alter_sys=True)
"""


def test_torchrun_trains_in_two_processes_and_one_writes(tmp_path):
    here = {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    started = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    (tmp_path / "few_tasks.py").write_text(FEW_TASKS)
    command = ["few_tasks.py", "cnp", "--steps", "4", "--every", "4"]
    done = subprocess.run(
        [*started, *command], cwd=tmp_path, env=os.environ | here, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("cnp step 4") == 1
    assert [file.name for file in (tmp_path / "trained" / "checkpoints").iterdir()] == ["cnp-smooth.pt"]
    recipe = json.loads((tmp_path / "trained" / "cnp-smooth.json").read_text())["recipe"]
    assert (recipe["processes"], recipe["steps_done"]) == (2, 4)
    assert (
        predict(load("cnp", where=tmp_path / "trained"), Points(torch.zeros(1, 1), torch.ones(1, 1)), torch.zeros(3, 1))
        .std.isfinite()
        .all()
    )


def test_a_process_without_a_gpu_of_its_own_is_refused(monkeypatch):
    monkeypatch.setattr(torch.distributed, "is_torchelastic_launched", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setenv("LOCAL_RANK", "1")
    with pytest.raises(ValueError, match="process 2 on a machine that has 1"), distributed.group("cuda"):
        pass


if __name__ == "__main__":
    work(int(sys.argv[1]), sys.argv[2])
