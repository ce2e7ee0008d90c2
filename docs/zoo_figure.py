"""Command line: draw docs/zoo.svg, what every model reaches on the prior "smooth" and how long it was trained.

python docs/zoo_figure.py

Drawn with plotly, whose own JavaScript makes the SVG in the Chromium of the browser tests (tests/requirements.txt).
"""

from __future__ import annotations

import base64
import hashlib
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import unquote

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs
from plotly.subplots import make_subplots

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # started by its path

from tnpcore import pretrained  # noqa: E402
from tnpcore.models.registry import SPECS  # noqa: E402

FILE = ROOT / "docs" / "zoo.svg"
WIDTH, ROW, MARGIN = 900, 22, 130
EQUIVARIANT, OTHER, GRID = "#0b62b8", "#b34700", "#e3e7eb"
KINDS = {
    (True, True): "translation equivariant, coherent samples",
    (True, False): "translation equivariant, independent samples",
    (False, True): "not equivariant, coherent samples",
    (False, False): "not equivariant, independent samples",
}
DRAW = """async ([figure, width, height]) => {
  const place = document.createElement("div");
  document.body.append(place);
  await Plotly.newPlot(place, figure.data, figure.layout);
  return Plotly.toImage(place, { format: "svg", width, height });
}"""


@dataclass(frozen=True)
class Row:
    """What is drawn of a model: excess in nats per target with its standard error, training in processor minutes."""

    title: str
    excess: float
    error: float
    minutes: float
    equivariant: bool
    coherent: bool


def rows(prior: str = "smooth") -> list[Row]:
    """All models that were measured on a prior, the best last.

    Raises:
        ValueError: when there is none.
    """
    found = []
    for card in (pretrained.card(name, prior) for name in pretrained.names(prior)):
        spec, results = SPECS[card.name], card.results
        if "excess" in results:
            guarantees = spec.guarantees.shift, spec.guarantees.coherent_samples
            minutes = card.recipe["cpu_seconds"] / 60
            found.append(Row(spec.title, results["excess"], results["excess_se"], minutes, *guarantees))
    if not found:
        raise ValueError(f"no model was measured on the prior {prior!r}: python -m tnpcore.evaluate --all")
    return sorted(found, key=lambda row: -row.excess)


def digest(drawn: list[Row]) -> str:
    """A hash of the numbers that are drawn; the SVG holds it, so that a test sees whether the figure is up to date."""
    return hashlib.sha256(repr([asdict(row) for row in drawn]).encode()).hexdigest()


def figure(drawn: list[Row]) -> go.Figure:
    """One line for each model, so that no label covers another: left the excess, right the training time."""
    sheet = make_subplots(cols=2, shared_yaxes=True, horizontal_spacing=0.03, column_widths=[0.6, 0.4])
    for (equivariant, coherent), label in KINDS.items():
        chosen = [row for row in drawn if (row.equivariant, row.coherent) == (equivariant, coherent)]
        hue = EQUIVARIANT if equivariant else OTHER
        symbol = ("square" if coherent else "circle") + ("" if equivariant else "-open")
        marker = {"symbol": symbol, "size": 9, "color": hue, "line": {"width": 2, "color": hue}}
        shared = {"y": [row.title for row in chosen], "mode": "markers", "marker": marker, "name": label}
        errors = {"array": [row.error for row in chosen], "width": 0, "thickness": 1.5}
        sheet.add_scatter(x=[row.excess for row in chosen], error_x=errors, **shared, row=1, col=1)
        sheet.add_scatter(x=[row.minutes for row in chosen], showlegend=False, **shared, row=1, col=2)
    sheet.update_xaxes(type="log", gridcolor=GRID)
    sheet.update_xaxes(title="excess over the limit, nats per target", tickvals=[0.01, 0.1, 1, 10, 100], col=1)
    sheet.update_xaxes(title="training, minutes of one processor", tickvals=[2, 5, 10, 20, 50], col=2)
    order = {"categoryorder": "array", "categoryarray": [row.title for row in drawn]}
    sheet.update_yaxes(gridcolor=GRID, range=[-0.7, len(drawn) - 0.3], **order)
    return sheet.update_layout(
        template="none",
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "entrywidth": 300},
        margin={"l": 200, "r": 20, "t": 70, "b": 60},
        font={"family": "system-ui, sans-serif", "size": 12, "color": "#1b1f24"},
    )


def svg(drawn: list[Row]) -> str:
    """The figure as SVG, with the hash of its numbers in a comment."""
    from playwright.sync_api import sync_playwright

    from tests.chromium import launch

    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.add_script_tag(content=get_plotlyjs())
        height = MARGIN + ROW * len(drawn)
        address = page.evaluate(DRAW, [figure(drawn).to_plotly_json(), WIDTH, height])
        browser.close()
    head, _, content = address.partition(",")
    drawing = base64.b64decode(content).decode() if head.endswith("base64") else unquote(content)
    return f"{drawing}\n<!-- numbers: {digest(drawn)} -->\n"


def main() -> None:
    """Write the figure."""
    drawn = rows()
    FILE.write_text(svg(drawn), "utf-8")
    print(f"{FILE.relative_to(ROOT)}: {len(drawn)} models")


if __name__ == "__main__":
    main()
