"""A page's own choices: widgets whose values stand in the page's address, and come back when the person comes back.

Streamlit takes from an address only values that a widget offers. What it takes silently is named here in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TypeVar

import streamlit as st

from pages.shared.lesson.control_fields import Flag
from pages.shared.lesson.controls import Controls, specs
from pages.shared.server.streamlit_ways import page_hash

T = TypeVar("T")

_ODD, _AWAY, _CHOSEN = "odd_choices", "choices_away", "choices"
_LONGEST, _LISTED = 40, 12
WIDTH, LETTER = 210, 8  # pixels of a list that opens, and of a letter of the name before it


def pick(
    label: str,
    key: str,
    options: Sequence[T],
    shown: Callable[[T], str] = str,
    on_change: Callable[[], None] | None = None,
    first: T | None = None,
    off: str | None = None,
) -> T:
    """One of the options; `first` where it is one, or else the first of them, to begin with. `shown` names them on the
    page and in the address; `off` says why there is nothing to choose just now."""
    first = first if first in options else options[0]
    _look(key, options, shown)
    recall(key, options)
    if key in st.session_state and st.session_state[key] is None:  # an address may say "key=", which chooses nothing
        st.session_state[key] = first
    value = st.segmented_control(
        label,
        options,
        format_func=shown,
        default=first,
        required=True,
        wrap=True,
        key=key,
        help=off,
        disabled=off is not None,
        bind="query-params",
        on_change=_chosen,
        args=(key, on_change),
    )
    return keep(key, first if value is None else value, first)


def pick_of_many(
    label: str,
    key: str,
    options: Sequence[T],
    shown: Callable[[T], str] = str,
    first: int = 0,
) -> T:
    """One of more options than a row can hold, in a list that opens; it begins with number `first` of them."""
    _look(key, options, shown)
    recall(key, options)
    _stand_in(key, options, shown, first)
    value = st.selectbox(
        label,
        options,
        index=first,
        format_func=shown,
        key=key,
        width=WIDTH + LETTER * len(label),
        bind="query-params",
        on_change=_chosen,
        args=(key, None),
    )
    return keep(key, options[first] if value is None else value, options[first])


def switch(label: str, key: str, value: bool = False, help: str | None = None) -> bool:
    """On or off."""
    _look(key, ("true", "false"), str)
    recall(key, (True, False))
    chosen = st.toggle(label, value, key, help=help, bind="query-params", on_change=_chosen, args=(key, None))
    return keep(key, chosen, value)


def draw(
    controls: type[Controls],
    name: str,
    offered: Sequence[str] | None = None,
    off: str | None = None,
    on_change: Callable[[], None] | None = None,
) -> str | bool:
    """The widget of one control of a lesson, and its value. `offered` are those of its options that there are on this
    page now (None: all of them)."""
    spec, default = specs(controls)[name], controls.default(name)
    if isinstance(spec, Flag):
        return switch(spec.label, spec.parameter, default, spec.help)
    options = tuple(spec.options if offered is None else offered)
    if spec.many:
        first = options.index(default) if default in options else 0
        return pick_of_many(spec.label, spec.parameter, options, spec.options.get, first)
    return pick(spec.label, spec.parameter, options, spec.options.get, on_change, default, off)


def each(controls: type[Controls], *names: str) -> Callable[[], dict[str, str | bool]]:
    """What draws the widgets of these controls, for `page.show`."""
    return lambda: {name: draw(controls, name) for name in names}


def recall(key: str, options: Container) -> None:
    """Before a widget is drawn: what was chosen with it before the person left its page, where that is among the
    options. Streamlit forgets the value of a widget as its page is left, also where the next page has a widget of the
    same key; an address outranks what is remembered."""
    page, value = st.session_state.get(_CHOSEN, {}).get(key, (page_hash(), None))
    gone = page != page_hash() or key not in st.session_state
    if value is not None and gone and key not in st.query_params and value in options:
        st.session_state[key] = value


def keep(key: str, value: T, first: T) -> T:
    """The widget's value, remembered for `recall` unless it is the one to begin with."""
    chosen = st.session_state.setdefault(_CHOSEN, {})
    if value == first:
        chosen.pop(key, None)
    else:
        chosen[key] = page_hash(), value
    return value


def complaints() -> list[str]:
    """A sentence for every choice of an address that the page drawn just now does not offer."""
    return [sentence for key, sentence in st.session_state.get(_ODD, {}).items() if key in st.session_state]


def _look(key: str, options: Sequence[T], shown: Callable[[T], str]) -> None:
    """Once in a session, when the widget is first drawn. An address may also name an option as programs do."""
    named, offered = st.query_params.get(key), [shown(option) for option in options]
    if key in st.session_state or named is None or named in offered or named.lower() in offered:
        return
    if named in options:
        st.session_state[key] = named
        return
    known = ", ".join(offered[:_LISTED]) + (" and others" if len(offered) > _LISTED else "")
    sentence = f"This link names {key} = {named[:_LONGEST]!r}; there is only {known}. Everything else is as it says."
    _complain(key, sentence)


def _stand_in(key: str, options: Sequence[T], shown: Callable[[T], str], first: int) -> None:
    """What was chosen where there was more to choose from is replaced, and is back where it is offered again. The
    address follows."""
    away = st.session_state.setdefault(_AWAY, {})
    if key in st.session_state and (gone := st.session_state[key]) not in options:
        st.session_state[key], away[key] = options[first], gone
        _complain(key, f"{shown(gone)} cannot be chosen here; {shown(options[first])} stands in its place.")
    elif away.get(key) in options:
        st.session_state[key] = away.pop(key)
        st.session_state[_ODD].pop(key, None)


def _complain(key: str, sentence: str) -> None:
    st.session_state.setdefault(_ODD, {})[key] = sentence


def _chosen(key: str, then: Callable[[], None] | None) -> None:
    for kept in (_ODD, _AWAY):
        st.session_state.get(kept, {}).pop(key, None)
    if then is not None:
        then()
