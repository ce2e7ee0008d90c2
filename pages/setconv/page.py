"""SetConv: drop bumps on data, read them off a grid."""

import streamlit as st

from pages.setconv import LESSON
from pages.setconv import scene as setconv
from pages.shared.drawing import session as state
from pages.shared.shell import widgets as choices
from pages.shared.shell.page import explain, show

WITH_A_ZERO = ((-1.2, 0.8), (-0.3, 0.0), (0.6, -0.7), (1.4, 0.5))
TWO_TOGETHER = ((-0.6, 0.8), (-0.58, 0.8), (1.0, 0.8))


def _controls() -> dict:
    shown = {"convcnp": "with density channel", "convcnp-nodensity": "without density channel"}.get
    model = choices.pick("The model, trained this way", "setconv_model", setconv.BOTH, shown)
    st.button("A point on y = 0", on_click=state.put, args=(WITH_A_ZERO,))
    st.button("Two points together", on_click=state.put, args=(TWO_TOGETHER,))
    return {"model": model}


def _explanation() -> None:
    explain(
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


show(LESSON, _controls, _explanation)
