"""The story of positional encoding: each judge by what ends its step, what does not, and what each guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.lecture.sheets import SHEETS
from pages.positional import judges
from pages.positional.controls import PositionalControls
from pages.positional.encodings import ENCODINGS, encoded_predictions, error_under_order, error_under_shift, excess
from pages.positional.scene import scene
from pages.positional.sinusoidal_encoding import SinusoidalEncoding
from pages.positional.story import POINTS, STORY
from pages.shared.lesson.values import context
from pages.shared.scene.readings import in_sd
from tests.played import played
from tests.scenes import as_read
from tests.verdicts import unreasoned, unsaid, whole

NO_X, RAW_X, SURVIVORS, EIGHT, NUMBERS, DIALS, WHY, PROVE = range(1, 9)
ONE = ((0.5, 1.0),)
DRAWN = context(POINTS)


# ---- the form --------------------------------------------------------------------------------------------------------
moment, verdict = played(STORY, PositionalControls)


# ---- the judges ------------------------------------------------------------------------------------------------------


def test_without_x_the_prediction_is_the_same_everywhere():
    found = [verdict(NO_X, moment(NO_X), guess) for guess in range(3)]
    assert "changes it by 0 sd" in whole(found[1]) and "all rows are equal" in whole(found[1])
    (weights,) = (panel for panel in scene(DRAWN, moment(NO_X).controls).panels if panel.id == "weights")
    assert np.ptp(weights.marks[0].values, axis=0).max() < 1e-3 and "null" in whole(found[1])
    other = context(tuple((x, y + 1.0) for x, y in POINTS))
    (here,), (there,) = (encoded_predictions("none", points, (0.0,)) for points in (DRAWN, other))
    mean = DRAWN.y.mean().item()
    assert f"their mean: {mean:.2f}" in whole(found[1]) and abs(there.mean - here.mean).min() > 0.1, "it uses the y's"
    assert "which y belongs to which x" in whole(found[0]) and "Even a wrong curve" in whole(found[2])


@pytest.mark.parametrize("points", [(), ONE, POINTS])
def test_the_verdict_without_x_holds_for_any_points(points):
    assert verdict(NO_X, moment(NO_X, points), 1).right


def test_the_shift_error_of_raw_x_is_measured_where_one_has_shifted_to():
    assert verdict(RAW_X, moment(RAW_X), 2) is None
    short = verdict(RAW_X, moment(RAW_X, tau=0.4), 2)
    assert not short.done and "+0.40" in as_read(short.text)
    error = error_under_shift("raw", DRAWN, 2.0)
    found = [verdict(RAW_X, moment(RAW_X, tau=2.0), guess) for guess in range(3)]
    assert error.mean > judges.LARGE
    assert all(in_sd(error.mean) in whole(one) and "Without x it was 0 sd" in whole(one) for one in found)
    assert "each x is new" in whole(found[0]) and "never saw" in whole(found[1]) and "Useful, but" in whole(found[2])


def test_excess_falls_when_x_enters_as_the_bars_show():
    assert excess("none")[0] > 1.5 and excess("raw")[0] < 0.15


def test_a_larger_shift_of_sinusoids_may_change_less():
    """As the exercises for the lab say, on the points with which it opens."""
    one, two = (error_under_shift("sinusoidal", DRAWN, tau).mean for tau in (1.0, 2.0))
    assert one > two > 0.1


def test_who_survives_is_measured_on_the_points():
    found = verdict(SURVIVORS, moment(SURVIVORS), [0, 1, 0, 0])
    assert found.right and in_sd(error_under_shift("sinusoidal", DRAWN, 2.0).mean) in whole(found)
    assert "others 0, because" in whole(found) and "differences" in whole(found)


def test_reversing_the_list_changes_the_prediction_of_indexed_points_alone():
    assert verdict(NUMBERS, moment(NUMBERS), 0) is None
    one = verdict(NUMBERS, moment(NUMBERS, ONE, order="reversed"), 1)
    assert not one.done and "one order" in whole(one)
    found = [verdict(NUMBERS, moment(NUMBERS, order="reversed"), guess) for guess in range(3)]
    error = error_under_order("index", DRAWN)
    assert 1e-3 < error.mean < judges.LARGE and in_sd(error.mean) in whole(found[0])
    assert all("without an index, by 0 sd" in whole(each) for each in found) and len({e.text for e in found}) == 3


def test_the_summary_of_eight_codes_is_true_of_them():
    errors = {way: error_under_shift(way, DRAWN, 2.0).largest for way in ENCODINGS}
    assert {way for way, error in errors.items() if error > 0.1} == {"raw", "index", "sinusoidal"}
    assert all(error < 1e-3 for way, error in errors.items() if way not in ("raw", "index", "sinusoidal"))
    assert all(excess(way)[0] < 0.25 for way in ENCODINGS if way != "none")
    assert excess("binned")[0] > 3 * excess("displacement")[0], "bins are coarse"


def test_the_first_dial_comes_round_where_others_do_not():
    assert verdict(DIALS, moment(DIALS)) is None
    early = verdict(DIALS, moment(DIALS, query=0.3))
    assert not early.done and "A whole turn takes" in as_read(early.text)
    same = verdict(DIALS, moment(DIALS, query=0.5))
    assert not same.done, "the same place is no other place"
    turn = 2 * np.pi / 10
    done = verdict(DIALS, moment(DIALS, query=0.5 + turn))
    rates = SinusoidalEncoding(16, 100.0).rates
    assert done.done and f"{np.degrees(turn * rates[-1]):.0f}°" in whole(done) and "360°" not in whole(done)
    assert verdict(DIALS, moment(DIALS, query=0.5 - 2 * turn)).done
    opened = moment(DIALS).controls
    assert np.cos(10 * (opened.query - opened.other)) < judges.TURN, "it opens unsolved"


def test_why_sinusoids_fail_is_shown_by_similarity_and_by_rotary():
    found = [verdict(WHY, moment(WHY), guess) for guess in range(3)]
    pair = re.search(r"Pair (\S+), both shifted by \S+: (\S+)\. ", whole(found[1]))
    assert pair and pair[1] == pair[2]
    error = error_under_shift("sinusoidal", DRAWN, 2.0)
    assert all(f"sinusoids {in_sd(error.mean)}, rotary 0 sd" in whole(one) for one in found)
    assert "Rotary has dials too" in whole(found[0]) and "all digits" in whole(found[2])


# ---- the exercise ----------------------------------------------------------------------------------------------------


def test_the_exercise_is_solved_with_two_dials_and_not_otherwise():
    opened = verdict(PROVE, moment(PROVE))
    assert not opened.done and "Fewer dimensions" in as_read(opened.text)
    for d in (2.0, 4.0, 6.0):
        assert not verdict(PROVE, moment(PROVE, d=d)).done, "no d alone is an answer: the base is to be found, too"
    base = moment(PROVE).controls.log_base
    assert not verdict(PROVE, moment(PROVE, d=6.0, log_base=2.0)).done and base != 2.0
    one = verdict(PROVE, moment(PROVE, d=2.0))
    assert not one.done and "single dial" in whole(one)
    slow, fast = verdict(PROVE, moment(PROVE, d=4.0, log_base=5.0)), verdict(PROVE, moment(PROVE, d=4.0, log_base=0.25))
    assert not slow.done and "hardly turns" in as_read(slow.text)
    assert not fast.done and "more than once" in as_read(fast.text)
    done = verdict(PROVE, moment(PROVE, d=4.0, log_base=2.0))
    assert done.done and "d = 4, base 100" in whole(done)


def test_a_search_finds_a_solution_and_shows_that_none_has_fewer_dimensions():
    bases = np.arange(0.25, 5.01, 0.25)
    least = {d: [SinusoidalEncoding(d, 10.0**b).nearest_codes()[2] for b in bases] for d in (2, 4)}
    assert max(least[2]) < judges.APART <= max(least[4])
    best = float(bases[int(np.argmax(least[4]))])
    assert verdict(PROVE, moment(PROVE, d=4.0, log_base=best)).done
    solved = bases[np.array(least[4]) >= judges.APART]
    assert 10 ** solved.min() >= 30 and 10 ** solved.max() <= 200, "the last hint"
    assert len(solved) < len(bases) / 4, "few of the bases will do"


# ---- the printed sheet -----------------------------------------------------------------------------------------------


def test_the_sheet_for_teaching_quotes_what_the_app_shows():
    sheet = (SHEETS / "positional.md").read_text("utf-8")
    shown = [
        *(verdict(NO_X, moment(NO_X), guess) for guess in (0, 1)),
        verdict(RAW_X, moment(RAW_X, tau=2.0), 0),
        *(verdict(SURVIVORS, moment(SURVIVORS), guess) for guess in ([0, 1, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0])),
        *(verdict(NUMBERS, moment(NUMBERS, order="reversed"), guess) for guess in range(3)),
        *(verdict(DIALS, moment(DIALS, query=query)) for query in (-0.13, 0.2)),
        *(verdict(WHY, moment(WHY), guess) for guess in range(3)),
        *(verdict(PROVE, moment(PROVE, d=4.0, log_base=base)) for base in (1.0, 2.0, 5.0)),
        verdict(PROVE, moment(PROVE, d=2.0)),
    ]
    assert unsaid("positional", shown) == []
    assert unreasoned(shown) == []
    for number in re.findall(r"(?:from|to|excess|of) (\d\.\d{3})", sheet):
        assert any(f"{excess(way)[0]:.3f}" == number for way in ENCODINGS), number
