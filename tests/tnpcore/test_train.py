"""The command that trains: what it writes, where, and what it says of wrong options."""

import dataclasses
import sys

import pytest
import torch

from tnpcore import OutsideTraining, Points, card, load, names, predict, weights
from tnpcore.models.cnp import CNP
from tnpcore.models.registry import SPECS
from tnpcore.train import main
from tnpcore.training.recipe import TrainingConfig


@pytest.fixture
def quick(tmp_path, monkeypatch):
    """The command, with a recipe of four steps, in a folder of its own."""
    recipes = {"smooth": TrainingConfig(steps=4, pool_size=512)}
    monkeypatch.setitem(SPECS, "cnp", dataclasses.replace(SPECS["cnp"], recipes=recipes))
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["train", *arguments])
        main()

    return run


@pytest.mark.slow
def test_the_command_trains_saves_and_resumes(quick, tmp_path, capsys):
    before = (weights.shipped() / "cnp-smooth.safetensors").read_bytes()
    quick("cnp", "--steps", "4", "--every", "2")
    assert names(where="trained") == ["cnp"] and card("cnp", where="trained").recipe["steps_done"] == 4
    assert 'load("cnp", "smooth", where="trained")' in capsys.readouterr().out
    assert (weights.shipped() / "cnp-smooth.safetensors").read_bytes() == before
    first = load("cnp", where="trained").encoder[0].weight
    quick("cnp", "--steps", "6", "--resume")
    assert card("cnp", where="trained").recipe["steps_done"] == 6
    assert not torch.equal(first, load("cnp", where="trained").encoder[0].weight)
    assert "excess" in card("cnp", where="trained").results["validation"]


def write_sines(folder, sets=10, rows=24):
    """A folder of CSV files, far from the usual ranges: x are years, y thousands."""
    folder.mkdir()
    generator = torch.Generator().manual_seed(0)
    for number in range(sets):
        x = 1900 + 100 * torch.rand(rows, generator=generator)
        y = 5000 + 1000 * torch.sin(x / 10 + number)
        lines = [f"{a:.3f},{b:.3f}" for a, b in zip(x.tolist(), y.tolist(), strict=True)]
        (folder / f"set-{number}.csv").write_text("\n".join(["x,y", *lines]))


@pytest.mark.slow
def test_tasks_of_ones_own_train_and_predict_in_their_units(quick, tmp_path, capsys):
    write_sines(tmp_path / "My sines")
    quick("cnp", "--tasks", "My sines", "--steps", "4", "--every", "2")
    known = card("cnp", "my-sines", where="trained")
    assert {"validation", "held_out"} == set(known.results) and known.results["held_out"]["tasks"] == 2
    assert known.trained_on.points == (0, 12) and known.trained_on.x == (-2.0, 2.0)
    said = capsys.readouterr().out
    found = {"context": Points([1910.0, 1950.0], [4500.0, 5500.0]), "xt": [1930.0]}
    assert "trained with up to 12 context points" in said and "| Gaussian process |" in said
    exec(said[said.index("from tnpcore import") :], found)
    prediction = found["prediction"]
    assert 3000 < prediction.mean.item() < 7000 and 100 < prediction.std.item() < 5000
    by = r"scale the points with `points` and `x` of card\(\"cnp\", \"my-sines\", where=\"trained\"\).scaling"
    with pytest.warns(OutsideTraining, match=by):
        predict(found["model"], found["context"], found["xt"])
    quick("cnp", "--tasks", "My sines", "--steps", "6", "--resume")
    assert card("cnp", "my-sines", where="trained").recipe["steps_done"] == 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tasks", "nowhere"], "the tasks must be in a folder, got nowhere"),
        (["--tasks", "smooth"], "needs a name that no prior has, got 'smooth'"),
        (["--tasks", "smooth", "--prior", "periodic"], "not allowed with argument"),
        (["--steps", "0"], "must be a whole number above 0, got '0'"),
        (["--steps", "-3"], "argument --steps: "),
        (["--every", "0"], "must be a whole number above 0, got '0'"),
        (["--device", "foo"], "the device must be cpu or cuda, got 'foo'"),
        (["--prior", "rough"], "the prior must be one of"),
        (["--resume"], "--resume needs the checkpoint"),
        (["--tasks", ""], "argument --tasks: must name a folder, got an empty text"),
        (["--out", ""], "argument --out: must name a folder, got an empty text"),
        (["--out", "file"], "cannot write to the folder file"),
    ],
)
def test_a_wrong_option_is_one_line_and_status_2(quick, tmp_path, capsys, arguments, message):
    (tmp_path / "file").write_text("")
    write_sines(tmp_path / "smooth")
    with pytest.raises(SystemExit) as ended:
        quick("cnp", *arguments)
    said = capsys.readouterr().err
    assert ended.value.code == 2 and message in said and said.count("\n") == 1


def test_a_model_of_one_input_dimension_learns_tasks_of_one(quick, tmp_path):
    write_sines(tmp_path / "sines")
    quick("convcnp", "--tasks", "sines", "--steps", "1")
    assert card("convcnp", "sines", where="trained").arguments["dim_y"] == 1
    assert predict(load("convcnp", "sines", where="trained"), Points([0.0], [1.0]), [0.5]).mean.shape == (1, 1)


@pytest.fixture
def plane(tmp_path):
    """A folder of tasks with two inputs."""
    (tmp_path / "plane").mkdir()
    for name in "ab":
        (tmp_path / "plane" / f"{name}.csv").write_text("x1,x2,y\n1,2,3\n2,3,4\n3,5,4\n")


def test_a_model_of_one_input_dimension_refuses_tasks_of_two(quick, plane, capsys):
    with pytest.raises(SystemExit):
        quick("tnpd-rotary", "--tasks", "plane")
    said = capsys.readouterr().err
    assert "tnpd-rotary takes the arguments dim_y, " in said and "got dim_x=2" in said and said.count("\n") == 1


def test_tasks_of_two_inputs_get_a_grid_of_two_dimensions(quick, plane):
    quick("convcnp-residual", "--tasks", "plane", "--steps", "1")
    known = card("convcnp-residual", "plane", where="trained").arguments
    assert (known["dim_x"], known["points_per_unit"]) == (2, 8)
    model = load("convcnp-residual", "plane", where="trained")
    assert predict(model, Points([[0.0, 1.0]], [1.0]), [[0.5, 0.5]]).mean.shape == (1, 1)


@pytest.mark.slow
def test_a_checkpoint_of_another_run_is_one_line(quick, tmp_path, capsys):
    quick("cnp")
    file = tmp_path / "trained" / "checkpoints" / "cnp-smooth.pt"
    wrong = [
        (["--seed", "7"], "continues a run with --seed 0, got --seed 7"),
        (["--steps", "3"], "needs --steps above the 4 that are done, got 3"),
    ]
    for arguments, message in wrong:
        with pytest.raises(SystemExit):
            quick("cnp", "--resume", *arguments)
        assert message in capsys.readouterr().err
    whole = file.read_bytes()
    for length in (500, 5_000, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:length])
        with pytest.raises(SystemExit):
            quick("cnp", "--resume", "--steps", "9")
        assert f"the checkpoint {file.relative_to(tmp_path)} is damaged" in capsys.readouterr().err


def test_other_tasks_of_the_same_name_neither_continue_a_run_nor_overwrite_its_weights(quick, tmp_path, capsys):
    for place, sets in (("a", 10), ("b", 9)):
        (tmp_path / place).mkdir()
        write_sines(tmp_path / place / "mine", sets)
    quick("cnp", "--tasks", "a/mine", "--every", "2")
    before = (tmp_path / "trained" / "cnp-mine.safetensors").read_bytes()
    for options, message in (
        (["--tasks", "b/mine", "--resume", "--steps", "6"], "continues a run on the same tasks"),
        (["--tasks", "b/mine"], "is there already: go on with --resume, name another --out, or remove it"),
    ):
        with pytest.raises(SystemExit):
            quick("cnp", *options)
        assert message in capsys.readouterr().err
    assert (tmp_path / "trained" / "cnp-mine.safetensors").read_bytes() == before


def test_a_checkpoint_of_another_model_is_one_line(quick, tmp_path, capsys, monkeypatch):
    quick("cnp")
    smaller = dataclasses.replace(SPECS["cnp"], arguments={**SPECS["cnp"].arguments, "d_model": 16})
    monkeypatch.setitem(SPECS, "cnp", smaller)
    with pytest.raises(SystemExit):
        quick("cnp", "--resume", "--steps", "9")
    assert "is of another model: start without --resume" in capsys.readouterr().err


def test_without_scikit_learn_tasks_are_refused_before_a_step(quick, tmp_path, monkeypatch, capsys):
    write_sines(tmp_path / "mine")
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(SystemExit) as ended:
        quick("cnp", "--tasks", "mine")
    said = capsys.readouterr().err
    assert ended.value.code == 2 and "this needs sklearn" in said and not (tmp_path / "trained/checkpoints").exists()


@pytest.mark.slow
def test_a_loss_that_is_no_number_ends_the_command_with_the_last_good_checkpoint(quick, monkeypatch, capsys):
    quick("cnp", "--every", "2")
    monkeypatch.setattr(CNP, "loss", lambda self, task, generator=None: self.encoder[0].weight.sum() * torch.nan)
    with pytest.raises(SystemExit):
        quick("cnp", "--resume", "--steps", "9")
    said = capsys.readouterr().err
    assert "step 5: the loss is nan; tasks of" in said and "lengthscale 0." in said
    assert "the last good checkpoint is trained/checkpoints/cnp-smooth.pt" in said
