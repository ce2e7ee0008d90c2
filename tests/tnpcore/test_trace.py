import inspect
import threading

import pytest
import torch

from tnpcore import Points, intervene, load, masks, predict, record
from tnpcore.classification import load as load_classifier
from tnpcore.classification import predict_classes


def points(n, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return Points(torch.randn(n, 1, generator=generator), torch.randn(n, 1, generator=generator))


def test_blocks_nest_and_end():
    model, xt = load("tnpd"), torch.zeros(2, 1)
    with record() as outer:
        predict(model, points(3), xt)
        with record() as inner:
            predict(model, points(4), xt)
    predict(model, points(5), xt)
    assert [r.weights.shape[-1] for r in outer] == [4] * 4
    assert [r.weights.shape[-1] for r in inner] == [5] * 4


def test_two_threads_sharing_a_model_record_only_their_own_calls():
    model, seen, barrier = load("tetnp"), {}, threading.Barrier(2)

    def work(n):
        context = points(n)
        with record() as records:
            barrier.wait()
            for _ in range(20):
                model(context.x, context.y, torch.zeros(3, 1))
        seen[n] = {r.weights.shape[-1] for r in records}, len(records)

    threads = [threading.Thread(target=work, args=(n,)) for n in (2, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {2: ({3}, 80), 7: ({8}, 80)}


def test_recording_changes_nothing():
    model, context, xt = load("tnpd"), points(6), torch.linspace(-2, 2, 9)[:, None]
    plain, recorded = predict(model, context, xt), predict(model, context, xt, record=True)
    assert torch.equal(plain.mean, recorded.mean) and torch.equal(plain.std, recorded.std)
    assert plain.attention == () and len(recorded.attention) == 4


@pytest.mark.parametrize("name", ["tnpd", "tnpd-rotary", "tetnp", "tetnp-joint"])
def test_the_last_layer_has_queries_of_the_targets_alone(name):
    """Under a replaced mask all tokens are queries, and the targets' rows are the same."""
    model, context, xt = load(name), points(6), torch.linspace(-2, 2, 9)[:, None]
    whole = predict(model, context, xt, record=True).attention
    assert [entry.weights.shape[-2] for entry in whole] == [15] * (len(whole) - 1) + [9]
    if name == "tnpd":
        with intervene(mask=masks.context_only(6, 9)):
            painted = predict(model, context, xt, record=True).attention
        assert painted[-1].weights.shape[-2] == 15
        torch.testing.assert_close(painted[-1].weights[..., 6:, :7], whole[-1].weights, atol=1e-5, rtol=0)


@pytest.mark.parametrize("name", ["tnpd", "tetnp", "anp"])
def test_a_record_holds_the_values_and_what_leaves_each_head(name):
    model, context, xt = load(name), points(6), torch.linspace(-2, 2, 9)[:, None]
    for entry in predict(model, context, xt, record=True).attention:
        assert entry.v.shape == entry.k.shape
        torch.testing.assert_close(entry.outputs, entry.weights @ entry.v)
    last = len(predict(model, context, xt, record=True).attention) - 1
    with intervene(mute=((last, 2),)):
        muted = predict(model, context, xt, record=True).attention[last].outputs
    assert not muted[..., 2, :, :].any() and muted[..., 1, :, :].any()


@pytest.mark.parametrize("temperature", [0.0, -1.0, float("nan")])
def test_temperature_must_be_positive(temperature):
    with pytest.raises(ValueError, match="positive"), intervene(temperature=temperature):
        pass


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mute": ((99, 0),)}, "must name layers that run, which were 0, 1, 2, 3, got 99"),
        ({"mute": (("nolayer", 0),)}, "got nolayer"),
        ({"off": ((99, "norm"),)}, "got 99"),
        ({"mute": ((0, 99),)}, "layer 0 has the heads 0 to 3, got 99"),
    ],
)
def test_what_names_no_layer_or_head_that_ran_is_refused(changes, message):
    with pytest.raises(ValueError, match=message), intervene(**changes):
        predict(load("tnpd"), points(3), torch.zeros(1, 1))


def test_a_kind_of_record_is_a_class_of_records():
    with pytest.raises(ValueError, match="must be a class such as LayerRecord"):
        record(int)


@pytest.mark.parametrize("changes", [{"mute": ((0, 0),)}, {"temperature": 2.0}, {"mask": torch.ones(4, 3).bool()}])
@pytest.mark.parametrize("name", ["cnp", "convcnp"])
def test_a_model_without_attention_is_named(name, changes):
    with (
        pytest.raises(ValueError, match=r"a model that has some, got (CNP|ConvCNP)"),
        intervene(**changes),
    ):
        predict(load(name), points(3), torch.zeros(1, 1))


def test_a_classifier_without_attention_is_named():
    with pytest.raises(ValueError, match="got CNPClassifier"), intervene(temperature=2.0):
        predict_classes(load_classifier("cnp-classifier"), [[0.0, 1.0]], [0], [[0.0, 0.0]], 2)


def test_a_block_that_changes_nothing_or_in_which_nothing_or_attention_runs_is_no_fault():
    with intervene():
        predict(load("cnp"), points(3), torch.zeros(1, 1))
    with intervene(mute=((0, 0),)):
        pass
    with intervene(mute=((0, 0),)):
        for name in ("cnp", "tnpd"):
            predict(load(name), points(3), torch.zeros(1, 1))


@pytest.mark.parametrize("name", ["mask", "cross"])
@pytest.mark.parametrize(("mask", "got"), [(torch.ones(4, 3), "torch.float32"), ([[True]], "list")])
def test_a_mask_of_other_numbers_is_named(name, mask, got):
    with pytest.raises(ValueError, match=f"the {name} must be a tensor of torch.bool, True = may attend, got {got}"):
        next(inspect.unwrap(intervene)(**{name: mask}))  # without the check of shapes that runs with the tests
