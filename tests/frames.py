"""The board of one lesson in frames of several sizes on one page, driven together: a step is measured in all of them at
once, and no window is resized.

The models' responses are the server's; a verdict is what the test says. A size is written "1280x720". What a frame does
stands in frames.js.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pages.lessons import LESSONS
from pages.shared.lesson.story import Step

DRIVEN = Path(__file__).with_suffix(".js").read_text("utf-8")
OPEN = """([url, sizes]) => {
  return Promise.all(sizes.map((size) => new Promise((loaded) => {
    const [width, height] = size.split("x");
    const look = { name: size, width, height, onload: loaded, src: url };
    const frame = Object.assign(document.createElement("iframe"), look);
    frame.style.border = "0";
    document.body.append(frame);
  })));
}"""
EACH = """([name, given, sizes]) => Promise.all([...document.querySelectorAll("iframe")]
  .filter((frame) => sizes.includes(frame.name))
  .map(async (frame) => [frame.name, (await frame.contentWindow.driven[name](...given)) ?? null])
).then(Object.fromEntries)"""


class Frames:
    """The frames, with the first step open; `rules` are functions of a board in JavaScript, by their names."""

    def __init__(self, page: Page, boards: str, lesson: str, sizes: Collection[str], rules: Mapping[str, str]):
        self._page, self._name, self._sizes = page, lesson, sizes
        named = ", ".join(f"{json.dumps(name)}: {rule}" for name, rule in rules.items())
        page.add_init_script(f"window.rules = {{ {named} }};\n{DRIVEN}")
        page.goto(f"{boards}/frames")
        page.evaluate(OPEN, [f"{boards}/{'' if lesson == 'home' else lesson}?step=1", list(sizes)])
        self._number = 1
        self.rest()

    @property
    def step(self) -> Step:
        """The one that is open."""
        return LESSONS[self._name].story.steps[self._number - 1]

    @property
    def last(self) -> bool:
        """Whether no step follows it."""
        return self._number == len(LESSONS[self._name].story.steps)

    def each(self, name: str, *given: object, sizes: Collection[str] | None = None) -> dict[str, Any]:
        """What every frame, or those of these sizes, returns of that function of frames.js."""
        return self._page.evaluate(EACH, [name, list(given), list(sizes or self._sizes)])

    def rest(self) -> None:
        """Waits until the open step is painted in all of them."""
        self.each("rest", self._number)

    def go(self, number: int) -> None:
        """Opens a step by its mark."""
        self._number = number
        self.each("go", number)
        self.rest()

    def guess(self) -> None:
        """Commits some guess, where the step has one."""
        self.each("guess")
        self.rest()

    def judge(self, text: str, more: str) -> None:
        """Brings a verdict on what was guessed or done."""
        self.each("judge", self._number, self._name, {"text": text, "more": more})
        self.rest()

    def press(self, selector: str, sizes: Collection[str]) -> list[str]:
        """Presses that button, where it is there and of use; returns in which sizes."""
        pressed = self.each("press", selector, sizes=sizes)
        self.rest()
        return [size for size, there in pressed.items() if there]

    def measured(self, sizes: Collection[str] | None = None, **rules: list[object]) -> Iterator[tuple[str, str, str]]:
        """What these rules find, each with what it is given: size, rule, fault."""
        for size, found in self.each("measured", rules, sizes=sizes).items():
            yield from ((size, rule, fault) for rule, faults in found for fault in faults)
