"""What several tests share: three servers, a browser for each process, and a page that remembers every error it saw."""

from __future__ import annotations

import gc
import os
from collections import Counter
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from playwright.sync_api import expect, sync_playwright

from tests.chromium import PATIENCE, launch
from tests.serving import command, free_port, serve, started, wait_until_healthy
from tests.windows import Windows

BROWSER = Path(__file__).with_name("browser")
# The app; the script alone, without a socket, so that the board uses reruns; the boards without Streamlit.
APP, PLAIN, BOARDS = "app.py", "pages/navigation.py", "tests.boards:app"

ALONE = ("test_walks.py", "test_geometry.py")  # files whose tests are handed out one by one

# A busy machine makes single examples slow; a test that hangs is ended by pytest-timeout.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_addoption(parser):
    parser.addoption("--lesson", metavar="NAME", help="run what is tested of one lesson (tests/selecting.py)")
    parser.addoption("--keep", action="store_true", help="write what was measured (tests/keyed.py)")
    parser.addoption("--anew", action="store_true", help="measure all anew (tests/keyed.py)")
    parser.addoption("--fifth", metavar="N", type=int, help="run a fifth of what is rare, by N (tests/selecting.py)")
    parser.addoption("--cost", metavar="FILE", help="append to FILE what each test costs (tests/cost.py)")


def pytest_ignore_collect(collection_path, config):
    """What needs a browser is not even imported by `make check`."""
    return True if leaves_browsers_out(config) and collection_path == BROWSER else None


def leaves_browsers_out(config):
    """Whether this is `make check`."""
    return "not slow" in config.option.markexpr


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Imports and the list of tests leave next to no garbage, and later no one need look through them for any."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items):
    """Tests with a browser first, then what is slow, the largest files first: so no process ends alone."""
    cases = Counter(item.path for item in items)

    def place(item):
        return BROWSER not in item.path.parents, not item.get_closest_marker("slow"), -cases[item.path], item.path

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One process for each core, and as many again, up to four, where tests with a browser run: they wait for more than
    half of their time."""
    cores = os.cpu_count() or 1
    return cores + (0 if leaves_browsers_out(config) else min(cores, 4))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A file stays in one process, for its fixtures; but a walk takes as long as many files, and so does a lesson's
    geometry, and neither needs any."""
    from xdist.scheduler import LoadFileScheduling

    class ByFile(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return nodeid if nodeid.partition("::")[0].endswith(ALONE) else super()._split_scope(nodeid)

    return ByFile(config, log) if config.option.dist == "loadfile" else None


class Servers:
    """The servers, started once by the process that hands out the tests: its workers share them."""

    def pytest_sessionstart(self):
        self.stack, self.found = ExitStack(), {}
        folder = Path(self.stack.enter_context(TemporaryDirectory(prefix="servers")))
        for script in (APP, BOARDS):  # whoever needs the other one is rare
            port, log = free_port(), folder / f"{Path(script).stem}.log"
            self.stack.enter_context(started(command(script, port), log))
            self.found[script] = f"http://127.0.0.1:{port}", str(log)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node):
        node.workerinput["servers"] = self.found

    def pytest_sessionfinish(self):
        self.stack.close()


def prepare():
    """What a process needs before it imports a test."""
    import torch

    import tests.shapes  # noqa: F401  (switches the check of shapes on, before tnpcore is imported)

    # As the app does: two threads on cores that the browser uses too wait for each other far longer than they save.
    torch.set_num_threads(1)


def pytest_configure(config):
    first = not hasattr(config, "workerinput")
    hands_out = config.option.numprocesses if hasattr(config.option, "numprocesses") else None
    if not hands_out or not first:
        prepare()  # a process that hands out the tests, and imports none, starts the others five seconds earlier
    if config.option.lesson:
        from tests.selecting import OfLesson

        config.pluginmanager.register(OfLesson(config.option.lesson))
    if config.option.fifth is not None:
        from tests.selecting import Fifth

        config.pluginmanager.register(Fifth(config.option.fifth))
    if config.option.cost:
        from tests.cost import Cost

        config.pluginmanager.register(Cost(config.option.cost))
    if hands_out and first and not leaves_browsers_out(config):
        config.pluginmanager.register(Servers())  # only for several processes that run tests with a browser


@pytest.fixture(scope="session")
def keyed(request):
    """Numbers that were measured once: `keyed(name, measure, "tnpd-smooth")`."""
    from tests.keyed import Keyed

    options = request.config.option
    return Keyed(anew=options.anew or options.keep, keep=options.keep)


@pytest.fixture(scope="session")
def servers(request, tmp_path_factory):
    """Gives the address and the log of a script's server: the shared one, or one of this process."""
    shared = getattr(request.config, "workerinput", {}).get("servers", {})
    with ExitStack() as stack:

        def found(script):
            if script in shared:
                url, log = shared[script]
                wait_until_healthy(url, Path(log))
            else:
                log = tmp_path_factory.mktemp("server") / "server.log"
                shared[script] = stack.enter_context(serve(script, log)), str(log)
            return shared[script]

        yield cache(found)


@pytest.fixture(scope="session")
def server_log(servers):
    """Where the app's server writes what it prints."""
    return Path(servers(APP)[1])


@pytest.fixture(scope="session")
def server(servers):
    """Address of the whole app, live socket included."""
    return servers(APP)[0]


@pytest.fixture(scope="session")
def plain_server(servers):
    """Address of a server that runs the script alone: no socket, so the board falls back to Streamlit reruns."""
    return servers(PLAIN)[0]


@pytest.fixture(scope="session")
def boards(servers):
    """Address of the boards without Streamlit (tests/boards.py): for all that a test claims of the board alone."""
    return servers(BOARDS)[0]


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def windows(chromium):
    return Windows(chromium, PATIENCE)


@pytest.fixture
def new_page(windows):
    """Opens pages, each a session of its own; `page.errors` holds what went wrong in it."""

    def open_one(**options):
        return windows.open(**{"viewport": {"width": 1280, "height": 900}, **options})

    yield open_one
    windows.empty()


@pytest.fixture
def page(new_page):
    return new_page()


@pytest.fixture(scope="session")
def visits(windows, boards):
    from tests.visits import Visits  # it imports the lessons, which a process without a browser may not need

    found = Visits(windows, boards)
    yield found
    found.close()


@pytest.fixture
def visit(request, visits):
    """Opens steps and labs in pages that stay open for the next tests; after a failure others are opened."""
    failed = request.session.testsfailed
    yield visits
    if request.session.testsfailed > failed:
        visits.close()
    else:
        visits.renew()
