"""Steps of the story on sequences as tests play them: other notes, forbidden cells, verdicts."""

from __future__ import annotations

from pages.sequences.controls import SequenceControls
from pages.sequences.lattice import drawn
from pages.sequences.story import STORY
from tests.played import played

COPY, VECTOR, LOOK, FORBID, LONGER, SLIP, PROVE = range(1, 8)
moment, verdict = played(STORY, SequenceControls, drawn, as_sent=True)
