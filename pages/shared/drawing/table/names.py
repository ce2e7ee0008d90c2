"""What stands above columns: names, units, years."""

from __future__ import annotations

import re
from itertools import pairwise

from pages.shared.drawing.table.missing import is_missing
from pages.shared.drawing.table.numerals import is_number
from pages.shared.drawing.table.since import counts_since

MAX_NAME = 50
_UNITS_TEXT = (
    "s ms us ns min h hr d day days yr mo dy mn year years month m mm cm km µm um nm m2 m3 m^3 m3/s m³/s m³ m² l ml g"
    " kg mg t n kn j kj mj kwh wh mwh w kw mw gw v mv kv a ma hz khz mhz pa hpa kpa bar mbar k °c c degc °f f degf deg"
    " ° degt rad % ‰ ppm ppb ppt psu mol mmol mg/l µg/m3 µg/m³ ug/m3 m/s km/h mph kn knots kts ft in inch mi nmi usd"
    " eur $ € gbp 1 - count counts counts/s au db dbm w/m2 w/m² mm/h mm/d l/s cfs sec degrees none n/a"
    " °e °n °w °s °o degrees_east degrees_north degree_east degree_north"
)
UNITS = frozenset(_UNITS_TEXT.split())
_BELOW_NAMES_TEXT = (  # in a row of units alone: of data loggers, of servers of climate data, and forms of a date
    "ts rn smp deg degree degree_c degree_celsius degrees_celsius celsius kelvin volt volts meter meters metre metres"
    " second seconds minute minutes hour hours utc gmt local datetime iso8601 unix epoch unitless dimensionless"
)
_BELOW_NAMES = frozenset(_BELOW_NAMES_TEXT.split()) | UNITS
_BETWEEN_UNITS = re.compile(r"[\s*/\u00b7]+")
_POWER = re.compile(r"\^?-?[1-4]$")
_FORM_OF_DATE = re.compile(r"(?=.*(?:yy|jj|aa))(?=.*m)[ydmhstja]+(?:[-/.: ][ydmhstja]+)+", re.IGNORECASE)
_STATISTICS = frozenset(("avg", "smp", "tot", "max", "min", "std", "med", "mean", "sum", "sample", "average", "wvc"))
_NAMES_TOO = frozenset(("m", "mm", "nd", "missing", "inf"))  # words for a missing value that name columns as well
_IN_BRACKETS = re.compile(r"[\[(]\s*([^\[\]()]*?)\s*[\])]")
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")


def are_names(cells: tuple[str, ...]) -> bool:
    """Whether cells could name columns: words, and where there are words also numbers that rise or fall."""
    filled = [cell for cell in cells if cell]
    numbers = [cell for cell in filled if is_number(cell) or (is_missing(cell) and cell.lower() not in _NAMES_TOO)]
    if not numbers:
        return bool(filled)
    if len(numbers) == len(filled) or len(numbers) < 3 or not all(cell.isdecimal() for cell in numbers):
        return bool(years(cells))
    return _monotone([int(cell) for cell in numbers])


def years(cells: tuple[str, ...]) -> tuple[int, ...]:
    """The places of years that stand in a row at the end of a line, two or more, one after the other.

    Returns:
        No place where the line does not begin with a word or an empty cell.
    """
    last = [c for c, cell in enumerate(cells) if _YEAR.fullmatch(cell)]
    if len(last) < 2 or not last[0] or last != list(range(last[0], last[0] + len(last))) or is_number(cells[0]):
        return ()
    values = [int(cells[c]) for c in last]
    steps = {b - a for a, b in pairwise(values)}
    even = len(steps) == 1 and steps <= {1, -1, 2, 5, 10}
    return tuple(last) if even or (len(last) > 3 and _monotone(values)) else ()


def are_units(cells: tuple[str, ...]) -> bool:
    """Whether cells are units: in brackets, or most of them known."""
    filled = [cell for cell in cells if cell]
    if any(len(cell) > MAX_NAME for cell in filled):
        return False
    since = sum(map(counts_since, filled))
    known = since + sum(map(_is_unit, filled))
    return bool(filled) and 2 * known > len(filled) and sum(len(cell) > 20 for cell in filled) <= since


def is_unit(text: str) -> bool:
    """Whether a text is a known unit, or a product or quotient of such: cm/s, kg m-3."""
    parts = [part for part in _BETWEEN_UNITS.split(text.lower()) if part]
    return text.lower() in UNITS or (len(parts) > 0 and all(_POWER.sub("", part) in UNITS for part in parts))


def _is_unit(cell: str) -> bool:
    """Whether a cell is a known unit, a product of such as m s-1, a form of a date, or a unit in brackets."""
    if _IN_BRACKETS.fullmatch(cell) or _FORM_OF_DATE.fullmatch(cell):
        return True
    low = cell.lower()
    parts = [part for part in _BETWEEN_UNITS.split(low) if part]
    return low in _BELOW_NAMES or (len(parts) > 0 and all(_POWER.sub("", part) in _BELOW_NAMES for part in parts))


def are_statistics(cells: tuple[str, ...]) -> bool:
    """Whether cells say what was made of several readings, as below the units of a data logger: Avg, Max."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(cell.lower() in _STATISTICS for cell in filled)


def are_groups(upper: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether a line above names says more of them: where one lacks or comes twice, or where two words or more stand
    each above the first of several columns."""
    lacking = "" in names[1:] or len(set(names)) < len(names)
    apart = sum(map(bool, upper)) > 1 and any(b and not a for a, b in pairwise(upper))
    return any(upper[1:]) and (lacking or apart)


def bare_unit(cell: str) -> str:
    """A unit without brackets; "" for one that says there is none."""
    inside = _IN_BRACKETS.fullmatch(cell)
    text = inside[1] if inside else cell
    return "" if text in ("-", "1", "none") else one_line(text)


def joined(upper: tuple[str, ...], lower: tuple[str, ...]) -> tuple[str, ...]:
    """A header over two lines as one; a word above an empty cell stands for the columns up to the next one, too."""
    found, group = [], ""
    for above, below in zip(upper, lower):
        if above:
            group = above if below else ""
        head = above or (group if below else "")
        found.append(below if head == below else f"{head} {below}".strip())
    return tuple(found)


def one_line(text: str) -> str:
    """A name as one short line."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.split())[:MAX_NAME].strip()


def unique(cells: tuple[str, ...]) -> tuple[str, ...]:
    """A name for every column, no two the same."""
    found: list[str] = []
    taken: set[str] = set()
    for number, cell in enumerate(cells, 1):
        name = one_line(cell) or f"column {number}"
        name = f"{name} ({number})" if name in taken else name
        found.append(name)
        taken.add(name)
    return tuple(found)


def _monotone(values: list[int]) -> bool:
    return values in (sorted(set(values)), sorted(set(values), reverse=True))
