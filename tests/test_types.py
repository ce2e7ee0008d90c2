"""The strict type checker has nothing to say about tnpcore (its settings stand in pyproject.toml)."""

import subprocess
import sys

from tests.serving import ROOT


def test_the_types_of_tnpcore_are_strict():
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
