"""Old weights load under the names that parameters have now, and migrating them again changes nothing."""

import sys

import pytest
import torch
from safetensors.torch import load_file, save_file

from tnpcore import migrate, pretrained

OLD = {
    "tnpnd": {"target_attention.": "company."},
    "tetnp-joint": {"bias.scores.": "scores.", "bias.null": "null_bias"},
    "lbanp": {"cross_attention.": "gather.", "self_attention.": "talk.", "target_attention.": "tell."},
    "tetnp-pseudo": {
        "cross_attention.": "gather.",
        "self_attention.": "talk.",
        "target_attention.": "tell.",
        "pseudo_tokens": "pseudo",
        "relative_positions": "places",
        "target_token": "question",
    },
}


def as_of_old(name, weights):
    """The weights under the names that they had before the first release."""
    found = {}
    for key, value in weights.items():
        prefix = next((new for new in OLD.get(name, {}) if key.startswith(new)), "")
        found[OLD.get(name, {}).get(prefix, "") + key.removeprefix(prefix)] = value
    return found


@pytest.mark.parametrize("name", ["tnpnd", "tetnp-joint", "lbanp", "tetnp-pseudo", "tnpd"])
def test_old_weights_load_after_migration(name, tmp_path):
    now = pretrained.build(name).state_dict()
    path = tmp_path / f"{name}-smooth.safetensors"
    save_file(as_of_old(name, now), path)
    assert migrate.migrate(path) == (name in OLD)
    assert not migrate.migrate(path)
    found = load_file(path)
    assert found.keys() == now.keys() and all(torch.equal(found[key], value) for key, value in now.items())


def test_shipped_weights_have_the_names_of_today():
    for path in pretrained.folder().glob("*.safetensors"):
        weights = load_file(path)
        assert list(migrate.renamed(path.stem.rpartition("-")[0], weights)) == list(weights)


def test_the_command_prints_what_it_renamed(tmp_path, monkeypatch, capsys):
    weights = pretrained.build("tnpnd").state_dict()
    save_file(as_of_old("tnpnd", weights), tmp_path / "tnpnd-smooth.safetensors")
    monkeypatch.setattr(sys, "argv", ["migrate", str(tmp_path)])
    for line in ("1 files, 1 of them renamed: tnpnd-smooth.safetensors\n", "1 files, 0 of them renamed: none\n"):
        migrate.main()
        assert capsys.readouterr().out == line
    assert not list(tmp_path.glob("*.part"))
