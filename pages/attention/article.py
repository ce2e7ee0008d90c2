"""The text below the attention board: queries, keys and values, what weights do not say, exercises, the sources."""

import streamlit as st

from pages.shared.shell.page import explain

SOURCES = (
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762): attention is equation 1, heads section 3.2.2. "
    "[Kim et al. 2019](https://arxiv.org/abs/1901.05761): the ANP, section 3. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): TNP-D. "
    "[Ashman et al. 2024](https://arxiv.org/abs/2406.12409): TETNP. "
    "[Tsai et al. 2019](https://arxiv.org/abs/1908.11775): attention as a kernel. "
    "[Kobayashi et al. 2020](https://arxiv.org/abs/2004.10102): length of weight × value beside the weight. "
    "[Cordonnier et al. 2020](https://arxiv.org/abs/1911.03584): heads as taps of a convolution."
)


def article() -> None:
    """The explanation, exercises for the lab, then the size of scores and what they have to do with kernels."""
    explain(
        "**Query, key, value.** A target has a *query*; each context point has a *key* and a *value*. The score, or "
        "logit, is the scaled product of query and key. Softmax turns the scores of a query into weights that sum to "
        "1. The weights mix the values, which come from $W_v$ alone (a set of notes prints $V = XW_q$, a slip). One "
        "projection of the input serves all heads; each head works on its own 16 dimensions. The heads' outputs, 4 "
        "times 16 numbers, stand side by side in one row of 64 (concatenated, not stacked on top of each other), and "
        "$W_o$ turns the row into a change of the target's token. The null token (“null”) is one more key: it takes "
        "the weight that no point receives.\n\n"
        "**Where does y enter?** A token of the Transformer Neural Process, diagonal (TNP-D) carries $(x, y, "
        "\\text{flag})$; the flag distinguishes context points from targets. So its keys *can* depend on $y$: raising "
        "a point by 1 moves at most 4% of a head's weight in layers 1 and 2, and up to 25% in layers 3 and 4 (means "
        "over 30 random sets). In the cross-attention of the Attentive Neural Process (ANP), keys depend on $x$ alone: "
        "dragging a point up changes values and no weight. Tokens of the translation-equivariant TNP (TETNP) hold no "
        "$x$: in layer 1 its keys depend on $y$ and flag alone. From layer 2 on they depend on "
        "differences of $x$, too, because attention has mixed the tokens by them: another point's $x$ changes them, a "
        "shift of all inputs does not. Differences enter as $F(x_i - x_j)$, which is added to the score and often "
        "decides it. Here $e^F$ is an RBF whose centre and lengthscale every head has learned. With a centre other "
        "than 0, a head acts as one tap of a convolution.",
        r"\begin{gathered}\operatorname{softmax}\!\Big(\frac{QK^\top}{\sqrt{d_k}}\Big)V \\[1ex]"
        r"Q = TW_q,\quad K = CW_k,\quad V = CW_v\end{gathered}",
        "**A weight is not an effect.** A weight belongs to one head of one layer; a prediction uses all of them. A "
        "point with a large weight may have a value that changes little, or a neighbour that carries the same "
        "information. A mean over heads hides heads that differ. Temperature and √dₖ act on every layer of a model "
        "that was never trained that way.",
        SOURCES,
    )
    _exercises()
    _scores()


def _exercises() -> None:
    st.markdown(
        "**Exercises for the lab**, with TNP-D, layer 4, head 3. (1) Make the normalised entropy at the query 0.95 or "
        "more; its reading says which keys are counted. (2) With two points only, make the query at 0 give 80% to a "
        "point that is more than 0.5 away, although the other one is nearer. (3) Find a query at which the point of "
        "largest weight also has the largest effect."
    )


def _scores() -> None:
    st.markdown(
        "**Scores and kernels.** Dividing by $\\sqrt{d_k}$ gives products of random independent entries an sd of 1 for "
        "every $d_k$. Trained queries and keys are not random: on random points, scores of this TNP-D have an sd "
        "between about 1 and 10, by head. Attention is regression with a kernel that is learned; which kernel, and "
        "which term a Gaussian one has besides, is the subject of the lesson on kernels, and so is a point "
        "that is entered twice."
    )
    st.page_link("kernels/page.py", label="Kernels: which weights does each method give the points?")
