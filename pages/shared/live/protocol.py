"""One message of the live socket: text in, a bounded Request out, or a RequestError of a closed list of types. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pages.shared.drawing.state import MAX_STRING, checked_controls
from pages.shared.lesson.values import drawn_points

VERSION = 1
MAX_MESSAGE = 32 * 1024  # characters of a message that gets a scene
MAX_READ = 1_000_000  # beyond this the message is not even read, and the connection is closed
MAX_SEQ = 2**53

ERRORS = (
    "not-json",
    "too-large",
    "bad-request",
    "bad-points",
    "bad-control",
    "unknown-lesson",
    "unknown-model",
    "too-fast",
    "failed",
)


class RequestError(ValueError):
    """What was wrong with a message: `type` is one of ERRORS, `seq` the message's number where it could be read."""

    def __init__(self, type: str, message: str, seq: int | None = None):
        super().__init__(message)
        if type not in ERRORS:
            raise ValueError(f"an error type must be one of {', '.join(ERRORS)}, got {type}")
        self.type = type
        self.seq = seq

    def wire(self) -> dict:
        """The JSON response."""
        return {"kind": "error", "seq": self.seq, "error": {"type": self.type, "message": str(self)}}


@dataclass(frozen=True)
class Request:
    """A checked message: its number, the lesson's name, the drawn points (x, y), plain controls, and the number of the
    story's step that is open (None in the lab)."""

    seq: int
    lesson: str
    points: tuple[tuple[float, float], ...]
    controls: Mapping[str, object]
    open_step: int | None = None


def parse_message(text: str) -> tuple[Request, dict]:
    """Check everything that can be checked without knowing a lesson; raises RequestError. The message as it came
    stands beside the request: a question about a step of the story has more in it."""
    data = _decoded(text)
    if not isinstance(data, dict):
        raise RequestError("bad-request", "a message must be a JSON object")
    seq = _seq(data)
    try:
        points = drawn_points(data.get("points"))
    except ValueError as error:
        raise RequestError("bad-points", str(error), seq) from None
    if len(text) > MAX_MESSAGE:
        raise RequestError("too-large", _too_large(text), seq)
    if data.get("v") != VERSION or isinstance(data.get("v"), bool):
        raise RequestError("bad-request", f"v must be {VERSION}", seq)
    lesson = data.get("lesson")
    if not isinstance(lesson, str) or len(lesson) > MAX_STRING:
        raise RequestError("bad-request", f"lesson must be a name of at most {MAX_STRING} characters", seq)
    open_step = data.get("open_step")
    if open_step is not None and type(open_step) is not int:
        raise RequestError("bad-request", "open_step must be the number of a step", seq)
    try:
        return Request(seq, lesson, points, checked_controls(data.get("controls", {})), open_step), data
    except ValueError as error:
        raise RequestError("bad-control", str(error), seq) from None


def parse_request(text: str) -> Request:
    """The request of a message; raises RequestError."""
    return parse_message(text)[0]


def _decoded(text: str) -> object:
    """JSON, NaN and Infinity included: where they stand decides which error they are."""
    if len(text) > MAX_READ:
        raise RequestError("too-large", _too_large(text))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        if len(text) > MAX_MESSAGE:
            raise RequestError("too-large", _too_large(text)) from None
        raise RequestError("not-json", "a message must be JSON text") from None


def _seq(data: dict) -> int:
    seq = data.get("seq")
    if not isinstance(seq, int) or isinstance(seq, bool) or not 0 <= seq <= MAX_SEQ:
        raise RequestError("bad-request", f"seq must be a whole number from 0 to {MAX_SEQ}")
    return seq


def _too_large(text: str) -> str:
    return f"a message must have at most {MAX_MESSAGE} characters, got {len(text)}"
