"""What tests of pages share."""

from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner

from tests.app_pages import draw, open_page

# For each session of a test Streamlit parses the metadata of every installed package; they are the same in all of them.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


@pytest.fixture
def home():
    """A board on which one point was drawn; the form for the person's own data is open."""
    app = open_page("home")
    app.session_state["data_menu"] = True
    return draw(app, [[0.25, -0.5]])
