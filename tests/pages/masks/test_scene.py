"""The masking page: rules, painted cells, the runs under them, the lamps, and the softmax worked by hand."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import torch

from pages.masks import mask_presets as rules
from pages.masks import painted_mask as painted
from pages.masks.scene import EXACT, START, later, scene, target_positions
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.controls import ControlError, context
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import Dots, Line
from tnpcore import Points, masks

POINTS = context(PRESETS[FIRST])
NC = len(POINTS)
A, B, C = NC, NC + 1, NC + 2
AT = target_positions({})
ENTRY = Path(__file__).resolve().parents[3] / "pages" / "navigation.py"


def many(count: int):
    x = torch.linspace(-2, 2, count).tolist()
    return context(tuple((v, math.sin(3 * v)) for v in x))


def whole(points, **controls):
    return scene(points, controls).joined(later(points, controls))


def tones(shown) -> dict[str, str]:
    return {reading.id: reading.tone for reading in shown.ledger}


def painted_cells(nc: int, *cells) -> dict:
    return {rules.painted_in(nc): [list(cell) for cell in cells]}


# ---- the rules ----------------------------------------------------------------------------------


def test_every_rule_is_the_mask_it_is_named_after():
    made = {name: rule(2, 3).int().tolist() for name, rule in rules.RULES.items()}
    context_columns = [[1, 1, 0, 0, 0]] * 5
    assert made["tnpd"] == context_columns
    assert made["causal"] == [*context_columns[:2], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    assert made["full"] == [[1] * 5] * 5
    assert made["cross"] == [[0] * 5] * 2 + context_columns[2:]
    assert made["lm"] == np.tril(np.ones((5, 5), int)).tolist()
    assert made["blank"] == [[0] * 5] * 5
    assert list(rules.RULE_NAMES) == list(rules.RULES)


def test_a_painted_cell_switches_its_rule_both_ways():
    changed = rules.painted_mask(painted_cells(NC, (A, B), (0, 0)), NC) ^ masks.context_only(NC, 3)
    assert changed.nonzero().tolist() == [[0, 0], [A, B]]


def test_painted_cells_stay_with_their_targets_when_points_come_and_go():
    controls = painted_cells(NC, (A, B), (C, NC - 1))
    more = rules.painted_mask(controls, NC + 2) ^ masks.context_only(NC + 2, 3)
    assert more.nonzero().tolist() == [[NC + 2, NC + 3], [NC + 4, NC - 1]]
    fewer = rules.painted_mask(controls, NC - 1) ^ masks.context_only(NC - 1, 3)
    assert fewer.nonzero().tolist() == [[NC - 1, NC]]


def test_a_cell_painted_again_with_another_number_of_points_is_switched_back():
    twice = {**painted_cells(NC, (A, B)), **painted_cells(NC + 1, (A + 1, B + 1))}
    assert torch.equal(rules.painted_mask(twice, NC + 1), masks.context_only(NC + 1, 3))


@pytest.mark.parametrize(
    "controls",
    [
        {"rule": "anarchy"},
        painted_cells(NC, (0, NC + 3)),
        {rules.painted_in(NC): "all"},
        {rules.painted_in(999): [[500, 0]]},
        {"targets": [0.0, 1.0]},
        {"targets": [0.0, 1.0, 1e8]},
        {"tau": 9},
    ],
)
def test_a_control_that_does_not_fit_is_refused(controls):
    with pytest.raises(ControlError):
        scene(POINTS, controls)


def test_who_is_heard_follows_the_layers():
    mask = masks.empty(3)
    mask[0, 1] = mask[1, 2] = True
    assert rules.heard(mask, 0).tolist() == [False, True, True]
    assert rules.heard(mask, 2).tolist() == [False, False, False]
    assert rules.hears_targets(mask) and not rules.hears_targets(torch.eye(3, dtype=torch.bool))


# ---- the runs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", list(rules.RULES))
@pytest.mark.parametrize("points", [POINTS, context(()), context(((0.0, 1.0),))], ids=["seven", "none", "one"])
def test_the_band_is_what_one_run_for_each_position_gives(rule, points):
    mask = rules.painted_mask({"rule": rule}, len(points))
    for shift, band in zip((0.0, 0.83), painted.bands_under(mask, points, AT, (0.0, 0.83)), strict=True):
        moved = Points(points.x + shift, points.y)
        for i in range(0, len(band.x), 30):
            at = torch.cat([torch.tensor([[band.x[i]]]), AT[1:]]) + shift
            look = painted.look_under(mask, moved, at)
            assert (band.mean[i], band.sd[i]) == pytest.approx((look.mean[0], look.sd[0]), abs=2e-5)


def test_without_paint_the_band_is_tnpd_itself():
    band = painted.bands_under(rules.painted_mask({}, NC), POINTS, AT)[0]
    plain = predictions("tnpd", POINTS, xt=torch.from_numpy(band.x)[:, None])[0]
    assert np.allclose(band.mean, plain.mean, atol=1e-5) and np.allclose(band.sd, plain.sd, atol=1e-5)


def test_the_band_follows_target_b_only_when_a_hears_it():
    moved = {"targets": [START[0], 1.7, START[2]]}
    hears = painted_cells(NC, (A, B))

    def band(**controls):
        return scene(POINTS, controls).panel("stage").marks[0].mean

    assert np.allclose(band(), band(**moved), atol=1e-5)
    assert np.abs(band(**hears) - band(**hears, **moved)).max() > 1e-3


def test_a_target_that_sees_itself_takes_its_zero_for_data():
    """What the page says of the trained weights: the band collapses towards y = 0."""
    plain, collapsed = (scene(POINTS, c).panel("stage").marks[0] for c in ({}, painted_cells(NC, (A, A))))
    assert np.sqrt(np.mean(collapsed.mean**2)) < 0.5 * np.sqrt(np.mean(plain.mean**2))


def test_a_painted_cell_gets_no_weight_and_the_row_renormalises():
    plain, painted_scene = scene(POINTS, {}), scene(POINTS, painted_cells(NC, (A, 4)))
    before, after = (s.panel("weights").marks[0].values for s in (plain, painted_scene))
    assert before[0, 1 + 4] > 0.01 and after[0, 1 + 4] == 0
    assert np.allclose(after.sum(1), 1, atol=1e-5)
    assert np.allclose(before[1:], after[1:], atol=1e-6)


# ---- the lamps ----------------------------------------------------------------------------------


def test_the_lamps_of_every_rule():
    shown = {rule: tones(whole(POINTS, rule=rule)) for rule in rules.RULES}
    lit = {rule: tuple(tone[lamp] for lamp in ("order", "others", "equal")) for rule, tone in shown.items()}
    assert lit == {
        "tnpd": ("good", "good", "good"),
        "causal": ("good", "bad", "bad"),
        "full": ("good", "bad", "bad"),
        "cross": ("good", "good", "bad"),
        "lm": ("bad", "bad", "bad"),
        "blank": ("good", "good", "bad"),
    }


def test_a_blank_square_painted_to_the_context_columns_is_tnpd():
    cells = painted_cells(NC, *((r, c) for r in range(NC + 3) for c in range(NC)))
    shown = whole(POINTS, rule="blank", **cells)
    assert shown.reading("equal").value < EXACT
    assert shown.reading("cost").text == "70 of 100"


@pytest.mark.parametrize("cell", [(A, B), (B, C), (C, A)])
def test_the_lamp_names_who_moved_and_who_noticed(cell):
    query, key = ("ABC"[place - NC] for place in cell)
    reading = whole(POINTS, **painted_cells(NC, cell)).reading("others")
    assert reading.tone == "bad" and reading.text.endswith(f"{key} moves, {query} changes")


def test_one_cell_among_the_points_breaks_the_order():
    assert tones(whole(POINTS, **painted_cells(NC, (A, 0))))["order"] == "bad"


# ---- what is shown ------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 60])
@pytest.mark.parametrize("rule", list(rules.RULES))
def test_any_number_of_points_works(count, rule):
    shown = whole(many(count) if count else context(()), rule=rule, tau=0.5)
    heat = shown.panel("mask").marks[0]
    assert heat.values.shape == heat.mask.shape == (count + 3, count + 3)
    curves = shown.panel("stage").marks[:2]
    assert [c.role for c in curves] == ["model", "ghost"]
    assert all(np.isfinite(c.mean).all() and (c.sd > 0).all() for c in curves)
    assert shown.reading("order").tone == ("" if count < 2 else "bad" if rule == "lm" else "good")


def test_the_square_names_its_places_and_hatches_what_is_hidden():
    heat = scene(POINTS, {}).panel("mask").marks[0]
    assert heat.row_labels == heat.column_labels == (*(f"c{i}" for i in range(1, 8)), "tA", "tB", "tC")
    assert heat.edit == rules.painted_in(NC)
    assert heat.mask[:, :NC].all() and not heat.mask[:, NC:].any()
    assert not heat.values[:, NC:].any()


def test_the_targets_stand_at_their_means_with_their_bars():
    marks = scene(POINTS, {"rule": "causal", "targets": [-1.0, 0.0, 1.0]}).panel("stage").marks
    dots = next(mark for mark in marks if isinstance(mark, Dots))
    bars = [mark for mark in marks if isinstance(mark, Line)]
    assert dots.edit == "targets" and dots.x.tolist() == [-1.0, 0.0, 1.0]
    assert np.allclose([bar.y.mean() for bar in bars], dots.y)
    band = marks[0]
    at = np.abs(band.x + 1.0).argmin()
    assert band.mean[at] == pytest.approx(dots.y[0], abs=1e-4)
    assert np.ptp(bars[0].y) == pytest.approx(4 * band.sd[at], abs=1e-4)


@pytest.mark.parametrize(
    ("controls", "told"),
    [
        ({}, "never masked."),
        ({"rule": "causal"}, "That is not autoregression."),
        ({"rule": "full"}, "depend on where else you ask."),
        (painted_cells(NC, (A, A)), "A target that sees itself sees y = 0."),
    ],
)
def test_the_note_says_what_the_rule_does(controls, told):
    assert scene(POINTS, controls).panel("mask").note.endswith(told)


def test_the_world_moved_by_nothing_has_no_ghost():
    shown = scene(POINTS, {"tau": 0})
    assert shown.reading("shift-tnpd").value == 0
    assert [mark.role for mark in shown.panel("stage").marks if hasattr(mark, "sd")] == ["model"]


def test_the_caption_counts_painted_cells():
    assert (
        "Rule: Full with 2 cells switched."
        in scene(POINTS, {"rule": "full", **painted_cells(NC, (A, A), (B, B))}).caption
    )
