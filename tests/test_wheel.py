"""The wheel of tnpcore works outside the checkout: built, installed into an empty folder, loaded and used there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import torch

import tnpcore
from tests.test_setup import outside_imports

pytestmark = pytest.mark.rare

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

PROGRAM = """
import json, torch, tnpcore
context = tnpcore.Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.8]]))
found = tnpcore.predict(tnpcore.load("tetnp"), context, torch.linspace(-2, 2, 5)[:, None])
print(json.dumps([tnpcore.__file__, tnpcore.names(), found.mean[:, 0].tolist()]))
"""


def run(*command: str, **options) -> str:
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def pip(*arguments: str) -> None:
    run("-m", "pip", *arguments, "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", str(ROOT), "--no-build-isolation", "--wheel-dir", str(folder))
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    pip("install", str(wheel), "--target", str(folder))
    return folder


def run_installed(folder: Path, elsewhere: Path, *command: str) -> str:
    """What Python prints where only the installed package can be found."""
    environment = {key: value for key, value in os.environ.items() if key != "TNPCORE_PRETRAINED"}
    return run("-W", "error", *command, cwd=elsewhere, env=environment | {"PYTHONPATH": str(folder)})


def test_the_installed_package_loads_a_model_and_predicts(installed, tmp_path):
    file, names, mean = json.loads(run_installed(installed, tmp_path, "-c", PROGRAM))
    assert Path(file).is_relative_to(installed)
    assert names == tnpcore.names()
    context = tnpcore.Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.8]]))
    here = tnpcore.predict(tnpcore.load("tetnp"), context, torch.linspace(-2, 2, 5)[:, None])
    assert mean == pytest.approx(here.mean[:, 0].tolist(), abs=1e-5)


@pytest.mark.parametrize(
    ("missing", "command"),
    [
        ("matplotlib", ["tnpcore.figures", "masks", "--out", "masks.svg"]),
        ("onnx", ["tnpcore.export", "cnp"]),
    ],
)
def test_a_command_names_the_extra_that_is_missing_in_one_line(missing, command, tmp_path):
    program = f"import runpy, sys; sys.modules[{missing!r}] = None; sys.argv[1:] = {command[1:]!r}; "
    program += f"runpy.run_module({command[0]!r}, run_name='__main__', alter_sys=True)"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    name = command[0].partition(".")[2]
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert f'this needs {missing}, which `pip install "tnpcore[{name}]"` brings' in done.stderr


@pytest.mark.parametrize("module", ["tnpcore.train", "tnpcore.evaluate"])
def test_its_commands_start(installed, tmp_path, module):
    assert f"python -m {module}" in run_installed(installed, tmp_path, "-m", module, "--help")


def test_the_wheel_holds_the_library_and_all_weights_and_nothing_else(wheel):
    files = {Path(name) for name in zipfile.ZipFile(wheel).namelist()}
    assert {file.parts[0] for file in files} == {"tnpcore", f"tnpcore-{PROJECT['version']}.dist-info"}
    assert Path("tnpcore/py.typed") in files
    assert {Path("tnpcore") / file.relative_to(ROOT) for file in (ROOT / "pretrained").iterdir()} <= files


def test_one_version_is_stated_everywhere():
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert tnpcore.__version__ == PROJECT["version"] == cited.group(1)
    assert PROJECT["optional-dependencies"]["plot"] == PROJECT["optional-dependencies"]["figures"]


def version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def test_its_requirements_are_lower_bounds_that_the_pins_of_the_app_satisfy():
    bounds = dict(requirement.split(">=") for requirement in PROJECT["dependencies"])
    pins = dict(re.findall(r"^([a-z]+)==([\d.]+)$", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE))
    assert all(version(bound) < version(pins[name]) for name, bound in bounds.items())


def test_whatever_the_library_imports_is_required():
    files, library = set((ROOT / "tnpcore").rglob("*.py")), ROOT / "tnpcore"
    extras = {
        "figures": {library / "plotting.py", *(library / "figures").glob("*.py")},  # "plot" brings the same
        "dates": {library / "sequences" / "dates" / "babel_names.py"},
    }
    plain = files - set.union(*extras.values())
    for group, stated in [
        (plain, []),
        *((plain | own, PROJECT["optional-dependencies"][name]) for name, own in extras.items()),
    ]:
        imported = {name for file in group for name in outside_imports(file)}
        assert imported == {requirement.split(">=")[0] for requirement in PROJECT["dependencies"] + stated}
