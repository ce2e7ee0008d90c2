"""The text below the board of decisions: the game, the rules, regret, what was measured, limits."""

import streamlit as st

from pages.shared.shell.page import explain
from tnpcore.decisions import NOISE_VARIANCE
from tnpcore.decisions.players import PATH_PLACES

TEXT = (
    "**The game.** A hidden function f without noise; a measurement at one place returns y = f + noise, whose "
    "standard deviation lies between 0.05 and 0.1. Ten measurements, the first at the same place for all players, "
    "and in each turn the same noise draw. **Regret** is the maximum of f, on 201 places, less the largest f at a "
    "measurement: lucky noise counts for nothing.\n\n"
    "**Rules work on f.** Models predict y, noise included. From the predicted variance the mean noise variance of the "
    f"prior, {NOISE_VARIANCE:.5f}, is subtracted, for all players alike. **UCB** takes mean + 2 sd. **Expected "
    "improvement** takes the mean of what f exceeds the largest mean at a measurement by, counted as 0 where it does "
    "not. **Thompson sampling** draws one path of f, and measures at its maximum: a place is as likely to be measured "
    "as to be the maximum. **Largest sd** looks for no maximum; it maps f.\n\n"
    "**Paths from marginals.** These models predict each y alone. Drawn alone, values make a jagged path, whose "
    f"maximum is an accident. So {PATH_PLACES} values are drawn autoregressively, a pass of the model for each, and "
    f"the path is the mean given them, one more pass. Thompson sampling takes {PATH_PLACES + 1} passes where UCB takes "
    "one.\n\n"
    "**Overconfident?** Some notes call attentive neural processes overconfident in sequential decisions: a rule "
    "measures where a band reaches high, so it finds bands that are wrong. In our 200 games the band of the ANP "
    "covers y at its measurements about as often as it claims. That holds for this prior, with models trained on it "
    "until little is left to gain; draw a function outside the prior, and it can fail.\n\n"
    "**People.** In a published experiment students looked for the maximum of hidden functions of one input, in as "
    "few clicks as possible, and did better than 24 algorithms; what they did looked most like a Gaussian process "
    "with a rule. Compare your regret with those of the models: undo would be cheating."
)
FORMULA = (
    r"\begin{aligned} \sigma_f^2(x) &= \max(\sigma_y^2(x) - \mathbb E[\text{noise}^2],\ 0.01^2) \\ "
    r"\text{UCB}(x) &= \mu(x) + 2\, \sigma_f(x) \\ "
    r"\text{EI}(x) &= \mathbb E[\max(f(x) - \mu^\ast, 0)] \\ \mu^\ast &= \max_i \mu(x_i) \\ "
    r"\text{regret}_t &= \max_x f(x) - \max_{i \le t} f(x_i) \end{aligned}"
)
LIMITS = (
    "One input and ten measurements: with more inputs the differences between rules grow. A model that was trained "
    "on the prior knows lengthscales and noise beforehand, as the Bayes predictor does; a Gaussian process in "
    "practice has to fit them. On a function drawn by hand the curve is the mean of a Gaussian process (Matérn 3/2) "
    "through your points, and the noise has a standard deviation of 0.075."
)
SOURCES = (
    "[Borji and Itti 2013](https://papers.nips.cc/paper/4952-bayesian-optimization-explains-human-active-search): "
    "people against 24 algorithms. [Srinivas et al. 2010](https://arxiv.org/abs/0912.3995): UCB, equation 6. [Jones "
    "et al. 1998](https://doi.org/10.1023/A:1008306431147): expected improvement, equation 15. [Thompson "
    "1933](https://doi.org/10.1093/biomet/25.3-4.285): sampling. [Bruinsma et al. "
    "2023](https://arxiv.org/abs/2303.14468): autoregressive paths."
)


def article() -> None:
    """The explanation, then exercises for the lab."""
    explain(TEXT, FORMULA, LIMITS, SOURCES)
    st.markdown(
        "**Exercises for the lab.** (1) Play one game by a rule: always click where it measures. Which rule would "
        "you have left? (2) Choose *largest sd*: where do its measurements go, and what is its regret? (3) Measure "
        "twice at one place: what does the band of a CNP do there, and that of TNP-D? (4) Shift all inputs by 2: "
        "whose next measurement moves along? (5) After ten measurements, look for the turn in which you fell behind."
    )
