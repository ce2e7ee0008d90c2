"""The text below the board of the positional lesson: the explanation, where it stops being true, and the sources."""

import streamlit as st

from pages.shared.shell.page import explain

SOURCES = (
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.5: sinusoids, and learned embeddings of the "
    "index. [Tancik et al. 2020](https://arxiv.org/abs/2006.10739): Fourier features. "
    "[Raffel et al. 2020](https://arxiv.org/abs/1910.10683), section 2.1: one number for each bin, as here. "
    "[Shaw et al. 2018](https://arxiv.org/abs/1803.02155), section 3.2: a vector for each distance on keys and values. "
    "[Su et al. 2021](https://arxiv.org/abs/2104.09864), section 3.2: rotary. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): TNP-D. "
    "[Ashman et al. 2024](https://arxiv.org/abs/2406.12409): TETNP, with one MLP of q·k and x − x′; q·k + F(x − x′) is "
    "equation 0.3.3 of this project's draft notes."
)


def article() -> None:
    """From no code at all to codes that enter by differences."""
    explain(
        "**Eight models, one recipe.** All have the same layers, the same training tasks and the same 6,000 steps; "
        "they differ in how x enters. Attention alone knows neither order nor place. Without x, a Transformer Neural "
        "Process, diagonal (TNP-D) predicts one mean and one band for every x: no shift can change it, and it is "
        "useless. With the number $x$ in its tokens it is useful, and depends on where the data lie.\n\n"
        "**Differences.** A model whose input has only differences cannot notice a shift. That may be x minus the "
        "middle of the points; a rotation of queries and keys by the angle of $x$, of which only the difference "
        "reaches the score; or a term of the score that is a function of $x_i - x_j$, as a table of bins or as a "
        "smooth function (translation-equivariant TNP, TETNP).\n\n"
        "**Dials.** A sinusoidal code writes a place as pairs $(\\sin, \\cos)$ of geometric rates, each pair one dial. "
        "A step of $\\delta$ turns every dial by a fixed angle, wherever it starts, so the dot product of two codes "
        "depends on $x' - x$ alone. But the model does not compute that product. Learned matrices come between, and "
        "its prediction depends on absolute place. Notes sometimes swap the two numbers: the position is what is "
        "multiplied, the pair's number $k$ is in the exponent, and the sine and cosine of a pair share it. The rate is "
        "$\\text{base}^{-2k/d}$; some slides print $10^{-10k/d}$.",
        r"\begin{aligned} \text{PE}(x)_{2k} &= \sin \omega_k x, \quad \text{PE}(x)_{2k+1} = \cos \omega_k x \\ "
        r"\omega_k &= 10 \cdot \text{base}^{-2k/d}, \; k < d/2 \\[1ex] "
        r"\text{PE}(x) \cdot \text{PE}(x') &= \textstyle\sum_k \cos \omega_k (x - x') \\[1ex] "
        r"(R_x q) \cdot (R_{x'} k) &= q \cdot (R_{x' - x}\, k) \\[1ex] "
        r"\text{score}_{ij} &= q_i \cdot k_j / \sqrt{d_k} + F(x_i - x_j) \end{aligned}",
        "Centring needs a context: with no points there is no middle, and one point far away changes the middle for "
        "all. Bins make a prediction jump where a difference crosses an edge. The vectors of the index are learned for "
        "50 points; later ones share the last vector. The base is 100 here, not 10,000: x has tens of positions, not "
        "thousands. Positions are counted in tenths of x.",
        SOURCES,
    )
    st.markdown(
        "**Exercises for the lab.** (1) Choose “centred x” and drag one point far to the side: how does the prediction "
        "at the others change, and how with “x − x′”? (2) Choose “sinusoids”, and shift by 1 and by 2: which "
        "shift changes more, and why? (3) In the Gram matrix of “x and index”, which indices are alike?"
    )
    st.page_link("equivariance/page.py", label="Translation equivariance: does the prediction shift with the data?")
