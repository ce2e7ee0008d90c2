"""Slides of a step and of the lab: light and 16:9 whatever the page's theme, with every panel on show."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board
from tests.steps import open_story

pytestmark = pytest.mark.rare

STEP = 6  # of Home: TETNP stands beside TNP-D
PHONE = {"width": 390, "height": 844}


def saved(page: Page, kind: str, folder: Path) -> Path:
    board(page).get_by_test_id("course-button").click()
    with page.expect_download() as download:
        page.get_by_role("dialog", name="The course").get_by_role("button", name=kind, exact=True).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_slide_of_a_step_is_light_wide_and_whole(new_page, server, tmp_path):
    page = new_page(color_scheme="dark", viewport={"width": 1280, "height": 720})
    open_story(page, f"{server}/?step={STEP}&present=1", step=STEP)
    expect(board(page)).to_have_attribute("data-theme", "dark")
    page.keyboard.press("r")
    board(page).get_by_role("button", name="shift by +1").click()
    expect(board(page).locator(".sort-bin.right")).to_have_count(2)
    file = saved(page, "SVG", tmp_path)
    root = ET.parse(file).getroot()
    assert root.get("viewBox") == "0 0 1280 720" and file.name == "home-slide.svg"
    assert root[0].get("fill") == "rgb(255, 255, 255)"
    words = " ".join(node.text or "" for node in root.iter())
    page.keyboard.press("q")
    link = board(page).locator(".qr-link")
    expect(link).to_contain_text("tau:1", timeout=PATIENCE)
    assert f" shifted by τ = 1.00 · {link.inner_text()} " in words, "the slide opens as Q's link does"
    page.keyboard.press("q")
    assert all(part in words for part in (LESSONS["home"].story.steps[STEP - 1].title, "TETNP", "TNP-D"))
    text = file.read_text("utf-8")
    assert not [word for word in ("var(", "color-mix", "class=", "style=", "NaN") if word in text]
    assert len([node for node in root.iter() if node.tag.endswith("circle")]) > 7, "the points of both"
    expect(board(page)).to_have_attribute("data-theme", "dark")

    png = saved(page, "PNG", tmp_path).read_bytes()
    pdf = saved(page, "PDF", tmp_path).read_bytes()
    check_pdf(pdf)
    (jpeg,) = re.findall(rb"/DCTDecode.*?stream\n(.*)\nendstream", pdf, re.DOTALL)
    for kind, data, size in (
        ("png", png, (2560, 1440)),
        ("jpeg", jpeg, (2560, 1440)),
        ("svg+xml", text.encode(), (1280, 720)),
    ):
        check_picture(page, f"data:image/{kind};base64,{base64.b64encode(data).decode()}", size)
    assert not page.errors


def test_a_slide_has_the_shapes_of_classes(new_page, server, tmp_path):
    page = new_page(viewport={"width": 1280, "height": 720})
    open_story(page, f"{server}/classes?step=3", step=3)
    outlines = board(page).locator('[data-panel="stage"] .point .shape')
    expect(outlines).to_have_count(6, timeout=PATIENCE)
    text = saved(page, "SVG", tmp_path).read_text("utf-8")
    assert all(outlines.nth(i).get_attribute("d") in text for i in (0, 2, 4))
    assert all(f">{name}<" in text for name in ("● A", "▲ B", "■ C"))
    assert not page.errors


PIXELS = """async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const canvas = Object.assign(document.createElement("canvas"), size);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  let ink = 0;
  for (let i = 0; i < data.length; i += 4) ink += data[i] + data[i + 1] + data[i + 2] < 600;
  return { size: [canvas.width, canvas.height], corner: [...data.slice(0, 3)], ink: ink / (data.length / 4) };
}"""


def check_picture(page: Page, address: str, size: tuple[int, int]) -> None:
    """A picture as the browser paints it: of that size, light, and with something on it."""
    found = page.evaluate(PIXELS, address)
    assert tuple(found["size"]) == size and min(found["corner"]) > 245
    assert 0.01 < found["ink"] < 0.5, "share of the pixels that are no paper"


def test_the_panels_of_a_slide_are_chosen_and_each_has_its_legend(new_page, server, tmp_path):
    page = new_page(viewport={"width": 1280, "height": 720})
    open_story(page, f"{server}/masks?step=4", step=4)
    named = {
        "Leaky TNP-A under your mask": {"a target's own y (drag up or down)"},
        "Attention weights by target and key": {"0", "1", "forbidden"},
    }
    for chosen in (list(named), list(named)[1:]):
        board(page).get_by_test_id("course-button").click()
        group = page.get_by_role("group", name="On a slide")
        boxes = group.get_by_role("checkbox")
        expect(boxes).to_have_count(2)
        for box, name in zip(boxes.all(), named, strict=True):
            box.set_checked(name in chosen)
        if len(chosen) == 1:
            expect(boxes.last).to_be_disabled()
        page.keyboard.press("Escape")
        root = ET.parse(saved(page, "SVG", tmp_path)).getroot()
        texts = {node.text for node in root.iter()}
        assert [name for name in named if {name, *named[name]} <= texts] == chosen
        assert sum(node.get("fill", "").startswith("url(#ramp") for node in root.iter()) == 1, "a scale of colours"
    assert not page.errors


def check_pdf(data: bytes) -> None:
    """One page of 16:9 whose table of objects leads to each of them."""
    assert data.startswith(b"%PDF-1.4") and data.rstrip().endswith(b"%%EOF")
    assert b"/MediaBox [0 0 960 540]" in data
    start = int(re.search(rb"startxref\n(\d+)", data)[1])
    rows = re.findall(rb"(\d{10}) 00000 n", data[start:])
    assert len(rows) == 5
    for number, place in enumerate(rows, start=1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)


ENDS = """() => {
  const [slide, ...texts] = document.querySelectorAll("svg[viewBox], text");
  const { left } = slide.getBoundingClientRect();
  return Math.max(...texts.map((node) => node.getBoundingClientRect().right)) - left;
}"""


@pytest.mark.parametrize("lesson", ["equivariance", "masks"])
def test_a_phone_saves_a_slide_too(new_page, server, tmp_path, lesson):
    page = new_page(viewport=PHONE, has_touch=True)
    many = "v=1&p=" + ";".join(f"{i / 16 - 2:g},{i % 7 / 8:g}" for i in range(60))
    open_story(page, f"{server}/{lesson}?step=1&{many}")
    file = saved(page, "SVG", tmp_path)
    root = ET.parse(file).getroot()
    assert (root.get("width"), root.get("height")) == ("1280", "720")
    foot = next(node.text for node in root.iter() if server in (node.text or ""))
    assert f"{server}/{lesson}?step=1&v=1&p=-2,0" in foot and foot.endswith("…"), "cut where it would not fit"
    page.set_content(file.read_text("utf-8"))
    assert page.evaluate(ENDS) <= 1280 - 40
    assert not page.errors


# ---- a clip ----------------------------------------------------------------------------------------

# Its size, a corner, and how many pixels differ between its beginning and its end.
FRAMES = """async (address) => {
  const video = Object.assign(document.createElement("video"), { muted: true, src: address });
  await new Promise((done, failed) => {
    Object.assign(video, { onloadeddata: done, onerror: () => failed(video.error) });
  });
  const size = { width: video.videoWidth, height: video.videoHeight };
  const canvas = Object.assign(document.createElement("canvas"), size);
  document.body.replaceChildren(canvas);
  const pen = canvas.getContext("2d");
  const at = async (seconds) => {
    await new Promise((done) => { video.onseeked = done; video.currentTime = seconds; });
    pen.drawImage(video, 0, 0);
    return pen.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const first = await at(0);
  const last = await at(1e6);
  let changed = 0;
  for (let i = 0; i < first.length; i += 4) changed += Math.abs(first[i] - last[i]) > 40;
  return { size: [canvas.width, canvas.height], seconds: video.currentTime, corner: [...last.slice(0, 3)], changed };
}"""


def test_a_clip_of_a_drag_is_light_wide_and_moves(new_page, server, tmp_path):
    page = new_page(color_scheme="dark", viewport={"width": 1280, "height": 720})
    open_story(page, f"{server}/equivariance?step=3", step=3)
    board(page).get_by_test_id("course-button").click()
    with page.expect_download() as download:
        page.get_by_role("dialog", name="The course").get_by_role("button", name="clip", exact=True).click()
        stop = board(page).get_by_role("button", name="Recording what you drag. Stop")
        expect(stop).to_be_visible()
        handle = board(page).locator('.panel.stage [role="slider"]').first
        for _ in range(25):
            handle.press("ArrowRight")
        page.wait_for_timeout(500)
        stop.click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    expect(stop).to_be_hidden()
    expect(board(page)).to_have_attribute("data-theme", "dark")
    assert not page.errors
    kind = file.suffix.removeprefix(".")
    assert file.name == "equivariance-clip.mp4" and file.read_bytes()[4:8] == b"ftyp", "the first that it can write"
    viewer = new_page()
    viewer.goto("about:blank")
    address = f"data:video/{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"
    found = viewer.evaluate(FRAMES, address)
    assert found["size"] == [1280, 720] and 0.5 < found["seconds"] < 30
    assert min(found["corner"]) > 245, "light, whatever the page is"
    assert found["changed"] > 1000, "the prediction moves"
    viewer.screenshot(path=tmp_path / "clip.png")


WITHOUT_MP4 = """
const able = MediaRecorder.isTypeSupported;
MediaRecorder.isTypeSupported = (name) => !name.includes("mp4") && able.call(MediaRecorder, name);
"""


def clip_row(page, server):
    """The row of the course's sheet that has the clip."""
    open_story(page, f"{server}/equivariance?step=3", step=3)
    board(page).get_by_test_id("course-button").click()
    return page.get_by_role("dialog", name="The course").get_by_role("group", name="Take along what is on show")


def test_the_sheet_says_where_no_mp4_can_be_written(new_page, server):
    assert "MP4" not in clip_row(new_page(), server).inner_text(), "nothing to say where it can"
    page = new_page()
    page.add_init_script(WITHOUT_MP4)
    row = clip_row(page, server)
    expect(row).to_contain_text("as WebM: this browser writes no MP4")
    with page.expect_download() as download:
        row.get_by_role("button", name="clip", exact=True).click()
        page.wait_for_timeout(300)
        board(page).get_by_role("button", name="Recording what you drag. Stop").click()
    assert download.value.suggested_filename == "equivariance-clip.webm"
    assert Path(download.value.path()).read_bytes().startswith(b"\x1a\x45\xdf\xa3"), "a Matroska header"
    page = new_page()
    page.add_init_script("delete window.MediaRecorder")
    row = clip_row(page, server)
    expect(row).to_contain_text("this browser records none")
    expect(row.get_by_role("button", name="clip", exact=True)).to_be_disabled()
