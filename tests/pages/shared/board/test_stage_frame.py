"""What the page of a phone says to the stage inside it, without a page."""

from __future__ import annotations

from tests.javascript import results

SAID = """(rooms) => {
  const said = [];
  const frame = { post: ({ room }) => said.push(room), follow() {} };
  for (const room of rooms) module.StageFrame.prototype.inform.call(frame, room);
  return said;
}"""


def test_a_phone_that_comes_before_the_lecturer_has_shown_anything_informs_its_stage():
    rooms = [{"explores": False}, {"explores": False}, {"question": "", "explores": False}]
    assert results("room/stage_frame", SAID, [[rooms]]) == [rooms]
