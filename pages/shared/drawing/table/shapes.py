"""Texts that bring their own structure: JSON, lists of Python, printed arrays, pairs in brackets, grids of places."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from pages.shared.drawing.table.grid import MAX_COLUMNS, Grid, Row, cell_of, checked
from pages.shared.drawing.table.lattice import lattice
from pages.shared.drawing.table.numerals import is_number

_CALL = re.compile(r"(?:np\.|numpy\.|torch\.|pd\.)?(?:array|tensor|asarray|matrix|Series|DataFrame)\s*\(")
_DTYPE = re.compile(r",?\s*(?:dtype|device|requires_grad|name)\s*=\s*[\w.:'\"]+")
_INNERMOST = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_BETWEEN = re.compile(r"[\s,;\[\]()]*")
_PYTHON = re.compile(r"\b(?:None|True|False|nan)\b")
_WORDS = {"None": "null", "True": "true", "False": "false", "nan": "NaN"}
_LAST_COMMA = re.compile(r",\s*(?=[\]}])")
_PLACE = re.compile(r"\s*\[\d+\]\s+(?=[^\s,;\])])")
_MOST_DEEP = 3  # keys above the table in a JSON document
_NO_TABLE = 'the JSON holds no table: [[0.5, 1.2], ...], [{"x": 0.5, "y": 1.2}, ...] or {"x": [...], "y": [...]}'


def structured(text: str) -> Grid | None:
    """The rows of a text in one of these forms; None for a text of plain lines.

    Raises:
        ValueError: the text is of such a form, and holds no table.
    """
    plain = text.strip().lstrip("\ufeff")
    if found := lattice(plain):
        return found
    start = _CALL.match(plain)
    if not start and plain[:1] not in ("[", "{", "("):
        return None
    if found := _json(plain):
        return found
    if start:
        plain = _DTYPE.sub("", plain[start.end() :]).strip().removesuffix(")").strip()
    if printed := _printed_by_r(plain):
        return printed
    pair = plain[0:1] == "(" and plain.count("(") == 1
    return (None if pair else _json(_as_json(plain))) or _bracketed(plain, bool(start))


def _printed_by_r(text: str) -> Grid | None:
    """A vector as R prints it: each line begins with the place of its first number, [1]."""
    rows = []
    for line, content in enumerate(text.splitlines(), 1):
        match = _PLACE.match(content)
        if content.strip() and not match:
            return None
        rows += [(line, (cell,)) for cell in (content[match.end() :].split() if match else ())]
    return Grid(checked(rows), "") if rows else None


def _as_json(text: str) -> str:
    """A list or dictionary of Python as JSON, unless its strings hold what would be changed."""
    if '"' not in text:
        text = text.replace("'", '"')
    if '"' not in text or not re.search(r'"[^"]*[()][^"]*"', text):
        text = text.replace("(", "[").replace(")", "]")
    return _LAST_COMMA.sub("", _PYTHON.sub(lambda match: _WORDS[match[0]], text))


def _json(text: str) -> Grid | None:
    try:
        return _table(json.loads(text))
    except (json.JSONDecodeError, RecursionError):
        pass
    if not text.startswith("{"):
        return None
    try:  # one object a line
        return _table([json.loads(line) for line in text.splitlines() if line.strip()])
    except (json.JSONDecodeError, RecursionError):
        return None


def _table(value: object, deep: int = 0) -> Grid:
    for reads in _FORMS:
        if found := reads(value):
            return found
    if isinstance(value, dict) and deep < _MOST_DEEP:
        inside = {name: each for name, each in value.items() if isinstance(each, list | dict) and each}
        if len(inside) == 1:
            return _table(*inside.values(), deep + 1)
        if found := _beside_others(inside, deep + 1):
            return found
    raise ValueError(_NO_TABLE)


def _beside_others(inside: dict[str, object], deep: int) -> Grid | None:
    """The one table with numbers among the values of an object, as a service sends it beside facts about itself; a
    list goes before an object, for two numbers by their names are a place more often than data.

    Raises:
        ValueError: there are several, or the only one cannot be read.
    """
    for kind in (list, dict):
        tables, faults = {}, []
        for name, each in inside.items():
            try:
                if isinstance(each, kind) and _has_numbers(grid := _table(each, deep)):
                    tables[name] = grid
            except ValueError as fault:
                faults += [fault] if str(fault) != _NO_TABLE else []
        if len(tables) > 1:
            names = ", ".join(name[:40] for name in list(tables)[:5])
            raise ValueError(f"the JSON holds {len(tables)} tables, {names}: keep one of them")
        if tables:
            return tables.popitem()[1]
        if faults:
            raise faults[0]
    return None


def _has_numbers(grid: Grid) -> bool:
    return any(is_number(cell) for _, cells in grid.rows[:100] for cell in cells)


def _features(value: object) -> Grid | None:
    """GeoJSON: points with what is known of each."""
    if not (isinstance(value, dict) and isinstance(found := value.get("features"), list) and found):
        return None
    rows = []
    for number, each in enumerate(found, 1):
        known = each if isinstance(each, dict) else {}
        at = known.get("geometry") or {}
        place = at.get("coordinates") if isinstance(at, dict) and at.get("type") == "Point" else None
        if not (isinstance(place, list) and len(place) >= 2):
            raise ValueError(f"entry {number}: a GeoJSON feature must be a point with longitude and latitude")
        about = known.get("properties")
        rows.append({"longitude": place[0], "latitude": place[1], **(about if isinstance(about, dict) else {})})
    return _records(rows)


def _records(value: object) -> Grid | None:
    if not (isinstance(value, list) and value and all(isinstance(each, dict) for each in value)):
        return None
    names = tuple(dict.fromkeys(name for each in value for name in each))
    return _grid(([each.get(name) for name in names] for each in value), names)


def _rows(value: object) -> Grid | None:
    if not (isinstance(value, list) and value and all(isinstance(each, list) for each in value)):
        return None
    return _grid(value, None)


def _one_column(value: object) -> Grid | None:
    if not (isinstance(value, list) and value and not any(isinstance(each, list | dict) for each in value)):
        return None
    return _grid(([each] for each in value), None)


def _split(value: object) -> Grid | None:
    """As pandas writes it with orient="split"."""
    if not (isinstance(value, dict) and isinstance(value.get("columns"), list) and isinstance(value.get("data"), list)):
        return None
    if not all(isinstance(each, list) for each in value["data"]):
        return None
    return _grid(value["data"], tuple(map(str, value["columns"])))


def _columns(value: object) -> Grid | None:
    """Columns by name, each a list or, as pandas writes them, a dictionary by row."""
    if not isinstance(value, dict):
        return None
    lists = {name: _flat(each) for name, each in value.items()}
    lists = {name: each for name, each in lists.items() if each}
    lengths = {len(each) for each in lists.values()}
    if not lists or (len(lists) == 1 and len(value) > 1):
        return None
    if len(lengths) != 1:
        sizes = ", ".join(f"{name[:20]}: {len(each)}" for name, each in list(lists.items())[:5])
        raise ValueError(f"columns of equal length are required, got {sizes}")
    return _grid(zip(*lists.values()), tuple(lists))


def _flat(value: object) -> list | None:
    found = list(value.values()) if isinstance(value, dict) else value
    flat = isinstance(found, list) and found and not any(isinstance(each, list | dict) for each in found)
    return found if flat else None


def _numbers_by_name(value: object) -> Grid | None:
    """Such as {"2020-01-01": 1.5, ...}: names and what they hold are two columns."""
    if not (isinstance(value, dict) and len(value) > 1):
        return None
    if not all(isinstance(each, int | float) or each is None for each in value.values()):
        return None
    return _grid(value.items(), None)


_FORMS: tuple[Callable[[object], Grid | None], ...] = (
    _features,
    _records,
    _rows,
    _one_column,
    _split,
    _columns,
    _numbers_by_name,
)


def _grid(values, names: tuple[str, ...] | None) -> Grid:
    rows: list[Row] = [(n, tuple(map(cell_of, row))) for n, row in enumerate(values, 1)]
    widest = max((len(cells) for _, cells in rows), default=0)
    if widest > MAX_COLUMNS:
        raise ValueError(f"a table may have at most {MAX_COLUMNS} columns, got {widest:,}")
    return Grid(checked(rows), None, names, noun="entry")


def _bracketed(text: str, array: bool) -> Grid | None:
    """Rows in brackets, a printed array among them; None where the brackets are only part of lines."""
    if "..." in text and array:
        raise ValueError("the array was printed in short, and its middle is missing: print all of it")
    found = list(_INNERMOST.finditer(text))
    if not found or not _BETWEEN.fullmatch(_INNERMOST.sub("", text)):
        return None
    if len(found) == 1:
        cells = re.split(r"[\s,;]+", found[0][1].strip())
        if text.count("[") > 1 or text[0] == "(":
            return Grid([(1, tuple(cells))], None)
        return Grid(checked([(n, (cell,)) for n, cell in enumerate(cells, 1)]), None, noun="entry")
    rows, line, at = [], 1, 0
    for match in found:
        line += text.count("\n", at, match.start())
        at = match.start()
        inside = match[1].strip()
        parts = re.split(r"\s*[,;]\s*", inside) if re.search("[,;]", inside) else inside.split()
        rows.append((line, tuple(part.strip("'\"") for part in parts)))
    return Grid(checked(rows), None)
