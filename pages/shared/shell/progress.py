"""How far a session has come in each lesson's beats, kept in a plain session key."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

import streamlit as st

from pages.shared.drawing import session as state
from pages.shared.lesson.story import Moment, Progress, Story, advanced, wire, with_message
from pages.shared.scene.marks import Scene
from pages.shared.shell import address

_log = logging.getLogger(__name__)
_KEY = "beats"


def current(lesson: str, beats: Story, now: Moment, scene: Callable[[], Scene | None] | None) -> dict:
    """The beats of this lesson for the board, after the browser's last message and what was drawn meanwhile.

    Args:
        lesson: its name.
        beats: its story.
        now: what is drawn and chosen.
        scene: computes the whole scene, for a check that reads it; None where that has failed.

    Returns:
        Plain JSON values, as `story.wire` gives them.
    """
    kept: dict[str, Progress] = st.session_state.setdefault(_KEY, {})
    # A link speaks of the page that it opens, and of no other.
    progress = kept.get(lesson) or (Progress() if kept else Progress(at=address.beat_here()))
    message = (st.session_state.get(state.BOARD) or {}).get("beat")
    # The component's state outlives a page by a moment: what it says belongs to the lesson it names.
    if isinstance(message, Mapping) and message.get("lesson") == lesson:
        progress = with_message(progress, message, now, len(beats.options))
    kept[lesson] = _checked(beats, progress, now, scene) if scene else progress
    address.show_beat(progress.at)
    return wire(beats, kept[lesson])


def _checked(beats: Story, progress: Progress, now: Moment, scene: Callable[[], Scene | None]) -> Progress:
    """A check that fails leaves the progress as it was: the page's own sentence says what is wrong."""
    try:
        return advanced(beats, progress, now, scene)
    except ValueError:
        pass
    except Exception:
        _log.exception("the beats of a lesson failed")
    return replace(progress, before=progress.before or now)
