"""The worked softmax beside what lecture notes print for it."""

import numpy as np

from pages.masks.softmax_example import LOGITS, PRINTED, remark


def test_the_remark_gives_each_row_by_hand_and_what_is_printed():
    text = remark()
    for count, wrong in enumerate(PRINTED, start=2):
        odds = np.exp(LOGITS[count - 1][:count])
        row = " ".join(f"{weight:.4f}".rstrip("0") for weight in odds / odds.sum())
        assert f"({row}), not ({' '.join(f'{weight:.4f}'.rstrip('0') for weight in wrong)})" in text
        assert np.abs(odds / odds.sum() - wrong).max() > 0.02
    assert "(0.475 0.525), not (0.5 0.5)" in text
