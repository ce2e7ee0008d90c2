"""What happens in a room: worked examples, and laws that hold whatever is done in it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.shared.room import changes
from pages.shared.room.packing import packed, unpacked
from pages.shared.room.state import EXPIRES, MOST_MEMBERS, MOST_POLLS, PRESENT, Ballot, Place, Question, RoomError
from pages.shared.room.views import lecturers, own, shared, votes_csv

KEY = "0123456789abcdef" * 2
ANN, BEN, EVE = (f"{number:032x}" for number in range(1, 4))
OPTIONS = ("Nothing", "A little", "It follows")
QUESTION = Question("masks 2", "What happens to A?", OPTIONS, lesson="masks", step=2, text="You move B.")
PLACE = Place("masks", 2, "What happens to A?", question=QUESTION.name)
SORTED = Question("equivariance 1", "Which one follows?", ("same", "far"), kind="sort", items=("CNP", "TNP", "GP"))


def a_room(*members):
    room = changes.opened("bamuti", KEY, 0.0)
    for member in members:
        room = changes.seen(room, member, 0.0)
    return room


def posed(*members):
    return changes.shown(a_room(*members), PLACE, QUESTION, 0.0)


def vote(room, member, option, sure=None, *, round=1, name=QUESTION.name):
    return changes.voted(room, member, name, round, Ballot(option, sure), 1.0)


def poll(room):
    return shared(room, 1.0)["poll"]


def outcome(room):
    """What the room says of it, of the poll and of the place."""
    seen = shared(room, 1.0)
    return seen["poll"]["right"], seen["poll"]["settled"], seen["place"]["settled"]


def test_votes_stay_hidden_until_they_are_revealed_and_the_right_one_until_the_question_is_settled():
    room = vote(vote(posed(ANN, BEN), ANN, 0, True), BEN, 2)
    room = changes.known(room, QUESTION.name, 2, 1.0)
    assert (poll(room)["voted"], poll(room)["results"]) == (2, None)
    room = changes.revealed(room, True, 1.0)
    assert poll(room)["results"] == [{"counts": [1, 0, 1], "sure": [1, 0, 0]}]
    assert outcome(room) == (None, False, False)
    closed = changes.closed(room, True, 1.0)
    assert outcome(closed) == (2, True, True), "as the judge says"
    with pytest.raises(RoomError, match="finds another option right: press B again") as doubt:
        changes.marked(room, 1, 1.0)
    assert doubt.value.type == "doubtful"
    assert outcome(changes.marked(room, 2, 1.0)) == (2, True, True)
    marked = changes.marked(room, 1, 1.0, sure=True)
    assert outcome(marked) == (1, True, True), "the lecturer knows better than the judge"
    assert (poll(room)["outcome"], poll(marked)["outcome"]) == (None, 2), "what came true is another one"
    for opened in (
        changes.marked(marked, None, 1.0),
        changes.closed(closed, False, 1.0),
        changes.closed(marked, False, 1.0),
        changes.repeated(marked, 1.0),
    ):
        assert outcome(opened) == (None, False, False)


@pytest.mark.parametrize("revealed", [False, True])
def test_what_the_judge_knows_changes_nothing_that_members_see(revealed):
    """Nor do votes that are right: of two rooms that differ in it, both look the same until one is settled."""
    room = vote(vote(posed(ANN, BEN), ANN, 0), BEN, 2)
    rooms = [changes.revealed(changes.known(room, QUESTION.name, right, 1.0), revealed, 1.0) for right in range(3)]
    assert shared(rooms[0], 1.0) == shared(rooms[1], 1.0) == shared(rooms[2], 1.0)


def test_a_closed_question_takes_no_votes():
    room = changes.closed(posed(ANN), True, 1.0)
    with pytest.raises(RoomError, match="too late"):
        vote(room, ANN, 1)
    assert vote(changes.closed(room, False, 1.0), ANN, 1).poll.counts(1) == [0, 1, 0]


def test_a_second_round_stands_beside_the_first():
    room = changes.revealed(vote(vote(posed(ANN, BEN), ANN, 0), BEN, 2), True, 1.0)
    room = changes.repeated(room, 2.0)
    assert (poll(room)["round"], poll(room)["results"], own(room, ANN)) == (2, None, None)
    with pytest.raises(RoomError, match="too late"):
        vote(room, ANN, 1)
    room = changes.revealed(vote(room, ANN, 2, round=2), True, 2.0)
    assert [each["counts"] for each in poll(room)["results"]] == [[1, 0, 1], [0, 0, 1]]
    assert not lecturers(changes.known(room, QUESTION.name, 2, 2.0), 2.0)["discuss"]
    with pytest.raises(RoomError, match="at most 2 rounds"):
        changes.repeated(room, 2.0)


@pytest.mark.parametrize(
    ("right", "discuss"), [(0, False), (29, False), (30, True), (70, True), (71, False), (100, False)]
)
def test_a_discussion_is_suggested_from_30_to_70_of_100_right(right, discuss):
    room = posed()
    for number in range(100):
        room = vote(room, f"{number:032x}", 2 if number < right else 0)
    room = changes.known(room, QUESTION.name, 2, 1.0)
    assert lecturers(room, 1.0)["discuss"] is discuss
    assert not lecturers(changes.revealed(room, True, 1.0), 1.0)["discuss"], "the bars are public by then"


def test_who_comes_back_to_a_step_finds_its_votes():
    room = vote(posed(ANN), ANN, 1)
    room = changes.shown(room, Place("masks", 1, "Look"), None, 2.0)
    assert poll(room) is None and own(room, ANN) is None
    assert own(changes.shown(room, PLACE, QUESTION, 3.0), ANN) == {"option": 1, "sure": None}


def test_phones_follow_until_the_lecturer_lets_them_explore():
    room = posed(ANN)
    assert shared(room, 1.0)["explores"] is False
    freed = changes.explored(room, True, 1.0)
    assert (shared(freed, 1.0)["explores"], freed.version) == (True, room.version + 1)
    assert changes.explored(freed, True, 1.0) is freed
    assert shared(changes.explored(freed, False, 2.0), 2.0)["explores"] is False


def sort(room, member, *bins):
    return changes.voted(room, member, SORTED.name, 1, Ballot(None, None, bins=bins), 1.0)


def test_a_sorting_is_counted_item_by_bin():
    room = changes.shown(a_room(ANN, BEN, EVE), replace(PLACE, question=SORTED.name), SORTED, 0.0)
    room = sort(sort(sort(room, ANN, 0, 0, 0), BEN, 0, 1, 1), ANN, 1, 0, 1)
    assert (poll(room)["items"], poll(room)["options"]) == (["CNP", "TNP", "GP"], ["same", "far"])
    assert (poll(room)["voted"], poll(room)["results"]) == (2, None)
    assert own(room, ANN) == {"option": None, "sure": None, "bins": (1, 0, 1)}
    assert poll(changes.revealed(room, True, 1.0))["results"] == [{"table": [[1, 1], [1, 1], [0, 2]]}]
    rows = votes_csv(room).splitlines()
    assert rows[1].endswith(",1,1,,CNP: far; TNP: same; GP: far,,,1970-01-01 00:00:01"), "not known yet"
    room = changes.known(room, SORTED.name, (1, 0, 1), 2.0)
    assert outcome(room) == (None, False, False) and not lecturers(changes.revealed(room, True, 2.0), 2.0)["discuss"]
    assert outcome(changes.closed(room, True, 2.0)) == ((1, 0, 1), True, True)
    assert unpacked(packed(room)) == room
    assert lecturers(room, 2.0)["discuss"], "one of two is right"
    assert [row.split(",")[-2] for row in votes_csv(room).splitlines()[1:]] == ["yes", "no"]
    with pytest.raises(RoomError, match="Only an option can be marked"):
        changes.marked(room, 1, 2.0)


@pytest.mark.parametrize("bins", [(0, 1), (0, 1, 2), (0, 1, -1), (0, 1, 0, 1)])
def test_a_sorting_has_a_known_bin_for_each_item(bins):
    room = changes.shown(a_room(ANN), PLACE, SORTED, 0.0)
    with pytest.raises(RoomError, match=r"0 to 1, got|each of 3 items"):
        sort(room, ANN, *bins)
    with pytest.raises(RoomError, match="what its question is about"):
        vote(room, ANN, 1, name=SORTED.name)
    with pytest.raises(RoomError, match="what its question is about"):
        changes.voted(posed(ANN), ANN, QUESTION.name, 1, Ballot(None, bins=(0,)), 1.0)


def test_letters_are_posed_anew_each_time():
    room = changes.lettered(vote(posed(ANN), ANN, 1), 4, 2.0)
    assert poll(room)["options"] == list("ABCD")
    room = changes.lettered(vote(room, ANN, 3, name="letters 1"), 2, 3.0)
    assert (poll(room)["title"], poll(room)["options"], poll(room)["voted"]) == ("Question 2: A to B", ["A", "B"], 0)
    with pytest.raises(RoomError, match="2 to 6 letters, got 7"):
        changes.lettered(room, 7, 3.0)


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (lambda room: vote(room, ANN, 3), "0 to 2, got 3"),
        (lambda room: vote(room, ANN, 0, name="masks 5"), "the lecturer has gone on"),
        (lambda room: vote(changes.revealed(room, True, 0.0), ANN, 0), "the votes are on the screen"),
        (lambda room: changes.marked(room, 9, 0.0), "0 to 2, got 9"),
        (lambda room: changes.revealed(a_room(), True, 0.0), "no question on show"),
        (lambda room: changes.opened("bamuti", "short", 0.0), "32 hexadecimal digits"),
        (lambda room: changes.turned(room, 1, 1, 0.0), "No talk runs"),
    ],
)
def test_each_refusal_is_one_sentence(refused, sentence):
    with pytest.raises(RoomError, match=sentence) as error:
        refused(posed(ANN))
    assert str(error.value).endswith(".") and str(error.value).count(".") == 1


def test_a_room_takes_so_many_people_and_no_more():
    assert MOST_MEMBERS == 500, "as docs/teaching.md says"
    room = a_room(*(f"{number:032x}" for number in range(MOST_MEMBERS)))
    with pytest.raises(RoomError, match=f"at most {MOST_MEMBERS} people"):
        changes.seen(room, "f" * 32, 1.0)
    assert changes.seen(room, f"{7:032x}", 1.0).version == room.version


def test_only_the_newest_questions_are_kept():
    room = vote(posed(ANN), ANN, 1)
    for _ in range(MOST_POLLS):
        room = changes.lettered(room, 4, 1.0)
    assert len(room.polls) == MOST_POLLS and QUESTION.name not in room.polls


def test_presence_and_expiry_follow_the_clock():
    room = changes.led(a_room(ANN, BEN), None, 20.0)
    room = changes.seen(room, ANN, PRESENT)
    assert room.here(PRESENT) == 2 and room.here(PRESENT + 1) == 1
    assert room.lecturer_here(20.0 + PRESENT) and not room.lecturer_here(21.0 + PRESENT)
    assert changes.led(room, None, 100.0).version == room.version + 1, "everyone sees that the lecturer is back"
    assert not room.expired(PRESENT + EXPIRES) and room.expired(PRESENT + EXPIRES + 1)


def test_a_talk_runs_while_its_page_is_present():
    room = changes.led(a_room(ANN), True, 20.0)
    assert room.version == a_room(ANN).version + 1, "remotes see it"
    assert changes.led(room, None, 21.0).talk_runs(21.0), "another page of the lecturer's says nothing of it"
    assert lecturers(room, 20.0 + PRESENT)["talk"] and not lecturers(room, 21.0 + PRESENT)["talk"]
    ended = changes.led(room, False, 21.0)
    assert not ended.talk_runs(21.0) and ended.version == room.version + 1


def test_one_page_gives_the_talk_of_a_room_and_another_joins_it():
    room = changes.led(a_room(ANN), True, 20.0, "projector")
    for talk in (True, False):
        joined = changes.led(room, talk, 21.0, "phone")
        assert joined.talk_by == "projector" and joined.talk_runs(21.0) and joined.version == room.version
    later = 21.0 + PRESENT
    assert changes.led(room, True, later, "phone").talk_by == "phone", "the first one is gone"


def test_a_room_knows_on_which_page_the_lecturer_went_on():
    room = changes.shown(a_room(), PLACE, QUESTION, 1.0, page="projector")
    room = changes.shown(room, PLACE, QUESTION, 2.0, page="phone")
    assert lecturers(room, 2.0)["moves"] == 1 and room.mover == "projector", "the phone has only followed"
    room = changes.shown(room, replace(PLACE, step=9), None, 3.0, page="phone")
    assert lecturers(room, 3.0)["moves"] == 2 and room.mover == "phone"
    assert "moves" not in shared(room, 3.0)


def test_what_a_remote_turns_counts_once():
    room = changes.led(a_room(ANN), True, 20.0)
    for number, by, turned in ((1, 1, 1), (2, 1, 2), (2, 1, 2), (3, -1, 1), (1, 1, 1), (7, 1, 2)):
        room = changes.turned(room, number, by, 20.0)
        assert lecturers(room, 20.0)["turned"] == turned, "a press that was sent again is the same"
    assert room.turns == 7, "one that was lost leaves a gap"
    assert "turned" not in shared(room, 20.0)


def test_a_solution_that_counts_is_right():
    exercise = Question("masks 6", "Prove it.", (), kind="prove", lesson="masks", step=6)
    room = changes.shown(a_room(ANN), replace(PLACE, step=6, question=exercise.name), exercise, 0.0)
    room = changes.voted(room, ANN, exercise.name, 1, Ballot(None, drawn=((0.0, 1.0),)), 1.0)
    assert votes_csv(room).splitlines()[1].endswith('"0,1",,yes,1970-01-01 00:00:01')


def test_the_table_of_votes_names_no_one():
    room = changes.marked(vote(vote(posed(ANN, BEN), BEN, 2, True), ANN, 0), 2, 2.0)
    assert votes_csv(room).splitlines() == [
        "lesson,step,question,its text,round,member,option,text,sure,right,time (UTC)",
        "masks,2,What happens to A?,You move B.,1,1,1,Nothing,,no,1970-01-01 00:00:01",
        "masks,2,What happens to A?,You move B.,1,2,3,It follows,yes,yes,1970-01-01 00:00:01",
    ]
    assert ANN not in votes_csv(room)


def test_a_room_that_starts_afresh_forgets_the_votes_of_a_lesson_or_all():
    room = changes.revealed(vote(posed(ANN), ANN, 0), True, 1.0)
    other = changes.cleared(room, "home", 2.0)
    assert other.polls == room.polls
    afresh = changes.cleared(changes.lettered(room, 4, 1.0), "masks", 2.0)
    assert list(afresh.polls) == ["letters 1"] and afresh.clears == 1
    afresh = changes.cleared(room, None, 2.0)
    assert (poll(afresh)["voted"], poll(afresh)["revealed"], afresh.place) == (0, False, room.place)
    assert own(afresh, ANN) is None and shared(afresh, 2.0)["clears"] == 1


def test_a_room_that_starts_afresh_with_its_votes_has_settled_nothing():
    room = changes.marked(vote(posed(ANN), ANN, 0), 2, 1.0)
    assert outcome(changes.cleared(room, "home", 2.0, votes=False)) == (2, True, True), "another lesson"
    for lesson in ("masks", None):
        afresh = changes.cleared(room, lesson, 2.0, votes=False)
        assert (poll(afresh)["voted"], outcome(afresh)) == (1, (None, False, False))


def test_a_question_that_the_lecturers_page_poses_anew_is_open_from_the_first_moment():
    closed = changes.closed(changes.known(vote(posed(ANN), ANN, 0), QUESTION.name, 2, 1.0), True, 1.0)
    away = changes.shown(closed, Place("masks", 1, "Look"), None, 2.0)
    assert outcome(changes.shown(away, PLACE, QUESTION, 3.0)) == (2, True, True), "its outcome is on the screen"
    anew = changes.shown(away, PLACE, QUESTION, 3.0, anew=True)
    assert (poll(anew)["voted"], outcome(anew)) == (1, (None, False, False))
    assert changes.shown(closed, PLACE, QUESTION, 3.0, anew=True) is closed, "a page that was reloaded moves nothing"


def test_the_outcome_of_a_step_settles_its_question_which_takes_the_place_of_another_one():
    aloud = changes.lettered(changes.known(vote(posed(ANN), ANN, 0), QUESTION.name, 2, 1.0), 4, 1.0)
    settled = changes.closed(aloud, True, 2.0, QUESTION.name)
    assert outcome(settled) == (2, True, True), "and phones are at the step's question again"
    back = changes.shown(changes.shown(settled, Place("masks", 1, "Look"), None, 3.0), PLACE, QUESTION, 3.0)
    assert outcome(back) == (2, True, True)
    with pytest.raises(RoomError, match="no question"):
        changes.closed(a_room(ANN), True, 2.0, QUESTION.name)


def test_a_question_aloud_leads_back_to_that_of_the_step_and_its_votes():
    aloud = changes.lettered(vote(posed(ANN), ANN, 1), 4, 1.0)
    back = changes.returned(vote(aloud, ANN, 3, name="letters 1"), 2.0)
    assert (poll(back)["name"], own(back, ANN)["option"], outcome(back)) == (QUESTION.name, 1, (None, False, False))
    assert changes.returned(back, 3.0) is back
    away = changes.shown(aloud, Place("masks", 1, "Look"), None, 2.0)
    assert poll(changes.returned(changes.lettered(away, 4, 2.0), 3.0)) is None, "a step without a question"
    assert poll(changes.returned(changes.lettered(a_room(ANN), 4, 1.0), 2.0)) is None


def test_a_vote_that_is_sent_again_keeps_its_time():
    room = vote(posed(ANN), ANN, 0)
    again = changes.voted(room, ANN, QUESTION.name, 1, Ballot(0), 9.0)
    assert again.poll.rounds == room.poll.rounds
    changed = changes.voted(room, ANN, QUESTION.name, 1, Ballot(1), 9.0)
    assert changed.poll.rounds[0][1].at == 9.0


MEMBERS = st.sampled_from((ANN, BEN, EVE))
ACTS = st.one_of(
    st.tuples(st.just("vote"), MEMBERS, st.integers(0, 2), st.sampled_from((True, False, None))),
    st.tuples(st.just("seen"), MEMBERS),
    st.tuples(st.just("reveal"), st.booleans()),
    st.tuples(st.just("mark"), st.one_of(st.none(), st.integers(0, 2))),
    st.tuples(st.just("close"), st.booleans()),
    st.tuples(st.just("again")),
)


@pytest.mark.slow
@given(st.lists(ACTS, max_size=40))
def test_every_member_counts_once_in_a_round_whatever_happens(acts):
    room, last = posed(), {}
    for act in acts:
        before = room
        try:
            match act:
                case "vote", member, option, sure:
                    room = vote(room, member, option, sure, round=room.poll.round)
                    last[member, room.poll.round] = option
                case "seen", member:
                    room = changes.seen(room, member, 1.0)
                case "reveal", on:
                    room = changes.revealed(room, on, 1.0)
                case "mark", option:
                    room = changes.marked(room, option, 1.0)
                case "close", on:
                    room = changes.closed(room, on, 1.0)
                case _:
                    room = changes.repeated(room, 1.0)
        except RoomError:
            assert room is before
        assert room.version >= before.version
        for number in range(1, room.poll.round + 1):
            wanted = [option for (_, round), option in last.items() if round == number]
            assert room.poll.counts(number) == [wanted.count(option) for option in range(3)]
        assert (poll(room)["results"] is not None) == room.poll.revealed
        assert poll(room)["right"] is None or room.poll.settled
