"""The sheet for lecturers quotes what the app shows."""

from __future__ import annotations

from pages.setconv import comparisons as compare
from tests.pages.setconv.moments import (
    FLAT,
    LAYERS,
    PAIR,
    PROVE,
    SCRUB,
    SKETCH,
    ZERO,
    moment,
    points_of,
    verdict,
)
from tests.verdicts import unreasoned, unsaid


def shown():
    """The verdicts of all actions that the sheet names."""
    signal, raw, straight = compare.curves(moment(SKETCH).points, moment(SKETCH).controls)
    gap, apart, start = (points_of(step) for step in (ZERO, PAIR, PROVE))
    together = (apart[0], (0.8, 0.9), apart[2])
    yield verdict(SCRUB, stage=7)
    for drawn in (signal, raw, straight - 0.35):
        yield verdict(SKETCH, guess=drawn.tolist())
    for guess in range(3):
        yield verdict(ZERO, (*gap, (0.0, 0.0)), guess)
        yield verdict(PAIR, together, guess)
    yield verdict(ZERO, (*gap, (1.9, 0.0)), 1)
    yield from (verdict(LAYERS, layer=layer) for layer in (4, 5))
    yield verdict(FLAT, lengthscale=0.65)
    yield verdict(FLAT, ((-1.3, 0.5), (0.0, 1.0), (1.3, -1.0)), lengthscale=0.65)
    yield verdict(PROVE, (start[0], (0.4, 0.6), (0.4, 0.6)))
    yield verdict(PROVE, (start[0], (0.37, 0.63), (0.44, 0.58)))
    for more in (((1.6, 0.5), (1.6, -0.5)), ((1.2, 0.0),), ((1.2, 0.9),)):
        yield verdict(PROVE, (*start, *more))


def test_the_sheet_quotes_what_the_app_shows():
    said = [*shown()]
    assert unsaid("setconv", said) == []
    assert unreasoned(said) == []
