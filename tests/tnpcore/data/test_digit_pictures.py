"""The pictures of digits: those of their source, in three parts."""

import pytest
import torch
from safetensors import safe_open
from sklearn.datasets import load_digits

from tnpcore.autoencoders import LICENCE, SOURCE, digits, joined, left_half, right_half
from tnpcore.data.digit_pictures import FILE, PARTS, SIZES, read
from tnpcore.weights import find


def test_they_are_those_that_scikit_learn_ships():
    ours, theirs = read(find(FILE)), load_digits()
    assert ours.pictures.shape == (1797, 64) and ours.pictures.max() == 16
    assert torch.equal(ours.pictures.double(), torch.from_numpy(theirs.data))
    assert torch.equal(ours.labels, torch.from_numpy(theirs.target))


def test_the_parts_are_fixed_and_make_up_the_whole():
    parts = [digits(part) for part in PARTS]
    assert tuple(map(len, parts)) == SIZES
    together = torch.cat([part.pictures for part in parts])
    for rows in (together, read(find(FILE)).pictures):
        assert len(rows.unique(dim=0)) == len(rows)  # no picture stands in two parts
    assert torch.equal(together.unique(dim=0), read(find(FILE)).pictures.unique(dim=0))
    assert digits("held-out").labels[:8].tolist() == digits("held-out")[:8].labels.tolist()


def test_their_source_and_licence_are_stated_in_the_file_too():
    with safe_open(find(FILE), "pt") as file:
        about = file.metadata()
    assert about["doi"] in SOURCE and about["year"] in SOURCE
    assert LICENCE.startswith(about["license"])


def test_another_file_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"there are no pictures in .*other.safetensors"):
        read(tmp_path / "other.safetensors")
    (tmp_path / "half.safetensors").write_bytes(find(FILE).read_bytes()[:500])
    with pytest.raises(ValueError, match=r"there are no pictures in .*half.safetensors"):
        read(tmp_path / "half.safetensors")
    changed = bytearray(find(FILE).read_bytes())
    changed[-1] ^= 1
    (tmp_path / FILE).write_bytes(changed)
    with pytest.raises(ValueError, match=r"the sha256 of the pictures in digits.safetensors must be"):
        read(tmp_path / FILE)
    with pytest.raises(ValueError, match="training, validation, held-out, got 'test'"):
        digits("test")


def test_a_picture_is_its_two_halves():
    pictures = digits("validation").pictures
    left, right = left_half(pictures), right_half(pictures)
    assert torch.equal(joined(left, right), pictures)
    assert torch.equal(left[0, :4], pictures[0, :4]) and torch.equal(right[0, 4:8], pictures[0, 12:16])
