"""The task of Home's story: one function, seen at context points and held out at targets. Pure.

Drawn from the prior `smooth`, 7 context points and 9 targets with the seed below, rounded to hundredths. The seed was
chosen for two wide gaps with targets in them, and because a CNP misses one of the 16 points.
"""

from __future__ import annotations

import numpy as np

from pages.shared.drawing.presets import DrawnPoints

SEED = 146

CONTEXT: DrawnPoints = (
    (-1.86, -1.68),
    (-1.68, -1.65),
    (-0.27, 1.65),
    (0.94, 1.01),
    (1.68, -0.91),
    (1.77, -1.28),
    (1.97, -1.73),
)
TARGETS: DrawnPoints = (
    (-1.28, -0.29),
    (-0.91, 0.24),
    (-0.73, 0.36),
    (-0.64, 0.75),
    (0.37, 1.1),
    (0.84, 1.41),
    (1.29, -0.77),
    (1.51, -0.83),
    (1.73, -1.1),
)

TARGET_X, TARGET_Y = np.array(TARGETS).T
