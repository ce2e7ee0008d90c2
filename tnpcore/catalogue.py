"""Command line: write the page of all trained models, and its figure, from their cards.

python -m tnpcore.catalogue [FOLDER]      zoo.md and zoo.svg (default: into docs)
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from tnpcore import pretrained
from tnpcore.data.priors import PRIORS
from tnpcore.evaluate import training
from tnpcore.guarantees import GUARANTEES, JAGGED
from tnpcore.scatter import Mark, scatter

UNKNOWN = "–"
INTRODUCTION = """# All models, side by side

Written by `python -m tnpcore.catalogue` from the cards in `pretrained/`, which `python -m tnpcore.evaluate --all`
fills. `tnpcore.load(name)` and `tnpcore.load(name, "periodic")` give the models.

## What each is, and what it promises

Promises hold by construction, trained or not, and `tests/tnpcore/test_contracts.py` holds every model to them.
**Order**: the order of the context changes nothing. **Others**: what is said of a target by itself does not depend on
which other targets are asked for, nor on their order (TNP-ND's opinion of how targets go together does). **Shift**:
moving all inputs moves the prediction along, exactly. **Draws**: how the values of one draw hold together; where they
are drawn one by one they are jagged, and any model asked value by value (`sample_autoregressively`) gives coherent
ones.
"""
MEASURES = """
Excess is the loss above the limit, in nats per target, with its standard error, on 4,096 fixed tasks. **Marginal**:
target by target, above the best Gaussian of the Bayes predictor. **Joint**: what the model itself says of all targets
together, above the Bayes predictor's joint density. **In order**: the same when it is asked value by value (on 256 of
the tasks); on `smooth` 0.002 ± 0.001 of it is owed to the Gaussian head, and not even the Bayes predictor could avoid
it (`benchmarks/autoregression.py`, on 256 tasks of its own). **Coverage**: of the central 95 % interval.
**Roughness**: total variation over that of the Bayes predictor; 1 is as smooth as it. **Shift**: how far the mean
moves, in its own standard deviations, when all inputs move by 0.3 or 2.03. **Training**: time of the processor, all
processes together.
"""
FIGURE = """
![Excess over the limit against training time, both on logarithmic scales](zoo.svg)

Lower is better, further left is cheaper. Bars are standard errors, where they reach beyond the mark. Time is that of
the recipe on the card, not the least that would do: most models were trained for 6,000 steps; EQTNP, the causal TNP
and the ConvCNP with a residual CNN for 12,000 to 20,000, until their bands were smooth; TNP-D, three of the TETNPs,
ConvCNP with and without density and CNP for 20,000 to 42,000. Without the density channel the mean is smooth (1.0 times
the Bayes predictor's total variation) and the band restless: it swells with the signal, at the very points that were
shown.
"""
PERIODIC = """
Curves that repeat, two or three waves within a period, periods U(1.5, 3) of the four units of x. Shorter periods were
learned worse: after 3,000 steps TNP-D stood 0.67 nats above the limit with periods U(0.5, 2), 0.52 with U(1, 2), 0.28
with U(1.5, 3), 0.14 with U(2, 4), where the Bayes predictor that is shown no context stands at 2.0 to 2.1;
`tetnp-fourier` 0.36, 0.22 and 0.12 with the last three (`python benchmarks/periods.py`). High roughness is not
jaggedness here: where a model misses that the curve repeats, its band opens and closes, and the Bayes predictor's
hardly does.
"""
SAWTOOTH = """
Lines that rise or fall and jump back, 0.5 to 1.5 times per unit of x. Near a jump the value is one of two and never
between, so that no Gaussian is right; the marginal limit is that of the best Gaussian.
"""
TOLD = {"smooth": FIGURE, "periodic": PERIODIC, "sawtooth": SAWTOOTH}


def page() -> str:
    """Everything as Markdown: what the models are, and for each prior that has any what they reach."""
    trained = {prior: pretrained.names(prior) for prior in PRIORS}
    known = [name for name in pretrained.ARCHITECTURES if any(name in names for names in trained.values())]
    parts = [INTRODUCTION, _promises(known), "\n## What they reach\n", MEASURES]
    for prior, names in trained.items():
        if names:
            parts += [f"\n### Prior `{prior}`\n", TOLD[prior], _reached(names, prior)]
    return "".join(parts)


def figure(prior: str = "smooth") -> str:
    """Excess against training minutes of all models that were measured, as SVG. ValueError when there is none."""
    cards = [pretrained.card(name, prior) for name in pretrained.names(prior)]
    marks = [
        Mark(
            card.name,
            card.recipe["cpu_seconds"] / 60,
            card.results["excess"],
            card.results["excess_se"],
            filled=GUARANTEES[card.name].shift,
            square=GUARANTEES[card.name].coherent != JAGGED,
        )
        for card in cards
        if "excess" in card.results
    ]
    legend = ("shift changes nothing", "shift changes the answer", "square: coherent draws", "round: jagged draws")
    return scatter(marks, "training, minutes of one processor", "excess over the limit, nats per target", legend)


def _promises(names: list[str]) -> str:
    rows = []
    for name in names:
        told = GUARANTEES[name]
        parameters = sum(p.numel() for p in pretrained.build(name).parameters())
        promises = [_yes(promise) for promise in (told.order, told.other_targets, told.shift)]
        draws = "one by one" if told.coherent == JAGGED else told.coherent
        rows.append([f"`{name}`", told.line, told.paper, f"{parameters:,}", *promises, draws])
    return _table("model|what it is|paper|parameters|order|others|shift|draws", rows)


def _reached(names: list[str], prior: str) -> str:
    rows = []
    for card in (pretrained.card(name, prior) for name in names):
        results, shifts = card.results, card.results.get("shift", {})
        excesses = [_with_error(results, key) for key in ("excess", "joint_excess", "autoregressive_excess")]
        coverage, roughness = _shown(results, "coverage_95", ".1%"), _shown(results, "roughness", ".2f")
        moved = [_moved(shifts, tau) for tau in ("0.3", "2.03")]
        rows.append([f"`{card.name}`", training(card), *excesses, coverage, roughness, *moved])
    return _table("model|training|marginal|joint|in order|coverage|roughness|shift 0.3|shift 2.03", rows)


def _table(head: str, rows: list[list[str]]) -> str:
    titles = head.split("|")
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n" + "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _yes(promise: bool) -> str:
    return "yes" if promise else "no"


def _shown(results: Mapping, key: str, form: str) -> str:
    return format(results[key], form) if key in results else UNKNOWN


def _with_error(results: Mapping, key: str) -> str:
    return f"{results[key]:.3f} ± {results[f'{key}_se']:.3f}" if key in results else UNKNOWN


def _moved(shifts: Mapping[str, float], tau: str) -> str:
    if tau not in shifts:
        return UNKNOWN
    return f"{shifts[tau]:.2g}" if shifts[tau] >= 1e-3 else "< 0.001"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tnpcore.catalogue", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs"), help="where to (default: docs)")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "zoo.md").write_text(page(), "utf-8")
    (folder / "zoo.svg").write_text(figure(), "utf-8")
    print(f"{folder / 'zoo.md'}, {folder / 'zoo.svg'}: {len(pretrained.names())} models on the usual prior")


if __name__ == "__main__":
    main()
