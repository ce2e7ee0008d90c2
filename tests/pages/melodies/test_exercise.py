"""The exercise: a note that only later ones explain. One melody passes, others do not, and a search finds one."""

from __future__ import annotations

import pytest
import torch

from pages.melodies.controls import KINDS, network
from pages.melodies.lattice import middle_of, written
from pages.melodies.run import predictor
from tests.pages.melodies.steps import PROVE, moment, verdict
from tests.verdicts import whole
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.melodies import gain_from_later_notes, prior

FOUND = "C4 E4 G4 C5 C♯5 F♯4 B♭4 C♯5"  # as the last hint says


def proved(notes, at=4):
    return verdict(PROVE, moment(PROVE, notes, query=middle_of(at)))


def test_the_last_hint_solves_it():
    found = proved(FOUND)
    assert found.done and "a gain of" in whole(found)


@pytest.mark.parametrize(
    ("notes", "at", "complaint"),
    [
        (None, 4, "speak against it"),
        (None, 6, "It must be 1"),
        ("C4 E4 G4 C5 C♯5 F♯4 B♭4", 4, "Draw at least 8"),
        ("C4 E4 G4 – C♯5 F♯4 B♭4 C♯5", 4, "No note is drawn at step 4"),
        (FOUND, 7, "No note comes later"),
        (FOUND, 8, "no note at the query"),
        ("F♯4 B♭4 C♯5 F♯5 F♯4 C4 E4 G4 C5", 4, "speak against it"),
    ],
)
def test_what_is_not_enough_is_named(notes, at, complaint):
    found = proved(notes, at)
    assert not found.done and complaint in whole(found)


def test_a_search_over_melodies_of_the_prior_finds_solutions():
    """Random melodies, and the note with the largest gain by the library's own measure."""
    pair = [predictor(network(kind, "relative")) for kind in KINDS]
    melodies = draw(prior(), 60, 10, torch.Generator().manual_seed(0))[0]
    gains = torch.stack([gain_from_later_notes(*pair, notes) for notes in melodies])
    best, at = divmod(int(gains.argmax()), gains.shape[1])
    assert gains[best, at] > 1
    assert proved(written(melodies[best].tolist()), at).done
    assert not proved(written(melodies[best].tolist()), int(gains[best].argmin())).done
