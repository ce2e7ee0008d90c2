"""The story of translation equivariance: its form, who follows a shift, and why."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.equivariance import judges, story
from pages.equivariance.controls import START, EquivarianceControls
from pages.equivariance.groups import GROUPS
from pages.equivariance.scene import later, scene
from pages.equivariance.tokens import token_inputs
from pages.equivariance.variants import GRID_AT_ZERO
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from tests.pages.equivariance.steps import (
    DRAWN,
    RIGHT,
    STORY,
    moment,
    numbers,
    verdict,
)
from tests.scenes import as_read
from tests.verdicts import whole

pytestmark = pytest.mark.slow

# ---- the form --------------------------------------------------------------------------------------


def test_the_story_shows_every_picture_of_the_lesson_and_ends_with_the_names():
    assert {"weights", "tokens", "layers", "grid", "sweep"} <= {panel for step in STORY.steps for panel in step.panels}
    assert STORY.steps[-1] is story.NAME_THEM


def test_the_shift_is_seen_once_it_was_guessed_and_starts_at_zero_where_a_hand_sets_it():
    guessed, explained, dragged, *_ = STORY.steps
    assert guessed.sets["tau"] == explained.sets["tau"] == START and "shifted-prediction" in guessed.reveals
    assert dragged.sets["tau"] == 0 and "Drag" in dragged.text


def test_the_step_on_the_wrong_assumption_needs_its_models():
    with_it, without = story.story(True), story.story(False)
    assert story.WRONG_ASSUMPTION in with_it.steps and story.WRONG_ASSUMPTION not in without.steps
    assert len(with_it.steps) == 8 and len(without.steps) == 7


# ---- sort the models -------------------------------------------------------------------------------


def test_the_sorted_models_are_judged_by_their_shift_errors():
    found = verdict(story.GUESS_MODELS, guess=RIGHT)
    assert found.done and found.right and found.outcome == RIGHT
    errors = {name: judges.EquivarianceControls(tau=START).shift_error(name, context(DRAWN)) for name in judges.SORTED}
    assert numbers(whole(found)) == [round(errors[name].mean, 3) for name in ("tnpd", GRID_AT_ZERO)]


@pytest.mark.parametrize(("item", "name"), list(enumerate(judges.SORTED)))
def test_each_wrong_bin_has_its_own_explanation(item, name):
    guess = [*RIGHT]
    guess[item] = (RIGHT[item] + 1) % 3
    found = verdict(story.GUESS_MODELS, guess=guess)
    assert found.done and found.right is False and found.outcome == RIGHT
    assert found.text.startswith("3 of 4.") and found.text.endswith(judges.OVERLOOKED[name])
    assert len(set(judges.OVERLOOKED.values())) == len(judges.OVERLOOKED)
    assert "This grid" not in found.text  # the sentence before may speak of the other one


def test_the_shift_of_the_question_is_no_whole_number_of_cells():
    """Else the grid at zero would seem to hold."""
    assert (START * model("convcnp").grid.points_per_unit) % 1 > 0.1


def test_no_verdict_gives_away_a_later_question():
    """Who fails is settled in the first step; at which shifts the grid fails is the question of the fourth."""
    one_wrong = [[(r + by * (i == j)) % 3 for j, r in enumerate(RIGHT)] for i in range(4) for by in range(3)]
    texts = [whole(verdict(story.GUESS_MODELS, guess=guess)) for guess in one_wrong]
    texts += [whole(verdict(story.SHIFT_ALL, tau=tau, model=name)) for tau in (0.2, 2.0) for name in ("tnpd", "tetnp")]
    texts += [whole(verdict(story.WHY, centre=True))]
    assert not [text for text in texts if re.search(r"cell|centr|reflect|doubl|order", text)]


# ---- shift everything ------------------------------------------------------------------------------


def test_shifting_ends_with_a_model_that_is_equivariant():
    assert verdict(story.SHIFT_ALL) is None
    little = verdict(story.SHIFT_ALL, tau=0.2)
    assert not little.done and "0.2" in as_read(little.text) and "1 or more" in as_read(little.text)
    raw = verdict(story.SHIFT_ALL, tau=1.2)
    assert not raw.done and "TETNP" in as_read(raw.text)
    error = EquivarianceControls(tau=1.2).shift_error("tnpd", context(DRAWN))
    assert round(error.mean, 3) in numbers(raw.text)
    for name in ("tetnp", "convcnp"):
        done = verdict(story.SHIFT_ALL, tau=1.2, model=name)
        change = scene(context(DRAWN), EquivarianceControls(tau=1.2)).panel("weights-change").marks[0].values
        moved = round(50 * float(np.abs(change).sum(1).mean()))
        assert done.done and numbers(done.text) == [round(error.mean, 3)] and moved > 1
        assert "and its weights stay" in done.text and f"{moved}% of its attention weight moves" in done.text


def test_equivariant_is_not_invariant():
    """The curve at the same x does change when the data are shifted away."""
    controls = EquivarianceControls(model="tetnp", tau=1.2)
    assert later(context(DRAWN), controls).reading("fixed").value > 0.5


def test_changes_are_sorted_in_the_order_of_their_buttons():
    step = story.OTHER_GROUPS
    assert list(step.guess.items) == [title for name, title in GROUPS.items() if name in step.options["group"]]


# ---- why -------------------------------------------------------------------------------------------


def test_only_tnpds_token_holds_x():
    drawn = context(DRAWN)
    (before, after), (same, as_before) = (token_inputs(name, drawn, START).numpy() for name in ("tnpd", "tetnp"))
    np.testing.assert_allclose(after - before, [[START, 0.0, 0.0]] * len(DRAWN), atol=1e-6)
    np.testing.assert_array_equal(same, as_before)
    np.testing.assert_allclose(same[:, 0], drawn.y[:, 0], atol=1e-6)


def test_the_changed_numbers_are_outlined():
    marks = {}
    for centre in (False, True):
        now = moment(DRAWN, story.WHY, centre=centre)
        shown = later(now.points, now.controls)
        marks[centre] = {id: shown.panel(id).marks[0].marked for id in ("tokens", "layers")}
    assert marks[False]["tokens"].tolist() == [[False] * 5, [True, False, False, False, False]]
    assert marks[False]["layers"].tolist() == [[True] * 6, [False] * 6]
    assert not marks[True]["tokens"].any() and not marks[True]["layers"].any()
    assert "every layer changes, unless x is centred" in story.WHY.text  # true of both


def test_centring_is_what_ends_the_step():
    assert verdict(story.WHY) is None
    assert not verdict(story.WHY, points=(), centre=True).done
    still = verdict(story.WHY, centre=True, tau=0.0)
    assert not still.done and "Shift by 1" in whole(still)
    done = verdict(story.WHY, centre=True)
    raw = EquivarianceControls(tau=START).shift_error("tnpd", context(DRAWN)).mean
    assert done.done and numbers(whole(done)) == [round(raw, 3)] and "now by 0, because" in whole(done)
