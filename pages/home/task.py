"""The task of Home's story: one function, seen at context points and held out at targets. Pure.

Drawn from the prior `smooth`, 7 context points and 9 targets with the seed below, rounded to hundredths. The seed was
chosen for wide gaps with targets in them, because TNP-D's band holds the targets, as it holds about 95 % of those of
all tasks, and because a CNP misses one of the 16 points.
"""

from __future__ import annotations

import numpy as np

from pages.shared.drawing.presets import DrawnPoints

SEED = 42442

CONTEXT: DrawnPoints = (
    (-1.91, -1.67),
    (-1.45, -1.52),
    (-0.66, -1.48),
    (0.45, 0.8),
    (1.46, -0.84),
    (1.62, -1.23),
    (1.93, -0.1),
)
TARGETS: DrawnPoints = (
    (-1.71, -1.92),
    (-1.08, -0.77),
    (-0.49, -1.13),
    (-0.15, -0.05),
    (0.14, 1.26),
    (0.88, -1.33),
    (1.1, -0.78),
    (1.35, -0.52),
    (1.99, 0.06),
)

TARGET_X, TARGET_Y = np.array(TARGETS).T
