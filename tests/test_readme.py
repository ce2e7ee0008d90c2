"""The README tells the truth: its table is that of the cards, its pages are those of the app, its files exist. So does
the page of all models."""

import re
from pathlib import Path

import pytest

from pages.lessons import LESSONS
from tnpcore import card
from tnpcore.catalogue import PAGES
from tnpcore.models.registry import MAIN
from tnpcore.zoo import summary

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_table_of_models_is_that_of_the_cards():
    written = re.search(r"<!-- models: [^>]*-->\n(.*?)<!-- /models -->", README, re.DOTALL).group(1)
    assert written.strip() == summary([card(name) for name in MAIN])


def test_the_command_above_the_table_prints_it():
    named = re.search(r"<!-- models: python -m tnpcore.evaluate (.*) --table -->", README).group(1)
    assert tuple(named.split()) == MAIN


@pytest.mark.slow
@pytest.mark.parametrize("file", PAGES)
def test_the_pages_of_all_models_are_those_of_the_cards(file):
    """If this fails: python -m tnpcore.catalogue"""
    assert (ROOT / "docs" / file).read_text("utf-8") == PAGES[file]()


def test_the_pages_are_those_of_the_app():
    listed = re.findall(r"^\| ([^|]+) \|", README.split("## Pages")[1].split("\n## ")[0], re.MULTILINE)
    assert listed[1:] == [lesson.link for lesson in LESSONS.values()]


def test_what_it_names_exists():
    pictures = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    named = re.findall(r"`([\w./-]+\.(?:py|txt))`", README)
    assert pictures and named
    assert [path for path in (*pictures, *named) if not (ROOT / path).is_file()] == []


def test_the_example_of_the_library_runs():
    """The numbers that it names, too; no warning, which would be an error here."""
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict = {}
    exec(example, names)
    mean = names["prediction"].mean
    assert mean.shape == (101, 1) and mean.min() > 13 and mean.max() < 15
    assert names["joint"].scale_tril.shape == (5, 5)
