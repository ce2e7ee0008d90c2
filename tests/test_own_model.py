"""The example docs/own_model.py runs as it stands, with fewer steps."""

import importlib

from matplotlib import pyplot


def test_the_example_trains_checks_and_draws(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    importlib.import_module("docs.own_model").main(2)
    pyplot.close("all")
    assert (tmp_path / "own_model.pdf").read_bytes().startswith(b"%PDF")
    assert "shift of x" in capsys.readouterr().out
