"""The story of autoencoders: each judge by what ends its step, what does not, and what a wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np

from pages.autoencoders import judges, measured
from pages.autoencoders.controls import EXAMPLES, LINEAR, AutoencoderControls
from pages.autoencoders.inference import completed, encoded, means, read_as, shares
from pages.autoencoders.scene import aside, scene
from pages.autoencoders.story import STORY
from pages.shared.scene.pixels import counts, letters
from tests.played import played
from tests.scenes import as_read
from tests.verdicts import unreasoned, unsaid
from tnpcore.autoencoders import digits

PAINT, DRAG, BETA, PRIOR, WALK, GAP, HALF, TURNED = range(1, 9)
EMPTY = "0" * 64
moment, verdict = played(STORY, AutoencoderControls)


def test_another_digit_moves_q_and_a_touch_does_not():
    found = verdict(PAINT, moment(PAINT, digit=EXAMPLES["0"]))
    assert (
        found.done
        and "because the encoder reads all 64 pixels" in found.text
        and "Yours is read as 0, what comes back as 0" in found.text
    )
    assert "Yours is read as 8, what comes back as 5" in verdict(PAINT, moment(PAINT, digit=EXAMPLES["8"])).text
    touched = EXAMPLES["3"][:20] + "8" + EXAMPLES["3"][21:]
    assert verdict(PAINT, moment(PAINT, digit=touched)) is None
    assert not verdict(PAINT, moment(PAINT, digit=EMPTY)).done


def test_a_place_has_the_picture_of_a_7_and_the_hint_leads_there():
    assert verdict(DRAG, moment(DRAG, z1=1.0, z2=0.5)).done
    assert verdict(DRAG, moment(DRAG)) is None
    missed = verdict(DRAG, moment(DRAG, z1=-2.0, z2=-1.0))
    assert not missed.done and "read as 0" in missed.text


def test_a_digit_that_is_encoded_far_out_is_seldom_drawn():
    share = shares("vae-beta1")
    assert int(share.argmin()) == 6 and share.min() < judges.RARE
    for guess in range(3):
        found = verdict(PRIOR, moment(PRIOR), guess)
        assert f"{share.min():.1%}" in found.text and "3.1 prior sd from" in found.text


def test_halfway_there_is_a_picture_of_its_own_and_of_one_digit_and_itself_there_is_none():
    for guess in range(2):
        found = verdict(WALK, moment(WALK), guess)
        assert "read as 3" in found.text
    assert verdict(WALK, moment(WALK, other=EXAMPLES["0"]), 1).outcome == 0
    assert not verdict(WALK, moment(WALK, other=EMPTY), 1).done


def test_the_linear_decoder_has_the_smaller_gap_and_the_lower_evidence():
    drawn = [
        aside(moment(GAP).points, moment(GAP, model=name).controls).panel("gap").marks[-1]
        for name in ("vae-beta1", LINEAR)
    ]
    deep, linear = (float(bars.values[1]) for bars in drawn)
    assert deep > judges.ALIKE * linear
    for guess in range(3):
        found = verdict(GAP, moment(GAP, model=LINEAR), guess)
        assert f"{deep:.2f} nats" in found.text and f"{linear:.2f} nats" in found.text
    more = [float(value) for value in re.findall(r"−([\d.]+) nats", found.more)]
    assert more[0] < more[1], "less negative: the higher evidence"
    assert verdict(GAP, moment(GAP), 0) is None, "the other decoder is still to be looked at"
    assert not verdict(GAP, moment(GAP, digit=EMPTY), 0).done


def test_only_the_largest_beta_leaves_a_number_inactive():
    assert [measured.active(f"vae-beta{beta}") for beta in ("0.1", "1", "4", "10", "44")] == [2, 2, 2, 2, 1]
    assert verdict(BETA, moment(BETA)) is None
    assert "Both numbers are active" in verdict(BETA, moment(BETA, model="vae-beta10")).text
    found = verdict(BETA, moment(BETA, model="vae-beta44"))
    assert found.done and "0.009 nats" in found.text and "because" in as_read(found.text)
    every = digits("training").pictures.double().mean(0).numpy()
    for digit in EXAMPLES.values():  # whatever is painted
        now = moment(BETA, model="vae-beta44", digit=digit)
        back = means("vae-beta44", encoded("vae-beta44", counts(digit)).mean)[0]
        assert np.sqrt(np.square(back - every).mean()) < judges.ALMOST
        assert "nearly the mean of all digits" in verdict(BETA, now).text


def test_a_page_without_ink_is_read_as_nothing():
    now = moment(PAINT, digit=EMPTY)
    found = {reading.id: reading.text for reading in scene(now.points, now.controls).readings}
    assert found["read"] == "nothing" and found["read-beside"] != "nothing"


def test_at_the_largest_beta_every_left_half_gets_the_mean_of_all_right_halves():
    for guess in range(3):
        found = verdict(HALF, moment(HALF), guess)
        assert "0.00 nats" in found.text
    one, other = (completed("halves-beta30", counts(EXAMPLES[name])).reshape(8, 8)[:, 4:] for name in "06")
    assert np.abs(one - other).max() < 0.2
    weak, another = (completed("halves-beta1", counts(EXAMPLES[name])).reshape(8, 8)[:, 4:] for name in "06")
    assert np.abs(weak - another).max() > 4


def test_a_6_is_turned_into_another_digit_and_others_are_not():
    found = verdict(TURNED, moment(TURNED, digit=EXAMPLES["6"]))
    assert found.done and "leaves your 6 as it is, β 8 makes a 5 of it" in found.text
    assert read_as(completed("halves-beta8", counts(EXAMPLES["6"])))[0] != 6
    assert verdict(TURNED, moment(TURNED)) is None, "as it opens"
    assert not verdict(TURNED, moment(TURNED, digit=EMPTY)).done
    assert "At β 8 the 3 is read as 3" in verdict(TURNED, moment(TURNED, digit=EXAMPLES["3"])).text
    assert "Already β 1 makes an 8 of your 7" in verdict(TURNED, moment(TURNED, digit=EXAMPLES["7"])).text
    unsure = letters(digits("held-out").pictures[5].numpy())
    assert "itself is read as" in verdict(TURNED, moment(TURNED, digit=unsure)).text


# ---- the sheet for teaching ------------------------------------------------------------------------


def test_the_sheet_quotes_what_the_app_shows():
    said = [
        *(verdict(PAINT, moment(PAINT, digit=EXAMPLES[digit])) for digit in "08"),
        verdict(DRAG, moment(DRAG, z1=1.0, z2=0.5)),
        verdict(BETA, moment(BETA, model="vae-beta44")),
        *(verdict(step, moment(step), 1) for step in (PRIOR, WALK, HALF)),
        verdict(GAP, moment(GAP, model=LINEAR), 0),
        *(verdict(TURNED, moment(TURNED, digit=EXAMPLES[digit])) for digit in "637"),
    ]
    assert unsaid("autoencoders", said) == []
    assert unreasoned(said) == []
