"""The text below SetConv's board: what the two channels are, what the grid can and cannot represent, the sources."""

from pages.shared.shell.page import explain


def article() -> None:
    """The explanation, with the formula of the channels."""
    explain(
        "A **SetConv** turns a set of points, of any size and in any order, into functions of $x$. Every point adds a "
        "radial basis function (RBF), a Gaussian bump. RBFs of height 1 sum to the **density**. RBFs of height $y$, "
        "summed and divided by the density, are the **signal**. A grid samples both, a convolutional network (CNN) "
        "works on the grid, and a second SetConv interpolates its output at any $x$.\n\n"
        "The divided signal is a **Nadaraya–Watson** average, up to $\\varepsilon$. A point on $y = 0$ adds nothing to "
        "the raw sum. It pulls the divided signal towards 0 where other points are near; far from all others both stay "
        "0, and only the density shows it. The model without density channel reads the raw sum alone: it lacks the "
        "density *and* the division. To it, a point on $y = 0$ between others is no point. Outside the others it "
        "changes something else: the middle of their range, where the grid is anchored.\n\n"
        "**Two sliders change the drawing, not the model: lengthscale and cells per unit.** The band comes from a "
        "trained Convolutional Conditional Neural Process (ConvCNP). It keeps its own learned lengthscale, given in "
        "the readings, and 16 cells per unit: it was trained on no other encoding.",
        r"\begin{aligned} k_i(x) &= e^{-(x - x_i)^2 / 2\ell^2} \\ \text{density}(x) &= \textstyle\sum_i k_i(x) \\ "
        r"\text{signal}(x) &= \frac{\sum_i y_i\, k_i(x)}{\sum_i k_i(x) + \varepsilon} \end{aligned}",
        "16 cells per unit suffice for functions with lengthscales of 0.25 and longer. The CNN reaches about 8 units "
        "to each side; a target farther than that from every point is predicted without any. The grid is anchored to "
        "the middle of the data's range, so it shifts with the data. Anchored at zero, a shift by 0.3 would put the "
        "points elsewhere between the cells, and the prediction would change: only shifts by whole cells would be "
        "exact.",
        "Gordon et al. 2020 (ConvCNP); Bruinsma et al. 2021 (Gaussian neural process); Zaheer et al. 2017 (Deep Sets); "
        "Nadaraya 1964, Watson 1964.",
    )
