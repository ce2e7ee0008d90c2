"""What the benchmarks count as a paint: the frame that first shows a stage."""

import pytest

from benchmarks.interaction import PROBE

# In every third frame a stage, numbered as the frame, within the frame or after it; gives when each frame began.
FRAMES = """
(within) => new Promise((done) => {
  const board = document.body.appendChild(document.createElement("div"));
  probe.watch(board);
  const begun = [];
  const put = () => (board.dataset.stage = begun.length);
  const step = () => {
    begun.push(performance.now());
    if (begun.length > 30) return done(begun);
    requestAnimationFrame(step);
    if (begun.length % 3) return;
    if (within) put();
    else setTimeout(put);
  };
  requestAnimationFrame(step);
})
"""


@pytest.mark.parametrize("within", [True, False])
def test_a_stage_is_painted_by_the_frame_that_shows_it(page, within):
    page.add_init_script(PROBE)
    page.goto("data:text/html,<title>frames</title>")
    begun = page.evaluate(FRAMES, within)
    noted = {paint["seq"]: paint["at"] for paint in page.evaluate("probe.paints")}
    assert list(noted)[:9] == list(range(3, 28, 3))
    # Number of the frame in which each was noted; a busy machine may deliver one or another message late.
    frames = [sum(start <= at for start in begun) - seq for seq, at in noted.items()]
    assert sorted(frames)[len(frames) // 2] == (0 if within else 1)
