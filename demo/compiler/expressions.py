"""One Python expression as JavaScript. Operators, indices and truth become calls of `runtime/operators.js`, because an
array, a list and a number have the same operators in Python."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from itertools import pairwise

OPERATORS = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.BitOr: "or",
    ast.BitAnd: "and",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
# Words that mean something else in JavaScript.
RESERVED = {
    *("arguments", "case", "catch", "const", "default", "delete", "do", "enum", "eval", "export", "extends", "false"),
    *("function", "in", "let", "new", "null", "package", "static", "super", "switch", "this", "throw", "true"),
    *("typeof", "undefined", "var", "void"),
}


class Unsupported(ValueError):
    """A construct of Python that has no translation: the message names it and its line."""

    def __init__(self, node: ast.AST):
        super().__init__(f"no JavaScript is known for {type(node).__name__}: {ast.unparse(node)}")


def identifier(name: str) -> str:
    """A Python name as a JavaScript one."""
    return f"{name}_" if name in RESERVED else name


class Expressions:
    """Translates expressions of one function.

    Args:
        outer: the JavaScript for a name that the function does not bind, from its module or from Python itself.
        attribute: called with the name of every attribute that is read.
    """

    def __init__(self, outer: Callable[[str], str], attribute: Callable[[str], None]):
        self._outer, self._read = outer, attribute
        self.bound: set[str] = set()
        self._held = 0

    def of(self, node: ast.expr) -> str:
        """The JavaScript of an expression."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Unsupported(node)
        return method(node)

    def truth(self, node: ast.expr) -> str:
        """The JavaScript of a condition."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        return f"$.truth({self.of(node)})"

    def target(self, node: ast.expr, value: str) -> str:
        """Statements that assign a JavaScript value to a Python target."""
        if isinstance(node, ast.Name):
            return f"{identifier(node.id)} = {value};"
        if isinstance(node, ast.Subscript):
            return f"$.set({self.of(node.value)}, {self.of(node.slice)}, {value});"
        if isinstance(node, ast.Attribute):
            return f"{self.of(node.value)}.{node.attr} = {value};"
        if not isinstance(node, (ast.Tuple, ast.List)):
            raise Unsupported(node)
        starred = [i for i, each in enumerate(node.elts) if isinstance(each, ast.Starred)]
        parts = [each.value if isinstance(each, ast.Starred) else each for each in node.elts]
        star = starred[0] if starred else -1
        self._held += 1
        held = f"$held{self._held}"
        each = "".join(self.target(part, f"{held}[{i}]") for i, part in enumerate(parts))
        return f"{{ const {held} = $.unpacked({value}, {len(parts)}, {star}); {each} }}"

    # ---- names and constants -------------------------------------------------------------------
    def _name(self, node: ast.Name) -> str:
        return identifier(node.id) if node.id in self.bound else self._outer(node.id)

    def _constant(self, node: ast.Constant) -> str:
        if node.value is Ellipsis:
            return "$.ellipsis"
        return json.dumps(node.value, ensure_ascii=False)

    def _attribute(self, node: ast.Attribute) -> str:
        self._read(node.attr)
        return f"{self.of(node.value)}.{node.attr}"

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        return "[" + ", ".join(self.of(each) for each in node.values) + '].join("")'

    def _formattedvalue(self, node: ast.FormattedValue) -> str:
        value = self.of(node.value)
        if node.conversion == ord("r"):
            value = f"$.repr({value})"
        spec = self.of(node.format_spec) if node.format_spec else json.dumps("")
        return f"$.format({value}, {spec})"

    # ---- collections ---------------------------------------------------------------------------
    def _elements(self, nodes: list[ast.expr]) -> str:
        return ", ".join(f"...{self.of(n.value)}" if isinstance(n, ast.Starred) else self.of(n) for n in nodes)

    def _tuple(self, node: ast.Tuple) -> str:
        return f"[{self._elements(node.elts)}]"

    _list = _tuple

    def _set(self, node: ast.Set) -> str:
        return f"new Set([{self._elements(node.elts)}])"

    def _dict(self, node: ast.Dict) -> str:
        pairs = [
            f"...{self.of(value)}.items()" if key is None else f"[{self.of(key)}, {self.of(value)}]"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return f"new $.Dict([{', '.join(pairs)}])"

    def _comprehension(self, generators: list[ast.comprehension], push: Callable[[], str]) -> str:
        """An immediately called function: its variables are its own, as in Python."""
        before = set(self.bound)
        head, tail, names = "", "", set()
        for generator in generators:
            items = self.of(generator.iter)
            new = {each.id for each in ast.walk(generator.target) if isinstance(each, ast.Name)}
            names |= new
            self.bound |= new
            item = f"$item{generator.target.lineno}_{generator.target.col_offset}"
            head += f"for (const {item} of {items}) {{ {self.target(generator.target, item)} "
            head += "".join(f"if (!{self.truth(test)}) continue; " for test in generator.ifs)
            tail += " }"
        body = push()
        self.bound = before
        declared = ", ".join(sorted(map(identifier, names)))
        return f"(() => {{ const $made = []; let {declared}; {head}$made.push({body});{tail} return $made; }})()"

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        return self._comprehension(node.generators, lambda: self.of(node.elt))

    _generatorexp = _listcomp

    def _setcomp(self, node: ast.SetComp) -> str:
        return f"new Set({self._listcomp(node)})"

    def _dictcomp(self, node: ast.DictComp) -> str:
        pairs = self._comprehension(node.generators, lambda: f"[{self.of(node.key)}, {self.of(node.value)}]")
        return f"new $.Dict({pairs})"

    def _subscript(self, node: ast.Subscript) -> str:
        at = node.slice
        name = "getn" if isinstance(at, ast.Tuple) else "get"
        return f"$.{name}({self.of(node.value)}, {self.of(at)})"

    def _slice(self, node: ast.Slice) -> str:
        ends = (self.of(end) if end else "null" for end in (node.lower, node.upper, node.step))
        return f"$.slice({', '.join(ends)})"

    # ---- operators -----------------------------------------------------------------------------
    def binary(self, op: ast.AST, left: str, right: str) -> str:
        """The JavaScript of an operator between two values."""
        return f"$.{OPERATORS[type(op)]}({left}, {right})"

    def _binop(self, node: ast.BinOp) -> str:
        return self.binary(node.op, self.of(node.left), self.of(node.right))

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        return f"$.{'neg' if isinstance(node.op, ast.USub) else 'invert'}({self.of(node.operand)})"

    def _boolop(self, node: ast.BoolOp) -> str:
        *first, last = map(self.of, node.values)
        name = "both" if isinstance(node.op, ast.And) else "either"
        for value in reversed(first):
            last = f"$.{name}({value}, () => {last})"
        return last

    def _compare(self, node: ast.Compare) -> str:
        values = [self.of(each) for each in (node.left, *node.comparators)]
        tests = [self._test(op, *pair) for op, pair in zip(node.ops, pairwise(values), strict=True)]
        return tests[0] if len(tests) == 1 else f"({' && '.join(tests)})"

    def _test(self, op: ast.cmpop, left: str, right: str) -> str:
        if isinstance(op, (ast.Is, ast.IsNot)):
            same = "==" if right == "null" else "==="
            return f"({left} {same if isinstance(op, ast.Is) else '!' + same[1:]} {right})"
        if isinstance(op, (ast.In, ast.NotIn)):
            return f"{'!' if isinstance(op, ast.NotIn) else ''}$.contains({right}, {left})"
        return self.binary(op, left, right)

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self.truth(node.test)} ? {self.of(node.body)} : {self.of(node.orelse)})"

    def _namedexpr(self, node: ast.NamedExpr) -> str:
        return f"({identifier(node.target.id)} = {self.of(node.value)})"

    # ---- calls ---------------------------------------------------------------------------------
    def _call(self, node: ast.Call) -> str:
        function, given = self.of(node.func), self._elements(node.args)
        if not node.keywords:
            return f"{function}({given})"
        named = ", ".join(
            f"...$.plain({self.of(each.value)})" if each.arg is None else f"{each.arg}: {self.of(each.value)}"
            for each in node.keywords
        )
        if isinstance(node.func, ast.Attribute):
            return f'$.method({self.of(node.func.value)}, "{node.func.attr}", [{given}], {{ {named} }})'
        return f"$.call({function}, [{given}], {{ {named} }})"

    def _lambda(self, node: ast.Lambda) -> str:
        before = set(self.bound)
        names = [each.arg for each in node.args.args]
        self.bound |= set(names)
        defaults = dict(zip(reversed(names), reversed(node.args.defaults)))
        given = ", ".join(identifier(n) + (f" = {self.of(defaults[n])}" if n in defaults else "") for n in names)
        body = self.of(node.body)
        self.bound = before
        return f"(({given}) => {body})"

    def _starred(self, node: ast.Starred) -> str:
        return f"...{self.of(node.value)}"
