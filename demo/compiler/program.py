"""All functions, classes and values that some Python functions need, as one JavaScript text.

Only what is reached is translated, method by method. A module's constants are not translated but written as the values
that they have in Python; so is what a page without a server cannot compute, as a table of its results.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import inspect
import json
import math
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType

import numpy as np
import torch

from demo.compiler.expressions import Expressions
from demo.compiler.statements import Statements, parsed

OURS = ("pages", "tnpcore")
ALWAYS = {"__init__", "__post_init__", "__len__", "__add__", "__radd__"}
KINDS = {"f": "f", "i": "i", "u": "i", "b": "b"}


class Program:
    """A growing JavaScript program.

    Args:
        replaced: the JavaScript that stands for a function or class, by "module.name".
        without: methods that are never translated, by "module.class.name".
        ours: packages that are translated; what others have is in `runtime/libraries.js`.
    """

    def __init__(
        self, replaced: Mapping[str, str], without: frozenset[str] = frozenset(), ours: tuple[str, ...] = OURS
    ):
        self._replaced, self._without, self._packages = replaced, without, ours
        self._functions: dict[str, str] = {}
        self._classes: dict[str, tuple[type, dict[str, str]]] = {}
        self._constants: dict[str, str] = {}
        self._read: set[str] = set()

    def reference(self, thing: object) -> str:
        """A JavaScript expression for a function, a class, or a value."""
        if thing is None or isinstance(thing, (bool, int, str)):
            return json.dumps(thing, ensure_ascii=False)
        if isinstance(thing, (float, np.floating)):
            return repr(float(thing)) if math.isfinite(thing) else f"{'-' * (thing < 0)}Infinity"
        if isinstance(thing, ModuleType):
            return f"$.{thing.__name__.replace('.', '_')}"
        if getattr(builtins, getattr(thing, "__name__", ""), None) is thing:
            return f"$.py.{thing.__name__}"
        if callable(thing) and hasattr(thing, "__qualname__"):
            return self._named(thing)
        return self._value(thing)

    def text(self) -> str:
        """The whole program."""
        self._complete()
        classes = "".join(self._class_text(name, *found) for name, found in self._classes.items())
        functions = "".join(f"const {name} = {text};\n" for name, text in self._functions.items())
        constants = "".join(f"const {name} = {text};\n" for name, text in self._constants.items())
        return classes + functions + constants

    # ---- values --------------------------------------------------------------------------------
    def _value(self, thing: object) -> str:
        if isinstance(thing, (tuple, list)):
            return f"[{', '.join(map(self.reference, thing))}]"
        if isinstance(thing, (set, frozenset)):
            return f"new Set([{', '.join(map(self.reference, thing))}])"
        if isinstance(thing, Mapping):
            pairs = (f"[{self.reference(key)}, {self.reference(value)}]" for key, value in thing.items())
            return f"new $.Dict([{', '.join(pairs)}])"
        if isinstance(thing, torch.Tensor):
            thing = thing.detach().numpy()
        if isinstance(thing, np.ndarray):
            numbers = json.dumps(thing.astype(np.float64).ravel().tolist())
            return f'$.nd({numbers}, {json.dumps(thing.shape)}, "{KINDS[thing.dtype.kind]}")'
        if isinstance(thing, torch.dtype):
            return json.dumps(str(thing).removeprefix("torch."))
        if isinstance(thing, functools.partial):
            named = self._object(thing.keywords)
            return f"$.functools.partial({', '.join(map(self.reference, (thing.func, *thing.args)))}, {named})"
        return f"$.instance({self.reference(type(thing))}, {self._object(vars(thing))})"

    def _object(self, values: Mapping[str, object]) -> str:
        return f"{{ {', '.join(f'{name}: {self.reference(value)}' for name, value in values.items())} }}"

    # ---- functions and classes -----------------------------------------------------------------
    def _named(self, thing: Callable) -> str:
        name = f"{thing.__module__}.{thing.__qualname__}"
        if name in self._replaced:
            return self._replaced[name]
        if not self._ours(thing):
            if thing.__module__ == "typing":
                raise ValueError(f"what has a value in a browser was required, got {name}")
            return f"$.{name}"
        variable = name.replace(".", "_")
        if isinstance(thing, type):
            self._class(variable, thing)
        elif variable not in self._functions:
            self._functions[variable] = ""
            self._functions[variable] = self._function(thing)
        return variable

    def _function(self, thing: Callable) -> str:
        plain = inspect.unwrap(thing)
        if not isinstance(plain, FunctionType) or plain.__closure__:
            raise ValueError(f"a function of a module was required, got {thing!r}")
        text = self._statements(plain).function(parsed(plain), self._defaults(plain))
        return f"$.cached({text})" if hasattr(thing, "cache_clear") else text

    def _defaults(self, function: FunctionType) -> Callable[[str], str]:
        given = inspect.signature(function).parameters
        empty = inspect.Parameter.empty
        return lambda name: "" if given[name].default is empty else self.reference(given[name].default)

    def _statements(self, function: FunctionType) -> Statements:
        names = function.__globals__

        def outer(name: str) -> str:
            if name in names:
                return self._global(function.__module__, name, names[name])
            if hasattr(builtins, name):
                return self.reference(getattr(builtins, name))
            raise NameError(f"{function.__module__}.{function.__qualname__} needs {name}")

        return Statements(Expressions(outer, self._read.add))

    def _global(self, module: str, name: str, value: object) -> str:
        if f"{module}.{name}" in self._replaced:
            return self._replaced[f"{module}.{name}"]
        if isinstance(value, (tuple, list, Mapping, set, frozenset, np.ndarray, torch.Tensor)) and len(value):
            variable = f"{module}.{name}".replace(".", "_")
            if variable not in self._constants:
                text = self.reference(value)
                self._constants[variable] = text
            return variable
        return self.reference(value)

    def _class(self, variable: str, thing: type) -> None:
        if variable in self._classes:
            return
        for base in filter(self._ours, thing.__bases__):
            self._named(base)
        self._classes[variable] = (thing, {})

    def _complete(self) -> None:
        """Translate the methods that anything reads, until nothing new is read."""
        while True:
            missing = [
                (variable, name)
                for variable, (thing, methods) in list(self._classes.items())
                for name, value in vars(thing).items()
                if name not in methods and self._wanted(thing, name, value)
            ]
            if not missing:
                return
            for variable, name in missing:
                thing, methods = self._classes[variable]
                methods[name] = self._method(thing, name)

    def _wanted(self, thing: type, name: str, value: object) -> bool:
        methods = (FunctionType, property, functools.cached_property, classmethod, staticmethod)
        if not isinstance(value, methods) or f"{thing.__module__}.{thing.__qualname__}.{name}" in self._without:
            return False
        written = {node.name for node in parsed(thing).body if isinstance(node, ast.FunctionDef)}
        return name in written and (name in ALWAYS or name in self._read)

    def _method(self, thing: type, name: str) -> str:
        node = next(n for n in parsed(thing).body if isinstance(n, ast.FunctionDef) and n.name == name)
        value = vars(thing)[name]
        function = inspect.unwrap(_function_of(value))
        statements = self._statements(function)
        text = statements.function(node, self._defaults(function), method=not isinstance(value, staticmethod))
        if isinstance(value, functools.cached_property):
            return f"get {name}() {{ return $.kept(this, {json.dumps(name)}, function {text}); }}"
        kind = {property: "get ", classmethod: "static ", staticmethod: "static "}.get(type(value), "")
        return f"{kind}{name}{text}"

    def _class_text(self, variable: str, thing: type, methods: Mapping[str, str]) -> str:
        bases = [self._named(b) for b in thing.__bases__ if self._ours(b)]
        base = f"{bases[0]}.made" if bases else "$.Instance"
        fields = dataclasses.fields(thing) if dataclasses.is_dataclass(thing) else ()
        names = json.dumps([field.name for field in fields if field.init])
        defaults = ", ".join(f"{f.name}: () => {self._field_default(f)}" for f in fields if _has_default(f))
        body = "\n".join(methods.values())
        named = json.dumps(
            {
                name: list(inspect.signature(value).parameters)[1:]
                for name, value in vars(thing).items()
                if name in methods and isinstance(value, FunctionType)
            }
        )
        made = f"class extends {base} {{\n{body}\n}}"
        return f'const {variable} = $.dataclass("{thing.__name__}", {names}, {{ {defaults} }}, {named}, {made});\n'

    def _ours(self, thing: Callable) -> bool:
        return thing.__module__.split(".")[0] in self._packages

    def _field_default(self, field: dataclasses.Field) -> str:
        if field.default is not dataclasses.MISSING:
            return self.reference(field.default)
        return self.reference(field.default_factory())


def _function_of(method: object) -> Callable:
    """What a class wraps in a property, a class method and so on."""
    found = (getattr(method, name, None) for name in ("fget", "func", "__func__"))
    return next(filter(None, found), method)


def _has_default(field: dataclasses.Field) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
