"""What the name of a column says about places: longitude, latitude, east, north, or that it is no place at all."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

LONGITUDE, LATITUDE, EAST, NORTH, X, Y = "longitude", "latitude", "east", "north", "x", "y"
DEGREES, MINUTES, SECONDS = "d", "m", "s"
ACROSS, UP = (LONGITUDE, EAST, X), (LATITUDE, NORTH, Y)  # those that go together have the same number


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_BEFORE = r"(?:geo|geogr|gps|dec|dd|wgs|site|stations?|st|coord|center|centre|start|{axis})?"
_AFTER = r"(?P<part>s|d|m|deg|degs|min|mins|sec|secs|grad|degrees?|minutes?|seconds?)?(?:dd|dec|wgs)?"
_LATITUDES = re.compile(
    _BEFORE.format(axis="y") + "(?:decimal)?(?:lat|latitud|latitude|latitudine|breite|breitengrad)" + _AFTER
)
_LONGITUDES = re.compile(
    _BEFORE.format(axis="x")
    + "(?:decimal)?(?:lon|lng|long|longitud|longitude|longitudine|lange|laenge|langengrad|laengengrad)"
    + _AFTER
)
_LENGTHS_TOO = frozenset(("breite", "lange", "laenge", "long", "longitud"))  # width and length in another table
_NORTH = _set("north northing northings nord nordwert hochwert hw norte n")
_EAST = _set("east easting eastings rechtswert rw ost ostwert est este e")
_METRES = _set("northing northings nordwert hochwert hw easting eastings rechtswert rw ostwert utm gk lv")
# What may stand beside north, east, x or y in the name of a place: "Nord" is one, "T Nord" is a thermometer.
_BESIDE = _set(
    "utm gk lv etrs wgs epsg osgb swiss grid map coord coords coordinate coordinates koordinate koordinaten coordonnee"
    " coordenada coordinata geo gps station site position pos point center centre m km cm mm ft in meter metre meters"
    " metres deg degree degrees dd the of"
)
_PARTS = {
    **dict.fromkeys(_set("d deg degs grad degree degrees grados gradi degres"), DEGREES),
    **dict.fromkeys(_set("m min mins minute minutes minuten minutos minuti"), MINUTES),
    **dict.fromkeys(_set("s sec secs second seconds sekunden segundos secondi secondes"), SECONDS),
}
_UNCERTAIN = _set("error err uncertainty unc sd std sigma se precision accuracy fehler unsicherheit")
_COUNTS = _set(
    "id ids no nr number nummer numero num index idx fid oid objectid gid code wmo row rank zip plz key point punkt pkt"
    " station site stationsnummer year jahr annee ano anno month monat day tag hour stunde minute second date"
    " zone"
)
_HEIGHT = _set("height elevation elev altitude alt hohe hoehe quota altura z")
_EAST_UNITS = re.compile(r"(?:°|deg(?:rees?)?)[ _]?(?:e|east|ost|(?P<turned>w|west))", re.IGNORECASE)
# Not the plural "degrees": its last letter is no south.
_NORTH_UNITS = re.compile(
    r"(?!deg(?:ree)?s$)(?:°|deg(?:rees?)?)[ _]?(?:n|north|nord|(?P<turned>s|south))", re.IGNORECASE
)
_LENGTH_UNITS = _set("m km cm mm ft in mi nm px pixel pixels metre metres meter meters feet")
_ENDS = re.compile(r"[\[(]([^\])]*)[\])]|\s(?:in|/)\s(\S+)\s*$|/\s*(\S+)\s*$")


@dataclass(frozen=True)
class Role:
    """What a name and a unit say of a column.

    Args:
        kind: one of ACROSS or UP, "" for none of them.
        certain: of a longitude or latitude: the word has no other meaning.
        metres: it is a length.
        part: of an angle in several columns: DEGREES, MINUTES or SECONDS; else "".
        turned: south or west is positive.
        aside: it is an identifier, a moment or an error, and no value to begin with.
        height: it is a height, which is a value where there is no other.
    """

    kind: str = ""
    certain: bool = False
    metres: bool = False
    part: str = ""
    turned: bool = False
    aside: bool = False
    height: bool = False


def role(name: str, unit: str = "") -> Role:
    """What the name of a column, and its unit where it has one, say."""
    written = unit or next((part for match in _ENDS.finditer(name) for part in match.groups() if part), "")
    words = _words(_ENDS.sub(" ", name))
    aside = bool(words & _UNCERTAIN) or "±" in name
    if aside:
        return Role(aside=True)
    part = next((_PARTS[word] for word in words if word in _PARTS), "")
    for kind, pattern in ((LONGITUDE, _EAST_UNITS), (LATITUDE, _NORTH_UNITS)):
        if side := pattern.fullmatch(written or name):
            return Role(kind, certain=True, part=part, turned=bool(side["turned"]))
    metres = written.lower() in _LENGTH_UNITS or bool(words & _METRES)
    for kind, pattern in ((LATITUDE, _LATITUDES), (LONGITUDE, _LONGITUDES)):
        if found := {word: match for word in words if (match := pattern.fullmatch(word))}:
            inside = next((_PARTS[match["part"]] for match in found.values() if match["part"]), part)
            return Role(kind, certain=not found.keys() <= _LENGTHS_TOO, metres=metres, part=inside)
    for kind, known in ((NORTH, _NORTH), (EAST, _EAST), (X, {"x"}), (Y, {"y"})):
        if len(words & known) == 1 and words - known <= _BESIDE:
            return Role(kind, metres=metres)
    return Role(aside=bool(words & _COUNTS) or name.strip() == "#", height=bool(words & _HEIGHT))


def _words(name: str) -> frozenset[str]:
    """The words of a name in lower case, without accents or digits: geoBreite, wgs84_lat, "Station Latitude"."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", plain)
    return frozenset(re.findall(r"[a-z]+", parted.lower()))
