"""Decisions: games, rules and players, by hand, by integration, and as laws."""

from __future__ import annotations

import json
import math

import mpmath
import pytest
import torch

from tnpcore import OutsideTraining, Points, load, predict
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.decisions import (
    NOISE_VARIANCE,
    PLACES,
    RULES,
    Stored,
    acquisition,
    coverage,
    draw_game,
    draw_path,
    expected_improvement,
    log_expected_improvement,
    place_of,
    play,
    predict_y,
    sd_of_f,
    stack,
    storage,
    stored,
)
from tnpcore.decisions.bands import NOMINAL
from tnpcore.decisions.report import page

XT = PLACES[:, None]
SEEN = Points(torch.tensor([[-1.0], [0.2], [1.5]]).double(), torch.tensor([[0.4], [1.1], [-0.6]]).double())


@pytest.fixture(scope="module")
def cnp():
    return load("cnp")


@pytest.fixture(scope="module")
def bayes():
    return predictor(prior("smooth"), 2 / 3)


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


# ---- games -----------------------------------------------------------------------------------------


def test_a_query_returns_f_with_the_noise_of_its_turn_and_regret_counts_f_alone():
    game = draw_game(5)
    measured = torch.tensor([10, 150, 10])
    expected = [game.f[row] + game.noise * game.draws[turn] for turn, row in enumerate((10, 150, 10))]
    torch.testing.assert_close(game.values(measured), torch.stack(expected))
    best = [game.f[10], max(game.f[10], game.f[150]), max(game.f[10], game.f[150])]
    torch.testing.assert_close(game.regret(measured), game.f.max() - torch.stack(best))
    everywhere = game.regret(torch.arange(201))
    assert everywhere[-1] == 0 and (everywhere.diff() <= 0).all()


def test_hidden_functions_have_the_variance_and_the_noise_of_the_prior():
    games = stack([draw_game(number) for number in range(600)])
    assert games.f[:, 40].mean().abs() < 0.15
    assert games.f[:, 40].var() == pytest.approx(13 / 12, rel=0.2)  # E[scale^2] over U(.5, 1.5)
    assert games.noise.square().mean() == pytest.approx(NOISE_VARIANCE, rel=0.05)
    assert float(games.f.diff(n=2, dim=-1).abs().max()) < 0.15, "f has no noise: it bends, but does not jump"


def test_the_place_of_any_x_is_the_nearest_one():
    assert [place_of(x) for x in (-2.0, -1.989, 0.0, 0.011, 7.0, -1e7)] == [0, 1, 100, 101, 200, 0]


# ---- rules -----------------------------------------------------------------------------------------


def test_expected_improvement_is_the_integral_over_f():
    mean, sd, best = torch.tensor([[0.2, 1.5, -1.0]]).double(), torch.tensor([[0.5, 0.1, 2.0]]).double(), 0.7
    f = torch.linspace(-15, 15, 60_001, dtype=torch.float64)[:, None]
    density = torch.exp(-0.5 * ((f - mean) / sd) ** 2) / (sd * math.sqrt(2 * math.pi))
    integral = torch.trapezoid((f - best).clamp_min(0) * density, f, dim=0)
    found = expected_improvement(mean, sd, torch.tensor([[best]]).double())
    torch.testing.assert_close(found[0], integral, atol=1e-6, rtol=1e-5)


def exact_improvement(z):
    """E[max(f - 0, 0)] for f of mean z and sd 1, with 60 digits."""
    with mpmath.workdps(60):
        z = mpmath.mpf(z)
        return mpmath.npdf(z) + z * mpmath.ncdf(z)


def test_expected_improvement_and_its_logarithm_far_from_the_best():
    """In single precision, and for z of some units below 0, phi(z) + z Phi(z) was noise of either sign."""
    z = torch.cat([torch.linspace(-40, 40, 161), torch.tensor([-1.0, -0.999, -1.001])]).double()
    exact = [exact_improvement(one) for one in z.tolist()]
    log, found = (rule(z, torch.ones_like(z), 0.0) for rule in (log_expected_improvement, expected_improvement))
    assert log.tolist() == pytest.approx([float(mpmath.log(one)) for one in exact], rel=1e-6)
    assert found[6:].tolist() == pytest.approx([float(one) for one in exact[6:]], rel=1e-6)  # below, subnormal numbers
    assert (found >= 0).all() and (log.diff()[:160] > 0).all()
    single = expected_improvement(torch.tensor([-7.0]), torch.tensor([1.0]), torch.tensor([0.0]))
    assert single.dtype == torch.float64 and single.item() == pytest.approx(float(exact_improvement(-7)), rel=1e-6)
    scaled = log_expected_improvement(torch.tensor([-1e4, 3.0]).double(), torch.tensor([250.0, 1e-320]).double(), 0.0)
    assert scaled.tolist() == pytest.approx([math.log(250) + log[0].item(), math.log(3)], rel=1e-6)


def test_without_sd_the_improvement_is_known():
    mean, sd = torch.tensor([1.5, 0.5, 1.0]).double(), torch.zeros(3)
    assert expected_improvement(mean, sd, 1.0).tolist() == [0.5, 0.0, 0.0]
    assert log_expected_improvement(mean, sd, 1.0).tolist() == [math.log(0.5), -math.inf, -math.inf]


def test_the_gradient_of_the_logarithm_is_finite_wherever_f_is_uncertain():
    mean = torch.tensor([-1e6, -150.0, -40.0, -1.0, 0.0, 40.0], dtype=torch.float64, requires_grad=True)
    log_expected_improvement(mean, torch.ones(6, dtype=torch.float64), 0.0).sum().backward()
    assert mean.grad.isfinite().all() and (mean.grad > 0).all()


@pytest.mark.parametrize(
    ("sd", "message"), [(-0.1, "sd must be at least 0, got -0.1"), (math.nan, "sd must be finite")]
)
@pytest.mark.parametrize("rule", [expected_improvement, log_expected_improvement])
def test_an_improvement_of_no_gaussian_is_refused(rule, sd, message):
    with pytest.raises(ValueError, match=message):
        rule(torch.zeros(1), torch.tensor([sd]), 0.0)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_warns_outside_the_training(rule):
    with pytest.warns(OutsideTraining, match="x lies between -1 and 12, and the model was trained on -2 to 2"):
        acquisition(load("cnp"), rule, SEEN, torch.tensor([[0.0], [12.0]]).double(), seeded())


def test_the_rules_are_of_the_sd_of_f(cnp):
    mean, sd = predict_y(cnp, SEEN, XT)
    of_f = torch.tensor([max(s**2 - NOISE_VARIANCE, 1e-4) ** 0.5 for s in sd.tolist()]).double()
    torch.testing.assert_close(acquisition(cnp, "ucb", SEEN, XT, seeded()), mean + 2 * of_f)
    torch.testing.assert_close(acquisition(cnp, "sd", SEEN, XT, seeded()), of_f)
    best = predict_y(cnp, SEEN, SEEN.x)[0].max().reshape(1)
    torch.testing.assert_close(acquisition(cnp, "ei", SEEN, XT, seeded()), expected_improvement(mean, of_f, best))
    assert sd_of_f(torch.tensor([0.01])).item() == pytest.approx(0.01)


def test_paths_of_the_exact_player_have_the_mean_and_the_sd_of_f(bayes):
    count, at = 300, torch.tensor([[-1.0], [0.6], [-2.0]]).double()
    several = Points(SEEN.x.expand(count, -1, -1), SEEN.y.expand(count, -1, -1))
    paths = draw_path(bayes, several, at.expand(count, -1, -1), seeded())
    mean, sd = predict_y(bayes, SEEN, at)
    error = sd_of_f(sd) / count**0.5
    assert ((paths.mean(0) - mean).abs() < 4 * error + 0.02).all()
    torch.testing.assert_close(paths.std(0)[1:], sd_of_f(sd)[1:], rtol=0.15, atol=0.02)


def test_paths_of_a_model_of_marginals_are_smooth(cnp):
    path = draw_path(cnp, SEEN, XT, seeded())
    again = draw_path(cnp, SEEN, XT, seeded())
    assert torch.equal(path, again) and path.diff().abs().max() < 0.2
    assert not torch.equal(path, draw_path(cnp, SEEN, XT, seeded(1)))


# ---- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cnp", "anp"])
def test_a_stored_game_is_what_is_found_query_by_query(name):
    """By hand: predict, subtract the noise, take the largest upper edge, measure there."""
    model, game, measured = load(name), draw_game(0), [int(draw_game(0).first)]
    for turn in range(1, 10):
        y = [float(game.f[row]) + float(game.noise) * float(game.draws[t]) for t, row in enumerate(measured)]
        found = predict(model, Points(PLACES[measured, None], torch.tensor(y, dtype=torch.float64)[:, None]), XT)
        edges = [
            m + 2 * max(s * s - NOISE_VARIANCE, 1e-4) ** 0.5
            for m, s in zip(found.mean[:, 0].double().tolist(), found.std[:, 0].double().tolist(), strict=True)
        ]
        measured.append(edges.index(max(edges)))
        assert len(measured) == turn + 1
    assert play(game, model, "ucb", seeded()).measured.tolist() == measured
    assert stored()[name]["ucb"].measured[0].tolist() == measured


@pytest.mark.parametrize("rule", ["ucb", "ei", "sd"])
def test_a_batch_of_games_is_each_game_alone(cnp, rule):
    alone = [draw_game(number) for number in range(3)]
    together = play(stack(alone), cnp, rule, seeded(), turns=5)
    for row, game in enumerate(alone):
        one = play(game, cnp, rule, seeded(), turns=5)
        assert one.measured.tolist() == together.measured[row].tolist()
        torch.testing.assert_close(one.y, together.y[row])


def test_every_player_starts_at_the_same_place_and_gets_the_same_first_value():
    firsts = {tuple(found.measured[:, 0].tolist()) for rules in stored().values() for found in rules.values()}
    assert firsts == {tuple(storage.all_games().first.tolist())}


def test_coverage_counts_the_values_within_two_sd(cnp):
    game = draw_game(3)
    played = play(game, cnp, "ucb", seeded())
    found = coverage(game, cnp, played, seeded(1))
    for turn in range(1, 10):
        mean, sd = predict_y(cnp, played.context(turn), PLACES[played.measured[turn], None][None])
        assert bool(found.measured[turn - 1]) == bool((played.y[turn] - mean[0]).abs() <= 2 * sd[0])
    assert found.random.shape == (9,)


# ---- what ships ------------------------------------------------------------------------------------


def test_the_bands_of_the_exact_player_are_right_wherever_its_rule_measures():
    for rule in RULES:
        (measured, error), _ = stored()["bayes"][rule].coverages()
        assert abs(measured - NOMINAL) < 3 * error + 0.005, rule  # its best Gaussian is no exact mixture


def test_the_page_says_what_the_stored_games_give():
    text, games = page(stored()), storage.all_games()
    for name, rule in (("cnp", "ucb"), ("bayes", "thompson")):
        measured = stored()[name][rule].measured
        best = torch.stack([games.f[i, rows].max() for i, rows in enumerate(measured)])
        regret = games.f.amax(-1) - best
        cell = f"{regret.mean():.3f} ± {regret.std() / 200**0.5:.3f}"
        assert f"| `{name}` | {RULES[rule]} |" in text and cell in text
    assert "false here: no rule" in text


def test_games_are_written_and_read(tmp_path):
    one = Stored(torch.tensor([[1, 2, 3]]), torch.tensor([0.5]).double(), torch.tensor([1.0]).double())
    storage.write({"cnp": {"ucb": one}}, tmp_path)
    again = stored(tmp_path)["cnp"]["ucb"]
    assert again.measured.tolist() == [[1, 2, 3]] and again.covered.tolist() == [0.5]
    assert json.loads((tmp_path / storage.FILE).read_text())["cnp"]["ucb"]["covered"] == [1]


def test_what_does_not_fit_is_named(cnp, tmp_path):
    with pytest.raises(ValueError, match="one of ucb, ei, thompson, sd, got 'best'"):
        acquisition(cnp, "best", SEEN, XT, seeded())
    with pytest.raises(ValueError, match="at least one measurement so far, got none"):
        acquisition(cnp, "ucb", Points([], []), XT, seeded())
    with pytest.raises(ValueError, match="number of a game"):
        draw_game(-1)
    with pytest.raises(ValueError, match="at least one game, got none"):
        stack([])
    with pytest.raises(ValueError, match=r"python -m tnpcore\.decisions\.report --play"):
        stored(tmp_path / "none")
