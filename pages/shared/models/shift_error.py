"""The one definition of how far a shifted prediction lies from the original one. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

Values = Float[np.ndarray, "*S Nt"]


@dataclass(frozen=True)
class ShiftError:
    """`mean`: the change of the predictive mean, in standard deviations of the unshifted prediction; `spread`: the
    change of the natural logarithm of the standard deviation. Both are root mean squares over the targets in view."""

    mean: float
    spread: float

    @property
    def largest(self) -> float:
        """The larger of the two: a prediction is unchanged where this one is 0."""
        return max(self.mean, self.spread)


def shift_errors(
    mean: Float[np.ndarray, " Nt"], sd: Float[np.ndarray, " Nt"], shifted_mean: Values, shifted_sd: Values
) -> tuple[Float[np.ndarray, "*S"], Float[np.ndarray, "*S"]]:
    """sqrt(mean_x(((mu' - mu) / sigma)^2)) and sqrt(mean_x((log sigma' - log sigma)^2)) for every shift.

    Args:
        mean, sd: mu and sigma [Nt] at the targets in view, inputs as drawn.
        shifted_mean, shifted_sd: mu' and sigma' [*S, Nt] with all inputs shifted, shown back at the original inputs.

    Returns:
        Of the mean in standard deviations, [*S]; of the spread as a difference of natural logarithms, [*S].
    """
    mean, sd, shifted_mean, shifted_sd = (np.asarray(a, np.float64) for a in (mean, sd, shifted_mean, shifted_sd))
    in_sd, in_logs = (shifted_mean - mean) / sd, np.log(shifted_sd) - np.log(sd)
    return np.sqrt(np.square(in_sd).mean(-1)), np.sqrt(np.square(in_logs).mean(-1))
