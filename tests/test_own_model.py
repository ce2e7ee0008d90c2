"""The example docs/own_model.py runs as it stands, with fewer steps."""

import importlib
from pathlib import Path

import torch
from matplotlib import pyplot
from safetensors.torch import load_file

from pages.shared.models.own_file import Source, module_of
from tnpcore import Points, predict, wrap


def test_the_example_trains_checks_and_draws(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    example = importlib.import_module("docs.own_model")
    example.main(2)
    pyplot.close("all")
    assert (tmp_path / "own_model.pdf").read_bytes().startswith(b"%PDF")
    assert "shift of x" in capsys.readouterr().out
    source = Source(Path(example.__file__), "AttentiveProcess", tmp_path / "own_model.safetensors", "Own")
    found = predict(wrap(module_of(source)), Points([0.0], [1.0]), [0.0, 1.0])
    assert found.std.isfinite().all()
    torch.testing.assert_close(load_file(source.weights), dict(module_of(source).state_dict()))
