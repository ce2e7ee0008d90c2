"""The text below the board of the masks lesson: the explanation, where it stops being true, and a worked example."""

import streamlit as st

from pages.masks import softmax_example
from pages.shared.shell.page import explain
from tnpcore import masks

SOURCES = (
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762): equation 1, and section 3.2.3 for the mask of a decoder. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): TNP-D, TNP-A and their masks. "
    "[Feng et al. 2023](https://arxiv.org/abs/2211.08458): LBANP, and queries that only cross-attend. "
    "[Garnelo et al. 2018](https://arxiv.org/abs/1807.01622): consistency and exchangeability of neural processes. "
    "Causal targets, and the flag in a token: this project's draft notes, section 0.1.1."
)


def article() -> None:
    """The explanation, exercises for the lab, then a masked softmax whose numbers the reader may change."""
    explain(
        "**The mask states what is independent of what.** A hidden cell's score becomes $-\\infty$ and its weight is "
        "exactly 0. The other keys of its row share what it had: each row still sums to 1, the share of the null token "
        "included. No mask hides the null token. A prediction cannot depend on what its row cannot reach, directly or "
        "through other rows over the layers.\n\n"
        "In a Transformer Neural Process, diagonal (TNP-D), every token attends to the context and none to a target, "
        "not even to itself. So its targets may be predicted one by one or all at once. Under *Causal targets* a model "
        "of its own runs. There targets carry $y = 0$: a prediction depends on *where* the earlier targets are and "
        "never on *their values*. It has lost its independence and has not become autoregressive.\n\n"
        "The autoregressive one (**TNP-A**) has. Every target has two tokens: yA holds its value; tA does not, and its "
        "prediction is read there. Row tB may attend to yA, row tC to yA and yB. Open row tA to yA, and training "
        "rewards copying: *Leaky TNP-A* was trained so. A leak may also take a detour: tA to yB, and yB to yA.\n\n"
        "**What a mask saves.** A hidden cell need not be computed. The efficient-query TNP (EQTNP) has that built in. "
        "In the latent-bottlenecked attentive neural process (LBANP), 16 latent tokens stand between context and "
        "targets, so that the cost is linear in both.",
        r"\begin{aligned} A &= \operatorname{softmax}\!\Big(\frac{Q K^\top}{\sqrt{d_k}} + \log M\Big) \\[4pt] "
        r"M_{ij} &= \begin{cases} 1 & i \text{ may attend to } j \\ 0 & \text{hidden: } \log 0 = -\infty \end{cases}"
        r"\end{aligned}",
        "Weights were trained under one mask. Those of *Causal targets*, *TNP-A*, *Leaky TNP-A*, *EQTNP* and *LBANP* "
        "were trained under theirs, all others under TNP-D's. Any other mask shows what it does to *the same weights*, "
        "not what a model trained under it would predict. The indicators run the model again on your points. A red one "
        "is a proof, a green one is evidence: a change below 0.0001 sd counts as none, or below 0.00001 in y where the "
        "sd is tiny. The mask lists the points in the order in which you drew "
        "them. The time depends on this server.",
        SOURCES,
    )
    _exercises()
    _worked_example()


def _exercises() -> None:
    st.markdown(
        "**Exercises for the lab.** (1) From *Blank*, paint cells until all indicators are green and the difference "
        "from TNP-D is gone. (2) From TNP-D's mask, switch one cell, *not* row tA, column tB, so that A's prediction "
        "depends on B. (3) *Padding*: allow one cell of column p1. Which predictions change? Hide it again: the padded "
        "set predicts as the unpadded one. (4) *Language model*: move the first point that you drew, then the "
        "last. Which predictions can change? Then let the last point come first. (5) *TNP-A*: choose the order "
        "B, A, C of the targets, and compare its square with the one that you painted in the story."
    )


@st.fragment
def _worked_example() -> None:
    """Four queries and four keys, small enough to check by hand."""
    st.subheader("A masked softmax by hand", anchor=False)
    st.markdown("Change a logit, or clear a tick to hide a key. This is the function that the models run.")
    keys = [f"key {c + 1}" for c in range(len(softmax_example.LOGITS))]
    given, ticked = st.columns(2, gap="large")
    given.markdown("**Logits** (row = query)")
    edited = given.data_editor(
        {key: [row[c] for row in softmax_example.LOGITS] for c, key in enumerate(keys)},
        column_config={key: st.column_config.NumberColumn(required=True, format="%.2f") for key in keys},
        hide_index=True,
        key="softmax_logits",
    )
    ticked.markdown("**Mask** (tick = may attend)")
    causal = masks.causal(len(keys)).tolist()
    ticks = ticked.data_editor(
        {key: [row[c] for row in causal] for c, key in enumerate(keys)},
        hide_index=True,
        key="softmax_mask",
    )
    try:
        _weight_tables(_by_row(edited, keys), _by_row(ticks, keys))
    except (TypeError, ValueError):
        st.info("Every logit must be a number; clear a tick to hide a key.")


def _by_row(columns: dict, keys: list[str]) -> list[list]:
    return [list(row) for row in zip(*(columns[key] for key in keys), strict=True)]


def _weight_tables(logits: list[list[float]], allowed: list[list[bool]]) -> None:
    """The weights without and with the mask."""
    without, under = st.columns(2, gap="large")
    without.markdown("**Without a mask**\n\n" + softmax_example.table(softmax_example.masked_softmax(logits)))
    weights = softmax_example.masked_softmax(logits, allowed)
    under.markdown("**Under the mask**\n\n" + softmax_example.table(weights, allowed))
    st.markdown("Under the mask each row is the row on the left, its hidden keys struck out, divided by what is left.")
    st.caption(softmax_example.remark())
