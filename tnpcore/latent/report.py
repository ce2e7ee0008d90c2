"""Command line: write the page of latent variables from the cards.

python -m tnpcore.latent.report [PAGES]                     latent.md (default: into docs)
python -m tnpcore.latent.report --measure --where FOLDER    measures the weights in FOLDER first, into their cards
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from tnpcore import pretrained, weights
from tnpcore.command import Parser, positive
from tnpcore.data.priors import prior
from tnpcore.evaluation import EvaluationSet
from tnpcore.latent.measures import NUM_TASKS, measure
from tnpcore.markdown import table, with_error, write
from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.models.registry import SPECS
from tnpcore.models.specs.latent_plane import LATENT_PLANE

PRIOR = "smooth"
INTRODUCTION = f"""# Latent variables: what the models do with z

Written by `python -m tnpcore.latent.report` from the cards in `pretrained/`, which
`python -m tnpcore.latent.report --measure --where pretrained` fills. All values are on the prior `{PRIOR}`, means over
{NUM_TASKS} of the fixed tasks, 1 to 50 context points, with their standard errors.

## A z of two numbers

beta multiplies the KL term in training (some texts put 1/beta on the reconstruction). **KL**: the mean over contexts C
of KL(q(z_d | C) || p(z_d)) for each of the two dimensions, in nats, with p(z) = q(z | no points). **Active**:
dimensions with 0.01 nats or more; none means that z has collapsed. **Gap**: log p(y_C | x_C) less the ELBO at beta = 1,
the KL divergence from q(z | C) to the exact posterior, in nats. **Joint** and **marginal** excess: of 50 held-out
targets given q(z | C), above the joint density of the Bayes predictor and above its best Gaussian, in nats per target.
Evidence and both scores are integrals over z by quadrature, not estimates. `np-z2-ml` is trained on the likelihood: its
q(z | C) is not trained as a posterior, so that its gap says nothing about its predictions.
"""
BOUNDS = """
## Information in z, by bounds

For any number of dimensions: the mutual information I(z; C) between a context and z from q(z | C), in nats. It is not
known exactly. **At least** is an estimate whose expectation is a lower bound; it cannot exceed the logarithm of the
number of contexts. **At most** is the mean of KL(q(z | C) || p(z)), an upper bound.
"""


def page(cards: Iterable[pretrained.Card]) -> str:
    """The page as Markdown."""
    known = [(card, card.results["latent"]) for card in cards if "latent" in card.results]
    plane = [pair for pair in known if SPECS[pair[0].name] in LATENT_PLANE]
    head = "model|KL of z_1|KL of z_2|active|gap|joint excess|marginal excess"
    rows = (_plane_row(card.name, found) for card, found in plane)
    bounds = (_bounds_row(card.name, found) for card, found in known)
    second = table("model|dimensions of z|active|at least|at most", bounds)
    return INTRODUCTION + table(head, rows) + BOUNDS + second


def cards_of(where: Path | None = None) -> list[pretrained.Card]:
    """The cards of the latent neural processes: in that folder, or the shipped ones."""
    latent = [name for name in pretrained.names(PRIOR, where) if issubclass(SPECS[name].model, LatentNeuralProcess)]
    return [pretrained.card(name, PRIOR, where) for name in latent]


def measured(card: pretrained.Card, where: Path, fixed: EvaluationSet, num_tasks: int = NUM_TASKS) -> pretrained.Card:
    """The card with what its model does with z, under "latent"."""
    model = pretrained.load(card.name, card.prior, where=where)
    assert isinstance(model, LatentNeuralProcess)
    return replace(card, results={**card.results, "latent": measure(model, fixed, num_tasks)})


def _plane_row(name: str, found: Mapping[str, Any]) -> list[str]:
    kl = [f"{nats:.3f}" for nats in found["kl_per_dimension"]]
    return [
        f"`{name}`",
        *kl,
        str(found["active_dimensions"]),
        *(with_error(found, key) for key in ("gap", "joint_excess", "marginal_excess")),
    ]


def _bounds_row(name: str, found: Mapping[str, Any]) -> list[str]:
    bounds = found["information"]
    cells = [f"{bounds[key]:.2f} ± {bounds[f'{key}_error']:.2f}" for key in ("lower", "upper")]
    return [f"`{name}`", str(len(found["kl_per_dimension"])), str(found["active_dimensions"]), *cells]


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.latent.report", __doc__)
    parser.add_argument("pages", nargs="?", type=Path, default=Path("docs"), help="folder of the page (default: docs)")
    parser.add_argument("--where", type=Path, metavar="FOLDER", help="with weights of your own")
    parser.add_argument("--measure", action="store_true", help="measure the weights there, into their cards")
    parser.add_argument("--tasks", type=positive, default=NUM_TASKS, metavar="N", help="on how many (default: 256)")
    return parser


def _renew(where: Path, options: argparse.Namespace) -> None:
    """Measure the weights in the folder, into their cards."""
    weights.writable(where)
    fixed = EvaluationSet(prior(PRIOR))
    for card in tqdm(cards_of(where), "models", leave=False):
        pretrained.write_card(measured(card, where, fixed, options.tasks), where)
        print(f"{where}: the card of {card.name} on {card.prior}")


def main() -> None:
    """Measure as the options say, and write the page."""
    command = parser()
    options = command.parse_args()
    torch.set_num_threads(1)
    with command.one_line_errors():
        if options.measure:
            if options.where is None:
                raise ValueError("name the folder that is written to: --where FOLDER")
            _renew(options.where, options)
        print(write(options.pages / "latent.md", page(cards_of(options.where))))


if __name__ == "__main__":
    main()
