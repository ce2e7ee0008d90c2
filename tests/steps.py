"""How a browser test walks a story, and what can be measured of a step: that all of it is on screen, and large enough.

The boxes are read in the browser. A finding is one sentence that names the place.
"""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from pages.shared.lesson.story import Step
from tests.board import await_painted, await_there, board
from tests.looks import resized, settled

SMALLEST_TEXT = 15  # px, in the card, the bar and the buttons
SMALLEST_STAGE = (300, 220)  # px
SMALLEST_TARGET = 44  # px, where one taps
PHONE = 600  # px: narrower screens are tapped
LOW = 720  # px: below, a card may be scrolled
SCROLLED = (".story is", "cut off by story")  # where it is

# A word inside a sentence is as high as its line, and a mark that no tap reaches is no target.
STEP_RULES = """(root, [text, [wide, high], target, phone]) => {
  const found = [];
  const words = (node) => node.textContent.trim().replace(/\\s+/g, " ").slice(0, 40) || node.getAttribute("aria-label");
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const scrolls = (node, name) => {
    const [high, wide] = [node.scrollHeight - node.clientHeight, node.scrollWidth - node.clientWidth];
    if (high > 1) found.push(`${name} is ${high} px too high`);
    if (wide > 1) found.push(`${name} is ${wide} px too wide`);
  };
  scrolls(document.documentElement, "the document");
  for (const node of document.querySelectorAll("[data-testid=stMain]")) scrolls(node, "the page");
  scrolls(root, "the board");
  for (const name of [".story", ".story-pictures", ".left", ".story-nav", ".lesson-bar"]) {
    const node = root.querySelector(name);
    if (node && seen(node)) scrolls(node, name);
  }
  const boxOf = (node) => node.getBoundingClientRect();
  const beside = (a, b) => a.left < b.left - 1.5 || a.right > b.right + 1.5;
  const outside = (a, b, slack) => beside(a, b) || a.top < b.top - slack || a.bottom > b.bottom + slack;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const unread = ".unseen, .probe, .tip, dialog, .key-log, .lesson-place";
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || node.closest(`${unread}, style`) || !seen(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      if (!box.width) continue;
      const slack = node.ownerSVGElement ? 4 : 2; // letters are lower than the line that they stand in
      if (outside(box, screen, slack)) found.push(`leaves the screen: "${words(node)}"`);
      for (let at = node; at !== root; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const clips = at.localName !== "text" && (overflowX !== "visible" || overflowY !== "visible");
        if (!clips || !outside(box, boxOf(at), slack)) continue;
        found.push(`cut off by ${at.className.baseVal ?? at.className}: "${words(node)}"`);
      }
    }
    const own = node.closest(".story, .lesson-bar, .story-nav, .story-tabs");
    const size = parseFloat(getComputedStyle(node).fontSize);
    const numbers = node.closest(".weight-number, .weight-label"); // as on an axis
    if (own && !numbers && size < text) found.push(`letters of ${size} px: "${words(node)}"`);
  }
  const stage = root.querySelector(".panel.stage svg");
  const box = boxOf(stage);
  const plane = Math.abs(box.width - box.height) < 10; // as wide as the room is high
  const small = seen(stage) && ((box.width < wide && !plane) || box.height < high);
  if (small) found.push(`the stage is ${box.width.toFixed()} x ${box.height.toFixed()}`);
  if (innerWidth < phone) {
    for (const node of root.querySelectorAll("button")) {
      if (!seen(node) || node.disabled || node.closest("dialog") || node.matches(".word")) continue;
      if (getComputedStyle(node).pointerEvents === "none") continue;
      const { width, height } = boxOf(node);
      if (Math.min(width, height) > target - 0.5) continue;
      found.push(`a target of ${width.toFixed()} x ${height.toFixed()}: "${words(node)}"`);
    }
  }
  return [...new Set(found)];
}"""


# Of panels, readings in a list and readings in a sentence, those by these names that have not come.
MISSING = """(root, [panels, readings]) => {
  const has = (selector) => [...root.querySelectorAll(selector)].some((node) => node.textContent.trim() !== "…");
  const drawn = (id) => has(`[data-panel="${id}"] :is(svg *, canvas, td, .vacant:not([hidden]))`); // or why it is not
  return [
    ...panels.filter((id) => !drawn(id)).map((id) => `no panel ${id}`),
    ...readings.filter((id) => !has(`[data-reading="${id}"], [data-live="${id}"]`)).map((id) => `no reading ${id}`),
  ];
}"""
_READING = re.compile(r"\{([\w-]+)\}")


def story(page: Page) -> Locator:
    """The card of the open step."""
    return page.get_by_test_id("story").first


def button(page: Page, name: str) -> Locator:
    """One of the story's own buttons: "next", "back"."""
    return page.get_by_test_id(f"story-{name}").first


def dot(page: Page, number: int) -> Locator:
    """The mark of a step in the row below the card."""
    return board(page).locator(f'.story-dots [data-number="{number}"]')


def open_story(page: Page, url: str, step: int = 1) -> None:
    """Goes to the address, and waits until that step is open and its first prediction is painted."""
    page.goto(url)
    await_painted(page)
    expect_step(page, step)


def expect_step(page: Page, number: int) -> None:
    """Waits until that step is open."""
    await_there(story(page).and_(page.locator(f'[data-step="{number}"]')))


def numbers(page: Page) -> Locator:
    """The dialog of the numbers behind the plots, opened by its button."""
    opens = board(page).locator('[data-action="numbers"]')
    opens.focus()
    opens.press("Enter")
    dialog = board(page).locator("dialog.numbers")
    expect(dialog).to_be_visible()
    return dialog


def step_faults(page: Page) -> list[str]:
    """What of the open step is not on screen, or too small."""
    sizes = [SMALLEST_TEXT, SMALLEST_STAGE, SMALLEST_TARGET, PHONE]
    return board(page).evaluate(STEP_RULES, sizes)


def wanted(step: Step, hidden: str) -> list[list[str]]:
    """The panels and readings that a step is to show, but for those that the board names as hidden."""
    panels = [] if "pictures" in hidden.split() else [id for id in step.panels if id not in hidden.split()]
    readings = [] if "readings" in hidden.split() else list(step.readings)
    return [panels, _READING.findall(step.text + step.action) + readings]


def measured(page: Page, *sizes: dict[str, int]) -> list[str]:
    """What of the open step does not fit, in each of these windows, beginning with the one that is open."""
    found = []
    settled(page)
    for size in sorted(sizes, key=lambda size: size != page.viewport_size):
        resized(page, size)
        scrolls = SCROLLED if size["width"] < PHONE and size["height"] < LOW else ()
        faults = [fault for fault in step_faults(page) if not fault.startswith(scrolls)]
        found += [f"at {size['width']} x {size['height']}: {fault}" for fault in faults]
    return found


def swipe(page: Page, by: int) -> None:
    """Draws a finger across the card by so many pixels: to the left for a negative number."""
    box = story(page).bounding_box()
    y = box["y"] + min(20, box["height"] / 2)
    x = box["x"] + box["width"] / 2 - by / 2
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.5, 1.0):
        points = [{"x": x + part * by, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
