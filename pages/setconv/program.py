"""SetConv as a program: the channels at one x, step by step, and the trained ConvCNPs."""

from __future__ import annotations

from pages.setconv.activations import level
from pages.setconv.channels import MODELS
from pages.setconv.controls import SetConvControls
from pages.shared.lesson.program import PREDICT_BOTH, PREDICTION, SHIFT_ERROR, Pairs, Program, program

IMPORTS = """
import torch

from tnpcore import Points, load, predict
from tnpcore.models.convcnp import density_and_signal
from tnpcore.setconv import midrange, rbf_weights, with_density
"""

BODY = f"""
query, tau = $query, $tau
at = torch.tensor([[query]], dtype=torch.float64)
{PREDICT_BOTH.rstrip()}
{SHIFT_ERROR}
# Every point adds an RBF of height 1 and one of height y: the density, and the raw sum that is divided by it.
summed = rbf_weights(x, at, lengthscale=$lengthscale) @ with_density(y)
density, signal = density_and_signal(summed)[0]
show("density", density)
show("signal", signal)
show("raw", summed[0, 1])

for name in $names:
    model = load(name)
    mean, sd = predict_both(model)
    nearest = (grid[:, 0] - query).abs().argmin()
    show_shift(name, mean, sd)
    show(f"width-{{name}}", 4 * sd[0, nearest])
    show(f"learned-{{name}}", model.to_grid.lengthscale)
show("cells", len(model.grid.offsets(x, torch.float64)))
show("anchor", midrange(x))
show("stage", $stage)
# Every level of the U-Net halves the number of cells.
show("cell", 2 ** $level / model.grid.points_per_unit)
"""


def code(points: Pairs, controls: SetConvControls) -> Program:
    """The program for these points and controls."""
    values = {
        "query": controls.at,
        "tau": controls.tau,
        "lengthscale": controls.lengthscale,
        "stage": controls.stage,
        "level": level(controls.layer),
        "names": tuple(sorted(MODELS, key=lambda name: name == controls.model)),  # the one on the stage comes last
    }
    return program("SetConv: from points to a grid and back", IMPORTS, BODY + PREDICTION, points, controls, **values)
