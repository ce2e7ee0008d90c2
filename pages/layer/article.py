"""The text below the board of the layer lesson: the layer in formulas, two questions about a part, masks, sources."""

import streamlit as st

from pages.layer.controls import MODEL, PARTS
from pages.layer.parts import excess, excess_switched_off, written_excess
from pages.shared.models.catalogue import NAMES
from pages.shared.models.each_model import for_each_model
from pages.shared.shell.page import explain
from tnpcore.ablation import HEADS, POST_NORM, RETRAINED, WHOLE

SOURCES = (
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762): scaled scores are equation 1 and footnote 4, the layer "
    "section 3.1, the feed-forward network equation 2, the decoder's mask section 3.2.3. "
    "[Xiong et al. 2020](https://arxiv.org/abs/2002.04745): pre-norm and post-norm, figure 1. "
    "[Ba et al. 2016](https://arxiv.org/abs/1607.06450): layer norm. "
    "[He et al. 2016](https://arxiv.org/abs/1512.03385): residual connections. "
    "[Dong et al. 2021](https://arxiv.org/abs/2103.03404): attention alone, without residual connections, loses rank. "
    "[Belrose et al. 2023](https://arxiv.org/abs/2303.08112): reading a prediction out of every layer, as "
    "proposed by nostalgebraist in 2020. "
    "[Meyes et al. 2019](https://arxiv.org/abs/1901.08644): ablation of parts of trained networks. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): TNP-D."
)


def article() -> None:
    """The explanation, the measured table, masks of one square, exercises for the lab."""
    explain(
        "**One layer.** A layer of the Transformer Neural Process, diagonal (TNP-D), reads a token $z$ of 64 numbers. "
        "Layer norm rescales it. Every head projects it to a query, and the tokens it may attend to, with the null "
        "token, to keys and values. Scores become weights, weights mix values, the outputs of the four heads stand "
        "side by side, and $W_o$ turns them into a vector that is *added* to $z$. Then a feed-forward network reads "
        "the sum, token by token, and adds a second vector. Only attention moves information between tokens. Tokens "
        "carry on what all earlier layers have added: the *residual stream*.\n\n"
        "**Two questions.** *Switched off*: the trained model runs without a part; all others stay as they are. This "
        "shows what this model relies on. *Retrained*: a model is trained without the part. This shows what the task "
        "needs, given this recipe. A part may be vital in the first sense and easy to replace in the second.",
        r"\begin{aligned} \tilde z &= \text{LN}(z) \\ h_i &= \operatorname{softmax}\!\Big(\frac{q_i K_i^\top}"
        r"{\sqrt{d_k}}\Big) V_i \\ z' &= z + [h_1, \dots, h_H]\, W_o \\ z^{+} &= z' + \text{FFN}(\text{LN}(z')) \\[1ex]"
        r"\text{post-norm: } z' &= \text{LN}(z + [h_1, \dots, h_H]\, W_o) \\ z^{+} &= \text{LN}(z' + \text{FFN}(z'))"
        r"\end{aligned}",
        "Both results hold for this prior, these sizes and this recipe of 6,000 steps. Retrained models "
        "have fewer parameters without feed-forward networks, and as many with one head. “Switched off” is measured on "
        "TNP-D as shipped, which was trained for 30,000 steps. With all heads but one muted, a head of width 16 "
        "stays; the model with one head has a head of width 64. A read-out applies the head to tokens that it was not "
        "trained on. The gradient of the softmax is one factor of the gradient that training sees.",
        SOURCES,
    )
    st.markdown(
        "**Excess over the best Gaussian** (the Bayes predictor's mean and sd), in nats per target, on 4,096 tasks."
        "\n\n" + table()
    )
    st.markdown(
        "**Masks of one square.** *Encoder-only*: every token attends to every token. *Decoder-only*: each to itself "
        "and to those before it. *Prefix*: the first tokens attend to each other in both directions, the others up to "
        "themselves. An *encoder-decoder* is no mask of this square: it has three rectangles (self-attention of the "
        "encoder, masked self-attention of the decoder, cross-attention), each with weights and a softmax of its own. "
        "Its cross-attention reads the encoder's last layer. The panel *One square* shows all four, by *Mask*. TNP-D's "
        "targets read the context in the same layer, with the same weights.\n\n"
        "**Exercises for the lab.** (1) Switch the residual connections off in one layer, and find the layer in which "
        "the mean changes least. (2) Find the head that gives the null token more than half of the weight at x = 0. "
        "(3) With τ = 1, after which layer has the query's token changed most?"
    )


def table() -> str:
    """Both questions, part by part, as a Markdown table of what the cards hold."""
    off, _ = for_each_model(excess_switched_off, PARTS)
    trained, _ = for_each_model(written_excess, (WHOLE, *RETRAINED.values()))
    whole, _ = for_each_model(excess, (MODEL,))
    rows = ["| part | switched off in the trained TNP-D | trained without it |", "|---|---|---|"]
    rows.append(f"| none | {_shown(whole.get(MODEL))} | {trained.get(WHOLE, '–')} |")
    for part, name in RETRAINED.items():
        what = {POST_NORM: "post-norm in place of pre-norm", HEADS: "all heads but one"}.get(part) or PARTS[part]
        rows.append(f"| {what} ({NAMES[name]}) | {_shown(off.get(part))} | {trained.get(name, '–')} |")
    return "\n".join(rows)


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f} nats"
