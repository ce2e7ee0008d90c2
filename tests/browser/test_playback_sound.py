"""The sound itself, rendered in the browser: right pitches, no clicks; and the pure functions of a tune."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from pages.shared.board.bundle import sources

pytestmark = pytest.mark.rare

RATE = 44_100  # samples a second
CALL = """async ([source, name, args]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return (await import(url)).default[name](...args);
}"""
# One note through the synthesiser into a buffer; `stopped` is when it is silenced, null for never.
RENDER = """async ([source, note, at, seconds, stopped]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { Synthesiser } = (await import(url)).default;
  const context = new OfflineAudioContext(1, 44100 * seconds, 44100);
  window.AudioContext = function () { return context; };
  const synthesiser = new Synthesiser(1);
  synthesiser.make();
  Object.assign(synthesiser, { runs: true, bus: context.createGain() });
  synthesiser.bus.connect(synthesiser.master);
  synthesiser.play(note, at);
  const suspend = context.suspend.bind(context);
  context.suspend = async () => {};
  if (stopped !== null) suspend(stopped).then(() => (synthesiser.silence(), context.resume()));
  return [...(await context.startRendering()).getChannelData(0)];
}"""


@pytest.fixture(scope="module")
def blank(chromium):
    page = chromium.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def call(blank):
    """Calls one function of the module on notes."""
    return lambda function, *args: blank.evaluate(CALL, [sources("playback/notes"), function, list(args)])


def rendered(page, hertz: float, model: str = "", stopped: float | None = None) -> np.ndarray:
    note = {"hertz": hertz, "length": 0.4, "voice": {"model": model}}
    return np.array(page.evaluate(RENDER, [sources("playback/synthesiser"), note, 0.1, 1, stopped]))


@pytest.mark.parametrize("model", ["", "transformer"])
@pytest.mark.parametrize("hertz", [261.63, 440.0, 987.77])
def test_a_note_has_its_pitch_and_neither_begins_nor_ends_with_a_click(blank, hertz, model):
    sound = rendered(blank, hertz, model)
    steady = sound[int(0.15 * RATE) : int(0.35 * RATE)]
    spectrum = np.abs(np.fft.rfft(steady * np.hanning(len(steady)), 8 * RATE))
    assert spectrum.argmax() / 8 == pytest.approx(hertz, abs=2)
    assert np.abs(sound[: int(0.099 * RATE)]).max() == 0 and np.abs(sound[int(0.51 * RATE) :]).max() == 0
    assert 0.1 < np.abs(sound).max() <= 0.3 + 1e-6
    # Nowhere does it jump by more than its own oscillation does at its loudest.
    loudest = np.abs(np.diff(sound[int(0.11 * RATE) : int(0.2 * RATE)])).max()
    for edge in (slice(int(0.099 * RATE), int(0.112 * RATE)), slice(int(0.42 * RATE), None)):
        assert np.abs(np.diff(sound[edge])).max() <= 1.01 * loudest


def test_a_note_that_is_stopped_fades_without_a_click(blank):
    whole, sound = rendered(blank, 440.0), rendered(blank, 440.0, stopped=0.25)
    at = int(0.25 * RATE)
    assert sound[: at - 256] == pytest.approx(whole[: at - 256])
    assert np.abs(np.diff(sound[at - 256 :])).max() <= 1.01 * np.abs(np.diff(whole)).max()
    assert np.abs(sound[at + int(0.15 * RATE) :]).max() < 1e-4


def test_timbres_can_be_distinguished(blank):
    drawn, model = (np.abs(np.fft.rfft(rendered(blank, 440.0, name))) for name in ("", "transformer"))
    third = [found[1315:1325].max() / found[435:445].max() for found in (drawn, model)]
    assert third[1] > 3 * third[0] > 0


VOICE = {"times": [2, 3, 5], "hertz": [1, 2, 3], "x": [0, 1, 2], "y": [0, 0, 0], "words": ["C4", "D4", "E4"]}
TUNE = {
    "step": 0.5,
    "voices": [
        {**VOICE, "label": "Drawn notes", "part": ""},
        {**VOICE, "label": "Written notes", "part": "targets", "times": [4, 6, 7]},
    ],
}


def test_a_tune_begins_with_its_first_note_and_is_in_order(call):
    notes = call("notesOf", TUNE, [])
    assert [(note["at"], note["hertz"]) for note in notes] == [(0, 1), (0.5, 2), (1, 1), (1.5, 3), (2, 2), (2.5, 3)]
    assert call("endOf", notes) == 3
    assert call("notesOf", {"step": 1, "voices": []}, []) == [] and call("endOf", []) == 0


def test_the_voice_of_a_hidden_part_is_left_out(call):
    assert [note["hertz"] for note in call("notesOf", TUNE, ["targets"])] == [1, 2, 3]
    assert len(call("notesOf", TUNE, ["band"])) == 6


def test_one_note_is_named_at_a_time_and_none_in_a_rest(call):
    notes = call("notesOf", TUNE, ["targets"])
    found = [call("sounding", notes, time) for time in (-0.1, 0, 0.49, 0.5, 1.2, 1.5, 2.1)]
    assert [note and note["hertz"] for note in found] == [None, 1, 1, 2, None, 3, None]
    assert call("caption", found[-2]) == ["E4", "Drawn notes, 3 of 3"]
    assert call("sentence", TUNE["voices"][0]) == "Drawn notes: C4, D4, E4."


def test_every_note_is_scheduled_once(call):
    notes = call("notesOf", TUNE, [])
    edges = [-0.08, 0.07, 0.5, 1.0, 1.01, 2.4, 3]
    parts = [call("beginning", notes, *ends) for ends in pairwise(edges)]
    assert [note["at"] for part in parts for note in part] == [note["at"] for note in notes]


def test_what_there_is_to_play_in_words(call):
    assert call("summary", call("notesOf", TUNE, [])) == ["Drawn notes (3)", "then written notes (3)"]
    assert call("summary", call("notesOf", TUNE, ["targets"])) == ["Drawn notes (3)", ""]
    assert call("summary", []) == ["", ""]
