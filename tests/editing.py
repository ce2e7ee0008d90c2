"""How the tests of editing use the stage: lassos, fingers, the view, and what is selected."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from tests.board import board, open_board, positions, role, spot, surface

Fractions = tuple[float, float]


def with_points(path: str = "", p: str = "-1.5,0.5;0,-1;1.5,1", c: str = "tau:0") -> str:
    """The address of a lesson's lab with these points."""
    return f"{path}?v=1&p={p}&c={c}"


def open_points(page: Page, server: str, path: str = "", p: str = "-1.5,0.5;0,-1;1.5,1", c: str = "tau:0") -> None:
    """Opens a lesson with these points, and waits until they are drawn and answered."""
    open_board(page, f"{server}/{with_points(path, p, c)}")
    expect(role(page, "context")).to_have_count(p.count(";") + 1)


def button(page: Page, name: str) -> Locator:
    """A button of the board by what it does."""
    return board(page).locator(f'[data-action="{name}"]')


def view(page: Page) -> tuple[float, float]:
    """The interval of x that the stage shows now."""
    low, high = surface(page).get_attribute("data-view").split(",")
    return float(low), float(high)


def selected(page: Page) -> list[int]:
    """Which points, in their order, have the ring of the selected."""
    points = board(page).locator(".panel.stage .point")
    return points.evaluate_all("nodes => nodes.flatMap((n, i) => (n.classList.contains('selected') ? [i] : []))")


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
    """With the mouse, in pixels of the screen."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=steps)
    page.mouse.up()


def lasso(page: Page, corners: Sequence[Fractions], key: str = "Shift") -> None:
    """Draws around a part of the stage with the key held; corners are fractions of its width and height."""
    page.keyboard.down(key)
    page.mouse.move(*spot(page, *corners[0]))
    page.mouse.down()
    for corner in corners[1:]:
        page.mouse.move(*spot(page, *corner), steps=4)
    page.mouse.up()
    page.keyboard.up(key)


@contextmanager
def held(page: Page, key: str):
    """While the key is held."""
    page.keyboard.down(key)
    yield
    page.keyboard.up(key)


def ends(page: Page, name: str = "mean") -> tuple[float, float]:
    """Where the first curve in that role begins and ends, in pixels of the stage."""
    path = role(page, name).first
    return tuple(path.evaluate("p => [p.getPointAtLength(0).x, p.getPointAtLength(p.getTotalLength()).x]"))


def frame(page: Page) -> tuple[float, float]:
    """Left and right edge of the stage's frame, in pixels of the stage."""
    box = board(page).locator(".panel.stage rect.frame")
    return tuple(box.evaluate("r => [r.x.baseVal.value, r.x.baseVal.value + r.width.baseVal.value]"))


class Fingers:
    """Fingers on a touch screen; every call says where all of them are."""

    def __init__(self, page: Page):
        self._session = page.context.new_cdp_session(page)

    def send(self, kind: str, places: Sequence[tuple[float, float]]) -> None:
        """Sends one event: "touchStart", "touchMove" or "touchEnd"."""
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def go(self, *stations: Sequence[tuple[float, float]]) -> None:
        """They come down at the first station, move to the others and lift."""
        self.send("touchStart", stations[0])
        self.go_on(*stations[1:])

    def press(self, place: tuple[float, float]) -> None:
        """One comes down there, and rests."""
        self.send("touchStart", [place])

    def go_on(self, *stations: Sequence[tuple[float, float]]) -> None:
        """Those that are down move to the stations and lift."""
        for places in stations:
            self.send("touchMove", places)
        self.send("touchEnd", [])


def near(page: Page, wanted: Sequence[tuple[float, float]], within: float = 1e-9) -> bool:
    """Whether the drawn points are these."""
    drawn = positions(page)
    return len(drawn) == len(wanted) and all(
        abs(a - b) <= within for point, other in zip(drawn, wanted) for a, b in zip(point, other)
    )
