"""The one palette of roles, for the board's style sheet and for figures; every role has a shape of its own as well.

The models' colours stand in their specs.
"""

from __future__ import annotations

from collections.abc import Mapping

from tnpcore.models.registry import SPECS
from tnpcore.sequences.specs import LANGUAGE_KINDS

INK = ("#1c2230", "#e8ebf2")
PAPER = ("#ffffff", "#11141b")
# On a light and on a dark background. Keys are CSS custom properties of the board.
ROLES = {
    **{f"model-{name}": spec.colour for name, spec in SPECS.items()},
    "model-bayes": ("#63686f", "#aeb4bd"),
    # Kernel methods have the hues of models that no picture shows beside them.
    "model-nw": SPECS["cnp"].colour,
    "model-dot": SPECS["convcnp-nodensity"].colour,
    "model-krr": SPECS["tnpnd"].colour,
    "model-gp": SPECS["np"].colour,
    # Models from one sequence to another: no neural process is beside them.
    "model-bottleneck": SPECS["cnp"].colour,
    "model-additive": SPECS["tnpnd"].colour,
    "model-transformer": SPECS["tnpd"].colour,
    "model-transformer-learned": SPECS["cnp"].colour,
    "model-transformer-rotary": SPECS["tnpnd"].colour,
    "model-transformer-relative": SPECS["convcnp"].colour,
    # Language models by kind, and within a kind by how they know positions; n-grams beside them.
    **{f"model-{kind.name}": kind.colour for kind in LANGUAGE_KINDS},
    "model-positions-relative": SPECS["convcnp"].colour,
    "model-positions-sinusoidal": SPECS["np"].colour,
    "model-positions-learned": SPECS["cnp"].colour,
    "model-positions-rotary": SPECS["tnpnd"].colour,
    "model-positions-none": SPECS["anp"].colour,
    "model-ngrams": SPECS["convcnp-nodensity"].colour,
    "model-second": ("#6b2e00", "#f0e05a"),  # of two that share a hue
    "model-own": ("#6b2e00", "#f0e05a"),  # a researcher's own model: it shares its hue with none
    "role-signal": ("#8a6100", "#e0b341"),
    "role-density": ("#3f7183", "#86bccd"),
    "role-residual": ("#1f5fbf", "#7fb0ff"),
    "positive": ("#1450b2", "#559ef5"),
    "negative": ("#bf4d0c", "#f2933a"),
    "good": ("#00714f", "#4fd09b"),
    "bad": ("#b23a00", "#ff9455"),
}


def _figures(theme: int) -> dict[str, str]:
    named = {name.removeprefix("model-").removeprefix("role-"): pair[theme] for name, pair in ROLES.items()}
    return {**named, "ink": INK[theme], "paper": PAPER[theme]}


LIGHT, DARK = _figures(0), _figures(1)


def hue(model: str, colours: Mapping[str, str] = LIGHT) -> str:
    """The colour of a model or a role; what is neither is drawn in ink.

    Args:
        model: the name of the model or of the role.
        colours: `LIGHT` or `DARK`.
    """
    return colours.get(model, colours["ink"])


def properties() -> str:
    """The roles as CSS custom properties of `.board`, for light paper and for dark."""
    blocks = []
    for theme, selector in enumerate((".board", '.board[data-theme="dark"]')):
        lines = (f"  --{escaped(name)}: {pair[theme]};" for name, pair in ROLES.items())
        blocks.append("\n".join((f"{selector} {{", *lines, "}", "")))
    return "".join(blocks)


def escaped(name: str) -> str:
    """The name of a role as CSS writes it: a dot, as in "np-z2-beta0.1", would end it."""
    return name.replace(".", "\\.")


def fade(colour: str, alpha: float) -> str:
    """A hexadecimal colour with an opacity, as CSS rgba()."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"
