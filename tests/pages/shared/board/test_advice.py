"""What the server knows of open votes, on its way to the lecturer alone, without a page."""

from __future__ import annotations

from tests.javascript import results

# What the window with the notes receives for each view of the room.
GIVEN = """async (views) => {
  const notes = new BroadcastChannel("neural-processes-lecture");
  const given = [];
  const all = new Promise((done) => {
    notes.onmessage = ({ data }) => given.push(data.advice) === views.length && done();
  });
  const advice = new module.Advice();
  views.forEach((view) => advice.give(view));
  await all;
  advice.end();
  notes.close();
  return given;
}"""


def test_the_window_with_the_notes_has_the_advice_as_long_as_it_holds():
    (given,) = results("room/advice", GIVEN, [[[{"discuss": False}, {"discuss": True}, None]]])
    assert (given[0], given[2]) == ("", "")
    assert given[1].startswith("Between 30% and 70% are right: show the votes, let neighbours discuss")
