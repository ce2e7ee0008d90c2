"""Rooms in Redis: the same code as in memory, many changes at once, and a Redis that is gone."""

import asyncio
import json
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from redis.asyncio import Redis

from pages.lessons import LESSONS
from pages.shared.room import changes
from pages.shared.room.messages import parse
from pages.shared.room.packing import packed, unpacked
from pages.shared.room.questions import posed_at
from pages.shared.room.redis_store import PREFIX, RedisStore
from pages.shared.room.rooms import Memory, Rooms
from pages.shared.room.state import EXPIRES, Ballot, RoomError
from tests import redis_server
from tests.pages.shared.room.test_changes import ACTS, posed, st, vote
from tests.pages.shared.room.test_messages import CODE, KEY, MESSAGES, SHOW, VOTE, mutated
from tests.serving import free_port

VOTERS = 120


def alone(main):
    """In a thread of its own: a test with a browser leaves a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(main())).result()


@pytest.fixture(scope="module")
def server():
    path = redis_server.find_or_install()
    if path is None:
        pytest.skip("Redis is not installed, and may not be installed here")
    return path


@pytest.fixture
def url(server, tmp_path):
    with redis_server.redis(server, free_port(), tmp_path) as found:
        yield found


def message(**fields):
    return parse(json.dumps(fields), LESSONS)


async def closed(*stores):
    for store in stores:
        await store.close()


def test_many_at_once_from_two_processes_count_once_each(url):
    async def run():
        stores = [RedisStore(url), RedisStore(url)]
        halls = [Rooms(store) for store in stores]
        seen = []
        halls[1].watch(CODE, lambda: seen.append(1))
        await halls[0].handle(CODE, message(kind="open", key=KEY))
        await halls[1].handle(CODE, message(**SHOW))
        votes = [VOTE | {"member": f"{number:032x}", "option": number % 3} for number in range(VOTERS)]
        twice = [*votes, *votes]
        random.Random(1).shuffle(twice)
        await asyncio.gather(*(halls[i % 2].handle(CODE, message(**one)) for i, one in enumerate(twice)))
        rooms = [await hall.room(CODE) for hall in halls]
        while rooms[0] != rooms[1]:  # the last change has not yet come to both
            await asyncio.sleep(0.01)
            rooms = [await hall.room(CODE) for hall in halls]
        assert rooms[0].poll.counts(1) == [VOTERS // 3] * 3
        assert seen, "who watches on one process sees what another takes"
        await closed(*stores)

    alone(lambda: asyncio.wait_for(run(), 60))


def test_redis_and_memory_say_the_same(url):
    """To mutilated messages, too."""

    async def run():
        draw, store = random.Random(46), RedisStore(url)
        halls = [Rooms(kept, clock=lambda: 0.0) for kept in (Memory(), store)]
        texts = [json.dumps({"kind": "open", "key": KEY}), json.dumps(SHOW)]
        texts += [mutated(dict(draw.choice(MESSAGES)), draw) for _ in range(300)]
        for text in texts:
            found = []
            for hall in halls:
                try:
                    found.append(await hall.handle(CODE, parse(text, LESSONS)))
                except RoomError as error:
                    found.append((error.type, str(error)))
            assert found[0] == found[1]
        await closed(store)

    alone(run)


def test_a_room_leaves_redis_and_the_process_four_hours_after_its_last_use(url):
    async def run():
        clock, store, client = [0.0], RedisStore(url), Redis.from_url(url)
        hall = Rooms(store, clock=lambda: clock[0])
        await hall.handle(CODE, message(kind="open", key=KEY))
        assert EXPIRES - 60 < await client.ttl(PREFIX + CODE) <= EXPIRES == 4 * 3600
        while not store._subscribed:  # as that begins, what was known is read anew
            await asyncio.sleep(0.01)
        await store.read(CODE)
        assert CODE in store._known
        await store.count(EXPIRES + 1)
        assert CODE not in store._known
        await closed(store)
        await client.aclose()

    alone(run)


def test_a_redis_that_is_gone_is_said_and_its_return_found(server, tmp_path):
    port = free_port()

    async def run():
        with redis_server.redis(server, port, tmp_path) as url:
            store = RedisStore(url)
            hall = Rooms(store)
            await hall.handle(CODE, message(kind="open", key=KEY))
        with pytest.raises(RoomError, match="cannot reach its rooms"):
            await hall.handle(CODE, message(kind="lead", key=KEY))
        with redis_server.redis(server, port, tmp_path):
            with pytest.raises(RoomError, match="no room bamuti"):
                await hall.handle(CODE, message(kind="lead", key=KEY))
            assert (await hall.handle(CODE, message(kind="open", key=KEY))).members == {}
        await closed(store)

    alone(run)


@given(st.lists(ACTS, max_size=10))
def test_a_packed_room_is_read_as_an_equal_one(acts):
    room = posed()
    for act in acts:
        if act[0] == "vote" and not (room.poll.revealed or room.poll.settled):
            room = vote(room, act[1], act[2], act[3], round=room.poll.round)
        elif act[0] == "reveal":
            room = changes.revealed(room, act[1], 1.0)
        elif act[0] == "mark":
            room = changes.marked(room, act[1], 1.0)
        elif act[0] == "close":
            room = changes.closed(room, act[1], 1.0)
    assert unpacked(packed(room)) == room


def test_a_packed_sorting_keeps_its_bins():
    place, question = posed_at(LESSONS, "home", 6)
    room = changes.shown(changes.seen(posed(), "f" * 32, 1.0), place, question, 1.0)
    room = changes.voted(room, "f" * 32, question.name, 1, Ballot(None, bins=(1, 0)), 1.0)
    assert unpacked(packed(room)) == room


def test_a_packed_twin_keeps_its_drawing():
    place, question = posed_at(LESSONS, "attention", 4, True)
    room = changes.shown(posed(), place, question, 1.0)
    assert unpacked(packed(room)) == room
