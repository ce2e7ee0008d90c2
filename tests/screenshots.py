"""Pictures of the lessons, light and dark: `python tests/screenshots.py OUT [LESSON ...] [--sizes 390x844 1280x720]`.

Without names it takes all lessons, without sizes those of `SIZES`. Of the lab it writes
OUT/<lesson>-<theme>-<width>.png and <lesson>-<theme>-presenter.png; of each step of the story
OUT/<lesson>-<theme>-<step>-<size>-opened.png and, after it is lived through, -done.png: words as long as the longest
verdict stand in for it. What a tab hides has a picture that ends in -pictures.png. On the way it names what is wrong:
errors in the console, anything that scrolls sideways, labels that overlap, text that is cut off, a plot that moves. The
exit status is 1 if there was any of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright

from pages.lessons import LESSONS
from tests.board import board, in_lab
from tests.chromium import PATIENCE, launch
from tests.looks import faults, resized, settled, show_whole
from tests.serving import serve
from tests.steps import SCROLLED, button, expect_step, open_story, step_faults, story
from tests.walking import Judge, address, lived_through

WIDTHS = (1280, 1920, 375)  # of the lab: its window is as high as the page
SIZES = ("390x844", "1024x768", "1280x720", "1920x1080")  # of the story
THEMES = ("light", "dark")
PROJECTOR = {"width": 1280, "height": 720}


def main(folder: Path, lessons: list[str], sizes: list[str]) -> int:
    """Takes the pictures of these lessons; returns the number of faults."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with TemporaryDirectory() as logs, serve("app.py", Path(logs) / "app.log") as url, sync_playwright() as playwright:
        browser = launch(playwright)
        for name, theme in product(lessons, THEMES):
            for line in _pictures(browser, url, f"{name}-{theme}", folder, sizes):
                print(line, flush=True)
                count += 1
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}, {count} faults")
    return count


def _pictures(browser: Browser, url: str, which: str, folder: Path, sizes: list[str]) -> Iterator[str]:
    """One lesson in one theme, its lab and its story; yields the faults, each with its picture."""
    name, theme = which.split("-")
    for take in (_lab, partial(_story, sizes=sizes)):
        page = browser.new_page(color_scheme=theme)
        page.set_default_timeout(PATIENCE)
        errors: list[str] = []
        page.on("pageerror", lambda error, errors=errors: errors.append(str(error)))
        page.on("console", lambda line, errors=errors: errors.append(line.text) if line.type == "error" else None)
        for file, found in take(page, address(url, name), name):
            page.screenshot(path=folder / f"{which}-{file}.png")
            yield from (f"{which}-{file}: {fault}" for fault in found)
        yield from (f"{which}: {error}" for error in errors)
        page.close()


def _lab(page: Page, url: str, _: str) -> Iterator[tuple[str, list[str]]]:
    """The lab at every width and in presenter mode, each time with what is wrong."""
    page.goto(in_lab(url))
    for width in WIDTHS:
        show_whole(page, width)
        yield str(width), faults(page)
    page.set_viewport_size(PROJECTOR)
    settled(page)
    page.keyboard.press("p")
    settled(page)
    yield "presenter", faults(page)


def _story(page: Page, url: str, name: str, sizes: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Every step at these sizes as it opens, and again after it is lived through, each time with what is wrong."""
    windows = {size: dict(zip(("width", "height"), map(int, size.split("x")), strict=True)) for size in sizes}
    judge, steps = Judge(page), LESSONS[name].story.steps
    open_story(page, url)
    for number, step in enumerate(steps, start=1):
        settled(page)
        for size, window in windows.items():
            resized(page, window)
            yield from _both_tabs(page, f"{number}-{size}-opened", step_faults)
        moved = lived_through(page, judge, name, number)
        yield f"{number}-{size}-done", moved
        for size, window in reversed(windows.items()):
            resized(page, window)
            yield from _both_tabs(page, f"{number}-{size}-done", _verdict_faults if step.judge else step_faults)
        if number < len(steps):
            button(page, "next").click()
            expect_step(page, number + 1)


def _verdict_faults(page: Page) -> list[str]:
    """What is wrong with a step whose verdict has come, which is to be wholly in its card."""
    found = [fault for fault in step_faults(page) if not fault.startswith(SCROLLED)]
    card, verdict = (node.bounding_box() for node in (story(page), story(page).locator(".story-verdict")))
    within = verdict["y"] >= card["y"] - 1 and verdict["y"] + verdict["height"] <= card["y"] + card["height"] + 1
    return found if within else [*found, "the verdict is cut off"]


def _both_tabs(page: Page, file: str, find: Callable[[Page], list[str]]) -> Iterator[tuple[str, list[str]]]:
    """What is wrong on screen, and with the pictures where a tab opens them; goes back to the plot."""
    yield file, find(page)
    stage, pictures = (board(page).locator(f'.story-tabs [data-picture="{part}"]') for part in ("stage", "pictures"))
    if pictures.is_visible() and pictures.is_enabled():
        pictures.click()
        settled(page)
        yield f"{file}-pictures", step_faults(page)
        stage.click()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("lessons", nargs="*", choices=[*LESSONS, []], default=[*LESSONS], metavar="LESSON")
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="WIDTHxHEIGHT")
    chosen = parser.parse_args()
    sys.exit(1 if main(chosen.folder, chosen.lessons, chosen.sizes) else 0)
