"""Every step of every story in windows of six sizes, before and after its verdict: nothing is cut off, lies on another
thing, or is too wide or too small, and what the step is to show is there."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from pages.lessons import LESSONS
from tests.frames import Frames
from tests.looks import BOXES, SCROLL_BY_DESIGN
from tests.steps import (
    LOW,
    MISSING,
    PHONE,
    SCROLLED,
    SMALLEST_STAGE,
    SMALLEST_TARGET,
    SMALLEST_TEXT,
    STEP_RULES,
    wanted,
)
from tests.walking import MORE, TEXT

# The least height of a picture with a plot, and of one with bars.
PICTURES = {
    "1280x720": (150, 66),
    "1024x768": (150, 66),  # an old projector
    "853x480": (150, 40),  # letters at 150 %
    "390x844": (100, 45),
    "390x664": (80, 28),
    "360x640": (80, 28),
}
SMALL = 375  # px: a phone that is narrower has a smaller stage
STAGE = 270  # px, of its width there
VISIBLE = 200  # px of the plot's height that are in every window

_UNSEEN = """(root) => {
  const [card, verdict] = [".story", ".story-verdict"].map((name) => root.querySelector(name).getBoundingClientRect());
  return verdict.top >= card.top - 1 && verdict.bottom <= card.bottom + 1 ? [] : ["the verdict is cut off"];
}"""
_OUT = f"""(root) => {{
  const stage = root.querySelector(".panel.stage");
  if (!stage.checkVisibility({{ visibilityProperty: true }})) return [];
  const {{ top }} = stage.getBoundingClientRect();
  return top < 0 || top + {VISIBLE} > innerHeight ? ["the plot is out of the window"] : [];
}}"""
_PICTURES = """(root, leasts) => ["svg.plot", ".bars-plot"].flatMap((name, i) =>
  [...root.querySelectorAll(`.story-pictures ${name}`)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => node.getBoundingClientRect().height)
    .filter((high) => high < leasts[`${innerWidth}x${innerHeight}`][i] - 0.5)
    .map((high) => `a picture (${name}) is ${high.toFixed()} px high`))"""
_LINES = """(root) => {
  const words = document.createRange();
  words.selectNodeContents(root.querySelector("[data-testid=story-next]"));
  const lines = words.getClientRects().length;
  return innerWidth > 600 && lines !== 1 ? [`the next lesson's name has ${lines} lines`] : [];
}"""
_SIZES = f"[{SMALLEST_TEXT}, [innerWidth < {SMALL} ? {STAGE} : {SMALLEST_STAGE[0]}, {SMALLEST_STAGE[1]}]"
RULES = {
    "step": f"(root) => ({STEP_RULES})(root, {_SIZES}, {SMALLEST_TARGET}, {PHONE}])",
    "boxes": f"() => innerWidth < {PHONE} && innerHeight < {LOW} ? [] : ({BOXES})({json.dumps(SCROLL_BY_DESIGN)})",
    "missing": MISSING,
    "unseen": _UNSEEN,
    "out": _OUT,
    "pictures": _PICTURES,
    "lines": _LINES,
}
# Layouts that are to be mended; what is found no longer goes from here: by lesson and size.
KNOWN = {
    ("whole", "1024x768"): r"\.left is|cut off by left|lies on",  # its matrix stands under the stage
    ("whole", "853x480"): r"cut off by (left|strips)",
    ("masks", "390x844"): r'"c2" lies on "yB"',
    ("zoo", "1024x768"): r'"ConvCNP" lies on "ConvGNP"',
    ("kernels", "360x640"): r"\.left is 2 px",
    ("autoencoders", "360x640"): r"\.(left|story-pictures) is",
    ("layer", "360x640"): r"\.story-pictures is",
    ("plane", "360x640"): r"\.story-pictures is",
    ("zoo", "360x640"): r"\.story-pictures is",
}
Found = Iterator[tuple[str, str]]


def low(size: str) -> bool:
    return int(size.partition("x")[2]) < LOW


def phone(size: str) -> bool:
    return int(size.partition("x")[0]) < PHONE


PHONES = [size for size in PICTURES if phone(size)]
LOW_PHONES = [size for size in PHONES if low(size)]


def scrolled(size: str, fault: str, done: bool) -> bool:
    """Whether that only says that something can be scrolled there: a card with a verdict or in a low window; the whole
    board in a wide one that is low."""
    card = (low(size) or done) and fault.startswith(SCROLLED)
    board = low(size) and not phone(size) and re.match("leaves the screen|the board is .* high", fault)
    return card or bool(board)


def laid_out(frames: Frames, done: bool = False, sizes: list[str] | None = None, **rules: list[object]) -> Found:
    """What is wrong with the step as it stands, by size."""
    for size, rule, fault in frames.measured(sizes, step=[], boxes=[], pictures=[PICTURES], **rules):
        if not (rule == "step" and scrolled(size, fault, done)):
            yield size, fault


def names(frames: Frames) -> list[object]:
    """What the step is to show."""
    [hidden] = set(frames.each("hidden").values())
    return [wanted(frames.step, hidden)]


def opened(frames: Frames) -> Found:
    """What is wrong with a step before anybody has touched it."""
    last = {"lines": []} if frames.last else {}
    yield from laid_out(frames, missing=names(frames), out=[], **last)
    turned = frames.press('.story-tabs [data-picture="pictures"]', PHONES)
    if turned:
        yield from laid_out(frames, sizes=turned)
        frames.press('.story-tabs [data-picture="stage"]', turned)


def judged(frames: Frames) -> Found:
    """What is wrong with it once its verdict has come; the window of a low phone has changed since."""
    frames.guess()
    frames.judge(TEXT, MORE)
    frames.each("resized", sizes=LOW_PHONES)
    frames.rest()
    yield from laid_out(frames, done=True, missing=names(frames), unseen=[])


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_fits_windows_of_all_sizes(new_page, boards, lesson):
    page = new_page(viewport={"width": 400, "height": 300}, has_touch=True, reduced_motion="reduce")
    frames, places = Frames(page, boards, lesson, PICTURES, RULES), defaultdict(list)
    for number, step in enumerate(LESSONS[lesson].story.steps, start=1):
        if number > 1:
            frames.go(number)
        for size, fault in opened(frames):
            places[size, fault].append(f"{number}")
        if step.judge is not None:
            for size, fault in judged(frames):
                places[size, fault].append(f"{number} with its verdict")
    known = {place for place in KNOWN if place[0] == lesson}
    seen = {(lesson, size) for size, fault in places if re.search(KNOWN.get((lesson, size), "^$"), fault)}
    found = [
        f"{size}: {fault} (step {', '.join(numbers)})"
        for (size, fault), numbers in places.items()
        if not re.search(KNOWN.get((lesson, size), "^$"), fault)
    ]
    assert not found + page.errors, "\n".join(found + page.errors)
    assert seen == known, f"mended, and no longer to be listed: {sorted(known - seen)}"
