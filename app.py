"""The ASGI app: the Streamlit pages, the live socket, the rooms of lectures, short links and the board's modules.

streamlit run app.py        or        uvicorn app:app
"""

import importlib
import os

import streamlit as st
from starlette.middleware import Middleware

from demo.route import workers_route
from pages.lecture import TITLES as LECTURE
from pages.lessons import FORMER_ADDRESSES, LESSONS
from pages.shared.drawing.presets import PRESETS
from pages.shared.lesson.course import END
from pages.shared.live.service import SERVICE
from pages.shared.live.socket import live_route
from pages.shared.models.catalogue import model
from pages.shared.models.each_model import for_each_model
from pages.shared.models.graphs import PREPARED, prepare
from pages.shared.models.grid_at_zero import anchored_at_zero
from pages.shared.proof import PROOF
from pages.shared.proof.routes import proof_route
from pages.shared.proof.secret import SECRET
from pages.shared.room.redis_store import RedisStore
from pages.shared.room.rooms import Rooms
from pages.shared.room.routes import room_routes
from pages.shared.server.board_assets import modules_route
from pages.shared.server.headers import Headers, content_security_policy, frame_ancestors
from pages.shared.server.index_page import Card, page_routes, redirects
from pages.shared.server.startup import tuned
from pages.shared.server.streamlit_ways import Calm, entrance
from pages.shared.server.unknown_address import UnknownAddress
from pages.shared.short.redis_texts import RedisTexts
from pages.shared.short.routes import short_link_routes


def prepare_graphs() -> None:
    """Trace the models that every visitor sees."""
    for_each_model(lambda name: prepare(model(name)), PREPARED)
    for_each_model(lambda _: prepare(anchored_at_zero()), ("convcnp",))


def _warm_up() -> None:
    """Prepare the graphs, run every lesson once, and import what a first rerun would."""
    prepare_graphs()
    importlib.import_module("pages.shared.scene.figures")
    importlib.import_module("PIL.Image")  # Plotly looks for it among the modules, also while another run imports it
    for lesson in LESSONS.values():
        for part in lesson.parts:
            SERVICE.scene(lesson, PRESETS[lesson.stage.first], {}, part)


# Streamlit puts its own routes below this path; ours have to follow by themselves.
PREFIX = f"/{st.get_option('server.baseUrlPath').strip('/')}".rstrip("/")

ENTRANCE = LESSONS["home"]
CARDS = {
    **{name: Card(lesson.heading, lesson.goal) for name, lesson in LESSONS.items()},
    "": Card(f"Neural processes: {ENTRANCE.question}", ENTRANCE.goal),
    END["address"]: Card(END["title"]),
    **{address: Card(title) for address, title in LECTURE.items()},
}

# The sites that may show the app in a frame, as origins: deploy/README.md.
EMBEDDED_IN = frame_ancestors(os.environ.get("FRAME_ANCESTORS", ""))

# Several processes share their rooms and short links in the Redis that this names: deploy/README.md.
REDIS_URL = os.environ.get("REDIS_URL")

app = st.App(
    "pages/navigation.py",
    routes=[
        live_route(f"{PREFIX}/live", LESSONS),
        modules_route(f"{PREFIX}/board"),
        workers_route(f"{PREFIX}/workers"),
        proof_route(f"{PREFIX}/{PROOF}", LESSONS, SECRET),
        *room_routes(PREFIX, LESSONS, Rooms(RedisStore(REDIS_URL) if REDIS_URL else None)),
        *short_link_routes(PREFIX, LESSONS, RedisTexts(REDIS_URL) if REDIS_URL else None),
        *page_routes(PREFIX, CARDS),
        *redirects(PREFIX, FORMER_ADDRESSES),
    ],
    middleware=[
        Middleware(Headers, policy=content_security_policy([entrance()], EMBEDDED_IN)),
        Middleware(Calm),
        Middleware(UnknownAddress, prefix=PREFIX),
    ],
    lifespan=tuned(_warm_up),
)
