"""Measures of dates and of writing on models whose outputs are known; the shipped models on some texts."""

import math

import pytest
import torch

from tests.tnpcore.sequences.solver import Solver
from tnpcore.sequences import dates, evaluation, load, trained, translate
from tnpcore.sequences.tasks import DATES, WRITING

pytestmark = pytest.mark.slow

COUNT = 200


def symbols(text):
    return tuple(dates.split(text))


def test_measures_of_dates_by_kind_and_length():
    """A model that knows all but the numeric forms: exact match 1, and 0 there."""
    examples = (*dates.evaluation_set(COUNT), *dates.evaluation_set(COUNT // 10, held_out_forms=True))
    known = {symbols(example.text): "?" if example.kind == "numeric" else example.iso for example in examples}
    found = evaluation.measure_dates(Solver(DATES, lambda source: known[tuple(source)]), COUNT)
    numeric = sum(example.kind == "numeric" for example in examples[:COUNT])
    assert found["all"]["exact"] == 1 - numeric / COUNT and found["all"]["count"] == COUNT and numeric > 10
    assert {kind: one["exact"] for kind, one in found["by_kind"].items()} == {
        kind: float(kind != "numeric") for kind in dates.kinds()
    }
    assert sum(one["count"] for one in found["by_length"].values()) == COUNT
    left = COUNT - sum(found["by_kind"][kind]["count"] for kind in ("week", "century"))
    assert found["without_arithmetic"]["all"] == pytest.approx(
        {"exact": 1 - numeric / left, "count": left, "se": 0.02}, abs=0.02
    )
    assert sum(one["count"] for one in found["without_arithmetic"]["by_length"].values()) == left
    assert found["held_out_forms"]["all"]["count"] == 20
    assert all(one["se"] > 0 for one in found["by_kind"].values())


def test_measures_of_writing():
    """A model that always writes the most probable form: a form, and far from the distribution of forms."""
    solver = Solver(WRITING, lambda source: dates.written_forms("".join(source[1:]), source[0])[0])
    found = evaluation.measure_writing(solver, 60)
    assert found["a_written_form"] == {"exact": 1.0, "se": pytest.approx(math.sqrt(61 / 62**3), rel=0.01), "count": 60}
    assert 1.0 < found["limit"] < 4.0 and found["excess"] > 20 and found["excess_se"] > 0
    named, other = found["with_weekday"], found["without_weekday"]
    mean = named["share"] * named["excess"] + (1 - named["share"]) * other["excess"]
    assert 0 < named["share"] < 1 and mean == pytest.approx(found["excess"], rel=1e-3)
    wrong = evaluation.measure_writing(Solver(WRITING, lambda source: "x"), 20)
    assert wrong["a_written_form"]["exact"] == 0.0


def test_the_exact_distribution_has_no_excess():
    """Scored by its own exact probabilities, the written forms leave an excess of 0."""
    examples = dates.sample_writing(40, torch.Generator().manual_seed(0))
    exact = [dates.written_distribution(*reversed(e.source.split(" ")))[e.target] for e in examples]
    pairs = [(dates.split_source(e.source), list(e.target)) for e in examples]
    spread = {tuple(source): (target, chance) for (source, target), chance in zip(pairs, exact, strict=True)}

    class Exact(Solver):
        def forward(self, source, target):
            found = super().forward(source, target)
            chances = [spread[tuple(self.source.symbols_of(row))][1] for row in source.tolist()]
            return torch.cat([found[:, :1] + torch.tensor(chances).log()[:, None, None], found[:, 1:]], 1)

    model = Exact(WRITING, lambda source: spread[tuple(source)][0])
    likelihoods = evaluation.log_likelihoods(model, pairs, batch_size=16)
    torch.testing.assert_close(likelihoods, torch.tensor(exact).double().log(), atol=1e-5, rtol=0)


def test_the_order_of_sources_changes_no_output():
    examples = dates.evaluation_set(COUNT)[:40]
    model = Solver(DATES, lambda source: "?" if len(source) % 2 else "2031-04-03")
    outputs = evaluation.decoded(model, [dates.split(example.text) for example in examples], batch_size=7)
    assert outputs == ["?" if len(dates.split(example.text)) % 2 else "2031-04-03" for example in examples]


SHIPPED = [name for name in ("dates-transformer", "dates-additive", "dates-dot") if name in trained.names()]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_models_translate(name):
    texts = ["3. April 2031", "en-US 3/4/2031", "en-GB 3/4/2031", "令和13年4月3日", "3\u202favril\u00a02031", "hello"]
    expected = ["2031-04-03", "2031-03-04", "2031-04-03", "2031-04-03", "2031-04-03", "?"]
    assert translate(load(name), texts) == expected


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_no_source_is_named(name):
    model = load(name)
    with pytest.raises(ValueError, match="text 1 must have 1 to 40 symbols, got 0"):
        translate(model, ["3. April 2031", " "])
    with pytest.raises(ValueError, match="text 0 must have 1 to 40 symbols, got 41"):
        translate(model, ["1" * 41])
    with pytest.raises(ValueError, match="text 2 has '€'"):
        translate(model, ["1", "2", "3€"])


@pytest.mark.parametrize("name", trained.names("dates"))
def test_the_card_is_what_the_weights_reach(name, keyed):
    """500 texts again: within five standard errors of the card."""

    def measured():
        examples = dates.evaluation_set()[::20]
        outputs = evaluation.decoded(load(name), [dates.split(example.text) for example in examples])
        return sum(output == example.iso for output, example in zip(outputs, examples, strict=True)), len(examples)

    right, count = keyed(f"{name}: right of every twentieth text", measured, name)
    card = trained.card(name).results["all"]
    assert card["count"] == 10_000 and count == 500
    assert abs(right / count - card["exact"]) < 5 * math.sqrt(card["exact"] * (1 - card["exact"]) / count + 1e-4)
