"""The text below the map: how the families are related, what each gives up, and where each box has its lesson."""

import streamlit as st

from pages.shared.shell.page import explain

TEXT = (
    "**Encode, mix, decode.** Every neural process maps a set of points to a distribution at any target. What differs "
    "is the middle. A mean (CNP): cheap, and it loses what one vector cannot hold. Attention (ANP, TNP): each target "
    "attends to each point; cost grows with the square of their number. A grid (ConvCNP): cost grows with its length, "
    "and a shift of the data is a shift of the grid.\n\n"
    "**A latent variable** adds one draw that all targets share, so that they vary together. "
    "**Autoregressive** use feeds predictions back as points.\n\n"
    "**Equivariance.** A TNP-D reads x in its tokens: a shift changes every box. A TETNP reads differences of x in its "
    "attention weights, a ConvCNP in its RBFs: a shift changes none. Move τ in the lab and read the bars.\n\n"
    "**The Transformer** of 2017 has two halves. Its encoder works on a text as a TNP does on its points. Its "
    "cross-attention has weights of its own, and reads the encoder's last layer. A target of a TNP-D reads the points' "
    "tokens of the same layer, with the weights that the points use, too. And there is no triangle: targets have no "
    "order."
)
FORMULA = (
    r"\begin{gathered}\text{CNP: } g(x, r), \; r = \tfrac1n \textstyle\sum_i h(x_i, y_i) \\[1ex]"
    r"\text{TNP: } g(z^L_x), \; z^{l} = \mathrm{Layer}(z^{l-1}, Z^{l-1}) \\[1ex]"
    r"\text{ConvCNP: } (S \circ \mathrm{CNN} \circ S)(x_i, y_i)(x) \\ S = \text{SetConv}\end{gathered}"
)
LIMITS = (
    "Attention weights are drawn as the mean of four heads; single heads differ. A small picture scales its own "
    "colours: compare shapes in it, and numbers in the large one. Nine targets are few; the band has 201. The "
    "Transformer that reads dates is another network, with weights of its own."
)
SOURCES = (
    "[Garnelo et al. 2018a](https://arxiv.org/abs/1807.01613): the CNP, equations 1 to 3. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): TNP. "
    "[Ashman et al. 2024a](https://arxiv.org/abs/2406.12409): translation equivariance. "
    "[Gordon et al. 2020](https://arxiv.org/abs/1910.13556): ConvCNP. "
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762): the Transformer, figure 1. "
    "[Zaheer et al. 2017](https://arxiv.org/abs/1703.06114): functions of sets, theorem 2. In the table: "
    "[Garnelo 2018b](https://arxiv.org/abs/1807.01622), "
    "[Kim 2019](https://arxiv.org/abs/1901.05761), [Feng 2023](https://arxiv.org/abs/2211.08458), "
    "[Ashman 2024b](https://arxiv.org/abs/2410.06731), [Ashman 2024c](https://arxiv.org/abs/2406.13493), "
    "[Mortimer 2026](https://arxiv.org/abs/2602.18955), [Müller 2022](https://arxiv.org/abs/2112.10510), "
    "[Dutordoir 2023](https://arxiv.org/abs/2206.03992)."
)
# By model: what it reads, what it gives up, when to take it, and its source.
MODELS = (
    ("CNP", "points one by one, then a mean", "detail: one vector", "many points, little detail", "Garnelo 2018a"),
    ("NP", "the same, and one z for all targets", "the likelihood: a bound", "draws of functions", "Garnelo 2018b"),
    ("ANP", "points, by attention", "shifts; joint draws", "points that a mean misses", "Kim 2019"),
    ("Latent ANP", "the same, and one z", "the likelihood: a bound", "such points, draws of functions", "Kim 2019"),
    ("TNP-D", "tokens of x and y, by attention", "shifts; joint draws", "a good score is all", "Nguyen 2022"),
    ("TNP-A", "the same, and earlier targets", "speed: a pass for each target", "draws of any joint", "Nguyen 2022"),
    ("TNP-ND", "the same, and other targets", "joints that are not Gaussian", "draws in one pass", "Nguyen 2022"),
    ("LBANP", "pseudo-tokens in place of points", "a weight for each point", "thousands of points", "Feng 2023"),
    ("TETNP", "y, and differences of x", "where the data lie", "data may lie anywhere", "Ashman 2024a"),
    ("ConvCNP", "RBFs on a grid", "many input dimensions", "time series, images", "Gordon 2020"),
    ("gridded TNP", "pseudo-tokens on a grid", "a free choice of grid", "stations and satellites", "Ashman 2024b"),
    ("incremental TNP", "points as they come", "permutation invariance of the context", "streams", "Mortimer 2026"),
    ("prior-fitted network", "a table as context", "inputs it was not fitted for", "small tables", "Müller 2022"),
    ("in-context TNP", "other data sets, too", "cost: those are read, too", "related data sets", "Ashman 2024c"),
    ("neural diffusion process", "noisy values", "speed: many passes", "joint draws of any shape", "Dutordoir 2023"),
)
NOT_HERE = (
    "The last five are not on this site. A line says what its paper is about, and is no measurement; ours stand in the "
    "Model zoo."
)


def article() -> None:
    """The explanation, the table of models, then exercises for the lab."""
    explain(TEXT, FORMULA, LIMITS, SOURCES)
    head = "| Model | reads | gives up | take it for | source |\n|---|---|---|---|---|\n"
    rows = "\n".join(f"| {' | '.join(row)} |" for row in MODELS)
    st.markdown(f"**Which model for what**\n\n{head}{rows}\n\n{NOT_HERE}")
    st.markdown(
        "**Exercises for the lab.** (1) Which boxes of a TNP-D change when you move a point up, and which when you "
        "remove it? (2) Shift by τ: why does no box of a TETNP change, although the first two do? (3) Remove all "
        "points: which boxes are still there, and what do targets attend to? (4) In which rows of cross-attention is "
        "the year written, and from which letters?"
    )
