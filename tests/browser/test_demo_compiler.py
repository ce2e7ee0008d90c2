"""Python functions run as JavaScript give what they give in Python."""

import json

import pytest

from demo.build import HERE
from demo.compiler.program import Program
from demo.lessons import REPLACED
from pages.shared.board.bundle import sources
from tests import demo_examples as examples

pytestmark = pytest.mark.rare

FUNCTIONS = (
    *(examples.texts, examples.operators, examples.loops, examples.errors, examples.objects),
    *(examples.properties, examples.arrays),
)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_function_gives_the_same_in_both_languages(page, tmp_path, function):
    program = Program(REPLACED, ours=("tests",))
    name = program.reference(function)
    for file in (HERE / "runtime").glob("*.js"):
        (tmp_path / file.name).write_text(file.read_text("utf-8"), "utf-8")
    head = 'import { python } from "./python.js";\nconst $ = python;\n'
    (tmp_path / "example.js").write_text(f"{head}{program.text()}export const run = () => {name}();\n", "utf-8")
    page.goto("about:blank")
    module = json.dumps(sources("example", tmp_path))
    found = page.evaluate(
        f"import(URL.createObjectURL(new Blob([{module}], {{ type: 'text/javascript' }})))"
        ".then((module) => JSON.stringify(module.default.run()))"
    )
    assert json.loads(found) == json.loads(json.dumps(function()))
