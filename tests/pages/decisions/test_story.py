"""The story of decisions: each judge by what ends its step, what does not, and what a wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.decisions import judges
from pages.decisions.controls import DecisionsControls
from pages.decisions.game import X, belief, game_on_show, measurements, numbered
from pages.decisions.story import FIRST_GAME, HILLS, LAST_GAME, RULE_GAME, STORY, first
from pages.shared.lesson.values import context
from pages.shared.scene.marks import shown
from tests.played import played
from tests.verdicts import unreasoned, unsaid
from tnpcore.decisions import Stored, stored

pytestmark = pytest.mark.slow

PLAY, WHERE, DRAW, COVER, MANY, BEAT, ASTRAY = range(1, 8)
# A narrow peak beside a valley on the left, a broad hill on the right: UCB never measures the ANP near the peak.
PEAK = ((-1.6, -1.2), (-1.4, 1.1), (0.0, -0.6), (1.0, 0.8), (1.6, -1.0))


moment, verdict = played(STORY, DecisionsControls)


def ten(number, *x):
    return (*first(number), *((each, 0.0) for each in x))


def careful(number):
    """A hand that spreads five measurements, and then measures near the largest y: what the hints say."""
    points = list(ten(number, -1.6, -0.8, 0.0, 0.8, 1.6))
    game = numbered(number)
    for apart in (0.2, 0.3, 0.1, 0.15):
        seen = measurements(context(points), game)
        best = float(X[int(seen.measured[int(seen.y.argmax())])])
        tried = {round(x, 2) for x, _ in points}
        options = [round(best + sign * apart, 2) for sign in (1, -1)]
        fresh = [x for x in options if -2 <= x <= 2 and x not in tried]
        points.append((fresh[0] if fresh else round(best, 2), 0.0))
    return tuple(points)


@pytest.mark.parametrize("step", [PLAY, WHERE, DRAW, BEAT, ASTRAY])
def test_without_a_query_nothing_is_judged_as_done(step):
    assert not verdict(step, moment(step, points=()), 0).done


# ---- 1 and 6: games --------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [PLAY, BEAT])
def test_a_game_has_ten_queries_of_which_the_first_is_given(step):
    number = FIRST_GAME if step == PLAY else LAST_GAME
    assert verdict(step, moment(step)).text == "Nine more: click or tap on the plot."
    assert verdict(step, moment(step, points=ten(number, 0.0, 1.0))).text == "7 more."
    spread = np.linspace(-1.9, 1.9, 10).round(2)
    assert "undo 1" in verdict(step, moment(step, points=ten(number, *spread))).text
    assert "the game's own" in verdict(step, moment(step, points=ten(number, *spread)[1:])).text


def test_the_regret_of_a_game_is_that_of_its_best_query():
    spread = tuple(np.linspace(-1.8, 1.8, 9).round(2))
    found = verdict(PLAY, moment(PLAY, points=ten(FIRST_GAME, *spread)))
    game = numbered(FIRST_GAME)
    measured = measurements(context(ten(FIRST_GAME, *spread)), game).measured
    regret = float(game.f.max() - game.f[measured].max())
    assert found.done and f"by {shown(regret)}," in found.text
    ahead = sum(float(rules["ucb"].regret()[FIRST_GAME, -1]) < regret for rules in stored().values())
    assert f"{ahead or 'No'} " in found.text.split(". ")[-1] and "CNP" in found.more


def test_the_hints_beat_the_cnp_and_the_cnp_itself_does_not():
    found = verdict(BEAT, moment(BEAT, points=careful(LAST_GAME)))
    assert found.done and found.text.count("because") == 1
    own = stored()["cnp"]["ucb"].measured[LAST_GAME].tolist()
    same = verdict(BEAT, moment(BEAT, points=tuple((float(X[row]), 0.0) for row in own)))
    assert not same.done and "higher ground" in same.text


# ---- 2 to 5: guesses -------------------------------------------------------------------------------


def test_ucb_measures_at_none_of_the_two_extremes():
    now = moment(WHERE)
    game = game_on_show(now.points, now.controls)
    here = belief(measurements(now.points, game), game, now.controls)
    assert verdict(WHERE, now, 2).text.startswith(f"At {shown(here.next_x)}, because")
    one = verdict(WHERE, moment(WHERE, points=((0.0, 0.0),), rule="sd"), 1)
    assert one.outcome == 1 and "widest" in one.text


def test_where_one_place_is_certain_all_draws_are_there():
    game = numbered(RULE_GAME)
    top = float(X[int(game.f.argmax())])
    around = tuple((round(top + 0.05 * k, 2), 0.0) for k in range(-9, 10))
    many = (*((x, 0.0) for x in np.linspace(-2, 2, 17).round(2)), *around)
    counts = [int(re.match(r"\d+", verdict(DRAW, moment(DRAW, points=points), 0).text)[0]) for points in (None, many)]
    assert counts[1] > counts[0]


@pytest.mark.parametrize(("share", "truth"), [(0.8, 0), (judges.NOMINAL, 1), (1.0, 2)])
def test_coverage_is_judged_by_the_stored_games(monkeypatch, share, truth):
    known = stored()["anp"]["ucb"]
    varied = known.covered - known.covered.mean() + share
    changed = Stored(known.measured, varied, known.covered_at_random)
    monkeypatch.setattr(judges, "stored", lambda: {"anp": {"ucb": changed}})
    assert verdict(COVER, moment(COVER), 0).outcome == truth


def test_fewer_of_the_cnps_measurements_lie_near_the_maximum():
    found = verdict(MANY, moment(MANY), 1)
    cnp, tnpd = (int(share) for share in re.findall(r"(\d+)%", found.more))
    assert found.right and "fewer of the CNP's lie near the maximum" in found.text and cnp < tnpd - 5


# ---- 7: a function drawn by hand -------------------------------------------------------------------


def test_a_narrow_peak_beside_a_valley_leads_the_anp_astray_and_hills_do_not():
    assert not verdict(ASTRAY, moment(ASTRAY)).done, "as it opens"
    found = verdict(ASTRAY, moment(ASTRAY, points=PEAK))
    assert found.done and found.text.count("because") == 1
    assert not verdict(ASTRAY, moment(ASTRAY, points=HILLS)).done
    assert not verdict(ASTRAY, moment(ASTRAY, points=PEAK, function="hidden")).done


# ---- the sheet for teaching ------------------------------------------------------------------------


def test_the_sheet_quotes_what_the_app_shows():
    said = [
        verdict(PLAY, moment(PLAY, points=ten(FIRST_GAME, *np.linspace(-1.8, 1.8, 9).round(2)))),
        *(verdict(step, moment(step), 2) for step in (WHERE, DRAW, COVER, MANY)),
        verdict(BEAT, moment(BEAT, points=careful(LAST_GAME))),
        verdict(ASTRAY, moment(ASTRAY, points=PEAK)),
    ]
    assert unsaid("decisions", said) == []
    assert unreasoned(said) == []
