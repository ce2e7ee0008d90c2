"""The text below the board of the masks lesson: the explanation, where it stops being true, and a worked example."""

import streamlit as st

from pages.masks import softmax_example
from pages.shared.shell.page import explain
from tnpcore import masks


def article() -> None:
    """The explanation, then a masked softmax whose numbers the reader may change."""
    explain(
        "**The mask states what is independent of what.** A hidden cell's logit becomes $-\\infty$ and its weight is "
        "exactly 0. The other keys of its row share what it had: each row still sums to 1, the share of the null token "
        "included. No mask hides the null token. A prediction cannot depend on what its row cannot reach, directly or "
        "through other rows over the layers.\n\n"
        "In a Transformer Neural Process, diagonal (TNP-D), every token attends to the context and none to a target, "
        "not even to itself. That is why its targets may be predicted one by one or all at once.\n\n"
        "**Two masks to compare.** *Causal targets* runs a model of its own, trained under that mask. There, targets "
        "carry $y = 0$, so a prediction depends on *where* the earlier targets are and never on *their values*: the "
        "model has lost its independence and has not become autoregressive. "
        "Under *Causal language model* a point attends only to those drawn before it and to "
        "itself, so the order of the points matters.",
        r"\begin{aligned} A &= \operatorname{softmax}\!\Big(\tfrac{Q K^\top}{\sqrt{d}} + \log M\Big) \\[4pt] "
        r"M_{ij} &= \begin{cases} 1 & i \text{ may attend to } j \\ 0 & \text{hidden: } \log 0 = -\infty \end{cases}"
        r"\end{aligned}",
        "The weights were trained under one mask: those of *Causal targets* under that one, all others under TNP-D's. "
        "Any other mask shows what it does to *the same weights*, not what a model trained under it would predict. "
        "The indicators run the model again on your points. A red one "
        "is a proof, a green one is evidence. The mask lists the points in the order in which you drew them.",
        "Vaswani et al. 2017 (masked softmax); Nguyen and Grover 2022 (TNP-D and its masks); Feng et al. 2023 (queries "
        "that only cross-attend, at a smaller cost).",
    )
    _worked_example()


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
