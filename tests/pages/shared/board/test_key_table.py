"""The one table of keys, read without a page: what each key does over every step of the plans."""

from __future__ import annotations

import re

from pages.lecture import PLANS
from pages.lecture.talk import read
from pages.lessons import LESSONS
from pages.shared.board.bundle import FOLDER
from pages.shared.lesson.guesses import Choose, Sort
from tests.javascript import results

# For each state of a list what every key of the table does: {key: does}.
FOUND = """(states) => {
  const { TABLE, meaningOf, listed } = module;
  const keys = [...new Set(TABLE.flatMap(({ keys }) => keys ?? []))];
  const of = (state) => Object.fromEntries(keys.map((key) => [key, meaningOf(key, state)?.does ?? null]));
  const rows = TABLE.map(({ does, says, keys }) => [does ?? "", says ?? "", keys ?? []]);
  return { rows, listed: listed(false), byFinger: listed(true), found: states.map(of) };
}"""
STOPS = sorted({(stop.lesson, stop.step) for plan in PLANS.values() for stop in read(plan, LESSONS).stops if stop.step})
LETTERS = "abcdefgh"


def look(states):
    return results("presenter/key_table", FOUND, [[states]])[0]


def presenting(lesson: str, step: int, **changes) -> dict:
    """A step of a plan before an audience, with its guess still open."""
    guess = LESSONS[lesson].story.step(step).guess
    options = {Choose: lambda: len(guess.options), Sort: lambda: len(guess.bins)}.get(type(guess), lambda: 0)()
    ready = guess is not None and not options  # Enter goes to a sketch or to bars
    held = {"presents": True, "turns": True, "story": True, "room": True}
    return {**held, "options": options, "sorts": isinstance(guess, Sort), "ready": ready, **changes}


def test_letters_are_votes_only_while_a_show_of_hands_is_open():
    closed = [presenting(*stop) for stop in STOPS]
    opened = [presenting(*stop, hands=True) for stop in STOPS]
    found = look(closed + opened)["found"]
    usual_keys, voting = found[: len(STOPS)], found[len(STOPS) :]
    for stop, state, keys, hands in zip(STOPS, closed, usual_keys, voting, strict=True):
        usual = {"b": "black", ".": "black", "f": "afresh", "g": "readings", "h": "room", "r": "reveal", "?": "help"}
        assert {key: keys[key] for key in usual} == usual, stop
        assert (keys["a"], keys["c"], keys["d"], keys["e"]) == (None,) * 4, stop
        count = state["options"]
        votes = [key for key in LETTERS if hands[key] == "choose"]
        assert votes == list(LETTERS[:count]), stop
        assert all(hands[key] == keys[key] for key in LETTERS[count:]), stop
        assert keys["Enter"] == ("hands" if count else "guess" if state["ready"] else None), stop
        assert hands["Escape"] == "hands" and keys["Escape"] == "present", stop
        assert all(keys[key] == hands[key] == "step" for key in ("ArrowRight", "ArrowLeft", "PageDown", "PageUp")), stop


def test_a_learner_chooses_by_letters_and_a_dialog_leaves_no_key_to_what_lies_behind():
    alone = {"story": True, "turns": True, "options": 3}
    states = [
        alone,
        {**alone, "framed": True},
        {**alone, "presents": True, "dialog": "other"},
        {**alone, "presses": True},
        {**alone, "presents": True, "dialog": "room"},
    ]
    learner, framed, behind, pressed, votes = look(states)["found"]
    assert [learner[key] for key in "abcd1"] == ["choose", "choose", "choose", None, "choose"]
    assert {learner[key] for key in ("r", ".", "t", "h", "Escape")} == {None}, "no key of the lecture"
    assert {key for key, does in framed.items() if does} == {"a", "b", "c", "1", "2", "3"}
    assert {key for key, does in behind.items() if does} == {"?", "b", "."}, "the screen goes black above it, too"
    assert votes["r"] == "reveal" and votes["Escape"] is None, "the outcome closes the votes"
    assert pressed["a"] is None and pressed["Enter"] is None


def test_every_row_acts_and_every_act_is_listed():
    told = look([])
    source = (FOLDER / "presenter" / "keys.js").read_text("utf-8")
    body = source[source.index("const acts = {") : source.index("return acts[does]")]
    named = {*re.findall(r"^      (\w+):", body, re.MULTILINE), *re.findall(r'"(\w+)"', body)} - {"p", "P", "Esc"}
    acts = {does for does, _, _ in told["rows"] if does}
    assert named == acts
    written = {does for does, says, _ in told["rows"] if does and says}
    assert acts - written == {"votes", "letters"}, "those stand beside the room"
    (heading, gestures), *others = told["byFinger"]
    assert others == told["listed"], "a finger has a list of its own before the one of mouse and keys"
    assert heading == "With a finger" and dict(gestures)["Long press"].startswith("remove a point")
    shown = [says for _, rows in told["byFinger"] for _, says in rows]
    assert sorted(shown) == sorted(says for _, says, _ in told["rows"] if says)
