"""The printed sheet of the layer lesson quotes what the app shows."""

from __future__ import annotations

from tests.pages.layer.test_story import (
    DIVIDED,
    JOINED,
    MISSED,
    NORMS,
    OFF,
    PROVE,
    TRAINED,
    TWICE,
    ZIGZAG,
    moment,
    verdict,
)
from tests.verdicts import unsaid


def test_the_sheet_for_lecturers_quotes_what_the_app_shows():
    shown = [
        verdict(TWICE, moment(TWICE, layer="2")),
        verdict(TWICE, moment(TWICE, layer="3")),
        verdict(JOINED, moment(JOINED), 0),
        verdict(NORMS, moment(NORMS), 2),
        verdict(OFF, moment(OFF, part="feedforward"), 0),
        verdict(TRAINED, moment(TRAINED), 0),
        verdict(MISSED, moment(MISSED), [1, 1, 1]),
        verdict(DIVIDED, moment(DIVIDED, doublings=8), 1),
        verdict(PROVE, moment(PROVE)),
        verdict(PROVE, moment(PROVE, ZIGZAG)),
    ]
    assert unsaid("layer", shown) == []
