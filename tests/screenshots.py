"""Pictures of every page at every size, light and dark: `python tests/screenshots.py OUT`.

Writes OUT/<page>-<theme>-<width>.png and <page>-<theme>-presenter.png, and names on the way what is wrong: errors in
the console, anything that scrolls sideways, labels that overlap, text that is cut off. The exit status is 1 if there
was any of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright

from pages.lessons import LESSONS
from tests.board import in_lab
from tests.chromium import launch
from tests.looks import faults, settled, show_whole
from tests.serving import serve

WIDTHS = (1280, 1920, 375)
THEMES = ("light", "dark")
PROJECTOR = {"width": 1280, "height": 720}
PATIENCE = 60_000  # ms


def main(folder: Path) -> int:
    """Takes all pictures; returns the number of faults."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with TemporaryDirectory() as logs, serve("app.py", Path(logs) / "app.log") as url, sync_playwright() as playwright:
        browser = launch(playwright)
        for name, theme in product(LESSONS, THEMES):
            for line in _pictures(browser, url, f"{name}-{theme}", folder):
                print(line, flush=True)
                count += 1
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}, {count} faults")
    return count


def _pictures(browser: Browser, url: str, which: str, folder: Path) -> Iterator[str]:
    """One page in one theme at every width and in presenter mode; yields the faults, each with its picture."""
    name, theme = which.split("-")
    page = browser.new_page(color_scheme=theme)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.goto(in_lab(f"{url}/{'' if name == 'home' else name}"), timeout=PATIENCE)
    for width in WIDTHS:
        show_whole(page, width)
        yield from _picture(page, folder / f"{which}-{width}.png")
    page.set_viewport_size(PROJECTOR)
    settled(page)
    page.keyboard.press("p")
    settled(page)
    yield from _picture(page, folder / f"{which}-presenter.png")
    yield from (f"{which}: {error}" for error in errors)
    page.close()


def _picture(page: Page, file: Path) -> Iterator[str]:
    page.screenshot(path=file)
    yield from (f"{file.stem}: {fault}" for fault in faults(page))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("A folder is needed: python tests/screenshots.py OUT")
    sys.exit(1 if main(Path(sys.argv[1])) else 0)
