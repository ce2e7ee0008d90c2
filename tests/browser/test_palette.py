"""The palette as a browser works it out: what is written can be read, and nobody has to tell green from red."""

from __future__ import annotations

import itertools
import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

from pages.shared.board.bundle import sources, styles
from pages.shared.scene.palette import DARK, LIGHT, ROLES, escaped

CONFIG = tomllib.loads((Path(__file__).resolve().parents[2] / ".streamlit" / "config.toml").read_text("utf-8"))
MODELS = [name for name in ROLES if name.startswith("model-")]
WRITTEN = ("ink", "muted", "accent", "good", "bad")  # roles that text is written in
READ = """async ([source, names]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { Palette, legible } = (await import(url)).default;
  const palette = new Palette(document.querySelector(".board"));
  palette.refresh();
  const ramps = names.map((name) => palette.table(`var(--${name})`, false));
  const all = ["bg", "well", "ink", "muted", "accent", "good", "bad", "role-guess", ...names];
  return JSON.stringify({
    roles: Object.fromEntries(all.map((name) => [name, palette.rgb(`var(--${name})`)])),
    tint: palette.rgb("color-mix(in srgb, var(--accent) 7%, var(--bg))"),
    label: palette.rgb("color-mix(in srgb, var(--accent) 55%, var(--muted))"),
    middle: palette.table("", true).slice(127, 129),
    cells: [...ramps, palette.table("", true)].flat().map((cell) => [cell, legible(cell)]),
  });
}"""
# Machado, Oliveira and Fernandes 2009, severity 1; on linear sRGB.
SEEN_BY = {
    "everyone": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
}
# Björn Ottosson 2020: linear sRGB -> cone responses -> (after a cube root) Oklab.
TO_CONES = [[0.4122215, 0.5363325, 0.051446], [0.2119035, 0.6806995, 0.1073970], [0.0883025, 0.2817188, 0.6299787]]
TO_OKLAB = [[0.2104543, 0.7936178, -0.0040720], [1.9779985, -2.4285922, 0.4505937], [0.0259040, 0.7827718, -0.8086758]]
APART = 0.075  # in Oklab; black and white are 1 apart


@pytest.fixture(scope="module", params=["light", "dark"])
def palette(request, chromium):
    """What the board's own code reads from its style sheet under the app's theme."""
    theme = CONFIG["theme"][request.param]
    given = {"text": "textColor", "background": "backgroundColor", "primary": "primaryColor"}
    variables = "".join(f"--st-{name}-color: {theme[key]};" for name, key in given.items())
    page = chromium.new_page()
    page.set_content(f"<style>:root {{ {variables} }} {styles()}</style><div class='board'></div>")
    found = json.loads(page.evaluate(READ, [sources("plot/palette"), [*map(escaped, MODELS)]]))
    found["roles"] = {name.replace("\\", ""): colour for name, colour in found["roles"].items()}
    found["scheme"] = request.param
    page.close()
    expected = DARK if request.param == "dark" else LIGHT
    assert all(found["roles"][name] == pytest.approx(_rgb(expected[name[6:]]), abs=1) for name in MODELS)
    return found


def test_what_is_written_can_be_read(palette):
    roles = palette["roles"]
    pairs = {(text, paper): contrast(roles[text], roles[paper]) for text in WRITTEN for paper in ("bg", "well")}
    pairs["label of the tinted range", "tint"] = contrast(palette["label"], palette["tint"])
    pairs["tick", "tint"] = contrast(roles["muted"], palette["tint"])
    pairs["tip", "ink"] = contrast(roles["bg"], roles["ink"])
    assert {pair: round(ratio, 2) for pair, ratio in pairs.items() if ratio < 4.5} == {}


def test_numbers_can_be_read_on_every_shade_of_a_cell(palette):
    cells, pens = np.array(palette["cells"]).swapaxes(0, 1)
    assert contrast(cells, pens).min() >= 4.5


def test_nothing_has_the_colour_of_the_paper_where_colours_go_both_ways(palette):
    assert palette["middle"] == [palette["roles"]["bg"]] * 2


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_models_are_told_apart_by_all_eyes(palette, eyes):
    hues = {ROLES[name]: name for name in MODELS}.values()  # one of each family that shares a hue
    places = {name: oklab(np.asarray(SEEN_BY[eyes]) @ linear(palette["roles"][name])) for name in (*hues, "bg")}
    apart = {(a, b): float(np.linalg.norm(places[a] - places[b])) for a, b in itertools.combinations(places, 2)}
    assert {pair: round(d, 3) for pair, d in apart.items() if d < APART} == {}


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_a_guess_is_told_from_models_and_from_what_came_true(palette, eyes):
    seen = {name: oklab(np.asarray(SEEN_BY[eyes]) @ linear(colour)) for name, colour in palette["roles"].items()}
    apart = {name: float(np.linalg.norm(seen["role-guess"] - seen[name])) for name in (*MODELS, "ink", "accent", "bg")}
    assert {name: round(d, 3) for name, d in apart.items() if d < APART} == {}


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_numbers_of_a_map_are_told_apart_by_all_eyes(palette, eyes):
    """From shade to shade it grows darker on light paper and lighter on dark; below and above zero differ, too."""
    cells = oklab(linear([cell for cell, _ in palette["cells"]]) @ np.transpose(SEEN_BY[eyes]))
    *ramps, both = cells.reshape(-1, 256, 3)
    sign = -1 if palette["scheme"] == "light" else 1
    for ramp in (*ramps, both[127::-1], both[128:]):
        assert (sign * np.diff(ramp[:: len(ramp) // 8, 0]) > 0.01).all()
    apart = np.linalg.norm(both[127::-1] - both[128:], axis=1)
    assert apart[32:].min() > APART
    assert apart[1:].min() > 0


def test_lines_of_models_stand_out_from_the_paper(palette):
    """3:1 is what WCAG asks of graphical objects."""
    roles = palette["roles"]
    assert min(contrast(roles[name], roles["bg"]) for name in (*MODELS, "role-guess")) >= 3.0


def linear(colour):
    """Linear sRGB [..., 3] of colours with channels in 0..255."""
    part = np.asarray(colour) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """WCAG 2: from 1 (alike) to 21, of each of [..., 3] colours with the other."""
    low, high = np.sort([linear(colours) @ [0.2126, 0.7152, 0.0722] for colours in (one, other)], axis=0)
    return (high + 0.05) / (low + 0.05)


def oklab(colour):
    """Oklab [..., 3] of colours in linear sRGB [..., 3]."""
    return np.cbrt(np.clip(colour, 0.0, 1.0) @ np.transpose(TO_CONES)) @ np.transpose(TO_OKLAB)


def _rgb(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
