"""Playback on the bare board: nothing before the click, then the notes of the tune in pitch and time, with captions."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.shared.scene.marks import Panel, Scene
from pages.shared.scene.tune import Tune, Voice
from tests.bare import mount, update
from tests.board import board
from tests.javascript import results
from tests.playback import (
    CAPTIONS,
    LOUDNESS,
    SENTENCES,
    SPY,
    bar,
    captions,
    expect_played,
    expect_playing,
    expect_stopped,
    key,
    played,
    rest,
    ring,
    volume,
)

STEP, SLOW = 0.25, 1.5  # seconds
DRAWN = Voice(
    "Drawn notes",
    np.array([0, 1, 3]),
    np.array([440.0, 220.0, 330.0]),
    np.array([-2.0, 0.0, 2.0]),
    np.array([1.0, -1.0, 0.0]),
    ("A4", "A3", "E4"),
)
WRITTEN = replace(DRAWN, label="Written notes", times=DRAWN.times + 5, hertz=2 * DRAWN.hertz, model="cnp")


def scene(*voices: Voice, step: float = STEP) -> dict:
    marks = (Tune(voices, step),) if voices else ()
    return Scene((Panel("stage", "Stage", marks, area="stage", points=True),)).wire()


@pytest.fixture
def bare(page, boards):
    """Mounts the board with a tune on an empty page, spied upon."""
    page.add_init_script(SPY)
    return partial(mount, page, boards, scene=scene(DRAWN, WRITTEN))


@pytest.fixture
def slow(bare):
    """With steps of some seconds: for what happens while a note sounds."""
    return partial(bare, scene=scene(DRAWN, WRITTEN, step=SLOW))


def test_nothing_exists_before_the_click(bare):
    page = bare()
    expect(key(page)).to_have_accessible_name("Play the notes")
    assert page.evaluate("contexts.length") == 0 and played(page) == []
    assert not page.errors


def test_the_notes_are_those_of_the_tune_in_pitch_time_and_timbre(bare):
    page = bare()
    key(page).click()
    notes = expect_played(page, 6)
    assert [note["hertz"] for note in notes] == pytest.approx([440, 220, 330, 880, 440, 660], rel=1e-6)
    steps = [(note["at"] - notes[0]["at"]) / STEP for note in notes]
    assert steps == pytest.approx([0, 1, 3, 5, 6, 8], abs=0.01)
    assert all(0.5 * STEP < note["until"] - note["at"] <= STEP for note in notes)
    assert [note["timbre"] for note in notes] == [0, 0, 0, 1, 1, 1]
    expect_stopped(page)
    assert len(played(page)) == 6 and page.evaluate("contexts.length") == 1
    key(page).click()
    expect_played(page, 7)
    assert page.evaluate("contexts.length") == 1
    assert not page.errors


def test_every_note_is_named_and_ringed_while_it_sounds(bare):
    page = bare()
    bar(page).evaluate(CAPTIONS)
    sentence = bar(page).locator('[aria-live="polite"]')
    key(page).click()
    expect_played(page, 6)
    expect(sentence).to_have_text("Written notes: A4, A3, E4.")
    expect_stopped(page)
    expect(sentence).to_have_text("")
    voices = ("Drawn notes", "Written notes")
    names = [f"{name}; {voice}, {i + 1} of 3" for voice in voices for i, name in enumerate(DRAWN.words)]
    assert captions(page) == names
    box = (
        board(page)
        .locator(".panel.stage rect.frame")
        .evaluate("(r) => ['x', 'y', 'width', 'height'].map((name) => r[name].baseVal.value)")
    )
    for one, x, y in zip(page.evaluate("captions"), 2 * list(DRAWN.x), 2 * list(DRAWN.y), strict=True):
        assert one["x"] == pytest.approx(box[0] + (x + 3) / 6 * box[2], abs=0.1)
        assert one["y"] == pytest.approx(box[1] + (3 - y) / 6 * box[3], abs=0.1)
    assert not page.errors


def test_a_voice_is_read_out_once_where_two_take_turns(bare):
    filled = replace(WRITTEN, times=np.array([2, 4, 5]))
    page = bare(scene=scene(DRAWN, filled))
    bar(page).evaluate(SENTENCES)
    key(page).click()
    expect_played(page, 6)
    expect_stopped(page)
    assert [note["hertz"] for note in played(page)] == pytest.approx([440, 220, 880, 330, 440, 660], rel=1e-6)
    assert page.evaluate("sentences") == ["Drawn notes: A4, A3, E4.", "Written notes: A4, A3, E4.", ""]
    assert not page.errors


def test_escape_stops_and_does_nothing_else(slow):
    page = slow()
    page.keyboard.press("p")
    expect(board(page)).to_have_attribute("data-presents", "board")
    key(page).focus()
    page.keyboard.press("Enter")
    expect_playing(page)
    page.keyboard.press("Escape")
    expect_stopped(page)
    count = len(played(page))
    rest(page, 1.5 * SLOW)
    assert len(played(page)) == count < 6
    expect(board(page)).to_have_attribute("data-presents", "board")
    page.keyboard.press("Escape")
    assert board(page).get_attribute("data-presents") is None
    page.keyboard.press("Space")
    expect_playing(page)
    page.keyboard.press("Space")
    expect_stopped(page)
    assert not page.errors


def test_the_volume_is_that_of_the_slider_and_remembered(slow):
    page = slow()
    key(page).click()
    expect_playing(page)
    page.wait_for_function(f"() => ({LOUDNESS})() > 0.03")
    assert page.evaluate(LOUDNESS) < 0.2
    volume(page).fill("0")
    expect(volume(page)).to_have_attribute("aria-valuetext", "0 %")
    page.wait_for_function(f"() => ({LOUDNESS})() < 1e-4")
    expect(ring(page)).to_be_visible()
    slow()
    expect(volume(page)).to_have_value("0")
    key(page).click()
    expect_playing(page)
    expect(bar(page).locator(".playback-line")).to_have_text(re.compile("notes, . of 3"))
    assert page.evaluate(LOUDNESS) == 0
    volume(page).press("ArrowRight")
    expect(volume(page)).to_have_attribute("aria-valuetext", "5 %")
    assert page.evaluate("localStorage['neural-processes-volume']") == "0.05"
    assert not page.errors


KEPT_IN_BROWSER = """(kept) => {
  globalThis.localStorage = { getItem: () => kept };
  return module.remembered();
}"""


def test_a_volume_that_is_none_is_not_taken():
    none = ["loud", "7", "-1", "", "null", "NaN"]
    assert results("playback/volume", KEPT_IN_BROWSER, [[kept] for kept in none]) == [0.5] * len(none)


def test_other_notes_are_played_on(bare):
    page = bare(scene=scene(DRAWN, WRITTEN, step=2.0))
    key(page).click()
    expect_played(page, 1)
    other = replace(DRAWN, hertz=np.array([500.0, 600.0, 700.0]))
    update(page, hand="h2", scene=scene(other, WRITTEN, step=2.0))
    notes = expect_played(page, 2)
    assert [note["hertz"] for note in notes] == pytest.approx([440, 600], rel=1e-6)
    assert notes[1]["at"] - notes[0]["at"] == pytest.approx(2.0, abs=0.01)
    expect(ring(page)).to_be_visible()
    update(page, hand="h3", scene=scene())
    expect(bar(page)).to_be_hidden()
    page.wait_for_function("() => contexts[0].state === 'suspended'")
    assert not page.errors


def test_another_lesson_and_a_hidden_tab_stop_it(slow):
    page = slow()
    key(page).click()
    expect_playing(page)
    update(page, lesson="setconv", scene=scene(DRAWN, step=SLOW))
    expect_stopped(page)
    key(page).click()
    expect_playing(page)
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    expect_stopped(page)
    assert not page.errors


def test_a_board_that_has_gone_is_silent(slow):
    page = slow()
    key(page).click()
    expect_playing(page)
    page.evaluate("() => { document.getElementById('host').remove(); cleanup(); }")
    page.wait_for_function("() => contexts[0].state === 'closed'")
    count = len(played(page))
    rest(page, 1.5 * SLOW)
    assert len(played(page)) == count
    assert not page.errors


def test_with_less_motion_the_caption_alone_follows(new_page, boards):
    page = new_page(reduced_motion="reduce")
    page.add_init_script(SPY)
    mount(page, boards, scene=scene(DRAWN))
    bar(page).evaluate(CAPTIONS)
    key(page).click()
    expect_played(page, 3)
    assert not ring(page).is_visible()
    page.wait_for_function("() => captions.length === 3")
    assert not ring(page).is_visible()
    assert not page.errors


def test_without_a_synthesiser_the_captions_still_come(page, boards):
    page.add_init_script("delete window.AudioContext; window.contexts = [];")
    mount(page, boards, scene=scene(DRAWN))
    bar(page).evaluate(CAPTIONS)
    key(page).click()
    page.wait_for_function("() => captions.length === 3")
    expect_stopped(page)
    assert [text.split(";")[0] for text in captions(page)] == list(DRAWN.words)
    assert not page.errors


def test_without_a_tune_there_is_no_button(page, boards):
    mount(page, boards, scene=scene())
    expect(bar(page)).to_be_hidden()
    assert not page.errors
