"""The set-up: what make does, that the requirements are whole and pinned, and how browsers are found."""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import chromium, engines

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
OURS = {
    "app",
    "pages",
    "tnpcore",
    "tests",
    "benchmarks",
    "demo",
    "docs",
    "fingerprinted_helper",
}  # the last is written by a test
# A command of a developer: running the app and tnpcore does not need what it imports.
COMMANDS = (ROOT / "tnpcore" / "sequences" / "dates" / "babel_names.py",)
DISTRIBUTION = {"sklearn": "scikit-learn", "axe_playwright_python": "axe-playwright-python", "xdist": "pytest-xdist"}


@pytest.fixture
def checkout(tmp_path):
    """A folder with the Makefile and the requirements, and no environment yet."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "requirements.txt", tmp_path)
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "requirements.txt", tmp_path / "tests")
    return tmp_path


HANDED_DOWN = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHON", "ARGS"}


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    # `make test` itself hands its flags and variables down to every make below it.
    environment = {name: value for name, value in os.environ.items() if name not in HANDED_DOWN}
    return subprocess.run(["make", *arguments], cwd=folder, env=environment, capture_output=True, text=True)


def install(folder: Path) -> None:
    """What a finished `make test` leaves behind."""
    (folder / ".venv" / "bin").mkdir(parents=True)
    for name in ("bin/python", ".run", ".test"):
        (folder / ".venv" / name).touch()


def test_the_first_run_installs_and_the_second_starts_at_once(checkout):
    first = make(checkout, "-n", "run").stdout
    assert "-m venv .venv" in first and "pip install" in first and "streamlit run app.py" in first
    install(checkout)
    assert make(checkout, "-n", "run").stdout.splitlines() == [".venv/bin/python -m streamlit run app.py "]


def test_bytecode_is_written_wherever_make_runs(checkout, monkeypatch):
    install(checkout)
    (checkout / ".venv" / "bin" / "python").write_text('#!/bin/sh\necho "off: [$PYTHONDONTWRITEBYTECODE]"\n')
    (checkout / ".venv" / "bin" / "python").chmod(0o755)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "off: []" in make(checkout, "check").stdout


@pytest.mark.parametrize(("changed", "target"), [("requirements.txt", "run"), ("tests/requirements.txt", "test")])
def test_changed_requirements_are_installed_again(checkout, changed, target):
    install(checkout)
    assert "pip install" not in make(checkout, "-n", target).stdout
    future = (checkout / ".venv" / ".test").stat().st_mtime + 10
    os.utime(checkout / changed, (future, future))
    assert "pip install" in make(checkout, "-n", target).stdout


def test_a_failing_lint_type_browser_or_test_fails_make_check_and_make_test(checkout):
    install(checkout)
    static = ("-m ruff check .", "-m ruff format --check .", "bin/oxlint")
    browsers = ("tests/chromium.py",)
    for target, rest in (("check", ()), ("test", browsers), ("test-all", (*browsers, "-m tests.engines"))):
        steps = make(checkout, "-n", target).stdout.splitlines()
        assert all(want in step for want, step in zip((*static, *rest, "-m pytest"), steps, strict=True))
        assert not any(step.startswith("-") or "||" in step for step in steps)


def test_each_command_runs_all_but_what_it_leaves_to_the_next(checkout):
    install(checkout)
    last = {target: make(checkout, "-n", target).stdout.splitlines()[-1] for target in ("check", "test", "test-all")}
    assert last["check"].replace("not slow and not rare", "not rare") == last["test"] != last["check"]
    assert last["test"].replace('-m "not rare"', "--anew") == last["test-all"] != last["test"]


def test_an_old_python_is_refused_in_one_sentence(checkout):
    done = make(checkout, ".venv/bin/python", "PYTHON=false")
    assert done.returncode != 0 and not (checkout / ".venv").exists()
    assert done.stderr.startswith("Python 3.11 or newer is needed")


def test_continuous_integration_is_make_test():
    """What fails is repeated alone, and named."""
    script = ROOT / ".ci" / "run"
    *_, last = script.read_text().rstrip().splitlines()
    _, _, _, *commands = shlex.split(last)
    assert os.access(script, os.X_OK) and " -m tests.repeated " in last
    assert commands == ["make test"]


@pytest.mark.parametrize("file", ["requirements.txt", "tests/requirements.txt"])
def test_every_requirement_is_pinned(file):
    lines = [line for line in (ROOT / file).read_text().splitlines() if line and not line.startswith(("#", "-r "))]
    assert lines and all(re.fullmatch(r"[a-z-]+==\d+(\.\d+)+", line) for line in lines), lines


@pytest.mark.parametrize(
    ("folders", "files"),
    [
        (("app.py", "pages", "tnpcore"), ("requirements.txt",)),
        (("tests",), ("requirements.txt", "tests/requirements.txt")),
        (("benchmarks",), ("requirements.txt", "tests/requirements.txt", "benchmarks/requirements.txt")),
    ],
)
def test_whatever_is_imported_is_required(folders, files):
    required = {
        line.split("==")[0] for file in files for line in (ROOT / file).read_text().splitlines() if "==" in line
    }
    sources = [
        path for folder in folders for path in ([ROOT / folder] if "." in folder else (ROOT / folder).rglob("*.py"))
    ]
    if "tests/requirements.txt" not in files:
        sources = [path for path in sources if path not in COMMANDS]
    imported = {name for source in sources for name in outside_imports(source)}
    assert imported <= required
    assert imported, "nothing was read"


def outside_imports(source: Path) -> set[str]:
    """Distributions of the third-party modules that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module.split(".")[0])
    return {DISTRIBUTION.get(name, name) for name in names - OURS - set(sys.stdlib_module_names)}


class Machine:
    """A pretended computer: what is installed, and which commands work there and what they bring."""

    def __init__(self, monkeypatch, *, installed=(), brings=None, root=True):
        self.installed, self.brings, self.ran = set(installed), brings or {}, []
        monkeypatch.delenv("CHROMIUM", raising=False)
        monkeypatch.setattr(chromium.shutil, "which", lambda name: f"/bin/{name}" if name in self.installed else None)
        monkeypatch.setattr(chromium.os, "geteuid", lambda: 0 if root else 1000)
        monkeypatch.setattr(chromium, "_run", self.run)

    def run(self, command, seconds):
        text = " ".join(command)
        self.ran.append(text)
        if command[1:] == ("--version",):
            return "Chromium 1.0" if Path(command[0]).name in self.installed else None
        if "executable_path" in text:
            return "/cache/playwright-chrome\n"
        new = next((new for part, new in self.brings.items() if part in text), None)
        self.installed |= {new} if new else set()
        return None if new is None else ""


def test_a_system_browser_is_taken_first(monkeypatch):
    machine = Machine(monkeypatch, installed=("google-chrome", "apt-get", "playwright-chrome"))
    assert chromium.find_or_install() == "/bin/google-chrome"
    assert not any("install" in command for command in machine.ran)


def test_then_playwrights_own_download(monkeypatch):
    machine = Machine(monkeypatch, installed=("apt-get",), brings={"playwright install": "playwright-chrome"})
    assert chromium.find_or_install() == "/cache/playwright-chrome"
    assert not any("apt-get" in command for command in machine.ran)


@pytest.mark.parametrize("root", [True, False])
def test_then_the_package_manager(monkeypatch, root):
    steps = {"apt-get update": "lists", "apt-get install": "chromium"}
    machine = Machine(monkeypatch, installed=("apt-get",), brings=steps, root=root)
    assert chromium.find_or_install() == "/bin/chromium"
    assert all(command.startswith("sudo -n ") != root for command in machine.ran if "apt-get" in command)


def test_then_it_fails_in_one_sentence(monkeypatch):
    Machine(monkeypatch, installed=("apt-get",))
    with pytest.raises(RuntimeError, match=r"^The browser tests need Chromium.*install the package 'chromium'.*\.$"):
        chromium.find_or_install()


def test_a_named_browser_that_does_not_start_is_not_replaced_by_another(monkeypatch):
    Machine(monkeypatch, installed=("chromium",))
    monkeypatch.setenv("CHROMIUM", "/bin/nothing")
    with pytest.raises(RuntimeError, match="CHROMIUM names '/bin/nothing', which does not start"):
        chromium.find_or_install()


def test_other_engines_are_installed_where_they_can_be_and_else_named(monkeypatch, capsys):
    brings = {"apt-get update": "lists", "apt-get install -y firefox-esr": "firefox-esr"}
    machine = Machine(monkeypatch, installed=("apt-get", "Xvfb"), brings=brings)
    engines.install()
    assert machine.ran[-1] == "apt-get install -y webkit2gtk-driver"
    assert engines.lacks("firefox") is None
    assert capsys.readouterr().err.splitlines()[-1] == engines.lacks("webkit")
    assert re.fullmatch(r"webkit .*: install 'webkit2gtk-driver' .*\.", engines.lacks("webkit"))
