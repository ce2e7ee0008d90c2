"""The text below the zoo's board: how the models differ, what the paths show, and where that ends."""

TEXT = (
    "**The same form, different guarantees.** Every model here maps the same points to a prediction at each target. "
    "The Conditional Neural Process (CNP) and the Neural Process (NP) average the points. In the Attentive Neural "
    "Process (ANP) and the Transformer Neural Process, diagonal (TNP-D), each target attends to the points. The "
    "latent-bottlenecked ANP (LBANP) attends through a few latent tokens. The translation-equivariant TNP (TETNP) and "
    "the Convolutional CNP (ConvCNP) use only differences of $x$.\n\n"
    "**Marginals are not functions.** Most of these models predict a **marginal** at each target. A path drawn from "
    "marginals is jagged, however smooth the band: each value is independent of its neighbours. A **latent** model "
    "(NP) draws one latent variable $z$ for the whole function. A **joint** model gives all targets one covariance: "
    "the TNP, non-diagonal (TNP-ND), and the convolutional Gaussian NP (ConvGNP). The TNP, autoregressive (TNP-A), "
    "draws one value after another. Any model can be sampled **autoregressively**: each draw joins the context of the "
    "next. Such paths are as coherent as the model has learned to make them. All paths include the observation noise."
)
FORMULA = (
    r"\begin{aligned} \text{marginal:}\quad & \textstyle\prod_t p(y_t \mid x_t, \mathcal{D}) \\ "
    r"\text{latent:}\quad & \textstyle\int p(z \mid \mathcal{D}) \prod_t p(y_t \mid x_t, z)\, dz \\ "
    r"\text{joint:}\quad & \mathcal{N}\big(y_{1:T};\, \mu,\, \Sigma\big) \\ "
    r"\text{autoregressive:}\quad & \textstyle\prod_t p(y_t \mid x_t, \mathcal{D}, y_{<t}) \end{aligned}"
)
LIMITS = (
    "All models were trained on small tasks with $x$ in $[-2, 2]$ and up to 50 points; each card states the cost. "
    "After longer training their order may differ. A latent model can learn to ignore $z$; then its paths are jagged, "
    "too, and the correlation of neighbouring values is near 0.\n\n"
    "In an autoregressive path, the values drawn before are context; those in the tinted range are drawn first. "
    "Outside it, a model without translation equivariance continues from its own errors, and a path may diverge. "
    "Leave-one-out (up to 32 points) scores your points, not the prior: on improbable points the Bayes predictor "
    "scores badly, too. Near the jump of a **sawtooth**, the value is one of two and never between: there the best "
    "Gaussian is wide."
)
SOURCES = (
    "Garnelo et al. 2018 (CNP), 2018b (NP); Kim et al. 2019 (ANP); Gordon et al. 2020 (ConvCNP); Nguyen and Grover "
    "2022 (TNP-D, TNP-A, TNP-ND); Markou et al. 2022 (ConvGNP); Feng et al. 2023 (EQTNP, LBANP); Bruinsma et al. "
    "2023 (autoregressive sampling); Ashman et al. 2024 (TETNP)."
)
