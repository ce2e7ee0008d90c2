"""The text that a plain request brings, read no further than it may be long."""

from __future__ import annotations

from starlette.requests import ClientDisconnect, Request


class Unread(ValueError):
    """A body that has no end (`long` is False), or is longer than it may be."""

    def __init__(self, message: str, long: bool):
        super().__init__(message)
        self.long = long


async def body_of(request: Request, most: int) -> str:
    """The body of at most `most` characters, of which each may need four bytes. Raises Unread."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > 4 * most:
                raise Unread(f"A message must have at most {most} characters.", True)
    except ClientDisconnect:
        raise Unread("The message has no end.", False) from None
    return body.decode("utf-8", "replace")
