"""The one definition of how far a shifted prediction lies from the original one."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

# Where there are two inputs: what sees x1 - x2 alone does not notice one number along both axes.
VECTOR = (0.3, -2.03)


def shift_errors(
    mean: Float[np.ndarray, " N"],
    sd: Float[np.ndarray, " N"],
    shifted_mean: Float[np.ndarray, "*S N"],
    shifted_sd: Float[np.ndarray, "*S N"],
) -> tuple[Float[np.ndarray, "*S"], Float[np.ndarray, "*S"]]:
    """sqrt(mean_x(((mu' - mu) / sigma)^2)) and sqrt(mean_x((log sigma' - log sigma)^2)) for every shift.

    Args:
        mean, sd: mu and sigma [N] at the targets, inputs as given.
        shifted_mean, shifted_sd: mu' and sigma' [*S, N] with all inputs shifted, shown back at the original inputs.

    Returns:
        Of the mean in standard deviations of the unshifted prediction, [*S]; of the spread as a difference of natural
        logarithms, [*S].
    """
    mean, sd, shifted_mean, shifted_sd = (np.asarray(a, np.float64) for a in (mean, sd, shifted_mean, shifted_sd))
    in_sd, in_logs = (shifted_mean - mean) / sd, np.log(shifted_sd) - np.log(sd)
    return np.asarray(np.sqrt(np.square(in_sd).mean(-1))), np.asarray(np.sqrt(np.square(in_logs).mean(-1)))
