"""The text below the board of the lesson on data of one's own: what is counted, the two trainings, sources."""

import streamlit as st

from pages.shared.shell.page import explain

SOURCES = (
    "Cobb 1978: the Nile. Rasmussen and Williams 2006, section 5.4.1: the likelihood that a Gaussian process is fitted "
    "by. [Bruinsma et al. 2023](https://arxiv.org/abs/2303.14468): coherent paths from marginals. "
    "[Müller et al. 2022](https://arxiv.org/abs/2112.10510): one network for many priors."
)


def article() -> None:
    """What the numbers are, when to trust them, exercises for the lab."""
    explain(
        "**What is counted.** Every point is held out once, in one of five groups, and predicted from the other four. "
        "Random groups leave every point its neighbours. Where your question is about a gap or about what comes next, "
        "hold out **blocks along x** instead: a tenth of the axis, or a day where x is a date. Errors within a block "
        "go together, so its count varies more than the binomial distribution says. "
        "If the band were right, the number inside ±2 sd would be binomial with $p = 0.954$. The page says that a band "
        "is too narrow when the count lies below the 1% quantile of that distribution (0.1% for fewer than 20 points, "
        "whose errors go together), so a right band is blamed for about one set in a hundred. A count does not see "
        "how far outside a point lies. So the page says that a band fits only where the fitted Gaussian process is "
        "not ahead in log-likelihood by more than the standard error of the difference, point by point. Where one "
        "point makes most of that difference, it is named, with the score without it.\n\n"
        "**What a band is trained for.** A neural process predicts as if your data came from its training tasks. "
        "Smooth curves with noise of 0.05 to 0.1 sd are one kind of task; measurements are mostly another. The weights "
        "for data of many kinds were trained on Gaussian processes with four kernels, trends, and noise of 0.02 to 2 "
        "times the signal.",
        r"\mathrm{inside} \sim \mathrm{Binomial}(n, 0.954)",
        "The table's log-likelihood is that of held-out values in the standardised units of the models. A model's "
        "band is of a new measurement, noise included; only the Gaussian process, whose noise is a number, can show "
        "the band of the curve alone. It is fitted by maximum marginal likelihood with one RBF kernel and one noise, "
        "and has no trend and no period. An event over several places needs values that go together: the paths are "
        "drawn autoregressively.",
        SOURCES,
    )
    st.markdown(
        "**Try in the lab.** Put your own data on the board (Data, Your data). Does either band fit? Then shift all "
        "inputs: which model's prediction shifts with the data?"
    )
