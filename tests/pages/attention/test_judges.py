"""The attention story's first judges: what ends a step, what does not, and what each wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.attention import judges
from pages.attention.story import POINTS, STORY
from tests.pages.attention.steps import (
    DRAG,
    EFFECT,
    GUESS,
    SCORES,
    mean_at,
    moment,
    verdict,
    weights_at,
)
from tests.verdicts import whole


def test_dragging_the_query_ends_when_another_point_is_the_heaviest():
    assert verdict(DRAG, moment(DRAG)) is None
    still = verdict(DRAG, moment(DRAG, query=0.2))
    assert not still.done and "the same point" in whole(still)
    done = verdict(DRAG, moment(DRAG, query=-0.9))
    assert done.done and done.right is None
    assert "−0.70" in whole(done) and f"{weights_at(-0.9)[3][1, 2]:.0%}" in whole(done)
    assert not verdict(DRAG, moment(DRAG, ((0.0, 1.0),), query=1.0)).done


def test_two_points_share_the_weight_where_their_scores_are_nearly_equal():
    assert verdict(SCORES, moment(SCORES)) is None
    far = verdict(SCORES, moment(SCORES, query=0.45))
    assert not far.done and "nearly equal" in whole(far)
    tie = next(x for x in np.linspace(0.4, 0.8, 81) if np.sort(weights_at(float(x))[3][1, 1:])[-2] > 0.41)
    done = verdict(SCORES, moment(SCORES, query=float(tie)))
    top = np.sort(weights_at(float(tie))[3][1, 1:])
    assert done.done
    ratio = float(re.search(r"= (\d\.\d+): so many", whole(done))[1])
    assert ratio == pytest.approx(top[-1] / top[-2], abs=0.02)


def test_two_points_share_the_weight_over_a_stretch_that_a_finger_can_stop_in():
    """On a phone 0.2 of x are 10 pixels; and as the step opens, near that stretch, one point has nearly all of it."""
    opens = STORY.controls_at(SCORES)["query"]
    shared = [np.sort(weights_at(opens + x)[3][1, 1:])[-2] >= judges.SHARE for x in np.arange(0, 0.6, 0.02)]
    assert max(map(len, re.findall("1+", "".join(str(int(one)) for one in shared)))) * 0.02 >= 0.2
    assert not shared[0] and f"{judges.SHARE:.0%} or more each" in STORY.steps[SCORES - 1].action


@pytest.mark.parametrize(
    ("guess", "words"),
    [
        ([0.2] * 5, "Equal bars would mean equal scores"),
        ([0.0, 0.1, 0.9, 0.0, 0.0], "You chose the nearest point"),
        ([0.0, 0.0, 0.1, 0.0, 0.9], "its score is too low"),
    ],
)
def test_a_wrong_guess_of_the_weights_is_explained(guess, words):
    found = verdict(GUESS, moment(GUESS), guess)
    row = weights_at(0.0)[3][2, 1:]
    assert found.done and found.right is False and words in whole(found)
    assert np.allclose(found.outcome, row / row.sum(), atol=1e-3)
    misplaced = 0.5 * np.abs(np.array(guess) - row / row.sum()).sum()
    assert f"misplaced {misplaced:.0%}" in whole(found)


def test_the_right_point_is_right_whatever_its_share():
    found = verdict(GUESS, moment(GUESS), [0.1, 0.6, 0.1, 0.1, 0.1])
    assert found.right and "The point is right" in whole(found)


def test_a_guess_of_the_weights_within_a_quarter_is_right():
    found = verdict(GUESS, moment(GUESS), [0.0, 0.8, 0.2, 0.0, 0.0])
    assert found.right and "nearer" in whole(found)
    assert not verdict(GUESS, moment(GUESS, POINTS[:4]), [0.2] * 5).done


def test_the_heaviest_point_has_not_the_largest_effect():
    row = weights_at(0.0)[3][2, 1:]
    changes = [mean_at(0.0, POINTS[:i] + POINTS[i + 1 :]) - mean_at(0.0) for i in range(5)]
    assert row.argmax() != np.abs(changes).argmax()
    right, wrong = (verdict(EFFECT, moment(EFFECT), guess) for guess in (1, 0))
    assert right.right and wrong.right is False and "A weight counts in one head of one layer." in whole(wrong)
    assert "because other heads and layers use it too" in whole(right)
    for value in (changes[int(row.argmax())], max(changes, key=abs), mean_at(0.0, mute=((3, 2),)) - mean_at(0.0)):
        assert f"{abs(value):.2f}" in whole(right)
    agree = verdict(EFFECT, moment(EFFECT, query=0.5), 1)
    assert agree.right is False and agree.outcome == 0 and "here the two agree" in whole(agree)
    assert not verdict(EFFECT, moment(EFFECT, ((0.0, 1.0),)), 0).done


def test_muting_in_the_story_changes_no_verdict():
    muted = verdict(EFFECT, moment(EFFECT, mute=True), 1)
    assert whole(muted) == whole(verdict(EFFECT, moment(EFFECT), 1))
