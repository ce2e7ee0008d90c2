"""The ASGI app: the Streamlit pages, the live socket and the board's modules.

streamlit run app.py        or        uvicorn app:app
"""

import importlib

import streamlit as st
from starlette.middleware import Middleware

from pages.scenes import attention, equivariance, home, masking, positional, setconv, zoo
from pages.shared.controls import context
from pages.shared.entrance import entrance, page_routes
from pages.shared.headers import Calm, Headers, content_security_policy
from pages.shared.live import Lesson, live_route
from pages.shared.modules import modules_route
from pages.shared.presets import FIRST, PRESETS
from pages.shared.server import tuned

SCENES = (home, attention, masking, positional, setconv, equivariance, zoo)
LESSONS = {
    module.__name__.rpartition(".")[2]: Lesson(
        module.scene, getattr(module, "later", None), getattr(module, "aside", None)
    )
    for module in SCENES
}


def _warm_up() -> None:
    """Run every lesson once, and import what a first rerun would."""
    importlib.import_module("pages.shared.figures")
    for lesson in LESSONS.values():
        for scene in filter(None, (lesson.scene, lesson.aside, lesson.later)):
            scene(context(PRESETS[FIRST]), {})


# Streamlit puts its own routes below this path; ours have to follow by themselves.
PREFIX = f"/{st.get_option('server.baseUrlPath').strip('/')}".rstrip("/")

app = st.App(
    "pages/navigation.py",
    routes=[live_route(f"{PREFIX}/live", LESSONS), modules_route(f"{PREFIX}/board"), *page_routes(PREFIX, LESSONS)],
    middleware=[Middleware(Headers, policy=content_security_policy([entrance()])), Middleware(Calm)],
    lifespan=tuned(_warm_up),
)
