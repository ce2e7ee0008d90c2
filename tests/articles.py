"""What is written below the boards: the texts of an article, or of another file, as it has them, without a page."""

import ast
from functools import cache

from tests.language import ROOT


@cache
def texts(lesson: str, file: str = "article") -> str:
    """Every text of the article of a lesson, each on a line of its own."""
    nodes = ast.walk(ast.parse((ROOT / "pages" / lesson / f"{file}.py").read_text("utf-8")))
    return "\n".join(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
