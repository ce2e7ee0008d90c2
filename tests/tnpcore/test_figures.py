"""Figures show what ran: shapes, masks, tokens and predictions; they are legible and reproducible."""

import itertools
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
import torch
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from tnpcore import Points, load, masks, names, predict
from tnpcore.figures import EXAMPLE, FIGURES, __main__, draw, export
from tnpcore.figures.architecture import LABELS, architecture, layers
from tnpcore.figures.calls import watch
from tnpcore.figures.drawings import TARGETS
from tnpcore.figures.masks import ALLOWED
from tnpcore.figures.shift import shift_error
from tnpcore.figures.style import CHANGED
from tnpcore.models.registry import build

pytestmark = pytest.mark.slow

TWO = Points(torch.tensor([[-1.0], [0.5]]).double(), torch.tensor([[0.3], [-0.8]]).double())


def texts(figure):
    return [text for text in figure.findobj(Text) if text.get_text().strip() and text.get_visible()]


def words(figure):
    return [text.get_text() for text in texts(figure)]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_one_column_wide_and_the_same_file_twice(name):
    first, again = draw(name), draw(name)
    svg, pdf = export(first), export(first, "pdf")
    width = ElementTree.fromstring(svg).attrib["width"]
    assert float(width.removesuffix("pt")) / 72 * 2.54 == pytest.approx(8.0, abs=0.01)
    assert pdf.startswith(b"%PDF")
    assert (export(again), export(again, "pdf")) == (svg, pdf)


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("context", [EXAMPLE, TWO], ids=["seven points", "two points"])
def test_text_is_legible_inside_the_sheet_and_nowhere_on_other_text(name, context):
    figure = draw(name, context)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    boxes = [(text.get_text(), text.get_window_extent(canvas.get_renderer())) for text in texts(figure)]
    assert min(text.get_fontsize() for text in texts(figure)) >= 6.0
    for text, box in boxes:
        assert box.x0 >= 0 and box.y0 >= 0 and box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1, text
    for (one, a), (other, b) in itertools.combinations(boxes, 2):
        overlap = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
        assert min(overlap) < 1.0, (one, other)


@pytest.mark.parametrize("name", ["tnpd", "tetnp", "eqtnp"])
def test_every_box_of_a_layer_is_a_module_that_ran(name):
    run = watch(load(name), EXAMPLE, TARGETS)
    parts = {call.name.removeprefix("blocks.0.") for call in run.under("blocks.0")}
    assert parts == set(LABELS) | {"feedforward.0", "feedforward.1", "feedforward.2"}


def test_another_model_gives_another_figure():
    small = build("tnpd", num_layers=2, num_heads=3, d_model=48, d_hidden=20).eval()
    drawn = words(architecture(watch(small, EXAMPLE, TARGETS), "small"))
    assert "all tokens, × 2" in drawn and "weights 3 × 11 × 12" in drawn and "softmax(QKᵀ/√16 + mask)V" in drawn
    assert drawn.count("11 × 48") == 6  # embedding, two norms, Q, projection, feed-forward network


def test_the_bias_has_a_number_for_every_layer_head_query_and_key():
    (drawn,) = (text for text in words(draw("tetnp")) if text.startswith("4 × 4 × "))
    assert drawn == "4 × 4 × 11 × 8"
    assert "differences: 11 × 7 × 1" in words(draw("tetnp"))


def test_layers_that_differ_are_not_drawn_as_one():
    model = build("tnpd", num_layers=2).eval()
    model.blocks[1].feedforward = build("tnpd", d_hidden=64).blocks[0].feedforward
    with pytest.raises(ValueError, match="layers of blocks must be alike"):
        layers(watch(model, EXAMPLE, TARGETS), "blocks")


@pytest.mark.parametrize("name", ["tnpd", "tetnp", "eqtnp"])
def test_watching_changes_no_model_and_no_prediction(name):
    model = load(name)
    run, expected = watch(model, EXAMPLE, TARGETS), predict(model, EXAMPLE, TARGETS)
    assert not any(module._forward_hooks for module in model.modules())
    torch.testing.assert_close(run.mean, expected.mean, atol=2e-5, rtol=0)
    torch.testing.assert_close(run.std, expected.std, atol=2e-5, rtol=0)


def test_the_squares_are_the_masks():
    filled = [p for p in draw("masks", TWO).findobj(Rectangle) if to_hex(p.get_facecolor()) == ALLOWED]
    shown = (
        masks.context_only(2, 2),
        masks.causal_targets(2, 2),
        masks.autoregressive(2, 2),
        masks.cross_only(2, 2),
        masks.full(4),
        masks.causal(4),
    )
    assert len(filled) == sum(int(mask.sum()) for mask in shown)


def test_a_shift_marks_every_x_of_tnpd_and_nothing_of_tetnp():
    figure = draw("tokens", TWO)
    marked = [p for p in figure.findobj(Rectangle) if to_hex(p.get_facecolor()) == CHANGED]
    assert len(marked) == 3  # two points and the target
    assert {round(mark.get_x(), 3) for mark in marked} == {round(1.15 + 3.55, 3)}
    assert words(figure).count("−0.8") == 4  # y of the second point: as drawn and shifted, for both models


def test_the_shift_error_is_that_of_its_definition():
    x = torch.linspace(-2, 2, 201, dtype=torch.float64)[:, None]
    model = load("tnpd")
    here, there = predict(model, TWO, x), predict(model, Points(TWO.x + 2, TWO.y), x + 2)
    expected = np.sqrt(np.mean(((there.mean - here.mean) / here.std).numpy() ** 2))
    assert shift_error(model, TWO) == pytest.approx(expected, rel=1e-5)
    assert f"TNP-D: shift error {expected:.2f} sd" in words(draw("shift", TWO))
    assert shift_error(load("tetnp"), TWO) < 1e-4


@pytest.mark.parametrize("x", [torch.zeros(0, 1), torch.zeros(2, 3, 1), torch.zeros(3, 2)])
def test_no_points_a_batch_or_two_dimensions_are_refused(x):
    with pytest.raises(ValueError, match="at least one point"):
        draw("shift", Points(x, x[..., :1]))


def test_another_name_or_form_is_refused():
    with pytest.raises(ValueError, match="the figure must be one of tnpd, tetnp"):
        draw("lstm")
    with pytest.raises(ValueError, match="written as svg or pdf"):
        export(draw("masks"), "png")


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_the_command_writes_the_file(suffix, tmp_path, monkeypatch):
    file = tmp_path / f"masks.{suffix}"
    monkeypatch.setattr(sys, "argv", ["figures", "masks", "--out", str(file), "--points", "-1,0.3 0.5,-0.8"])
    __main__.main()
    assert file.read_bytes() == export(draw("masks", TWO), suffix)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--out", "a.png"], "--out must end in .svg or .pdf, got a.png"),
        (["--out", "a.svg", "--points", "1,2 3"], "argument --points: "),
        ([], "required: --out"),
    ],
)
def test_the_command_says_what_is_wrong(options, said, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["figures", "masks", *options])
    with pytest.raises(SystemExit):
        __main__.main()
    assert said in capsys.readouterr().err


def test_the_models_that_are_drawn_are_shipped():
    assert {"tnpd", "tetnp", "eqtnp"} <= set(names())
