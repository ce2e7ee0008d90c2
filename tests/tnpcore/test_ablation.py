"""What a part costs: switched off in a trained model, and over seeds."""

import json
import shutil

import pytest
import torch

from tnpcore import card, evaluate, evaluation, intervene, load, weights
from tnpcore.ablation import excess_of_seeds, excess_without, switched_off
from tnpcore.data.priors import prior

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def fixed():
    return evaluation.EvaluationSet(prior("smooth"), 64, seed=3)


def test_all_heads_but_one_are_muted_in_the_named_layers():
    assert switched_off("heads", [1, 3], 3, kept=2) == {"mute": ((1, 0), (1, 1), (3, 0), (3, 1))}
    with pytest.raises(ValueError, match="must be one of residual, norm, feedforward, heads, got 'attention'"):
        switched_off("attention", [0], 4)


def test_the_excess_without_a_part_is_that_of_the_model_as_it_then_runs(fixed):
    model = load("tnpd")
    found, whole = excess_without(model, fixed), fixed.excess(model)[0]
    assert list(found) == ["residual", "norm", "feedforward", "heads"]
    assert all(entry["excess"] > whole + 0.5 for entry in found.values())
    with torch.no_grad(), intervene(off=tuple((layer, "norm") for layer in range(4))):
        assert found["norm"]["excess"] == pytest.approx(fixed.excess(model)[0], abs=1e-4)
    for head in range(4):
        with torch.no_grad(), intervene(**switched_off("heads", range(4), 4, head)):
            each = fixed.excess(model)[0]
        assert each >= found["heads"]["excess"] - 1e-4
        assert (each == pytest.approx(found["heads"]["excess"], abs=1e-4)) == (head == found["heads"]["kept"])


def test_the_excess_is_that_of_the_card(fixed):
    assert fixed.excess(load("tnpd"))[0] == pytest.approx(fixed.measure(load("tnpd"))["excess"], abs=1e-4)


def test_seeds_are_measured_one_by_one(fixed):
    found = excess_of_seeds([(0, load("tnpd")), (7, load("cnp"))], fixed)
    assert list(found) == ["0", "7"] and found["7"]["excess"] > found["0"]["excess"]
    assert found["0"]["excess"] == pytest.approx(fixed.excess(load("tnpd"))[0], abs=1e-4)


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Weights of two seeds: in the usual folder, and in another one."""
    here, other = tmp_path / "here", tmp_path / "other"
    for folder in (here, other):
        folder.mkdir()
        for suffix in ("json", "safetensors"):
            shutil.copy(weights.shipped() / f"cnp-smooth.{suffix}", folder)
    known = json.loads((other / "cnp-smooth.json").read_text("utf-8"))
    (other / "cnp-smooth.json").write_text(json.dumps({**known, "recipe": {**known["recipe"], "seed": 5}}), "utf-8")
    monkeypatch.setattr(weights, "shipped", lambda: here)
    return other


def test_the_command_writes_the_excess_of_other_seeds_onto_the_card(folders, fixed, monkeypatch, capsys):
    before = card("cnp").results
    monkeypatch.setattr(evaluate, "fixed", lambda _prior: fixed)
    monkeypatch.setattr("sys.argv", ["evaluate", "cnp", "--seeds", str(folders), "--out", str(weights.shipped())])
    evaluate.main()
    results = card("cnp").results
    assert {key: value for key, value in results.items() if key != "seeds"} == before
    assert list(results["seeds"]) == ["0", "5"]
    assert results["seeds"]["0"] == results["seeds"]["5"], "the same weights"
    assert card("cnp", where=folders).recipe["seed"] == 5 and "CNP" in capsys.readouterr().out


def test_the_command_measures_parts_switched_off(tmp_path, fixed, monkeypatch):
    for suffix in ("json", "safetensors"):
        shutil.copy(weights.shipped() / f"tnpd-smooth.{suffix}", tmp_path)
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    monkeypatch.setattr(evaluate, "fixed", lambda _prior: fixed)
    monkeypatch.setattr("sys.argv", ["evaluate", "tnpd", "--switched-off", "--out", str(tmp_path)])
    evaluate.main()
    assert card("tnpd").results["switched_off"] == excess_without(load("tnpd"), fixed)


def test_weights_of_another_folder_are_loaded_from_there(folders):
    assert load("cnp", where=folders).training is False
    (folders / "cnp-smooth.safetensors").unlink()
    with pytest.raises(ValueError, match=r"there is no cnp-smooth.safetensors in other"):
        load("cnp", where=folders)
    assert load("cnp") is not None
