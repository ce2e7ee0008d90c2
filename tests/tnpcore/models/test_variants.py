"""What makes each variant: how x enters, what F is, where the bottleneck is."""

import pytest
import torch

from tests.tnpcore.models.test_contracts import CONTEXT, XT, draw, fresh
from tnpcore import Points, predict, pretrained
from tnpcore.attention import attention_weights
from tnpcore.models import bins, displacement, inputs
from tnpcore.models.arguments import CHOICES
from tnpcore.models.convcnp import density_and_sums
from tnpcore.models.indexed import INDICES
from tnpcore.networks.residual import ResidualCNN
from tnpcore.positional import fourier


def test_input_encodings():
    x, anchor = torch.tensor([[1.0], [3.0]], dtype=torch.float64), torch.tensor([[2.0]], dtype=torch.float64)
    assert torch.equal(inputs.raw(x, anchor), x) and inputs.no_input(x, anchor).shape == (2, 0)
    assert inputs.centred(x, anchor).tolist() == [[-1.0], [1.0]]
    assert inputs.centred(x, None).tolist() == [[0.0], [0.0]]
    torch.testing.assert_close(inputs.fourier_features(x, anchor), torch.cat([x, fourier(x, inputs.FREQUENCIES)], -1))


def test_the_sinusoidal_encoding_stands_in_place_of_x():
    x = torch.tensor([[0.25], [-1.0]], dtype=torch.float64)
    encoded = inputs.sinusoids(x, None)
    torch.testing.assert_close(encoded[:, :2], torch.cat([(10 * x).sin(), (10 * x).cos()], -1))
    torch.testing.assert_close(
        encoded[:, 2:4], torch.cat([(10 * x / 100**0.125).sin(), (10 * x / 100**0.125).cos()], -1)
    )
    embed = fresh("tnpd-sinusoidal").embed
    assert torch.equal(embed.observed(x, x, None), torch.cat([encoded, x, torch.zeros_like(x)], -1))


def test_an_index_belongs_to_a_place_in_the_list_and_the_last_one_to_all_after_it():
    model = fresh("tnpd-index")
    many = model.index_embedding(torch.zeros(INDICES + 3, 1))
    assert torch.equal(many[:INDICES], model.indices) and torch.equal(many[-1], many[INDICES - 1])
    plain = fresh("tnpd-short")
    plain.load_state_dict({key: value for key, value in model.state_dict().items() if key != "indices"})
    model.indices.data.zero_()
    torch.testing.assert_close(predict(model, CONTEXT, XT).mean, predict(plain, CONTEXT, XT).mean)


def test_an_extended_cache_numbers_new_points_after_the_old_ones():
    model = fresh("tnpd-index")
    cache = model.extend(model.encode(CONTEXT.x[:5], CONTEXT.y[:5]), CONTEXT.x[5:], CONTEXT.y[5:])
    torch.testing.assert_close(model.decode(cache, XT).mean, predict(model, CONTEXT, XT).mean)


def test_differences_in_one_bin_get_one_number_and_an_edge_stays_on_its_side_under_a_shift():
    width = bins.BIN
    found = bins.nearest_bin(torch.tensor([-9.0, -4.0, 0.0, 0.49 * width, 0.51 * width, 4.0, 9.0]))
    assert found.tolist() == [0, 0, 16, 16, 17, 32, 32]
    x, other = torch.tensor([[0.405]], dtype=torch.float64), torch.tensor([[0.405 - 1.5 * width]], dtype=torch.float64)
    found = {
        bins.nearest_bin(((x + tau) - (other + tau)).to(dtype)).item()
        for tau in (0.0, 0.1, 0.3, 2.03, 77.7, 1000.3)
        for dtype in (torch.float32, torch.float64)
    }
    assert len(found) == 1


def test_the_number_of_a_bin_is_added_to_the_score_for_every_axis():
    bias = bins.BinnedBias(2, 3, 4).double()
    torch.nn.init.normal_(bias.scores)
    torch.nn.init.normal_(bias.null)
    layers = bias(torch.tensor([[[0.3, -1.1]]], dtype=torch.float64))
    for layer, (term,) in enumerate(layers):
        heads = slice(4 * layer, 4 * layer + 4)
        expected = bias.scores[16 + 1, heads] + bias.scores[33 + 16 - 4, heads]
        torch.testing.assert_close(term.pairs[:, 0, 1], expected)
        torch.testing.assert_close(term.pairs[:, 0, 0], bias.null[layer])


def test_without_x_all_targets_get_the_same_prediction():
    predicted = predict(fresh("tnpd-nox"), CONTEXT, XT)
    torch.testing.assert_close(predicted.mean, predicted.mean[:1].expand_as(predicted.mean))
    far = predict(fresh("tnpd-nox"), Points(CONTEXT.x * 7, CONTEXT.y), XT)
    torch.testing.assert_close(far.mean, predicted.mean)


def test_centring_is_tnpd_on_centred_inputs():
    centred, plain = fresh("tnpd-centred"), fresh("tnpd")
    plain.load_state_dict(centred.state_dict())
    middle = ((CONTEXT.x.amin() + CONTEXT.x.amax()) / 2).item()
    by_hand = predict(plain, CONTEXT.shifted(-middle), XT - middle)
    torch.testing.assert_close(predict(centred, CONTEXT, XT).mean, by_hand.mean)


def test_rotary_scores_depend_on_differences_only():
    """A shift changes no logit; those of the null token are 0."""
    model = fresh("tnpd-rotary")
    entry = predict(model, CONTEXT, XT, record=True).attention[0]
    moved = predict(model, CONTEXT.shifted(5.5), XT + 5.5, record=True).attention[0]
    torch.testing.assert_close(entry.logits, moved.logits, atol=1e-9, rtol=0)
    assert entry.logits[..., 0].abs().max() == 0
    places = predict(model, CONTEXT, XT, record=True).attention[-1].logits
    assert places.std(-1).max() > 1e-3


@pytest.mark.parametrize("kind", [displacement.RBFBias, displacement.CentredRBFBias])
def test_an_rbf_without_products_is_kernel_regression(kind):
    """The kernel is at the learned centre; the null token is at no distance from anybody."""
    bias = kind(1, 2, 3).double()
    centre = getattr(bias, "centre", torch.zeros(2, 3, 1))
    difference = CONTEXT.x[:, None, :] - CONTEXT.x[None, :, :]
    q, k = (torch.zeros(3, n, 1, dtype=torch.float64) for n in (9, 10))
    distance = torch.nn.functional.pad(difference[..., 0], (1, 0))
    for layer, lengthscale, middle in zip(bias(difference), bias.lengthscale, centre, strict=True):
        _, weights = attention_weights(q, k, bias=layer)
        kernel = torch.exp(-0.5 * ((distance - middle[..., None]) / lengthscale[:, None, None]) ** 2)
        torch.testing.assert_close(weights, kernel / kernel.sum(-1, keepdim=True))


@pytest.mark.parametrize("kind", ["mlp", "fourier", "rbf", "centred-rbf", "binned"])
def test_differences_beyond_the_training_range_look_like_its_edge(kind):
    bias = CHOICES["bias"][kind](1, 2, 3)
    near, far = (
        torch.stack([sum(term.pairs * term.heads for term in layer) for layer in bias(torch.full((1, 1, 1), d))])
        for d in (displacement.REACH, 100.0)
    )
    assert torch.equal(near, far) and near.shape == (2, 3, 1, 2)


def test_joint_scores_join_products_and_differences():
    """The same difference is scored differently for different products: no additive F can do that."""
    model = fresh("tetnp-joint")
    q, k = draw(4, 5, 12), draw(4, 6, 12, seed=1)
    zero = torch.zeros(5, 5, 1, dtype=torch.float64)
    here, there = (model.bias(zero + d)[0][0].of(q, k).pairs for d in (0.0, 1.0))
    assert (there - here)[..., 1:].std() > 1e-4


def test_pseudo_tokens_shift_and_widen_with_the_context():
    model = pretrained.build("tetnp-pseudo").double()
    here = model.positions(CONTEXT.x)
    torch.testing.assert_close(model.positions(CONTEXT.x + 3.3), here + 3.3)
    middle = (CONTEXT.x.amin() + CONTEXT.x.amax()) / 2
    torch.testing.assert_close(model.positions(10 * CONTEXT.x) - 10 * middle, 10 * (here - middle))
    # One point has no width of its own: the tokens are within 1.25 units of it.
    assert (model.positions(CONTEXT.x[:1]) - CONTEXT.x[:1]).abs().max() <= 1.25


@pytest.mark.parametrize("name", ["lbanp", "tetnp-pseudo"])
def test_no_target_attends_to_the_context_itself(name):
    model = fresh(name)
    keys = {entry.weights.shape[-2:] for entry in predict(model, CONTEXT, XT, record=True).attention}
    tokens = 16 if name == "lbanp" else 32
    assert keys == {(tokens, 10), (tokens, tokens + 1), (23, tokens + 1)}


def test_eqtnps_context_is_recorded_first_then_its_targets():
    layers = predict(fresh("eqtnp"), CONTEXT, XT, record=True).attention
    assert [entry.name for entry in layers] == [f"layer {i}" for i in range(8)]
    assert [entry.weights.shape[-2] for entry in layers] == [9] * 4 + [23] * 4


def test_no_targets_weights_depend_on_y_in_an_anp_and_those_among_its_context_do():
    model, other = fresh("anp"), Points(CONTEXT.x, CONTEXT.y + CONTEXT.x)
    one, two = (predict(model, c, XT, record=True) for c in (CONTEXT, other))
    (*among, targets), (*among_others, targets_again) = one.attention, two.attention
    assert [len(entry.weights[0]) for entry in one.attention] == [9] * 4 + [23]
    assert torch.equal(targets.weights, targets_again.weights) and not torch.equal(one.mean, two.mean)
    assert not any(torch.equal(a.weights, b.weights) for a, b in zip(among, among_others, strict=True))
    assert [entry.name for entry in one.attention] == [f"layer {i}" for i in range(5)]


def test_without_self_attention_a_value_in_an_anp_depends_on_one_point():
    """And appending one is exact."""
    model = fresh("anp", num_layers=0)
    cache = model.extend(model.encode(CONTEXT.x[:5], CONTEXT.y[:5]), CONTEXT.x[5:], CONTEXT.y[5:])
    one, two = model.decode(cache, XT), model(CONTEXT.x, CONTEXT.y, XT)
    torch.testing.assert_close(one.mean, two.mean, atol=1e-12, rtol=0)


def test_causal_targets_depend_on_the_inputs_of_earlier_targets_only():
    model, moved = fresh("tnp-causal"), XT.clone()
    moved[5] += 0.5
    change = (predict(model, CONTEXT, XT).mean - predict(model, CONTEXT, moved).mean).abs()[:, 0]
    assert change[:5].max() < 1e-12 and change[5:].min() > 1e-9


@pytest.mark.parametrize("dim", [1, 2])
def test_a_residual_cnn_reaches_as_far_as_stated(dim):
    net = ResidualCNN(2, 1, 8, layers=3, kernel=5, dim=dim).double()
    signal = torch.zeros(1, 2, *(32,) * dim, dtype=torch.float64)
    far = net(signal)
    signal[(..., *(16,) * dim)] = 1.0
    touched = ((net(signal) - far).abs()[0, 0] > 0).nonzero()
    assert ((touched - 16).abs().amax(0) == net.reach).all() and net.reach == 6
    torch.testing.assert_close(far, far.flatten()[0].expand_as(far))


def test_sums_grow_with_the_number_of_points():
    summed = torch.tensor([[2.0, 4.0]])
    assert density_and_sums(summed).tolist() == [[2.0, 4.0]]
