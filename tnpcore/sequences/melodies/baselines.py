"""Command line: measure the n-gram models, and write the results beside the weights.

python -m tnpcore.sequences.melodies.baselines
"""

from __future__ import annotations

from typing import Any

import torch
from tqdm import tqdm

from tnpcore import pretrained
from tnpcore.sequences.melodies.evaluation import SEED, limits, measure_baseline
from tnpcore.sequences.melodies.ngrams import LENGTH, MELODIES, ORDERS, ngram

RESULTS = "melodies-ngrams.json"


def main() -> None:
    """Measure all of them."""
    torch.set_num_threads(1)
    results: dict[str, Any] = {name: measure_baseline(ngram(name)) for name in tqdm(ORDERS, leave=False)}
    about = {"fitted_on": {"melodies": MELODIES, "notes": LENGTH}, "seed": SEED}
    limit = {"next note": limits(fill=False), "hidden notes": limits(fill=True)}
    pretrained.write_json({**about, "limit": limit, **results}, pretrained.folder() / RESULTS)


if __name__ == "__main__":
    main()
