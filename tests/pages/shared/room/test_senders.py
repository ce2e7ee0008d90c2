"""How many new members and rooms one address may bring: the test moves the clock."""

import json

import pytest

from pages.lessons import LESSONS
from pages.shared.room import senders
from pages.shared.room.messages import parse
from pages.shared.room.senders import MOST_ADDRESSES, NEW_LECTURERS, Senders
from pages.shared.room.state import RoomError
from tests.pages.shared.room.test_messages import CODE

HALL, ELSEWHERE = "192.0.2.1", "192.0.2.2"  # of no machine (RFC 5737)


def from_member(number):
    return parse(json.dumps({"kind": "here", "member": f"{number:032x}"}), LESSONS)


def from_lecturer(number=0):
    return parse(json.dumps({"kind": "open", "key": f"{number:032x}"}), LESSONS)


def join(found, numbers, address, now):
    for number in numbers:
        found.check(CODE, from_member(number), address, now)


def test_a_full_room_may_come_from_one_address_at_once_and_another_within_half_a_minute():
    found = Senders()
    join(found, range(500), HALL, 0.0)
    with pytest.raises(RoomError, match="Too many people join") as refused:
        join(found, [500], HALL, 0.0)
    assert refused.value.type == "too-fast" and str(refused.value).count(".") == 1
    join(found, range(500), HALL, 1.0)  # those are known
    join(found, [501], ELSEWHERE, 1.0)
    for tenth in range(10, 300):  # they come by and by
        join(found, [600 + tenth], HALL, tenth / 10)
    join(found, range(1000, 1200), HALL, 30.0)


def test_new_rooms_from_one_address_are_few():
    found = Senders()
    for number in range(NEW_LECTURERS):
        found.check(CODE, from_lecturer(number), HALL, 0.0)
    for code, number in (("bababa", 0), (CODE, NEW_LECTURERS)):  # one key for many rooms is no way around
        with pytest.raises(RoomError, match="Too many rooms are opened") as refused:
            found.check(code, from_lecturer(number), HALL, 0.0)
        assert str(refused.value).count(".") == 1
    found.check(CODE, from_lecturer(0), HALL, 0.0)
    found.check(CODE, from_lecturer(NEW_LECTURERS), HALL, 10.0)
    found.check(CODE, from_lecturer(NEW_LECTURERS + 1), ELSEWHERE, 10.0)


def test_what_is_kept_of_senders_is_bounded(monkeypatch):
    monkeypatch.setattr(senders, "MOST_SENDERS", 3)
    found = Senders()
    join(found, [1] * 10 + [2, 3, 4], HALL, 0.0)
    join(found, [1], HALL, 0.0)  # forgotten, and new again
    assert len(found._known) == 3
    for number in range(MOST_ADDRESSES + 10):
        join(found, [number], str(number), 0.0)
    assert len(found._members) == MOST_ADDRESSES
