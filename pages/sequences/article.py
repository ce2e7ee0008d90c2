"""The text below the board on sequences: encoder and decoder, attention, limits, the sources."""

from pages.sequences.controls import NETWORKS
from pages.shared.shell.page import explain
from tnpcore.sequences import card
from tnpcore.sequences.copying import TRAINED

SOURCES = (
    "[Sutskever et al. 2014](https://arxiv.org/abs/1409.3215): one vector. "
    "[Bahdanau et al. 2015](https://arxiv.org/abs/1409.0473): additive attention, section 3.1. "
    "[Luong et al. 2015](https://arxiv.org/abs/1508.04025): dot products, section 3.1. "
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762): the Transformer; attention is equation 1, sinusoidal "
    "positions are section 3.5. "
    "[Raffel et al. 2020](https://arxiv.org/abs/1910.10683), section 2.1: relative positions, a number for each. "
    "[Shaw et al. 2018](https://arxiv.org/abs/1803.02155): their first form, vectors on keys and values. "
    "[Su et al. 2021](https://arxiv.org/abs/2104.09864): rotary ones. "
    "[Bengio et al. 2015](https://arxiv.org/abs/1506.03099): scheduled sampling."
)


def article() -> None:
    """The explanation, the formula, the limits."""
    size = max((card(f"copying-{name}").parameters for name in NETWORKS), default=0) / 1e6
    explain(
        "**One vector.** A gated recurrent unit (GRU) in each direction reads the notes; the last states become the "
        "first state of a third GRU, which writes. All that it receives of the input stands in this state.\n\n"
        "**Looking back.** With attention the decoder keeps the encoder's state $h_i$ at every place. At step $j$ it "
        "scores them against its own state $s_j$, turns the scores into weights $\\alpha_{ji}$ and reads the mixture "
        "$c_j$. Additive attention scores with a small network from the state before, dot-product attention with "
        "$h_i^\\top s_j$. Mixture and state are then laid side by side (notes write $[z; s]$), and the **read-out to "
        "the vocabulary** gives every symbol a score, of which a softmax makes probabilities. A Transformer has no "
        "recurrence: self-attention in the encoder (three layers here), masked self-attention and "
        "cross-attention in the decoder (two layers), all with four heads. The decoder's cross-attention has weights "
        "of its own and reads the encoder's last layer. The square of all attention holds the three as rectangles: its "
        "upper left alone is an encoder, its lower right alone a decoder without a source.\n\n"
        "**Places.** Attention does not know the order of what it reads. A recurrent encoder has it in its states. A "
        "Transformer is given it: as vectors that are added to the symbols (sinusoidal, learned), or within its "
        "self-attention, where only distances count (rotary, relative).\n\n"
        "**Two ways to run a decoder.** In training it is fed the right notes (**teacher forcing**), so that all "
        "positions of a Transformer are computed in one pass. When it writes, it is fed its own (free running), one "
        "pass per note, and reads mistakes that it never saw in training. Scheduled sampling feeds it some of its own "
        "notes in training already.",
        r"\begin{gathered}\alpha_{ji} = \operatorname{softmax}_i\, \mathrm{score}(s_j, h_i) \qquad "
        r"c_j = \sum_i \alpha_{ji} h_i \\[1ex]"
        r"\text{additive: } v^\top \tanh(U h_i + W s_{j-1}) \qquad \text{dot: } h_i^\top s_j \\[1ex]"
        r"\text{then (dot): } p(y_j) = \operatorname{softmax}\big(V \tanh(W_c\, [c_j;\, s_j])\big)\end{gathered}",
        "**What the pictures do not say.** Forbidding a cell acts on all layers and heads at once, in a model that was "
        f"never trained that way. Exact match counts whole outputs: at 99% for every single note, {TRAINED} notes are "
        f"all right in {0.99**TRAINED:.0%} of melodies if mistakes are independent. The models have about {size:.1f} "
        f"million parameters each, and were trained on lengths 1 to {TRAINED}. Shifted inputs give the same symbols, "
        "so the same output, exactly: x only orders the notes. The gradient before training shows what can be learned "
        "from; trained, the model with one vector has learned to carry the first note, over lengths that it has seen.",
        SOURCES,
    )
