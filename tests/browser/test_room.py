"""A lecture with a room: the lecturer presents, three phones follow and vote, and connections are lost."""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from pages.lessons import LESSONS
from pages.shared.room import routes, state
from pages.shared.room.rooms import Rooms
from pages.shared.room.routes import room_routes
from pages.shared.server.board_assets import modules_route
from tests import bare
from tests.board import PATIENCE, board, role
from tests.pages.zoo.test_exercise import SOLVED
from tests.served import serving_routes
from tests.serving import free_port
from tests.steps import open_story
from tests.steps import story as story_of

PHONE = {"viewport": {"width": 390, "height": 500}, "has_touch": True, "is_mobile": True}
OLD_PHONE = {"viewport": {"width": 320, "height": 480}, "has_touch": True, "color_scheme": "dark"}
QUESTION = LESSONS["masks"].story.steps[1]
ADDRESS = "192.0.2.7"  # of no machine (RFC 5737)
NOTE_PAUSES = """() => {
  const status = document.querySelector('[role="status"]');
  window.pauses = [];
  const note = () => pauses.push(...(status.textContent.match(/(?<=next try in )\\d+/) ?? []).map(Number));
  new MutationObserver(note).observe(status, { childList: true, characterData: true, subtree: true });
}"""  # the seconds of each pause that the page of a phone announces
BESIDE = "/_stcore"  # the empty page of `bare` lies there, and looks for rooms beside itself


def open_room(page: Page) -> str:
    """The code of a room that the lecturer opens."""
    page.keyboard.press("p")
    expect(board(page)).to_have_attribute("data-presents", re.compile("."))
    page.keyboard.press("h")
    page.get_by_role("button", name="Open a room").click()
    code = board(page).locator(".hall-code").first
    expect(code).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("img", name="QR code of")).to_be_visible()
    found = code.inner_text()
    page.keyboard.press("g")  # over the sheet the presenter's keys do nothing but black the screen
    expect(board(page)).not_to_have_attribute("data-presents", re.compile("readings"))
    page.keyboard.press("h")
    expect(page.get_by_role("dialog", name="Room")).to_be_hidden()
    return found


def let_explore(page: Page) -> None:
    """Press the lecturer's switch: phones explore, or follow again."""
    page.keyboard.press("h")
    page.get_by_role("button", name="Phones may explore").click()
    page.keyboard.press("h")


def copied_link(page: Page) -> str:
    """The lecturer's link, as the sheet of the room copies it."""
    page.evaluate("document.addEventListener('copy', (event) => { window.copied = event.composedPath()[0].value })")
    page.keyboard.press("h")
    page.get_by_role("button", name="Copy the lecturer's link").click()
    expect(page.get_by_role("button", name="Copied: it leads this room")).to_be_visible()
    return page.evaluate("copied")


def option(page: Page, number: int):
    return page.locator(f'.poll-option[data-option="{number}"]')


def vote(page: Page, number: int) -> None:
    option(page, number).click()
    expect(option(page, number)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Your vote counts")).to_be_visible(timeout=PATIENCE)


def expect_points(page: Page, places: list[float]) -> None:
    """Waits until points at these x are drawn."""
    drawn = role(page, "context")
    expect(drawn).to_have_count(len(places))
    for number, x in enumerate(places):
        expect(drawn.nth(number)).to_have_attribute("data-x", re.compile(rf"^{re.escape(f'{x:g}')}$"))


def counts(page: Page, number: int = 0) -> list[str]:
    return page.locator(f".poll-round:nth-child({number + 1}) .poll-count").all_inner_texts()


def test_a_question_aloud_takes_the_place_of_the_step(new_page, server):
    lecturer, phone = new_page(viewport={"width": 1280, "height": 720}), new_page(**PHONE)
    open_story(lecturer, f"{server}/masks?step=2", 2)
    code = open_room(lecturer)
    phone.goto(f"{server}/room/{code}")
    lecturer.keyboard.press("k")
    vote(phone, 3)
    expect(phone.locator(".poll-letter")).to_have_count(0)
    lecturer.get_by_role("button", name="Show the votes").click()
    expect(lecturer.get_by_text("No phone shows what came true before you mark it.")).to_be_visible()
    option(lecturer, 3).click()
    expect(option(phone, 3)).to_have_class(re.compile("right"))
    expect(board(lecturer).locator(".key-log")).not_to_contain_text("guess")
    lecturer.keyboard.press("v")
    let_explore(lecturer)
    explore = phone.get_by_role("link", name="Explore in a tab of your own")
    expect(explore).to_be_hidden()  # the step's own question is open
    lecturer.keyboard.press("ArrowRight")  # says first that no one has guessed
    lecturer.keyboard.press("ArrowRight")
    expect(phone.get_by_role("heading", level=1)).to_have_text(LESSONS["masks"].story.steps[2].title)
    vote(phone, 1)
    lecturer.keyboard.press("r")
    expect(explore).to_have_attribute("href", "../masks?step=3")
    expect(explore).to_be_visible()
    assert not any(page.errors for page in (lecturer, phone))


def test_a_twin_is_drawn_on_the_stage_and_voted_on_by_itself(new_page, server):
    lecturer, phone = new_page(viewport={"width": 1280, "height": 720}), new_page(**PHONE)
    story = LESSONS["attention"].story
    open_story(lecturer, f"{server}/attention?step=4", 4)
    code = open_room(lecturer)
    phone.goto(f"{server}/room/{code}")
    vote(phone, 1)
    lecturer.keyboard.press("v")
    twin = lecturer.get_by_role("button", name="Same question, another drawing")
    expect(twin).to_be_hidden()
    lecturer.get_by_role("button", name="Show the votes").click()
    twin.click()
    title = f"Another drawing: {story.steps[3].title}"
    expect(phone.get_by_role("heading", level=1)).to_have_text(title)
    mirrored = [-x for x, _ in story.steps[3].points]
    expect_points(lecturer, mirrored)
    vote(phone, 0)
    expect(board(lecturer).locator(".hall-chip")).to_contain_text("1 voted")
    lecturer.keyboard.press("v")
    lecturer.get_by_role("button", name="Show the votes").click()
    lecturer.get_by_role("button", name="Close the question").click()
    let_explore(lecturer)
    stage = phone.get_by_role("link", name="Explore in a tab of your own").get_attribute("href")
    other = new_page(**PHONE)
    open_story(other, f"{server}/attention/{stage.removeprefix('../attention')}", 4)
    expect_points(other, mirrored)

    lecturer.keyboard.press("r")
    expect(story_of(lecturer)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    for lesson, shown in (("home", LESSONS["home"].story.steps[0].title), ("attention", title)):
        lecturer.keyboard.press(f"Shift+Digit{1 + list(LESSONS).index(lesson)}")
        expect(phone.get_by_role("heading", level=1)).to_have_text(shown, timeout=PATIENCE)
    expect_points(lecturer, mirrored)
    expect(story_of(lecturer)).to_have_attribute("data-done", "true")  # with what came of it
    lecturer.keyboard.press("v")
    lecturer.get_by_role("button", name="The first drawing again").click()
    expect(phone.locator(".poll-count").nth(1)).to_have_text("1 (100%)")
    expect_points(lecturer, [-x for x in mirrored])


def test_the_key_leads_a_room_from_another_machine(new_page, server):
    lecturer = new_page()
    open_story(lecturer, f"{server}/masks?step=2", 2)
    code = open_room(lecturer)
    link = copied_link(lecturer)  # this server is there for its own machine alone, and says so
    expect(lecturer.get_by_role("button", name="from this machine alone")).to_be_visible()
    expect(lecturer.get_by_role("dialog", name="Room")).to_contain_text("phones cannot reach it")
    phone = new_page(**PHONE)
    phone.goto(f"{server}/room/{code}")
    expect(phone.get_by_role("heading", level=1)).to_have_text(QUESTION.title)
    lecturer.close()
    other = new_page()
    at_step_3 = re.sub(r"&present=\w*", "", link.replace("step=2", "step=3"))  # phones follow who presents
    open_story(other, at_step_3, 3)
    expect(other).not_to_have_url(re.compile("room="))
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_have_text(QUESTION.title)
    other.keyboard.press("p")
    expect(phone.get_by_role("heading", level=1)).to_have_text(LESSONS["masks"].story.steps[2].title)
    other.keyboard.press("h")
    with other.expect_download() as saved:
        other.get_by_role("button", name="Votes as CSV").click()
    assert saved.value.suggested_filename == f"votes-{code}.csv"
    other.get_by_role("button", name="Leave the room").click()
    expect(other.get_by_role("button", name=f"Take up room {code} again")).to_be_visible()
    expect(other.get_by_role("dialog", name="Room")).to_contain_text(f"You have left room {code}. It stays open")


def test_a_code_can_be_typed_in_many_ways_and_a_wrong_one_stays_and_is_said(page, server):
    for address in ("room", "room/Ba-be-Bu"):
        page.goto(f"{server}/{address}")
        field = page.get_by_label("Code of the room")
        expect(field).to_be_visible()
        field.fill(" Ba Be-bi ")
        page.keyboard.press("Enter")
        expect(page.locator(".enter [role=status]")).to_contain_text("There is no room babebi")
        expect(field).to_have_value(" Ba Be-bi ")
        expect(page.locator("button:visible")).to_have_text(["Join"])
    opened = {"kind": "open", "key": "d" * 32, "base": f"{server}/"}
    assert page.request.post(f"{server}/room/babebi", data=opened).ok
    page.keyboard.press("Enter")
    expect(page.get_by_text("Room babebi · 1 person here")).to_be_visible()
    page.goto(f"{server}/masks?step=1#room=babebi.{'e' * 32}")
    fault = board(page).locator(".hall-chip")
    expect(fault).to_contain_text("does not open room babebi", timeout=PATIENCE)
    expect(fault).to_be_visible()
    page.goto(f"{server}/lecture#room=babebi.{'e' * 32}")
    expect(page.get_by_text(re.compile("does not open room babebi.*or open a new room here"))).to_be_visible()


# ---- lost connections: a server of rooms alone, that a test can end ------------------------------------------------
@contextmanager
def hall(port: int, *, sockets: bool = True):
    health = Route(f"{BESIDE}/health", lambda request: PlainTextResponse("ok"))
    routes = [modules_route("/board"), health, *room_routes(BESIDE, LESSONS, Rooms())]
    with serving_routes([each for each in routes if sockets or not each.path.endswith("/socket")], port) as host:
        yield f"http://{host}"


@pytest.fixture
def pages(chromium):
    """Pages that are to see errors of the network."""

    def open_one(**options):
        context = chromium.new_context(**options)
        opened.append(context)
        return context.new_page()

    opened = []
    yield open_one
    for context in opened:
        context.close()


def test_a_restarted_server_gets_the_same_room_and_the_votes_on_the_open_question(pages):
    port = free_port()
    lecturer, phone = pages(), pages(**PHONE)
    with hall(port) as url:
        bare.mount(lecturer, url)
        code = open_room(lecturer)
        lecturer.keyboard.press("k")
        lecturer.keyboard.press("v")
        phone.goto(f"{url}{BESIDE}/room/{code}")
        vote(phone, 1)
        phone.evaluate(NOTE_PAUSES)
    expect(phone.get_by_role("status").first).to_contain_text("cannot be reached")
    phone.wait_for_function("pauses.length >= 3", timeout=PATIENCE)
    pauses = phone.evaluate("pauses")
    assert pauses == sorted(pauses) and pauses[0] < pauses[-1], "the pauses grow"
    with hall(port):
        lecturer.evaluate("dispatchEvent(new Event('online'))")
        expect(phone.get_by_role("status").first).to_have_text("", timeout=PATIENCE)
        lecturer.keyboard.press("k")
        expect(board(lecturer).locator(".poll-title")).to_have_text("Question 1: A to D")
        expect(lecturer.get_by_role("dialog", name="Votes")).to_contain_text("1 of 1 have voted", timeout=PATIENCE)


def test_a_question_aloud_waits_for_the_room(pages):
    lecturer = pages()
    with hall(free_port()) as url:
        bare.mount(lecturer, url)
        lecturer.keyboard.press("p")
        lecturer.keyboard.press("h")
        lecturer.get_by_role("button", name="Open a room").click()
        lecturer.keyboard.press("k")  # before the first message from the room, which then gets this page's step
        expect(board(lecturer).locator(".poll-title")).to_have_text("Question 1: A to D", timeout=PATIENCE)


def test_a_phone_that_was_offline_sends_its_vote_when_it_is_back(pages):
    lecturer, phone = pages(), pages(**PHONE)
    with hall(free_port()) as url:
        bare.mount(lecturer, url)
        code = open_room(lecturer)
        lecturer.keyboard.press("k")
        phone.goto(f"{url}{BESIDE}/room/{code}")
        vote(phone, 0)
        phone.context.set_offline(True)
        expect(phone.get_by_role("status").first).to_contain_text("offline")
        option(phone, 2).click()
        expect(phone.get_by_role("status").first).to_contain_text("sent when the connection is back", timeout=PATIENCE)
        phone.context.set_offline(False)
        expect(phone.get_by_text("Your vote counts")).to_be_visible(timeout=PATIENCE)
        lecturer.get_by_role("button", name="Show the votes").click()
        expect(lecturer.locator(".poll-count").nth(2)).to_have_text("1 (100%)")


def test_on_localhost_every_link_has_the_address_in_the_network(pages, monkeypatch):
    monkeypatch.setattr(routes, "addresses_in_network", lambda: [ADDRESS])
    lecturer, port = pages(), free_port()
    with hall(port) as url:
        bare.mount(lecturer, url)
        code = open_room(lecturer)
        assert re.fullmatch(rf"http://{ADDRESS}:{port}/.*#room={code}\.[0-9a-f]{{32}}", copied_link(lecturer))
        sheet = lecturer.get_by_role("dialog", name="Room")
        expect(sheet).to_contain_text("from any machine")
        expect(sheet.locator("figcaption")).to_contain_text(f"http://{ADDRESS}:{port}{BESIDE}/room/")
        for words in ("opened on this machine itself", "on your own phone", "firewall", "client isolation"):
            expect(sheet).to_contain_text(words)


def test_what_phones_solve_is_counted(pages):
    lecturer, phone, zoo = pages(), pages(**PHONE), LESSONS["zoo"].story
    step = len(zoo.steps)
    with hall(free_port()) as url:
        bare.mount(lecturer, url)
        code = open_room(lecturer)
        phone.goto(f"{url}{BESIDE}/room/{code}")
        expect(phone.get_by_role("heading", level=1)).to_have_text(LESSONS["home"].title)
        key = lecturer.evaluate("JSON.parse(sessionStorage.getItem('room-held')).key")
        show = {"kind": "show", "key": key, "lesson": "zoo", "step": step}
        assert lecturer.request.post(f"{url}{BESIDE}/room/{code}", data=show).ok
        expect(phone.get_by_text("Solve it on the stage. Solved by 0 of 1.")).to_be_visible()
        lecturer.keyboard.press("v")
        lecturer.get_by_role("button", name="Show the solutions").click()
        expect(lecturer.get_by_text("1 person still solves it")).to_be_visible()
        lecturer.keyboard.press("v")
        phone.get_by_role("button", name="Open the stage, and solve it").click()
        stage = phone.locator("iframe").element_handle().content_frame()  # this server has rooms alone: an empty page
        drawn = {"points": SOLVED, "controls": zoo.controls_at(step)}
        solved = {"kind": "solved", "lesson": "zoo", "step": step, "guess": None, **drawn}
        stage.evaluate(
            "(fact) => parent.postMessage(fact, location.origin)", solved | {"controls": zoo.controls_at(step)}
        )
        expect(phone.get_by_text("Solved: your solution counts. Solved by 1 of 1.")).to_be_visible(timeout=PATIENCE)
        expect(board(lecturer).locator(".hall-chip")).to_have_text(f"Room {code} · 1 here · 1 solved")
        lecturer.keyboard.press("v")
        expect(lecturer.get_by_role("dialog", name="Votes")).to_contain_text("Solved by 1 of 1")
        lecturer.get_by_role("button", name="Show the solutions").click()
        expect(lecturer.get_by_role("button", name="Hide the solutions")).to_be_visible()


def test_a_room_works_without_sockets(pages, monkeypatch):
    lecturer, phone = pages(), pages(**PHONE)
    with hall(free_port(), sockets=False) as url:
        bare.mount(lecturer, url)
        code = open_room(lecturer)
        phone.goto(f"{url}{BESIDE}/room/{code}")
        lecturer.keyboard.press("k")
        vote(phone, 3)
        lecturer.get_by_role("button", name="Show the votes").click()
        expect(phone.locator(".poll-count").nth(3)).to_have_text("1 (100%)", timeout=PATIENCE)
        monkeypatch.setattr(state, "PRESENT", 3.0)
        lecturer.close()
        expect(phone.get_by_role("status").first).to_contain_text("The lecturer is not connected", timeout=PATIENCE)
