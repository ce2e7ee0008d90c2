"""A picture under the marks of a plot and the ring that is dragged over it: on the wire, in figures, in other units."""

from __future__ import annotations

from base64 import b64decode

import numpy as np
import pytest

from pages.shared.drawing.units import Units
from pages.shared.scene.field import Field, matrix
from pages.shared.scene.figures import figures
from pages.shared.scene.marks import Panel, Place, Scene
from pages.shared.scene.original_units import in_original_units

VALUES = np.array([[0.0, 1.0, 2.0], [4.0, 0.5, 0.25]])
FIELD = Field(VALUES, (-1.0, 1.0), (0.0, 3.0), "density", "nw")
RING = Place(0.5, 1.0, ("z1", "z2"), ((-1.0, 1.0), (0.0, 3.0)), "a place", "here")


def decoded(wire: dict) -> np.ndarray:
    low, high = wire["span"]
    kind = np.dtype("<u2") if wire["isolines"] else np.dtype("u1")
    levels = np.frombuffer(b64decode(wire["levels"]), kind).reshape(wire["rows"], wire["columns"])
    return low + (high - low) * levels / np.iinfo(kind).max


def scene(*marks) -> Scene:
    return Scene((Panel("plane", "Plane", marks, x=(-1.0, 1.0), y=(0.0, 3.0), equal=True),))


@pytest.mark.parametrize("diverging", [False, True])
def test_a_field_travels_as_one_byte_a_cell_and_comes_back_to_half_a_level(diverging):
    values = VALUES - 1.5 if diverging else VALUES
    wire = Field(values, (0.0, 1.0), (0.0, 1.0), "value", diverging=diverging).wire()
    low, high = wire["span"]
    np.testing.assert_allclose(decoded(wire), values, atol=(high - low) / 510 + 1e-12)
    assert (low == -high) == diverging


def test_a_field_with_isolines_is_finer_than_its_colours():
    wire = Field(VALUES, (0.0, 1.0), (0.0, 1.0), "value", most=3000.0, isolines=True).wire()
    np.testing.assert_allclose(decoded(wire), VALUES, atol=3000 / 65535)


def test_a_field_on_the_wire_is_an_eighth_of_its_numbers():
    values = np.random.default_rng(0).random((100, 100))
    assert len(scene(Field(values, (0, 1), (0, 1), "v")).packed()) < len(str(values.round(6).tolist())) / 6


def test_a_field_of_one_value_and_of_zeros_has_a_span():
    assert Field(np.zeros((2, 2)), (0, 1), (0, 1), "v").span == (0.0, 1.0)
    assert Field(np.zeros((2, 2)), (0, 1), (0, 1), "v", diverging=True).span == (-1.0, 1.0)
    assert Field(np.full((2, 2), 7.0), (0, 1), (0, 1), "v", diverging=True, middle=5.0, most=3.0).span == (2.0, 8.0)
    assert (decoded(Field(np.full((2, 2), 3.0), (0, 1), (0, 1), "v").wire()) == 3.0).all()


def test_a_field_with_a_number_that_is_not_finite_is_refused():
    with pytest.raises(ValueError, match="finite"):
        scene(Field(np.array([[np.nan]]), (0, 1), (0, 1), "v")).packed()


def test_a_figure_has_the_lowest_row_lowest_and_the_ring_at_its_place():
    heat, ring = figures(scene(FIELD, RING), ())[0].data
    assert heat.z.tolist() == VALUES.tolist() and list(heat.y) == [0.0, 3.0] and list(heat.x) == [-1.0, 0.0, 1.0]
    assert (ring.x[0], ring.y[0]) == (0.5, 1.0)


def test_over_axes_of_the_data_a_field_is_given_in_their_units():
    units = Units(x_offset=10.0, x_factor=2.0, y_offset=0.0, y_factor=5.0, x_label="year", y_label="mm")
    out, _ = in_original_units(scene(FIELD), (), units)
    (field,) = out.panel("plane").marks
    assert (field.x, field.y) == ((8.0, 12.0), (0.0, 15.0)) and field.values is VALUES


def test_the_equal_panel_says_so_and_another_takes_no_byte():
    equal, plain = scene(FIELD).wire()["panels"][0], Scene((Panel("p", "P", ()),)).wire()["panels"][0]
    assert equal["equal"] is True and "equal" not in plain


def test_a_matrix_fills_its_rectangle_with_the_first_row_at_the_top():
    found = matrix(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), (0.0, 6.0), (0.0, 1.0), "tnpd")
    assert found.x == (1.0, 5.0) and found.y == (0.25, 0.75) and not found.diverging
    assert found.values.tolist() == [[4.0, 5.0, 6.0], [1.0, 2.0, 3.0]]
    row = matrix(np.array([[-1.0, 2.0]]), (0.0, 2.0), (0.0, 1.0))
    assert row.values.tolist() == [[-1.0, 2.0], [-1.0, 2.0]] and row.diverging
