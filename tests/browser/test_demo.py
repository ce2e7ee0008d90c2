"""The folder of static files, as any host serves it: the same responses as the server's, and nothing from elsewhere."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from pages.home.task import CONTEXT, TARGETS
from pages.lessons import LESSONS
from pages.shared.drawing.presets import PRESETS
from pages.shared.live.protocol import Request
from pages.shared.live.scenes import Scenes
from pages.shared.live.service import SERVICE
from pages.shared.live.verdicts import Question, judged
from pages.shared.models.catalogue import FOUR
from tests.board import PATIENCE, board, click, middle, role, spot
from tests.demo_page import differences, responses, served
from tests.looks import settled
from tests.serving import ROOT
from tests.steps import button, expect_step, measured, open_story, story

WIDE, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
TOLERANCE = 2e-3  # of numbers; in texts they are equal but for the last digit, or say how small rounding is
POINTS = PRESETS["Two clusters"]
SCENES = [
    ("home", POINTS, {}),
    ("home", (), {}),
    ("home", POINTS, {"model": "convcnp", "tau": 0.3}),
    ("home", CONTEXT, {"tau": 1.0, "model": "cnp", "show_targets": True}),
    ("home", (*CONTEXT, *TARGETS), {"show_cnp": True, "model": "tetnp", "tau": -2.5}),
    ("equivariance", POINTS, {}),
    ("equivariance", POINTS, {"model": "convcnp-zero", "tau": 0.03}),
    ("equivariance", POINTS, {"model": "tnpd-shifted", "curves": "learned", "tau": 5.5}),
    ("equivariance", POINTS, {"model": "tetnp", "curves": "unlabelled", "group": "permute"}),
    ("equivariance", (), {"centre": True, "model": "tnpd@nonstationary", "group": "scale"}),
]
SHORT = ((-0.5, 1.5), (0.0, -1.5), (0.5, 1.5), (1.0, -1.5))
# Lesson, step, points before and now, controls now, guess.
VERDICTS = [
    ("home", 1, (), ((0.3, 1.0),), {}, None),
    ("home", 1, (), ((2.5, 1.0),), {}, None),
    ("home", 2, CONTEXT, CONTEXT, {}, [0.4] * 17),
    ("home", 2, CONTEXT, CONTEXT, {}, [0.1 * i for i in range(1, 18)]),
    ("home", 3, CONTEXT, (*CONTEXT, TARGETS[2]), {}, None),
    ("home", 3, CONTEXT, (*CONTEXT, (0.4, -1.0)), {}, None),
    ("home", 4, (), (*CONTEXT, *TARGETS), {}, 0),
    ("home", 5, CONTEXT, CONTEXT, {}, 2),
    ("home", 6, CONTEXT, CONTEXT, {"tau": 1.0}, [1, 1]),
    ("home", 7, (), SHORT, {}, None),
    ("equivariance", 1, POINTS, POINTS, {}, [0, 0, 1, 2]),
    ("equivariance", 2, POINTS, POINTS, {"tau": 1.5, "model": "tetnp"}, None),
    ("equivariance", 3, POINTS, POINTS, {"tau": 2.03, "centre": True}, None),
    ("equivariance", 4, POINTS, POINTS, {"tau": 0.03, "model": "convcnp-zero"}, 1),
    ("equivariance", 5, POINTS, POINTS, {"tau": 5.5, "model": "tnpd-shifted"}, 0),
    ("equivariance", 6, POINTS, POINTS, {"model": "tetnp"}, [0, 0, 2]),
    ("equivariance", 7, POINTS, POINTS, {}, 2),
    ("equivariance", 8, POINTS, POINTS, {}, [1, 3, 0, 2]),
    ("equivariance", 8, POINTS, POINTS, {}, [0, 1, 2, 3]),
]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """As `make demo` writes it."""
    folder = tmp_path_factory.mktemp("demo")
    subprocess.run([sys.executable, "-m", "demo", str(folder)], cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def site(folder):
    """The address of a static file server."""
    with served(folder) as url:
        yield url


@pytest.fixture(scope="module")
def workers(chromium, site):
    """A page whose workers respond to the tests of this file, so that they are loaded once."""
    page = chromium.new_page()
    page.goto(f"{site}/page.css")
    yield page
    page.context.close()


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


def message(lesson, points, controls, seq=1):
    return {"v": 1, "seq": seq, "lesson": lesson, "points": [list(p) for p in points], "controls": controls}


def rounding(text):
    """An error that is rounding has one size in PyTorch and another in ONNX Runtime."""
    return text.replace("< 0.0001", "0") if isinstance(text, str) else text


def comparable(tree):
    """Without what says how large rounding is."""
    if isinstance(tree, dict):
        return {key: comparable(value) for key, value in tree.items()}
    return [comparable(each) for each in tree] if isinstance(tree, list) else rounding(tree)


def test_scenes_are_those_of_the_server(workers):
    found = responses(workers, [message(*case, seq) for seq, case in enumerate(SCENES)])
    for (lesson, points, controls), parts in zip(SCENES, found, strict=True):
        assert [part.get("part", part) for part in parts] == list(LESSONS[lesson].parts), (lesson, controls)
        for part in parts:
            expected = SERVICE.scene(LESSONS[lesson], points, controls, part["part"]).wire()
            wrong = differences(comparable(part["scene"]), comparable(expected), TOLERANCE)
            assert wrong == [], (lesson, controls, part["part"])


def test_a_step_gets_from_workers_what_it_gets_from_the_server(workers):
    """The stage and its own panels, and no part of which it shows nothing."""
    scenes, asked = Scenes(LESSONS, SERVICE), []
    for lesson in ("home", "equivariance"):
        story = LESSONS[lesson].story
        asked += [(lesson, number, story.controls_at(number)) for number in range(1, len(story.steps) + 1)]
    requests = [Request(seq, lesson, POINTS, controls, step) for seq, (lesson, step, controls) in enumerate(asked)]
    parts = [["now", *scenes.following(request)] for request in requests]
    messages = [message(r.lesson, r.points, r.controls, r.seq) | {"story": r.story} for r in requests]
    found = responses(workers, messages, [each[-1] for each in parts])
    for request, names, responded in zip(requests, parts, found, strict=True):
        assert [part["part"] for part in responded] == names and responded[0]["more"] == names[1:], request
        for part in responded:
            expected = json.loads(scenes.packed(request, part["part"]))
            assert differences(comparable(part["scene"]), comparable(expected), TOLERANCE) == [], request


def test_verdicts_are_those_of_the_server(workers):
    questions = [
        {
            **message(lesson, now, controls),
            "step": step,
            "guess": guess,
            "before": {"points": before, "controls": controls},
        }
        for lesson, step, before, now, controls, guess in VERDICTS
    ]
    found = responses(workers, questions)
    for (lesson, step, before, now, controls, guess), ((response,)) in zip(VERDICTS, found, strict=True):
        then, here = (Request(1, lesson, points, controls) for points in (before, now))
        expected = judged(LESSONS[lesson], Question(here, step, then, guess), SERVICE)
        wrong = differences(comparable(response["verdict"]), comparable(expected.wire()), TOLERANCE)
        assert wrong == [], (lesson, step, guess)


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


def test_small_pictures_follow_a_drag_that_never_rests(workers):
    """Each request comes as soon as the one before has its response, as from a slow machine."""
    drag = [message("home", ((0.01 * i, 0.5), *POINTS), {}, seq) for seq, i in enumerate(range(100))]
    first, *rest = responses(workers, drag, ["later", *["now"] * 99])
    assert [part["part"] for part in first] == ["now", "aside", "later"]
    asides = [part["seq"] for parts in rest for part in parts if part["part"] == "aside"]
    assert len(asides) >= 2 and asides == sorted(asides)
