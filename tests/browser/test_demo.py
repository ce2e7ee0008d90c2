"""The folder of static files, as any host serves it: the same responses as the server's, and nothing from elsewhere."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import expect

from pages.home.task import CONTEXT
from pages.lessons import LESSONS
from pages.shared.models.catalogue import FOUR
from tests.board import PATIENCE, board, click, middle, role, spot
from tests.looks import settled
from tests.steps import button, expect_step, measured, open_story, story

pytestmark = pytest.mark.rare

WIDE, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}


@pytest.fixture
def guarded(new_page, site):
    """Opens pages from which every request to another origin is refused and remembered, as are the models' files."""

    def open_one(**options):
        page = new_page(**options)
        page.elsewhere, page.models = [], []

        def refuse(route):
            page.elsewhere.append(route.request.url)
            route.abort()

        page.route(lambda url: not url.startswith((site, "blob:", "data:")), refuse)
        page.on("request", lambda request: page.models.append(request.url.rpartition("/models/")[2]))
        return page

    return open_one


def test_a_lesson_gets_its_own_models_alone_and_a_drag_is_followed(guarded, site):
    """The first prediction needs one; the others belong to its small pictures. Nothing comes from elsewhere."""
    page = guarded()
    with page.expect_request("**/models/cnp-smooth*", timeout=PATIENCE):
        open_story(page, f"{site}/")
    settled(page)
    models = [name.partition("-smooth.onnx")[0] for name in page.models if name.endswith(".onnx.lzma")]
    assert models[0] == "tnpd" and set(models) == set(FOUR)
    click(page, 0.4, 0.3)
    expect(story(page).locator(".story-verdict")).to_contain_text("nothing was fitted", timeout=PATIENCE)
    band, shapes = role(page, "band").first, set()
    page.mouse.move(*middle(role(page, "context").first))
    page.mouse.down()
    for i in range(8):
        before = band.get_attribute("d")
        page.mouse.move(*spot(page, 0.4 + 0.03 * i, 0.3 + 0.05 * i))
        expect(band).not_to_have_attribute("d", before, timeout=PATIENCE) if i else None
        shapes.add(band.get_attribute("d"))
    page.mouse.up()
    assert len(shapes) >= 8
    assert page.elsewhere == [] and page.errors == []


def test_both_stories_fit_the_screen_and_lead_on(guarded, site):
    """From a phone's first page on, each step in both sizes; nothing comes from elsewhere."""
    page = guarded(viewport=PHONE, has_touch=True)
    open_story(page, f"{site}/")
    found = walked(page, "home")
    button(page, "next").click()
    board(page).get_by_role("dialog").get_by_role("button", name=re.compile("^Next: ")).click()
    page.wait_for_url("**/equivariance.html*")
    expect_step(page, 1)
    expect(board(page)).to_have_attribute("data-seq", re.compile(r"\d"), timeout=PATIENCE)
    expect(page.get_by_test_id("lab-switch").first).not_to_be_visible()
    found += walked(page, "equivariance")
    assert not found + page.elsewhere + page.errors, "\n".join(found + page.elsewhere + page.errors)


def walked(page, lesson):
    """What does not fit, from the first step to the last."""
    steps, found = len(LESSONS[lesson].story.steps), []
    for number in range(1, steps + 1):
        expect_step(page, number)
        found += [f"{lesson}, step {number} {fault}" for fault in measured(page, WIDE, PHONE)]
        if number < steps:
            button(page, "next").click()
    return found


def test_the_folder_is_small(folder):
    """All of it compressed: where the host compresses texts, as most do."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    sizes = {file.name: min(file.stat().st_size, len(gzip.compress(file.read_bytes(), 9))) for file in files}
    assert sum(sizes.values()) <= 5_000_000, sizes


def test_the_stage_does_not_wait_for_a_model_that_it_does_not_show(page, site):
    page.route("**/models/tetnp-smooth*", lambda route: None)  # is never sent
    with page.expect_request("**/models/tetnp-smooth*", timeout=PATIENCE):
        open_story(page, f"{site}/")
    for x in (0.3, 0.6):
        before = role(page, "band").first.get_attribute("d")
        click(page, x, 0.3)
        expect(role(page, "band").first).not_to_have_attribute("d", before, timeout=PATIENCE)
    page.unroute_all(behavior="ignoreErrors")


def test_a_slow_network_is_waited_for(chromium, site):
    """As is said after 400 ms; longer than a server is waited for: workers that begin again would load all again."""
    page, held = chromium.new_page(), []  # in a window of its own: a clock is that of all pages in a window
    page.route("**/*.wasm.lzma", lambda route: held.append(route))
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(site)
    expect(board(page).locator(".panel.stage")).to_be_attached(timeout=PATIENCE)
    page.clock.run_for(400)
    expect(page.get_by_text("models are being loaded")).to_be_visible()
    page.clock.resume()
    page.wait_for_timeout(5000)
    assert len(held) == 1
    held[0].continue_()
    expect(board(page)).to_have_attribute("data-seq", re.compile(r"\d"), timeout=PATIENCE)
    expect(page.get_by_text("models are being loaded")).to_have_count(0)
    page.close()


def test_a_lecturer_has_the_outcome_and_the_link_without_a_server(guarded, site):
    """What came true without a guess, judged in the browser; and a link that opens the same points."""
    page = guarded(viewport=WIDE)
    open_story(page, f"{site}/?step=4&present=1", step=4)
    page.keyboard.press("r")
    expect(story(page).get_by_role("status")).to_have_text(re.compile("^The CNP's mean is up to"), timeout=PATIENCE)
    page.keyboard.press("q")
    link = board(page).locator(".qr-link")
    expect(link).to_have_text(re.compile("step=4&p=" + re.escape("{:g},{:g};".format(*CONTEXT[0]))))
    drawn = role(page, "context").count()
    page.keyboard.press("Escape")
    for _ in ("to step 5", "no one has guessed there", "to step 6"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("r")  # with the shift that the step asks for
    expect(story(page).get_by_role("status")).to_contain_text("TETNP's changes by 0 sd", timeout=PATIENCE)
    other = guarded(viewport=WIDE)
    open_story(other, link.inner_text(), step=4)
    expect(role(other, "context")).to_have_count(drawn)
    assert page.errors + page.elsewhere + other.errors == []
