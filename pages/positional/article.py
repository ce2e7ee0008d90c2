"""The text below the board of the positional lesson: the explanation, where it stops being true, and the sources."""

from pages.shared.shell.page import explain


def article() -> None:
    """From the encoding of whole positions to that of continuous x."""
    explain(
        "Without a mask, attention knows neither order nor place: the inputs have to carry both. A **sinusoidal "
        "encoding** writes a position as pairs $(\\sin, \\cos)$ of geometric frequencies, each pair one dial. A step "
        "of $m$ positions turns every dial by a fixed angle, wherever you start. So "
        "$\\text{PE}(p) \\cdot \\text{PE}(p')$ depends on $p' - p$ alone.\n\n"
        "**From positions to x.** Let the axis become continuous. A token of a Transformer Neural Process, diagonal "
        "(TNP-D), carries the number $x$ itself through an MLP, so the model depends on absolute position. Shift all "
        "inputs, and the prediction changes. A translation-equivariant TNP (TETNP) leaves $x$ out of its tokens and "
        "puts $x_i - x_j$ into the score. Its prediction shifts with the data.\n\n"
        "There are other ways. With the middle of the context's range subtracted from all $x$, the same TNP-D with "
        "the same weights is translation equivariant. Rotary or relative encodings of continuous $x$ are, too.",
        r"\begin{aligned} \text{PE}(p)_{2k} &= \sin \omega_k p \\ \text{PE}(p)_{2k+1} &= \cos \omega_k p \\ "
        r"\omega_k &= \text{base}^{-2k/d}, \; k < d/2 \\[1ex] "
        r"\begin{pmatrix} \sin \omega (p + m) \\ \cos \omega (p + m) \end{pmatrix} &= "
        r"\begin{pmatrix} c & s \\ -s & c \end{pmatrix} "
        r"\begin{pmatrix} \sin \omega p \\ \cos \omega p \end{pmatrix} \\[1ex] "
        r"c = \cos \omega m, \; &\; s = \sin \omega m \end{aligned}",
        "The dials explain encodings; neither model on the stage uses them. Dot products of *encodings* depend on the "
        "offset alone. Learned query and key matrices come between, so a Transformer with added sinusoids is not "
        "equivariant. Centring needs a context: with no points there is no middle. One point far away changes the "
        "middle for all.",
        "Vaswani et al. 2017 (sinusoids); Shaw et al. 2018 (relative); Su et al. 2021 (rotary); Nguyen and Grover 2022 "
        "(TNP-D); Ashman et al. 2024 (TETNP).",
    )
