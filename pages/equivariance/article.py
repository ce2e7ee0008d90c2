"""The text below the board: which models are equivariant and why, what that does not mean, and the other symmetries."""

import streamlit as st

from pages.shared.shell.page import explain

SYMMETRIES = """
| When you … | the prediction … | this is called | holds for |
|---|---|---|---|
| permute the context | does not change | permutation **invariance** | all four |
| permute the targets | is permuted alike | permutation **equivariance** | all four |
| shift all inputs by τ | is shifted by τ | translation **equivariance** | TETNP, ConvCNP, Bayes predictor |
| shift only the context by τ | changes at a fixed x | *no* translation invariance | all four, as it should |
| reflect all inputs at 0 | is reflected | reflection **equivariance** | Bayes predictor; models nearly (see below) |
| double all y | is not doubled | *no* scale equivariance | none: the prior fixes how large y is |
"""


def article() -> None:
    """The explanation, and a table of what may change under which operation."""
    explain(
        "Shift **all** inputs, context and targets, by the same $\\tau$. If only differences of $x$ matter, the "
        "prediction shifts with them: shown back at the original inputs, it lies on the old one.\n\n"
        "A translation-equivariant Transformer Neural Process (**TETNP**) is equivariant because its tokens never "
        "carry absolute $x$ and its attention reads $x_i - x_j$. A Convolutional Conditional Neural Process "
        "(**ConvCNP**) is, because its grid shifts with the data. "
        "A Transformer Neural Process, diagonal (**TNP-D**) and a Conditional Neural "
        "Process (**CNP**) read raw $x$, and their predictions change. A small shift changes little (the funnel around "
        "$\\tau = 0$). A shift beyond the training range can change much. Attention is not the cause: with *Centre all "
        "inputs* on, the same weights give the same prediction at every shift, up to rounding.",
        r"\begin{aligned} f(x+\tau;\, \mathcal{D}+\tau) &= f(x;\, \mathcal{D}) \\[0.6em] "
        r"\mu_\tau(x) &:= \mu(x+\tau;\, \mathcal{D}+\tau) \\ "
        r"E(\tau)^2 &= \operatorname*{mean}_x \left(\frac{\mu_\tau(x) - \mu_0(x)}{\sigma_0(x)}\right)^{2} \\ "
        r"E_\sigma(\tau)^2 &= \operatorname*{mean}_x \left(\log\sigma_\tau(x) - \log\sigma_0(x)\right)^{2} "
        r"\end{aligned}",
        "Equivariance assumes that where something happens says nothing about what happens. If the truth is not "
        "stationary (a trend, a season, a map), this is the wrong bias, and a model that reads $x$ can be the better "
        "one: "
        "choose a *non-stationary* model and see the log-likelihoods. It says nothing about quality either: a model "
        "that always predicts 0 is equivariant. And it ends where "
        "the arithmetic does: near $10^6$ neighbouring 32-bit numbers lie 1/16 apart, so in *float32* the points "
        "themselves change. In *float64*, with differences taken before rounding, the prediction does not.",
        "[Ashman et al. 2024](https://arxiv.org/abs/2406.12409) (translation-equivariant attention, TE-MHSA: one MLP "
        "of score and difference; here a function of the difference is added, as in this project's draft notes); "
        "[Gordon et al. 2020](https://arxiv.org/abs/1910.13556), theorem 1 (ConvCNP); "
        "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179) (TNP-D); "
        "[Garnelo et al. 2018](https://arxiv.org/abs/1807.01613) (CNP); "
        "[Ashman et al. 2024](https://arxiv.org/abs/2406.13488) (data that are only nearly stationary).",
    )
    st.markdown(SYMMETRIES)
    st.caption(
        "A reflection is followed as far as training taught it: on 20 random tasks TNP-D changes by 0.07 sd on average "
        "(0.17 at most), TETNP by 0.07 (0.23), ConvCNP by 0.13 (0.28), CNP by 0.29 (0.47). "
        "In *change by layer*, *tokens* is the relative change of the first embedding. Each *attn* is the share of "
        "attention weight that moved to other keys (total variation, mean over targets and heads); *output* is E(τ) "
        "in sd. All means over x are over the 201 targets in view. The readings count a change of mean (in sd) "
        "and log sd below 0.001 as none."
    )
    st.page_link("positional/page.py", label="Positional encoding: how does a model know where a point is?")
