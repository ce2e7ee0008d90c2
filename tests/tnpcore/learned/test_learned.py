"""Models along a run, and of few functions: what they learn from, how a beginning equals the longer run, the cards."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
import torch

from tnpcore import Points, predict
from tnpcore.families import family
from tnpcore.learned import FUNCTIONS, SMALL, STEPS, FixedFunctions, card, functions_name, load, spec, step_name
from tnpcore.learned.family import own_excess
from tnpcore.learned.functions import POINTS, points
from tnpcore.learned.page import page
from tnpcore.training import TrainingConfig
from tnpcore.training.recipe import Beginning
from tnpcore.training.updates import schedule


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


# ---- fixed functions -------------------------------------------------------------------------------


def test_a_task_is_made_of_points_of_one_function_that_never_change():
    known = set(zip(*(part[:3].flatten().tolist() for part in points(3)), strict=True))
    drawn = [FixedFunctions(3).sample(8, 5, 7, generator(seed)) for seed in range(3)]
    for task in drawn:
        assert task.known is None, "no target is replaced by its distribution"
        both = task.context.joined(task.target)
        assert set(zip(both.x.float().flatten().tolist(), both.y.float().flatten().tolist(), strict=True)) <= known
        for x in both.x[..., 0]:
            assert len(x.unique()) == 12, "context and targets are different points"
    assert len({tuple(task.context.x.flatten().tolist()) for task in drawn}) == 3


def test_few_functions_are_among_many_and_each_has_noise_of_its_own():
    few, many = points(2), points(20)
    assert torch.equal(few[0], many[0][:2]) and torch.equal(few[1], many[1][:2])
    assert many[0].shape == (20, POINTS, 1)
    with pytest.raises(ValueError, match="count must be a whole number"):
        FixedFunctions(0)
    with pytest.raises(ValueError, match=r"a fixed function has 100 points, got 60 \+ 50"):
        FixedFunctions(1).sample(1, 60, 50, generator())


# ---- a beginning of a run --------------------------------------------------------------------------


def test_the_beginning_of_a_run_has_the_rates_of_the_longer_one():
    whole = TrainingConfig(100, warmup=5)
    first = Beginning(**{**asdict(whole), "steps": 10}, whole=100)
    assert [schedule(step, first) for step in range(10)] == [schedule(step, whole) for step in range(10)]
    assert schedule(9, replace(whole, steps=10)) < schedule(9, first)
    with pytest.raises(ValueError, match="whole must be a whole number of at least 10, got 5"):
        Beginning(**{**asdict(whole), "steps": 10}, whole=5)


def test_after_its_last_step_a_beginning_is_what_the_longer_run_was():
    known = spec("cnp-step1")
    material = family("cnp-step1").material(known, None, None)
    recipe = TrainingConfig(20, batch_size=4, pool_size=512, warmup=3)
    long = material.start(known, recipe, torch.device("cpu"))
    short = material.start(known, Beginning(**{**asdict(recipe), "steps": 3}, whole=20), torch.device("cpu"))
    for _ in range(3):
        long.advance(), short.advance()
    for one, other in zip(long.result.parameters(), short.result.parameters(), strict=True):
        assert torch.equal(one, other)


# ---- what is shipped -------------------------------------------------------------------------------


def test_along_a_run_the_excess_falls_and_the_tnp_ends_below_the_cnp():
    for name in SMALL:
        excess = [card(step_name(name, steps)).results["excess"] for steps in STEPS]
        assert excess == sorted(excess, reverse=True) and excess[0] > 2 > 0.6 > excess[-1]
    last = {name: card(step_name(name, STEPS[-1])).results["excess"] for name in SMALL}
    assert last["tnpd"] < last["cnp"]


def test_few_functions_are_memorised_and_many_are_inferred():
    cards = [card(functions_name(count)).results for count in FUNCTIONS]
    new = [results["excess"] for results in cards]
    assert new == sorted(new, reverse=True) and new[0] > 2 > 0.3 > new[-1]
    assert cards[0]["own_excess"] < -0.2 < cards[-1]["own_excess"], "the limit is that of functions never met"


def test_the_card_of_one_function_says_what_is_measured():
    found, error = own_excess(load(functions_name(1)), FixedFunctions(1))
    results = card(functions_name(1)).results
    assert (found, error) == pytest.approx((results["own_excess"], results["own_excess_se"]), abs=2e-3)


def test_the_model_of_one_function_predicts_it_whatever_the_context():
    x, y = (part[0].double() for part in points(1))
    other = Points(x[:20], -y[:20])
    found = predict(load(functions_name(1)), other, x[50:]).mean
    assert (found - y[50:]).abs().mean() < 0.5 * (found + y[50:]).abs().mean()


def test_all_files_together_are_small():
    sizes = [card(name).parameters * 4 for name in family("cnp-step1").specs]
    assert sum(sizes) < 12e6


def test_the_page_has_a_row_for_each_checkpoint_and_number_of_functions():
    text = page()
    assert all(f"\n| {steps:,} |" in text for steps in (*STEPS, *FUNCTIONS))
