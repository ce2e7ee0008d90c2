"""What the benchmarks count as a paint: the frame that first shows a stage."""

from benchmarks.interaction import PROBE

# A stage for each frame, put in place within the frame or between it and the next; the time at which each frame began.
FRAMES = """
(within) => new Promise((done) => {
  const board = document.body.appendChild(document.createElement("div"));
  probe.watch(board);
  const begun = [];
  const between = new MessageChannel();
  between.port1.onmessage = () => (board.dataset.stage = begun.length);
  const step = () => {
    begun.push(performance.now());
    if (begun.length > 20) return done(begun);
    requestAnimationFrame(step);
    if (within) board.dataset.stage = begun.length;
    else setTimeout(() => between.port2.postMessage(null));
  };
  requestAnimationFrame(step);
})
"""


def paints(page, within):
    """Number of each stage, when its paint was noted, and when the frames began."""
    page.add_init_script(PROBE)
    page.goto("data:text/html,<title>frames</title>")
    begun = page.evaluate(FRAMES, within)
    return {paint["seq"]: paint["at"] for paint in page.evaluate("probe.paints")}, begun


def test_a_stage_that_a_frame_puts_in_place_is_painted_by_that_frame(page):
    noted, begun = paints(page, True)
    assert list(noted) == list(range(1, 21))
    # A busy machine may deliver one or another message late.
    assert sum(at < begun[seq] for seq, at in noted.items()) >= 15


def test_a_stage_between_two_frames_is_painted_by_the_next(page):
    noted, begun = paints(page, False)
    assert len(noted) >= 15
    assert sum(begun[seq] <= at < (*begun, begun[-1] + 1000)[seq + 1] for seq, at in noted.items()) >= 12
