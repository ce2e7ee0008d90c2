"""The topic that one connection looks on at."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from pages.shared.lesson.topic import Topic
from pages.shared.live.protocol import Request
from pages.shared.live.scenes import Scenes


class Looking:
    """Follows the topic of the newest request; `news` is the newest state that has not been sent.

    Args:
        scenes: what a request may show.
        changed: called when there may be news, on any thread.
    """

    def __init__(self, scenes: Scenes, changed: Callable[[], None]):
        self._scenes, self._changed = scenes, changed
        self._at: tuple[Request, tuple[Topic, Hashable]] | None = None  # read whole, on another thread
        self._sent: tuple | None = None
        self._leave: Callable[[], None] = lambda: None

    def at(self, request: Request, shows_topic: bool) -> None:
        """The newest request has been served."""
        topic = self._scenes.topic(request) if shows_topic else None
        if self._at is None or topic != self._at[1]:
            self.end()
            if topic is not None:
                self._leave = self._scenes.service.topics.watch(*topic, self._changed)
        self._at = None if topic is None else (request, topic)
        self._changed()

    def news(self) -> str | None:
        """The message with the newest state, once for each state and each choice of controls and step."""
        if (at := self._at) is None:
            return None
        request, topic = at
        found = self._scenes.service.topics.now(*topic)
        shown = found.version, request.open_step, tuple(sorted(map(str, request.controls.items())))
        if shown == self._sent:
            return None
        message = self._scenes.state(request, found)
        self._sent = shown
        return message

    def end(self) -> None:
        """Look on no longer."""
        self._leave()
        self._leave, self._at, self._sent = lambda: None, None, None
