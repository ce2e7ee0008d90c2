"""The page of all trained neural processes, from specs and cards; `python docs/zoo_figure.py` draws its figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch

from tnpcore import ablation, pretrained
from tnpcore.autoencoders.reading import read_digits
from tnpcore.cards import Card
from tnpcore.data.digits import DigitPrior
from tnpcore.data.pool import source
from tnpcore.data.priors import PRIORS, dimensions, prior
from tnpcore.evaluation import digit_fields
from tnpcore.markdown import UNKNOWN, table
from tnpcore.models.registry import SPECS
from tnpcore.shift_error import VECTOR

INTRODUCTION = """# All models, side by side

Written by `python -m tnpcore.catalogue` from the specs in `tnpcore/models/specs/` and from the cards in `pretrained/`,
which `python -m tnpcore.evaluate --all` fills. `tnpcore.load(name)` and `tnpcore.load(name, "periodic")` give the
models.

## What each model is, and what it guarantees

Guarantees hold by construction, trained or not; `tests/tnpcore/models/test_contracts.py` tests them for every model.
**Order**: the order of the context points changes no prediction. **Others**: the marginal prediction at a target does
not depend on which other targets there are, nor on their order (the correlations of a TNP-ND do). **Shift**: shifting
all inputs shifts the prediction, exactly (translation equivariance). **Samples**: how the model's own samples are
drawn. Independent samples are jagged; `sample_autoregressively` draws coherent ones from any model.
"""
PAPERS = "\n## Papers\n\n"
MEASURES = """
Excess is the loss above the limit, in nats per target, with its standard error, on 4,096 fixed tasks. **Marginal**:
at each target alone, above the best Gaussian of the Bayes predictor. **Joint**: of the model's own joint density of all
targets, above that of the Bayes predictor. **Autoregressive**: the same for autoregressive prediction (on 256 of the
tasks); on `smooth` 0.002 ± 0.001 of it is due to the Gaussian head, and not even the Bayes predictor could avoid it
(`benchmarks/autoregression.py`, on 256 tasks of its own). **Coverage**: of the central 95 % interval. **Roughness**:
total variation over that of the Bayes predictor; 1 is as smooth as it. **Shift**: root mean square change of the mean,
in predictive standard deviations, when all inputs are shifted by 0.3 or 2.03. **Training**: steps and processor time,
all processes together. **Loss**: of each target's log-likelihood its *expectation* over the exact posterior of the task
that was drawn, or the log-likelihood of the *drawn* y. The two have the same mean and the same optimum; the first has
far less noise, so that equal steps are a larger budget. Published models are trained on drawn y.
"""
FIGURE = """
![Excess over the limit and training time of every model, both on logarithmic scales](zoo.svg)

Lower is better on both scales. Bars are standard errors, where they reach beyond the mark. Time is that of the recipe
on the card, not the least that would do: most models were trained for 6,000 steps; EQTNP, the causal TNP and the
ConvCNP with a residual CNN for 12,000 to 20,000, until their bands were smooth; TNP-D, TNP-ND, three of the TETNPs,
ConvCNP with and without density and CNP for 20,000 to 42,000; NP, whose steps are cheap, for 80,000, which take as
long as the 30,000 of TNP-D. Without the density channel the mean is smooth (1.0 times the
Bayes predictor's total variation) and the band is not: it widens with the signal, even at the context points.
`python docs/zoo_figure.py` draws the figure.
"""
PERIODIC = """
Periodic curves, with two or three maxima in a period, periods U(1.5, 3) of the four units of x. Shorter periods were
learned worse: after 3,000 steps TNP-D was 0.67 nats above the limit with periods U(0.5, 2), 0.52 with U(1, 2), 0.28
with U(1.5, 3), 0.14 with U(2, 4), where the Bayes predictor without any context is at 2.0 to 2.1; `tetnp-fourier` 0.36,
0.22 and 0.12 with the last three (`python benchmarks/periods.py`). High roughness does not mean jagged curves here:
where a model misses that the curve repeats, its band widens and narrows, and the Bayes predictor's hardly does.
"""
NONSTATIONARY = """
A Gaussian process whose lengthscale changes at x = 0: U(0.12, 0.18) on the left, ten times as much on the right. Where
a point lies says how fast the function varies there. A translation-equivariant model cannot know where it is before it
has seen many points: here equivariance is the wrong assumption. With 0 to 5 context points TETNP is 0.113 ± 0.013 nats
above the limit, of which the best equivariant predictor could not avoid 0.099 ± 0.009; TNP-D is 0.001 ± 0.001 above it.
With all inputs shifted by 1, TETNP is where it was, and TNP-D 2.0 ± 0.3 above the limit
(`python benchmarks/equivariance_wrong.py --bound`, on 384 tasks of its own).
"""
SAWTOOTH = """
Lines that rise or fall and jump back, 0.5 to 1.5 times per unit of x. Near a jump the value is one of two and never
between, so that no Gaussian is right; the marginal limit is that of the best Gaussian.
"""
BROAD = """
For data of one's own: Gaussian processes of four kernels, with or without a long-term part and a line, noise from a
fiftieth of the function to twice as large, half of the sets on a regular grid, y standardised (`tnpcore.data.broad`).
The limit is not known: draws from so wide a prior explain a dozen points at the most. How these models do on real
series stands in [series.md](series.md).
"""
ABLATED = """
#### A part of the layer

Two questions about every part of a Transformer layer. **Switched off**: TNP-D as it was trained, with the part switched
off in all layers; of the heads, the one stays that costs least (`python -m tnpcore.evaluate tnpd --switched-off`).
**Trained without**: a model of its own, by the recipe of `tnpd-short`; the mean excess of its runs and, where there are
several seeds, the lowest and the highest (`python -m tnpcore.evaluate NAME --seeds FOLDER...`). Excess in nats per
target.
"""
GP2D = """
Pictures: Gaussian processes over the square [-2, 2] x [-2, 2], RBF kernel, lengthscale U(0.5, 1.5), scale U(0.5, 1.5),
noise U(0.05, 0.1), 0 to 100 context points. The limit integrates all three hyper-parameters; twice as many nodes of
each change it by at most 0.0001 nats. ConvCNP has 8 cells per unit along both axes here, and a U-Net of 3 levels in two
dimensions; its margin of 3 units leaves out the outermost half unit of the U-Net's reach. The residual CNN reaches one
unit. F of TETNP is an RBF of the vector x_i - x_j, round in the plane. A shift by one number is by that along both
axes, one by (0.3, -2.03) by a vector; roughness is that of the line from one corner of the square to the other. What a
picture costs stands in
[cost.md](cost.md).
"""
DIGITS2D = """
Digits of 8 x 8 pixels at random places of a field of 24 x 24, eight pixels to a unit, with noise of 0.05: the pictures
of Alpaydin and Kaynak 1998 (UCI, CC BY 4.0). 0 to 200 random pixels are context points. No limit is known. Everything
is measured on digits that no training has seen.
"""
COMPLETED = f"""
{digit_fields.TASKS} fields, of which {digit_fields.CONTEXT} of 576 pixels are given: log-likelihood of the others in
nats a pixel, RMSE in units of ink, and how often the completed digit, cut out where it is, is read as what it is by a
small classifier. **Truth**: the pictures themselves, read by it. **Beside**: with {digit_fields.BESIDE} added to both
inputs, so that the field lies beside those of training.
"""
NOTES = {
    "smooth": FIGURE,
    "periodic": PERIODIC,
    "nonstationary": NONSTATIONARY,
    "sawtooth": SAWTOOTH,
    "broad": BROAD,
    "gp2d": GP2D,
    "digits2d": DIGITS2D,
}


def page() -> str:
    """The page as Markdown: what the models are, and what was measured of them on each prior."""
    trained = {name: pretrained.names(name) for name in PRIORS}
    known = [name for name in SPECS if any(name in names for names in trained.values())]
    parts = [INTRODUCTION, _guarantees(known), PAPERS, _papers(known), "\n## What was measured\n", MEASURES]
    for known_prior, names in trained.items():
        if names:
            parts += [f"\n### Prior `{known_prior}`\n", NOTES[known_prior], _results(names, known_prior)]
            parts += [ABLATED, _ablations(known_prior)] if _switched_off(known_prior) else []
            digits = PRIORS[known_prior]
            parts += [COMPLETED, _completed(names, digits)] if isinstance(digits, DigitPrior) else []
    return "".join(parts)


def _guarantees(names: Iterable[str]) -> str:
    rows = []
    for spec in (SPECS[name] for name in names):
        parameters = sum(p.numel() for p in spec.build().parameters())
        known = spec.guarantees
        guarantees = ["yes" if holds else "no" for holds in (known.order, known.other_targets, known.shift)]
        what = [f"`{spec.name}`", spec.long_name, spec.summary, spec.paper.cited]
        rows.append([*what, f"{parameters:,}", *guarantees, known.samples.value])
    return table("name|model|what sets it apart|paper|parameters|order|others|shift|samples", rows)


def _papers(names: Iterable[str]) -> str:
    papers = sorted({SPECS[name].paper for name in names}, key=lambda paper: (paper.cited.split()[-1], paper.cited))
    return "".join(f"- {paper.cited}: [{paper.title}]({paper.link})\n" for paper in papers)


def _results(names: Iterable[str], prior_name: str) -> str:
    rows, cards = [], [pretrained.card(name, prior_name) for name in names]
    vector = [str(VECTOR)] if any(str(VECTOR) in card.results.get("shift", {}) for card in cards) else []
    taus = ["0.3", "2.03", *vector]
    for card in cards:
        results, shifts = card.results, card.results.get("shift", {})
        excesses = [_with_error(results, key) for key in ("excess", "joint_excess", "autoregressive_excess")]
        coverage, roughness = _shown(results, "coverage_95", ".1%"), _shown(results, "roughness", ".2f")
        changes = [_change(shifts, tau) for tau in taus]
        budget = f"{card.recipe['steps']:,} steps, {training(card)}"
        rows.append([f"`{card.name}`", budget, loss(card), *excesses, coverage, roughness, *changes])
    head = ["name|training|loss|marginal|joint|autoregressive|coverage|roughness", *(f"shift {tau}" for tau in taus)]
    return table("|".join(head), rows)


def _completed(names: Iterable[str], digits: DigitPrior) -> str:
    rows = []
    for card in (pretrained.card(name, digits.name) for name in names):
        places = (card.results.get(place, {}) for place in ("completed", "beside"))
        rows.append([f"`{card.name}`", *(cell for found in places for cell in _pictures(found))])
    head = "name|log-likelihood|rmse|read right|beside: log-likelihood|rmse|read right"
    truth = _percent(digit_fields.truth(digits, read_digits))
    return table(head, [*rows, ["truth", UNKNOWN, UNKNOWN, truth, UNKNOWN, UNKNOWN, truth]])


def _pictures(found: Mapping[str, float]) -> list[str]:
    if not found:
        return [UNKNOWN] * 3
    right = _percent((found["accuracy"], found["accuracy_se"]))
    return [_with_error(found, "loglik"), f"{found['rmse']:.3f}", right]


def _percent(pair: tuple[float, float]) -> str:
    return f"{pair[0]:.1%} ± {pair[1]:.1%}"


def loss(card: Card) -> str:
    """What the training minimised: "expectation" over the targets' exact distribution, or the loss of "drawn y".

    Found by running the model, untrained: its loss changes where that distribution is left out.

    Args:
        card: of the trained weights.
    """
    model = pretrained.build(card.name, **dimensions(prior(card.prior)))
    task = source(prior(card.prior), 64, 12, torch.Generator().manual_seed(0)).batch(2, 4, 4)
    with torch.no_grad():
        with_it, without = (
            model.loss(given, torch.Generator().manual_seed(0)) for given in (task, replace(task, known=None))
        )
    return "drawn y" if torch.equal(with_it, without) else "expectation"


def _switched_off(prior: str) -> Mapping[str, Any]:
    """The excess of TNP-D by part that is switched off, where it was measured on that prior."""
    known = "tnpd" in pretrained.names(prior)
    return pretrained.card("tnpd", prior).results.get("switched_off", {}) if known else {}


def _ablations(prior: str) -> str:
    off, rows = _switched_off(prior), []
    for part, name in (("–", ablation.WHOLE), *ablation.RETRAINED.items()):
        runs = ablation.seeds(pretrained.card(name, prior)) if name in pretrained.names(prior) else ()
        mean = f"{sum(runs) / len(runs):.3f}" if runs else UNKNOWN
        spread = f"{min(runs):.3f} to {max(runs):.3f}" if len(runs) > 1 else UNKNOWN
        cost = _with_error(off[part], "excess") if part in off else UNKNOWN
        rows.append([f"`{name}`", cost, mean, spread, str(len(runs))])
    return table("model without the part|part off in `tnpd`|trained without|lowest to highest|runs", rows)


def summary(cards: Sequence[Card]) -> str:
    """Trained models as a Markdown table, from their specs and cards."""
    head = "| model | parameters | excess ± se (nats) | 95 % coverage | roughness | training | file |"
    rows = [head, "|---|---|---|---|---|---|---|"]
    for card in cards:
        title = f"{SPECS[card.name].long_name} ({SPECS[card.name].title})"
        file = f"`{card.name}-{card.prior}.safetensors`"
        cells = [title, f"{card.parameters:,}", *_quality(card.results), training(card), file]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def training(card: Card) -> str:
    """The processor minutes of the training run, and on what it ran."""
    processes = card.recipe.get("processes", 1)
    where = "one thread" if processes == 1 else f"{processes} processes"
    return f"{card.recipe['cpu_seconds'] / 60:.0f} min, {where} ({card.recipe['device']})"


def _quality(results: dict[str, Any]) -> tuple[str, str, str]:
    if "coverage_95" not in results:
        return "not measured", "", ""
    if "excess" not in results:
        return f"limit unknown; log-likelihood {results['loglik']:.3f}", f"{results['coverage_95']:.1%}", ""
    excess = f"{results['excess']:.3f} ± {results['excess_se']:.3f}"
    return excess, f"{results['coverage_95']:.1%}", f"{results['roughness']:.2f}"


def _shown(results: Mapping[str, Any], key: str, form: str) -> str:
    return format(results[key], form) if key in results else UNKNOWN


def _with_error(results: Mapping[str, Any], key: str) -> str:
    return f"{results[key]:.3f} ± {results[f'{key}_se']:.3f}" if key in results else UNKNOWN


def _change(shifts: Mapping[str, float], tau: str) -> str:
    if tau not in shifts:
        return UNKNOWN
    return f"{shifts[tau]:.2g}" if shifts[tau] >= 1e-3 else "< 0.001"
