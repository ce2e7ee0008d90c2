"""Rooms alone, as an app of their own for `uvicorn tests.hall:app`; they are in the Redis that REDIS_URL names."""

import os

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from pages.lessons import LESSONS
from pages.shared.room.redis_store import RedisStore
from pages.shared.room.rooms import Rooms
from pages.shared.room.routes import room_routes

HEALTH = Route("/_stcore/health", lambda request: PlainTextResponse("ok"))

app = Starlette(routes=[HEALTH, *room_routes("", LESSONS, Rooms(RedisStore(os.environ["REDIS_URL"])))])
