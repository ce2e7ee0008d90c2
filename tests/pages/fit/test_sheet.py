"""The sheet for lecturers quotes what the app shows."""

from pages.shared.models.catalogue import BROAD
from tests.pages.fit.test_story import EVENT, MISFIT, NARROW, PLAIN, SCATTER, WIDE, moment, verdict
from tests.verdicts import unsaid


def test_every_outcome_is_what_the_app_shows():
    shown = [
        verdict(NARROW, moment(NARROW), 2),
        verdict(WIDE, moment(WIDE, prior=BROAD), 1),
        verdict(PLAIN, moment(PLAIN), 2),
        verdict(EVENT, moment(EVENT), 2),
        verdict(MISFIT, moment(MISFIT, SCATTER)),
    ]
    assert unsaid("fit", shown) == ["95%"] and all(found.done for found in shown)
