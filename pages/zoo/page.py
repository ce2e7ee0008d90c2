"""Zoo: the same data, different models."""

from functools import partial

import streamlit as st

from pages.shared.drawing import session as state
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import PRIOR_NAMES, USUAL, priors, title
from pages.shared.shell import widgets
from pages.shared.shell.page import explain, sentence, show
from pages.zoo import LESSON, article, scoreboard
from pages.zoo.briefs import BRIEFS, Brief, judge
from pages.zoo.controls import ALONE, LEFT, ZooControls
from pages.zoo.families import families, there
from tnpcore import Points

draw = partial(widgets.draw, ZooControls)


def _widgets() -> dict[str, object]:
    prior = _prior()
    names = there(prior) or (LEFT,)
    chosen = {"prior": prior, "model": draw("model", names), "against": draw("against", (ALONE, *names))}
    chosen |= {"family": draw("family", families(prior)), "compare": draw("compare")}
    return chosen


def _prior() -> str:
    """The prior that the models on show were trained on; a choice where there is one."""
    trained = priors()
    if len(trained) == 1:
        return trained[0]
    prior = draw("prior", trained, on_change=scoreboard.follow_the_stage)
    if scoreboard.is_behind():
        st.rerun()
    return prior


@st.fragment
def _briefs() -> None:
    """A model for each of three briefs, and whether it meets the brief on the drawn points."""
    st.subheader("Three briefs: choose a model for each", anchor=False)
    st.markdown(
        f"The first two are judged on your points, by running the model as it was trained on {PRIOR_NAMES[USUAL]}; "
        "the third by how the model is built."
    )
    names, points = there(USUAL), context(state.points())
    for number, (column, brief) in enumerate(zip(st.columns(len(BRIEFS)), BRIEFS, strict=True)):
        with column.container(border=True, height="stretch"):
            st.markdown(f"**{brief.title}.** {brief.text}")
            key = f"brief_{number}"
            widgets.recall(key, names)
            name = st.selectbox(
                brief.title,
                names,
                None,
                title,
                key=key,
                placeholder="Choose",
                label_visibility="collapsed",
            )
            if widgets.keep(key, name, None):
                st.markdown(_verdict(brief, name, points))


def _verdict(brief: Brief, name: str, points: Points) -> str:
    try:
        checked = judge(brief, name, points)
    except ValueError as error:
        return sentence(str(error))
    return f"{'✓ Suitable.' if checked.done else '✗ Not suitable.'} {checked.text}"


def _explanation() -> None:
    st.divider()
    _briefs()
    with st.expander("How *Properties* are measured"):
        st.markdown(article.MEASURED)
    scoreboard.show()
    explain(article.TEXT, article.FORMULA, article.LIMITS, article.SOURCES)
    st.page_link("whole/page.py", label="What each model reads, gives up and is for; newer ones, too")


show(LESSON, _widgets, _explanation)
