"""Steps of the story on decoding as tests play them: other texts, forbidden cells, forced letters, verdicts."""

from __future__ import annotations

from pages.decoding.controls import DecodingControls
from pages.decoding.story import STORY
from tests.played import played

TYPE, FORBID, FORCE, GREEDY, WEEKS, PROVE = range(1, 7)
moment, verdict = played(STORY, DecodingControls, as_sent=True)
