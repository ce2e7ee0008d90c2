"""The colours that mean something, for figures; the board's style sheet holds the same. Told apart by shape as well."""

from __future__ import annotations

LIGHT = {
    "tnpd": "#0b64b4",
    "tetnp": "#00795a",
    "convcnp": "#a3437f",
    "convcnp-nodensity": "#6a5acd",
    "cnp": "#c14d00",
    "bayes": "#6b7280",
    "ink": "#1c2230",
    "paper": "#ffffff",
}
DARK = {
    "tnpd": "#62b2f0",
    "tetnp": "#3fcf9f",
    "convcnp": "#e39ac6",
    "convcnp-nodensity": "#aea2ff",
    "cnp": "#ff9a52",
    "bayes": "#a3abb8",
    "ink": "#e8ebf2",
    "paper": "#11141b",
}


def fade(colour: str, alpha: float) -> str:
    """A hexadecimal colour with an opacity, as CSS rgba()."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"
