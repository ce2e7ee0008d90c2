"""The folder of static files, built once for a process of the tests, and pages whose workers respond."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.demo_page import served
from tests.serving import ROOT


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """As `make demo` writes it."""
    folder = tmp_path_factory.mktemp("demo")
    subprocess.run([sys.executable, "-m", "demo", str(folder)], cwd=ROOT, check=True, capture_output=True)
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
