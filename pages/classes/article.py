"""The text below the board of few-shot classification: tasks, labels, the limit, what lies outside."""

import streamlit as st

from pages.shared.shell.page import explain
from tnpcore.classification import card

TEXT = (
    "**A task.** Some points with labels are the context, places without labels are the targets. *N-way, K-shot* means "
    "N classes and K labelled points (shots) of each. The network was trained on random tasks alone: 2 to 5 classes "
    "with means from N(0, 1.5² I), and one standard deviation per task, 0.3, 0.5 or 0.8. For a new task its weights "
    "stay as they are.\n\n"
    "**The Bayes classifier** of these tasks is exact: for each standard deviation the mean of a class has a Gaussian "
    "posterior, so that p(x | class) is Gaussian, too. The three standard deviations are weighed by how well they "
    "explain all points of all classes. That is why one class says something about another.\n\n"
    "**Labels.** A TNP classifier has a token for each point, and one for each pair of a target and a class. No token "
    "carries a label: attention reads whether two tokens have the same one. So the names of classes cannot matter, and "
    "any number of classes is possible. The CNP classifier decodes the mean of each class's encoded points.\n\n"
    "**Training** used the exact probabilities of the Bayes classifier as targets in place of drawn labels. Both have "
    "the same optimum, and the first has less noise."
)
FORMULA = (
    r"\begin{aligned} p(c \mid x, D) &\propto \textstyle\sum_\sigma p(D \mid \sigma)\, p(x \mid c, \sigma, D) \\ "
    r"p(x \mid c, \sigma, D) &= \mathcal{N}\!\left(x;\, "
    r"\tfrac{\tau^2 \sum_{i \in c} x_i}{n_c \tau^2 + \sigma^2},\, s^2\right) \\ "
    r"s^2 &= \sigma^2 + \tfrac{\tau^2 \sigma^2}{n_c \tau^2 + \sigma^2}, \quad \tau = 1.5 \\ "
    r"\text{logit}_{ij} &= \tfrac{q_i \cdot k_j}{\sqrt{d}} + a\,[\text{same class}] - "
    r"\tfrac{\lVert x_i - x_j \rVert^2}{2\ell^2}\end{aligned}"
)
SOURCES = (
    "[Vinyals et al. 2016](https://arxiv.org/abs/1606.04080): N-way, K-shot tasks, and labels compared by attention. "
    "[Snell et al. 2017](https://arxiv.org/abs/1703.05175): class means. "
    "[Garnelo et al. 2018a](https://arxiv.org/abs/1807.01613): the CNP, section 4.3 on classification. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): the TNP. "
    "[Müller et al. 2022](https://arxiv.org/abs/2112.10510): networks that do Bayesian inference."
)


def article() -> None:
    """Draw the text."""
    explain(TEXT, FORMULA, _limits(), SOURCES)
    st.markdown(
        "**Exercises for the lab.** (1) Raise the number of classes to 5 and give one of them no point: where is it "
        "likely? (2) Put sixteen points of A on a line: what does the map make of a class that is not round? (3) Shift "
        "all inputs by 3: the Bayes classifier changes, too. Why?"
    )


def _limits() -> str:
    tnp, cnp = (card(name).results for name in ("tnp-classifier", "cnp-classifier"))
    curved, round_ones = tnp["curved"]["8"], tnp["accuracy"]["8"]
    return (
        f"Excess over the Bayes classifier, in nats per target: TNP {tnp['excess']:.4f}, in the worst cell "
        f"{tnp['worst']['excess']:.4f}; CNP {cnp['excess']:.3f}. With three curved classes and 8 shots its "
        f"accuracy is {curved['model']:.0%}, with round ones {round_ones['model']:.0%}, and nothing in its prediction "
        f"says that they are curved. Contexts had at most 16 points a class."
    )
