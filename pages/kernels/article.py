"""The text below the board of the lesson on kernels: four rows of weights, what each leaves out, exercises, sources."""

import streamlit as st

from pages.shared.shell.page import explain

SOURCES = (
    "Nadaraya 1964 and Watson 1964: the weighted mean. "
    "Rasmussen and Williams 2006, equation 2.25: the mean of a Gaussian process. "
    "[Tsai et al. 2019](https://arxiv.org/abs/1908.11775): attention as a kernel smoother. "
    "[Nguyen et al. 2022](https://arxiv.org/abs/2206.00206): attention from the joint density of keys and values. "
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), equation 1: scaled dot-product attention. "
    "[Kim et al. 2019](https://arxiv.org/abs/1901.05761), section 3: the ANP. "
    "[Ashman et al. 2024](https://arxiv.org/abs/2406.12409): TETNP."
)


def article() -> None:
    """The explanation, the derivation from the density, exercises for the lab."""
    explain(
        "**Four rows of weights.** Every curve here is a sum of weights times the observed $y$. Nadaraya-Watson "
        "regression (NW) divides the kernels of the points by their sum, so no weight is negative and they sum to 1. "
        "An attention head does the same with the exponential of learned scores; the null token's part of its row is "
        "left out here. Kernel ridge regression (KRR) solves a linear system in which the points are compared with "
        "each other. So it can subtract a point that lies behind a nearer one, and its rows need not sum to 1. A "
        "Gaussian process (GP) with noise variance $\\sigma^2$ and scale $s$ has the row of KRR with $\\lambda = "
        "\\sigma^2 / s^2$, and in addition a variance.\n\n"
        "**The same point twice.** Two equal keys have two equal scores: NW, and attention with keys of $x$ alone, "
        "give the pair twice the odds against the other points. For the GP the pair is one observation with half the "
        "noise variance.",
        r"\begin{gathered} w^{\mathrm{NW}}_i = \frac{k(x^*, x_i)}{\sum_j k(x^*, x_j)} \\[1ex]"
        r"w^{\mathrm{KRR}} = k(x^*, X)\,(K + \lambda I)^{-1} \\[1ex]"
        r"k(x, x') = e^{-(x - x')^2 / 2h^2} \end{gathered}",
        "The head's curve multiplies its shares with the observed $y$. The network itself mixes learned values, in "
        "several heads, and decodes them; its prediction is on the stage as “the trained model”. All kernels have "
        "the same bandwidth; a GP would fit its own. A second entry of a point can change the keys of other "
        "points in a Transformer; in the cross-attention of an ANP keys depend on $x$ alone.",
        SOURCES,
    )
    words, mathematics = st.columns([3, 2], gap="large")
    words.markdown(
        "**Attention as kernel regression.** With query $q = x^*$ and key $k = x_i$ the score on the right differs "
        "from the logarithm of the Gaussian kernel by the query's norm alone, which cancels in the softmax. The "
        "key's norm does not, unless all keys are equally long. Scaled dot-product attention has "
        "$h^2 = \\sqrt{d_k}$ and no term of the key's norm.\n\n"
        "**NW from the joint density.** Put a Gaussian on every point $(x_i, y_i)$. The mean of $y$ under the "
        "conditional density is the NW prediction, whatever the width along $y$ is."
    )
    mathematics.latex(
        r"\begin{gathered}\frac{q \cdot k}{h^2} - \frac{\lVert k \rVert^2}{2h^2} = -\frac{\lVert q - k \rVert^2}{2h^2} "
        r"+ \frac{\lVert q \rVert^2}{2h^2} \\[1ex]"
        r"\int y \, \frac{\hat p(x^*, y)}{\hat p(x^*)} \, dy = \sum_i w^{\mathrm{NW}}_i y_i \end{gathered}"
    )
    st.markdown(
        "**Also try, in the lab.** (1) With λ = 0.04, find three points and a query where one weight of KRR is below "
        "−0.2; three points far from each other do not do it. (2) Match head 1 of layer 3 of the "
        "translation-equivariant TNP (TETNP) to 10%: here the network was "
        "given a Gaussian of the difference of inputs, and products of query "
        "and key are added to it. (3) Enter the nearest point twice where NW gives it 95%, and where it gives it 50%: "
        "the odds double in both cases."
    )
