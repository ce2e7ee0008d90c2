"""Proof codes: what is signed is read back; what was forged, edited or signed with another secret is refused."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import runpy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.shared.live.protocol import Request
from pages.shared.proof import secret
from pages.shared.proof.codes import CODE, MOST_NAME, Proof, drawing_of, issued, name_of, read, secret_of, seed_of

SECRET, OTHER = secret_of("a long enough secret"), secret_of("another long secret!")
ADA = Proof("masks", 7, "Ada Lovelace", "2026-11-26 13:05", "3fa94c07")
HAND = Request(1, "masks", ((0.5, -1.0), (2.0, 0.25)), {"rule": "tnpa", "cells4": [[0, 1]], "view": [-2.0, 2.0]})


def test_a_code_is_its_payload_and_an_hmac_of_it():
    """Computed here by the standard library alone, as RFC 2104 and FIPS 180 have it."""
    mark, payload, signature = issued(ADA, SECRET).split(".")
    data = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    assert json.loads(data) == ["masks", 7, "Ada Lovelace", "2026-11-26 13:05", "3fa94c07"] and mark == "NP1"
    expected = hmac.new(b"a long enough secret", b"proof of an exercise, 1\0" + data, hashlib.sha256).digest()[:16]
    assert base64.urlsafe_b64decode(signature + "==") == expected


@given(st.text(min_size=1, max_size=MOST_NAME), st.integers(1, 9))
def test_what_is_issued_is_read_back(name, step):
    proof = replace(ADA, name=name, step=step)
    assert read(issued(proof, SECRET), SECRET) == proof
    assert CODE.fullmatch(issued(proof, SECRET)), "and found in a text"


def test_no_other_character_of_a_code_is_taken():
    code = issued(ADA, SECRET)
    for at in range(len(code)):
        for other in {"A", "B", "-", "."} - {code[at]}:
            with pytest.raises(ValueError):
                read(f"{code[:at]}{other}{code[at + 1 :]}", SECRET)


@pytest.mark.parametrize("change", [lambda code: code[:-1], lambda code: f"{code}A", lambda code: code[4:], str.lower])
def test_a_part_of_a_code_is_none(change):
    with pytest.raises(ValueError):
        read(change(issued(ADA, SECRET)), SECRET)


def test_the_code_of_another_secret_is_refused():
    with pytest.raises(ValueError, match="edited, or issued with another secret"):
        read(issued(ADA, OTHER), SECRET)
    with pytest.raises(ValueError, match="edited, or issued with another secret"):
        read(issued(ADA, secret_of("")), secret_of(""))


def test_a_secret_is_long_or_of_this_process():
    assert SECRET.lasting and not secret_of("").lasting
    assert secret_of("").key != secret_of("").key
    with pytest.raises(ValueError, match="at least 16 characters, got 5"):
        secret_of("short")


def test_the_secret_of_a_server_is_that_of_its_setting(monkeypatch):
    monkeypatch.setenv("PROOF_SECRET", "a long enough secret")
    assert runpy.run_path(secret.__file__)["SECRET"] == SECRET
    monkeypatch.delenv("PROOF_SECRET")
    assert not runpy.run_path(secret.__file__)["SECRET"].lasting


def test_a_name_is_one_tidy_line():
    assert name_of("  Ada \n Lovelace ") == "Ada Lovelace"
    assert name_of("A\u030asa") == "\u00c5sa"
    for wrong in ("", "   ", "x" * 41, "a\x00b", "\ud800", None, 7, ["Ada"]):
        with pytest.raises(ValueError, match="one line of 1 to 40 characters"):
            name_of(wrong)


def test_equal_drawings_are_known_again_whatever_is_in_view():
    same = replace(HAND, seq=9, points=((0.50004, -1.0), (2, 0.25)), controls={**HAND.controls, "view": [0, 9]})
    assert drawing_of(HAND) == drawing_of(same)
    for other in (
        replace(HAND, points=HAND.points[:1]),
        replace(HAND, points=((0.5, -1.0), (2.0, 0.251))),
        replace(HAND, controls={**HAND.controls, "rule": "tnpd"}),
    ):
        assert drawing_of(HAND) != drawing_of(other)


def test_a_seed_follows_from_the_name_and_differs_in_a_class():
    assert seed_of("Ada Lovelace", 24) == seed_of(" ada  LOVELACE", 24)
    seeds = [seed_of(f"Learner {i}", 24) for i in range(240)]
    assert set(seeds) == {*range(24)} and max(map(seeds.count, range(24))) < 25
