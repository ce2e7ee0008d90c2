"""Small real data sets: what to look for, and where the numbers in `datasets/` come from. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.drawing.stations import DEGREES, standardised
from pages.shared.drawing.table import read_table
from pages.shared.drawing.table_points import Ready
from pages.shared.drawing.units import Units, standardising

FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Dataset:
    """A file x,y with a header line; `x` and `y` title its axes. One of stations has a third column, titled `z`."""

    name: str
    file: str
    x: str
    y: str
    look: str
    source: str
    z: str = ""


DATASETS = (
    Dataset(
        "Carbon dioxide",
        "co2.csv",
        "year",
        "CO₂ in ppm",
        "A trend and the seasons. TNP-D and TETNP follow both between the points; past the last month they do not go "
        "on, for their prior knows neither trends nor periods.",
        "Keeling and Whorf, Mauna Loa, monthly means 1996 to 1999. Public domain.",
    ),
    Dataset(
        "Motorcycle crash",
        "motorcycle.csv",
        "ms after impact",
        "head acceleration in g",
        "Hardly any scatter before the crash, a lot after it. The Bayes predictor's prior has one noise level for all "
        "x, so its band stays thin and many points lie outside.",
        "Silverman 1985, 94 measurements from R's package boot. Licence: unlimited.",
    ),
    Dataset(
        "Nile",
        "nile.csv",
        "year",
        "annual flow in 10⁸ m³",
        "A level that falls about 1898, under noise about ten times the prior's. TNP-D and the Bayes predictor take "
        "the scatter for signal: most points lie outside their bands, and nearly half outside TETNP's.",
        "Cobb 1978, annual flow at Aswan, 1871 to 1970. Public domain.",
    ),
)

BY_FILE = {Path(dataset.file).stem: dataset for dataset in DATASETS}  # as a link names them


STATIONS = (
    Dataset(
        "Airports in the mountains",
        "airports.csv",
        "longitude",
        "latitude",
        "Mountains rise and fall over shorter ways than lie between these 50 places. The models take the map for a "
        "smooth one: in leave-one-out about half of the heights lie outside ±2 sd. And no place below 1,500 m is among "
        "them: the map does not know of the plains.",
        "United States Geological Survey, The National Map: airports above 1,500 m in the western United States, 2015. "
        "Public domain.",
        "elevation in m",
    ),
)


@cache
def load_stations(dataset: Dataset) -> Ready:
    """All stations of a data set with three columns, longitude, latitude and value."""
    rows = zip(*(column.values for column in read_table((FOLDER / dataset.file).read_text("utf-8")).columns))
    return standardised(tuple(rows), (dataset.x, dataset.y, dataset.z), DEGREES)


@cache
def load(dataset: Dataset) -> tuple[DrawnPoints, Units]:
    """All its points, standardised, and what their numbers stand for."""
    x, y = read_table((FOLDER / dataset.file).read_text("utf-8")).columns
    points = tuple(zip(x.values, y.values))
    units = standardising(points, dataset.x, dataset.y)
    return units.seen(points), units


def known(units: Units | None) -> Dataset | None:
    """The data set whose axes these are."""
    labels = (units.x_label, units.y_label, units.z_label) if units else None
    return next((d for d in (*DATASETS, *STATIONS) if (d.x, d.y, d.z) == labels), None)
