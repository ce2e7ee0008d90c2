"""Thirty proof codes of a class, checked at once: valid ones, forged and edited ones, and those that were copied."""

from __future__ import annotations

import base64
import csv
import io
import json
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from pages.lecture.proof_table import HEAD, MOST_CODES, as_csv, check, without_codes
from pages.lessons import LESSONS
from pages.shared.proof.codes import Proof, issued, secret_of
from pages.shared.proof.secret import SECRET
from tests.app_pages import ENTRY

OWN, OTHER = secret_of("the secret of this server"), secret_of("the secret of another one")
FIT = "the signature does not fit: edited, or issued with another secret"


def proof(number: int, **changes) -> Proof:
    return replace(Proof("masks", 7, f"Learner {number}", f"2026-11-26 13:{number:02}", f"{number:08x}"), **changes)


def edited(code: str, **changes) -> str:
    """The code with other contents, and the signature that it had."""
    mark, payload, signature = code.split(".")
    lesson, step, name, time, drawing = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    found = {"lesson": lesson, "step": step, "name": name, "time": time, "drawing": drawing, **changes}
    data = json.dumps(list(found.values()), separators=(",", ":")).encode()
    return ".".join((mark, base64.urlsafe_b64encode(data).rstrip(b"=").decode(), signature))


@pytest.fixture
def folder(tmp_path):
    """A file for each of thirty learners, as they were mailed: 24 are sound, and six are not."""
    codes = [issued(proof(number), OWN) for number in range(24)]
    codes[3] = issued(proof(3, lesson="home", name="Zoë Ångström"), OWN)
    codes[22] = issued(proof(22, name="learner 21"), OWN)  # a second code of one name
    codes[23] = issued(proof(23, drawing=proof(0).drawing), OWN)  # drawn as another one's
    codes += [
        issued(proof(24), OTHER),
        edited(issued(proof(25), OWN), name="Somebody else"),
        edited(issued(proof(26), OWN), lesson="kernels"),
        issued(proof(27), OWN)[:-3],
        "NP1.AAAA.AAAAAAAAAAAAAAAAAAAAAA",
        "I have lost my code, sorry.",
    ]
    for number, code in enumerate(codes):
        (tmp_path / f"{number:02}.txt").write_text(f"Good morning,\n> my code: {code}.\nBest", "utf-8")
    return tmp_path


def texts(folder):
    return [(file.name, file.read_text("utf-8")) for file in sorted(folder.iterdir())]


def test_a_folder_of_thirty_codes_is_checked(folder):
    rows = {row.source: row for row in check(texts(folder), OWN, LESSONS)}
    valid = [source for source, row in rows.items() if row.proof]
    assert valid == [f"{number:02}.txt" for number in range(24)]
    assert rows["03.txt"].cells(LESSONS)[:5] == ("yes", "Zoë Ångström", "Home", "7", "2026-11-26 13:03")
    refused = {source: row.note for source, row in rows.items() if not row.proof}
    unsigned = dict.fromkeys(("24.txt", "25.txt", "26.txt", "28.txt"), FIT)
    assert refused == {**unsigned, "27.txt": "not a whole code"}
    assert without_codes(texts(folder)) == ["29.txt"]


def test_what_belongs_together_is_marked(folder):
    found = check([*texts(folder), ("again.txt", issued(proof(5), OWN))], OWN, LESSONS)
    notes = {row.source: row.note for row in found if row.proof and row.note}
    assert notes == {
        "00.txt": "drawn as by Learner 23",
        "05.txt": "the same code 2 times",
        "again.txt": "the same code 2 times",
        "21.txt": "2 codes of this name for this step",
        "22.txt": "2 codes of this name for this step",
        "23.txt": "drawn as by Learner 0",
    }


def test_the_table_is_saved_and_computes_nothing():
    spell = issued(proof(1, name='=HYPERLINK("evil")'), OWN)
    saved = [*csv.DictReader(io.StringIO(as_csv(check([("a.csv", spell)], OWN, LESSONS), LESSONS)))]
    (row,) = saved
    assert tuple(row) == HEAD and row["Valid"] == "yes" and row["Code"] == spell
    assert row["Name"] == '\'=HYPERLINK("evil")'


def test_a_lesson_that_is_gone_and_too_many_codes_are_refused():
    (row,) = check([("a", issued(proof(1, lesson="gone"), OWN))], OWN, LESSONS)
    assert row.proof is None and row.note == "no lesson is called gone"
    with pytest.raises(ValueError, match="at most 5,000 codes"):
        check([("a", "NP1.a.b " * (MOST_CODES + 1))], OWN, LESSONS)


def test_the_page_checks_what_is_pasted_and_what_is_in_files(folder):
    app = AppTest.from_file(str(ENTRY), default_timeout=120).run().switch_page("lecture/proofs.py").run()
    assert app.title[0].value == "Check proof codes"
    assert "valid until it is restarted" in app.warning[0].value, "the tests name no secret"
    app.text_area[0].set_value(f"{issued(proof(1, name='<b>Ada'), SECRET)}\n{issued(proof(2), OTHER)}").run()
    assert not app.exception and app.markdown[1].value == "**1 of 2 codes are valid.**"
    assert any("&lt;b&gt;Ada" in part.proto.body for part in app.get("html"))
    files = [(file.name, file.read_bytes(), "text/plain") for file in sorted(folder.iterdir())]
    app.text_area[0].set_value("").run()
    app.file_uploader[0].set_value(files).run()
    assert app.markdown[1].value == "**0 of 29 codes are valid.**", "of another secret"
    assert [button.proto.label for button in app.get("download_button")] == ["Save as CSV"]
    assert app.text[0].value == "No code in: 29.txt"
