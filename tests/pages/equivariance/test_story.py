"""The story of translation equivariance: every verdict comes from the models, and every sentence that can be checked
is."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import torch

from pages.equivariance import LESSON, judges, story
from pages.equivariance.controls import START, UNLABELLED, EquivarianceControls
from pages.equivariance.groups import PERMUTE, REFLECT, SCALE
from pages.equivariance.scene import later, scene
from pages.equivariance.shift_sweep import change_by_shift
from pages.equivariance.stationarity import likelihoods
from pages.equivariance.tokens import token_inputs
from pages.equivariance.variants import GRID_AT_ZERO, TRAINED_ON_SHIFTS, has_nonstationary, process
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.story import MAX_WORDS, Moment
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GRID, bayes_prediction, shift_error
from pages.shared.scene.marks import Dots
from tnpcore import Points, card, predict

DRAWN = PRESETS[FIRST]
SHEET = Path(__file__).resolve().parents[3] / "docs" / "teaching" / "equivariance.md"
STORY = LESSON.story
needs_pair = pytest.mark.skipif(not has_nonstationary(), reason="the two models are not trained yet")


def number(step):
    return next(i for i, one in enumerate(STORY.steps, start=1) if one is step)


def moment(points, step, **controls):
    return Moment(context(points), EquivarianceControls.parse({**STORY.controls_at(number(step)), **controls}))


def verdict(step, points=DRAWN, guess=None, **controls):
    """What the story says of these points and controls; the step was opened with the same points."""
    return STORY.verdict(number(step), moment(points, step), moment(points, step, **controls), guess)


def numbers(text):
    return [float(found.replace("\u2212", "-")) for found in re.findall(r"[\u2212-]?\d+\.\d+", text)]


def plain(step):
    return re.sub(r"\*\*|\]\([^)]*\)|\[", "", f"{step.text} {step.action}")


# ---- the form ------------------------------------------------------------------------------------


def test_every_step_is_short():
    assert 5 <= len(STORY.steps) <= 8
    assert all(len(plain(step).split()) <= MAX_WORDS for step in STORY.steps)
    assert STORY.steps[-1] is story.NAME_THEM and STORY.steps[-1].kind == "prove" and len(STORY.steps[-1].hints) == 3


def test_every_panel_and_option_is_there():
    for step in STORY.steps:
        now = moment(step.points or DRAWN, step)
        shown = scene(now.points, now.controls).joined(later(now.points, now.controls))
        assert {*step.panels} <= {panel.id for panel in shown.panels}, step.title
        for name, offered in step.options.items():
            assert all(EquivarianceControls.parse({name: value}) for value in offered)
    shown = {panel for step in STORY.steps for panel in step.panels}
    assert {"weights", "tokens", "layers", "grid", "sweep"} <= shown


def test_the_shift_starts_at_zero():
    assert STORY.steps[0].sets["tau"] == 0 == STORY.steps[1].sets["tau"]


def test_the_step_on_the_wrong_assumption_needs_its_models():
    with_it, without = story.story(True), story.story(False)
    assert story.WRONG_ASSUMPTION in with_it.steps and story.WRONG_ASSUMPTION not in without.steps
    assert len(with_it.steps) == 8 and len(without.steps) == 7


# ---- sort the models -----------------------------------------------------------------------------

RIGHT = [2, 0, 0, 1]


def test_the_sorted_models_are_judged_by_their_shift_errors():
    found = verdict(story.GUESS_MODELS, guess=RIGHT)
    assert found.done and found.right and found.outcome == RIGHT
    errors = {name: judges.EquivarianceControls(tau=START).shift_error(name, context(DRAWN)) for name in judges.SORTED}
    assert numbers(found.text) == [round(errors[name].mean, 3) for name in ("tnpd", GRID_AT_ZERO)]


@pytest.mark.parametrize(("item", "name"), list(enumerate(judges.SORTED)))
def test_each_wrong_bin_has_its_own_explanation(item, name):
    guess = [*RIGHT]
    guess[item] = (RIGHT[item] + 1) % 3
    found = verdict(story.GUESS_MODELS, guess=guess)
    assert found.done and found.right is False and found.outcome == RIGHT
    assert found.text.startswith("3 of 4.") and found.text.endswith(judges.OVERLOOKED[name])
    assert len(set(judges.OVERLOOKED.values())) == len(judges.OVERLOOKED)


def test_the_shift_of_the_question_is_no_whole_number_of_cells():
    """Else the grid at zero would seem to hold."""
    assert (START * model("convcnp").grid.points_per_unit) % 1 > 0.1


def test_no_verdict_gives_away_a_later_question():
    """Who fails is settled in the first step; at which shifts the grid fails is the question of the fourth."""
    texts = [verdict(story.GUESS_MODELS, guess=[a, b, c, d]).text for a, b, c, d in np.ndindex(3, 3, 3, 3)]
    texts += [verdict(story.SHIFT_ALL, tau=tau, model=name).text for tau in (0.2, 2.0) for name in ("tnpd", "tetnp")]
    texts += [verdict(story.WHY, centre=True).text]
    assert not [text for text in texts if re.search(r"cell|centr|reflect|doubl|order", text)]


# ---- shift everything ----------------------------------------------------------------------------


def test_shifting_ends_with_a_model_that_is_equivariant():
    assert verdict(story.SHIFT_ALL) is None
    little = verdict(story.SHIFT_ALL, tau=0.2)
    assert not little.done and "0.2" in little.text and "1 or more" in little.text
    raw = verdict(story.SHIFT_ALL, tau=1.2)
    assert not raw.done and "TETNP" in raw.text
    error = EquivarianceControls(tau=1.2).shift_error("tnpd", context(DRAWN))
    assert round(error.mean, 3) in numbers(raw.text)
    for name in ("tetnp", "convcnp"):
        done = verdict(story.SHIFT_ALL, tau=1.2, model=name)
        assert done.done and numbers(done.text) == [round(error.mean, 3)]


def test_equivariant_is_not_invariant():
    """The curve at the same x does change when the data are shifted away."""
    controls = EquivarianceControls(model="tetnp", tau=1.2)
    assert later(context(DRAWN), controls).reading("fixed").value > 0.5


# ---- why -----------------------------------------------------------------------------------------


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


def test_centring_is_what_ends_the_step():
    assert verdict(story.WHY) is None
    assert not verdict(story.WHY, points=(), centre=True).done
    still = verdict(story.WHY, centre=True, tau=0.0)
    assert not still.done and "Shift by 1" in still.text
    done = verdict(story.WHY, centre=True)
    raw = EquivarianceControls(tau=START).shift_error("tnpd", context(DRAWN)).mean
    assert done.done and numbers(done.text) == [round(raw, 3)] and "now by 0." in done.text


# ---- the grid: guess, then find the shift that changes most --------------------------------------

WORST = 0.02  # a shift after which points have entered other cells


def test_the_grid_at_zero_fails_between_whole_cells():
    between, whole, beyond = judges.grid_errors(context(DRAWN))
    assert between > 0.05 and whole < 1e-5 and beyond < 1e-5
    found = verdict(story.GRID, guess=1, tau=WORST)
    assert found.done and found.right and found.outcome == 1 and "near the largest change" in found.text
    error = EquivarianceControls(tau=WORST).shift_error(GRID_AT_ZERO, context(DRAWN)).mean
    assert round(error, 3) in numbers(found.text) and error >= 0.9 * between
    assert "16 cells per unit" in story.GRID.text and model("convcnp").grid.points_per_unit == 16


def test_a_search_finds_shifts_that_change_it_most():
    """About one in six shifts is among the largest: within reach, and not any shift."""
    found = [round(float(tau), 2) for tau in np.arange(0.01, 1.001, 0.01)]
    passed = [tau for tau in found if verdict(story.GRID, guess=1, tau=tau).done]
    assert WORST in passed and 5 <= len(passed) <= 30
    largest = max(change_by_shift(process(GRID_AT_ZERO), context(DRAWN), found, GRID)[0])
    between, _, _ = judges.grid_errors(context(DRAWN))
    assert between == pytest.approx(float(largest), rel=0.05), "one cell says what all shifts up to 1 do"


@pytest.mark.parametrize(("tau", "words"), [(0.5, "another shift"), (0.01, "another shift"), (1.02, "Stay within 1")])
def test_a_shift_that_changes_less_does_not_end_the_step(tau, words):
    found = verdict(story.GRID, guess=1, tau=tau)
    assert not found.done and words in found.text
    assert verdict(story.GRID, guess=1) is None, "nothing is shifted yet"


@pytest.mark.parametrize("guess", [0, 2])
def test_a_wrong_guess_about_the_grid_is_explained(guess):
    found = verdict(story.GRID, guess=guess, tau=WORST)
    assert found.done and found.right is False and found.text.endswith(judges.GRID_OVERLOOKED[guess])


def test_without_points_no_grid_is_judged():
    assert not verdict(story.GRID, points=(), guess=1, tau=WORST).done


# ---- learned or built in: guess, then find a shift that was not learned ---------------------------

FAR = -5.6


def test_what_was_learned_ends_with_the_training():
    found = verdict(story.BUILT_IN, guess=1, tau=FAR)
    assert found.done and found.right and found.outcome == 1
    assert numbers(found.text)[0] == FAR and numbers(found.text)[1] >= 0.2
    near, raw = numbers(found.text)[3:5]
    far, _ = change_by_shift(process(TRAINED_ON_SHIFTS), context(DRAWN), (judges.BEYOND,), GRID)
    assert near < 0.05 and near < raw / 10 and far[0] > 10 * near
    shifts = card(TRAINED_ON_SHIFTS).recipe["shift"]
    assert f"up to {shifts:.0f}" in story.BUILT_IN.text


def test_a_search_by_the_handle_finds_shifts_beyond_the_training():
    passed = [tau for tau in np.arange(-6.0, 6.01, 0.5) if verdict(story.BUILT_IN, guess=1, tau=float(tau)).done]
    assert {-6.0, 6.0} <= set(passed) and all(abs(tau) > card(TRAINED_ON_SHIFTS).recipe["shift"] for tau in passed)


@pytest.mark.parametrize(
    ("tau", "words"), [(START, "it was trained on such shifts"), (3.0, "trained on such"), (4.6, "further")]
)
def test_a_shift_that_was_learned_does_not_end_the_step(tau, words):
    found = verdict(story.BUILT_IN, guess=1, tau=tau)
    assert not found.done and words in found.text


def test_points_that_no_training_task_had_are_named():
    """Learned equivariance is learned for such data only: the same shift, other points."""
    outlier = tuple((x, 3.0 * (-1) ** i) for i, (x, _) in enumerate(DRAWN))
    found = verdict(story.BUILT_IN, points=outlier, guess=1, tau=FAR)
    assert not found.done and "On these points" in found.text and numbers(found.text)[1] > 0.05


@pytest.mark.parametrize("guess", [0, 2])
def test_a_wrong_guess_about_training_is_explained(guess):
    found = verdict(story.BUILT_IN, guess=guess, tau=FAR)
    assert found.done and found.right is False and found.text.endswith(judges.LEARNED_OVERLOOKED[guess])


# ---- other groups --------------------------------------------------------------------------------

CHANGED = [0, 1, 2]


def test_other_changes_are_judged_on_tetnp():
    found = verdict(story.OTHER_GROUPS, guess=CHANGED)
    assert found.done and found.right and found.outcome == CHANGED


@pytest.mark.parametrize(("item", "group"), list(enumerate((PERMUTE, REFLECT, SCALE))))
def test_each_wrong_change_has_its_own_explanation(item, group):
    guess = [*CHANGED]
    guess[item] = (CHANGED[item] + 1) % 3
    found = verdict(story.OTHER_GROUPS, guess=guess)
    assert found.right is False and found.text.endswith(judges.OVERLOOKED[group])


def test_the_bayes_predictor_follows_a_reflection_and_no_scale():
    drawn = context(DRAWN)
    here = bayes_prediction(drawn)
    mirrored, doubled = (
        bayes_prediction(Points(-drawn.x, drawn.y), -GRID),
        bayes_prediction(Points(drawn.x, 2 * drawn.y)),
    )
    assert shift_error(here, mirrored).largest < 1e-6
    assert np.sqrt(np.mean(((doubled.mean / 2 - here.mean) / here.sd) ** 2)) > 0.1


@pytest.mark.parametrize("group", [PERMUTE, REFLECT, SCALE])
def test_a_group_is_undone_in_the_prediction(group):
    """By hand: the model on the changed data, with the change undone."""
    drawn = context(DRAWN)
    here, changed = EquivarianceControls(group=group).predict_both("tetnp", drawn, GRID)
    sign, factor = (-1 if group == REFLECT else 1), (2 if group == SCALE else 1)
    order = torch.arange(len(drawn)).flip(0) if group == PERMUTE else torch.arange(len(drawn))
    direct = predict(model("tetnp"), Points(sign * drawn.x[order], factor * drawn.y[order]), sign * GRID)
    np.testing.assert_allclose(changed.mean, direct.mean[:, 0].numpy() / factor, atol=1e-6)
    np.testing.assert_allclose(changed.sd, direct.std[:, 0].numpy() / factor, atol=1e-6)
    np.testing.assert_array_equal(changed.x, here.x)


# ---- the wrong assumption ------------------------------------------------------------------------


class AsGood:
    """Two models whose likelihoods do not differ."""

    difference = (0.0, 0.01)

    def mean(self, name):
        return 0.5


def test_the_right_option_gets_the_reason_only_where_it_is_the_reason(monkeypatch):
    reason = "TNP-D reads on which side of 0 it is"
    assert reason in judges.better_model(None, None, 1).text
    monkeypatch.setattr(judges, "likelihoods", AsGood)
    found = judges.better_model(None, None, 2)
    assert found.right and found.text.endswith("apart.")


@needs_pair
def test_where_x_matters_the_model_that_reads_x_is_better():
    difference, error = likelihoods().difference
    assert difference > 3 * error > 0
    found = verdict(story.WRONG_ASSUMPTION, guess=1)
    assert found.done and found.right and found.outcome == 1
    assert round(difference, 3) in numbers(found.text) and round(error, 3) in numbers(found.text)


@needs_pair
def test_the_tasks_shifted_away_turn_the_result_around():
    difference, error = likelihoods(2.0).difference
    assert difference < -3 * error
    torch.testing.assert_close(likelihoods(2.0).scores["tetnp"], likelihoods().scores["tetnp"], atol=1e-3, rtol=1e-3)


@needs_pair
@pytest.mark.parametrize("guess", [0, 2])
def test_a_wrong_guess_about_the_assumption_is_explained(guess):
    found = verdict(story.WRONG_ASSUMPTION, guess=guess)
    assert found.right is False and found.text.endswith(judges.BETTER_OVERLOOKED[guess])


# ---- the exercise --------------------------------------------------------------------------------


def solved(points=DRAWN):
    """The names of the four curves, from their shapes on the screen alone: E = 0 lies at −7."""
    now = moment(points, story.NAME_THEM)
    curves = {line.label: line for line in later(now.points, now.controls).panel("sweep").marks}
    highest = {letter: line.y.max() for letter, line in curves.items()}
    flat = min(curves, key=lambda letter: highest[letter])
    rest = [letter for letter in curves if letter != flat]
    returning = max(rest, key=lambda letter: np.sum(curves[letter].y < -5))
    low, high = sorted((letter for letter in rest if letter != returning), key=highest.get)
    names = {flat: "tetnp", returning: GRID_AT_ZERO, low: TRAINED_ON_SHIFTS, high: "tnpd"}
    return [judges.CHOICES.index(names[letter]) for letter in sorted(names)]


@pytest.mark.parametrize("points", [DRAWN, PRESETS["One point"], PRESETS["Outlier"]], ids=["drawn", "one", "outlier"])
def test_the_exercise_is_solved_by_the_shapes_of_the_curves(points):
    found = verdict(story.NAME_THEM, points, guess=solved(points))
    assert found.done and found.right


def test_a_wrong_name_is_refuted_by_its_own_numbers():
    right = solved()
    for letter in range(4):
        guess = [*right]
        guess[letter] = (right[letter] + 1) % 4
        found = verdict(story.NAME_THEM, guess=guess)
        hidden = judges.COMPARED[UNLABELLED][letter]
        changes, _ = change_by_shift(process(hidden), context(DRAWN), judges.SEEN_AT, GRID)
        assert not found.done and found.outcome is None and found.text.startswith("3 of 4.")
        assert numbers(found.text)[0] == pytest.approx(float(changes[0]), abs=6e-4) or changes[0] < 1e-4
        assert f"{'ABCD'[letter]} is not {judges.NAMED[judges.CHOICES[guess[letter]]]}" in found.text


def test_two_models_exchanged_do_not_pass_and_nothing_does_without_points():
    right = solved()
    assert not verdict(story.NAME_THEM, guess=[right[1], right[0], *right[2:]]).done
    assert not verdict(story.NAME_THEM, points=(), guess=right).done


def test_no_name_is_given_away_by_the_curves():
    now = moment(DRAWN, story.NAME_THEM)
    lines = later(now.points, now.controls).panel("sweep").marks
    assert not any(isinstance(mark, Dots) for mark in scene(now.points, now.controls).panel("sweep").marks)
    assert [line.label for line in lines] == list("ABCD")
    assert not any(line.model for line in lines) and not {line.role for line in lines} & {"tnpd", "tetnp", "convcnp"}


def test_the_hints_are_true():
    now = moment(DRAWN, story.NAME_THEM)
    curves = {line.label: line for line in later(now.points, now.controls).panel("sweep").marks}
    assert sum(line.y.max() < -5 for line in curves.values()) == 1
    zero = curves["B"]
    whole = np.isclose(16 * zero.x % 1, 0)
    assert f"{zero.x.max():.2f} only" in story.NAME_THEM.text
    assert zero.y[whole].max() < -5 < zero.y[~whole].min()
    assert np.all(curves["A"].y <= curves["C"].y + 1e-9)


# ---- the sheet for teaching ----------------------------------------------------------------------


def test_the_sheet_quotes_what_the_story_shows():
    sheet = re.sub(r"\s+", " ", SHEET.read_text("utf-8"))
    shown = [
        *(verdict(story.GUESS_MODELS, guess=guess).text for guess in ([1, 0, 0, 1], [2, 1, 0, 1], [2, 0, 0, 0], RIGHT)),
        *(verdict(story.SHIFT_ALL, tau=2.0, model=name).text for name in ("tnpd", "tetnp")),
        verdict(story.WHY, centre=True).text,
        *(verdict(story.GRID, guess=guess, tau=WORST).text for guess in range(3)),
        verdict(story.GRID, guess=1, tau=0.5).text,
        verdict(story.BUILT_IN, guess=1, tau=3.0).text,
        *(verdict(story.BUILT_IN, guess=guess, tau=FAR).text for guess in range(3)),
        *(verdict(story.OTHER_GROUPS, guess=guess).text for guess in (CHANGED, [0, 0, 2], [0, 1, 0])),
        judges.BETTER_OVERLOOKED[0],
    ]
    quoted = [one for one in re.findall(r'"([^"]+)"', sheet) if one != "Attention is to blame."]
    assert len(quoted) >= 12
    for one in quoted:
        assert any(one in text for text in shown), one


def test_the_sheet_has_a_part_for_every_step():
    titles = re.findall(r"^## \d\. (?:Exercise: )?(.+)$", SHEET.read_text("utf-8"), re.M)
    assert [title.lower() for title in titles] == [step.title.lower() for step in story.story(True).steps]


def test_the_solution_of_the_sheet_passes():
    """A, C, D, B as the sheet names them."""
    named = {"A": TRAINED_ON_SHIFTS, "B": GRID_AT_ZERO, "C": "tnpd", "D": "tetnp"}
    assert [judges.CHOICES.index(name) for name in named.values()] == solved()
