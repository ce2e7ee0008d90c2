"""Kinds of tables of one's own, and the outcome that was fixed beforehand. No row knows the reader."""

from __future__ import annotations

from dataclasses import dataclass

Rows = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Kind:
    """A text, and one outcome.

    Args:
        name: of the kind.
        text: as it is pasted.
        axes: the names of x and y as they begin.
        rows: (x, y); days since the first date, hours since midnight.
        asks: the answers to choose from; of these, `axes` and `rows` come from the first.
        refused: what the refusal names.
        said: what is said about the reading.
        unit: of y.
    """

    name: str
    text: str
    axes: tuple[str, str] = ("x", "y")
    rows: Rows = ()
    asks: tuple[str, ...] = ()
    refused: str = ""
    said: str = ""
    unit: str = ""


def _in_rows(text: str) -> str:
    return text.replace(" / ", "\n")


def _marked(name: str, cells: tuple[str, str], values: tuple[float, float], unit: str = "") -> Kind:
    said = "" if unit else "a mark beside the number left out"
    return Kind(
        name, f"t;T\n0;{cells[0]}\n1;{cells[1]}\n", ("t", "T"), tuple(zip((0, 1), values)), said=said, unit=unit
    )


_POINTS = (
    '{"type": "FeatureCollection", "features": ['
    '{"type": "Feature", "geometry": {"type": "Point", "coordinates": [8.5, 47.3]}, "properties": {"T": 9.4}}, '
    '{"type": "Feature", "geometry": {"type": "Point", "coordinates": [7.4, 46.9]}, "properties": {"T": 8.9}}]}'
)
_DEPTHS: Rows = ((1200, 10), (1250, 20), (1310, 30))
_TWO_DAYS: Rows = ((0, 3.1), (1, 2.8))
MOMENT, SERIAL = ("unix", "number"), ("serial", "number")

KINDS = (
    Kind(
        "values with errors, blanks inside",
        _in_rows("age,depth / 1200 ± 30,10 / 1250 ± 31,20 / 1310 ± 31,30"),
        ("age", "depth"),
        _DEPTHS,
    ),
    Kind(
        "an outsider's file: a count of the rows with an unknown name",
        "N.º;Fecha;Caudal\n1;27/02/2024;18,4\n2;28/02/2024;19,1\n3;29/02/2024;22,7\n",
        ("Fecha", "Caudal"),
        ((0, 18.4), (1, 19.1), (2, 22.7)),
    ),
    Kind(
        "an outsider's file: a station's number with an unknown name",
        "NUM_POSTE;NOM_USUEL;AAAAMMJJ;RR\n75114001;PARIS-MONTSOURIS;20240130;0.2\n"
        "75114001;PARIS-MONTSOURIS;20240131;4.0\n75114001;PARIS-MONTSOURIS;20240201;1.1\n",
        ("AAAAMMJJ", "RR"),
        ((0, 0.2), (1, 4.0), (2, 1.1)),
    ),
    Kind(
        "errors with a plus and a minus",
        _in_rows("Alter;Tiefe / 1200 +/- 30;10 / 1250 +/- 31;20 / 1310 +/- 31;30"),
        ("Alter", "Tiefe"),
        _DEPTHS,
    ),
    Kind(
        "ranges of numbers",
        _in_rows("age,depth / 0 to 4,312 / 4 to 9,330 / 9 to 15,351"),
        ("age", "depth"),
        ((2, 312), (6.5, 330), (12, 351)),
        said="age: the middle of each range, as in 0 to 4",
    ),
    Kind(
        "ranges in German",
        _in_rows("Tiefe;Dichte / 0,5 bis 1,5;2,1 / 1,5 bis 3,5;2,4"),
        ("Tiefe", "Dichte"),
        ((1, 2.1), (2.5, 2.4)),
        said="the middle of each range",
    ),
    Kind(
        "a number of the row",
        _in_rows("#,Date,Temp / 1,2024-01-01,3.1 / 2,2024-01-02,2.8"),
        ("Date", "Temp"),
        _TWO_DAYS,
    ),
    Kind(
        "a number of the row that does not count",
        _in_rows("Nr.;Datum;Temp / 7;01.01.2024;3,1 / 9;02.01.2024;2,8"),
        ("Datum", "Temp"),
        _TWO_DAYS,
    ),
    Kind(
        "an identifier",
        _in_rows("STATIONS_ID;MESS_DATUM;TT_TU / 433;2024010100;3.1 / 433;2024010200;2.8"),
        ("MESS_DATUM", "TT_TU"),
        _TWO_DAYS,
    ),
    Kind("an identifier before x", _in_rows("sensorID,dose,y / 40,1,5 / 41,2,7"), ("dose", "y"), ((1, 5), (2, 7))),
    Kind(
        "a year beside a date",
        _in_rows("Year,Date,Flow / 2024,2024-01-01,3.1 / 2024,2024-01-02,2.8"),
        ("Date", "Flow"),
        _TWO_DAYS,
    ),
    Kind("errors before values", _in_rows("x,y_err,y / 1,.1,5 / 2,.2,7"), ("x", "y"), ((1, 5), (2, 7))),
    Kind("sigma before values", _in_rows("x,σ,signal / 1,.1,5 / 2,.2,7"), ("x", "signal"), ((1, 5), (2, 7))),
    Kind(
        "dates in three columns",
        _in_rows("Year,Month,Day,Rain / 2024,1,30,0.2 / 2024,1,31,4.0 / 2024,2,1,1.1"),
        ("date", "Rain"),
        ((0, 0.2), (1, 4), (2, 1.1)),
        said="Year, Month and Day as one date",
    ),
    Kind(
        "dates in three columns, day first",
        _in_rows("Tag;Monat;Jahr;Regen / 30;1;2024;0,2 / 31;1;2024;4"),
        ("date", "Regen"),
        ((0, 0.2), (1, 4)),
        said="as one date",
    ),
    Kind(
        "days of a spreadsheet",
        _in_rows("Date,Value / 43831,1.5 / 43832,1.7 / 43833,1.6"),
        ("Date", "Value"),
        ((0, 1.5), (1, 1.7), (2, 1.6)),
        SERIAL,
    ),
    Kind(
        "days of a spreadsheet with hours",
        _in_rows("Zeit;v / 45000,0;1 / 45000,5;2"),
        ("Zeit", "v"),
        ((0, 1), (0.5, 2)),
        SERIAL,
    ),
    Kind(
        "the hour that comes twice",
        _in_rows("t,T / 02:00 CEST,8.1 / 02:00 CET,7.9 / 03:00 CET,7.7"),
        ("t", "T"),
        ((0, 8.1), (1, 7.9), (2, 7.7)),
        said="times in UTC",
    ),
    Kind(
        "summer time by its name, with days",
        _in_rows("t;T / 2024-10-27 02:00 MESZ;8,1 / 2024-10-27 02:00 MEZ;7,9"),
        ("t", "T"),
        ((0, 8.1), (1 / 24, 7.9)),
        said="times in UTC",
    ),
    Kind(
        "intervals of time",
        _in_rows("time,price / 01/01/2024 00:00 - 01/01/2024 01:00,10 / 01/01/2024 12:00 - 01/01/2024 13:00,12"),
        ("time", "price"),
        ((0, 10), (0.5, 12)),
        said="the start of each interval",
    ),
    Kind(
        "intervals of time as ISO 8601 has them",
        _in_rows("t;v / 2024-05-01T00:00/2024-05-01T06:00;1 / 2024-05-01T06:00/2024-05-01T12:00;2"),
        ("t", "v"),
        ((0, 1), (0.25, 2)),
        said="the start of each interval",
    ),
    Kind(
        "milliseconds since 1970",
        _in_rows("x,y / 1628515800000,1 / 1628559000000,2"),
        ("x", "y"),
        ((0.5625, 1), (1.0625, 2)),
        MOMENT,
    ),
    _marked("a unit in the cells", ("12.51 °C", "12.60 °C"), (12.51, 12.6), "°C"),
    _marked("another unit in the cells", ("3 mg/l", "4.5 mg/l"), (3, 4.5), "mg/l"),
    _marked("a unit with an exponent", ("3 m³/s", "4.5 m³/s"), (3, 4.5), "m³/s"),
    _marked("an apostrophe of a spreadsheet", ("'-2.00", "'3.5"), (-2, 3.5)),
    _marked("a star", ("12.3*", "12.5"), (12.3, 12.5)),
    _marked("notes of an encyclopedia", ("0.00[1]", "2.05"), (0, 2.05)),
    _marked("thousands with a note", ("1,000[a]", "1,200.5"), (1000, 1200.5)),
    Kind("equal values", _in_rows("x,y / 0,1e-6 / 1,1e-6 / 2,1e-6"), refused="all 3 values of y are equal, 1e-06"),
    Kind("equal pressures", _in_rows("t;p / 0;1013 / 1;1013 / 2;1013 / 3;1013"), refused="all 4 values of p"),
    Kind(
        "a total",
        _in_rows("year,n / 2001,400 / 2002,412 / Grand Total,812"),
        ("year", "n"),
        ((2001, 400), (2002, 412)),
        said="line 4 (a total)",
    ),
    Kind(
        "a total in German",
        _in_rows("Jahr;n / 2001;400 / 2002;412 / Gesamt;812"),
        ("Jahr", "n"),
        ((2001, 400), (2002, 412)),
        said="line 4 (a total)",
    ),
    Kind("points of GeoJSON", _POINTS, ("longitude", "latitude"), ((8.5, 47.3), (7.4, 46.9))),
    Kind("a units row of a map", _in_rows("x;T / °E;°C / 8;9.4 / 7;8.9"), ("x", "T"), ((8, 9.4), (7, 8.9)), unit="°C"),
    Kind(
        "a header grid",
        _in_rows("ncols 4 / nrows 3 / xllcorner 0 / yllcorner 0 / cellsize 10 / 1 2 3 4 / 5 6 7 8 / 9 10 11 12"),
        refused="ncols and nrows begin a grid",
    ),
)
