"""Proof codes: what a learner hands in for an exercise, signed by the server whose judge found it solved. Pure.

    NP1.WyJtYXNrcyIsNywiQWRhIiwiMjAyNi0xMS0yNiAxMzowNSIsIjNmYTk0YzA3Il0.mXb2h…      payload, then signature

The payload is readable for anyone, and carries no secret: a JSON list of lesson, step, name, time and drawing.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import secrets
import unicodedata
from dataclasses import astuple, dataclass

from pages.shared.lesson.values import ControlError, is_number, text
from pages.shared.live.protocol import Request

MOST_NAME = 40
LEAST_SECRET = 16  # characters: a shorter one could be found by trying
MARK = "NP1"
SIGNED = 16  # bytes of the signature
# A signature that is too long or too short is found, too, and refused.
CODE = re.compile(rf"\b{MARK}\.[\w.=-]*", re.ASCII)
_PURPOSE = b"proof of an exercise, 1\0"  # the same secret may sign other things one day


@dataclass(frozen=True)
class Secret:
    """What codes are signed with. Without `lasting` it ends with this process."""

    key: bytes
    lasting: bool


def secret_of(setting: str) -> Secret:
    """The secret of a setting; a random one where that is "".

    Raises:
        ValueError: the setting is too short.
    """
    if not setting:
        return Secret(secrets.token_bytes(32), False)
    if len(setting) < LEAST_SECRET:
        raise ValueError(f"PROOF_SECRET must have at least {LEAST_SECRET} characters, got {len(setting)}")
    return Secret(setting.encode(), True)


@dataclass(frozen=True)
class Proof:
    """That somebody solved an exercise.

    Args:
        lesson: its name.
        step: of the lesson's story, from 1.
        name: as the learner typed it.
        time: when the code was issued, in UTC: "2026-11-26 13:05".
        drawing: equal for equal drawings (`drawing_of`).
    """

    lesson: str
    step: int
    name: str
    time: str
    drawing: str


def name_of(value: object) -> str:
    """The name of a learner: one line of 1 to 40 characters, without spaces around it. Raises ValueError."""
    tidy = " ".join(unicodedata.normalize("NFC", value).split()) if isinstance(value, str) else value
    try:
        found = text({"name": tidy}, "name", MOST_NAME)
    except ControlError:
        found = ""
    if not found:
        raise ValueError(f"a name must be one line of 1 to {MOST_NAME} characters")
    return found


def drawing_of(request: Request) -> str:
    """Eight characters, equal for equal drawings: points and controls to three decimals, whatever is in view."""
    controls = {name: value for name, value in request.controls.items() if name != "view"}
    written = json.dumps(_rounded([list(map(list, request.points)), controls]), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:8]


def seed_of(name: str, count: int) -> int:
    """Which of `count` variants of an exercise belongs to a learner; spaces and capitals change nothing."""
    return int.from_bytes(hashlib.sha256(name_of(name).casefold().encode()).digest()[:8]) % count


def issued(proof: Proof, secret: Secret) -> str:
    """The code; `read` gives back an equal proof."""
    payload = json.dumps(astuple(proof), ensure_ascii=False, separators=(",", ":")).encode()
    return ".".join((MARK, _as_text(payload), _as_text(_signature(payload, secret))))


def read(code: str, secret: Secret) -> Proof:
    """The proof that a code holds.

    Raises:
        ValueError: it is no code of this secret; says which part is wrong.
    """
    parts = code.strip().split(".")
    if len(parts) != 3 or parts[0] != MARK:
        raise ValueError("not a whole code")
    payload, signature = map(_as_bytes, parts[1:])
    if len(signature) != SIGNED:
        raise ValueError("not a whole code")
    if not hmac.compare_digest(signature, _signature(payload, secret)):
        raise ValueError("the signature does not fit: edited, or issued with another secret")
    return Proof(*json.loads(payload))


def _signature(payload: bytes, secret: Secret) -> bytes:
    return hmac.digest(secret.key, _PURPOSE + payload, "sha256")[:SIGNED]


def _as_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _as_bytes(written: str) -> bytes:
    """The inverse of `_as_text`; another way to write the same bytes is refused: equal proofs have equal codes."""
    try:
        data = base64.b64decode(written + "=" * (-len(written) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("not a whole code") from None
    if _as_text(data) != written:
        raise ValueError("not a whole code")
    return data


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(one) for one in value]
    return round(float(value), 3) + 0.0 if is_number(value) else value
