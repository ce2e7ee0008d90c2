"""Figures to print: chosen in the lab, drawn from the points, kept as a file."""

import pytest

from tests.app_pages import draw, open_page
from tnpcore.figures import FIGURES

pytestmark = pytest.mark.slow


def chosen(app, name):
    return app.selectbox(key="layer_figure").select(name).run()


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_shown_and_can_be_kept(name):
    app = chosen(open_page("layer"), name)
    assert not app.exception
    labels = [button.proto.label for button in app.get("download_button")]
    assert {"SVG", "PDF"} <= set(labels)


def test_without_points_the_page_says_what_to_do():
    app = chosen(draw(open_page("layer"), []), "shift")
    assert not app.exception
    assert any("needs at least one point" in box.value for box in app.info)
    assert not {"SVG", "PDF"} & {button.proto.label for button in app.get("download_button")}
