"""One Python function as a JavaScript function: its statements, and its variables, which Python does not declare."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Callable

from demo.compiler.expressions import Expressions, Unsupported, identifier


def parsed(thing: object) -> ast.FunctionDef | ast.ClassDef:
    """The syntax of a function or class, from its source."""
    return ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]


class Statements:
    """Translates the statements of one function and of those inside it.

    Args:
        expressions: translates what the statements are made of.
    """

    def __init__(self, expressions: Expressions):
        self._expressions = expressions

    def function(self, node: ast.FunctionDef, defaults: Callable[[str], str], method: bool = False) -> str:
        """A JavaScript function, or a method's parameters and body; `defaults` gives each default, "" for none."""
        given = node.args
        names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        first = names.pop(0) if method else None
        outside = set(self._expressions.bound)
        rest = given.vararg.arg if given.vararg else None
        local = _assigned(node)
        self._expressions.bound = outside | {*names, *local, *filter(None, (first, rest))}
        body = self.block(node.body)
        self._expressions.bound = outside
        own = sorted(identifier(name) for name in local - {*names, rest})
        declared = f"let {', '.join(own)}; " if own else ""
        this = f"const {first} = this; " if first else ""
        parameters = [f"{identifier(name)}{_default(defaults(name))}" for name in names]
        if rest:
            parameters.append(f"...{identifier(rest)}")
        text = f"({', '.join(parameters)}) {{ {this}{declared}\n{body}}}"
        return text if method else f"$.named({json.dumps(names)}, function {text})"

    def block(self, nodes: list[ast.stmt]) -> str:
        """Statements, one after the other; a docstring is left out."""
        return "".join(f"{self.of(node)}\n" for node in nodes)

    def of(self, node: ast.stmt) -> str:
        """The JavaScript of one statement."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Unsupported(node)
        return method(node)

    def _expr(self, node: ast.Expr) -> str:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return "" if is_text else f"{self._expressions.of(node.value)};"

    def _return(self, node: ast.Return) -> str:
        return f"return {self._expressions.of(node.value)};" if node.value else "return null;"

    def _assign(self, node: ast.Assign) -> str:
        value = self._expressions.of(node.value)
        if len(node.targets) == 1:
            return self._expressions.target(node.targets[0], value)
        each = " ".join(self._expressions.target(target, "$value") for target in node.targets)
        return f"{{ const $value = {value}; {each} }}"

    def _annassign(self, node: ast.AnnAssign) -> str:
        return self._expressions.target(node.target, self._expressions.of(node.value)) if node.value else ""

    def _augassign(self, node: ast.AugAssign) -> str:
        value = self._expressions.binary(node.op, self._expressions.of(node.target), self._expressions.of(node.value))
        return self._expressions.target(node.target, value)

    def _if(self, node: ast.If) -> str:
        text = f"if ({self._expressions.truth(node.test)}) {{\n{self.block(node.body)}}}"
        return f"{text} else {{\n{self.block(node.orelse)}}}" if node.orelse else text

    def _for(self, node: ast.For) -> str:
        item = f"$item{node.lineno}"
        assigned = self._expressions.target(node.target, item)
        body = self.block(node.body)
        return f"for (const {item} of {self._expressions.of(node.iter)}) {{ {assigned}\n{body}}}"

    def _while(self, node: ast.While) -> str:
        return f"while ({self._expressions.truth(node.test)}) {{\n{self.block(node.body)}}}"

    def _break(self, _node: ast.Break) -> str:
        return "break;"

    def _continue(self, _node: ast.Continue) -> str:
        return "continue;"

    def _pass(self, _node: ast.Pass) -> str:
        return ""

    def _raise(self, node: ast.Raise) -> str:
        return f"throw {self._expressions.of(node.exc)};" if node.exc else "throw $error;"

    def _try(self, node: ast.Try) -> str:
        if node.finalbody:
            raise Unsupported(node)
        rest = self.block(node.orelse)
        caught = "".join(map(self._handler, node.handlers))
        return f"try {{\n{self.block(node.body)}{rest}}} catch ($error) {{\n{caught}{{ throw $error; }}\n}}"

    def _handler(self, node: ast.ExceptHandler) -> str:
        named = f"{identifier(node.name)} = $error; " if node.name else ""
        return f"if ($.raised($error, {self._expressions.of(node.type)})) {{\n{named}{self.block(node.body)}}} else "

    def _with(self, node: ast.With) -> str:
        if any(item.optional_vars for item in node.items) or not all(map(_without_gradients, node.items)):
            raise Unsupported(node)
        return self.block(node.body)

    def _functiondef(self, node: ast.FunctionDef) -> str:
        defaults = dict(zip(reversed([a.arg for a in node.args.args]), reversed(node.args.defaults)))
        text = self.function(node, lambda name: self._expressions.of(defaults[name]) if name in defaults else "")
        return f"{identifier(node.name)} = {text};"


def _default(text: str) -> str:
    return f" = {text}" if text else ""


def _without_gradients(item: ast.withitem) -> bool:
    return ast.unparse(item.context_expr) in ("torch.inference_mode()", "torch.no_grad()")


def _assigned(function: ast.FunctionDef) -> set[str]:
    """Names that the function binds itself; those of its comprehensions and of functions inside it are theirs."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
            return
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            found.update(n.target.id for n in ast.walk(node) if isinstance(n, ast.NamedExpr))
            return
        if not isinstance(node, ast.Lambda):
            for child in ast.iter_child_nodes(node):
                visit(child)

    for statement in function.body:
        visit(statement)
    return found
