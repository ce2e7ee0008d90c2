"""Masking: edit the rules of who may look, and see what the trained TNP-D says under them."""

import streamlit as st

from pages.masks import LESSON, softmax_example
from pages.masks import mask_presets as rules
from pages.shared.drawing import session as state
from pages.shared.shell import widgets as choices
from pages.shared.shell.page import explain, show
from tnpcore import masks


def _controls() -> dict:
    rule = choices.pick("Rule", "masking_rule", list(rules.RULES), rules.RULE_NAMES.get, on_change=_unpaint)
    st.button("Unpaint all cells", on_click=_unpaint)
    return {"rule": rule}


def _unpaint() -> None:
    """Painted cells are switches against the rule: another rule starts without any."""
    drawn = state.drawn("masks")
    kept = {name: v for name, v in drawn.controls.items() if not rules.is_painted(name)}
    state.put(drawn.points, kept, drawn.units)


def _explanation() -> None:
    explain(
        "**The mask is the model's independence statement.** A hidden cell's logit becomes $-\\infty$, its weight is "
        "exactly 0, and the other keys of its row share what it had: each row still sums to 1, the prior's share (the "
        "null token, which no mask hides) included. What a row cannot reach, directly or through others over the "
        "layers, its prediction cannot depend on. TNP-D lets everybody see the context and nobody see a target, not "
        "even itself. That is why its predictions may be asked for one by one, or all at once.\n\n"
        "**Two rules to compare.** Under *Causal targets*, earlier targets carry $y = 0$, so later predictions come to "
        "depend on *where* you asked before and never on *what came out*: the model has lost its independence and has "
        "not become autoregressive. Under *Causal language model* a point sees only those drawn before it, so the "
        "order of the points matters.",
        r"\begin{aligned} A &= \operatorname{softmax}\!\Big(\tfrac{Q K^\top}{\sqrt{d}} + \log M\Big) \\[4pt] "
        r"M_{ij} &= \begin{cases} 1 & i \text{ may look at } j \\ 0 & \text{hidden: } \log 0 = -\infty \end{cases}"
        r"\end{aligned}",
        "These weights were trained under one mask, TNP-D's. Any other mask shows what that rule does to *the same "
        "weights*, not what a model trained under it would predict. The lamps run the model again on your points; a "
        "red one is a proof, a green one is evidence. The square lists the points in the order in which you drew them.",
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
    ticked.markdown("**Mask** (tick = may look)")
    causal = masks.causal(len(keys)).tolist()
    ticks = ticked.data_editor(
        {key: [row[c] for row in causal] for c, key in enumerate(keys)},
        hide_index=True,
        key="softmax_mask",
    )
    try:
        _both(_by_row(edited, keys), _by_row(ticks, keys))
    except (TypeError, ValueError):
        st.info("Every logit must be a number; clear a tick to hide a key.")


def _by_row(columns: dict, keys: list[str]) -> list[list]:
    return [list(row) for row in zip(*(columns[key] for key in keys), strict=True)]


def _both(logits: list[list[float]], allowed: list[list[bool]]) -> None:
    """The weights without and with the mask, and a remark on numbers that are in circulation."""
    without, under = st.columns(2, gap="large")
    without.markdown("**Without a mask**\n\n" + softmax_example.table(softmax_example.masked_softmax(logits)))
    weights = softmax_example.masked_softmax(logits, allowed)
    under.markdown("**Under the mask**\n\n" + softmax_example.table(weights, allowed))
    st.markdown("Under the mask each row is the row on the left, its hidden keys struck out, divided by what is left.")
    st.caption(
        "Some lecture notes print rows 2 to 4 of this causal example as (.5 .5), (.4759 .3092 .2148) and "
        "(.2824 .3072 .3333 .0771). Each sums to 1, yet none is the softmax of its logits, which has to keep their "
        "order: row 2 gives the unequal logits .1 and .2 the same weight, row 3 gives .3 more than .4, and row 4 gives "
        "the largest logit, .4, the smallest weight."
    )


show(LESSON, _controls, _explanation)
