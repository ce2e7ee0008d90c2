"""One idea has one name: docstrings, strings, comments, identifiers and the Markdown files use none of the words that
`tests/language.py` lists. `python tests/language.py FOLDER` prints the offences of a folder."""

import pytest

from tests import language

pytestmark = pytest.mark.slow

FOLDERS = ("pages", "tnpcore", "benchmarks", "deploy", "demo", "docs")
READ = ("app.py", *FOLDERS, *(p.name for p in language.ROOT.glob("*.md")))


@pytest.mark.parametrize("name", READ)
def test_the_words_are_those_of_the_field(name):
    """The message of a failure says what to write instead."""
    files = list(language.files(language.ROOT / name))
    assert files
    found = [one for file in files for one in language.offences(file)]
    assert [str(one) for one in found] == []


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("a.py", '"""What a model is told."""', ["prose told"]),
        ("a.py", "# nobody\nasked_points = 1  # fine", ["prose nobody", "name asked"]),
        ("a.py", "def ask_each(told): ...", ["name ask", "name told"]),
        ("a.py", "class MovedWorld: ...", ["name World"]),
        ("a.py", "import other\nother.ask(told=1)", []),
        ("a.py", "f'{x} comes along'", ["prose comes along"]),
        ("a.py", "role = 'ghost'", []),
        ("a.py", "world_size = 2  # the world size", []),
        ("a.js", "// slid back\nlet heardBy = `it ${told} listens`;", ["prose slid", "name heard", "prose listens"]),
        ("a.js", "node.addEventListener('ask', f);", ["word ask"]),
        ("a.md", "An opinion.\n\n    told = 1\n\n`told` [x](told.md)\n\n```\ntold\n```\n", ["prose opinion"]),
        ("a.css", "/* what is told */ .told { top: 0 }", ["prose told"]),
        ("a.ipynb", '{"cells": [{"cell_type": "code", "source": ["told = 1"]}]}', ["name told"]),
        ("pages/a.md", "thread", ["prose thread"]),
        ("tnpcore/a.md", "thread", []),
        ("pages/shared/live/a.md", "thread", []),
        ("what_is_asked.md", "", ["file asked"]),
    ],
)
def test_what_the_check_sees(tmp_path, file, text, words):
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    assert sorted(f"{one.kind} {one.word}" for one in language.offences(path, tmp_path)) == sorted(words)


def test_an_offence_names_its_line_and_the_word_to_use(tmp_path):
    path = tmp_path / "a.py"
    path.write_text('"""First line.\n\nThe models hear it."""\n', "utf-8")
    (offence,) = language.offences(path, tmp_path)
    assert str(offence).startswith('a.py:3: prose "hear" in ')
    assert "attends to" in str(offence)


def test_what_was_built_is_not_read(tmp_path):
    """`make demo` and `make docs` write below folders that are checked."""
    for place in ("demo/site/worker.js", "demo/build.py"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("", "utf-8")
    assert [file.name for file in language.files(tmp_path / "demo")] == ["build.py"]
