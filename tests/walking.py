"""How a walk through a story lives through a step: it is guessed, touched and judged, while the plot keeps its place
and size, and a verdict that ends it stays, so that the next touch hits its aim."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board, surface
from tests.looks import settled
from tests.steps import expect_step, story
from tests.windows import note_requests

# As long as the longest that a judge says, so that it takes the most room.
TEXT = (
    "The band of the first model stays as wide as it was, because its tokens hold x itself and not the distance. "
    "The other one moves with the points, because it sees only differences between two inputs."
)
MORE = "Over 512 further tasks the first model loses 0.31 nats a target, the second 0.02, each with a standard error."
# What is touched of a step, the first that is there. It follows the arrow keys; those sideways would open steps.
TOUCHED = (
    '.panel.stage [role="slider"]:not(.sketch-hit)',
    ".panel.stage .point",
    '.place[tabindex="0"]',
    ".sliders input",
)
# Points that are measured stay where they are: such a step is touched by one more of them.
MEASURED = '.panel.stage .point[aria-roledescription="measurement"]'
ONLY_GUESSED = {
    ("decoding", 4),
    ("autoencoders", 4),
}  # nothing else can be touched, so that nothing else leads to a verdict
WATCH = """root => {
  const seen = (root.seen = { stage: new Set(), verdict: new Set() });
  const place = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x, y, width, height].map((value) => Math.round(value)).join(" ");
  };
  const look = () => {
    if (root.seen !== seen) return;
    const stage = root.querySelector(".panel.stage svg.plot");
    if (stage?.getClientRects().length) seen.stage.add(place(stage)); // not behind a tab
    const verdict = root.querySelector(".story-verdict");
    const words = verdict.innerText.replace(/As it was earlier|Not as you guessed/, "").trim(); // in the margin
    if (root.querySelector('.story[data-done="true"]')) seen.verdict.add(`${place(verdict)}: ${words}`);
    requestAnimationFrame(look);
  };
  look();
}"""
SEEN = "(root, name) => { const found = [...root.seen[name]]; root.seen = null; return found; }"


class Judge:
    """Stands between page and socket: from the first touch on says nothing of a step until it is to end it."""

    def __init__(self, page: Page):
        self.away, self.ends = True, False  # as long as it is away, the server judges
        self._note_sent, self._note_received = note_requests(page)
        page.route_web_socket("**/live", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def sent(text: str) -> None:
            self._note_sent(text)
            message = json.loads(text)
            if self.away or "before" not in message:
                server.send(text)
                return
            guess = message.get("guess")
            said = {
                "done": True,
                "text": TEXT,
                "right": None if guess is None else False,
                "outcome": guess,
                "more": MORE,
            }
            reply = {
                "v": message["v"],
                "kind": "verdict",
                **{name: message[name] for name in ("seq", "step", "lesson")},
            }
            received(json.dumps({**reply, "verdict": said if self.ends else None}, separators=(",", ":")))

        def received(message: str | bytes) -> None:
            socket.send(message)
            if isinstance(message, str):
                self._note_received(message)

        socket.on_message(sent)
        server.on_message(received)


def guess(page: Page) -> None:
    """Commits some guess, where the step has one."""
    card = story(page)
    if card.locator(".guess-option:visible").count():
        card.locator(".guess-option:visible").first.click()
    for row in card.locator(".sort-row:visible").all():
        row.locator(".sort-bin").first.click()
    if board(page).locator(".sketch.open").count():
        board(page).locator(".sketch-hit").press("ArrowUp")
    if card.locator(".guess-commit:visible").count():
        card.locator(".guess-commit:visible").click()


def measure_beside(page: Page, count: int) -> None:
    """One more measurement than that count, by keys, a little to the right of the last one."""
    plot = surface(page)
    plot.press("ArrowRight")
    plot.press("n")
    expect(board(page).locator(MEASURED)).to_have_count(count + 1, timeout=PATIENCE)


def touch(page: Page, key: str) -> None:
    """Moves something of the step by a key, or measures; where nothing moves, presses a word or a choice, or draws."""
    picture = board(page).locator(".panel.stage .pixels")
    if picture.count() and picture.first.is_visible():
        picture.first.press("Space")
        return
    measured_points = board(page).locator(MEASURED)
    if measured_points.count() and measured_points.first.is_visible():
        measure_beside(page, measured_points.count())
        return
    for selector in TOUCHED:
        for node in board(page).locator(selector).all():
            if node.is_visible() and node.is_enabled():
                node.press(key)
                return
    settled(page)
    words = story(page).locator('.word[data-verb="set"], [data-choice]').filter(visible=True)
    if words.count():
        words.evaluate_all("nodes => nodes[0]?.click()")  # at once: a verdict may come now, and fold the words away
        return
    plot = board(page).locator(".panel.stage svg.plot")
    if plot.is_visible():
        plot.click(position={"x": 150, "y": 120})


def lived_through(page: Page, judge: Judge, name: str, number: int) -> list[str]:
    """What moves while a step is guessed, touched, judged, read and touched again."""
    step = LESSONS[name].story.steps[number - 1]
    judge.away = False
    judge.ends = "stage" in step.hides or (name, number) in ONLY_GUESSED
    board(page).evaluate(WATCH)
    guess(page)
    touch(page, "ArrowDown")
    judge.ends = True
    touch(page, "ArrowUp")
    found = []
    if step.judge is not None:
        expect(story(page).locator(".story-verdict")).to_contain_text(TEXT, timeout=PATIENCE)
        expect(story(page)).to_have_attribute("data-done", "true")
        settled(page)
        more = story(page).locator(".story-more")
        for opened in ("true", "false"):
            more.click()
            expect(more).to_have_attribute("aria-expanded", opened)
    settled(page)
    stage = board(page).evaluate(SEEN, "stage")
    board(page).evaluate(WATCH)
    for key in ("ArrowUp", "ArrowUp", "ArrowDown"):
        touch(page, key)
    settled(page)
    verdict = board(page).evaluate("root => [...root.seen.verdict]")
    stage = {*stage, *board(page).evaluate(SEEN, "stage")}
    if len(stage) > 1:
        found.append(f"the plot changes: {sorted(stage)}")
    if len(verdict) > 1:
        found.append(f"the verdict changes: {verdict}")
    expect_step(page, number)
    judge.away = True
    return found


def address(server: str, name: str) -> str:
    return f"{server}/{'' if name == 'home' else name}"
