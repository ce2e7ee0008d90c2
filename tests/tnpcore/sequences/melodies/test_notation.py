"""Names, frequencies and intervals of pitches."""

import itertools

import pytest

from tnpcore.sequences.melodies import PITCHES
from tnpcore.sequences.melodies.notation import caption, frequency, interval, pitch, pitch_name

EVERY = range(PITCHES)


def test_names_are_read_back():
    assert [pitch(pitch_name(number)) for number in EVERY] == list(EVERY)
    assert pitch_name(0) == "C4" and pitch_name(11) == "B4" and pitch_name(12) == "C5" and pitch_name(23) == "B5"
    assert pitch("F#4") == pitch("G♭4") == pitch("Gb4") == 6


def test_an_octave_doubles_the_frequency_and_a_fifth_is_nearly_3_to_2():
    for number in range(12):
        assert frequency(number + 12) == pytest.approx(2 * frequency(number))
        assert frequency(number + 7) == pytest.approx(1.5 * frequency(number), rel=2e-3)
    assert frequency(0) == pytest.approx(261.6256, abs=1e-3)


def test_an_interval_up_is_the_same_down_on_the_way_back():
    for first, second in itertools.combinations(EVERY, 2):
        assert interval(first, second) == interval(second, first).replace("down", "up")
    assert len({interval(0, second) for second in EVERY}) == PITCHES


def test_captions():
    assert caption([]) == "no notes" and caption([9]) == "A4"
    assert caption([12, 12, 0]) == "C5, unison to C5, octave down to C4"


@pytest.mark.parametrize("wrong", ["H4", "C", "C3", "C6", "C♯♯4", "Cb4", "4C", "", "c4"])
def test_other_names_are_refused(wrong):
    with pytest.raises(ValueError, match="a pitch must be"):
        pitch(wrong)


@pytest.mark.parametrize("wrong", [-1, 24])
def test_other_numbers_are_refused(wrong):
    for function in (pitch_name, frequency, lambda one: interval(0, one), lambda one: caption([one])):
        with pytest.raises(ValueError, match=f"from 0 to 23, got {wrong}"):
            function(wrong)
