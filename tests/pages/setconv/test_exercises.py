"""The story of SetConv from the layers of the U-Net to the exercise, which a script solves with the shipped weights."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from pages.setconv import comparisons as compare
from pages.setconv.activations import NAMES
from pages.setconv.story import STORY
from pages.shared.models.catalogue import model
from tests.pages.setconv.moments import FLAT, LAYERS, PROVE, moment, numbers, points_of, predicted, verdict
from tests.scenes import as_read
from tests.verdicts import whole

# ---- 5: layers ---------------------------------------------------------------------------------------


def test_the_coarsest_layer_is_to_be_found():
    assert verdict(LAYERS) is None
    for layer in range(1, len(NAMES)):
        found = verdict(LAYERS, layer=layer)
        assert found.done == (NAMES[layer] == "↓5") and f"“{NAMES[layer]}”" in whole(found)
    assert numbers(whole(verdict(LAYERS, layer=3)))[1:3] == [0.5, 8]
    done = verdict(LAYERS, layer=5)
    assert "2.00" in whole(done) and "32 cells" in whole(done) and "125 grid cells, 7.8" in whole(done)


def test_the_text_says_what_the_network_is():
    text, net = STORY.steps[LAYERS - 1].text, model("convcnp").net
    assert "five layers halve" in text and "five double" in text and len(net.down) == len(net.up) == 5
    assert "8 of the 64 channels" in text and net.enter.out_channels == 64


# ---- 6: a flat density ---------------------------------------------------------------------------------


def test_three_points_make_a_flat_density():
    found = verdict(FLAT, ((-1.3, 0.5), (0.0, 1.0), (1.3, -1.0)), lengthscale=0.65)
    assert found.done and numbers(whole(found))[-1] <= 10


@pytest.mark.parametrize(
    ("points", "lengthscale", "words"),
    [
        (None, 0.65, "it is highest at x = 0.00"),
        (((-1.3, 0.5), (0.0, 1.0), (1.3, -1.0)), 0.3, "lowest at x = "),
        (((-1.9, 0.5), (0.0, 1.0), (1.9, -1.0)), 1.0, "a lengthscale of at most 0.65"),
        (((-1.2, 0.5), (-0.4, 1.0), (0.4, -1.0), (1.2, 1.0)), 0.5, "at most 3 points"),
        ((), 0.65, "no density"),
    ],
)
def test_other_densities_are_not_flat(points, lengthscale, words):
    found = verdict(FLAT, points, lengthscale=lengthscale)
    assert not found.done and words in whole(found)


def test_the_hint_solves_it_and_the_height_does_not_matter():
    places = numbers(STORY.steps[FLAT - 1].hints[2])
    for height in (-1.0, 0.0, 2.0):
        assert verdict(FLAT, [(x, height) for x in places[1:]], lengthscale=places[0]).done


def test_a_script_finds_a_flat_density():
    solved = [
        (apart, lengthscale)
        for apart, lengthscale in product(np.arange(0.8, 1.6, 0.1), (0.3, 0.5, 0.65))
        if verdict(FLAT, [(-apart, 1.0), (0.0, 1.0), (apart, 1.0)], lengthscale=float(lengthscale)).done
    ]
    assert solved and all(1.5 < apart / lengthscale < 2.5 for apart, lengthscale in solved)


# ---- 7: one raw sum, two sets ----------------------------------------------------------------------------

START = points_of(PROVE)
SPLIT = (START[0], (0.4, 0.6), (0.4, 0.6))


def test_one_raw_sum_and_two_bands():
    assert verdict(PROVE) is None
    found = verdict(PROVE, SPLIT)
    assert found.done
    then, here = (moment(PROVE, points) for points in (START, SPLIT))
    raw, band = numbers(found.more)[:2]
    assert raw == 0 and band == pytest.approx(
        compare.band_difference(then.points, here.points, here.controls)[1], abs=0.006
    )
    assert abs(predicted("convcnp", SPLIT, 0.4)[0] - predicted("convcnp", START, 0.4)[0]) > 0.5
    same = [predicted("convcnp-nodensity", points, 0.4) for points in (START, SPLIT)]
    assert same[0] == pytest.approx(same[1], abs=1e-4), "the model of the raw sum alone takes them for the same"


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((*START, (1.2, 0.0)), "from y = 0"),
        ((*START, (1.2, 0.9)), "The raw sum differs by 0.90 at x = 1.20"),
        ((START[0], (0.405, 1.2)), "too little"),
        ((START[0], (0.4, 0.6)), "The raw sum differs by 0.60"),
        ((), "The raw sum differs"),
    ],
)
def test_other_sets_do_not_solve_it(points, words):
    found = verdict(PROVE, points)
    assert not found.done and words in whole(found)


def test_a_finger_is_exact_enough():
    assert verdict(PROVE, (START[0], (0.39, 0.61), (0.41, 0.6))).done


@pytest.mark.parametrize("points", [(START[0], (0.37, 0.63), (0.44, 0.58)), (*START, (1.5, 0.5), (1.52, -0.5))])
def test_a_trace_in_the_raw_sum_is_not_the_same_raw_sum(points):
    """Both lie within 0.1 of the kept sum, and the model that reads nothing else answers to them."""
    found = verdict(PROVE, points)
    assert not found.done and as_read(found.text).endswith("Give the added points one x, and y with the same sum."), (
        "two opposite points, too"
    )
    raw, _, _, blind = numbers(whole(found))[:4]
    assert raw < 0.1 and blind > 0.9


def test_a_pair_of_opposite_points_solves_it_too():
    """Outside the others it moves the grid: the same sum, and not the same in every cell, as the step says."""
    found = verdict(PROVE, (*START, (1.6, 0.5), (1.6, -0.5)))
    assert found.done and numbers(found.more)[0] == 0 < numbers(found.more)[-1]
    assert "cannot distinguish another set with that sum in every cell" in STORY.steps[PROVE - 1].text


def test_a_script_finds_a_solution():
    """Replace one point by two at its place, for all heights that a board can show."""
    solved = []
    for which, part in product((0, 1), np.arange(-1.0, 1.01, 0.2)):
        x, y = START[which]
        drawn = (START[1 - which], (x, float(part)), (x, float(y - part)))
        solved += [drawn] if verdict(PROVE, drawn).done else []
    assert solved


def test_the_hints_are_the_solution():
    hint = STORY.steps[PROVE - 1].hints[2]
    x, y, half = numbers(hint)[:3]
    assert (x, y) in START and half == 0.6
    assert verdict(PROVE, [point for point in START if point != (x, y)] + [(x, half)] * 2).done
