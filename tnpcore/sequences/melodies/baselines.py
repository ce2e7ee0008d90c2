"""Command line: measure the n-gram models, and write the results.

python -m tnpcore.sequences.melodies.baselines
"""

from __future__ import annotations

from typing import Any

import torch
from tqdm import tqdm

from tnpcore.command import Parser
from tnpcore.sequences.melodies.evaluation import SEED, limits, measure_baseline
from tnpcore.sequences.melodies.ngrams import LENGTH, MELODIES, ORDERS, ngram
from tnpcore.weights import writable, write_json

RESULTS = "melodies-ngrams.json"


def main() -> None:
    """Measure all of them."""
    command = Parser("tnpcore.sequences.melodies.baselines", __doc__)
    command.add_out("the results")
    with command.one_line_errors():
        out = writable(command.parse_args().out)
    torch.set_num_threads(1)
    results: dict[str, Any] = {name: measure_baseline(ngram(name)) for name in tqdm(ORDERS, leave=False)}
    about = {"fitted_on": {"melodies": MELODIES, "notes": LENGTH}, "seed": SEED}
    limit = {"next note": limits(fill=False), "hidden notes": limits(fill=True)}
    write_json({**about, "limit": limit, **results}, out / RESULTS)


if __name__ == "__main__":
    main()
