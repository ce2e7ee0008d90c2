"""Decisions: what is on the stage is what the library computes, and f is not seen before the game is over."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
import torch

from pages.decisions import LESSON
from pages.decisions.controls import DRAWN, PLAYERS, RULE_TITLES, THOMPSON, TITLES, DecisionsControls
from pages.decisions.game import X, game_on_show, measurements, played_on, player
from pages.shared.lesson.values import context
from pages.shared.models.predictions import grid
from pages.shared.scene.marks import Bars, Dots, Line, Measured, Scene
from tnpcore import Points, load, predict
from tnpcore.decisions import PLACES, acquisition, draw_game, predict_y, stored

pytestmark = pytest.mark.slow

TEN = tuple((round(-1.9 + 0.4 * i, 2), 0.7) for i in range(10))
FOUR = TEN[::3]


def drawn(points=FOUR, **controls):
    parsed = DecisionsControls(**controls)
    return reduce(Scene.joined, (part(context(points), parsed) for part in LESSON.parts.values()))


def marks(panel, kind):
    return [each for each in panel.marks if isinstance(each, kind)]


def lines(panel):
    return {mark.label: mark for mark in marks(panel, Line)}


def test_a_query_stands_where_it_was_measured_whatever_y_the_hand_chose():
    game = draw_game(8)
    for y in (0.7, -2.0):
        (found,) = marks(drawn(tuple((x, y) for x, _ in FOUR)).panel("stage"), Measured)
        rows = [int(np.abs(X - x).argmin()) for x, _ in FOUR]
        np.testing.assert_allclose(found.x, X[rows])
        expected = [float(game.f[row] + game.noise * game.draws[turn]) for turn, row in enumerate(rows)]
        np.testing.assert_allclose(found.y, expected)


@pytest.mark.parametrize("name", PLAYERS)
def test_the_band_and_the_next_query_are_those_of_the_player(name):
    out, controls = drawn(model=name), DecisionsControls(model=name)
    seen = measurements(context(FOUR), game_on_show(context(FOUR), controls)).context(4)
    (curve,) = [mark for mark in out.panel("stage").marks if getattr(mark, "role", "") == "model"]
    mean, sd = predict_y(player(name), seen, grid(controls))
    np.testing.assert_allclose(curve.mean, mean, atol=1e-6)
    np.testing.assert_allclose(curve.sd, sd, atol=1e-6)
    wanted = acquisition(player(name), "ucb", seen, PLACES[:, None], draw_game(8).generator())
    np.testing.assert_allclose(lines(out.panel("rule"))[RULE_TITLES["ucb"]].y, wanted, atol=1e-6)
    assert out.reading("next").value == pytest.approx(float(X[int(wanted.argmax())]))
    assert out.panel("stage").title.startswith(TITLES[name])


def test_f_and_all_regrets_are_shown_after_ten_queries_and_not_before():
    for points in ((), FOUR, TEN[:9]):
        out = drawn(points)
        assert "f, the function itself" not in lines(out.panel("stage"))
        regrets = lines(out.panel("regret"))
        assert set(regrets) == (set(TITLES.values()) if points else set()) and not out.panel("places").marks
        assert all(len(line.y) == len(points) for line in regrets.values())
        assert "regret" not in {reading.id for reading in out.readings}
    out, game = drawn(TEN), draw_game(8)
    np.testing.assert_allclose(lines(out.panel("stage"))["f, the function itself"].y, game.f)
    regrets = lines(out.panel("regret"))
    measured = measurements(context(TEN), game).measured
    best = float(game.f.max() - game.f[measured].max())
    assert regrets["you"].y[-1] == out.reading("regret").value == pytest.approx(best)
    assert regrets[TITLES["cnp"]].y[-1] == pytest.approx(float(stored()["cnp"]["ucb"].regret()[8, -1]))
    np.testing.assert_allclose(lines(out.panel("places"))[TITLES["anp"]].y, X[stored()["anp"]["ucb"].measured[8]])


def test_without_advice_no_model_is_seen():
    out = drawn(advice=False)
    assert {panel.id for panel in out.panels} == {"stage", "regret", "places", "scores", "coverage"}
    assert [type(mark) for mark in out.panel("stage").marks] == [Measured]


def test_attention_is_that_of_tnp_d_from_the_next_query_to_the_queries():
    out, controls = drawn(model="cnp"), DecisionsControls()
    seen = measurements(context(FOUR), game_on_show(context(FOUR), controls)).context(4)
    xt = torch.tensor([[out.reading("next").value]]).double()
    record = predict(load("tnpd"), seen, xt, record=True).attention[-1]
    weights = record.weights[..., -1, :].mean(0)
    (bars,) = marks(out.panel("attention"), Bars)
    assert bars.labels == ("null", "1", "2", "3", "4")
    np.testing.assert_allclose(bars.values, weights, atol=1e-5)


def test_the_shifted_game_is_the_game_of_shifted_inputs():
    out, still = drawn(tau=2.0, model="tnpd"), drawn(model="tnpd")
    seen = measurements(context(FOUR), draw_game(8)).context(4)
    moved = Points(seen.x + 2.0, seen.y)
    wanted = acquisition(player("tnpd"), "ucb", moved, PLACES[:, None] + 2.0, draw_game(8).generator())
    assert out.reading("next-shifted").value == pytest.approx(float(X[int(wanted.argmax())]))
    assert out.reading("shift-tnpd").value > 0.1 and still.reading("shift-tnpd").value == 0
    kept = drawn(tau=2.0, model="tetnp")
    assert kept.reading("next-shifted").value == kept.reading("next").value
    assert kept.reading("shift-tetnp").value < 1e-3


def test_eight_paths_are_shown_with_their_maxima_for_thompson_sampling():
    out = drawn(rule=THOMPSON)
    panel = out.panel("draws")
    paths, (dots,) = marks(panel, Line), marks(panel, Dots)
    assert len(paths) == 8
    for path, x, y in zip(paths, dots.x, dots.y, strict=True):
        assert (x, y) == (X[path.y.argmax()], path.y.max())
    assert "draws" not in {panel.id for panel in drawn().panels}


def test_on_a_drawn_function_models_play():
    hill = ((-1.5, -0.5), (0.5, 1.0), (1.5, 0.0))
    out, controls = drawn(hill, function=DRAWN, model="anp"), DecisionsControls(function=DRAWN)
    game = game_on_show(context(hill), controls)
    for x, y in hill:
        assert float(game.f[int(np.abs(X - x).argmin())]) == pytest.approx(y, abs=0.02)
    for name in ("anp", "bayes"):
        measured = played_on(context(hill), name, controls).measured
        assert out.reading(f"regret-{name}").value == pytest.approx(float(game.regret(measured)[-1]))
        np.testing.assert_allclose(lines(out.panel("places"))[TITLES[name]].y, X[measured])
    assert not marks(out.panel("stage"), Measured), "the hand draws, and drags"


def test_scores_and_coverage_are_the_means_of_the_stored_games():
    out = drawn(rule="ei")
    five, ten = marks(out.panel("scores"), Bars)
    measured, random = marks(out.panel("coverage"), Bars)
    for i, name in enumerate(PLAYERS):
        found = stored()[name]["ei"]
        assert five.values[i] == pytest.approx(float(found.regret()[:, 4].mean()))
        assert ten.values[i] == pytest.approx(float(found.regret()[:, 9].mean()))
        assert (measured.values[i], random.values[i]) == (
            pytest.approx(float(found.covered.mean())),
            pytest.approx(float(found.covered_at_random.mean())),
        )
