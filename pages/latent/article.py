"""The text below the board of latent variables: evidence, ELBO and posterior, how they are computed, their limits."""

import streamlit as st

from pages.shared.shell.page import explain

TEXT = (
    "**One z, one function.** A latent neural process draws z once and reads y at every x from it: given z, values are "
    "independent, and what they have in common is z. The prior p(z) is q of no points.\n\n"
    "**Evidence and ELBO.** The evidence p(y | x) is an integral over z. With more than a few dimensions of z no one "
    "can compute it, so training raises a lower bound, the ELBO. What it leaves out is KL(q ‖ posterior). Here z has "
    "two numbers, and the integral is a sum over a lattice that follows the posterior.\n\n"
    "**β and collapse.** β multiplies the KL term in training (some texts put 1/β on the reconstruction); every ELBO "
    "on this page has β = 1. Where the KL term costs more than z explains, q stays the prior, and z holds nothing: "
    "posterior collapse.\n\n"
    "**K draws.** The log of the mean of K importance weights is a bound, too: it rises from the ELBO at K = 1 to the "
    "evidence. A single draw scatters, and may lie above the evidence; its mean does not.\n\n"
    "**Likelihood instead.** The model trained on the likelihood predicts all targets together better than that of the "
    "ELBO, and one target at a time worse: its loss is that of all of them together."
)
FORMULA = (
    r"\begin{gathered}p(y \mid x) = \int p(z) \textstyle\prod_i p(y_i \mid x_i, z)\, dz \\[1ex]"
    r"\text{ELBO} = \mathbb E_q[\log p(y \mid x, z)] - \mathrm{KL}(q \,\Vert\, p(z)) \\[1ex]"
    r"\log p(y \mid x) = \text{ELBO} + \mathrm{KL}(q \,\Vert\, \text{posterior}) \\[1ex]"
    r"\log \tfrac1K \textstyle\sum_k p(y \mid x, z_k)\, p(z_k) / q(z_k)\end{gathered}"
)
LIMITS = (
    "Two numbers are too few to hold every smooth curve: none of these models comes near the Bayes predictor, and none "
    "is meant to. The encoder averages over the points, so entering every point twice leaves its q as it is, and "
    "narrows the exact posterior. The model trained on the likelihood sees no z from q of context and targets: its "
    "q(z | context) is trained for prediction and is no posterior. A positive ELBO is nothing wrong: densities exceed "
    "1 where y has small units, and multiplying y by 0.01 adds log 100 nats to every value. The plane is drawn in the "
    "prior's standard deviations."
)
SOURCES = (
    "[Kingma and Welling 2014](https://arxiv.org/abs/1312.6114): ELBO and reparametrisation, equations 3 and 7. "
    "[Garnelo et al. 2018](https://arxiv.org/abs/1807.01622): the neural process. "
    "[Foong et al. 2020](https://arxiv.org/abs/2007.01332): training on the likelihood, section 3. "
    "[Burda et al. 2016](https://arxiv.org/abs/1509.00519): the bound of K draws, section 3. "
    "[Higgins et al. 2017](https://openreview.net/forum?id=Sy2fzU9gl): β. "
    "[Williams 1992](https://doi.org/10.1007/BF00992696): the score-function estimator, section 4."
)


def article() -> None:
    """The explanation, then exercises for the lab."""
    explain(TEXT, FORMULA, LIMITS, SOURCES)
    st.markdown(
        "**Exercises for the lab.** (1) Find a z whose curve is flat, and one that falls where it rose: what lies "
        "between them on the plane? (2) How many draws K bring the bound within 0.1 nats of the evidence? "
        "(3) Enter a point twice: which changes, q or the posterior? (4) Shift all inputs by 1 with the prediction on "
        "the stage: an NP reads x itself, so the dashed curve is another one. (5) Compare the attention map of the "
        "attentive neural process with a latent path (latent ANP): its z holds little, because its deterministic path "
        "carries the points."
    )
