"""The sheet for lecturers quotes what the app shows."""

import re
from pathlib import Path

from pages.shared.models.catalogue import BROAD
from tests.pages.fit.test_story import EVENT, MISFIT, NARROW, PLAIN, SCATTER, WIDE, moment, verdict
from tests.verdicts import whole

SHEET = Path(__file__).resolve().parents[3] / "docs" / "teaching" / "fit.md"


def test_every_outcome_is_what_the_app_shows():
    quoted = [
        quote for quote in re.findall(r'"([^"]+)"', re.sub(r"\s+", " ", SHEET.read_text("utf-8"))) if len(quote) > 40
    ]
    shown = [
        verdict(NARROW, moment(NARROW), 2),
        verdict(WIDE, moment(WIDE, prior=BROAD), 1),
        verdict(PLAIN, moment(PLAIN), 2),
        verdict(EVENT, moment(EVENT), 2),
        verdict(MISFIT, moment(MISFIT, SCATTER)),
    ]
    assert quoted == [whole(found) for found in shown] and all(found.done for found in shown)
