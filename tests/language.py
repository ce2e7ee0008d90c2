"""The project's words: which are not used, what to write in their place, and where a file offends.

    python tests/language.py pages/attention README.md

lists every offence below these paths. The terms follow one rule: one idea has one name, and the name is the field's.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READ = {".py", ".js", ".css", ".md", ".ipynb", ".toml"}

_RESPONSE = "prediction (of a model); response (of the server); guess (of the learner)"
_QUERY = "query, target; evaluate at, predict at; request (from the server); needs, requires"
_ATTENDS = "attends to; attention weight; receives (a message)"
_SHIFT = "shift all inputs by τ; the shifted inputs; shifted prediction (shown back at the original inputs)"
_EQUIVARIANT = "is translation equivariant: the prediction shifts with the data; changes under the shift"
_RBF = "RBF (a Gaussian bump, once on a page, as the intuition)"

# Words as a pattern (in quotes some are the names of roles), and what to write instead.
TERMS = {
    "told|tells?|telling|retold": "shows, states, gives, prints; distinguishes (tell apart); message",
    "ask|asks|asked|asking": _QUERY,
    "answers?|answered|answering|unanswered": _RESPONSE,
    "opinions?": "prediction",
    r"(?:models?|predictors?|process|tnp-?d|te-?tnp|conv-?cnp|cnp|anp) (?:says?|said)": "predicts",
    "hear|hears|heard|hearing|overhears?": _ATTENDS,
    "listen|listens|listened|listening": _ATTENDS,
    "whom": "which (points, tokens, models)",
    "who may|may look|may see|blinkers": "attention mask; may attend",
    "minds?|minded": "model",
    "nobody": "no token, no model; no one (people)",
    "everybody": "every token, every model; everyone (people)",
    "company": "the other targets; joint, correlated prediction",
    r"(?:each|every|value|target|one)(?: \w+)? by itself": "marginal",
    "slid": _SHIFT,
    "worlds?(?! size)": _SHIFT,
    "moved by|move[sd]? sideways|moving sideways": _SHIFT,
    "(?:come|comes|came|coming) along": _EQUIVARIANT,
    "drift|drifts|drifted|drifting": _EQUIVARIANT,
    "value by value": "autoregressive, autoregressively",
    "foretells?|foretold|foretelling": "predicts, predicted",
    "hidden in turn|left out in turn": "held out, one at a time (leave-one-out)",
    "random vector": "latent variable z",
    "what (?:it|a model) loses|distance from the best": "excess over the Bayes predictor, in nats",
    "best possible": "the limit's name: Bayes predictor, or best Gaussian",
    "dear|dearer|dearest": "expensive, slow",
    '(?<!")waves?(?!")': "sinusoid; Fourier features",
    '(?<!")bumps?(?!")': _RBF,
    "(?<!a )lots?": "batch",
    "prior (?:column|token)|prior's (?:column|weight)": "null token; null",
    "ghosts?": "shifted prediction",
    "(?:a|the|each|every|this) (?:lens|lenses)": "panels, attention panels",  # alone, an area of the page
    "ledgers?": "readings",
    "lamps?": "indicator",
}
# Where such a word is the right one: (a file, how its pattern begins), the reason.
ALLOWED = {
    ("tests/*language.py", ""): "names the words",
    ("pages/setconv/article.py", '(?<!")bump'): "the intuition, where the page introduces RBFs",
    ("pages/plane/story.py", '(?<!")bump'): "the intuition, where the story introduces RBFs",
    ("pages/shared/glossary/terms.toml", '(?<!")bump'): "the intuition, in the definition of RBF",
    ("pages/shared/glossary/terms.toml", "random vector"): "the definition of a latent variable",
    ("docs/trials.md", "best possible"): "a history",
    ("README.md", "best possible"): "of melodies, where no form of the prediction excludes the Bayes predictor",
    ("pages/zoo/controls.py", "nobody"): "a value in links",
    ("pages/shared/board/playback/synthesiser.js", '(?<!")wave'): "an oscillator's PeriodicWave, a browser's name",
}


def offences(path: Path, root: Path = ROOT) -> list[str]:
    """Every offence in one file and in its name, in the order of its lines, each with what to write instead."""
    name = path.relative_to(root).as_posix()
    allowed = [begins for file, begins in ALLOWED if fnmatch(name, file)]
    terms = {pattern: say for pattern, say in TERMS.items() if not any(map(pattern.startswith, allowed))}
    lines = [name.rpartition(".")[0].replace("/", " "), *map(str.strip, path.read_text("utf-8").split("\n"))]
    text = spoken("\n".join(lines))
    found = [
        (text.count("\n", 0, match.start()), match[0], say)
        for pattern, say in terms.items()
        for match in whole_words(pattern).finditer(text)
    ]
    return [f'{name}:{at}: "{word}" in {lines[at]!r}. Say: {say}' for at, word, say in sorted(found)]


@cache
def whole_words(pattern: str) -> re.Pattern[str]:
    """The pattern in any case; a line may end between two of its words."""
    return re.compile(r"\b(?:" + pattern.replace(" ", r"\s") + r")\b", re.IGNORECASE)


def spoken(text: str) -> str:
    """The text with its identifiers as words: `askEach` and `ask_each` are "ask each"."""
    return re.sub(r"_|(?<=[a-z])(?=[A-Z])", " ", text)


def files(path: Path) -> Iterator[Path]:
    """The files below `path` (or itself) that are read: those that somebody wrote, and no build."""
    everything = sorted(path.rglob("*")) if path.is_dir() else [path]
    hidden = {"__pycache__", "node_modules", ".venv", "site", "api"}  # the last two by `make demo` and `make docs`
    return (p for p in everything if p.suffix in READ and not hidden & set(p.parts) and p.is_file())


def main(paths: list[str]) -> int:
    """Print the offences below the paths; 1 where there are some."""
    found = [one for path in paths for file in files(Path(path).resolve()) for one in offences(file)]
    print("\n".join(found) or "no offence")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [str(ROOT / name) for name in ("pages", "tnpcore", "README.md", "docs", "deploy")]))
