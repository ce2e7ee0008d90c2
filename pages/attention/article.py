"""The text below the attention board: queries, keys and values, what weights do not say, and the sources."""

import streamlit as st

from pages.shared.shell.page import explain


def article() -> None:
    """The explanation, then attention as kernel regression."""
    explain(
        "**Query, key, value.** A target has a *query*; each context point has a *key* and a *value*. The score, or "
        "logit, is the scaled product of query and key. Softmax turns the scores of a query into weights that sum to "
        "1. The weights mix the values, which come from $W_v$ alone. One projection of the input serves all heads; "
        "each head works on its own 16 dimensions, and the heads' outputs are concatenated. The null token (“null”) "
        "is one more key: it takes the weight that no point receives.\n\n"
        "**Where does y enter?** A token of the Transformer Neural Process, diagonal (TNP-D) carries "
        "$(x, y, \\text{flag})$; the flag distinguishes context points from targets. So its keys depend on $y$. In "
        "the cross-attention of the Attentive Neural Process (ANP), keys depend on $x$ alone: dragging a point up "
        "changes values and no weight. Keys of the translation-equivariant TNP (TETNP) depend on $y$ but not on $x$. "
        "There, inputs enter as $F(x_i - x_j)$, which is added to the score and often decides it. Here $e^F$ is an RBF "
        "whose centre and lengthscale every head has learned. With a centre other than 0, a head acts as one tap of a "
        "convolution.",
        r"\begin{gathered}\operatorname{softmax}\!\Big(\frac{QK^\top}{\sqrt{d_k}}\Big)V \\[1ex]"
        r"Q = TW_q,\quad K = CW_k,\quad V = CW_v\end{gathered}",
        "**A weight is not an effect.** A point with a large weight may have a value that changes little. Its "
        "neighbours may carry the same information from an earlier layer. A mean over heads hides heads that differ. "
        "Temperature and √dₖ act on every layer of a model that was never trained that way.",
        "Vaswani et al. 2017 (attention); Kim et al. 2019 (ANP); Nguyen and Grover 2022 (TNP-D); "
        "Ashman et al. 2024 (TETNP); Tsai et al. 2019 (attention as a kernel); Cordonnier et al. 2020 "
        "(heads as taps of a convolution).",
    )
    _kernel_regression()


def _kernel_regression() -> None:
    words, mathematics = st.columns([3, 2], gap="large")
    words.markdown(
        "**Attention as kernel regression.** With $q = x^*$, $k = x_i$ and the score on the right, softmax is "
        "*exactly* Nadaraya-Watson regression with a Gaussian of bandwidth $h$. The query's norm cancels in the "
        "softmax; the key's does not. Without the key's norm, keys far from 0 are favoured. Dividing by $\\sqrt{d_k}$ "
        "means $h^2 = \\sqrt{d_k}$."
    )
    mathematics.latex(
        r"\frac{q \cdot k}{h^2} - \frac{\lVert k \rVert^2}{2h^2} = -\frac{\lVert q - k \rVert^2}{2h^2} + "
        r"\frac{\lVert q \rVert^2}{2h^2}"
    )
