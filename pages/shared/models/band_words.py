"""Whether a band fits held-out points, in whole sentences: on a line and on a map alike. Pure."""

from __future__ import annotations

from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import Prose, joined, words
from tnpcore.evaluation.band import EXPECTED
from tnpcore.evaluation.judgement import Judgement

SMALL = 0.05  # nats per point: less is written with a decimal more


def in_words(found: Judgement, place: Prose, name: str = "point") -> Prose:
    """How many lie inside or outside the band, what follows, and whether the fitted Gaussian process is ahead.

    A band is only said to fit where the Gaussian process is not ahead by more than the standard error.

    Args:
        found: of the held-out points.
        place: of the costliest one, for example "x = 1983".
        name: what one of them is called.
    """
    inside, count = found.count_inside, len(found)
    held_out, these = f"of {count} held-out {name}s lie", f"these {name}s"
    if found.behind and not found.narrow:
        expected = f"{found.expected_outside:.0f} expected"
        counted = f"{count - inside} {held_out} outside ±2 sd, {expected}"
        counted += f": the band is wider than {these} need." if found.wide else "."
    else:
        counted = f"{inside} {held_out} inside ±2 sd, {EXPECTED:.0%} expected: "
        counted += _conclusion(found, these)
    return joined(" ", [counted, *([_beside_gp(found, place, name)] if found.behind else [])])


def score_of_others(found: Judgement) -> str:
    """The mean log-likelihood without the costliest point, beside that of the Gaussian process without it."""
    mine, gp = found.loglik_of_others
    return f"{shown(mine)}, Gaussian process {shown(gp)}"


def _conclusion(found: Judgement, these: str) -> str:
    if found.narrow:
        return f"the band is too narrow for {these}."
    return f"the band holds {these}, and is wider than they need." if found.wide else f"the band fits {these}."


def _beside_gp(found: Judgement, place: Prose, name: str) -> Prose:
    ahead = "A fitted Gaussian process finds them more likely"
    if not found.by_one:
        mean, error = found.difference
        digits = 2 if -mean >= SMALL else 3
        return f"{ahead}, by {shown(-mean, digits)} ± {shown(error, digits)} nats per {name}."
    of_them = " of them" if found.cost <= found.deficit else ""
    total = f"{ahead}, by {found.deficit:.1f} nats in all: one {name} at "
    return words(
        total, place, f" costs {found.cost:.1f}{of_them}. Log-likelihood without that {name}: {score_of_others(found)}."
    )
