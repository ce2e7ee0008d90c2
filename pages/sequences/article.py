"""The text below the board on sequences: encoder and decoder, attention, limits, the sources."""

from pages.shared.shell.page import explain

SOURCES = (
    "[Sutskever et al. 2014](https://arxiv.org/abs/1409.3215): one vector. "
    "[Bahdanau et al. 2015](https://arxiv.org/abs/1409.0473): additive attention, section 3.1. "
    "[Luong et al. 2015](https://arxiv.org/abs/1508.04025): dot products, section 3.1. "
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762): the Transformer; attention is equation 1."
)


def article() -> None:
    """The explanation, the formula, the limits."""
    explain(
        "**One vector.** A gated recurrent unit (GRU) in each direction reads the notes; the last states become the "
        "first state of a third GRU, which writes. All that it receives of the input stands in this state.\n\n"
        "**Looking back.** With attention the decoder keeps the encoder's state $h_i$ at every place. At step $j$ it "
        "scores them against its own state $s_j$, turns the scores into weights $\\alpha_{ji}$ and reads the mixture "
        "$c_j$. Additive attention scores with a small network from the state before, dot-product attention with "
        "$h_i^\\top s_j$. A Transformer has no recurrence: self-attention in the encoder, masked self-attention and "
        "cross-attention in the decoder, two layers of four heads here. The decoder's cross-attention has weights of "
        "its own and reads the encoder's last layer.",
        r"\begin{gathered}\alpha_{ji} = \operatorname{softmax}_i\, \mathrm{score}(s_j, h_i) \qquad "
        r"c_j = \sum_i \alpha_{ji} h_i \\[1ex]"
        r"\text{additive: } v^\top \tanh(U h_i + W s_{j-1}) \qquad \text{dot: } h_i^\top s_j\end{gathered}",
        "**What the pictures do not say.** Forbidding a cell acts on all layers and heads at once, in a model that was "
        "never trained that way. Exact match counts whole outputs: at 99% for every single note, 16 notes are all "
        "right in 85% of melodies if mistakes are independent. The models have about 0.3 million parameters each, and "
        "were trained on lengths 1 to 16. Shifted inputs give the same symbols, so the same output, exactly: x only "
        "orders the notes. In training the decoder is fed the right notes (**teacher forcing**), so that all "
        "positions of a Transformer are computed in one pass; when it writes, one pass per note.",
        SOURCES,
    )
