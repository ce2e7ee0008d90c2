"""Positional encoding: an odometer with round wheels."""

from pages.positional import LESSON
from pages.positional import scene as positional
from pages.shared.shell import widgets as choices
from pages.shared.shell.page import explain, show

SHORT = {"raw": "raw x", "centred": "x centred on the context", "displacement": "displacement"}


def _controls() -> dict:
    way = choices.pick("How the model is told where a point is", "positional_way", list(positional.WAYS), SHORT.get)
    return {"way": way}


def _explanation() -> None:
    explain(
        "Attention alone does not know order or place: both must be told. A **sinusoidal code** tells a position by "
        "wheels that turn at geometric speeds, each pair of numbers one hand. Going $m$ positions ahead turns every "
        "wheel by a fixed angle, wherever you start. So $\\text{PE}(p) \\cdot \\text{PE}(p')$ depends on $p' - p$ "
        "alone.\n\n**From positions to x.** Let the axis become continuous. A TNP-D's token carries the number $x$ "
        "itself through an MLP, so the model remembers absolute place: move the data, and the answer drifts. A TETNP "
        "deletes $x$ from its tokens and puts $x_i - x_j$ into the score: the ghost never separates.\n\nIt is not "
        "the only repair. Subtracting the middle of the context's range from all $x$ mends the same TNP-D with the "
        "same weights, and rotary or relative encodings of continuous $x$ are translation equivariant too.",
        r"\begin{aligned} \text{PE}(p)_{2k} &= \sin \omega_k p \\ \text{PE}(p)_{2k+1} &= \cos \omega_k p \\ "
        r"\omega_k &= \text{base}^{-2k/d}, \; k < d/2 \\[1ex] "
        r"\begin{pmatrix} \sin \omega (p + m) \\ \cos \omega (p + m) \end{pmatrix} &= "
        r"\begin{pmatrix} c & s \\ -s & c \end{pmatrix} "
        r"\begin{pmatrix} \sin \omega p \\ \cos \omega p \end{pmatrix} \\[1ex] "
        r"c = \cos \omega m, \; &\; s = \sin \omega m \end{aligned}",
        "The wheels explain encodings; neither model on the stage uses them. Dot products of *codes* depend on the "
        "offset alone, but learned query and key matrices come between, so a Transformer with added sinusoids is not "
        "equivariant. Centring needs a context: with no points there is no middle. And one far point moves it for "
        "all.",
        "Vaswani et al. 2017 (sinusoids); Shaw et al. 2018 (relative); Su et al. 2021 (rotary); Nguyen and Grover 2022 "
        "(TNP-D); Ashman et al. 2024 (TETNP).",
    )


show(LESSON, _controls, _explanation)
