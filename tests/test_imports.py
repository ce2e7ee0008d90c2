"""Imports run one way: app -> pages.lessons -> pages.<lesson> -> pages.shared -> tnpcore -> torch, and lessons never
import each other. Read from the sources, not run."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from pages.lessons import LESSONS

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "pages"
SHARED = PAGES / "shared"
SERVER_SIDE = ("streamlit", "plotly")
# What draws the Streamlit page, or remembers its session.
PAGE_SIDE = ("pages.shared.shell", "pages.shared.glossary", "pages.shared.drawing.session")
# The scripts of a lesson that Streamlit runs, and what only they import.
SCRIPTS = ("page.py", "article.py", "scoreboard.py", "figures.py")


@cache
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


def test_the_library_holds_no_colour():
    """Those of models are the app's; figures on paper have a palette of their own."""
    drawn = ROOT / "tnpcore" / "figures"
    files = [file for file in (ROOT / "tnpcore").rglob("*.py") if drawn not in file.parents]
    assert files
    colour = re.compile(r"""["']#[0-9a-fA-F]{3,8}["']|\b(rgb|hsl)a?\(""")
    assert colour.search('colour = ("#bf4d0c", "#f2933a")')
    assert [str(file.relative_to(ROOT)) for file in files if colour.search(file.read_text("utf-8"))] == []


def test_the_library_knows_no_app():
    files = list((ROOT / "tnpcore").rglob("*.py"))
    assert files
    assert offences(files, (*SERVER_SIDE, "pages", "starlette", "app")) == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_importable_without_streamlit(lesson):
    files = [file for file in (PAGES / lesson).glob("*.py") if file.name not in SCRIPTS]
    assert {"__init__.py", "scene.py", "story.py", "program.py"} <= {file.name for file in files}
    scripts = [f"pages.{lesson}.{name.removesuffix('.py')}" for name in SCRIPTS]
    assert offences(files, (*SERVER_SIDE, "starlette", *PAGE_SIDE, *scripts)) == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_imports_no_other_lesson(lesson):
    others = [f"pages.{name}" for name in LESSONS if name != lesson]
    assert offences((PAGES / lesson).rglob("*.py"), (*others, "pages.lessons", "app")) == []


def test_every_folder_of_a_lesson_is_in_the_list():
    folders = {file.parent.name for file in PAGES.glob("*/page.py")}
    assert folders == set(LESSONS)


def test_what_is_shared_knows_no_lesson():
    lessons = [f"pages.{name}" for name in LESSONS]
    assert offences(SHARED.rglob("*.py"), (*lessons, "pages.lessons", "pages.navigation", "app")) == []


def test_what_a_lesson_shows_is_plain_data():
    files = {file for file in (SHARED / "scene").glob("*.py") if file.name not in ("figures.py", "html_export.py")}
    assert offences(files, ("streamlit", "torch", "tnpcore", "plotly")) == []
    assert offences([SHARED / "scene" / "figures.py"], ("streamlit", "torch", "tnpcore")) == []


def test_pages_load_models_through_the_catalogue_alone():
    """Its models do not warn outside the training range; those of `tnpcore.load` do."""
    assert offences(PAGES.rglob("*.py"), ("tnpcore.load", "tnpcore.pretrained.load")) == []
    named = {str(file.relative_to(PAGES)) for file in PAGES.rglob("*.py") if "tnpcore.load(" in file.read_text("utf-8")}
    # The program that a lesson gives away to copy is a text.
    assert named == {"shared/models/catalogue.py", "shared/models/checksum.py", "shared/lesson/program.py"}


@pytest.mark.parametrize("package", ["live", "lesson", "models", "scene"])
def test_the_socket_knows_no_streamlit(package):
    files = list((SHARED / package).glob("*.py"))
    assert files
    assert offences(files, ("streamlit", *PAGE_SIDE)) == []


def test_plotly_is_imported_for_figures_alone():
    files = [file for file in PAGES.rglob("*.py") if file.name != "figures.py"]
    assert offences(files, ("plotly",)) == []
