"""The page of the masks lesson: the softmax worked by hand, and how its widgets and switched cells meet."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from pages.masks import softmax_example
from pages.masks.controls import MaskControls, cells_control
from pages.shared.drawing.presets import FIRST, PRESETS
from tests.app_pages import board, draw, open_page
from tnpcore import masks

NC = len(PRESETS[FIRST])
A, B = NC, NC + 1
SWITCHED = {cells_control(NC): [[A, B]]}


# ---- the softmax by hand ------------------------------------------------------------------------


def test_the_worked_example_under_a_causal_mask():
    weights = softmax_example.masked_softmax(softmax_example.LOGITS, masks.causal(4).tolist())
    right = ((1,), (0.475, 0.525), (0.3322, 0.3672, 0.3006), (0.2138, 0.2363, 0.2612, 0.2887))
    for row, wanted in zip(weights, right, strict=True):
        assert row == pytest.approx([*wanted, *[0] * (4 - len(wanted))], abs=6e-5)


def test_the_masked_row_is_the_open_row_without_its_hidden_keys_renormalised():
    allowed = [[True, False, True, False]] * 4
    open_rows = np.array(softmax_example.masked_softmax(softmax_example.LOGITS))
    struck = open_rows * np.array(allowed)
    under = softmax_example.masked_softmax(softmax_example.LOGITS, allowed)
    assert np.allclose(under, struck / struck.sum(1, keepdims=True))


@pytest.mark.parametrize("logits", [(), ((1.0, 2.0),), ((1.0, math.inf), (0.0, 0.0))])
def test_logits_that_are_no_square_of_numbers_are_refused(logits):
    with pytest.raises(ValueError, match="logit"):
        softmax_example.masked_softmax(logits)


# ---- the page -----------------------------------------------------------------------------------


@pytest.fixture
def page():
    return open_page("masks")


def switch(app, **controls):
    """The page after the board has committed switched cells."""
    return draw(app, [list(p) for p in PRESETS[FIRST]], controls)


def square(app) -> dict:
    return board(app)["scene"]["panels"][1]["marks"][0]


def test_another_mask_starts_without_switched_cells_and_keeps_the_targets(page):
    switch(page, **SWITCHED, targets=[-1.0, 0.0, 1.0], tau=0.5)
    assert square(page)["mask"][A][1 + B]
    page.get_by_key("masking_rule").select("causal").run()
    assert [row[1:] for row in square(page)["mask"]] == masks.causal_targets(NC, 3).tolist()
    assert {mark["model"] for mark in board(page)["scene"]["panels"][0]["marks"][:1]} == {"tnp-causal"}
    assert board(page)["controls"] == {"rule": "causal", "order": "ABC", "points_order": "forward"}
    assert board(page)["own"] == {"targets": [-1.0, 0.0, 1.0], "tau": 0.5}


def test_another_order_starts_without_switched_cells(page):
    page.get_by_key("masking_rule").select("tnpa").run()
    switch(page, **SWITCHED)
    page.get_by_key("masking_order").select("BAC").run()
    found = torch.tensor(square(page)["mask"])[:, 1:]
    assert torch.equal(found, MaskControls(rule="tnpa", order="BAC").mask(NC))
    assert board(page)["controls"]["order"] == "BAC" and not any("cells" in name for name in board(page)["own"])


def test_the_button_resets_all_cells(page):
    before = square(page)["mask"]
    assert square(switch(page, **SWITCHED))["mask"] != before
    next(button for button in page.button if button.label == "Reset all cells").click().run()
    assert square(page)["mask"] == before
