"""The text below the zoo's board: what separates the models, how they are tested and scored, and where that ends."""

from pages.zoo.guarantees import METHODS
from pages.zoo.property_table import COLUMNS, MARKS

TEXT = (
    "**The same form, different guarantees.** Every model here maps the same points to a prediction at each target. "
    "The Conditional Neural Process (CNP) and the Neural Process (NP) average the points. In the Attentive Neural "
    "Process (ANP) and the Transformer Neural Process, diagonal (TNP-D), each target attends to the points. The "
    "latent-bottlenecked ANP (LBANP) attends through a few latent tokens. The translation-equivariant TNP (TETNP) and "
    "the Convolutional CNP (ConvCNP) use only differences of $x$; the convolutional Gaussian NP (ConvGNP) gives all "
    "targets one covariance besides.\n\n"
    "**Exclude first, then score.** A guarantee follows from how a model is built, whatever its weights: the order of "
    "the points, other targets, a shift of all inputs, samples that are whole functions. *Properties* tests each on "
    "your points. Work follows from the form, too: attention among $n$ points takes $n^2$ weights, a mean, a grid or a "
    "fixed number of latent tokens takes $n$. What is left is chosen by its **excess**: the loss above that of the "
    "best Gaussian of the Bayes predictor. Scores look at different things: the root mean squared error (RMSE) "
    "at the mean alone, the coverage at the band alone."
)
MEASURED = "\n".join(
    (
        *(f"- **{COLUMNS[key].capitalize()}.** {method}" for key, method in METHODS.items()),
        "",
        " · ".join(f"{mark} {meaning}" for mark, meaning in dict.fromkeys(MARKS.values())),
        "",
        "Each is measured on your points, in units of the model's own standard deviation. A change below 0.001 sd is "
        "float32 rounding and counts as none. A guarantee that does not hold is a fault of a model's code or weights. "
        "Any model can also be sampled autoregressively: each value joins the context of the next, at the cost of one "
        "pass for each. Those samples are as coherent as the model has learned to make them. Here its own sampling is "
        "tested.",
    )
)
FORMULA = (
    r"\begin{gathered} \text{excess} = \tfrac{1}{T}\textstyle\sum_t \big[\log p_t - \log q(y_t)\big] \\ "
    r"p_t = \mathcal{N}(y_t;\, \mu_{\text{Bayes}}, \sigma_{\text{Bayes}}^2) \\[1ex] "
    r"\begin{aligned} \text{attention:}\quad & \mathcal{O}(n^2) \\ "
    r"\text{latent tokens:}\quad & \mathcal{O}(nm),\; m \text{ fixed} \\ \text{grid:}\quad & \mathcal{O}(nG + G),\; "
    r"G \propto \text{span of } x \end{aligned} \end{gathered}"
)
LIMITS = (
    "All models were trained on small tasks with $x$ in $[-2, 2]$ and up to 50 points; each card states the cost. NP, "
    "ANP with a latent path and the Leaky TNP-A learned from drawn $y$, all others here from the exact posterior's "
    "expectation, which has less noise. After longer training their order may differ. The race measures "
    "time alone: with more points than in training, a prediction need not be good. It runs on this server beside all "
    "other predictions, so that small differences are chance.\n\n"
    "Leave-one-out (up to 32 points) scores your points, not the prior: on improbable points the Bayes predictor "
    "scores badly, too. Near the jump of a **sawtooth**, the value is one of two and never between: there the best "
    "Gaussian is wide."
)
SOURCES = (
    "[Garnelo et al. 2018a](https://arxiv.org/abs/1807.01613): CNP. "
    "[Garnelo et al. 2018b](https://arxiv.org/abs/1807.01622): NP. "
    "[Kim et al. 2019](https://arxiv.org/abs/1901.05761): ANP. "
    "[Gordon et al. 2020](https://arxiv.org/abs/1910.13556): ConvCNP. "
    "[Markou et al. 2022](https://arxiv.org/abs/2203.08775): ConvGNP. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): TNP-D, TNP-A, TNP-ND. "
    "[Feng et al. 2023](https://arxiv.org/abs/2211.08458): EQTNP, LBANP. "
    "[Ashman et al. 2024](https://arxiv.org/abs/2406.12409): TETNP."
)
