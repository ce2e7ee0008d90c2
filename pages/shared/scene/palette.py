"""The one palette of roles, for the board's style sheet and for figures; every role has a shape of its own as well.

The models' colours were chosen together: under simulated protanopia and deuteranopia too each differs from every
other, and from the paper (tests/browser/test_palette.py measures it).
"""

from __future__ import annotations

from collections.abc import Mapping

INK = ("#1c2230", "#e8ebf2")
PAPER = ("#ffffff", "#11141b")
# Families whose members share a hue.
LATENT = ("#7a4bf0", "#8470ff")
ATTENTION = ("#5593a5", "#69f6e0")
JOINT = ("#b01e3c", "#f0506a")
# On light and on dark paper. Keys are CSS custom properties of the board.
ROLES = {
    "model-tnpd": ("#1450b2", "#559ef5"),
    "model-tetnp": ("#2c9463", "#7adda2"),
    "model-convcnp": ("#82236c", "#c4769f"),
    "model-convcnp-nodensity": ("#9168c8", "#dab4f7"),
    "model-cnp": ("#bf4d0c", "#f2933a"),
    "model-bayes": ("#63686f", "#aeb4bd"),
    **{f"model-{name}": LATENT for name in ("np", "anp-latent")},
    **{f"model-{name}": ATTENTION for name in ("anp", "tnp", "eqtnp", "lbanp")},
    **{f"model-{name}": JOINT for name in ("tnpa", "tnpnd", "convgnp")},
    "model-second": ("#6b2e00", "#f0e05a"),  # of two that share a hue
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
    """The colour of a model or a role; "tnpd-centred" has that of "tnpd", and what is neither is drawn in ink."""
    return colours.get(model) or colours.get(model.split("-")[0]) or colours["ink"]


def properties() -> str:
    """The roles as CSS custom properties of `.board`, for light paper and for dark."""
    blocks = []
    for theme, selector in enumerate((".board", '.board[data-theme="dark"]')):
        lines = (f"  --{name}: {pair[theme]};" for name, pair in ROLES.items())
        blocks.append("\n".join((f"{selector} {{", *lines, "}", "")))
    return "".join(blocks)


def fade(colour: str, alpha: float) -> str:
    """A hexadecimal colour with an opacity, as CSS rgba()."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"
