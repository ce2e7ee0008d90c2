"""The zoo's tables: the scoreboard of the cards, and the properties that are tested on the drawn points."""

from __future__ import annotations

import json
import math
import shutil
from dataclasses import replace

import pytest
import torch

import tnpcore
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model, offered, plain, spec, title
from pages.zoo import property_table
from pages.zoo.controls import SCORES, TESTS, ZooControls
from pages.zoo.families import ALL, FAMILIES, SIX, members
from pages.zoo.guarantees import measure_guarantees
from pages.zoo.property_table import properties_panel
from pages.zoo.scene import later
from pages.zoo.score_table import LONGEST, excess, scores_panel
from tests.pages.zoo.test_guarantees import Spoilt
from tnpcore import weights
from tnpcore.models.registry import SPECS

pytestmark = pytest.mark.slow

SEVEN = context(PRESETS[FIRST])


def table(panel):
    (mark,) = panel.marks
    return {row.label: dict(zip(mark.columns, row.cells, strict=True)) for row in mark.rows}


@pytest.mark.parametrize("prior", ["smooth", "periodic", "sawtooth"])
def test_the_scoreboard_has_the_numbers_of_the_cards_best_first(prior):
    rows = table(scores_panel(offered(prior), prior))
    scored = []
    for name in offered(prior):
        card = tnpcore.card(plain(name), prior)
        row, results = rows[title(name)], card.results
        assert row["excess"].text == f"{results['excess']:.3f}" and row["error (RMSE)"].text == f"{results['rmse']:.3f}"
        assert row["in 95% band"].text == f"{results['coverage_95']:.1%}"
        assert row["size"].text == f"{card.parameters / 1e3:.0f}\u00a0k"
        scored.append((results["excess"], title(name)))
    assert list(rows) == [name for _, name in sorted(scored)]


def test_a_bar_is_as_long_as_its_excess_and_ends_somewhere():
    rows = table(scores_panel(("tnpd", "cnp", "np"), "smooth"))
    assert rows["TNP-D"]["excess"].share == pytest.approx(excess("tnpd") / LONGEST)
    assert rows["NP"]["excess"].share == 1.0


def test_a_model_without_a_score_is_left_out_and_a_number_that_is_missing_is_a_dash(tmp_path, monkeypatch):
    shutil.copytree(weights.shipped(), tmp_path / "pretrained")
    for name, gone in (("cnp", "excess"), ("tnpd", "rmse")):
        path = tmp_path / "pretrained" / f"{name}-smooth.json"
        card = json.loads(path.read_text("utf-8"))
        del card["results"][gone]
        path.write_text(json.dumps(card), "utf-8")
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path / "pretrained")
    rows = table(scores_panel(("tnpd", "cnp"), "smooth"))
    assert list(rows) == ["TNP-D"] and rows["TNP-D"]["error (RMSE)"].text == "–"


def test_the_properties_are_those_that_were_measured_and_the_work_that_is_stated():
    names = FAMILIES[SIX]
    rows = table(properties_panel(SEVEN, names))
    assert list(rows) == [title(name) for name in names]
    for name in names:
        row, guarantees = rows[title(name)], spec(name).guarantees
        found = measure_guarantees(model(name), SEVEN, guarantees)
        assert row["shift by 2.03"].text.startswith("✓" if guarantees.shift else "✗")
        assert row["shift by 2.03"].tone == ("good" if found["shift 2.03"].holds else "bad")
        assert row["coherent"].tone == ("good" if guarantees.coherent_samples else "bad")
        assert row["work"].text == ("n" if spec(name).linear_cost else "n²")
        assert found["order"].holds and found["other targets"].holds
        assert set(row) == {"shift by 2.03", "coherent", "work", "excess"}, "columns that are not all alike"
        assert row["excess"].text == f"{excess(name):.3f}"


def test_a_causal_mask_over_targets_fails_the_test_of_other_targets():
    rows = table(properties_panel(SEVEN, ("tnp-causal",)))
    assert rows[title("tnp-causal")]["other targets"].text == "✗"


def test_a_guarantee_that_does_not_hold_is_marked_as_a_fault(monkeypatch):
    monkeypatch.setitem(SPECS, "tnpd", replace(SPECS["tnpd"], guarantees=SPECS["tetnp"].guarantees))
    cell = table(properties_panel(SEVEN, ("tnpd",)))["TNP-D"]["shift by 2.03"]
    assert cell.text.startswith("BROKEN") and cell.tone == "bad"


@pytest.mark.parametrize(
    ("spoil", "column"),
    [
        (lambda xc, yc, xt: torch.sin(xt * 2 * math.pi / 2.03), "shift by 0.3"),
        (lambda xc, yc, xt: 0 if yc.shape[-2] else math.nan, "no points"),
        (lambda xc, yc, xt: yc.sum(), "in a batch"),
    ],
)
def test_what_all_shipped_models_keep_has_a_column_where_one_does_not(monkeypatch, spoil, column):
    monkeypatch.setattr(property_table, "model", lambda name: Spoilt(spoil))
    row = table(properties_panel(SEVEN, ("tnpd",)))["TNP-D"]
    assert row[column].tone == "bad"


@pytest.mark.parametrize("family", [SIX, ALL])
@pytest.mark.parametrize(("compare", "id"), [(SCORES, "scores"), (TESTS, "tests")])
def test_a_table_filters_by_family_and_is_no_longer_than_can_be_read(family, compare, id):
    out = later(SEVEN, ZooControls(family=family, compare=compare))
    rows = table(out.panel(id))
    assert set(rows) <= {title(name) for name in members(family, "smooth")} and len(rows) <= 15
    assert not any(panel.id == id for panel in later(SEVEN, ZooControls(family=family)).panels)
