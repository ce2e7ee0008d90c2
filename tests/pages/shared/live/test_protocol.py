"""One message of the live socket: what is a request, and what is refused as which type of error."""

import json

import pytest

from pages.shared.live.protocol import ERRORS, MAX_MESSAGE, MAX_READ, Request, RequestError, parse_request
from tests.messages import message


def test_a_good_request_is_parsed():
    text = json.dumps(message(controls={"tau": 0.5, "on": True, "cells": [[0, 1]], "model": "tnpd", "none": None}))
    request = parse_request(text)
    controls = {"tau": 0.5, "on": True, "cells": [[0, 1]], "model": "tnpd", "none": None}
    assert request == Request(7, "double", ((0.5, 1.0),), controls)


REFUSED = [
    ("{", "not-json", None),
    ("", "not-json", None),
    ("[" * 20_000, "not-json", None),
    ("1" * 5000, "not-json", None),
    ("[]", "bad-request", None),
    ("3", "bad-request", None),
    (json.dumps(message(seq=-1)), "bad-request", None),
    (json.dumps(message(seq=True)), "bad-request", None),
    (json.dumps(message(seq="1")), "bad-request", None),
    (json.dumps(message(seq=2**60)), "bad-request", None),
    (json.dumps(message(seq=float("nan"))), "bad-request", None),
    (json.dumps(message(v=2)), "bad-request", 7),
    (json.dumps(message(v=True)), "bad-request", 7),
    (json.dumps(message(lesson=3)), "bad-request", 7),
    (json.dumps(message(lesson="x" * 65)), "bad-request", 7),
    (json.dumps(message(points=None)), "bad-points", 7),
    (json.dumps(message(points=[[0, float("nan")]])), "bad-points", 7),
    (json.dumps(message(points=[[float("inf"), 0]])), "bad-points", 7),
    (json.dumps(message(points=[[True, 0]])), "bad-points", 7),
    (json.dumps(message(points=[[0, 1, 2]])), "bad-points", 7),
    (json.dumps(message(points=[[2e7, 0]])), "bad-points", 7),
    (json.dumps(message(points=[[0, 0]] * 257)), "bad-points", 7),
    (json.dumps(message(points=[[0.123, 4.567]] * 10_000)), "bad-points", 7),
    (json.dumps(message()).replace("0.5", "1e999"), "bad-points", 7),
    (json.dumps(message(controls=[])), "bad-control", 7),
    (json.dumps(message(controls={str(i): i for i in range(41)})), "bad-control", 7),
    (json.dumps(message(controls={"a": float("nan")})), "bad-control", 7),
    (json.dumps(message(controls={"a": "x" * 65})), "bad-control", 7),
    (json.dumps(message(controls={"x" * 65: 1})), "bad-control", 7),
    (json.dumps(message(controls={"a": {"b": 1}})), "bad-control", 7),
    (json.dumps(message(controls={"a": [["x"]]})), "bad-control", 7),
    (json.dumps(message(controls={"a": [[[[[1]]]]]})), "bad-control", 7),
    (json.dumps(message(controls={"a": [0] * 1500, "b": [0] * 1500})), "bad-control", 7),
    (json.dumps(message(pad="x" * MAX_MESSAGE)), "too-large", 7),
    ("x" * (MAX_MESSAGE + 1), "too-large", None),
    ("x" * (MAX_READ + 1), "too-large", None),
]


@pytest.mark.parametrize(("text", "kind", "seq"), REFUSED, ids=[f"{i}-{k}" for i, (_, k, _) in enumerate(REFUSED)])
def test_a_bad_request_has_a_type(text, kind, seq):
    with pytest.raises(RequestError) as error:
        parse_request(text)
    assert (error.value.type, error.value.seq) == (kind, seq)
    assert len(str(error.value)) < 250
    assert error.value.wire()["error"]["type"] in ERRORS


def test_the_largest_allowed_drawing_fits():
    points = [[round(-3 + 0.0234 * i, 4), -1.2345] for i in range(256)]
    assert len(parse_request(json.dumps(message(points=points))).points) == 256
