"""What several tests share: two servers, one browser, and a page that remembers every error it saw."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import torch
from hypothesis import settings
from playwright.sync_api import expect, sync_playwright

import tests.shapes  # noqa: F401  (switches the check of shapes on, before tnpcore is imported)
from tests.board import PATIENCE
from tests.chromium import launch
from tests.serving import serve

# As the app does: two threads on cores that the browser uses too wait for each other far longer than they save.
torch.set_num_threads(1)

# A busy machine makes single examples slow; a test that hangs is ended from outside.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# What breaks the security policy is an error like any other.
VIOLATIONS = "document.addEventListener('securitypolicyviolation', (e) => console.error('CSP', e.violatedDirective))"
BROWSER = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items):
    """Whatever needs a browser counts as slow."""
    for item in items:
        if item.path.is_relative_to(BROWSER):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One process for each core, and one more where tests with a browser run: they wait for most of their time."""
    return (os.cpu_count() or 1) + (config.option.markexpr != "not slow")


@pytest.fixture(scope="session")
def server_log(tmp_path_factory):
    """Where the app's server writes what it prints."""
    return tmp_path_factory.mktemp("server") / "app.log"


@pytest.fixture(scope="session")
def server(server_log):
    """Address of the whole app, live socket included."""
    with serve("app.py", server_log) as url:
        yield url


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory):
    """Address of a server that runs the script alone: no socket, so the board falls back to Streamlit reruns."""
    with serve("pages/navigation.py", tmp_path_factory.mktemp("server") / "plain.log") as url:
        yield url


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium):
    """Opens pages, each a session of its own; `page.errors` holds what went wrong in it."""
    contexts = []

    def open_one(**options):
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.add_init_script(VIOLATIONS)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda line: page.errors.append(line.text) if line.type == "error" else None)
        return page

    yield open_one
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page):
    return new_page()
