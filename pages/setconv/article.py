"""The text below SetConv's board: what the channels are, what the grid can and cannot represent, exercises, sources."""

import streamlit as st

from pages.shared.scene.marks import shown
from pages.shared.shell.page import explain
from tnpcore import card

SOURCES = (
    "[Gordon et al. 2020](https://arxiv.org/abs/1910.13556): the ConvCNP, section 4 and algorithm 1. "
    "[Ronneberger et al. 2015](https://arxiv.org/abs/1505.04597): the U-Net, figure 1. "
    "[Zaheer et al. 2017](https://arxiv.org/abs/1703.06114): functions of sets as sums. "
    "[Bruinsma et al. 2021](https://arxiv.org/abs/2101.03606): the same encoder in a Gaussian neural process. "
    "Nadaraya 1964 and Watson 1964: the divided signal."
)


def _excess(name: str) -> str:
    return shown(float(card(name).results["excess"]), 3)


def article() -> None:
    """The explanation, with the formula of the channels, then exercises for the lab."""
    explain(
        "A **SetConv** turns a set of points, of any size and in any order, into functions of $x$. Every point adds a "
        "radial basis function (RBF), a Gaussian bump. RBFs of height 1 sum to the **density**. RBFs of height $y$ sum "
        "to the **raw sum**; divided by the density, it is the **signal**. A grid samples both, a convolutional "
        "network (CNN), here a U-Net, works on the grid, and a second SetConv interpolates its output at any $x$. "
        "There is no MLP: mean and standard deviation are read off the grid directly. With one, as in equation 12 of "
        f"the notes, `convcnp-mlp` predicts as well (excess {_excess('convcnp-mlp')}; without it "
        f"{_excess('convcnp')}).\n\n"
        "The divided signal is a **Nadaraya–Watson** average, up to $\\varepsilon$. A point on $y = 0$ adds nothing to "
        "the raw sum. It pulls the divided signal towards 0 where other points are near; far from all others both stay "
        "0, and only the density shows it. The model of the raw sum alone lacks the density *and* the division. To it, "
        "a point on $y = 0$ between others is no point. Outside the others it changes something else: the middle of "
        "their range, where the grid is anchored. The model that is not normalised reads density and raw sum: it "
        "notices the zero, and has to learn the division.\n\n"
        "**Two sliders change the drawing, not the model: lengthscale and cells per unit.** The band comes from a "
        "trained Convolutional Conditional Neural Process (ConvCNP). It keeps its own learned lengthscale, given in "
        "the readings, and 16 cells per unit: it was trained on no other encoding. Each of the three models was "
        "trained on the channels that it reads; none is a trained model with an input cut off.",
        r"\begin{aligned} k_i(x) &= e^{-(x - x_i)^2 / 2\ell^2} \\ \text{density}(x) &= \textstyle\sum_i k_i(x) \\ "
        r"\text{signal}(x) &= \frac{\sum_i y_i\, k_i(x)}{\sum_i k_i(x) + \varepsilon} \end{aligned}",
        "16 cells per unit suffice for functions with lengthscales of 0.25 and longer. The CNN reaches 6 to 10 units "
        "to each side, and the grid ends 8 units beyond the points: a target farther away is predicted almost as "
        "without points. The grid is anchored to the middle of the data's range, so it shifts with the data. Anchored "
        "at zero, a shift by 0.3 would put the points elsewhere between the cells, and the prediction would change: "
        "only shifts by whole cells would be exact.",
        SOURCES,
    )
    st.markdown(
        "**Exercises for the lab.** (1) Choose 4 cells per unit and lengthscale 0.05, and drag a point: which RBFs "
        "fall between the cells? (2) Choose layer “↓5” and drag the query: the kernel's products change only when "
        "the query comes to another cell. (3) Find points at which the model that is not normalised has a wider band "
        "than the ConvCNP. (4) *Keep this set*, then draw another one with the same raw sum: which of the three bands "
        "change?"
    )
