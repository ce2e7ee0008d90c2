"""The page of the melodies is the one that its command writes from tables and cards."""

import sys
from pathlib import Path

import pytest

from tnpcore import weights
from tnpcore.sequences import trained
from tnpcore.sequences.melodies import __main__ as command

ROOT = Path(__file__).resolve().parents[4]


def test_the_page_is_up_to_date():
    assert (ROOT / "docs" / "melodies.md").read_text("utf-8") == command.page()


def test_the_page_names_every_model_with_its_excess():
    page = command.page()
    for name in trained.names("melodies"):
        excess = trained.card(name).results["trained"]
        assert page.count(f"`{name}`") == 3
        assert f"{excess['excess']:.4f} ± {excess['se']:.4f}" in page


def test_the_command_writes_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["melodies", str(tmp_path / "docs")])
    command.main()
    assert (tmp_path / "docs" / "melodies.md").read_text("utf-8") == command.page()
    assert f"{len(trained.names('melodies'))} models" in capsys.readouterr().out


def test_without_trained_models_the_tables_have_no_rows_of_models(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    page = command.page()
    assert "`melodies-" not in page and "unigram |" not in page and "fine-tuned |" not in page


@pytest.mark.parametrize(
    ("given", "written"), [({"accuracy": 0.5}, "0.500"), ({"accuracy": 0.5, "accuracy_se": 0.01}, "0.500 ± 0.010")]
)
def test_scores_have_their_errors(given, written):
    assert command._score(given, "accuracy") == written
