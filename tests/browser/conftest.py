"""The folder of static files, built once in a run of the tests, and pages whose workers respond."""

from __future__ import annotations

import fcntl
import subprocess
import sys

import pytest

from tests.demo_page import served
from tests.serving import ROOT


@pytest.fixture(scope="session")
def folder(request, tmp_path_factory):
    """As `make demo` writes it: by the first process of the tests that needs it, for all of them."""
    own = tmp_path_factory.mktemp("demo")
    several = hasattr(request.config, "workerinput")
    folder = (own.parents[1] if several else own) / "written"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            subprocess.run([sys.executable, "-m", "demo", str(own / "new")], cwd=ROOT, check=True, capture_output=True)
            (own / "new").rename(folder)
    return folder


@pytest.fixture(scope="session")
def site(folder):
    """The address of a static file server."""
    with served(folder) as url:
        yield url


@pytest.fixture(scope="module")
def workers(chromium, site):
    """A page whose workers respond to the tests of a file, so that they are loaded once."""
    page = chromium.new_page()
    page.goto(f"{site}/page.css")
    yield page
    page.context.close()


@pytest.fixture
def still(chromium):
    """A page whose clock stands still but for what the test winds: time that passes by itself would add up on a busy
    machine. It has a window of its own, which ends with it: a clock is that of all pages in a window."""
    page = chromium.new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.set_content('<base href="http://board.invalid/">')
    yield page
    page.close()
