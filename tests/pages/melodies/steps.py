"""Steps of the story on language models as tests play them: other notes, another query, verdicts."""

from __future__ import annotations

from pages.melodies.controls import ENCODINGS, MelodyControls
from pages.melodies.lattice import drawn
from pages.melodies.story import STORY
from tests.played import played

NEXT, GOOD, MISSING, TRAINED, ATTEND = range(1, 6)
BACKWARDS = 6 if "none" in ENCODINGS else None
CLS, PROVE = len(STORY.steps) - 1, len(STORY.steps)
moment, verdict = played(STORY, MelodyControls, drawn, as_sent=True)
