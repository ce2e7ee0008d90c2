"""Numbers that articles state: each is that of the library, of the app or of a card."""

import copy
from statistics import fmean

import pytest
import torch

from pages.autoencoders import article as autoencoders
from pages.decisions.game import DRAWN_NOISE
from pages.learning import task as redrawn
from pages.masks import changes
from pages.positional.encodings import ENCODINGS
from pages.sequences.controls import NETWORKS, TRANSFORMERS
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import TARGETS
from pages.shared.scene.readings import EXACT
from pages.whole.parts import TARGETS as FEW_TARGETS
from pages.zoo.leave_one_out import MAX_LEFT_OUT
from tests.articles import texts
from tnpcore import Points, card, learned, predict, sequences
from tnpcore.classification.prior import MOST_SHOTS, MOST_WAYS, RoundClasses
from tnpcore.data.broad import FAMILIES
from tnpcore.data.digit_pictures import INK, SIDE
from tnpcore.data.priors import prior
from tnpcore.decisions import PLACES, draw_path, players
from tnpcore.decisions.games import TURNS
from tnpcore.decisions.storage import GAMES
from tnpcore.evaluation.band import EXPECTED, FEW, RARE, RARE_FOR_FEW
from tnpcore.evaluation.folds import FOLDS
from tnpcore.models.indexed import INDICES
from tnpcore.models.inputs import SINUSOID_BASE

SMOOTH, BROAD, ROUND = prior("smooth"), prior("broad"), RoundClasses()
WORDS = {4: "four", 5: "five", 8: "Eight", 9: "Nine", 10: "Ten"}
SMALL = [*map(learned.functions_name, learned.FUNCTIONS), *(learned.step_name("tnpd", n) for n in learned.STEPS)]
SHORT, LONG = learned.card(SMALL[-1]).recipe, card("tnpd").recipe
GRID, LAYER = model("convcnp").grid, card("tnpd").arguments
SPACING = float(torch.nextafter(torch.tensor(1e6), torch.tensor(2e6))) - 1e6
LOW, HIGH = SMOOTH.noise
SAID = [
    ("autoencoders", f"for each of {SIDE**2} pixels"),
    ("autoencoders", f"Binomial with {INK} trials"),
    ("classes", f"2 to {MOST_WAYS} classes with means from N(0, {ROUND.spread}² I)"),
    ("classes", "one standard deviation per task, {}, {} or {}".format(*ROUND.sds)),
    ("classes", f"at most {MOST_SHOTS} points a class"),
    ("decisions", f"standard deviation lies between {LOW} and {HIGH}. {WORDS[TURNS]} measurements"),
    ("decisions", f"on {len(PLACES)} places"),
    ("decisions", f"In our {GAMES} games"),
    ("decisions", f"the noise has a standard deviation of {DRAWN_NOISE}"),
    ("decisions", f"{players.LEAST_VARIANCE**0.5:.2f}^2"),
    ("equivariance", f"over the {TARGETS} targets in view"),
    ("equivariance", f"log sd below {EXACT} as none"),
    ("equivariance", f"near $10^6$ neighbouring 32-bit numbers lie 1/{1 / SPACING:.0f} apart"),
    ("fit", f"in one of {WORDS[FOLDS]} groups"),
    ("fit", f"$p = {EXPECTED:.3f}$"),
    ("fit", f"the {RARE:.0%} quantile of that distribution ({RARE_FOR_FEW:.1%} for fewer than {FEW} points"),
    ("fit", f"with noise of {LOW} to {HIGH} sd"),
    ("fit", f"with {WORDS[len(FAMILIES)]} kernels, trends, and noise of {BROAD.noise[0]} to {BROAD.noise[1]:g} times"),
    ("layer", f"a token $z$ of {LAYER['d_model']} numbers"),
    ("layer", f"outputs of the {WORDS[LAYER['num_heads']]} heads"),
    ("layer", f"a head of width {LAYER['d_model'] // LAYER['num_heads']} stays"),
    ("layer", f"the model with one head has a head of width {LAYER['d_model']}"),
    ("layer", f"on {card('tnpd').results['tasks']:,} tasks"),
    ("learning", f"at most {SHORT['steps']:,} steps of {SHORT['batch_size']} tasks each"),
    ("learning", f"were trained for {LONG['steps']:,} steps of {LONG['batch_size']}"),
    ("masks", f"{card('lbanp').arguments['num_latents']} latent tokens"),
    ("masks", f"below {changes.EXACT:.4f} sd counts as none, or below {changes.ROUNDING:.5f} in y"),
    ("paths", f"average {len(model('np').nodes)} fixed z"),
    ("positional", f"{WORDS[len(ENCODINGS)]} models, one recipe"),
    ("positional", f"learned for {INDICES} points"),
    ("positional", f"The base is {SINUSOID_BASE:g} here"),
    (
        "setconv",
        f"{GRID.points_per_unit} cells per unit suffice for functions with lengthscales of {SMOOTH.lengthscale[0]}",
    ),
    ("setconv", f"the grid ends {GRID.margin:g} units beyond the points"),
    ("whole", f"mean of {WORDS[LAYER['num_heads']]} heads"),
    ("whole", f"{WORDS[len(FEW_TARGETS)]} targets are few; the band has {TARGETS}"),
    ("zoo", "$x$ in $[{:g}, {:g}]$ and up to {} points".format(*SMOOTH.inputs, SMOOTH.max_context)),
    ("zoo", f"(up to {MAX_LEFT_OUT} points)"),
    ("zoo", f"below {EXACT} sd"),
]


@pytest.mark.parametrize(("lesson", "said"), SAID)
def test_an_article_states_the_number_of_what_it_speaks_of(lesson, said):
    assert said in texts(lesson)


def test_the_reader_of_pictures_and_the_informations_are_those_of_its_card():
    text, limits = autoencoders.texts()
    assert "For the 150 held-out pairs" in text and "right for 96% of held-out digits" in limits
    assert "at most log 150 = 5.01 nats" in limits


def test_learning_says_how_long_small_and_usual_networks_were_trained():
    steps = {
        name: learned.card(name).recipe["steps"]
        for name in (*SMALL, *(learned.step_name("cnp", n) for n in learned.STEPS))
    }
    assert max(steps.values()) == SHORT["steps"]
    assert {learned.card(name).recipe["batch_size"] for name in steps} == {SHORT["batch_size"]}
    assert all(card("cnp").recipe[key] == LONG[key] for key in ("steps", "batch_size"))
    middle = [fmean(each) for each in (SMOOTH.lengthscale, SMOOTH.scale, SMOOTH.noise)]
    assert pytest.approx(middle) == [redrawn.LENGTHSCALE, redrawn.SCALE, redrawn.NOISE]


def test_the_models_of_the_positional_lesson_share_one_recipe():
    (steps,) = {card(way.model).recipe["steps"] for way in ENCODINGS.values()}
    assert f"the same {steps:,} steps" in texts("positional")


def test_thompson_sampling_takes_as_many_passes_as_the_article_says():
    known, passes = copy.deepcopy(model("tnpd")), []
    known.head.register_forward_hook(lambda *_: passes.append(1))
    nothing = Points(*torch.zeros(2, 0, 1).double())
    players.predict_y(known, nothing, PLACES[:, None])
    assert len(passes) == 1
    draw_path(known, nothing, PLACES[:, None], torch.Generator().manual_seed(0))
    assert len(passes) == 1 + players.PATH_PLACES + 1


def test_networks_of_sequences_have_the_sizes_that_the_article_gives():
    cards = {name: sequences.card(f"copying-{name}") for name in NETWORKS}
    assert {f"{each.parameters / 1e6:.1f}" for each in cards.values()} == {"0.3"}
    for name in {*TRANSFORMERS.values()} & {*cards}:
        sizes = [cards[name].arguments[key] for key in ("encoder_layers", "decoder_layers", "num_heads")]
        assert sizes == [3, 2, 4]
    said = texts("sequences")
    assert "encoder (three layers here)" in said and "decoder (two layers), all with four heads" in said


def test_the_reach_of_the_convcnp_is_what_the_article_says():
    """Counted by gradients, in a network whose weights are all alike."""
    net = copy.deepcopy(model("convcnp").net)
    for parameter in net.parameters():
        torch.nn.init.constant_(parameter, 0.01)
    signal, reach = torch.ones(1, 2, 1024, requires_grad=True), []
    output = net(signal)
    for cell in range(512, 512 + net.stride):
        (gradient,) = torch.autograd.grad(output[0, 0, cell], signal, retain_graph=True)
        touched = gradient.abs().sum((0, 1)).nonzero()
        reach += [cell - int(touched.min()), int(touched.max()) - cell]
    ends = (f"{end / GRID.points_per_unit:.0f}" for end in (min(reach), max(reach)))
    assert "The CNN reaches {} to {} units".format(*ends) in texts("setconv")


@pytest.mark.parametrize("y", [-2.0, 2.0])
def test_beyond_the_grid_a_target_is_predicted_almost_as_without_points(y):
    beyond = torch.tensor([[GRID.margin + 0.5], [-GRID.margin - 3.0]]).double()
    point, none = (Points(*(torch.tensor([[at]]).double()[:n] for at in (0.0, y))) for n in (1, 0))
    near, far = (predict(model("convcnp"), points, beyond) for points in (point, none))
    assert max((a - b).abs().max() for a, b in ((near.mean, far.mean), (near.std, far.std))) < 0.02
