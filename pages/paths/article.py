"""The text below the board of sample paths: marginal and joint predictions, three ways to a joint one, their limits."""

import streamlit as st

from pages.paths.controls import PATHS
from pages.paths.event import Share
from pages.shared.models.sample_paths import SAMPLES
from pages.shared.shell.page import explain

TEXT = (
    "**Marginal and joint.** A band shows the distribution of y at each x alone. An event at two places, a maximum "
    "over an interval, a sum over a day: all of these need the *joint* distribution of several values. Two joint "
    "distributions can have the same marginals, so no band decides between them.\n\n"
    "**Three ways to a joint prediction.** A *latent* neural process (NP) draws one z for a whole path; given z, "
    "values are independent. A *joint Gaussian* model predicts a covariance of all targets: the Transformer Neural "
    "Process, non-diagonal (TNP-ND), by a Cholesky factor or by a matrix of low rank, the Convolutional Gaussian "
    "Neural Process (ConvGNP) by a matrix of low rank. *Autoregressive* sampling draws a value, adds it to the context "
    "and predicts the next one: TNP-A is trained for it, any model of marginals can do it.\n\n"
    "**Values, not functions.** All paths here include the observation noise, so they are never quite smooth. The "
    "correlation of two values stays below 1 even at one place."
)
FORMULA = (
    r"\begin{gathered}p(y_1, y_2 \mid D) = p(y_1 \mid D)\, p(y_2 \mid y_1, D) \\[1ex]"
    r"\text{independent: } p(y_1 \mid D)\, p(y_2 \mid D) \\[1ex]"
    r"\text{latent: } \int p(y_1 \mid z, D)\, p(y_2 \mid z, D)\, q(z \mid D)\, dz \\[1ex]"
    r"\text{Gaussian: } \mathcal N(\mu, L L^\top)\end{gathered}"
)
LIMITS = (
    f"A share of paths has a sampling error: ±{Share(0.5, PATHS[SAMPLES]).error:.3f} for a share of 0.5 on "
    f"{PATHS[SAMPLES]:,} paths. The marginals of an NP average 32 fixed z, so its product is coarse. Autoregressive "
    "sampling depends on the order of the targets, and needs one pass for each value. A joint Gaussian has symmetric "
    "tails. The Bayes predictor is a mixture of Gaussian processes, and its probability is exact. Outside the training "
    "range correlations are no better than means."
)
SOURCES = (
    "[Garnelo et al. 2018](https://arxiv.org/abs/1807.01622): the latent variable. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): TNP-A and TNP-ND. "
    "[Markou et al. 2022](https://arxiv.org/abs/2203.08775): ConvGNP. "
    "[Bruinsma et al. 2023](https://arxiv.org/abs/2303.14468): autoregressive sampling of conditional models. "
    "[Rasmussen and Williams 2006](https://gaussianprocess.org/gpml/): samples of a Gaussian process, section 2.2; its "
    "posterior covariance, equation 2.24."
)


def article() -> None:
    """The explanation, then exercises for the lab."""
    explain(TEXT, FORMULA, LIMITS, SOURCES)
    st.markdown(
        "**Exercises for the lab.** (1) With TNP-D, autoregressively, and one point between A and B, make the "
        "correlation of the two values negative. (2) Find points and places where the NP has a correlation below 0.3 "
        "and the Bayes predictor one above 0.8: a latent variable need not carry every dependence. (3) Shift all "
        "inputs by 1: for which models do the dashed paths lie on the solid ones?"
    )
