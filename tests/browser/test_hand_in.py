"""Homework: a link to a solved exercise proves itself where it is opened; a name gets a code that can be checked."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from pages.equivariance.judges import CHOICES
from pages.equivariance.shift_sweep import HIDDEN
from pages.lessons import LESSONS
from pages.shared.proof.codes import seed_of
from tests.board import OPENING, PATIENCE, board
from tests.browser.test_masks import press
from tests.steps import expect_step, open_story, story

MASKS = "masks?step=7&v=1&p=-1.5,0.5;-0.5,-0.8;0.5,0.7;1.5,-0.2&c=cells4:8x4,7x5,5x4"
PROVEN = re.compile("^✓ Proven")
NAME_THEM = len(LESSONS["equivariance"].story.steps)


def verdict(page: Page):
    return story(page).locator(".story-verdict")


def sent_controls(page: Page) -> list[dict]:
    """The controls of every request from now on."""
    found: list[dict] = []

    def note(text):
        if isinstance(text, str) and '"controls"' in text:
            found.append(json.loads(text)["controls"])

    page.on("websocket", lambda socket: socket.on("framesent", note))
    return found


def hand_in(page: Page, name: str):
    story(page).get_by_role("button", name="Hand in").click()
    dialog = page.get_by_role("dialog", name="Hand in this exercise")
    dialog.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    return dialog


def test_a_link_proves_itself_and_a_code_of_it_is_valid(page, server):
    open_story(page, f"{server}/{MASKS}", step=7)
    expect(verdict(page)).to_have_text(PROVEN, timeout=PATIENCE)
    board(page).get_by_role("button", name="Course").click()  # a finger has no other way to the link
    page.get_by_role("group", name="Take along what is on show").get_by_role("button", name="link").click()
    expect(board(page).locator(".qr-link")).to_contain_text("cells4:8x4,7x5,5x4", timeout=PATIENCE)
    expect(board(page).locator(".qr-code img")).to_be_visible()
    page.keyboard.press("Escape")
    dialog = hand_in(page, "Ada Lovelace")
    code = dialog.locator("output")
    expect(code).to_have_text(re.compile(r"^NP1\.[\w-]+\.[\w-]{22}$"), timeout=PATIENCE)
    expect(dialog.locator("p")).to_contain_text("no lasting secret: the code can be checked until")
    text = code.text_content()
    page.keyboard.press("Escape")
    expect_step(page, 7)
    page.goto(f"{server}/proofs")
    expect(page.get_by_role("heading", name="Check proof codes")).to_be_visible(timeout=OPENING)
    page.get_by_label("Codes", exact=True).fill(f"{text}\n{text[:-1]}{'B' if text[-1] == 'A' else 'A'}")
    page.keyboard.press("Control+Enter")
    rows = page.locator(".plan tbody tr")
    expect(rows).to_have_count(2, timeout=PATIENCE)
    expect(rows.first).to_contain_text(re.compile("^yesAda LovelaceAttention masks7"))
    expect(rows.last).to_contain_text(re.compile("^no"))
    assert not page.errors


def test_no_code_for_a_drawing_that_was_changed_nor_without_a_name(visit):
    page = visit.at(MASKS)
    expect(verdict(page)).to_have_text(PROVEN, timeout=PATIENCE)
    dialog = hand_in(page, "")
    expect(dialog.locator("output")).to_be_hidden()
    page.keyboard.press("Escape")
    press(page, 8, 4, rows=10, columns=10)
    expect(verdict(page)).to_contain_text("As it was earlier", timeout=PATIENCE)
    dialog = hand_in(page, "Ada")
    expect(dialog.get_by_role("status")).to_contain_text("does not solve the exercise", timeout=PATIENCE)
    expect(dialog.locator("output")).to_be_hidden()


# Links to steps with sliders, choices, labels, a head and a picture; and what of their controls the board then sends.
HELD = {
    "positional?step=8&v=1&p=0,0.5&c=d:4;log_base:0.5": {"d": 4, "log_base": 0.5, "tau": 0},
    "decoding?step=6&v=1&p=&c=day:'2031-05-10;width:3&decoding_language=pt": {"width": 3, "language": "pt"},
    "classes?step=6&v=1&p=-1.5,0.5;1,0&c=measured:1,2": {"measured": [1, 2]},
    "attention?step=6&v=1&p=-1,0.5;1,0.2&attention_head=1": {"head": "1"},
    "autoencoders?step=8&v=1&p=&c=level:3": {"level": 3},
}


def test_a_link_to_a_step_holds_what_was_set_there(page, boards):
    sent = sent_controls(page)
    for link, held in HELD.items():
        open_story(page, f"{boards}/{link}", step=int(re.search(r"step=(\d)", link)[1]))
        assert {name: sent[-1].get(name) for name in held} == held, link


def test_what_is_chosen_in_a_step_is_in_its_link(page, server):
    open_story(page, f"{server}/attention?step=6", step=6)
    button = story(page).locator('[data-choice="head"]').last
    value = button.get_attribute("data-value")
    button.click()
    page.keyboard.press("q")
    link = board(page).locator(".qr-link")
    expect(link).to_contain_text(f"attention_head={value}", timeout=PATIENCE)
    sent = sent_controls(page)
    address = re.sub(r"^https?://[^/]+", server, link.text_content())
    open_story(page, address, step=6)
    assert sent[-1]["head"] == value
    expect(story(page).locator(f'[data-value="{value}"]')).to_have_attribute("aria-pressed", "true")


def test_the_four_curves_are_in_the_order_of_a_name(visit):
    """The names of another order, as a neighbour has them, do not pass."""
    name = "Grace"
    page = visit("equivariance", NAME_THEM)

    def sort(*bins):
        for row, at in zip(story(page).locator(".sort-row").all(), bins, strict=True):
            row.locator(".sort-bin").nth(at).click()
        story(page).locator(".guess-commit:visible").click()

    sort(1, 3, 0, 2)
    expect(verdict(page)).to_have_text(PROVEN, timeout=PATIENCE)
    dialog = hand_in(page, name)
    expect(dialog.get_by_role("status")).to_contain_text("Solve it, then hand it in", timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(verdict(page)).to_be_hidden()
    order = seed_of(name, len(HIDDEN))
    assert order, "another one than the page opens with"
    sort(*(CHOICES.index(one) for one in HIDDEN[order]))
    expect(verdict(page)).to_have_text(PROVEN, timeout=PATIENCE)
    expect(hand_in(page, name).locator("output")).to_contain_text("NP1.", timeout=PATIENCE)
