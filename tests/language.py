"""The project's words: which are not used, what to write in their place, and where a file offends.

    python tests/language.py pages/attention README.md

lists every offence below these paths. The terms follow one rule: one idea has one name, and the name is the field's.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Term:
    """Words that are not used: a pattern, what to write instead, in which kinds of text, below which folder."""

    pattern: str
    say: str
    kinds: frozenset[str]
    only: str = "*"


# What is read: prose (docstrings, comments, Markdown, strings with a space), single words in strings, identifiers, and
# the names of files and folders.
PROSE, WORD, NAME = frozenset({"prose"}), frozenset({"word"}), frozenset({"name", "file"})
EVERYWHERE = PROSE | WORD | NAME

_RESPONSE = "prediction (of a model); response (of the server); guess (of the learner)"
_QUERY = "query, target; evaluate at, predict at; request (from the server); needs, requires"
_ATTENDS = "attends to; attention weight; receives (a message)"
_SHIFT = "shift all inputs by τ; the shifted inputs; shifted prediction (shown back at the original inputs)"
_EQUIVARIANT = "is translation equivariant: the prediction shifts with the data; changes under the shift"

TERMS = (
    Term("told|tells?|telling|retold", "shows, states, gives, prints; distinguishes (tell apart); message", EVERYWHERE),
    Term("ask|asks|asked|asking", _QUERY, EVERYWHERE),
    Term("answers?|answered|answering|unanswered", _RESPONSE, EVERYWHERE),
    Term("opinions?", "prediction", EVERYWHERE),
    Term(r"(?:models?|predictors?|process|tnp-?d|te-?tnp|conv-?cnp|cnp|anp) (?:says?|said)", "predicts", PROSE),
    Term("hear|hears|heard|hearing|overhears?", _ATTENDS, EVERYWHERE),
    Term("listen|listens|listened|listening", _ATTENDS, EVERYWHERE),
    Term("whom", "which (points, tokens, models)", EVERYWHERE),
    Term(r"who may|may look|may see|blinkers", "attention mask; may attend", EVERYWHERE),
    Term("minds?|minded", "model", EVERYWHERE),
    Term("nobody", "no token, no model; no one (people)", EVERYWHERE),
    Term("everybody", "every token, every model; everyone (people)", EVERYWHERE),
    Term("company", "the other targets; joint, correlated prediction", EVERYWHERE),
    Term(r"(?:each|every|value|target|one)(?: \w+)? by itself", "marginal", PROSE),
    Term("slid", _SHIFT, EVERYWHERE),
    Term(r"worlds?(?! size)", _SHIFT, EVERYWHERE),
    Term("moved by|move[sd]? sideways|moving sideways", _SHIFT, PROSE),
    Term("(?:come|comes|came|coming) along", _EQUIVARIANT, PROSE),
    Term("drift|drifts|drifted|drifting", _EQUIVARIANT, EVERYWHERE),
    Term("value by value", "autoregressive, autoregressively", PROSE),
    Term("foretells?|foretold|foretelling", "predicts, predicted", EVERYWHERE),
    Term("hidden in turn|left out in turn", "held out, one at a time (leave-one-out)", PROSE),
    Term("random vector", "latent variable z", PROSE),
    Term("what (?:it|a model) loses|distance from the best", "excess over the Bayes predictor, in nats", PROSE),
    Term("best possible", "the limit's name: Bayes predictor, or best Gaussian", PROSE, only="pages/*"),
    Term("dear|dearer|dearest", "expensive, slow", EVERYWHERE),
    Term("wave|waves", "sinusoid; Fourier features", PROSE | NAME),
    Term("bump|bumps", "RBF (a Gaussian bump, once on a page, as the intuition)", PROSE | NAME),
    Term(r"(?<!a )lots?", "batch", PROSE | NAME),
    Term("prior (?:column|token)|prior's (?:column|weight)", "null token; null", PROSE),
    Term("ghosts?", "shifted prediction", PROSE),
    Term("lens|lenses", "panels, attention panels", PROSE),
    Term("ledgers?", "readings", PROSE),
    Term("lamps?", "indicator", PROSE),
    Term("threads?", "connecting line (thickness = weight)", PROSE, only="pages/*"),
)

# Where a word of the list above is the right one. (A file or folder, the term's pattern or its beginning, the reason.)
ALLOWED = (
    ("tests/*language.py", "", "names the words"),
    ("pages/setconv/article.py", "bump", "the intuition, where the page introduces RBFs"),
    ("pages/shared/glossary/terms.toml", "bump", "the intuition, in the definition of RBF"),
    ("pages/shared/glossary/terms.toml", "random vector", "the definition of a latent variable"),
    ("pages/zoo/controls.py", "nobody", "a value in links"),
    ("pages/shared/board/playback/synthesiser.js", "wave", "an oscillator's PeriodicWave, a name of the browser"),
    *(("pages/shared/scene/marks.py", role, "a role's name") for role in ("wave", "bump", "lens")),
    ("pages/shared/live/*", "threads", "threads of the processor"),
    ("pages/shared/models/*", "threads", "threads of the processor"),
    ("pages/shared/server/*", "threads", "threads of the processor"),
)


@dataclass(frozen=True)
class Offence:
    """One word in one place."""

    path: str
    line: int
    kind: str
    word: str
    text: str
    say: str

    def __str__(self) -> str:
        return f'{self.path}:{self.line}: {self.kind} "{self.word}" in {self.text!r}. Say: {self.say}'


def offences(path: Path, root: Path = ROOT) -> list[Offence]:
    """Every offence in one file, in the order of its lines; none in a file of a kind that is not read."""
    name = path.relative_to(root).as_posix()
    reader = READERS.get(path.suffix)
    if reader is None:
        return []
    spans = [(1, "file", name.rpartition(".")[0].replace("/", " ")), *reader(path.read_text("utf-8"))]
    return [found for line, kind, text in spans for found in _in_text(name, line, kind, text)]


def _in_text(name: str, line: int, kind: str, text: str) -> Iterator[Offence]:
    words = spoken(text) if kind in NAME else text
    for term, regex in _terms_for(name, kind):
        for match in regex.finditer(words):
            at = line + words.count("\n", 0, match.start())
            around = " ".join(words[max(0, match.start() - 30) : match.end() + 30].split())
            yield Offence(name, at, kind, match[0], text if kind in NAME else around, term.say)


@cache  # a file has thousands of texts
def _terms_for(name: str, kind: str) -> list[tuple[Term, re.Pattern]]:
    """What is not used in such a text of the file, as whole words in any case."""
    terms = [t for t in TERMS if kind in t.kinds and fnmatch(name, t.only) and not _is_allowed(name, t)]
    return [(term, re.compile(rf"\b(?:{term.pattern})\b", re.IGNORECASE)) for term in terms]


def _is_allowed(name: str, term: Term) -> bool:
    return any(fnmatch(name, path) and term.pattern.startswith(begins) for path, begins, _ in ALLOWED)


def spoken(identifier: str) -> str:
    """The words of an identifier: `askEach2` and `ask_each` are "ask each"."""
    return " ".join(re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", identifier))


# ---- readers: (line, kind, text) for everything in a file that people read ------------------------------------------


def python(source: str) -> Iterator[tuple[int, str, str]]:
    """Docstrings, strings, comments, and the identifiers that this file defines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, _kind(node.value), node.value
        yield from ((node.lineno, "name", name) for name in _defined(node))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], "prose", token.string


def _defined(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.arg():
            yield node.arg
        case ast.Name(ctx=ast.Store()):
            yield node.id
        case ast.Attribute(ctx=ast.Store()):
            yield node.attr


_JS = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)"
    r"|(?P<name>[A-Za-z_$][\w$]*)",
    re.DOTALL,
)


def javascript(source: str) -> Iterator[tuple[int, str, str]]:
    """Comments, strings, and each identifier where it first stands."""
    seen = set()
    for match in _JS.finditer(source):
        line, kind = source.count("\n", 0, match.start()) + 1, match.lastgroup
        if kind == "comment":
            yield line, "prose", match[0]
        elif kind == "string":
            text = re.sub(r"\$\{[^}]*\}", "…", match[0][1:-1])
            yield line, _kind(text), text
        elif match[0] not in seen:
            seen.add(match[0])
            yield line, "name", match[0]


def markdown(source: str) -> Iterator[tuple[int, str, str]]:
    """The prose without code: names are checked where they are defined."""
    without_blocks = re.sub(r"^```.*?^```", _same_lines, source, flags=re.DOTALL | re.MULTILINE)
    yield 1, "prose", re.sub(r"`[^`\n]*`|\]\([^)]*\)|^ {4}\S.*$", _same_lines, without_blocks, flags=re.MULTILINE)


def notebook(source: str) -> Iterator[tuple[int, str, str]]:
    """The prose and the code of a notebook; lines count from the beginning of each cell."""
    for cell in json.loads(source)["cells"]:
        text = "".join(cell["source"])
        yield from python(text) if cell["cell_type"] == "code" else markdown(text)


def data(source: str) -> Iterator[tuple[int, str, str]]:
    """Everything in a file of data."""
    yield 1, "prose", source


def stylesheet(source: str) -> Iterator[tuple[int, str, str]]:
    """Comments."""
    for match in re.finditer(r"/\*.*?\*/", source, re.DOTALL):
        yield source.count("\n", 0, match.start()) + 1, "prose", match[0]


def _same_lines(match: re.Match) -> str:
    return " " + "\n" * match[0].count("\n")


def _kind(text: str) -> str:
    return "prose" if re.search(r"\s", text.strip()) else "word"


READERS = {".py": python, ".js": javascript, ".css": stylesheet, ".md": markdown, ".ipynb": notebook, ".toml": data}


def files(path: Path) -> Iterator[Path]:
    """The files below `path` (or itself) that are read: those that somebody wrote, and no build."""
    everything = sorted(path.rglob("*")) if path.is_dir() else [path]
    hidden = {"__pycache__", "node_modules", ".venv", "site", "api"}  # the last two by `make demo` and `make docs`
    return (p for p in everything if p.suffix in READERS and not hidden & set(p.parts) and p.is_file())


def main(paths: list[str]) -> int:
    """Print the offences below the paths; 1 where there are some."""
    found = [one for path in paths for file in files(Path(path).resolve()) for one in offences(file)]
    print("\n".join(map(str, found)) or "no offence")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [str(ROOT / name) for name in ("pages", "tnpcore", "README.md", "docs", "deploy")]))
