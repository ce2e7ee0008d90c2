"""A number is measured anew when a byte of the weights changes, or a line of what measures it; else it is kept."""

import shutil

import pytest

from tests import keyed, reached
from tests.keyed import Keyed, key
from tnpcore import weights

MODEL = "cnp-smooth"


@pytest.fixture
def folder(tmp_path):
    shutil.copy(weights.shipped() / f"{MODEL}.safetensors", tmp_path)
    return tmp_path


def test_a_changed_byte_of_the_weights_is_measured_anew(folder):
    values = iter([1.5, 2.5, 3.5])

    def measure():
        return next(values)

    store = folder / "keyed.json"
    kept = Keyed(store, keep=True)
    assert [kept("one", measure, MODEL, folder=folder) for _ in range(2)] == [1.5, 1.5]
    file = folder / f"{MODEL}.safetensors"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    assert Keyed(store)("one", measure, MODEL, folder=folder) == 2.5
    assert Keyed(store, anew=True)("one", measure, MODEL, folder=folder) == 3.5


def test_a_changed_line_of_the_code_is_measured_anew(folder, monkeypatch):
    def measure():
        return 0

    before = key(measure, [MODEL], folder)
    keyed._code.cache_clear()
    assert key(measure, [MODEL], folder) == before
    changed = next(file for file in reached.distances(keyed.STORE.with_suffix(".py")) if file.name == "attention.py")
    text = changed.read_bytes()
    read = type(changed).read_bytes
    monkeypatch.setattr(type(changed), "read_bytes", lambda file: read(file) + b"#" * (file == changed))
    keyed._code.cache_clear()
    assert key(measure, [MODEL], folder) != before and changed.read_bytes() != text
    monkeypatch.undo()
    keyed._code.cache_clear()
