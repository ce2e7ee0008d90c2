"""The information plane: closed forms and brute force, laws of information, and how pixels change with z."""

import math
from itertools import pairwise

import pytest
import torch
from torch.distributions import Normal

from tests.tnpcore.autoencoders.models import fresh, linear
from tnpcore.autoencoders import Example, digits, load, names, pixel_gradient, plane
from tnpcore.autoencoders.information_plane import entropy
from tnpcore.autoencoders.measures import bounds, measure, single
from tnpcore.autoencoders.trained import card

HELD_OUT = digits("held-out")


def pairs_of(ink, labels):
    """Pictures that differ in their first pixel."""
    seen = torch.zeros(len(ink), 64)
    seen[:, 0] = torch.tensor(ink)
    return Example(seen, torch.tensor(labels))


def entropy_of_mixture(means, spread):
    z = torch.linspace(-9, 9, 100_001, dtype=torch.float64)
    density = Normal(torch.tensor(means).double()[:, None], spread).log_prob(z).exp().mean(0)
    return -torch.special.xlogy(density, density).sum().item() * 18 / 100_000


@pytest.mark.parametrize("spread", [0.05, 0.6, 2.0])
def test_both_informations_agree_with_sums_over_a_line(spread):
    """Of four pictures with z_1 at -1, -0.5, 0.5 and 1, the first two of one class."""
    found = plane(linear(spread), pairs_of([0.0, 4.0, 12.0, 16.0], [0, 0, 1, 1]))
    noise = math.log(spread * math.sqrt(2 * math.pi * math.e))
    whole = entropy_of_mixture([-1.0, -0.5, 0.5, 1.0], spread)
    given = (entropy_of_mixture([-1.0, -0.5], spread) + entropy_of_mixture([0.5, 1.0], spread)) / 2
    assert found.about_x == pytest.approx(whole - noise, abs=2e-3)
    assert found.about_y == pytest.approx(whole - given, abs=2e-3)


def test_pictures_that_are_far_apart_are_known_and_equal_ones_are_not():
    ink = [0.0, 5.0, 10.0, 16.0]
    assert plane(linear(0.01), pairs_of(ink, [0, 1, 2, 3])).about_x == pytest.approx(math.log(4), abs=1e-6)
    found = plane(linear(1.0), pairs_of([8.0] * 4, [0, 1, 2, 3]))
    assert found.about_x == pytest.approx(0, abs=1e-6) and found.about_x_most == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_informations_keep_their_bounds(seed):
    some = HELD_OUT[20 * seed : 20 * seed + 20]
    model = fresh("classes", seed)
    found = plane(model, model.view.read(some))
    assert 0 <= found.about_y <= found.about_x + 1e-6 <= found.about_x_most + 2e-6
    assert found.about_y_least <= found.about_y + 1e-6 and found.about_x <= math.log(20)
    assert found.about_y_least == found.fit + entropy(some.labels)


@pytest.mark.parametrize("name", names())
def test_the_cards_keep_the_bounds(name):
    results = card(name).results
    found = results["plane"]
    assert found["about_x"] <= min(found["about_x_most"], math.log(results["pairs"])) + 2e-4
    if found["about_y"] is not None:
        assert found["about_y_least"] - 2e-4 <= found["about_y"] <= found["about_x"] + 2e-4
    if "bound" in results:
        bound = results["bound"]
        assert bound["elbo"] == pytest.approx(bound["reconstruction"] - bound["kl"], abs=2e-4)
        assert bound["evidence"] == pytest.approx(bound["elbo"] + bound["gap"], abs=2e-4) and bound["gap"] > -1e-3


@pytest.mark.parametrize("view", ["picture", "halves", "classes"])
def test_a_larger_beta_leaves_less_information_and_in_the_end_fewer_dimensions(view):
    cards = [card(name) for name in names(view) if "beta" in name]
    about_x = [known.results["plane"]["about_x"] for known in cards]
    assert all(more > less - 0.05 for more, less in pairwise(about_x))
    active = [known.results["active_dimensions"] for known in cards]
    assert active == sorted(active, reverse=True) and active[0] == 2
    assert active[-1] == {"picture": 1, "halves": 0, "classes": 0}[view]


def test_the_slope_of_pixels_is_that_of_small_steps():
    model = fresh().double()
    z = torch.tensor([[0.2, -0.4], [1.5, 0.3]], dtype=torch.float64)
    found = pixel_gradient(model, z)
    assert found.shape == (2, 64, 2)
    for dim, step in enumerate(1e-5 * torch.eye(2, dtype=torch.float64)):
        near = (model.decode(z + step).mean - model.decode(z - step).mean) / 2e-5
        torch.testing.assert_close(found[..., dim], near, atol=1e-6, rtol=1e-5)
    with pytest.raises(ValueError, match="got the view 'classes'"):
        pixel_gradient(fresh("classes"), z)


def test_the_slope_of_a_linear_decoder_is_its_weights_times_the_variance():
    model, z = fresh(decoder_depth=0), torch.zeros(1, 2, dtype=torch.float64)
    black = model.decode(z).mean[0] / 16
    exact = 16 * (black * (1 - black))[:, None] * model.decoder[0].weight.double()
    torch.testing.assert_close(pixel_gradient(model, z)[0], exact, atol=1e-4, rtol=1e-4)


def test_a_card_holds_what_is_measured(monkeypatch):
    """Of the first pictures, beside what is on the card of all of them."""
    model = load("vae-beta1")
    pairs = model.view.read(HELD_OUT)
    found = bounds(model, [single(pairs, index) for index in range(3)])
    assert found["evidence"] == pytest.approx(found["elbo"] + found["gap"], abs=2e-4) and found["pictures"] == 3
    known = card("vae-beta1").results["bound"]
    assert abs(found["evidence"] - known["evidence"]) < 5 * known["evidence_se"] * math.sqrt(known["pictures"] / 3)
    classes = load("classes-beta0.1")
    monkeypatch.setattr("tnpcore.autoencoders.measures.digits", lambda part: HELD_OUT[:12])
    few = measure(classes, card("classes-beta0.1"))
    assert few["pairs"] == 12 and few["accuracy"] >= 0.5 and "bound" not in few


def test_one_pair_is_no_set():
    model = fresh("classes")
    with pytest.raises(ValueError, match=r"a batch of pairs is required, x \[N, In\], got x \(64,\)"):
        plane(model, model.view.read(HELD_OUT[0]))
