"""The masks lesson: named masks, switched cells, the predictions under them, and the indicators."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from pages.masks import masked_prediction
from pages.masks.controls import MaskControls, cells_control
from pages.masks.mask_presets import PRESET_NAMES, PRESETS, MaskedModel, reachable, targets_interact
from pages.masks.scene import EXACT, later, scene
from pages.masks.story import STORY, check
from pages.shared.drawing.presets import FIRST
from pages.shared.drawing.presets import PRESETS as EXAMPLES
from pages.shared.lesson.values import ControlError, context
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import Dots, Line
from tnpcore import Points, masks

POINTS = context(EXAMPLES[FIRST])
NC = len(POINTS)
A, B, C = NC, NC + 1, NC + 2
AT = MaskControls().at


def many(count: int):
    x = torch.linspace(-2, 2, count).tolist()
    return context(tuple((v, math.sin(3 * v)) for v in x))


def drawn(points, **controls):
    return scene(points, MaskControls.parse(controls))


def whole(points, **controls):
    return drawn(points, **controls).joined(later(points, MaskControls.parse(controls)))


def mask_of(nc: int, **controls):
    return MaskControls.parse(controls).mask(nc)


def tones(shown) -> dict[str, str]:
    return {reading.id: reading.tone for reading in shown.ledger}


def switched(nc: int, *cells) -> dict:
    return {cells_control(nc): [list(cell) for cell in cells]}


# ---- the masks ----------------------------------------------------------------------------------


def test_every_preset_is_the_mask_it_is_named_after():
    made = {name: preset(2, 3).int().tolist() for name, preset in PRESETS.items()}
    context_columns = [[1, 1, 0, 0, 0]] * 5
    assert made["tnpd"] == context_columns
    assert made["causal"] == [*context_columns[:2], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    assert made["full"] == [[1] * 5] * 5
    assert made["cross"] == [[0] * 5] * 2 + context_columns[2:]
    assert made["lm"] == np.tril(np.ones((5, 5), int)).tolist()
    assert made["blank"] == [[0] * 5] * 5
    assert list(PRESET_NAMES) == list(PRESETS)


def test_a_switched_cell_changes_its_mask_both_ways():
    changed = mask_of(NC, **switched(NC, (A, B), (0, 0))) ^ masks.context_only(NC, 3)
    assert changed.nonzero().tolist() == [[0, 0], [A, B]]


def test_switched_cells_stay_with_their_targets_when_points_come_and_go():
    controls = switched(NC, (A, B), (C, NC - 1))
    more = mask_of(NC + 2, **controls) ^ masks.context_only(NC + 2, 3)
    assert more.nonzero().tolist() == [[NC + 2, NC + 3], [NC + 4, NC - 1]]
    fewer = mask_of(NC - 1, **controls) ^ masks.context_only(NC - 1, 3)
    assert fewer.nonzero().tolist() == [[NC - 1, NC]]


def test_a_cell_switched_again_with_another_number_of_points_is_switched_back():
    twice = {**switched(NC, (A, B)), **switched(NC + 1, (A + 1, B + 1))}
    assert torch.equal(mask_of(NC + 1, **twice), masks.context_only(NC + 1, 3))


@pytest.mark.parametrize(
    "controls",
    [
        {"rule": "anarchy"},
        switched(NC, (0, NC + 3)),
        {cells_control(NC): "all"},
        {cells_control(999): [[500, 0]]},
        {"targets": [0.0, 1.0]},
        {"targets": [0.0, 1.0, 1e8]},
        {"tau": 9},
    ],
)
def test_a_control_that_does_not_fit_is_refused(controls):
    with pytest.raises(ControlError):
        MaskControls.parse(controls)


def test_what_a_query_can_reach_follows_the_layers():
    mask = masks.empty(3)
    mask[0, 1] = mask[1, 2] = True
    assert reachable(mask, 0).tolist() == [False, True, True]
    assert reachable(mask, 2).tolist() == [False, False, False]
    assert targets_interact(mask) and not targets_interact(torch.eye(3, dtype=torch.bool))


# ---- the runs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", list(PRESETS))
@pytest.mark.parametrize("points", [POINTS, context(()), context(((0.0, 1.0),))], ids=["seven", "none", "one"])
def test_the_band_is_what_one_run_for_each_position_gives(rule, points):
    run = MaskedModel(mask_of(len(points), rule=rule))
    for shift, band in zip((0.0, 0.83), masked_prediction.predict_along_x(run, points, AT, (0.0, 0.83)), strict=True):
        shifted = Points(points.x + shift, points.y)
        for i in range(0, len(band.x), 30):
            at = torch.cat([torch.tensor([[band.x[i]]]), AT[1:]]) + shift
            expected = masked_prediction.predict_under(run, shifted, at)
            assert (band.mean[i], band.sd[i]) == pytest.approx((expected.mean[0], expected.sd[0]), abs=2e-5)


def test_without_switched_cells_the_band_is_that_of_tnpd():
    band = masked_prediction.predict_along_x(MaskedModel(mask_of(NC)), POINTS, AT)[0]
    plain = predictions("tnpd", POINTS, xt=torch.from_numpy(band.x)[:, None])[0]
    assert np.allclose(band.mean, plain.mean, atol=1e-5) and np.allclose(band.sd, plain.sd, atol=1e-5)


def test_the_band_depends_on_target_b_only_when_a_attends_to_it():
    moved = {"targets": [AT[0].item(), 1.7, AT[2].item()]}
    attends = switched(NC, (A, B))

    def band(**controls):
        return drawn(POINTS, **controls).panel("stage").marks[0].mean

    assert np.allclose(band(), band(**moved), atol=1e-5)
    assert np.abs(band(**attends) - band(**attends, **moved)).max() > 1e-3


def test_a_target_that_attends_to_itself_treats_its_zero_as_data():
    """What the page says of the trained weights: the band collapses towards y = 0."""
    plain, collapsed = (drawn(POINTS, **c).panel("stage").marks[0] for c in ({}, switched(NC, (A, A))))
    assert np.sqrt(np.mean(collapsed.mean**2)) < 0.5 * np.sqrt(np.mean(plain.mean**2))


def test_causal_targets_run_the_model_that_was_trained_under_that_mask():
    """TNP-D's weights treat A's own y = 0 as data and collapse; those that were trained under the mask do not."""
    shown = drawn(POINTS, rule="causal")
    plain, causal = (s.panel("stage").marks[0] for s in (drawn(POINTS), shown))
    assert causal.model == "tnp-causal" and shown.panel("stage").title.startswith("Causal TNP")
    assert np.sqrt(np.mean(causal.mean**2)) > 0.9 * np.sqrt(np.mean(plain.mean**2))
    (own,) = predictions("tnp-causal", POINTS, xt=AT)
    dots = next(mark for mark in shown.panel("stage").marks if isinstance(mark, Dots))
    np.testing.assert_allclose(dots.y, own.mean, atol=1e-5)
    others = masked_prediction.measure_changes(MaskControls(rule="causal").masked_model(NC), POINTS, AT).others
    assert others[0, 1:].min() > EXACT and others[1:, 0].max() < EXACT, "B and C depend on A, A on neither"


def test_every_single_cell_that_opens_a_detour_solves_the_exercise():
    """In row c, column tB: whether A's prediction changes much or little."""
    for points in (POINTS, context(EXAMPLES["Step"])):
        nc = len(points)
        for row in range(nc):
            controls = MaskControls.parse(switched(nc, (row, nc + 1)))
            assert check(points, controls, None).done, row
        for wrong in ((nc, nc + 1), (0, nc), (1, nc + 2)):
            assert not check(points, MaskControls.parse(switched(nc, wrong)), None).done
    assert f"{EXACT} sd" in STORY.steps[-1].text and f"{EXACT} sd" in check(POINTS, MaskControls(), None).text


def test_a_hidden_cell_gets_no_weight_and_the_row_renormalises():
    plain, edited = drawn(POINTS), drawn(POINTS, **switched(NC, (A, 4)))
    before, after = (s.panel("weights").marks[0].values for s in (plain, edited))
    assert before[0, 1 + 4] > 0.01 and after[0, 1 + 4] == 0
    assert np.allclose(after.sum(1), 1, atol=1e-5)
    assert np.allclose(before[1:], after[1:], atol=1e-6)


# ---- the indicators ----------------------------------------------------------------------------------


def test_the_indicators_of_every_preset():
    shown = {rule: tones(whole(POINTS, rule=rule)) for rule in PRESETS}
    found = {rule: tuple(tone[id] for id in ("order", "others", "equal")) for rule, tone in shown.items()}
    assert found == {
        "tnpd": ("good", "good", "good"),
        "causal": ("good", "bad", "bad"),
        "full": ("good", "bad", "bad"),
        "cross": ("good", "good", "bad"),
        "lm": ("bad", "bad", "bad"),
        "blank": ("good", "good", "bad"),
    }


def test_a_blank_mask_with_the_context_columns_switched_is_tnpd():
    cells = switched(NC, *((r, c) for r in range(NC + 3) for c in range(NC)))
    shown = whole(POINTS, rule="blank", **cells)
    assert shown.reading("equal").value < EXACT
    assert shown.reading("cost").text == "70 of 100"


@pytest.mark.parametrize("cell", [(A, B), (B, C), (C, A)])
def test_the_indicator_names_the_target_that_moved_and_the_one_that_changed(cell):
    query, key = ("ABC"[place - NC] for place in cell)
    reading = whole(POINTS, **switched(NC, cell)).reading("others")
    assert reading.tone == "bad" and reading.text.endswith(f"{key} moves, {query} changes")


def test_one_cell_among_the_points_breaks_the_order():
    assert tones(whole(POINTS, **switched(NC, (A, 0))))["order"] == "bad"


# ---- what is shown ------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 60])
@pytest.mark.parametrize("rule", list(PRESETS))
def test_any_number_of_points_works(count, rule):
    shown = whole(many(count) if count else context(()), rule=rule, tau=0.5)
    heat = shown.panel("mask").marks[0]
    assert heat.values.shape == heat.mask.shape == (count + 3, count + 4)
    curves = shown.panel("stage").marks[:2]
    assert [c.role for c in curves] == ["model", "ghost"]
    assert all(np.isfinite(c.mean).all() and (c.sd > 0).all() for c in curves)
    assert shown.reading("order").tone == ("" if count < 2 else "bad" if rule == "lm" else "good")


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


@pytest.mark.parametrize(
    ("controls", "end"),
    [
        ({}, "never masked."),
        ({"rule": "causal"}, "That is not autoregression."),
        ({"rule": "full"}, "depend on where the other targets are."),
        (switched(NC, (A, A)), "A target that attends to itself attends to y = 0."),
    ],
)
def test_the_note_states_what_the_mask_does(controls, end):
    assert drawn(POINTS, **controls).panel("mask").note.endswith(end)


def test_without_a_shift_there_is_no_shifted_prediction():
    shown = drawn(POINTS, tau=0)
    assert shown.reading("shift-tnpd").value == 0
    assert [mark.role for mark in shown.panel("stage").marks if hasattr(mark, "sd")] == ["model"]


def test_the_caption_counts_switched_cells():
    caption = drawn(POINTS, rule="full", **switched(NC, (A, A), (B, B))).caption
    assert caption.startswith("Mask: Full with 2 cells switched.")
