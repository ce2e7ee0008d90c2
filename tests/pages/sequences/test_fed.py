"""What the decoder is given, drawn over what it should write: the rows of training, and of writing by itself."""

from __future__ import annotations

import numpy as np
import pytest

from pages.sequences.fed import START, given
from pages.sequences.run import model, run
from pages.sequences.scene import melody, scene
from pages.shared.models.decoder_runs import END_NAME
from tests.pages.sequences.steps import SLIP, moment


def picture(now):
    return scene(now.points, now.controls).panel("fed").marks[0]


def rows(mark):
    """The symbols of each row by its height, from the top, and what names the row."""
    found = {}
    for x, y, label, tone in zip(mark.x, mark.y, mark.labels, mark.tones, strict=True):
        if tone != "words":
            found.setdefault(float(y), []).append((float(x), label, tone))
    return [sorted(found[y]) for y in sorted(found, reverse=True)]


def texts(row):
    return [label for _, label, _ in row]


def test_in_training_the_right_notes_stand_one_place_late_over_the_target():
    above, target, *_ = rows(picture(moment(SLIP)))
    assert texts(above) == ["given", START, "D4", "F4", "A4", "C5", "B4", "G4"]
    assert texts(target) == ["target", "D4", "F4", "A4", "C5", "B4", "G4", "END"]
    assert [x for x, *_ in above] == [x for x, *_ in target]


def test_a_forced_note_stays_out_of_training_and_is_given_when_the_model_writes():
    now = moment(SLIP, force="C4")
    train = [texts(row) for row in rows(picture(now))[:2]]
    assert train == [texts(row) for row in rows(picture(moment(SLIP)))[:2]]
    above, written = rows(picture(now))[2:]
    found = run(melody(now.points), now.controls)
    names = ["END" if one == END_NAME else one for one in found.ended]
    assert texts(written)[1:] == names and texts(above)[1:] == [START, *names[:-1]]
    assert texts(above)[3] == "C4" and above[3][2] == "bad" and above[2][2] == ""


def test_lines_lead_from_each_written_note_to_where_it_is_given():
    now = moment(SLIP, force="C4")
    panel = scene(now.points, now.controls).panel("fed")
    above, written = rows(panel.marks[0])[2:]
    assert len(panel.marks) - 1 == len(written) - 2
    for line, (x, note, _), (next_x, again, _) in zip(panel.marks[1:], written[1:], above[2:], strict=False):
        assert note == again and x < line.x[0] < line.x[1] < next_x
        assert line.y[0] < line.y[1]


def test_what_is_given_is_what_the_decoder_reads():
    """One pass over START and the right notes gives the probabilities that the panel beside it shows."""
    now = moment(SLIP)
    network, notes = model("transformer"), melody(now.points).notes
    found = run(melody(now.points), now.controls)
    assert given((*notes, END_NAME)) == (START, *notes)
    forced = scene(now.points, now.controls).panel("forcing").marks[0].values
    assert network is not None and found.exact
    np.testing.assert_allclose(forced, found.of_wanted(), atol=1e-4)


@pytest.mark.parametrize("notes", ["C4", "C4 E4 D4 G4 C5 A4 F4 B4 D4 C4 G4 F4 E4 A4"])
def test_few_notes_are_shown_whole_and_many_cut(notes):
    for row in rows(picture(moment(SLIP, notes))):
        assert len(row) <= 9 and (len(notes.split()) > 8) == ("…" in texts(row))
