"""The masks lesson: the indicators, and what its panels show."""

from __future__ import annotations

import numpy as np
import pytest

from pages.masks.changes import EXACT
from pages.masks.controls import cells_control
from pages.masks.mask_presets import PRESETS
from pages.shared.scene.marks import Dots, Line
from tests.pages.masks.squares import NC, POINTS, A, B, C, drawn, switched, tones, whole

pytestmark = pytest.mark.slow

# ---- the indicators ----------------------------------------------------------------------------------


def test_the_indicators_of_every_preset():
    shown = {rule: tones(whole(POINTS, rule=rule)) for rule in PRESETS}
    found = {rule: tuple(tone[id] for id in ("order", "others", "leak", "equal")) for rule, tone in shown.items()}
    assert found == {
        "tnpd": ("good", "good", "good", "good"),
        "causal": ("good", "bad", "good", "bad"),
        "tnpa": ("good", "bad", "good", "good"),
        "leaky": ("good", "bad", "bad", "good"),
        "full": ("good", "bad", "good", "bad"),
        "cross": ("good", "good", "good", "bad"),
        "efficient": ("good", "good", "good", "bad"),
        "bottleneck": ("good", "good", "good", "bad"),
        "padding": ("good", "good", "good", "good"),
        "lm": ("bad", "bad", "good", "bad"),
        "blank": ("good", "good", "good", "bad"),
    }


def test_a_blank_mask_with_the_context_columns_switched_is_tnpd():
    """The first exercise of the article; no other mask does it."""
    cells = switched(NC, *((r, c) for r in range(NC + 3) for c in range(NC)))
    shown = whole(POINTS, rule="blank", **cells)
    assert set(tones(shown).values()) <= {"good", ""}
    assert shown.reading("equal").value < 1e-5
    assert shown.reading("equal").value < EXACT
    assert shown.reading("cost").text == "70 of 100"


@pytest.mark.parametrize("cell", [(A, B), (B, C), (C, A)])
def test_the_indicator_names_the_target_that_moved_and_the_one_that_changed(cell):
    query, key = ("ABC"[place - NC] for place in cell)
    reading = whole(POINTS, **switched(NC, cell)).reading("others")
    assert reading.tone == "bad" and reading.text.endswith(f" sd, {key} → {query}")


def test_one_cell_among_the_points_breaks_the_order():
    assert tones(whole(POINTS, **switched(NC, (A, 0))))["order"] == "bad"


# ---- what is shown ------------------------------------------------------------------------------


def test_the_mask_names_its_tokens_and_hatches_what_is_hidden():
    heat = drawn(POINTS).panel("mask").marks[0]
    assert heat.row_labels == (*(f"c{i}" for i in range(1, 8)), "tA", "tB", "tC")
    assert heat.column_labels == ("null", *heat.row_labels)
    assert (heat.edit, heat.fixed) == (cells_control(NC), 1)
    assert heat.mask[:, : 1 + NC].all() and not heat.mask[:, 1 + NC :].any()
    assert not heat.values[:, 1 + NC :].any()


@pytest.mark.parametrize("panel", ["mask", "weights"])
def test_weights_show_the_null_token_and_a_masked_one_is_0(panel):
    shown = drawn(POINTS, **switched(NC, (A, 4), (2, 1))).panel(panel)
    heat = shown.marks[0]
    np.testing.assert_allclose(heat.values.sum(1), 1.0, atol=1e-5)
    assert heat.mask[:, 0].all() and (heat.values[:, 0] > 0).all()
    assert not heat.mask.all() and not heat.values[~heat.mask].any()
    assert shown.note.startswith("Weights of the last layer, mean over its heads.")


def test_the_targets_stand_at_their_means_with_their_bars():
    marks = drawn(POINTS, rule="causal", targets=[-0.9, 0.0, 1.0]).panel("stage").marks
    dots = next(mark for mark in marks if isinstance(mark, Dots))
    bars = [mark for mark in marks if isinstance(mark, Line)]
    assert dots.edit == "targets" and dots.x.tolist() == [-0.9, 0.0, 1.0]
    assert np.allclose([bar.y.mean() for bar in bars], dots.y)
    band = marks[0]
    at = np.abs(band.x + 0.9).argmin()
    assert band.mean[at] == pytest.approx(dots.y[0], abs=1e-4)
    assert np.ptp(bars[0].y) == pytest.approx(4 * band.sd[at], abs=1e-4)
