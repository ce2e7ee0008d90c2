"""The page of the melodies is the one that its command writes from tables and cards."""

import pytest

from tnpcore import weights
from tnpcore.sequences import trained
from tnpcore.sequences.melodies import page as written


def test_the_page_names_every_model_with_its_excess():
    page = written.page()
    for name in trained.names("melodies"):
        excess = trained.card(name).results["trained"]
        assert page.count(f"`{name}`") == 3
        assert f"{excess['excess']:.4f} ± {excess['se']:.4f}" in page


def test_without_trained_models_the_tables_have_no_rows_of_models(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    page = written.page()
    assert "`melodies-" not in page and "unigram |" not in page and "fine-tuned |" not in page


@pytest.mark.parametrize(
    ("given", "shown"), [({"accuracy": 0.5}, "0.500"), ({"accuracy": 0.5, "accuracy_se": 0.01}, "0.500 ± 0.010")]
)
def test_scores_have_their_errors(given, shown):
    assert written._score(given, "accuracy") == shown
