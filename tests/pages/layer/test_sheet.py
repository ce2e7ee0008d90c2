"""The printed sheet of the layer lesson quotes what the app shows."""

from __future__ import annotations

import re

from pages.shared.scene.original_units import in_units
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
from tests.serving import ROOT
from tests.verdicts import whole


def plain(text):
    return in_units(text, None).replace("\u00a0", " ")


def test_the_sheet_for_lecturers_quotes_what_the_app_shows():
    sheet = (ROOT / "docs" / "teaching" / "layer.md").read_text("utf-8")
    quoted = re.findall(r'"([^"]+)"', re.sub(r"\s+", " ", sheet))
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
    texts = [plain(whole(found)) for found in shown]
    assert len(quoted) >= 12
    assert [quote for quote in quoted if not any(quote in text for text in texts)] == []
