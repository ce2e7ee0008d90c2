"""A lesson's state as one HTML file that opens by a double click and needs no network: figures, numbers, points, link.

Nothing in it comes from elsewhere, and its policy forbids the browser to fetch anything. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from pages.shared.drawing.units import Units
from pages.shared.scene.axis_numbers import for_file
from pages.shared.scene.data_figures import data_figures
from pages.shared.scene.marks import Scene
from pages.shared.scene.original_units import column, worded
from pages.shared.scene.palette import DARK, LIGHT
from pages.shared.scene.records import placed

LONGEST = 200  # letters of a link that is written out
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
STYLE = """
body { margin: 2rem auto; padding: 0 1rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif;
  background: PAPER; color: INK; }
h1 { line-height: 1.2; } a { color: inherit; overflow-wrap: anywhere; }
.rows { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { padding: 0.15rem 1.5rem 0.15rem 0; text-align: left; border-bottom: 1px solid #8884; }
"""


@dataclass(frozen=True)
class Paper:
    """What goes on the page: the lesson's title, what it shows, the drawn points, their units, the link, the theme; on
    a plane also the value at each point."""

    title: str
    scene: Scene
    points: Sequence[tuple[float, float]]
    units: Units | None
    link: str
    dark: bool = False
    values: Sequence[float] | None = None


def standalone(paper: Paper) -> str:
    """The whole file. Everything that people may have named is escaped."""
    colours = DARK if paper.dark else LIGHT
    style = STYLE.replace("PAPER", colours["paper"]).replace("INK", colours["ink"])
    scene, drawn = worded(paper.scene, paper.units), data_figures(paper.scene, paper.points, paper.units, paper.dark)
    readings = _table(("", "value"), ((reading.label, reading.text) for reading in scene.readings))
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(paper.title)}</title><style>{style}</style></head><body>",
            f"<h1>{escape(paper.title)}</h1>",
            f"<p>{escape(scene.caption)}</p><p><code>{escape(scene.equation)}</code></p>",
            _live(paper.link) if paper.link else "",
            *_pictures(drawn, colours, paper.dark),
            "<h2>Readings</h2>" + readings if scene.readings else "",
            "<h2>Points</h2>" + _points(paper),
            "</body></html>",
        )
    )


def _live(link: str) -> str:
    """The link to the page itself; one that fills lines, as many points do, in words."""
    text = link if len(link) <= LONGEST else "the page with these points"
    return f'<p>Try it yourself: <a href="{escape(link)}">{escape(text)}</a></p>'


def _pictures(found: Iterable, colours: dict[str, str], dark: bool) -> Iterable[str]:
    """One hoverable figure for each panel; the library that draws them comes once, with the first."""
    ground = {"paper_bgcolor": colours["paper"], "plot_bgcolor": colours["paper"]}
    template = "plotly_dark" if dark else "plotly_white"
    for number, figure in enumerate(found):
        figure.update_layout(template=template, **ground)
        yield figure.to_html(full_html=False, include_plotlyjs=number == 0, config={"displaylogo": False})


def _points(paper: Paper) -> str:
    """In original units where there are some, and then as the models see them, too."""
    found = placed(paper.points, paper.values).columns
    original = [column(each.title, each.quantity, each.values, paper.units) for each in found]
    seen = [(f"{each.title} as the models see it", each.values) for each in found] if paper.units else []
    digits = ".15g" if paper.units else ".6g"
    texts = [[v if isinstance(v, str) else format(v, digits) for v in for_file(values)] for _, values in original]
    texts += [[f"{value:.6g}" for value in values] for _, values in seen]
    return _table([title for title, _ in (*original, *seen)], zip(*texts, strict=True))


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="rows"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
