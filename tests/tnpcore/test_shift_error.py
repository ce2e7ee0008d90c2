"""The shift error: its definition."""

import numpy as np
import pytest

from tnpcore.shift_error import shift_errors


def test_the_definition_on_two_targets():
    mean, sd = np.array([0.0, 1.0]), np.array([1.0, 2.0])
    shifted_mean, shifted_sd = np.array([[3.0, 1.0], [0.0, 9.0]]), np.array([[1.0, 2.0], [np.e, 2.0 * np.e]])
    in_sd, in_logs = shift_errors(mean, sd, shifted_mean, shifted_sd)
    assert in_sd == pytest.approx([np.sqrt(9 / 2), np.sqrt(16 / 2)])
    assert in_logs == pytest.approx([0.0, 1.0])
