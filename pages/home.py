"""Home: click anywhere, and four trained models answer."""

import streamlit as st

from pages.scenes import home, home_beats
from pages.scenes.snippets import home as program
from pages.shared import choices, data, lesson
from pages.shared.beats import Beats
from pages.shared.models import FOUR, PRIOR_NAMES, priors

DOORS = {
    "attention.py": "**Learn**: who is this prediction listening to?",
    "equivariance.py": "**Break a model**: move the world, not the question",
}


def _controls() -> dict:
    chosen = {"model": lesson.pick_model("Model on the stage", FOUR, "model")}
    if len(priors()) > 1:
        chosen["prior"] = choices.pick("Trained on", data.PRIOR, priors(), PRIOR_NAMES.get)
    return chosen


def _explanation() -> None:
    for column, (file, label) in zip(st.columns(len(DOORS)), DOORS.items()):
        column.container(border=True, height="stretch").page_link(file, label=label)
    lesson.explain(
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


BEATS = Beats(
    question="You are about to put a point where the band is widest. What will the band do there?",
    options=home_beats.GUESSES,
    play="Click where the band is widest.",
    more=(
        "**Drag your point** up and down. What follows it, and how far does that reach?",
        "**Remove all points.** What is left is what the model believes before it has seen anything.",
        "**Trained on** periodic curves, with 30 random points: the attention map gets stripes. How far apart?",
    ),
    happened=home_beats.happened,
    explain="A neural process was trained once, on many small data sets. It has learned to turn any points into a mean "
    "and a standard deviation for every x. Nothing is fitted while you draw.",
    formula="p(y | x, D) = N(μ(x, D), σ²(x, D))",
    prove="With at most four points, make the **CNP miss one of them by 0.5** while TNP-D stays within 0.15 of all.",
    check=home_beats.check,
)

lesson.show(
    lesson.Page(
        name="home",
        title="Click anywhere to add data",
        lead="Four trained neural processes answer while you draw. Drag a point, right-click to remove it; then move "
        "the whole data set sideways and see which prediction comes along.",
        scene=home.scene,
        aside=home.aside,
        later=home.later,
        controls=_controls,
        sliders=(lesson.Slider("tau", "Move all x by", *home.SHIFT, step=0.05, value=1.0),),
        models=lambda controls: (home.trained(controls, controls["model"]),),
        explain=_explanation,
        beats=BEATS,
        code=(home.scene, home.aside, home.later),
        python=program.code,
    )
)
