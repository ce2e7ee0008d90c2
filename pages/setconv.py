"""SetConv: drop bumps on data, read them off a grid."""

import streamlit as st

from pages.scenes import bumps, setconv, setconv_beats
from pages.scenes.snippets import setconv as program
from pages.shared import choices, lesson, state
from pages.shared.beats import Beats

WITH_A_ZERO = ((-1.2, 0.8), (-0.3, 0.0), (0.6, -0.7), (1.4, 0.5))
TWO_TOGETHER = ((-0.6, 0.8), (-0.58, 0.8), (1.0, 0.8))


def _controls() -> dict:
    shown = {"convcnp": "with density channel", "convcnp-nodensity": "without density channel"}.get
    model = choices.pick("The model, trained this way", "setconv_model", setconv.BOTH, shown)
    st.button("A point on y = 0", on_click=state.put, args=(WITH_A_ZERO,))
    st.button("Two points together", on_click=state.put, args=(TWO_TOGETHER,))
    return {"model": model}


def _explanation() -> None:
    lesson.explain(
        "A **SetConv** turns a set of points, of any size and in any order, into functions of $x$. Every point drops "
        "a bump of height 1: their sum is the **density**. Every point drops a bump of height $y$: that sum, divided "
        "by the density, is the **signal**. A grid samples both, a CNN works on the grid, and a second SetConv reads "
        "the result off at any $x$.\n\nThe divided signal is a **Nadaraya–Watson** average, up to $\\varepsilon$. "
        "Alone it cannot say how much data stands behind it: the density tells “I saw zero” from “I saw "
        "nothing”.\n\n**The two sliders change the picture, not the model.** The band comes from a network trained "
        "with its own learned lengthscale (in the ledger) at 16 cells per unit; handing it another encoding would be "
        "asking it about something it has never met.",
        r"\begin{aligned} k_i(x) &= e^{-(x - x_i)^2 / 2\ell^2} \\ \text{density}(x) &= \textstyle\sum_i k_i(x) \\ "
        r"\text{signal}(x) &= \frac{\sum_i y_i\, k_i(x)}{\sum_i k_i(x) + \varepsilon} \end{aligned}",
        "16 cells per unit serve functions with lengthscales of 0.25 and longer. The CNN reaches about 8 units to each "
        "side; beyond that a target sees no point. The grid is anchored to the middle of the data's range, so it moves "
        "with the data. Anchored at zero, a shift by 0.3 would put the points elsewhere between the cells, and the "
        "prediction would change: only shifts by whole cells would be safe.",
        "Gordon et al. 2020 (ConvCNP); Bruinsma et al. 2021 (Gaussian neural process); Zaheer et al. 2017 (Deep Sets); "
        "Nadaraya 1964, Watson 1964.",
    )


def _lengthscale() -> float:
    """Where the slider starts. Without weights the page still opens and says what is missing."""
    try:
        return bumps.starting_lengthscale()
    except ValueError:
        return bumps.LENGTHSCALE[0]


BEATS = Beats(
    question="The model without density channel will meet a point exactly on y = 0. What will its band do there?",
    options=setconv_beats.GUESSES,
    play="Press **A point on y = 0**, and choose **without density channel**.",
    more=(
        "**Right-click that point away**: nothing changes. Undo, choose with density channel, and repeat.",
        "**Two points together**: the raw sum is twice as high there, the divided signal 0.8 over both.",
        "**4 cells per unit, lengthscale 0.05**: drag a point, and some bumps fall between the cells.",
    ),
    happened=setconv_beats.happened,
    explain="Every point drops a bump. Bumps of height 1 add up to the **density**; bumps of height y, divided by it, "
    "are the **signal**. Only the density tells “I saw zero” from “I saw nothing”.",
    formula="signal(x) = Σᵢ yᵢ kᵢ(x) / (Σᵢ kᵢ(x) + ε)",
    prove="With at most three points and a lengthscale of at most 0.65, make the **density flat within 10 %** between "
    "−1 and 1.",
    check=setconv_beats.check,
)

lesson.show(
    lesson.Page(
        name="setconv",
        title="Drop bumps on data, read them off a grid",
        lead="How a ConvCNP reads a set: bumps, a sum, a grid. Put a point on y = 0 and see which model notices.",
        scene=setconv.scene,
        aside=setconv.aside,
        later=setconv.later,
        controls=_controls,
        sliders=(
            lesson.Slider("tau", "Move all x by", *setconv.SHIFT, step=0.05, value=0.3),
            lesson.Slider(
                "lengthscale", "Lengthscale of the picture", *bumps.LENGTHSCALE, step=0.01, value=_lengthscale()
            ),
            lesson.Slider("ppu", "Cells per unit of the picture", *bumps.PER_UNIT, step=1.0, value=16.0),
        ),
        models=lambda controls: setconv.BOTH,
        explain=_explanation,
        beats=BEATS,
        code=(bumps.Picture, setconv.scene),
        python=program.code,
    )
)
