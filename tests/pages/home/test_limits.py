"""Home's story: where an average fails, the Bayes predictor, a shift, the exercise, and the printed sheet."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
import torch
from torch.distributions import Normal, kl_divergence

from pages.home import scene as home
from pages.home.controls import HomeControls
from pages.home.story import STORY
from pages.home.task import CONTEXT
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.glossary.glossary import entries
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import FOUR
from pages.shared.models.predictions import predictions, shift_error
from pages.shared.scene.marks import Line
from tests.articles import texts
from tests.pages.home.steps import (
    ALL,
    AVERAGE,
    EMPTY,
    LIMIT,
    PROVE,
    SHIFT,
    SOLVED,
    TASK,
    numbers,
    sketch,
    verdict,
)
from tests.scenes import as_read
from tests.verdicts import unreasoned, unsaid
from tnpcore import card
from tnpcore.zoo import loss

# ---- 4: average or choose --------------------------------------------------------------------------


def test_the_cnp_misses_points_of_the_task():
    found = {guess: verdict(AVERAGE, ALL, ALL, guess) for guess in range(3)}
    missed, kept = numbers(found[0].text)
    at, largest = numbers(found[0].more)
    assert missed > 0.4 > 0.15 > kept and (context(ALL).x - at).abs().min() < 0.07
    assert "1/16" in found[0].more and largest > 3 / 16
    assert "because one average" in found[0].text


def test_the_row_that_the_verdict_speaks_of_is_outlined_in_the_map():
    at, weight = numbers(verdict(AVERAGE, ALL, ALL, 0).more)
    (heat,) = as_read(home.scene(context(ALL), HomeControls(show_cnp=True)).panel("weights")).marks
    assert float(heat.row_labels[heat.active_row]) == pytest.approx(at, abs=0.051)
    assert heat.values[heat.active_row].max() == pytest.approx(weight, abs=0.006)
    assert home.scene(context(ALL), HomeControls()).panel("weights").marks[0].active_row is None


def test_on_other_points_another_option_comes_true():
    assert verdict(AVERAGE, PRESETS[FIRST], ALL, 2).right
    assert verdict(AVERAGE, (), ALL, 2) is None


def test_the_mean_of_the_cnp_lies_on_the_stage_until_it_is_guessed_hidden():
    step = STORY.steps[AVERAGE - 1]
    assert set(step.reveals) >= {"line", "pictures"}
    lines = home.scene(context(ALL), HomeControls(show_cnp=True)).panel("stage").marks
    (line,) = (mark for mark in lines if isinstance(mark, Line))
    np.testing.assert_allclose(line.y, predictions("cnp", context(ALL))[0].mean)


def test_a_cnp_gives_every_point_the_same_weight():
    (heat,) = home.scene(context(ALL), HomeControls(model="cnp")).panel("weights").marks
    np.testing.assert_allclose(heat.values, 1 / 16)


# ---- 5: the limit ----------------------------------------------------------------------------------


def test_the_bayes_predictor_is_not_beaten():
    found = [verdict(LIMIT, ALL, ALL, guess) for guess in range(3)]
    results = card("tnpd").results
    assert f"{results['tasks']:,} new tasks" in found[1].more
    assert numbers(found[1].text)[0] == pytest.approx(100 * exp(-results["excess"]), abs=0.06)
    gaussian, mixture = (100 * exp(results["loglik"] - results[f"limit_{kind}"]) for kind in ("gaussian", "mixture"))
    assert f"{gaussian:.1f}% of the best Gaussian's density" in found[1].text
    assert f"a mixture: of it, TNP-D reaches {mixture:.1f}%" in found[1].more and gaussian > mixture + 0.5
    assert all(card(name).results["excess"] > 0 for name in ("cnp", "tnpd", "tetnp", "convcnp"))


def test_an_excess_of_a_hundredth_is_as_small_an_error_as_the_article_and_the_glossary_say():
    mean, low, high = (float(kl_divergence(Normal(0, 1), Normal(*off))) for off in ((0.14, 1), (0, 0.9), (0, 1.1)))
    assert [mean, (low + high) / 2] == pytest.approx([0.01, 0.01], abs=5e-4)
    assert "0.01 nats is what" in texts("home") and "off by 0.14 sd everywhere, or its sd by 10%" in texts("home")
    assert any("0.01 is as if its mean were off by 0.14 sd everywhere" in entry.means for entry in entries())


@pytest.mark.parametrize("name", FOUR)
def test_training_scored_the_expectation_and_not_a_drawn_y(name):
    """As the text below the board says of these four."""
    assert loss(card(name)) == "expectation"


# ---- 6: shift --------------------------------------------------------------------------------------


@pytest.mark.parametrize("guess", [[0, 0], [0, 1], [1, 0], [1, 1]])
def test_tnpd_changes_and_tetnp_shifts(guess):
    found = verdict(SHIFT, CONTEXT, CONTEXT, guess, tau=1.0)
    assert found.done and found.outcome == [1, 0] and found.right == (guess == [1, 0])
    assert "because it reads x itself" in found.text and "because it reads only differences" in found.text
    here, there = predictions("tnpd", context(CONTEXT), (0.0, 1.0))
    assert f"TNP-D's mean changes by {shift_error(here, there).mean:.3f} sd" in found.text


def test_a_shift_is_needed_and_a_small_one_is_not_judged():
    assert verdict(SHIFT, CONTEXT, CONTEXT, [1, 0]) is None
    small = verdict(SHIFT, CONTEXT, CONTEXT, [1, 0], tau=-0.2)
    assert not small.done and "at least 0.5" in small.text and "All x \u22120.20" in small.text


def test_tetnp_was_trained_on_the_same_tasks():
    assert card("tetnp").prior == card("tnpd").prior


# ---- 7: the exercise -------------------------------------------------------------------------------


def test_the_exercise_can_be_solved_as_the_hints_say():
    found = verdict(PROVE, SOLVED)
    assert found.done and numbers(found.text)[0] >= 0.5 and numbers(found.text)[1] <= 0.15


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (((0.0, 1.0), (1.0, -0.5)), "must miss by"),
        (((0.5, 1.5), (0.52, -1.5)), "Now TNP-D misses one, too"),
        (((2.4, 1.4),), "outside the tinted range"),
        ((*SOLVED, (1.0, 0.0), (1.5, 0.0)), "at most 4 points; now there are 5"),
    ],
)
def test_the_exercise_is_not_solved_otherwise(points, words):
    found = verdict(PROVE, points)
    assert not found.done and words in found.text


def test_its_numbers_are_those_on_show():
    shown = home.aside(context(SOLVED), HomeControls())
    text = verdict(PROVE, SOLVED).text
    assert numbers(text) == [round(shown.reading(f"miss-{name}").value, 2) for name in ("cnp", "tnpd")]


def test_a_random_search_finds_solutions():
    """About one in ten random draws of three or four points solves it: within reach, and not by any points."""
    generator = torch.Generator().manual_seed(0)
    solved = 0
    for _ in range(60):
        pairs = (torch.rand(4, 2, generator=generator) * torch.tensor([4.0, 3.0]) - torch.tensor([2.0, 1.5])).tolist()
        solved += verdict(PROVE, tuple(map(tuple, pairs))).done
    assert 2 <= solved <= 20


# ---- the printable sheet ---------------------------------------------------------------------------


def test_the_sheet_quotes_what_the_story_says():
    said = [
        verdict(EMPTY, ((0.0, 1.0),)),
        verdict(EMPTY, ((2.7, 1.0),)),
        sketch(np.full(17, 0.6)),
        verdict(TASK, (*CONTEXT, (0.14, 1.26)), CONTEXT),
        verdict(TASK, (*CONTEXT, (1.35, -0.52)), CONTEXT),
        verdict(AVERAGE, ALL, ALL, 0),
        verdict(LIMIT, ALL, ALL, 1),
        verdict(SHIFT, CONTEXT, CONTEXT, [1, 0], tau=1.0),
        verdict(PROVE, SOLVED),
        verdict(PROVE, ((0.0, 1.0), (1.0, -0.5))),
        verdict(PROVE, ((0.5, 1.5), (0.52, -1.5))),
    ]
    assert unsaid("home", said) == []
    assert unreasoned(said) == []
