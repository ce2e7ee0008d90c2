"""The route that issues proof codes: the server judges what is drawn, whatever the browser says of it.

The message is a question about a step (verdicts.py) with a `name`. The response has a kind: "proof" with the `code`
(`lasting` is false where codes end with this process), "seed" with the `control` and the `value` with which this name
has to solve the exercise, "open" where what is drawn does not solve it, "error".
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

import orjson
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from pages.shared.lesson.controls import specs
from pages.shared.lesson.lesson import Lesson
from pages.shared.live.admission import Allowance, same_origin
from pages.shared.live.protocol import MAX_MESSAGE, RequestError, parse_message
from pages.shared.live.service import SERVICE, PredictionService
from pages.shared.live.verdicts import Question, judged, question
from pages.shared.proof.codes import Proof, Secret, drawing_of, issued, name_of, seed_of
from pages.shared.server.request_body import Unread, body_of

PER_SECOND = 10.0
_STATUS = {"too-large": 413, "too-fast": 429}


def proof_route(
    path: str, lessons: Mapping[str, Lesson], secret: Secret, service: PredictionService = SERVICE
) -> Route:
    """The route for these lessons; it judges one drawing at a time."""
    turn, allowance = asyncio.Lock(), Allowance(PER_SECOND, time.monotonic())

    async def endpoint(request: HttpRequest) -> Response:
        if not same_origin(request.headers.get("origin"), request.headers.get("host")):
            return Response(status_code=403)
        try:
            if not allowance.take(1, time.monotonic()):
                raise RequestError("too-fast", f"At most {PER_SECOND:g} codes a second are issued: try again.")
            posed, name = _posed(await _text(request))
            lesson = lessons.get(posed.now.lesson)
            if lesson is None:
                raise RequestError("unknown-lesson", f"lesson must be one of {', '.join(lessons)}")
            async with turn:
                found = await run_in_threadpool(_response, lesson, posed, name, secret, service)
        except RequestError as error:
            return _json(error.wire(), _STATUS.get(error.type, 400))
        return _json(found)

    return Route(path, endpoint, methods=["POST"])


async def _text(request: HttpRequest) -> str:
    try:
        return await body_of(request, MAX_MESSAGE)
    except Unread as error:
        raise RequestError("too-large" if error.long else "bad-request", str(error)) from None


def _posed(text: str) -> tuple[Question, str]:
    """What is to be judged, and the name; raises RequestError. An outcome that was shown proves nothing."""
    request, message = parse_message(text)
    try:
        return question(request, {**message, "revealed": False}), name_of(message.get("name"))
    except RequestError:
        raise
    except ValueError as error:
        raise RequestError("bad-request", str(error), request.seq) from None


def _response(
    lesson: Lesson, posed: Question, name: str, secret: Secret, service: PredictionService
) -> dict[str, object]:
    """What the server says of the drawing; raises RequestError."""
    verdict = judged(lesson, posed, service)
    step = lesson.step(posed.step)
    if step.kind != "prove":
        raise RequestError("bad-request", f"step {posed.step} of {lesson.name} is no exercise", posed.now.seq)
    if step.seed and (seed := _seed(lesson, posed, step.seed, name)) is not None:
        return {"kind": "seed", "control": step.seed, "value": seed}
    if verdict is None or not verdict.done or verdict.right is False:
        return {"kind": "open"}
    now = time.strftime("%Y-%m-%d %H:%M", time.gmtime())
    proof = Proof(lesson.name, posed.step, name, now, drawing_of(posed.now))
    return {"kind": "proof", "code": issued(proof, secret), "lasting": secret.lasting}


def _seed(lesson: Lesson, posed: Question, control: str, name: str) -> int | None:
    """The value that this name needs of the control; None where it is set."""
    wanted = seed_of(name, int(specs(lesson.controls)[control].hi) + 1)
    return None if getattr(lesson.parse(posed.now.controls), control) == wanted else wanted


def _json(found: Mapping[str, object], status: int = 200) -> Response:
    return Response(orjson.dumps(found), status, media_type="application/json")
