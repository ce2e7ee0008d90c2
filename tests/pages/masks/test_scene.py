"""The masks lesson: named masks, switched cells, and the predictions under them."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.masks import masked_prediction
from pages.masks.changes import EXACT, measure_changes
from pages.masks.controls import MaskControls
from pages.masks.mask_presets import PRESET_NAMES, PRESETS, MaskedModel, reachable, targets_interact
from pages.shared.drawing.presets import PRESETS as EXAMPLES
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import title
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import Dots
from tests.pages.masks.squares import AT, NC, OWN_WEIGHTS, POINTS, A, B, C, Y, drawn, mask_of, switched
from tnpcore import Points, masks

pytestmark = pytest.mark.slow

# ---- the masks ----------------------------------------------------------------------------------


def test_every_preset_is_the_mask_it_is_named_after():
    made = {name: preset.build(2).int().tolist() for name, preset in PRESETS.items()}
    context_columns = [[1, 1, 0, 0, 0]] * 5
    assert made["tnpd"] == context_columns
    assert made["causal"] == [*context_columns[:2], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    assert made["full"] == [[1] * 5] * 5
    assert made["cross"] == [[0] * 5] * 2 + context_columns[2:]
    assert made["lm"] == np.tril(np.ones((5, 5), int)).tolist()
    assert made["blank"] == [[0] * 5] * 5
    assert made["padding"] == [[1, 1, 0, 0, 0, 0, 0]] * 7
    assert made["efficient"] == made["tnpd"]
    assert torch.equal(PRESETS["tnpa"].build(2), masks.autoregressive(2, 3))
    extra = PRESETS["leaky"].build(2) ^ PRESETS["tnpa"].build(2)
    assert extra.nonzero().tolist() == [[5, 2], [6, 3], [7, 4]], "each auxiliary token attends to its own target's y"
    assert list(PRESET_NAMES) == list(PRESETS)


@pytest.mark.parametrize("rule", ["tnpd", "tnpa", "leaky", "efficient", "bottleneck"])
def test_a_mask_named_after_a_model_has_the_title_of_the_model_that_runs(rule):
    assert PRESETS[rule].title == title(PRESETS[rule].model)


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


def test_what_a_query_can_reach_follows_the_layers():
    mask = masks.empty(3)
    mask[0, 1] = mask[1, 2] = True
    assert reachable(mask, 0).tolist() == [False, True, True]
    assert reachable(mask, 2).tolist() == [False, False, False]
    assert targets_interact(mask) and not targets_interact(torch.eye(3, dtype=torch.bool))


# ---- the runs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", [*OWN_WEIGHTS, "padding", "efficient", "bottleneck"])
@pytest.mark.parametrize("points", [POINTS, context(()), context(((0.0, 1.0),))], ids=["seven", "none", "one"])
def test_the_band_is_what_one_run_for_each_position_gives(rule, points):
    run = MaskControls(rule=rule).masked_model(len(points))
    for shift, band in zip((0.0, 0.83), masked_prediction.predict_along_x(run, points, AT, (0.0, 0.83)), strict=True):
        shifted = Points(points.x + shift, points.y)
        for i in range(0, len(band.x), 30):
            at = torch.cat([torch.tensor([[band.x[i]]]), AT[1:]]) + shift
            expected = masked_prediction.predict_under(run, shifted, at, Y)
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
    run = MaskControls(rule="causal").masked_model(NC)
    others = measure_changes(run, run, POINTS, AT, Y).others
    assert others[0, 1:].min() > EXACT and others[1:, 0].max() < EXACT, "B and C depend on A, A on neither"


def test_every_single_cell_in_column_tb_opens_a_detour_to_a():
    """What the article says: in the row of a point, column tB, whether A's prediction changes much or little."""
    for points in (POINTS, context(EXAMPLES["Step"])):
        nc = len(points)
        for row in range(nc):
            run = MaskControls.parse(switched(nc, (row, nc + 1))).masked_model(nc)
            assert not run.mask[nc, nc + 1]
            assert measure_changes(run, run, points, AT, Y).others[1, 0] >= EXACT, row
        for elsewhere in ((0, nc), (1, nc + 2)):
            run = MaskControls.parse(switched(nc, elsewhere)).masked_model(nc)
            assert measure_changes(run, run, points, AT, Y).others[1, 0] < EXACT


def test_a_hidden_cell_gets_no_weight_and_the_row_renormalises():
    plain, edited = drawn(POINTS), drawn(POINTS, **switched(NC, (A, 4)))
    before, after = (s.panel("weights").marks[0].values for s in (plain, edited))
    assert before[0, 1 + 4] > 0.01 and after[0, 1 + 4] == 0
    assert np.allclose(after.sum(1), 1, atol=1e-5)
    assert np.allclose(before[1:], after[1:], atol=1e-6)
