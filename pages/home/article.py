"""The text below Home's board: what a neural process is, where it stops being true, and the sources."""

import streamlit as st

from pages.shared.shell.page import explain

DOORS = {
    "whole/page.py": "**The whole on one page**: what stands between the points and the band?",
    "attention/page.py": "**Attention**: which context points does this prediction use?",
    "equivariance/page.py": "**Break a model**: shift the data, and see whose prediction shifts with it",
}


def article() -> None:
    """Links to the next lessons, then the explanation."""
    for column, (file, label) in zip(st.columns(len(DOORS)), DOORS.items()):
        column.container(border=True, height="stretch").page_link(file, label=label)
    explain(
        "A **neural process** maps a set of points, of any size and in any order, to a distribution of $y$ at every "
        "$x$. The line is its mean; the bands are ±1 and ±2 standard deviations, noise included. It was trained once, "
        "on many small data sets drawn from a prior. Your points are new to it, and nothing is fitted here.\n\n"
        "Training scored these models at each target by their *expected* log density under the exact posterior of the "
        "task, not by one drawn $y$: both have the same mean, but the first has less noise. That needs a known prior; "
        "with real data, drawn values are all there is, and training takes longer.\n\n"
        "The four models are a Conditional Neural Process (CNP), a Transformer Neural Process, diagonal (TNP-D), a "
        "translation-equivariant TNP (TETNP) and a Convolutional CNP (ConvCNP). The dashed grey curve is the **Bayes "
        "predictor**: it knows the prior and integrates over its hyper-parameters. On data from that prior no other "
        "mean and standard deviation do better on average: they make the **best Gaussian**. The Bayes predictor's own "
        "density is a mixture over its hyper-parameters, and a little higher. An *excess* counts the loss above the "
        "best Gaussian in nats. An excess of 0.01 nats is what the best Gaussian itself would lose if its mean were "
        "off by 0.14 sd everywhere, or its sd by 10%: you would not see it in the plot.",
        r"\begin{aligned} \mathcal{D} &= \{(x_i, y_i)\}_{i=1}^{n} \\ p_\theta(y^* \mid x^*, \mathcal{D}) &= "
        r"\mathcal{N}\big(\mu_\theta(x^*, \mathcal{D}),\, \sigma_\theta^2(x^*, \mathcal{D})\big) \end{aligned}",
        "All models were trained on one kind of function, smooth ones unless you choose another, with $x$ in "
        "$[-2, 2]$, the tinted range. Another kind of function, an outlier, or points outside that range are unlike "
        "their training data. Near a jump a sawtooth has one of two values and none between: even the best Gaussian is "
        "wide there. A CNP averages all points into one vector and can miss its own points; that is no bug.",
        "[Garnelo et al. 2018](https://arxiv.org/abs/1807.01613), equations 1 to 3 (CNP: encode, average, decode); "
        "[Gordon et al. 2020](https://arxiv.org/abs/1910.13556), section 4 (ConvCNP); "
        "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), equation 1 (attention), as used by "
        "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179) (TNP-D); "
        "[Ashman et al. 2024](https://arxiv.org/abs/2406.12409) (TETNP). Bayes predictor: "
        "[Rasmussen and Williams 2006](https://gaussianprocess.org/gpml/), equations 2.25, 2.26 and 5.8.",
    )
