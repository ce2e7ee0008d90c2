"""The training loop, its commands and what they keep."""

from dataclasses import replace

import pytest
import torch

from tnpcore import cards, evaluate, sequences, weights
from tnpcore import train as command
from tnpcore.models.neural_process import initialise
from tnpcore.sequences import copying, evaluation, specs, trained
from tnpcore.sequences.learning import begin
from tnpcore.sequences.recipe import SequenceRecipe
from tnpcore.sequences.specs import SPECS
from tnpcore.sequences.tasks import COPYING, TASKS
from tnpcore.sequences.trained import spec
from tnpcore.training import finish

pytestmark = pytest.mark.slow

SHORT = SequenceRecipe(steps=6, batch_size=8, bucket=4, warmup=2, ema=0.5)


def small(name="copying-dot", **changed):
    known = replace(spec(name), arguments={**spec(name).arguments, "width": 16, "d_embed": 8}, **changed)
    model = known.build()
    initialise(model, torch.Generator().manual_seed(0))
    return model


def test_one_seed_gives_one_model():
    one, other = small(), small()
    assert all(torch.equal(a, b) for a, b in zip(one.parameters(), other.parameters(), strict=True))


@pytest.mark.parametrize("name", ["copying-transformer", "copying-transformer-learned", "copying-bottleneck"])
def test_initialising_draws_every_matrix(name):
    """No weight is left to a global seed."""
    models = [spec(name).build() for _ in range(2)]
    for model in models:
        initialise(model, torch.Generator().manual_seed(3))
    for (key, one), other in zip(models[0].named_parameters(), models[1].parameters(), strict=True):
        assert torch.equal(one, other), key


def test_the_loss_falls_and_the_model_ends_with_the_averaged_weights():
    model = small()
    run = begin(small(), COPYING, SHORT)
    while run.step < SHORT.steps:
        run.advance()
    losses = [step.loss for step in finish(begin(model, COPYING, SHORT))]
    assert losses[-1] < losses[0] and len(losses) == 6
    for one, other in zip(model.parameters(), run.result.parameters(), strict=True):
        assert torch.equal(one, other)
    assert any(not torch.equal(a, b) for a, b in zip(model.parameters(), run.model.parameters(), strict=True))


def test_a_resumed_run_goes_on_as_if_it_had_never_stopped():
    whole, first = begin(small(), COPYING, SHORT), begin(small(), COPYING, SHORT)
    losses = [whole.advance().loss for _ in range(6)]
    for _ in range(3):
        first.advance()
    second = begin(small(), COPYING, SHORT)
    second.restore(first.state())
    assert [second.advance().loss for _ in range(3)] == losses[3:]
    for one, other in zip(whole.result.parameters(), second.result.parameters(), strict=True):
        assert torch.equal(one, other)


def test_batches_have_similar_lengths_and_another_seed_other_pairs():
    model = small()
    found = COPYING.batches(model, SHORT, 0)
    assert len(found) == 4 and all(len(source) == len(target) == 8 for source, target in found)
    drawn = torch.cat([(source != 0).sum(1) for source, _ in found])
    spread = sum(float((source != 0).sum(1).float().var()) for source, _ in found) / 4
    assert spread < float(drawn.float().var()) / 2
    again, other = COPYING.batches(model, SHORT, 0), COPYING.batches(model, replace(SHORT, seed=1), 0)
    assert all(torch.equal(a, b) for one, two in zip(found, again, strict=True) for a, b in zip(one, two, strict=True))
    assert any(a[0].shape != b[0].shape or not torch.equal(a[0], b[0]) for a, b in zip(found, other, strict=True))


@pytest.mark.parametrize("name", TASKS)
def test_pairs_fit_the_symbols_and_lengths_of_their_task(name):
    task = TASKS[name]
    source, target = task.symbols()
    for read, written in task.draw(300, torch.Generator().manual_seed(0)):
        assert 1 <= len(read) <= task.longest_source and set(read) <= set(source)
        assert 1 <= len(written) <= task.longest_target and set(written) <= set(target)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of our own for weights and checkpoints, and a short recipe for a small model."""
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)
    known = SPECS["copying-dot"]
    monkeypatch.setitem(
        SPECS,
        "copying-dot",
        replace(known, arguments={**known.arguments, "width": 16, "d_embed": 8}, recipes={"copying": SHORT}),
    )
    return tmp_path


def run_command(monkeypatch, module, *arguments):
    monkeypatch.setattr("sys.argv", ["command", *arguments])
    module.main()


def test_the_commands_train_resume_and_measure(folder, monkeypatch, capsys):
    run_command(monkeypatch, command, "copying-dot", "--every", "3", "--out", str(folder))
    assert trained.names() == ["copying-dot"] == trained.names("copying") and trained.names("dates") == []
    known = trained.card("copying-dot")
    assert known.recipe["steps_done"] == 6 and known.arguments["source"] == [*copying.TASKS, *copying.PITCHES]
    before = trained.load("copying-dot").head.weight
    run_command(monkeypatch, command, "copying-dot", "--steps", "8", "--resume", "--out", str(folder))
    assert trained.card("copying-dot").recipe["steps_done"] == 8
    assert not torch.equal(before, trained.load("copying-dot").head.weight)
    monkeypatch.setitem(evaluation.MEASURES, "copying", lambda model: evaluation.measure_copying(model, per_length=2))
    run_command(monkeypatch, evaluate, "copying-dot", "--out", str(folder))
    results = trained.card("copying-dot").results
    assert results["limit"] == 1.0 and results["copy"]["within"]["count"] == 32 and results["copy"]["within"]["se"] > 0
    with pytest.raises(SystemExit, match="2"):
        run_command(monkeypatch, command, "copying-additive", "--resume")
    assert "needs the checkpoint" in capsys.readouterr().err


def kept(folder):
    model = small()
    known = cards.Card("copying-dot", "copying", sum(p.numel() for p in model.parameters()))
    cards.keep(spec("copying-dot"), model, known, folder)
    return model


def test_what_is_saved_is_what_is_loaded(folder):
    model, loaded = kept(folder), sequences.load("copying-dot")
    assert not loaded.training and not any(p.requires_grad for p in loaded.parameters())
    assert all(torch.equal(one, model.state_dict()[key]) for key, one in loaded.state_dict().items())


def test_shipped_cards_name_every_argument_and_are_measured():
    for name in trained.names():
        known, model = trained.card(name), sequences.load(name)
        assert known.arguments == spec(name).every_argument(), name
        assert known.parameters == sum(p.numel() for p in model.parameters())
        assert (weights.shipped() / f"{name}.safetensors").stat().st_size < 2e6
        assert known.recipe["cpu_seconds"] <= 1200 and known.recipe["steps_done"] == spec(name).recipe().steps
        assert {key: known.recipe[key] for key in vars(spec(name).recipe())} == vars(spec(name).recipe())
        assert known.results, f"measure it: python -m tnpcore.evaluate {name}"


def test_specs_are_consistent():
    assert all(known.name == name and known.name.startswith(f"{known.prior}-") for name, known in SPECS.items())
    assert all(len(kind.summary) <= 60 for kind in (*specs.KINDS, *specs.LANGUAGE_KINDS))
