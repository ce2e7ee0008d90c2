"""What `streamlit_ways` leans on inside Streamlit is still there; it fails when an upgrade changes that."""

import inspect
from threading import Thread
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.components.v2.bidi_component import main as components
from streamlit.runtime import Runtime
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime.scriptrunner import add_script_run_ctx, script_runner
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.web.server.starlette import starlette_routes, starlette_server

from pages.shared.server import streamlit_ways as ways


def test_the_ways_are_for_the_version_that_is_installed():
    assert st.__version__ == ways.VERSION, "read streamlit_ways.py against the new version, then renew VERSION"


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (script_runner, "gc.collect(2)"),  # exempt_from_collection: it collects after every run
        (starlette_server, "sock = socket.socket(family=family)"),  # send_small_packets_at_once: a plain socket
        (starlette_routes, '"blockErrorDialogs": False'),  # Calm: the front end is told so
        (components, 'kwarg_key.startswith("on_") and kwarg_key.endswith("_change")'),  # nothing
        (Runtime.media_file_mgr.fget, "self._media_file_mgr"),  # held: who keeps files
        (Runtime.is_active_session, "session_id: str"),  # held: for whom
        (ScriptRunContext.page_script_hash.fget, "current_page_script_hash"),  # page_hash
    ],
)
def test_streamlit_still_has_the_line(where, text):
    assert text in inspect.getsource(where)


def test_streamlit_leaves_small_packets_waiting():
    assert "TCP_NODELAY" not in inspect.getsource(starlette_server), "send_small_packets_at_once may go"


def test_the_front_end_reads_both_settings():
    assert f"/{starlette_routes.ROUTE_HOST_CONFIG}" == ways.HOST_CONFIG
    assert ways.entrance().count("__streamlit = {BACKEND_BASE_URL") == 1
    scripts = [file.read_text("utf-8") for file in ways.STATIC.glob("static/js/*.js")]
    for name in ("BACKEND_BASE_URL", "blockErrorDialogs"):
        assert any(name in script for script in scripts)


def test_a_file_waits_for_its_visitor_whatever_others_do(monkeypatch):
    """Streamlit's own keeper of files, which every run of every page asks to delete those that nobody has."""
    files, here = MediaFileManager(MemoryMediaFileStorage("/media")), {"visitor"}
    runtime = SimpleNamespace(media_file_mgr=files, is_active_session=here.__contains__)
    monkeypatch.setattr(ways, "get_instance", lambda: runtime)
    pressed = []

    def page():
        made = ways.held(lambda: b"x,y", "points.csv", "text/csv")
        pressed.append(files.add_deferred(made, "text/csv", "at", "points.csv"))

    def saved():
        """What the address of the file gives after other pages have run."""
        name = files.execute_deferred(pressed[0]).rpartition("/")[2]
        for _ in range(3):
            files.remove_orphaned_files()
        return files.read_file(name.partition(".")[0])

    run = Thread(target=page)
    add_script_run_ctx(run, SimpleNamespace(session_id="visitor"))
    run.start()
    run.join()
    assert saved().content == b"x,y"
    here.clear()
    files._files_by_session_and_coord["visitor"].pop("held-points.csv")
    assert saved() is None, "nothing is kept for a visitor who left meanwhile"
