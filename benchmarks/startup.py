"""How long a lecturer waits: from the command to a server that responds, and from there to the first painted page.

    python benchmarks/startup.py

Each start is warm: the files have been read before, so the first start is not counted. Chromium is open already, and
its page is requested as soon as the server responds, while the server still warms up beside it. The processor time of
the server's process shows how much of the wait is work, and does not depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, sync_playwright

from benchmarks.process import cpu_seconds
from tests.board import open_board
from tests.chromium import launch
from tests.serving import free_port, running, streamlit

READY, PAINTED = 5.0, 3.0


@dataclass(frozen=True)
class Start:
    """Seconds until the server responds, from there until the first page is painted; processor seconds of the server
    until then."""

    ready: float
    painted: float
    ready_cpu: float
    cpu: float


def start(browser: Browser, log: Path) -> Start:
    """One start of the server, and one new visitor."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    page = browser.new_page()
    began = time.perf_counter()
    with running(streamlit("app.py", port), url, log) as process:
        ready, ready_cpu = time.perf_counter(), cpu_seconds(process.pid)
        open_board(page, url)
        painted, cpu = time.perf_counter(), cpu_seconds(process.pid)
    page.close()
    return Start(ready - began, painted - ready, ready_cpu, cpu)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=3, help="starts after the first (default %(default)s)")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        starts = [start(browser, Path(folder) / "app.log") for _ in range(options.starts + 1)][1:]
        browser.close()
    for one in starts:
        print(f"ready {one.ready:.2f} s ({one.ready_cpu:.2f} s of work), painted {one.painted:.2f} s later", end=" ")
        print(f"({one.cpu - one.ready_cpu:.2f} s of work)")
    print(f"\n{os.cpu_count()} cores, load before {load:.2f}")
    kept = {
        f"ready <= {READY:g} s": statistics.median(one.ready for one in starts) <= READY,
        f"first page painted <= {PAINTED:g} s later": statistics.median(one.painted for one in starts) <= PAINTED,
    }
    print("\n".join(f"{'met' if held else 'NOT MET'}: {goal} (median)" for goal, held in kept.items()))
    sys.exit(0 if all(kept.values()) else 1)


if __name__ == "__main__":
    main()
