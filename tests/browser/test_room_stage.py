"""The stage inside the page of a phone in a room: a guess is drawn there, sent, and seen on the lecturer's screen."""

import re

from playwright.sync_api import expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board
from tests.browser.test_room import PHONE, let_explore, open_room
from tests.steps import open_story

TITLE = LESSONS["home"].story.steps[1].title


def sketch(phone, height):
    """Draw a stroke over the stage inside the phone's page, at this share of its height."""
    inside = phone.frame_locator("iframe")
    expect(inside.locator(".sketch-hit")).to_be_visible(timeout=PATIENCE)
    box = inside.locator(".sketch-hit").bounding_box()
    y = box["y"] + height * box["height"]
    phone.mouse.move(box["x"] + 2, y)
    phone.mouse.down()
    phone.mouse.move(box["x"] + box["width"] - 2, y, steps=6)
    phone.mouse.up()
    inside.get_by_role("button", name="This is my guess").click()
    expect(phone.get_by_text("Your vote counts")).to_be_visible(timeout=PATIENCE)


def test_guesses_are_drawn_on_phones_and_shown_as_a_density(new_page, server):
    lecturer, phone = (
        new_page(viewport={"width": 1280, "height": 720}),
        new_page(**PHONE | {"viewport": {"width": 390, "height": 844}}),
    )
    open_story(lecturer, f"{server}/?step=2", 2)
    code = open_room(lecturer)
    phone.goto(f"{server}/room/{code}")
    expect(phone.get_by_role("heading", level=1)).to_have_text(TITLE)
    phone.get_by_role("button", name="Open the stage, and draw").click()
    sketch(phone, 0.2)
    inside = phone.frame_locator("iframe")
    clip = inside.locator(".sketch-band").get_attribute("clip-path")
    assert inside.locator(f"{clip[4:-1]} rect").count() == 1  # at the plot's edge
    expect(inside.get_by_role("button", name="Your guess is sent")).to_be_disabled()
    expect(inside.locator(".guess-sent")).to_contain_text("Your vote counts")
    expect(inside.locator(".guess-sent")).to_be_in_viewport(ratio=0.99)
    card, note = (inside.locator(name).bounding_box() for name in (".story", ".guess-sent"))
    assert note["y"] >= card["y"] + card["height"] - 1, "over none of its buttons"
    sketch(phone, 0.1)  # replaced
    lecturer.keyboard.press("v")
    sheet = lecturer.get_by_role("dialog", name="Votes")
    expect(sheet).to_contain_text("1 of 1 have voted")
    expect(sheet.locator(".drawings")).to_be_hidden()
    lecturer.get_by_role("button", name="Show the drawings").click()
    expect(sheet.locator(".drawings-density rect").first).to_be_attached()
    expect(sheet.locator(".drawings")).to_contain_text("half the band's width")
    expect(lecturer.get_by_role("button", name="Close the question")).to_be_in_viewport(ratio=0.99)
    expect(sheet.get_by_text("No phone shows what came true before you close")).to_be_in_viewport(ratio=0.99)
    expect(inside.locator(".guess-sent")).to_contain_text("what comes true is shown later")
    lecturer.get_by_role("button", name="Close the question").click()
    expect(inside.locator(".guess-commit:visible")).to_have_count(0)
    sheet.locator(".drawings-density rect").first.hover()
    expect(sheet.locator(".drawings-single")).to_have_attribute("d", re.compile("^M.*L"))
    sheet.locator(".drawings-density rect").first.click()
    expect(sheet.locator(".drawings-density rect")).to_have_count(0)
    lecturer.get_by_role("button", name="Show the 1 hidden again").click()
    expect(sheet.locator(".drawings-density rect").first).to_be_attached()
    lecturer.keyboard.press("v")
    for key, step in (("ArrowRight", 3), ("ArrowLeft", 2)):
        lecturer.keyboard.press(key)
        expect(phone.get_by_role("heading", level=1)).to_have_text(LESSONS["home"].story.steps[step - 1].title)
    expect(phone.locator(".note")).to_have_text("The question is closed: the stage shows what came true.")
    expect(inside.locator(".story-verdict")).to_be_visible(timeout=PATIENCE)
    expect(inside.locator(".sketch-band")).to_be_visible()  # this phone's own guess beside it
    assert not any(page.errors for page in (lecturer, phone))


def test_a_phone_stays_at_a_step_where_the_lecturer_lets_it(new_page, server):
    lecturer = new_page(viewport={"width": 1280, "height": 720})
    phone = new_page(**PHONE | {"viewport": {"width": 390, "height": 844}})
    open_story(lecturer, f"{server}/equivariance?step=1")
    first, second = LESSONS["equivariance"].story.steps[:2]
    code = open_room(lecturer)
    lecturer.set_viewport_size({"width": 390, "height": 664})  # as a remote
    board(lecturer).locator(".hall-chip").click()
    expect(lecturer.locator(".sheet-body.goes-on .hall-foot")).to_be_visible()  # options lie below the buttons
    lecturer.keyboard.press("Escape")
    eye, bar = (board(lecturer).locator(name).bounding_box() for name in ('[data-action="reveal"]', ".lesson-bar"))
    assert eye["y"] >= bar["y"] + bar["height"] - 0.5, "not under the room's button"
    lecturer.set_viewport_size({"width": 1280, "height": 720})
    phone.goto(f"{server}/room/{code}")
    phone.get_by_role("button", name="Show the stage here").click()
    inside = phone.frame_locator("iframe").get_by_test_id("story")
    expect(inside).to_have_attribute("data-step", "1", timeout=PATIENCE)
    for row in inside.locator(".sort-row").all():
        row.locator(".sort-bin").first.click()
    expect(phone.frame_locator("iframe").locator(".guess-sent")).to_contain_text("Your vote counts", timeout=PATIENCE)
    expect(inside.locator(".guess-sort .guess-commit")).to_have_count(0)  # the last bin has sent it
    bins = phone.locator(".poll-bin[aria-pressed=true]")
    expect(bins).to_have_count(len(first.guess.items))
    phone.locator('.poll-bin[data-item="1"][data-bin="2"]').click()  # on the phone's own page: replaced
    expect(inside.locator('.sort-bin[data-item="1"][data-bin="2"]')).to_have_attribute("aria-pressed", "true")
    lecturer.keyboard.press("k")  # nothing counts on the stage before the step's question is back
    note = phone.frame_locator("iframe").locator(".guess-sent")
    expect(note).to_contain_text("Another question is on show")
    expect(inside.locator(".guess-sort")).to_have_attribute("inert", "")
    lecturer.get_by_role("button", name="Back to the step's question").click()
    expect(note).to_contain_text("Your vote counts")
    expect(inside.locator(".guess-sort")).not_to_have_attribute("inert", "")
    lecturer.get_by_role("button", name="Show the votes").click()
    for page in (lecturer, phone):
        expect(page.locator('.poll-bin[data-item="1"] .poll-count')).to_have_text(["0", "0", "1"])
    expect(inside.locator(".sort-bin:is(.right, .wrong)")).to_have_count(0)
    lecturer.get_by_role("button", name="Close the question").click()
    expect(inside.locator(".sort-bin.right").first).to_be_visible(timeout=PATIENCE)
    lecturer.get_by_role("button", name="Second round").click()  # opens the question, on the stage, too
    expect(inside.locator(".sort-bin:is(.right, .wrong)")).to_have_count(0)
    expect(inside.locator(".sort-bin[aria-pressed=true]")).to_have_count(0)
    for row in inside.locator(".sort-row").all():
        row.locator(".sort-bin").nth(1).click()
    expect(phone.frame_locator("iframe").locator(".guess-sent")).to_contain_text("Your vote counts", timeout=PATIENCE)
    lecturer.get_by_role("button", name="Show the votes").click()
    expect(phone.locator('.poll-bin[data-item="1"] .poll-count')).to_have_text(["0 → 0", "0 → 1", "1 → 0"])
    lecturer.get_by_role("button", name="Close the question").click()
    lecturer.keyboard.press("v")
    stays, follows = (phone.get_by_role("button", name=name) for name in ("Stay at this step", "Follow again"))
    expect(stays).to_be_hidden()
    let_explore(lecturer)
    stays.click()
    lecturer.keyboard.press("ArrowRight")
    expect(phone.get_by_text(f"the lecturer is at “{second.title}”")).to_be_visible()
    expect(phone.get_by_role("heading", level=1)).to_have_text(first.title)
    expect(inside).to_have_attribute("data-step", "1")
    follows.click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(second.title)
    expect(inside).to_have_attribute("data-step", "2")
    stays.click()
    lecturer.keyboard.press("ArrowLeft")
    expect(phone.get_by_text(f"the lecturer is at “{first.title}”")).to_be_visible()
    let_explore(lecturer)  # all follow again
    expect(phone.get_by_role("heading", level=1)).to_have_text(first.title)
    expect(inside).to_have_attribute("data-step", "1")
    expect(stays).to_be_hidden()
    assert not any(page.errors for page in (lecturer, phone))


def test_guessed_weights_are_shown_bar_by_bar(new_page, server):
    lecturer = new_page(viewport={"width": 1280, "height": 720})
    open_story(lecturer, f"{server}/attention?step=3", 3)
    code = open_room(lecturer)
    for number, shares in enumerate(([0.6, 0.1, 0.1, 0.1, 0.1], [0.2, 0.1, 0.5, 0.1, 0.1]), start=1):
        drawn = {"kind": "draw", "lesson": "attention", "step": 3, "round": 1, "guess": shares}
        sent = lecturer.request.post(f"{server}/room/{code}", data={**drawn, "member": f"{number:032x}"})
        assert sent.ok, sent.text()
    lecturer.keyboard.press("v")
    lecturer.get_by_role("button", name="Show the drawings").click()
    cells = lecturer.locator(".drawings-density rect")
    expect(cells).to_have_count(7)  # both agree on the bars 2, 4 and 5
    found = cells.evaluate_all("nodes => nodes.map((n) => [+n.getAttribute('x'), n.dataset.count])")
    columns = sorted({x for x, _ in found})
    assert [sorted(count for at, count in found if at == x) for x in columns] == [
        ["1", "1"],
        ["2"],
        ["1", "1"],
        ["2"],
        ["2"],
    ]
    expect(lecturer.locator(".drawings")).to_contain_text("x of the point")
    assert not lecturer.errors
