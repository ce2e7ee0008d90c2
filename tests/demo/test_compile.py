"""The lessons of the folder without a server can be compiled. What they compute: tests/browser/test_demo.py."""

import pytest

from demo.compiler.expressions import Unsupported
from demo.compiler.program import Program
from demo.lessons import LESSONS, MODELS, REPLACED, javascript
from tests import demo_examples as examples

pytestmark = pytest.mark.rare


def test_every_lesson_has_a_translation():
    text = javascript(dict.fromkeys(MODELS, "0" * 64))
    for lesson in LESSONS:
        scene = f"{lesson.scene.__module__}.{lesson.scene.__qualname__}".replace(".", "_")
        assert f"const {scene} = " in text
        assert f"\n{lesson.name}: {{" in text


def test_a_construct_without_a_translation_is_named():
    with pytest.raises(Unsupported, match="Yield: "):
        Program(REPLACED, ours=("tests",)).reference(examples.unknown)


def test_what_only_annotates_is_refused_rather_than_written():
    with pytest.raises(ValueError, match=r"got typing\.cast"):
        Program(REPLACED, ours=("tests",)).reference(examples.cast_away)
