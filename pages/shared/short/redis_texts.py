"""What short links open, in a Redis that several processes share: whichever of them a phone reaches finds it there."""

from __future__ import annotations

from redis.asyncio import Redis
from redis.exceptions import RedisError

from pages.shared.room.redis_store import PATIENCE
from pages.shared.short.texts import LASTS, MOST_LINKS, Refused, too_many

PREFIX = "neural-processes:link:"


class RedisTexts:
    """The texts in the Redis at this URL."""

    def __init__(self, url: str) -> None:
        self._client = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)

    async def keep(self, code: str, text: str) -> bool:
        name = PREFIX + code
        try:
            if not await self._client.exists(name) and await self.count() >= MOST_LINKS:
                raise too_many()
            # What is there stays, whichever of two processes was first.
            await self._client.set(name, text, nx=True, ex=int(LASTS))
            if await self.find(code) != text:
                return False
            await self._client.expire(name, int(LASTS))
        except (RedisError, OSError):
            raise _away() from None
        return True

    async def find(self, code: str) -> str | None:
        try:
            text = await self._client.get(PREFIX + code)
        except (RedisError, OSError):
            raise _away() from None
        return None if text is None else text.decode()

    async def count(self) -> int:
        """How many there are."""
        return sum([1 async for _ in self._client.scan_iter(PREFIX + "*")])

    async def close(self) -> None:
        """Let Redis go."""
        await self._client.aclose()


def _away() -> Refused:
    return Refused(503, "The server cannot reach its short links at the moment: try again.")
