"""The page of all models from one sequence to another says what the cards say."""

import pytest

from tnpcore.sequences import page as written
from tnpcore.sequences import trained


def row(page, *start):
    [found] = [line for line in page.splitlines() if line.startswith(f"| {' | '.join(start)} |")]
    return found


def test_every_number_is_read_from_a_card():
    page, known = written.page(), trained.card("copying-dot").results
    cells = [cell.strip() for cell in row(page, "GRU, dot-product attention", "").split("|")[3:-2]]
    rates = [float(cell.split(" ± ")[0]) for cell in cells]
    found = [known[task][part]["exact"] for task in ("copy", "reverse") for part in ("within", "beyond")]
    assert rates == pytest.approx([100 * rate for rate in found], abs=0.005)
    lines = [line for line in page.splitlines() if line.startswith("| GRU, no attention |")]
    assert len(lines) == 5, "costs, kinds, lengths, held-out forms, copying"


def test_the_weekday_is_what_the_writing_model_cannot_know():
    """As the page says: a guess at the weekday costs log 7 nats, and more than the whole excess is in such texts."""
    found = trained.card("writing-transformer").results
    assert found["with_weekday"]["excess"] > 1.95 > found["excess"] > found["without_weekday"]["excess"]
