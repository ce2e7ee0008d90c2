"""No source file is longer than a person reads in one sitting; tests and styles are read as well."""

from pathlib import Path

import pytest

from tests import language

ROOT = Path(__file__).resolve().parents[1]
MOST_LINES = 400  # far above what is aimed at: files were squeezed to a bound that was near
FOLDERS = ("pages", "tnpcore", "tests", "benchmarks", "docs", "demo")


def lines(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


@pytest.mark.parametrize("suffix", ["py", "js", "css"])
def test_files_are_short(suffix):
    files = [file for folder in FOLDERS for file in language.files(ROOT / folder) if file.suffix == f".{suffix}"]
    files += ROOT.glob(f"*.{suffix}")
    assert files
    long = {str(file.relative_to(ROOT)): lines(file) for file in files if lines(file) > MOST_LINES}
    assert long == {}
