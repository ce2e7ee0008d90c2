"""Home: click anywhere, and four trained models answer."""

import streamlit as st

from pages.home import LESSON
from pages.shared.models.catalogue import FOUR, PRIOR_NAMES, priors
from pages.shared.shell import data_sources as data
from pages.shared.shell import widgets as choices
from pages.shared.shell.page import explain, pick_model, show

DOORS = {
    "attention/page.py": "**Learn**: who is this prediction listening to?",
    "equivariance/page.py": "**Break a model**: move the world, not the question",
}


def _controls() -> dict:
    chosen = {"model": pick_model("Model on the stage", FOUR, "model")}
    if len(priors()) > 1:
        chosen["prior"] = choices.pick("Trained on", data.PRIOR, priors(), PRIOR_NAMES.get)
    return chosen


def _explanation() -> None:
    for column, (file, label) in zip(st.columns(len(DOORS)), DOORS.items()):
        column.container(border=True, height="stretch").page_link(file, label=label)
    explain(
        "A **neural process** reads a set of points, of any size and in any order, and returns a distribution for "
        "$y$ at every $x$: the line is its mean, the bands are ±1 and ±2 standard deviations, noise included. "
        "It was trained once, on many small data sets drawn from a prior. What you draw it sees for the first time, "
        "and nothing is fitted here. The dashed grey curve is the **Bayes predictor**: it knows the prior and "
        "integrates over the rest, and on data from that prior no mean and standard deviation do better on average.",
        r"\begin{aligned} \mathcal{D} &= \{(x_i, y_i)\}_{i=1}^{n} \\ p_\theta(y^* \mid x^*, \mathcal{D}) &= "
        r"\mathcal{N}\big(\mu_\theta(x^*, \mathcal{D}),\, \sigma_\theta^2(x^*, \mathcal{D})\big) \end{aligned}",
        "All models learned from one kind of function, smooth ones unless you choose another, with $x$ in "
        "$[-2, 2]$, the tinted range. Draw another kind, an outlier or points outside, and you ask for something they "
        "have never met. Near a jump a sawtooth is one of two values and never between: there even the best Gaussian "
        "can only be wide. A CNP squeezes all points into one averaged vector and misses its own; that is no bug.",
        "Garnelo et al. 2018 (CNP); Gordon et al. 2020 (ConvCNP); Nguyen and Grover 2022 (TNP-D); "
        "Ashman et al. 2024 (TETNP).",
    )


show(LESSON, _controls, _explanation)
