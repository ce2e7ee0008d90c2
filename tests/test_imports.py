"""Imports run one way: pages -> pages.scenes -> pages.shared -> tnpcore -> torch. Read from the sources, not run."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT / "pages" / "shared"
SERVER_SIDE = ("streamlit", "plotly")


def imported(file):
    """Full names of the modules that a file imports, at its top or inside a function; "from a import b" gives a.b."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def offences(files, forbidden):
    """(file, module) for every import of a forbidden package."""
    found = {(str(file.relative_to(ROOT)), name) for file in files for name in imported(file)}
    return sorted((file, name) for file, name in found if any(f"{name}.".startswith(f"{f}.") for f in forbidden))


def test_the_check_sees_imports(tmp_path):
    file = tmp_path / "example.py"
    file.write_text("import a.b\ndef f():\n    from c import d as e\n")
    assert imported(file) == {"a.b", "c.d"}


def test_the_library_knows_no_app():
    files = list((ROOT / "tnpcore").rglob("*.py"))
    assert files
    assert offences(files, (*SERVER_SIDE, "pages", "starlette", "app")) == []


def test_scenes_know_no_streamlit():
    files = list((ROOT / "pages" / "scenes").rglob("*.py"))
    assert files
    assert offences(files, (*SERVER_SIDE, "starlette", "pages.shared.lesson", "pages.shared.state")) == []


def test_scenes_import_no_page():
    pages = [f"pages.{file.stem}" for file in (ROOT / "pages").glob("*.py") if file.stem != "__init__"]
    assert "pages.navigation" in pages
    assert offences((ROOT / "pages" / "scenes").rglob("*.py"), pages) == []
    assert offences([*SHARED.rglob("*.py"), ROOT / "app.py"], pages) == []


def test_what_is_shared_knows_no_lesson():
    assert offences(SHARED.rglob("*.py"), ("pages.scenes", "app")) == []


@pytest.mark.parametrize("name", ["scene", "figures", "colours", "presets"])
def test_scene_and_figures_know_neither_streamlit_nor_torch(name):
    forbidden = ("streamlit", "torch", "tnpcore", *(() if name == "figures" else ("plotly",)))
    assert offences([SHARED / f"{name}.py"], forbidden) == []


@pytest.mark.parametrize("name", ["live", "request", "controls", "link", "answers", "models"])
def test_the_socket_knows_no_streamlit(name):
    assert offences([SHARED / f"{name}.py"], (*SERVER_SIDE, "pages.shared.lesson", "pages.shared.state")) == []


def test_plotly_is_imported_for_figures_alone():
    files = [file for file in (ROOT / "pages").rglob("*.py") if file.name != "figures.py"]
    assert offences(files, ("plotly",)) == []
