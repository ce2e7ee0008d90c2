"""The one palette of roles, for the board's style sheet and for figures; every role has a shape of its own as well."""

from __future__ import annotations

from collections.abc import Mapping

INK = ("#1c2230", "#e8ebf2")
PAPER = ("#ffffff", "#11141b")
ACCENT = ("#1f5fbf", "#7fb0ff")
MUTED = ("#63686f", "#aeb4bd")
SCHEMES = ("light", "dark")
# On a light and on a dark background. Chosen together: under simulated protanopia and deuteranopia too each differs
# from every other, and from the background (tests/browser/test_palette.py measures it).
LATENT = ("#7a4bf0", "#8470ff")
ATTENTION = ("#5593a5", "#69f6e0")
JOINT = ("#b01e3c", "#f0506a")
TNPD = ("#1450b2", "#559ef5")
TETNP = ("#2c9463", "#7adda2")
CONVCNP = ("#82236c", "#c4769f")
NODENSITY = ("#9168c8", "#dab4f7")
CNP = ("#bf4d0c", "#f2933a")
# What has a hue, by name. Kernel methods, sequence models and language models have those of neural processes that no
# picture shows beside them; language models by kind, and within a kind by how they know positions.
HUES = {
    CNP: "cnp nw bottleneck transformer-learned positions-learned classes cnp-classifier class-2",
    TNPD: "tnpd tnpd-short tnpd-nox tnpd-centred tnpd-fourier tnpd-sinusoidal tnpd-rotary tnpd-index tnpd-shifted"
    " tnpd-noresidual tnpd-nonorm tnpd-nofeedforward tnpd-onehead tnpd-postnorm transformer causal"
    " tnp-classifier class-1",
    TETNP: "tetnp tetnp-short tetnp-raw tetnp-rbf tetnp-fourier tetnp-binned tetnp-joint tetnp-pseudo masked"
    " transformer-shaw class-3",
    CONVCNP: "convcnp convcnp-mlp convcnp-unnormalised transformer-relative positions-relative halves class-4",
    NODENSITY: "convcnp-residual convcnp-nodensity dot positions-shaw",
    LATENT: "np anp-latent np-z2-beta0.1 np-z2-beta1 np-z2-beta10 np-z2-beta30 np-z2-beta100 np-z2-ml gp"
    " positions-sinusoidal vae",
    ATTENTION: "anp tnp-causal eqtnp lbanp positions-none",
    JOINT: "tnpa tnpa-leaky tnpnd tnpnd-lowrank convgnp krr additive transformer-rotary positions-rotary class-5",
}
# Keys are CSS custom properties of the board.
ROLES = {
    **{f"model-{name}": hue for hue, names in HUES.items() for name in names.split()},
    "model-bayes": MUTED,
    "model-second": ("#6b2e00", "#f0e05a"),  # of two that share a hue
    "model-own": ("#6b2e00", "#f0e05a"),  # a researcher's own model: it shares its hue with none
    "model-ngrams": ("#1c2230", "#8a7a2a"),  # tables of notes, beside all language models
    "role-signal": ("#8a6100", "#e0b341"),
    "role-density": ("#3f7183", "#86bccd"),
    "role-residual": ACCENT,
    "role-here": ACCENT,  # of a pair of places
    "role-there": MUTED,
    "role-guess": ("#c66cfc", "#d030c0"),  # what a person has sketched, beside any model and what came true
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
    """The colour of a model or a role; what is neither is drawn in ink."""
    return colours.get(model, colours["ink"])


def properties() -> str:
    """The roles as CSS custom properties of `.board`, for light paper and for dark; and the theme's own colours, for a
    board that is to be light or dark whatever the page is."""
    blocks = []
    for theme, scheme in enumerate(SCHEMES):
        own = {"background-color": PAPER, "text-color": INK, "primary-color": ACCENT}
        lines = (f"  --st-{name}: {pair[theme]};" for name, pair in own.items())
        blocks.append("\n".join((f'.board[data-scheme="{scheme}"] {{', f"  color-scheme: {scheme};", *lines, "}", "")))
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
