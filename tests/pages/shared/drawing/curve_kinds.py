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
        "an outsider's file: ranges with a bare hyphen",
        "Bodentiefe;Corg\n0-5;3,12\n5-15;2,40\n15-30;1,55\n30-60;0,71\n60-100;0,32\n",
        ("Bodentiefe", "Corg"),
        ((2.5, 3.12), (10, 2.4), (22.5, 1.55), (45, 0.71), (80, 0.32)),
        said="Bodentiefe: the middle of each range, as in 0 to 5",
    ),
    Kind(
        "ranges with a hyphen and a unit, of two profiles",
        _in_rows("depth,C / 0-5 cm,3.1 / 5-15 cm,2.4 / 0-5 cm,2.9 / 5-15 cm,2.2"),
        ("depth", "C"),
        ((2.5, 3.1), (10, 2.4), (2.5, 2.9), (10, 2.2)),
        said="depth: the middle of each range, as in 0 to 5; cm beside each number",
    ),
    Kind(
        "codes with a hyphen are no ranges",
        _in_rows("sample;t;y / 12-345;1;5 / 13-346;2;7"),
        ("t", "y"),
        ((1, 5), (2, 7)),
        said="text: sample",
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
        "the hour that comes twice, without a zone",
        _in_rows("t,T / 02:00,8.1 / 02:00,7.9 / 03:00,7.7"),
        ("t", "T"),
        ((2, 8.1), (2, 7.9), (3, 7.7)),
        said="t: 02:00 comes twice, as where summer time ends: both rows stay",
    ),
    Kind(
        "an outsider's file: the hour that comes twice, with days",
        "Horodatage;Puissance\n29/10/2023 01:00;0,42\n29/10/2023 02:00;0,39\n29/10/2023 02:00;0,47\n"
        "29/10/2023 03:00;0,36\n29/10/2023 04:00;0,51\n",
        ("Horodatage", "Puissance"),
        ((1 / 24, 0.42), (2 / 24, 0.39), (2 / 24, 0.47), (3 / 24, 0.36), (4 / 24, 0.51)),
        said="Horodatage: 2023-10-29 02:00 comes twice",
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
    Kind(
        "an outsider's file: a unit in every cell of every column",
        "Höhe\tDruck\n0 m\t1013,2 hPa\n500 m\t954,6 hPa\n1000 m\t898,7 hPa\n",
        ("Höhe", "Druck"),
        ((0, 1013.2), (500, 954.6), (1000, 898.7)),
        said="Druck: hPa beside each number",
        unit="hPa",
    ),
    Kind(
        "two units in one column",
        _in_rows("Höhe;Druck / 0 m;1013 hPa / 0,5 km;954 hPa"),
        refused="line 3: Höhe must be in m like most others, got '0,5 km'",
    ),
    Kind(
        "a number without the unit of the others",
        _in_rows("h;p / 0 m;1013 / 500 m;954 / 1000;898"),
        refused="line 4: h must be in m like most others, got '1000'",
    ),
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
    Kind(
        "names of rows without a name above them",
        _in_rows("name,x,y / 1,a,3,4 / 2,b,5,6"),
        ("x", "y"),
        ((3, 4), (5, 6)),
        said="the column that counts or names the rows left out",
    ),
    Kind(
        "an outsider's file: names of rows in quotes",
        '"wt";"mpg"\n"Mazda RX4";2,62;21\n"Mazda RX4 Wag";2,875;21\n"Datsun 710";2,32;22,8\n',
        ("wt", "mpg"),
        ((2.62, 21), (2.875, 21), (2.32, 22.8)),
    ),
    Kind(
        "decimal commas between commas are no names of rows",
        _in_rows("t,y / 1,5,3 / 2,6,1 / 3,7,2"),
        refused="3 columns wanted, got 2",
    ),
    Kind("points of GeoJSON", _POINTS, ("longitude", "latitude"), ((8.5, 47.3), (7.4, 46.9))),
    Kind("a units row of a map", _in_rows("x;T / °E;°C / 8;9.4 / 7;8.9"), ("x", "T"), ((8, 9.4), (7, 8.9)), unit="°C"),
    Kind(
        "a header grid",
        _in_rows("ncols 4 / nrows 3 / xllcorner 0 / yllcorner 0 / cellsize 10 / 1 2 3 4 / 5 6 7 8 / 9 10 11 12"),
        refused="ncols and nrows begin a grid",
    ),
)
