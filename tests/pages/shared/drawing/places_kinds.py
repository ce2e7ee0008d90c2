"""Kinds of maps of one's own: what is pasted, and the outcome that was fixed beforehand. No row knows the reader."""

from __future__ import annotations

from dataclasses import dataclass

Rows = tuple[tuple[float, float, float], ...]


@dataclass(frozen=True)
class Kind:
    """A text, and one outcome.

    Args:
        name: of the kind.
        text: as it is pasted.
        rows: (x1, x2, value) of the stations: longitude, latitude and value where places are degrees.
        degrees: whether places are degrees; None where they are refused, or asked for.
        asks: the answers to choose from; of these, `rows` come from the one at `answer`.
        answer: the place of the right answer.
        refused: what the refusal names.
        said: what the summary says.
    """

    name: str
    text: str
    rows: Rows = ()
    degrees: bool | None = None
    asks: tuple[str, ...] = ()
    answer: int = 0
    refused: str = ""
    said: str = ""


ASKS = ("longitude first", "latitude first", "lengths")
ZURICH: Rows = ((8.55, 47.37, 9.4), (7.45, 46.95, 8.9), (7.59, 47.56, 10.1))
SURVEY: Rows = ((3512345.5, 5412345.25, 410.0), (3512400.0, 5412400.0, 420.0))
_BARE = "8.55,47.37,9.4\n7.45,46.95,8.9\n7.59,47.56,10.1\n"
_TURNED = "47.37,8.55,9.4\n46.95,7.45,8.9\n47.56,7.59,10.1\n"


def _latitude_first(header: str) -> str:
    return f"{header}\n{_TURNED}"


KINDS = (
    Kind(
        "German names, decimal commas",
        "Breite;Länge;T\n47,37;8,55;9,4\n46,95;7,45;8,9\n47,56;7,59;10,1\n",
        ZURICH,
        True,
    ),
    *(
        Kind(header, _latitude_first(header), ZURICH, True)
        for header in (
            "geoBreite,geoLaenge,T",
            "geobreite,geolaenge,T",
            "Station Latitude,Station Longitude,T",
            "wgs84_lat,wgs84_lon,T",
            "decimalLatitude,decimalLongitude,T",
            "Breitengrad,Längengrad,T",
            "Stationsbreite,Stationslänge,T",
            "latitud,longitud,T",
            "Latitudine,Longitudine,T",
            "latitude (°N),longitude (°E),T",
            "GPSLat,GPSLong,T",
            "degrees_north,degrees_east,T",
            "LAT,LNG,T",
        )
    ),
    Kind(
        "Hochwert is north",
        "Hochwert,Rechtswert,z\n5412345.25,3512345.5,410\n5412400,3512400,420\n",
        SURVEY,
        False,
    ),
    Kind(
        "a survey with numbers of its points",
        "Number,North,East,Height\n101,5412345.25,3512345.5,410\n102,5412400,3512400,420\n",
        SURVEY,
        False,
    ),
    Kind("Northing and Easting", "Northing,Easting,z\n10,20,1\n30,50,2\n", ((20, 10, 1), (50, 30, 2)), False),
    Kind("y before x, in km", "y in km,x in km,z\n10,20,1\n30,50,2\n", ((20, 10, 1), (50, 30, 2)), False),
    Kind("three columns without names", _BARE, ZURICH, None, ASKS, 0),
    Kind("three columns without names, latitude first", _TURNED, ZURICH, None, ASKS, 1),
    Kind("names that tell nothing", f"a,b,c\n{_BARE}", ZURICH, None, ASKS, 2),
    Kind("names x and y", f"x,y,c\n{_BARE}", ZURICH, None, ASKS, 0),
    Kind("north and east without a unit", f"North,East,c\n{_TURNED}", ZURICH, None, ("longitude first", "lengths"), 0),
    Kind("only one order fits", "-120.5,40,1\n-118,41,2\n", ((-120.5, 40, 1), (-118, 41, 2)), None, ASKS[::2], 0),
    Kind(
        "lengths by their size", "680000,250000,1\n681000,251000,2\n", ((680000, 250000, 1), (681000, 251000, 2)), False
    ),
    Kind(
        "width and length in millimetres",
        "Breite,Länge,T\n500,900,1\n400,800,2\n",
        ((900, 500, 1), (800, 400, 2)),
        False,
    ),
    Kind(
        "the date line",
        "lon,lat,sst\n179.5,-17,26\n-179.5,-18,25\n178.4,-18.1,25.5\n-178.8,-16.5,26.2\n",
        ((179.5, -17, 26), (180.5, -18, 25), (178.4, -18.1, 25.5), (181.2, -16.5, 26.2)),
        True,
        said="Longitudes go on around the Earth: -179.5 is drawn at 180.5.",
    ),
    Kind(
        "longitudes from 0 to 360",
        "lon,lat,sst\n359.5,50,1\n0.5,51,2\n",
        ((-0.5, 50, 1), (0.5, 51, 2)),
        True,
        said="359.5 is drawn at -0.5",
    ),
    Kind(
        "degrees, minutes, seconds and sides in columns",
        "LatD,LatM,LatS,NS,LonD,LonM,LonS,EW,T\n41,5,59,N,80,39,0,W,10\n42,52,48,N,97,23,23,W,11\n",
        ((-80.65, 41 + 5 / 60 + 59 / 3600, 10), (-97 - 23 / 60 - 23 / 3600, 42.88, 11)),
        True,
    ),
    Kind(
        "degrees and minutes with a sign",
        "lat_deg,lat_min,lon_deg,lon_min,T\n-0,30,-70,15,10\n-33,30,-71,30,11\n",
        ((-70.25, -0.5, 10), (-71.5, -33.5, 11)),
        True,
    ),
    Kind(
        "decimal degrees and sides in columns",
        "lat,ns,lon,ew,T\n41.5,N,80.65,W,10\n33.9,S,18.4,E,11\n",
        ((-80.65, 41.5, 10), (18.4, -33.9, 11)),
        True,
    ),
    Kind(
        "O beside W is east",
        "Breite;NS;Länge;OW;T\n47,5;N;8,5;O;10\n47,0;N;1,5;W;11\n",
        ((8.5, 47.5, 10), (-1.5, 47.0, 11)),
        True,
    ),
    Kind("O alone", "lat,lon,ow,T\n47.5,8.5,O,10\n47.0,1.5,O,11\n", refused="ow: O is east in German and west"),
    Kind(
        "degrees west as positive numbers",
        "Latitude (°N),Longitude (°W),T\n41.5,80.65,10\n42,81,11\n",
        ((-80.65, 41.5, 10), (-81, 42, 11)),
        True,
    ),
    Kind(
        "degrees, minutes and seconds in a cell",
        "lat,lon,T\n47°22'14\"N,8°33'0\"E,9.4\n46°57'3\"S,7°27'0\"W,8.9\n",
        ((8.55, 47 + 22 / 60 + 14 / 3600, 9.4), (-7.45, -46 - 57 / 60 - 3 / 3600, 8.9)),
        True,
    ),
    Kind(
        "sides in a cell",
        "lat,lon,T\n47.37N,8.55E,9.4\n46.95S,7.45W,8.9\n",
        ((8.55, 47.37, 9.4), (-7.45, -46.95, 8.9)),
        True,
    ),
    Kind("sides tell the order", "47.37N,8.55E,9.4\n46.95N,7.45E,8.9\n", ZURICH[:2], True),
    Kind(
        "a sign of degrees",
        "Breite;Länge;T\n47,3°;8,5°;9,4\n46,9°;7,4°;8,9\n",
        ((8.5, 47.3, 9.4), (7.4, 46.9, 8.9)),
        True,
    ),
    Kind(
        "minutes after a colon",
        "lat,lon,T\n47:22:30,-8:30:00,9.4\n46:45,-7:15,8.9\n",
        ((-8.5, 47.375, 9.4), (-7.25, 46.75, 8.9)),
        True,
    ),
    Kind(
        "no degrees in a cell",
        "lat,lon,T\nnorth of town,8.55,9.4\nbeach,7.45,8.9\n",
        refused="line 2: lat must be degrees",
    ),
    Kind("no latitude", "lon,lat,T\n8,147,1\n9,148,2\n", refused="latitudes lie within ±90"),
    Kind(
        "several rows at one place",
        "lon,lat,T\n6.1,48.5,3\n6.1,48.5,5\n7.0,49.0,4\n6.5,48.0,1\n",
        ((6.1, 48.5, 4), (7.0, 49.0, 4), (6.5, 48.0, 1)),
        True,
        said="4 rows at 3 places read, and each place has the mean of its rows: "
        "at 6.1, 48.5 the value is 4, the mean of 2.",
    ),
    Kind(
        "an identifier, a year and a height beside the value",
        "STATIONS_ID,year,lat,lon,elevation,T\n433,2024,52.5,13.4,48,9.4\n434,2024,53.5,10,11,9.1\n",
        ((13.4, 52.5, 9.4), (10, 53.5, 9.1)),
        True,
    ),
    Kind(
        "errors are no value",
        "lat,lon,T_err,T\n52.5,13.4,.1,9.4\n53.5,10,.2,9.1\n",
        ((13.4, 52.5, 9.4), (10, 53.5, 9.1)),
        True,
    ),
    Kind(
        "an outsider's file: points numbered from 101, north before east",
        "Punto,Norte,Este,Cota\n101,6298450.12,346210.55,561.20\n102,6298512.40,346298.10,563.85\n"
        "103,6298388.75,346155.02,558.40\n",
        ((346210.55, 6298450.12, 561.2), (346298.1, 6298512.4, 563.85), (346155.02, 6298388.75, 558.4)),
        False,
    ),
    Kind("the form's example", "longitude, latitude, value\n8.55, 47.37, 9.4\n", ((8.55, 47.37, 9.4),), True),
)
