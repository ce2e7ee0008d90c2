"""Random input on every lesson, from a seed that a failure names: no error, no number missing, and undo returns."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Page

from pages.lessons import LESSONS
from tests.board import board, open_board
from tests.looks import settled

INPUT = Path(__file__).parents[1].joinpath("random_input.js").read_text("utf-8")
# Attributes of what is painted that have no number where there must be one.
BROKEN = """root => [...root.querySelectorAll("svg, svg *")].flatMap((node) => [...node.attributes]
  .filter(({ name, value }) => !name.startsWith("aria") && /\\\\b(NaN|undefined|Infinity)\\\\b/.test(value))
  .map(({ name, value }) => `${node.localName} ${name}="${value.slice(0, 60)}"`)).slice(0, 5)"""
# What a person has drawn: points, the board's controls, handles.
DRAWN = """root => [
  ...[...root.querySelectorAll("[data-role=context]")].map(({ dataset }) => [dataset.x, dataset.y]),
  ...[...root.querySelectorAll("input[data-control]")].map((node) => [node.dataset.control, node.value]),
  ...[...root.querySelectorAll("[data-handle]")].map((node) => [node.dataset.handle, node.ariaValueNow]),
]"""
UNDO = """root => {
  const button = root.querySelector('[data-action="undo"]');
  while (!button.disabled) button.click();
}"""
FEW, MANY = 15, 40  # acts; the board keeps 200 steps to undo
ROUNDS = 8  # of many, about ten seconds


def play(page: Page, address: str, acts: int, seeds: list[int]) -> None:
    """For each seed: random input, and undo until there is nothing left to undo."""
    faults = page.errors
    note = lambda text: faults.append(text) if '"kind":"error"' in text else None  # noqa: E731
    page.on("websocket", lambda socket: socket.on("framereceived", note))
    open_board(page, address)
    settled(page)
    page.evaluate(INPUT)
    before = board(page).evaluate(DRAWN)
    for seed in seeds:
        done = page.evaluate("(given) => randomInput(...given)", [seed, acts])
        settled(page)
        broken = board(page).evaluate(BROKEN)
        board(page).evaluate(UNDO)
        settled(page)
        broken += board(page).evaluate(BROKEN)
        assert not faults + broken, f"{[*faults, *broken]} by the input of seed {seed}: {json.dumps(done)}"
        assert board(page).evaluate(DRAWN) == before, f"after undo, by the input of seed {seed}: {json.dumps(done)}"


def address(boards: str, lesson: str) -> str:
    return f"{boards}/{'' if lesson == 'home' else lesson}"


@pytest.mark.parametrize("lesson", LESSONS)
def test_random_input_breaks_nothing_and_undo_returns(page, boards, lesson):
    play(page, address(boards, lesson), FEW, [63])


@pytest.mark.rare
@pytest.mark.parametrize("lesson", LESSONS)
def test_much_random_input_breaks_nothing_and_undo_returns(page, boards, lesson):
    """Other input in each run."""
    play(page, address(boards, lesson), MANY, random.sample(range(10**6), ROUNDS))
