"""The arithmetic of the forward benchmark: what turns rounds and curves into claims."""

import json
import time

import pytest

from benchmarks import lessons, room
from benchmarks.crowd import Room
from benchmarks.duel import duel, slope, summary
from benchmarks.growth import SIZES, Curve, crossover
from benchmarks.paired import AFTER, BEFORE, in_turn, ratio, room_row
from benchmarks.room import GOALS, until_shown, verdicts


def test_the_power_of_a_power_law_is_found():
    sizes = (1000, 2000, 4000)
    assert slope(sizes, [3 * size**2 for size in sizes]) == pytest.approx(2)
    assert slope(sizes, [7.0] * 3) == pytest.approx(0)


def test_the_ratio_is_that_of_the_medians_and_one_slow_round_does_not_move_it():
    told = summary([1, 1, 1, 50], [2, 2, 2, 3])
    assert (told.first, told.second, told.ratio) == (1, 2, 2)
    assert told.low < told.ratio == told.high


@pytest.mark.slow
def test_either_begins_in_turn():
    order = []
    duel(lambda: order.append("a"), lambda: order.append("b"), seconds=0)
    assert "".join(order) == "ab" + "ab" + "ba" + "ab"


def test_sides_take_turns_and_the_ratio_is_that_of_neighbours():
    assert list(in_turn(3)) == [BEFORE, AFTER, AFTER, BEFORE, BEFORE, AFTER]

    def room(rate):
        return Room(20, 50.0, 90.0, 99.0, rate, 1.0, 0.2, 0, 8.0, 16.0, 1.0, 0.0)

    sides = {BEFORE: [room(2.0), room(1.0), room(4.0)], AFTER: [room(4.0), room(2.0), room(4.0)]}
    assert ratio(sides, "rate") == 2.0
    assert "20 people: responses/s 40 -> 80 (x 2.00)" in room_row({"people": 20, **sides})


def test_crossover_is_where_the_lead_begins_for_good():
    def curve(costs):
        return Curve(tuple(costs), tuple(costs), 1.0, 1.0)

    full = curve(range(len(SIZES)))
    assert crossover(curve([0.5, 0.5, 3, 3, 3, 3, 3]), full) == SIZES[4]
    assert crossover(curve([-1] * 7), full) == SIZES[0]
    assert crossover(full, curve([5] * 7)) is None


def test_a_vote_is_on_the_screen_when_as_many_are_counted():
    shown = [(1.0, 0), (2.0, 2), (5.0, 3)]
    assert until_shown([1.5, 0.5, 3.0], shown) == [1.5, 0.5, 2.0]
    assert until_shown([0.0] * 4, shown)[3] == float("inf")


ROOM = {"join": 30, "vote": 5, "counts": [2, 1], "cast": [2, 1], "histogram_p95": 1, "ratio": 2.0}
WORSE = {"join": 30.1, "vote": 5.1, "counts": [2, 2], "histogram_p95": float("inf"), "ratio": 2.1}
GOOD = {"rooms": [ROOM] * 3, "killed": {"counts": [1], "cast": [1]}}
BAD = {"rooms": [ROOM, ROOM | WORSE, ROOM | WORSE], "killed": {"counts": [0], "cast": [1]}}


def test_a_goal_is_met_missed_or_untried():
    assert verdicts(GOOD) == dict.fromkeys(GOALS, True)
    assert verdicts(BAD) == dict.fromkeys(GOALS, False)
    assert verdicts(GOOD | {"rooms": [ROOM, ROOM, ROOM | {"ratio": 9}]})["drag"], "one of three ratios is chance"
    assert verdicts({}) == dict.fromkeys(GOALS)


def fails(members, path):
    path.write_text(json.dumps({"rooms": [{"join": 31}]}))
    raise ValueError("the server is gone")


def lasts(members, path):
    path.write_text(json.dumps({"rooms": [{"join": 3}]}))
    time.sleep(600)


def ends(members, path):
    path.write_text(json.dumps(GOOD))


@pytest.mark.parametrize(
    ("measure", "code", "first", "last"),
    [(fails, 1, "NOT MET", "UNTRIED"), (lasts, 1, "MET", "UNTRIED"), (ends, 0, "MET", "MET")],
)
def test_every_goal_of_a_room_is_printed_whatever_happens(monkeypatch, capsys, measure, code, first, last):
    monkeypatch.setattr(room, "measure", measure)
    monkeypatch.setattr(room, "LONGEST", 1.0 if measure is lasts else 60.0)
    assert room.main([]) == code
    lines = capsys.readouterr().out.splitlines()[-len(GOALS) :]
    assert [line[8:].strip() for line in lines] == list(GOALS.values())
    assert [lines[0][:8].strip(), lines[-1][:8].strip()] == [first, last]


def test_the_slope_of_a_map_is_milliseconds_for_every_station():
    few, many = lessons.STATIONS
    medians = {
        (name, count): 7.0 + (0.25 if name == "tetnp" else 0) * count
        for name in lessons.MAP_MODELS
        for count in (few, many)
    }
    results = {lessons.mapped(*of): lessons.Result(median, *[0.0] * 8) for of, median in medians.items()}
    assert lessons.slopes(results) == pytest.approx({"tetnp": 0.25, "convcnp": 0.0})
    assert "plane, tetnp: 0.250 ms more for every station" in lessons.table(results)
    assert "plane, tetnp, 60: median <= 50 ms" in lessons.wanted(results)
