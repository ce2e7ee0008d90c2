"""The prediction service: the one place that computes a lesson's scenes, for the live socket and for the page alike.

While a point is dragged the socket computes scenes here; when the drawing is committed the page finds them here. A
scene is computed when it is first requested, and its errors become one closed list of types.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.lesson import Lesson
from pages.shared.lesson.values import ControlError, context
from pages.shared.live.topics import Snapshot, Topics
from pages.shared.models.each_model import failed_models
from pages.shared.models.overtaken import Overtaken
from pages.shared.scene.marks import Scene

MAX_SCENES = 64
MAX_BYTES = 8 * 2**20
UNEXPECTED = "This could not be worked out. Your points are kept; change one of them to try again."
NOT_FINITE = "the prediction holds a number that is not finite"

Panels = tuple[str, ...] | None  # ids of those wanted beside the stage; None for all

_log = logging.getLogger(__name__)


class PredictionError(ValueError):
    """Why there is no scene: `type` is "unknown-model", "bad-control" or "failed"; `control` names the control at
    fault ("" where it is none)."""

    def __init__(self, type: str, message: str, control: str = ""):
        super().__init__(message)
        self.type = type
        self.control = control


@dataclass(frozen=True)
class Packed:
    """A scene beside its JSON text, as the socket sends it. `complete` is False where a model on show failed: once its
    weights are restored, the same points have another scene."""

    scene: Scene
    text: bytes
    complete: bool = True

    @property
    def size(self) -> int:
        """About how many bytes of memory both take: an array's number is as long as its digits."""
        return 2 * len(self.text)


@dataclass(frozen=True)
class Outcome:
    """All parts of a lesson's scene, joined (None without the first), and why a part is missing ("" when none is).
    `growing` while more of its topic is to come."""

    scene: Scene | None
    complaint: str
    growing: bool = False


class PredictionService:
    """Scenes by lesson, part, points and controls, in a cache that evicts what was requested least recently.

    Any number of threads may request scenes. One that another thread is computing is waited for, not computed twice;
    an error reaches everyone who waits and is not kept, so that the next request tries again.

    Args:
        scenes: how many scenes the cache may hold.
        size: how many bytes they may take in all.
    """

    def __init__(self, scenes: int = MAX_SCENES, size: int = MAX_BYTES):
        self._most, self._limit = scenes, size
        self.topics = Topics()
        self._lock = Lock()
        self._found: OrderedDict[Hashable, Future[Packed]] = OrderedDict()
        self._size = 0

    def packed(
        self, lesson: Lesson, points: DrawnPoints, controls: Mapping, part: str = "now", panels: Panels = None
    ) -> Packed:
        """One part of the lesson's scene.

        Args:
            lesson: whose scene it is.
            points: checked pairs (x, y).
            controls: values of the lesson's controls by name; an absent one has its default.
            part: one of those that the lesson has, "now", "aside" or "later".
            panels: ids of those wanted beside the stage; None for all.

        Raises:
            PredictionError: there is no such scene.
            Overtaken: inside an `unless` block, when a newer request has come.
        """
        controls = _parsed(lesson, controls)
        key = _key(lesson, points, controls, part, panels)
        return self._once(key, lambda: _computed(lesson, lambda: lesson.part(part)(context(points), controls), panels))

    def wanted(self, lesson: Lesson, controls: Mapping) -> Hashable | None:
        """What of the lesson's topic these controls show; None for nothing. Raises PredictionError."""
        return None if lesson.topic is None else lesson.topic.wanted(_parsed(lesson, controls))

    def growing(self, lesson: Lesson, controls: Mapping) -> bool:
        """Whether more of the topic that these controls show is to come. Raises PredictionError."""
        key = self.wanted(lesson, controls)
        return key is not None and not self.topics.now(lesson.topic, key).done

    def topic(self, lesson: Lesson, controls: Mapping, found: Snapshot, panels: Panels = None) -> Packed:
        """The scene of the lesson's topic in this state; controls and panels as of `packed`. Raises PredictionError."""
        controls = _parsed(lesson, controls)
        key = lesson.topic, _frozen(controls), found.version, panels
        return self._once(key, lambda: _computed(lesson, lambda: lesson.topic.scene(found.state, controls), panels))

    def scene(self, lesson: Lesson, points: DrawnPoints, controls: Mapping, part: str = "now") -> Scene:
        """The scene of `packed`. Raises PredictionError."""
        return self.packed(lesson, points, controls, part).scene

    def whole(self, lesson: Lesson, points: DrawnPoints, controls: Mapping) -> Outcome:
        """All parts of the lesson's scene joined; a later part that fails leaves out its panels alone."""
        scene, complaint = None, ""
        for part in lesson.parts:
            try:
                more = self.scene(lesson, points, controls, part)
            except PredictionError as error:
                complaint = str(error)
                if scene is None:
                    break
            else:
                scene = scene.joined(more) if scene else more
        return Outcome(scene, complaint) if scene is None else self._with_topic(lesson, controls, scene, complaint)

    def _with_topic(self, lesson: Lesson, controls: Mapping, scene: Scene, complaint: str) -> Outcome:
        key = self.wanted(lesson, controls)
        if key is None:
            return Outcome(scene, complaint)
        found = self.topics.now(lesson.topic, key)
        more = self.topic(lesson, controls, found).scene
        return Outcome(scene.joined(more), complaint or found.complaint, not found.done)

    def release(self, lesson: Lesson, points: DrawnPoints, controls: Mapping, panels: Panels = None) -> None:
        """Let these scenes be evicted first: a newer drawing has replaced them, as in every frame of a drag."""
        controls = _parsed(lesson, controls)
        with self._lock:
            for part in lesson.parts:
                if (key := _key(lesson, points, controls, part, panels)) in self._found:
                    self._found.move_to_end(key, last=False)

    def clear(self) -> None:
        """Forget every scene, as is needed where weights have changed."""
        with self._lock:
            self._found.clear()
            self._size = 0

    def _once(self, key: Hashable, compute: Callable[[], Packed]) -> Packed:
        """The scene of the key, from the cache, from a thread that is computing it, or computed now."""
        while True:
            with self._lock:
                found = self._found.get(key)
                if found is not None:
                    self._found.move_to_end(key)
                else:
                    future = self._found[key] = Future()
            if found is None:
                return self._fill(key, future, compute)
            try:
                return found.result()
            except Overtaken:  # whoever was computing it has left it, and it is still wanted here
                continue

    def _fill(self, key: Hashable, future: Future, compute: Callable[[], Packed]) -> Packed:
        try:
            packed = compute()
        except BaseException as error:
            with self._lock:
                self._drop(key, future)
            future.set_exception(error)
            raise
        with self._lock:
            future.set_result(packed)
            if self._found.get(key) is future:
                self._size += packed.size
                if packed.complete:
                    self._evict(key)
                else:
                    self._drop(key, future)
        return packed

    def _evict(self, newest: Hashable) -> None:
        """Down to both limits, `newest` and what is still being computed excepted."""
        while len(self._found) > self._most or self._size > self._limit:
            # From the oldest on: to look at every entry takes as long as to write a scene, because a key is all points.
            key = next((key for key in self._found if key != newest and self._found[key].done()), None)
            if key is None:
                return
            self._drop(key, self._found[key])

    def _drop(self, key: Hashable, future: Future) -> None:
        if self._found.get(key) is future:
            del self._found[key]
            if future.done():
                self._size -= future.result().size


def _key(
    lesson: Lesson, points: DrawnPoints, controls: Hashable | Mapping, part: str, panels: Panels = None
) -> Hashable:
    """The function stands for lesson and part, so that a function that was loaded anew shares no scene with the old."""
    return lesson.part(part), points, _frozen(controls), panels


def _parsed(lesson: Lesson, controls: Mapping) -> Hashable | Mapping:
    """The controls as the scene functions take them."""
    try:
        return lesson.parse(controls)
    except ControlError as error:
        raise _refused(error) from error


def _frozen(controls: Hashable | Mapping) -> Hashable:
    """Controls as a hashable value: equal numbers are equal, whether Python or JSON wrote them, and None is absent."""
    if not isinstance(controls, Mapping):
        return controls
    return frozenset((name, _hashable(value)) for name, value in controls.items() if value is not None)


def _hashable(value: object) -> Hashable:
    if isinstance(value, list | tuple):
        return tuple(map(_hashable, value))
    return (bool, value) if isinstance(value, bool) else value


def _refused(error: ControlError) -> PredictionError:
    return PredictionError("unknown-model" if error.control == "model" else "bad-control", str(error), error.control)


def _computed(lesson: Lesson, compute: Callable[[], Scene], panels: Panels) -> Packed:
    """The one place where errors of lessons get their type."""
    try:
        with failed_models() as failed:
            scene = compute()
        scene = scene if panels is None else scene.showing(panels)
    except ControlError as error:
        raise _refused(error) from error
    except ValueError as error:
        raise PredictionError("failed", str(error)) from error
    except Overtaken:
        raise
    except Exception as error:
        _log.exception("lesson %s failed", lesson.name)
        raise PredictionError("failed", UNEXPECTED) from error
    try:
        return Packed(scene, scene.packed(), not failed)
    except (TypeError, ValueError) as error:
        _log.exception("lesson %s has a scene that is no JSON", lesson.name)
        raise PredictionError("failed", NOT_FINITE) from error


SERVICE = PredictionService()
