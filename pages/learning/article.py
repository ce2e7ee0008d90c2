"""The text below the board of learning to learn: tasks, the loss, where our models learned from, what is learned."""

import streamlit as st

from pages.learning.task import LENGTHSCALE, NOISE, SCALE
from pages.shared.shell.page import explain

TEXT = (
    "**Tasks.** A network for one data set is trained on the points of that data set. A neural process is trained on "
    "data sets: each is a function drawn from a prior, dealt into context points and targets. After the step it is "
    "thrown away, and the next one is drawn. This is meta-learning: learning how to learn from a context.\n\n"
    "**The loss** of a task is the mean of −log p over its targets. Its average over all tasks is lowest where the "
    "prediction equals that of the Bayes predictor, which averages all functions of the prior by how well they fit "
    "the context. Our predictions are Gaussian: the best one has the mean and sd of the Bayes predictor. A network "
    "that is trained on enough tasks approaches it, without any integral, as far as its form allows. After 30,000 "
    "steps each, TNP-D is 0.01 nats per target above it; CNP, which averages its points, 0.30.\n\n"
    "**Drawn y, or their expectation.** One task's loss depends on the drawn y of its targets. Where the prior is a "
    "Gaussian process, its exact posterior says how y is distributed, and for a Gaussian prediction the expected loss "
    "is exact, too: the mean of −log p at the posterior's mean plus and minus one sd. Most of our 1-D models were "
    "trained on that expectation. It has the same optimum and far less noise, so that equal numbers of steps are a "
    "larger budget than in published work, where y is drawn. NP, ANP with a latent path, the Leaky TNP-A and the NPs "
    "with z of two numbers learned from drawn y.\n\n"
    "**What is learned** is the prior. The models of few functions learned from fixed sets of points with noise drawn "
    "once, and from drawn y: there is nothing more in them than those functions."
)
FORMULA = (
    r"\begin{gathered} \mathcal{L}(\theta) = \mathbb{E}_{f \sim \text{prior}}\; \mathbb{E}_{\text{deal}}\; "
    r"\frac{1}{N_t} \sum_{t} -\log p_\theta(y_t \mid x_t, C) \\ "
    r"\mathcal{L}(\theta) - \mathcal{L}^* = \mathbb{E}\;\frac{1}{N_t}\sum_t \mathrm{KL}_t \ge 0 \\ "
    r"\mathrm{KL}_t = \mathrm{KL}\!\left(p(y_t \mid x_t, C) \,\|\, p_\theta(y_t \mid x_t, C)\right)\end{gathered}"
)
LIMITS = (
    "These are small networks, trained for at most 10,000 steps of 16 tasks each. TNP-D and CNP of the other lessons "
    "are larger, and were trained for 30,000 steps of 32. The redrawn targets come from a Gaussian process with "
    f"lengthscale {LENGTHSCALE}, scale {SCALE:g} and noise {NOISE}, the middle of the prior, because points drawn by "
    "hand come from no known one."
)
SOURCES = (
    "[Garnelo et al. 2018a](https://arxiv.org/abs/1807.01613): the CNP and its training. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): the TNP. "
    "[Müller et al. 2022](https://arxiv.org/abs/2112.10510): the lowest loss is the Bayes predictor's. "
    "[Vinyals et al. 2016](https://arxiv.org/abs/1606.04080): train as you will be tested."
)


def article() -> None:
    """Draw the text."""
    explain(TEXT, FORMULA, LIMITS, SOURCES)
    st.markdown(
        "**Exercises for the lab.** (1) Deal until a target lies beyond all context points: whose term is largest? "
        "(2) The model of 16 functions: find points for which it is as good as the one of 65,536. (3) Shift all inputs "
        "by 1 with the model of one function: what comes with the points?"
    )
