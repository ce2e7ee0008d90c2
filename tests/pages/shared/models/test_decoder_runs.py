"""A run is the library's greedy output; a forbidden cell has no weight, a forced symbol is written and read."""

from __future__ import annotations

import numpy as np
import pytest

from pages.shared.models.decoder_runs import END_NAME, Intervention, decode, teacher_forced
from tnpcore.sequences import load
from tnpcore.sequences.copying import LONGEST, PITCHES
from tnpcore.sequences.decoding import greedy

SOURCE = ("reverse", "D4", "F4", "A4", "C5")
ALPHABET = (END_NAME, *PITCHES)  # in any order


@pytest.fixture(scope="module", params=["dot", "transformer"])
def network(request):
    return load(f"copying-{request.param}")


def decoded(network, *done):
    return decode(network, SOURCE, ALPHABET, LONGEST + 1, *done)


def test_a_run_is_greedy_and_teacher_forcing_agrees_with_it(network):
    found = decoded(network)
    wanted = greedy(network, network.source.encode([SOURCE]), LONGEST + 1)
    assert found.written == tuple(network.target.symbols_of(wanted.symbols[0].tolist()))
    assert found.ended == ("C5", "A4", "F4", "D4", END_NAME) and found.source == (*SOURCE, END_NAME)
    np.testing.assert_allclose(np.log(found.chosen), wanted.log_probabilities[0], atol=1e-5)
    np.testing.assert_allclose(found.chosen, teacher_forced(network, SOURCE, found.written), atol=1e-5)
    np.testing.assert_allclose(found.probabilities.sum(-1), 1.0, atol=1e-5)
    assert found.probabilities[0, ALPHABET.index("C5")] == found.chosen[0]


def test_a_forbidden_cell_has_no_weight_and_others_keep_theirs(network):
    free, found = decoded(network), decoded(network, Intervention(((1, 3),)))
    cross = [name for name in found.weights if name.startswith("cross")]
    assert cross and all((found.weights[name][:, 1, 3] == 0).all() for name in cross)
    assert all(np.allclose(found.weights[name][:, 0], free.weights[name][:, 0]) for name in cross)


def test_a_forced_symbol_is_written_and_read(network):
    free, found = decoded(network), decoded(network, Intervention((), (1, "E4")))
    assert found.written[:2] == ("C5", "E4") and not np.allclose(found.probabilities[2], free.probabilities[2])
    np.testing.assert_allclose(found.probabilities[:2], free.probabilities[:2], atol=1e-6)
    np.testing.assert_allclose(found.chosen, teacher_forced(network, SOURCE, found.written), atol=1e-5)


def test_the_probabilities_of_other_symbols_end_with_the_output(network):
    found = decoded(network)
    long = found.probability_of(PITCHES)
    assert len(long) == len(found.probabilities) == 5
    assert long.tolist() == [found.probabilities[i, ALPHABET.index(name)] for i, name in enumerate(PITCHES[:5])]
    assert found.probability_of(("C5",)).tolist() == [found.chosen[0], found.probabilities[1, 0]]
