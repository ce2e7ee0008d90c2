"""Typed controls: one dataclass parses, gives the sliders, the defaults, and what a link carries."""

import json
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.shared.lesson.control_fields import cell_sets, choice, flag, handle, interval, number, numbers
from pages.shared.lesson.controls import PlotControls, specs
from pages.shared.lesson.values import MAX_X, ControlError

LEARNED = []


def learned() -> float:
    LEARNED.append(0.4)
    return LEARNED[-1]


@dataclass(frozen=True)
class Example(PlotControls):
    model: str = choice({"tnpd": "TNP-D", "cnp": "CNP"}, label="Model", parameter="example_model")
    layer: str = choice(("1", "2", "mean"), "2", label="Layer")
    scale: bool = flag(True, label="Divide by √dₖ")
    tau: float = number(1.0, -100, 100, step=0.05, slider=(-3, 3), label="Shift all inputs by τ", unit="units of x")
    lengthscale: float = number(learned, 0.1, 1.0, step=0.1)
    draw: int = number(1, 1, 999, whole=True)
    query: float = handle()
    targets: tuple[float, ...] = numbers((-1.0, 0.0, 1.0), -9, 9, count=3)
    cells: tuple = cell_sets(beyond=3)


ODD = {
    "model": ["tetnp", 1, ["tnpd"], True],
    "layer": ["3", 2],
    "scale": [1, "true", []],
    "tau": [True, "1", [1], float("nan"), float("inf"), 10**400, 100.5],
    "draw": [0, 1000, "7"],
    "query": [1.1e7, "0"],
    "targets": [[10], [0, 0, 0, 0], 1.0, ["1"], [True]],
    "cells2": [[[5, 0]], [[0]], [[0, 1.0]], "00", {}],
    "view": [[0, 0.4], [0, 25], [1], [1, 0], [0, 2e7], "wide"],
}


def test_absent_controls_take_their_defaults():
    found = Example.parse({"tau": None})
    assert found == Example()
    assert (found.model, found.layer, found.scale, found.tau, found.lengthscale) == ("tnpd", "2", True, 1.0, 0.4)
    assert (found.draw, found.query, found.targets, found.cells) == (1, 0.0, (-1.0, 0.0, 1.0), ())
    assert found.view == (-3.0, 3.0)


def test_plain_values_become_those_of_the_fields():
    wire = {"model": "cnp", "scale": False, "tau": 50, "targets": [1], "draw": 7.0, "view": [0, 4], "other": "kept out"}
    found = Example.parse(json.loads(json.dumps({**wire, "cells3": [[0, 5], [1, 1]], "cells12": [[14, 14]]})))
    assert (found.model, found.scale, found.targets, found.draw) == ("cnp", False, (1.0,), 7)
    assert type(found.tau) is float and type(found.draw) is int
    assert found.cells == ((3, ((0, 5), (1, 1))), (12, ((14, 14),)))
    assert found.view == (0.0, 4.0)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in ODD.items() for value in values])
def test_a_value_that_does_not_fit_is_named(name, value):
    with pytest.raises(ControlError, match=f"{name} must be") as error:
        Example.parse({name: value})
    assert error.value.control == name


def test_no_object_with_a_value_that_does_not_fit_can_be_made():
    with pytest.raises(ControlError, match="tau must be a number from -100 to 100, got 101"):
        Example(tau=101)
    with pytest.raises(ControlError, match="model must be one of tnpd, cnp, got 'x'"):
        replace(Example(), model="x")
    with pytest.raises(FrozenInstanceError):
        Example().tau = 2.0


def test_equal_controls_are_one_key_of_a_cache():
    first, second = (Example.parse({"targets": [1], "cells3": [[0, 0]], "tau": tau}) for tau in (2, 2.0))
    assert first == second and hash(first) == hash(second) and first is not second
    assert Example.parse(first) is first


def test_what_fits_of_a_link_is_kept_and_the_rest_is_named():
    found, errors = Example.accept({"tau": 2.0, "query": 1e9, "cells2": [[9, 9]], "unknown": 3.0})
    assert found == Example(tau=2.0)
    assert sorted(error.control for error in errors) == ["cells2", "query"]


def test_numbers_with_a_step_are_sliders():
    tau, lengthscale = Example.sliders({"tau": 77.0, "query": 1.0})
    ends = {"min": -3, "max": 3, "step": 0.05}
    assert tau == {"name": "tau", "label": "Shift all inputs by τ", **ends, "value": 77.0, "unit": "units of x"}
    assert (lengthscale["name"], lengthscale["value"]) == ("lengthscale", 0.4)
    assert Example.starts() == {"tau": 1.0, "lengthscale": 0.4}


def test_a_link_carries_the_sliders_that_no_one_has_touched():
    owned = {"query": 0.5, "tau": 2.0, "cells3": [[0, 0]], "view": [0, 4], "model": "cnp", "of another lesson": 1}
    assert list(Example.linked(owned)) == ["tau", "lengthscale", "query", "cells3", "view"]
    assert Example.linked(owned)["tau"] == 2.0 and Example.linked({})["tau"] == 1.0


def test_a_handle_out_of_view_stands_in_the_middle():
    here = Example(query=2.5, view=(0, 4))
    assert here.in_view(here.query) == 2.5
    assert here.in_view(-MAX_X) == 2.0


def test_a_field_without_a_specification_is_refused():
    @dataclass(frozen=True)
    class Bare(PlotControls):
        tau: float = 0.0

    with pytest.raises(TypeError, match="Bare: tau must be made by"):
        Bare()


def test_an_interval_has_its_own_width():
    @dataclass(frozen=True)
    class Zoomed(PlotControls):
        window: tuple = interval((0.0, 1.0), (0.1, 2.0))

    assert list(specs(Zoomed)) == ["window", "view"]
    with pytest.raises(ControlError, match=r"0\.1 to 2 apart"):
        Zoomed(window=(0, 3))


CELLS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).map(list), max_size=9)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "model": st.sampled_from(["tnpd", "cnp"]),
            "scale": st.booleans(),
            "tau": st.floats(-100, 100),
            "query": st.floats(-MAX_X, MAX_X),
            "targets": st.lists(st.floats(-9, 9), max_size=3),
            "cells2": CELLS,
        },
    )
)
def test_plain_values_and_controls_are_two_forms_of_one_thing(wire):
    found = Example.parse(wire)
    assert {name: value for name, value in found.plain().items() if name in wire} == wire
    assert Example.parse(found.plain()) == found
