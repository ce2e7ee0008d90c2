"""Command line: write the page of decisions from the stored games.

python -m tnpcore.decisions.report [PAGES]                  decisions.md (default: into docs)
python -m tnpcore.decisions.report --play --where FOLDER    plays the games first, into FOLDER
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from tqdm import tqdm

from tnpcore import pretrained, weights
from tnpcore.command import Parser
from tnpcore.data.gp import BayesPredictor
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.decisions import storage as games
from tnpcore.decisions.bands import NOMINAL
from tnpcore.decisions.players import NOISE_VARIANCE, Player
from tnpcore.decisions.rules import RULES
from tnpcore.decisions.storage import BAYES, FILE, GAMES, PLAYERS, Stored
from tnpcore.evaluation.measures import mean_and_error
from tnpcore.markdown import table
from tnpcore.markdown import write as write_page

PRIOR = "smooth"
SHARE = 2 / 3  # of the usual nodes of the Bayes predictor, as in the lesson
INTRODUCTION = f"""# Decisions: who finds the maximum of a hidden function

Written by `python -m tnpcore.decisions.report` from the {GAMES} games in `pretrained/{FILE}`, which `python -m
tnpcore.decisions.report --play --where pretrained` plays. Hidden functions are drawn from the prior `{PRIOR}`, on 201
places from -2 to 2. A game has ten measurements, which return y with noise; the first one, and the noise of each
turn, are the same for all players. **Regret** is simple: the maximum of f less the largest f at a measurement so far,
in units of y, the mean over games with its standard error. **Found**: games whose regret is below 0.05 in the end.

The rules work on f: of the predicted variance of y the mean noise variance of the prior, {NOISE_VARIANCE:.5f}, is
subtracted for all players. **UCB** is mean + 2 sd; **expected improvement** is over the largest mean at a measurement;
**Thompson sampling** draws a coherent path (values at 21 places, autoregressively where a model predicts marginals,
then the mean given them); **largest sd** looks for no maximum. `bayes` is the Bayes predictor of the prior.
"""
PAIRED = """
## Against the Bayes predictor

The regret after five and after ten measurements less that of the Bayes predictor by the same rule in the same games.
"""
COVERAGE = f"""
## Are bands too narrow where a rule measures?

A band of two standard deviations should cover y in {NOMINAL:.1%} of all cases. **Measured**: at the measurements 2 to
10, before each was made. **Random**: at a random place, given the same measurements. Standard errors are over games.
"""


def page(known: Mapping[str, Mapping[str, Stored]]) -> str:
    """The page as Markdown."""
    pairs = [(player, rule, found) for player, rules in known.items() for rule, found in rules.items()]
    regrets = (
        [f"`{player}`", RULES[rule], *(_cell(found.after(turns)) for turns in (3, 5, 10)), _share(found.found())]
        for player, rule, found in pairs
    )
    against = (
        [f"`{player}`", RULES[rule], *_paired(known, player, rule)] for player, rule, _ in pairs if player != BAYES
    )
    covered = ([f"`{player}`", RULES[rule], *map(_share, found.coverages())] for player, rule, found in pairs)
    return "".join(
        (
            INTRODUCTION,
            table("player|rule|regret after 3|after 5|after 10|found", regrets),
            PAIRED,
            table("player|rule|after 5|after 10", against),
            COVERAGE,
            table("player|rule|measured|random", covered),
            _finding(known),
        )
    )


def _finding(known: Mapping[str, Mapping[str, Stored]]) -> str:
    """The claim of many notes, by these figures."""
    found = {rule: mean_and_error(one.covered) for rule, one in known["anp"].items()}
    narrow = [rule for rule, (mean, error) in found.items() if mean + 2 * error < NOMINAL]
    said = ", ".join(f"{RULES[rule]} {_share(pair)}" for rule, pair in found.items())
    verdict = (
        f"true here for {', '.join(RULES[rule] for rule in narrow)}"
        if narrow
        else "false here: no rule finds bands that are too narrow by more than two standard errors"
    )
    return (
        "\nSome notes say that attentive neural processes are overconfident in sequential decisions. Of the ANP that "
        f"is {verdict} ({said}). The band is that of y, noise included; and all games are of the prior that the models "
        "were trained on.\n"
    )


def _paired(known: Mapping[str, Mapping[str, Stored]], player: str, rule: str) -> list[str]:
    difference = known[player][rule].regret() - known[BAYES][rule].regret()
    return [_cell(mean_and_error(difference[:, turns - 1])) for turns in (5, 10)]


def _cell(found: tuple[float, float]) -> str:
    return "{:.3f} ± {:.3f}".format(*found)


def _share(found: tuple[float, float]) -> str:
    return "{:.1%} ± {:.1%}".format(*found)


def player_of(name: str, where: Path | None = None) -> Player:
    """The player of that name: a trained model, or "bayes".

    Args:
        name: one of `PLAYERS`.
        where: the folder of the weights; None: those that ship.
    """
    if name == BAYES:
        found = predictor(prior(PRIOR), SHARE)
        assert isinstance(found, BayesPredictor)
        return found
    return pretrained.load(name, PRIOR, where=where)


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.decisions.report", __doc__)
    parser.add_argument("pages", nargs="?", type=Path, default=Path("docs"), help="folder of the page (default: docs)")
    parser.add_argument("--where", type=Path, metavar="FOLDER", help="with games and weights of your own")
    parser.add_argument("--play", action="store_true", help="play the games, into that folder")
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=PLAYERS, help="who plays (default: all)")
    return parser


def _renew(where: Path, players: Sequence[str]) -> None:
    """Play the games, and keep those of other players that are there."""
    weights.writable(where)
    known = dict(games.stored(where)) if (where / FILE).is_file() else {}
    for name in tqdm(players, "players", leave=False):
        player = player_of(name, where)
        known[name] = {rule: games.play_all(player, rule) for rule in tqdm(RULES, name, leave=False)}
        games.write({name: known[name] for name in PLAYERS if name in known}, where)
    games.stored.cache_clear()


def main() -> None:
    """Play as the options say, and write the page."""
    command = parser()
    options = command.parse_args()
    torch.set_num_threads(1)
    with command.one_line_errors():
        if options.play:
            if options.where is None:
                raise ValueError("name the folder that is written to: --where FOLDER")
            _renew(options.where, options.players)
        print(write_page(options.pages / "decisions.md", page(games.stored(options.where))))


if __name__ == "__main__":
    main()
