"""One idea has one name: code, text and names of files use none of the words that `tests/language.py` lists.
`python tests/language.py FOLDER` prints the offences of a folder."""

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
    assert [one for file in files for one in language.offences(file)] == []


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("a.py", '"""What a model is\n    told."""', ["told"]),
        ("a.py", "# nobody\nasked_points = 1  # fine", ["asked", "nobody"]),
        ("a.py", "f'{x} comes\n# along'", []),
        ("a.py", "class MovedWorld: ...", ["World"]),
        ("a.py", 'role = "bump"  # of a wave', ["wave"]),
        ("a.py", "world_size = 2  # the world size", []),
        ("a.js", "let heardBy = `it ${told} listens`;", ["heard", "listens", "told"]),
        ("a.md", "It comes\nalong.", ["comes\nalong"]),
        ("what_is_asked.md", "", ["asked"]),
    ],
)
def test_what_the_check_sees(tmp_path, file, text, words):
    path = tmp_path / file
    path.write_text(text, "utf-8")
    found = language.offences(path, tmp_path)
    assert sorted(one.split('"')[1] for one in found) == sorted(words, key=str)


def test_an_offence_names_its_line_and_the_word_to_use(tmp_path):
    path = tmp_path / "a.py"
    path.write_text('"""First line.\n\nThe models hear it."""\n', "utf-8")
    (offence,) = language.offences(path, tmp_path)
    assert offence.startswith('a.py:3: "hear" in ') and "attends to" in offence


def test_what_was_built_is_not_read(tmp_path):
    """`make demo` and `make docs` write below folders that are checked."""
    for place in ("demo/site/worker.js", "demo/build.py"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("", "utf-8")
    assert [file.name for file in language.files(tmp_path / "demo")] == ["build.py"]
