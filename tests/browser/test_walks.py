"""Every story from its first to its last step, once in a wide window and once on a phone: all is measured at each step.

A step fits in windows of all sizes, is accessible, and shows what it names. Then it is guessed, touched and judged: the
plot keeps its place and size, and a verdict that ends it stays, so that the next touch hits its aim.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board, surface
from tests.looks import faults, resized, settled, violations
from tests.steps import button, expect_step, measured, missing, numbers, open_story, step_faults, story, swipe

WIDE = {"width": 1280, "height": 720}
LARGE_LETTERS = ({"width": 1024, "height": 576}, {"width": 853, "height": 480})  # as at 125 % and 150 %
PHONE = {"width": 390, "height": 844}
LOW = {"width": 390, "height": 664}
CLIPS = (".story", ".left", ".lesson-bar")  # with large letters: parts of a step that are not scrolled
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
    ("decoding", 5),
    ("autoencoders", 4),
}  # nothing else can be touched, so that nothing else leads to a verdict
SCROLLED = (".story is", "cut off by story:")  # on a phone, where the text has gone already
WATCH = """root => {
  const seen = (root.seen = { stage: new Set(), verdict: new Set() });
  const place = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x, y, width, height].map((value) => Math.round(value)).join(" ");
  };
  const look = () => {
    if (root.seen !== seen) return;
    const stage = root.querySelector(".panel.stage svg.plot");
    if (stage) seen.stage.add(place(stage));
    const verdict = root.querySelector(".story-verdict");
    if (root.querySelector('.story[data-done="true"]')) seen.verdict.add(`${place(verdict)}: ${verdict.innerText}`);
    requestAnimationFrame(look);
  };
  look();
}"""
SEEN = "(root, name) => { const found = [...root.seen[name]]; root.seen = null; return found; }"


class Judge:
    """Stands between page and socket: from the first touch on says nothing of a step until it is to end it."""

    def __init__(self, page: Page):
        self.away, self.ends = True, False  # as long as it is away, the server judges
        page.route_web_socket("**/live", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def sent(text: str) -> None:
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
            reply = {name: message[name] for name in ("v", "seq", "step", "lesson")}
            socket.send(json.dumps({**reply, "kind": "verdict", "verdict": said if self.ends else None}))

        socket.on_message(sent)


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
    for word in story(page).locator('.word[data-verb="set"], [data-choice]').all():
        if word.is_visible():
            word.click()
            return
    plot = board(page).locator(".panel.stage svg.plot")
    if plot.is_visible():
        plot.click(position={"x": 150, "y": 120})


def unseen(page: Page) -> list[str]:
    """A verdict that is not wholly in its card."""
    card, verdict = (node.bounding_box() for node in (story(page), story(page).locator(".story-verdict")))
    within = verdict["y"] >= card["y"] - 1 and verdict["y"] + verdict["height"] <= card["y"] + card["height"] + 1
    return [] if within else ["the verdict is cut off"]


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
        found += [fault for fault in step_faults(page) if not fault.startswith(SCROLLED)] + unseen(page)
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


def broken_name(page: Page) -> list[str]:
    """The way to the next lesson, if it has not one line."""
    lines = (
        "node => { const r = document.createRange(); r.selectNodeContents(node); return r.getClientRects().length; }"
    )
    count = button(page, "next").evaluate(lines)
    return [f"the next lesson's name has {count} lines"] if count != 1 else []


def low_bars(page: Page) -> list[str]:
    """The bars of the weights, if they leave room of a phone unused."""
    resized(page, PHONE)
    high = board(page).locator('[data-panel="weights"] .bars-plot').bounding_box()["height"]
    return [] if high > 180 else [f"the bars are {high} px high"]


# What is measured of single lessons, at the step of that number, the last for -1.
WIDE_STEPS = {("kernels", -1): broken_name, ("masks", -1): broken_name, ("setconv", -1): broken_name}
PHONE_PICTURES = {("attention", 1): low_bars}


def nothing(page: Page) -> list[str]:
    """Of most steps nothing else is measured."""
    return []


def lost_to_large_letters(page: Page) -> list[str]:
    """What a step loses in lower windows: its card is to be scrolled, and its plot on screen."""
    found = []
    for size in LARGE_LETTERS:
        resized(page, size)
        wrong = [fault for fault in step_faults(page) if fault.startswith(CLIPS)]
        wrong += [fault for fault in faults(page) if " lies on " in fault]
        plot = board(page).locator(".panel.stage").bounding_box()
        if plot["y"] < 0 or plot["y"] + 200 > size["height"]:
            wrong.append("the plot is out of the window")
        found += [f"at {size['width']}: {fault}" for fault in wrong]
    resized(page, WIDE)
    return found


def without_numbers(page: Page) -> list[str]:
    """What is wrong with the table of the numbers of every panel on show."""
    shown = board(page).locator(".panel").evaluate_all("nodes => nodes.map((node) => node.dataset.panel)")
    dialog = numbers(page)
    sections = dialog.locator("[data-numbers]").evaluate_all("nodes => nodes.map((node) => node.dataset.numbers)")
    found = [] if sorted(sections) == sorted(shown) else [f"numbers of {sections}, on show are {shown}"]
    if dialog.locator("tbody tr").count() <= 2:
        found.append("hardly any numbers")
    found += violations(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return found


@pytest.mark.parametrize("name", LESSONS)
def test_a_story_is_walked_by_mouse_and_by_keys(new_page, server, name):
    """Forwards by a click and a key in turn, every second lesson by the key first; and back by keys."""
    page, steps, found = new_page(viewport=WIDE), len(LESSONS[name].story.steps), []
    judge, first = Judge(page), list(LESSONS).index(name)
    open_story(page, address(server, name))
    expect(story(page)).to_have_attribute("data-steps", str(steps))
    for number, step in enumerate(LESSONS[name].story.steps, start=1):
        wrong = measured(page, WIDE) + missing(page, step)
        wrong += WIDE_STEPS.get((name, number if number < steps else -1), nothing)(page)
        if number in (1, 2, steps):
            wrong += violations(page)
        if number == (3 if name == "kernels" else 2):  # its second step has no stage, and no buttons of one
            wrong += without_numbers(page)
        wrong += lost_to_large_letters(page) + lived_through(page, judge, name, number)
        found += [f"step {number}: {fault}" for fault in wrong]
        if number < steps:
            expect_onward(page, number + 1, by_key=(number + first) % 2)
    story(page).get_by_role("heading").focus()  # the arrow keys of what was touched are its own
    page.keyboard.press("ArrowRight")  # beyond the last there is none
    expect_step(page, steps)
    assert not found + page.errors, "\n".join(found + page.errors)
    for number in range(steps - 1, 0, -1):
        page.keyboard.press("ArrowLeft")
        expect_step(page, number)
    assert page.errors == []


def expect_onward(page: Page, number: int, by_key: bool) -> None:
    """Opens the next step, of that number: it is read out from its title, and the address follows."""
    if by_key:
        story(page).get_by_role("heading").focus()
        page.keyboard.press("ArrowRight")
    else:
        button(page, "next").click()
    expect_step(page, number)
    expect(story(page).get_by_role("heading")).to_be_focused()
    expect(page).to_have_url(re.compile(rf"step={number}\b"))


def pictures(page: Page, name: str, number: int) -> list[str]:
    """What is wrong with the pictures of a step on a low phone, where a tab opens them; and goes back to the plot."""
    tabs = board(page).locator('.story-tabs [data-picture="pictures"]')
    if not (tabs.is_visible() and tabs.is_enabled()) and (name, number) not in PHONE_PICTURES:
        resized(page, PHONE)
        return []
    tabs.tap()
    found = [f"pictures: {fault}" for fault in measured(page, LOW, PHONE)]
    found += PHONE_PICTURES.get((name, number), nothing)(page)
    stage = board(page).locator('.story-tabs [data-picture="stage"]')
    if stage.is_visible():  # on the higher phone a plane that is dragged stands below the stage
        stage.tap()
    return found


@pytest.mark.parametrize("name", LESSONS)
def test_a_story_is_walked_by_touch(new_page, server, name):
    """By a swipe and a tap in turn, on a phone and on a low one."""
    page, steps, found = new_page(viewport=PHONE, has_touch=True), len(LESSONS[name].story.steps), []
    judge = Judge(page)
    open_story(page, address(server, name))
    for number in range(1, steps + 1):
        expect_step(page, number)
        wrong = measured(page, PHONE, LOW) + pictures(page, name, number)
        if number in (1, steps):
            wrong += violations(page)
        wrong += lived_through(page, judge, name, number)
        found += [f"step {number}: {fault}" for fault in wrong]
        if number < steps and number % 2:
            swipe(page, -150)
        elif number < steps:
            button(page, "next").tap()
    swipe(page, 150)
    expect_step(page, steps - 1)
    assert not found + page.errors, "\n".join(found + page.errors)
