"""What short links open, in memory and in a real Redis: the same is said by both."""

import asyncio
import re
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial

import pytest
from redis.asyncio import Redis

from pages.shared.short import redis_texts, texts
from pages.shared.short.redis_texts import PREFIX, RedisTexts
from pages.shared.short.texts import LASTS, Memory, Refused, code_of, kept
from tests import redis_server
from tests.serving import free_port


def alone(main):
    """In a thread of its own: a test with a browser leaves a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(main())).result()


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    path = redis_server.find_or_install()
    if path is None:
        pytest.skip("Redis is not installed, and may not be installed here")
    with redis_server.redis(path, free_port(), tmp_path_factory.mktemp("redis")) as found:
        yield found


@asynccontextmanager
async def in_redis(url) -> AsyncIterator[RedisTexts]:
    found = RedisTexts(url)
    yield found
    await found.close()


@asynccontextmanager
async def in_memory() -> AsyncIterator[Memory]:
    yield Memory()


@pytest.fixture(params=["memory", "redis"])
def store(request):
    """Makes the store, inside the loop that uses it."""
    return in_memory if request.param == "memory" else partial(in_redis, request.getfixturevalue("url"))


def test_codes_are_said_in_syllables_and_follow_from_the_text():
    codes = {code_of(f"masks?step={i}") for i in range(2000)}
    assert len(codes) == 2000 and all(re.fullmatch(r"(?:[bdfgklmnprstvz][aeiou]){5}", code) for code in codes)
    assert code_of("masks") == code_of("masks") != code_of("masks", 1)


def test_two_texts_of_one_code_are_both_kept(store, monkeypatch):
    monkeypatch.setattr(texts, "code_of", lambda text, attempt: f"code{attempt}")

    async def run():
        async with store() as found:
            codes = [await kept(found, text) for text in ("one", "two", "one")]
            assert codes == ["code0", "code1", "code0"]
            assert [await found.find(code) for code in codes] == ["one", "two", "one"]
            assert await found.find("code2") is None
            assert await kept(found, "three") == "code2"
            with pytest.raises(Refused, match="No short link can be made"):
                await kept(found, "four")

    alone(run)


def test_only_so_many_are_kept(store, monkeypatch):
    async def run():
        async with store() as found:
            code = await kept(found, "there")
            count = 1 if isinstance(found, Memory) else await found.count()
            for module in (texts, redis_texts):
                monkeypatch.setattr(module, "MOST_LINKS", count)
            with pytest.raises(Refused, match="at most"):
                await kept(found, "one more")
            assert await kept(found, "there") == code, "what is kept is kept anew"

    alone(run)


def test_redis_forgets_a_text_four_hours_after_it_was_last_made(url):
    async def run():
        async with in_redis(url) as one, in_redis(url) as other, Redis.from_url(url) as client:
            code = await kept(one, "masks?step=2")
            await client.expire(PREFIX + code, 5)
            assert await kept(other, "masks?step=2") == code, "whichever process is reached"
            assert LASTS - 60 < await client.ttl(PREFIX + code) <= LASTS == 4 * 3600

    alone(run)


def test_memory_forgets_though_no_one_looks(monkeypatch):
    """Of what has ended nothing is left in the process."""
    monkeypatch.setattr(texts, "LASTS", 0.05)

    async def run():
        found = Memory()
        await kept(found, "masks?step=2")
        assert found._of
        while found._of:
            await asyncio.sleep(0.02)

    alone(lambda: asyncio.wait_for(run(), 10))


def test_a_redis_that_is_gone_is_said():
    async def run():
        async with in_redis(f"redis://127.0.0.1:{free_port()}") as found:
            for work in (found.keep("code", "text"), found.find("code")):
                with pytest.raises(Refused, match="cannot reach its short links"):
                    await work

    alone(run)
