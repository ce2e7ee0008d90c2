"""What the judges of the story on sequences find: what ends a step, what does not, what a wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.sequences import judges
from pages.sequences.lattice import melody
from pages.sequences.run import exact_by_length, known, model, run, run_of
from tests.pages.sequences.steps import COPY, FORBID, LONGER, LOOK, SLIP, VECTOR, moment, verdict
from tests.verdicts import whole
from tnpcore.sequences.copying import PITCHES

DIAGONAL = [(i, 6 - i) for i in range(6)]  # of six notes reversed: the cell that every output looks at


def test_other_notes_are_copied():
    assert verdict(COPY, moment(COPY)) is None
    assert not verdict(COPY, moment(COPY, "C4")).done
    done = verdict(COPY, moment(COPY, "E4 E4 G4 A4"))
    assert done.done and "4 of 4" in whole(done) and "192 numbers" in whole(done)
    many = verdict(COPY, moment(COPY, " ".join(["C4 E4 D4 B4 F4"] * 5)))
    assert not many.done and "remove some" in many.text


def test_what_one_vector_holds_is_what_its_card_says():
    share = exact_by_length("bottleneck", "reverse")[16]
    found = verdict(VECTOR, moment(VECTOR), 0)
    assert found.outcome == (0 if share >= 0.9 else 1 if share >= 0.5 else 2)
    assert f"{share:.0%} of the melodies of 16 notes" in whole(found)
    assert "16 notes are 48 bits, 192 numbers hold 6,144." in whole(found)


def test_one_vector_fails_on_the_notes_on_show_and_looking_back_does_not():
    notes = judges.melody(moment(VECTOR).points).notes
    assert len(notes) == 16 and not run_of("bottleneck", "reverse", notes).exact
    assert run_of("dot", "reverse", notes).exact


@pytest.mark.parametrize(
    ("guess", "words", "right"),
    [
        ([1 / 6] * 6, "Equal bars would be a mean", False),
        ([0, 1, 0, 0, 0, 0], "at the same place", False),
        ([1, 0, 0, 0, 0, 0], "Note 1 has 0%", False),
        ([0.1, 0.1, 0.1, 0.1, 0.5, 0.1], "The note is right", True),
        ([0, 0, 0, 0, 1, 0], "from which note it came", True),
    ],
)
def test_the_second_note_of_a_reversed_melody_looks_at_the_last_but_one(guess, words, right):
    found = verdict(LOOK, moment(LOOK), guess)
    assert found.done and found.right is right and words in whole(found)
    assert int(np.argmax(found.outcome)) == 4 and found.outcome[4] > 0.8


def test_a_guess_about_other_notes_is_not_judged():
    assert not verdict(LOOK, moment(LOOK, "C4 E4"), [1, 0, 0, 0, 0, 0]).done


@pytest.mark.parametrize(("row", "column"), DIAGONAL[1:])
def test_a_forbidden_cell_breaks_the_output_where_it_looked(row, column):
    found = verdict(FORBID, moment(FORBID, cells6=[[row, column]]))
    before, after = whole(found).split(", and now ")
    assert found.done and "Only what was forbidden" in whole(found)
    wrote, writes = before.removeprefix("It wrote ").split(), after.split(".")[0].split()
    assert [i for i in range(6) if wrote[i] != writes[i]] == [row]


def test_a_cell_without_weight_changes_nothing():
    assert verdict(FORBID, moment(FORBID)) is None
    found = verdict(FORBID, moment(FORBID, cells6=[[3, 6]]))
    assert not found.done and "nothing changes" in whole(found)


def test_who_survives_is_what_the_cards_say():
    dot, transformer = (exact_by_length(name, "reverse")[20] for name in ("dot", "transformer"))
    assert dot > 0.5 > transformer, "the story is about a Transformer that fails beyond its training"
    found = verdict(LONGER, moment(LONGER), 1)
    by_distance = [exact_by_length(f"transformer-{kind}", "reverse")[20] for kind in ("relative", "shaw", "rotary")]
    relative, vectors, rotary = (f"{share:.0%}" for share in by_distance)
    distances = f"fail more often than not, too (relative {relative}, relative-vector {vectors}, rotary {rotary})"
    assert f"{dot:.0%}" in whole(found) and distances in found.more
    notes = melody(moment(LONGER).points).notes
    writes = run(melody(moment(LONGER).points), moment(LONGER, model="transformer").controls).written[0]
    assert (
        "Yours goes wrong because the Transformer begins at note 17 instead of 20." in whole(found)
        and writes == notes[16] != notes[19]
    )
    assert not verdict(LONGER, moment(LONGER, ""), 1).done
    assert max(by_distance) < 0.5, "numbers of places are not the only reason"


def test_a_vector_has_room_for_more_notes_than_it_writes():
    """As the verdict says: notes that are equally likely, and the bits of its numbers."""
    (bridge,) = {p.dtype for p in model("bottleneck").bridge.parameters()}
    assert bridge.itemsize * 8 * known("bottleneck").arguments["width"] == 6144
    assert np.log2(float(len(PITCHES)) ** 16) == 48


@pytest.mark.parametrize("note", ["C4", "E4"])
def test_after_a_wrong_note_the_transformer_is_one_late_and_dot_products_are_not(note):
    assert verdict(SLIP, moment(SLIP), 1) is None
    late = verdict(SLIP, moment(SLIP, force=note), 1)
    assert late.done and late.outcome == 1 and late.right and f"D4 {note} F4 A4" in late.more
    assert late.text.endswith("because where it looks depends on what it wrote.")
    (share,) = re.findall(rf"After {note} it looks at 2 F4 \((\d+)%\), without it at 3 A4", late.more)
    assert int(share) == round(100 * looks(force=note)[2])
    assert int(looks()[2:4].argmax()) == 1
    alone = verdict(SLIP, moment(SLIP, force=note, model="dot"), 1)
    assert alone.done and alone.outcome == 0 and alone.right is False and "matters little" in alone.text
    assert "it looks at" not in alone.text
    never, noise = (whole(verdict(SLIP, moment(SLIP, force=note), guess)) for guess in (0, 2))
    assert "it never learned" in never and "5 of 5 are notes of the melody, one place late" in noise


def looks(**changes):
    """The weights of the step's third note over what the Transformer reads."""
    return judges.view_of(moment(SLIP, **changes)).attention.alignment[2]


def test_the_right_note_is_no_mistake():
    found = verdict(SLIP, moment(SLIP, force="F4"), 1)
    assert not found.done and "is the right note" in whole(found)
