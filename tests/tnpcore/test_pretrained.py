import json
import shutil

import pytest
import torch

from tnpcore import card, load, names, pretrained
from tnpcore.data.priors import PRIORS
from tnpcore.train import RECIPES, main

FIRST = ["cnp", "tnpd", "tetnp", "convcnp", "convcnp-nodensity"]


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A folder of our own with a copy of one model, so that it can be damaged."""
    for suffix in ("json", "safetensors"):
        shutil.copy(pretrained.folder() / f"cnp-smooth.{suffix}", tmp_path)
    monkeypatch.setenv("TNPCORE_PRETRAINED", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("prior", PRIORS)
def test_what_is_shipped_is_small_and_has_a_measured_card(prior):
    shipped = names(prior)
    assert prior != "smooth" or shipped[: len(FIRST)] == FIRST
    for name in shipped:
        model, known = load(name, prior), card(name, prior)
        assert known.parameters == sum(p.numel() for p in model.parameters())
        assert (pretrained.folder() / f"{name}-{prior}.safetensors").stat().st_size < 2e6
        assert not any(p.requires_grad for p in model.parameters()) and not model.training
        assert known.results["tasks"] == 4096 and known.results["excess_se"] > 0


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
    with pytest.raises(ValueError, match=r"tnpd-smooth\.json"):
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


@pytest.mark.parametrize("text", ["{", '{"nonsense": 1}', "[]"])
def test_a_card_that_is_none_is_named(copied, text):
    (copied / "cnp-smooth.json").write_text(text)
    with pytest.raises(ValueError, match=r"cnp-smooth\.json"):
        card("cnp")


def test_the_command_trains_saves_and_resumes(tmp_path, monkeypatch):
    monkeypatch.setenv("TNPCORE_PRETRAINED", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    arguments = ["train", "cnp", "--steps", "4", "--every", "2"]
    monkeypatch.setitem(RECIPES, "cnp", RECIPES["cnp"].__class__(steps=4, pool_size=512))
    monkeypatch.setattr("sys.argv", arguments)
    main()
    assert names() == ["cnp"] and card("cnp").recipe["steps_done"] == 4
    before = load("cnp").encoder[0].weight
    monkeypatch.setattr("sys.argv", ["train", "cnp", "--steps", "6", "--resume"])
    main()
    assert card("cnp").recipe["steps_done"] == 6
    assert not torch.equal(before, load("cnp").encoder[0].weight)
    assert "excess" in card("cnp").results["validation"]
