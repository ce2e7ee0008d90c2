"""Story or lab: which of the two a page shows, and what the story's board says where it has no live socket.

The board keeps guesses, verdicts and progress in the browser. Python knows only whether the story is open, so that it
leaves out what the lab alone shows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import streamlit as st

from pages.shared.drawing import codec
from pages.shared.drawing import session as state
from pages.shared.drawing.presets import PRESETS
from pages.shared.drawing.state import DrawingState, checked_controls
from pages.shared.lesson.board_data import story_data
from pages.shared.lesson.controls import specs
from pages.shared.lesson.course import END, Course
from pages.shared.lesson.lesson import Lesson
from pages.shared.live.protocol import RequestError, parse_message
from pages.shared.live.service import SERVICE
from pages.shared.live.verdicts import judged, question
from pages.shared.proof import PROOF

IN_LAB = {"lab": "1"}  # what opens the lab in an address
_LAB, _LAST = "_lab", "_last"  # by lesson, and where the person was last: who goes on from a lab comes to a lab
_COURSE = "_course"
_SAID = "_said"  # the parameters with which the session began: a widget takes its own out of the address
MOST_STEPS = 99  # in an address


def in_lab(lesson: Lesson) -> bool:
    """Whether the lab of this lesson is open. A link says so by `lab=1`; one with a drawing and no step opens the lab
    too, as all links did before there were stories."""
    st.session_state.setdefault(_SAID, st.query_params.to_dict())
    labs: dict[str, bool] = st.session_state.setdefault(_LAB, {})
    message = (st.session_state.get(state.BOARD) or {}).get("mode")
    if isinstance(message, Mapping) and message.get("lesson") == lesson.name:
        labs[lesson.name] = labs[_LAST] = bool(message.get("lab"))
    if lesson.name not in labs:
        labs[lesson.name] = labs.get(_LAST, False) if labs else _link_says_lab()
        labs[_LAST] = labs[lesson.name]
    return labs[lesson.name] or lesson.story is None


def step_here() -> int | None:
    """The step that the link names, from 1; None where it names none."""
    text = st.query_params.get("step", "")
    short = len(text) <= len(str(MOST_STEPS)) and text.isascii() and text.isdigit()
    return (int(text) or None) if short else None


def opened_here(lab: bool) -> dict[str, str]:
    """What opens the same in another's address: the lab, or the step that the board named when it requested a link."""
    if lab:
        return IN_LAB
    request = (st.session_state.get(state.BOARD) or {}).get("share")
    step = request.get("step") if isinstance(request, Mapping) else None
    return {"step": str(step)} if type(step) is int and 1 <= step <= MOST_STEPS else {}


def said_in_step(lesson: Lesson, drawn: DrawingState, opens: Mapping[str, str], chosen: bool) -> dict[str, str]:
    """The parameters of a link for what is drawn. Of a step of the story they are what it does not bring by itself, so
    that the link stays short: nothing at all for a step as it opens.

    Args:
        lesson: whose board shows it.
        drawn: as a link carries it.
        opens: the parameters that open the lab, or the step.
        chosen: whether something was chosen by widgets, too, which counts only beside a drawing.

    Returns:
        The parameters by name.

    Raises:
        ValueError: that is too much for a link.
    """
    if lesson.story is None or "step" not in opens or drawn.units is not None:
        return codec.to_link(drawn)
    number = int(opens["step"])
    brought, sets = lesson.story.points_at(number), lesson.story.controls_at(number)
    mine, theirs = (_owned(lesson, controls) for controls in (drawn.controls, sets))
    other = {name: value for name, value in mine.items() if _plain(value) != _plain(theirs.get(name))}
    said = codec.to_link(replace(drawn, controls=other))
    if brought is not None and drawn.points == brought:
        said = {name: text for name, text in said.items() if name not in ("p", "d")}
    # A step that brings no points leaves what is there: of a session that it opens, the lesson's first.
    first = drawn.points if not lesson.draws_points else PRESETS[lesson.stage.first] if brought is None else brought
    return {} if not other and not chosen and drawn.points == first else said


def _owned(lesson: Lesson, controls: Mapping[str, object]) -> dict[str, object]:
    return lesson.controls.linked({**lesson.controls.defaults(), **controls})


def _plain(value: object) -> object:
    """As the browser has it: lists where Python has tuples."""
    return json.loads(json.dumps(value))


def choices_in_step(lesson: Lesson, commit: StoryCommit, opens: Mapping[str, str]) -> dict[str, str]:
    """What was chosen in the step of an address of what the lab sets by widgets, as their parameters; "" for what is as
    the step brings it. Empty for a lab, whose widgets are in the address by themselves."""
    if lesson.story is None or "step" not in opens:
        return {}
    brought = {**lesson.controls.defaults(), **lesson.story.controls_at(int(opens["step"]))}
    mine = {name: spec for name, spec in specs(lesson.controls).items() if spec.owner == "page" and spec.parameter}
    chosen = commit.controls if commit.by_board else {}
    differ = {name for name in mine if name in chosen and chosen[name] != brought[name]}
    return {spec.parameter: _in_address(chosen[name]) if name in differ else "" for name, spec in mine.items()}


def _in_address(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def linked_here(lesson: Lesson, handed: Mapping[str, object]) -> dict[str, object]:
    """What the session's first address says of the lesson's controls, by its drawing or by parameters of widgets, which
    a step may not have."""
    return {**lesson.controls.chosen(st.session_state[_SAID]), **handed}


def set_course(course: Course) -> None:
    """The lessons in their order, placed by the entry script for every page of the session."""
    st.session_state[_COURSE] = course


def data(lesson: Lesson, handed: Mapping[str, object]) -> dict:
    """What the board needs for the story and the course, as plain JSON values; `handed` are the controls of a link."""
    here = {"step": step_here(), "linked": linked_here(lesson, handed)}
    return {**story_data(lesson, st.session_state[_COURSE]), "end": END, "proof": PROOF, **here}


@dataclass(frozen=True)
class StoryCommit:
    """What a story commits beside the drawing: the controls of the step, and the verdict on it that was requested.
    `by_board` is False where the board has committed nothing yet, and the controls are those of the step."""

    controls: Mapping[str, object] = field(default_factory=dict)
    verdict: Mapping[str, object] | None = None
    by_board: bool = True


def committed(lesson: Lesson) -> StoryCommit:
    """The story's part of the last commit; without a socket its question is judged here."""
    commit = (st.session_state.get(state.BOARD) or {}).get("draw")
    story = commit.get("story") if isinstance(commit, Mapping) else None
    if not isinstance(story, Mapping) or story.get("lesson") != lesson.name:
        return StoryCommit(lesson.story.controls_at(step_here() or 1) if lesson.story else {}, by_board=False)
    own = story.get("controls")
    try:
        controls = checked_controls(dict(own) if isinstance(own, Mapping) else {})
        text = story.get("question")
        if not isinstance(text, str):
            return StoryCommit(controls)
        request, message = parse_message(text)
        if request.lesson != lesson.name:
            return StoryCommit(controls)
        posed = question(request, message)
        verdict = judged(lesson, posed, SERVICE)
    except (ValueError, RequestError):
        return StoryCommit()
    return StoryCommit(controls, posed.wire(verdict))


def _link_says_lab() -> bool:
    said = st.query_params.get("lab")
    if said is not None:
        return said != "0"
    return ("v" in st.query_params and "step" not in st.query_params) or "hide" in st.query_params
