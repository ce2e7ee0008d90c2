"""The drawing that a tab owns: how far its steps go back."""

from __future__ import annotations

from tests.javascript import results

WALK = """(steps) => {
  const drawing = new module.Drawing();
  drawing.take([[0, 0]], {}, null);
  for (let at = 1; at <= steps; at++) {
    drawing.remember();
    drawing.points[0].x = at;
  }
  const found = [];
  while (drawing.undoable) {
    drawing.undo();
    found.push(drawing.points[0].x);
  }
  return found;
}"""


def test_two_hundred_steps_can_be_undone_and_the_oldest_are_forgotten_first():
    few, many = results("state/drawing", WALK, [[200], [250]])
    assert few == list(range(199, -1, -1))
    assert many == list(range(249, 49, -1))
