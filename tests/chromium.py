"""Finds a Chromium for the browser tests, or installs one; `python tests/chromium.py` prints its path.

In this order: the one named by the variable CHROMIUM, the system's, the one Playwright downloaded; then Playwright's
download, then the system's package manager where that is permitted. Where all fail, so do the tests, in one sentence.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

PATIENCE = 60_000  # ms; a busy machine may take long, and only a test that fails waits for all of it
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALLERS = {
    "apt-get": (("apt-get", "update"), ("apt-get", "install", "-y")),
    "dnf": (("dnf", "install", "-y"),),
    "apk": (("apk", "add"),),
}
DOWNLOAD_SECONDS = 300
PACKAGE_SECONDS = 600
# A process that is started for the next site, which never comes, costs as much as one that is used.
# Each window of a full Chromium opens two pages of its own for the address bar's menu, and they cost more than most
# pages under test. The rest is what Playwright switches off: the browser heeds only the last such flag.
DISABLED_FEATURES = (
    "SpareRendererForSitePerProcess",
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    *("TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"),
)
# Chromium's own sandbox needs rights that containers do not give; the rest keeps it from talking to the outside.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--process-per-site",  # a new tab finds the code compiled by the one before
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
)


def find_or_install() -> str:
    """Path of a Chromium that starts; RuntimeError with one sentence when there is none and none can be had."""
    named = os.environ.get("CHROMIUM")
    if named:
        if _starts(named):
            return named
        raise RuntimeError(f"CHROMIUM names {named!r}, which does not start: name a Chromium or Chrome, or unset it.")
    for look in (_first_that_starts, _download, _install_chromium):
        path = look()
        if path:
            return path
    raise RuntimeError(
        "The browser tests need Chromium, and it could be neither found nor installed: "
        "install the package 'chromium' (or Google Chrome), or set CHROMIUM to its path."
    )


def launch(playwright):
    """A headless browser from that Chromium."""
    return playwright.chromium.launch(executable_path=find_or_install(), headless=True, args=list(FLAGS))


def _first_that_starts() -> str | None:
    return next((path for path in _candidates() if _starts(path)), None)


def _candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, SYSTEM_NAMES))
    # Asked in a process of its own: a fixture may already hold Playwright's one synchronous driver.
    ask = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    answer = _run((sys.executable, "-c", ask), seconds=60)
    if answer and answer.strip():
        yield answer.strip()


def _download() -> str | None:
    _say("No Chromium here; asking Playwright for its own.")
    _run((sys.executable, "-m", "playwright", "install", "chromium"), seconds=DOWNLOAD_SECONDS)
    return _first_that_starts()


def _install_chromium() -> str | None:
    _say("That did not work; asking the system's package manager.")
    return _first_that_starts() if install_package("chromium") else None


def install_package(*packages: str) -> bool:
    """Whether the system's package manager is there, may install, and did."""
    manager = next(filter(shutil.which, INSTALLERS), None)
    if manager is None:
        return False
    may = () if os.geteuid() == 0 else ("sudo", "-n")
    *before, install = ((*may, *command) for command in INSTALLERS[manager])
    return all(_run(command, PACKAGE_SECONDS) is not None for command in (*before, (*install, *packages)))


def _starts(path: str) -> bool:
    return _run((path, "--version"), seconds=60) is not None


def _run(command: tuple[str, ...], seconds: float) -> str | None:
    """Standard output of the command, or None when it is missing, fails or takes too long."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=quiet)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        print(find_or_install())
    except RuntimeError as problem:
        sys.exit(str(problem))
