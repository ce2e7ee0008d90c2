"""Positional encoding: an odometer with round wheels."""

from pages.scenes import positional, positional_beats, wheels
from pages.scenes.snippets import positional as program
from pages.shared import choices, lesson
from pages.shared.answers import move
from pages.shared.beats import Beats

SHORT = {"raw": "raw x", "centred": "x centred on the context", "displacement": "displacement"}


def _controls() -> dict:
    way = choices.pick("How the model is told where a point is", "positional_way", list(positional.WAYS), SHORT.get)
    return {"way": way}


def _explanation() -> None:
    lesson.explain(
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


BEATS = Beats(
    question="Pair k of the wheels turns with speed base^(−2k/d). You will raise the base. Which wheels slow down?",
    options=positional_beats.GUESSES,
    play="Raise the base by half a power of 10 or more.",
    more=(
        "**Scrub p**: the similarity curve slides along itself, while the line of the plain numbers turns.",
        "**Move all x by 2** under each of the three ways. Then remove all points and try again.",
    ),
    happened=positional_beats.happened,
    explain="Going ahead turns every wheel by a fixed angle, wherever you start: similarity depends on the offset "
    "alone. A model that is told raw x remembers absolute place; one that is told differences cannot.",
    formula="PE(p)·PE(p′) = Σₖ cos ωₖ(p − p′),  ωₖ = base^(−2k/d)",
    prove="With **d = 4**, choose a base that keeps the codes of all positions from 0 to 60 **at least 0.5 apart**.",
    check=positional_beats.check,
)

lesson.show(
    lesson.Page(
        name="positional",
        title="An odometer with round wheels",
        lead="How is a model told where a point is? Move the data under three answers; turn the wheels of a fourth.",
        scene=positional.scene,
        later=positional.later,
        controls=_controls,
        sliders=(
            lesson.Slider("tau", "Move all x by", *positional.SHIFT, step=0.05, value=1.0),
            lesson.Slider("p", "Position p", 0.0, wheels.LAST, step=0.25, value=wheels.START),
            lesson.Slider("d", "Dimensions d", *wheels.DIMENSIONS, step=4.0, value=16.0),
            lesson.Slider("log_base", "Base, as a power of 10", *wheels.LOG_BASE, step=0.25, value=4.0),
        ),
        models=lambda controls: ("tnpd", "tetnp"),
        explain=_explanation,
        beats=BEATS,
        code=(positional.told, move, wheels.Waves, wheels.rotation_error),
        python=program.code,
    )
)
