"""SetConv: drop bumps on data, read them off a grid."""

import streamlit as st

from pages.scenes import bumps, setconv
from pages.shared import lesson, state

WITH_A_ZERO = ((-1.2, 0.8), (-0.3, 0.0), (0.6, -0.7), (1.4, 0.5))
TWO_TOGETHER = ((-0.6, 0.8), (-0.58, 0.8), (1.0, 0.8))


def _controls() -> dict:
    model = st.segmented_control(
        "The model, trained this way",
        setconv.BOTH,
        format_func={"convcnp": "with density channel", "convcnp-nodensity": "without density channel"}.get,
        default=setconv.BOTH[0],
        required=True,
        key="setconv_model",
        bind="query-params",
    )
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
    st.markdown(
        "**Something to do**\n\n1. *A point on y = 0*, without density: its bump has height 0. Right-click it away: "
        "nothing changes. Undo, switch to *with density*, and repeat: now the band knows.\n2. *Two points together*: "
        "where the pair sits the raw sum is twice as high as over the single point. The divided signal is 0.8 over "
        "both.\n3. Set the cells per unit to 4 and the lengthscale to 0.05. Drag a point: some bumps fall between "
        "the cells."
    )


def _lengthscale() -> float:
    """Where the slider starts. Without weights the page still opens and says what is missing."""
    try:
        return bumps.starting_lengthscale()
    except ValueError:
        return bumps.LENGTHSCALE[0]


lesson.show(
    lesson.Page(
        name="setconv",
        title="Drop bumps on data, read them off a grid",
        lead="How a ConvCNP reads a set: bumps, a sum, a grid. Put a point on y = 0 and see which model notices.",
        scene=setconv.scene,
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
        code=(bumps.Picture, setconv.scene),
    )
)
