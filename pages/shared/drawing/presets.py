"""Named point sets to start from. Pure."""

from __future__ import annotations

import math

DrawnPoints = tuple[tuple[float, float], ...]

PRESETS: dict[str, DrawnPoints] = {
    "Two clusters": ((-1.9, -0.7), (-1.5, -0.1), (-1.2, 0.5), (-0.9, 0.9), (0.9, 0.6), (1.3, -0.1), (1.8, -0.6)),
    "One point": ((0.0, 1.0),),
    "Outlier": ((-1.8, 0.4), (-1.2, 0.5), (-0.6, 0.4), (0.0, -1.8), (0.6, 0.3), (1.2, 0.4), (1.8, 0.5)),
    "Periodic": tuple((round(0.3 * i, 1), round(math.sin(0.3 * i * 2 * math.pi / 1.2), 3)) for i in range(-6, 7)),
    "Step": tuple((round(0.35 * i, 2), -0.8 if i < 0 else 0.8) for i in (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)),
    "Trend": tuple((round(0.4 * i, 1), round(0.45 * 0.4 * i, 3)) for i in range(-4, 5)),
    "Far away": ((2.1, -0.6), (2.3, 0.1), (2.5, 0.5), (2.7, 0.4), (2.9, -0.2)),
    "Nothing": (),
}
FIRST = "Two clusters"
# As links name them, which people keep: a set of points that is changed needs another name. No points need none.
IN_LINKS = {name.lower().replace(" ", "-"): points for name, points in PRESETS.items() if points}
