import dataclasses
import inspect
import json
import shutil
import subprocess
import sys

import pytest
import torch

from tnpcore import TrainedOn, card, load, names, predict, pretrained, refresh_cards, weights
from tnpcore.data.priors import PRIORS, dimensions
from tnpcore.models.arguments import CHOICES, missing
from tnpcore.models.cnp import CNP
from tnpcore.models.registry import SPECS
from tnpcore.task import Points

pytestmark = pytest.mark.slow

FIRST = ["cnp", "tnpd", "tetnp", "convcnp", "convcnp-nodensity"]


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A folder in place of the shipped one with a copy of one model, so that it can be damaged."""
    for suffix in ("json", "safetensors"):
        shutil.copy(weights.shipped() / f"cnp-smooth.{suffix}", tmp_path)
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize("prior", PRIORS)
def test_what_is_shipped_is_small_and_has_a_measured_card(prior):
    shipped = names(prior)
    assert prior != "smooth" or shipped[: len(FIRST)] == FIRST
    for name in shipped:
        model, known = load(name, prior), card(name, prior)
        assert known.parameters == sum(p.numel() for p in model.parameters())
        assert (weights.shipped() / f"{name}-{prior}.safetensors").stat().st_size < 2e6
        assert not any(p.requires_grad for p in model.parameters()) and not model.training
        assert known.results["tasks"] == 4096 and ("excess_se" in known.results or known.results["limit"] == "unknown")


def test_names_lists_what_is_there(copied):
    assert names() == ["cnp"]


@pytest.mark.parametrize("name", ["gpt", "../cnp", ""])
def test_unknown_names_are_refused(name):
    with pytest.raises(ValueError, match="must be one of"):
        load(name)


def test_a_missing_file_is_named_with_the_way_to_get_it_back(copied):
    (copied / "cnp-smooth.safetensors").unlink()
    with pytest.raises(ValueError, match=r"cnp-smooth\.safetensors.*python -m tnpcore\.train cnp"):
        load("cnp")
    with pytest.raises(ValueError, match=r"no tnpd-smooth weights; none of tnpd are there at all"):
        load("tnpd")


def test_damaged_weights_are_named(copied):
    file = copied / "cnp-smooth.safetensors"
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(ValueError, match=r"cnp-smooth\.safetensors.*damaged"):
        load("cnp")


def test_weights_of_another_shape_are_named(copied):
    text = json.loads((copied / "cnp-smooth.json").read_text())
    (copied / "cnp-smooth.json").write_text(json.dumps(text | {"arguments": {"d_model": 32}}))
    with pytest.raises(ValueError, match="damaged"):
        load("cnp")


def test_weights_that_are_not_those_of_the_card_are_named(copied):
    other = weights.CHECKOUT / "cnp-sawtooth.safetensors"
    shutil.copy(other, copied / "cnp-smooth.safetensors")
    with pytest.raises(ValueError, match=r"cnp-smooth\.safetensors.*sha256.*restore it"):
        load("cnp")


def test_a_change_of_a_default_changes_no_shipped_weights(monkeypatch):
    points = Points(torch.zeros(1, 1), torch.ones(1, 1))
    before = predict(load("cnp"), points, torch.zeros(3, 1))
    constructor = inspect.unwrap(CNP.__init__)  # below the check of types
    monkeypatch.setattr(constructor, "__defaults__", (2, 2, 16, 1))
    assert inspect.signature(constructor).parameters["depth"].default == 1
    after = predict(load("cnp"), points, torch.zeros(3, 1))
    assert torch.equal(before.mean, after.mean) and torch.equal(before.std, after.std)


@pytest.mark.parametrize("prior", PRIORS)
def test_cards_name_every_argument(prior):
    for name in names(prior):
        known = card(name, prior).arguments
        assert missing(SPECS[name].model, known) == []
        assert known == SPECS[name].every_argument(**dimensions(PRIORS[prior]))
        assert all(known[key] in CHOICES[key] for key in known if key in CHOICES)


def test_no_argument_of_a_model_is_hidden():
    """Behind **arguments a default could change without a card that names it."""
    for known in SPECS.values():
        kinds = {parameter.kind for parameter in inspect.signature(known.model).parameters.values()}
        assert kinds == {inspect.Parameter.POSITIONAL_OR_KEYWORD}


def test_a_card_that_leaves_an_argument_to_a_default_is_refused(copied):
    text = json.loads((copied / "cnp-smooth.json").read_text())
    del text["arguments"]["depth"]
    (copied / "cnp-smooth.json").write_text(json.dumps(text))
    with pytest.raises(ValueError, match="card does not name depth"):
        load("cnp")


@pytest.mark.parametrize("prior", PRIORS)
def test_recipes_are_those_of_the_shipped_weights(prior):
    for name in names(prior):
        recipe, recorded = dataclasses.asdict(SPECS[name].recipe(prior)), card(name, prior).recipe
        # Cards of the first runs were written before there was a shift, or a choice for kernels.
        earlier = {"shift": 0.0, "kernels": False}
        assert {key: recorded.get(key, earlier.get(key)) for key in recipe} == pytest.approx(recipe), name


def test_cards_are_refreshed_after_weights_or_arguments_changed(copied, monkeypatch, capsys):
    text = json.loads((copied / "cnp-smooth.json").read_text())
    changed = text | {"sha256": "", "arguments": {"d_model": 128, "gone": 3}, "trained_on": None}
    (copied / "cnp-smooth.json").write_text(json.dumps(changed))
    monkeypatch.setattr("sys.argv", ["refresh_cards", "--out", str(copied)])
    refresh_cards.main()
    assert "cnp-smooth.json: changed" in capsys.readouterr().out
    assert json.loads((copied / "cnp-smooth.json").read_text()) == text
    refresh_cards.main()
    assert capsys.readouterr().out == ""


def test_weights_are_found_in_the_installed_package_before_the_checkout(tmp_path, monkeypatch):
    monkeypatch.delenv("TNPCORE_PRETRAINED", raising=False)
    assert weights.shipped() == weights.CHECKOUT
    monkeypatch.setattr(weights, "INSTALLED", tmp_path)
    assert weights.shipped() == tmp_path
    (tmp_path / "cnp-smooth.json").write_text("{")
    with pytest.raises(ValueError, match="install tnpcore again"):
        load("cnp")


def test_weights_of_ones_own_come_first_and_shipped_names_stay_reachable(tmp_path, monkeypatch):
    own = pretrained.build("cnp", d_model=16)
    pretrained.save(own, pretrained.Card("cnp", "smooth", 1, {"d_model": 16}), tmp_path)
    assert names(where=tmp_path) == ["cnp"]
    assert load("cnp").encoder[0].out_features == 128 and load("cnp", where=tmp_path).encoder[0].out_features == 16
    shipped = names()
    monkeypatch.setenv("TNPCORE_PRETRAINED", str(tmp_path))
    assert load("cnp").encoder[0].out_features == 16 and names() == shipped and load("tetnp") is not None


@pytest.mark.parametrize(
    ("name", "prior", "message"),
    [
        (
            "np",
            "periodic",
            r"no np-periodic weights; weights of np are there for smooth\. .*train np --prior periodic`",
        ),
        ("tetnp", "matern", r"no prior 'matern' is known; weights of tetnp are there for smooth, periodic"),
        ("cnp", "../smooth", r"the prior must be a name such as smooth.*'\.\./smooth'"),
    ],
)
def test_what_was_never_trained_says_what_there_is(name, prior, message):
    with pytest.raises(ValueError, match=message):
        load(name, prior)


def test_nothing_is_written_into_the_installed_package(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "INSTALLED", tmp_path / "tnpcore" / "pretrained")
    for folder in ("tnpcore", "tnpcore/pretrained", "tnpcore/pretrained/mine"):
        with pytest.raises(ValueError, match="lies in the installed package"):
            weights.writable(tmp_path / folder)
    assert weights.writable(tmp_path / "mine").is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot write to the folder"):
        weights.writable(tmp_path / "file")


def test_a_model_is_put_on_the_device():
    assert {p.device.type for p in load("cnp", device="meta").parameters()} == {"meta"}
    assert {p.device.type for p in load("cnp", device=torch.device("cpu")).parameters()} == {"cpu"}


# Each command in a process of its own that has imported torch already: that takes longer than the command.
COMMANDS = """
import os, runpy, sys
import torch

for command in sys.argv[1:]:
    child = os.fork()
    if not child:
        sys.argv = [command, "--help"]
        runpy.run_module(f"tnpcore.{command}", run_name="__main__", alter_sys=True)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        sys.exit(f"{command} failed")
"""


def test_commands_are_not_shadowed_and_start_without_a_warning():
    commands = ["train", "evaluate", "catalogue", "refresh_cards"]
    arguments = [sys.executable, "-W", "error", "-c", COMMANDS, *commands]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=weights.CHECKOUT.parent, check=False)
    assert done.returncode == 0, done.stderr
    assert all(f"python -m tnpcore.{command}" in done.stdout for command in commands)


def test_the_range_of_the_training_comes_from_the_card(copied):
    text = json.loads((copied / "cnp-smooth.json").read_text())
    assert load("cnp").trained_on == card("cnp").trained_on == TrainedOn((-2.0, 2.0), (-7.0, 7.7), (0, 50))
    del text["trained_on"]
    (copied / "cnp-smooth.json").write_text(json.dumps(text))
    assert load("cnp").trained_on is None
    (copied / "cnp-smooth.json").write_text(json.dumps(text | {"trained_on": [-2, 2]}))
    with pytest.raises(ValueError, match=r"cnp-smooth\.json is not a model's card"):
        card("cnp")


@pytest.mark.parametrize("text", ["{", '{"nonsense": 1}', "[]"])
def test_a_card_that_is_none_is_named(copied, text):
    (copied / "cnp-smooth.json").write_text(text)
    with pytest.raises(ValueError, match=r"cnp-smooth\.json"):
        card("cnp")


def test_a_folder_of_the_environment_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setenv("TNPCORE_PRETRAINED", "nowhere")
    with pytest.raises(ValueError, match="TNPCORE_PRETRAINED must name a folder, got nowhere, which is none"):
        load("cnp")
