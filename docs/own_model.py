"""Your own model in the library: a plain PyTorch module is wrapped, trained, checked, stored, used and plotted.

python docs/own_model.py [STEPS]
python -m pages.show docs/own_model.py:AttentiveProcess --weights own_model.safetensors
"""

from __future__ import annotations

import sys

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from tnpcore import Points, check, predict, sample_autoregressively, wrap
from tnpcore.data.priors import prior
from tnpcore.plotting import plot
from tnpcore.training import TrainingConfig, train


class AttentiveProcess(nn.Module):
    """An attentive neural process: each target attends to the context points and to one learned null point."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.key = nn.Sequential(nn.Linear(1, width), nn.GELU(), nn.Linear(width, width))
        self.value = nn.Sequential(nn.Linear(2, width), nn.GELU(), nn.Linear(width, width))
        self.null = nn.Parameter(0.1 * torch.randn(2, 1, 1, width))
        self.attention = nn.MultiheadAttention(width, num_heads=4, batch_first=True)
        self.head = nn.Sequential(nn.Linear(width + 1, width), nn.GELU(), nn.Linear(width, 2))

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> tuple[Tensor, Tensor]:
        """xc, yc [B, Nc, 1] and xt [B, Nt, 1] -> mean and standard deviation [B, Nt, 1]."""
        null_key, null_value = self.null.expand(2, len(xt), 1, -1)  # so that a context without points works
        keys = torch.cat([null_key, self.key(xc)], 1)
        values = torch.cat([null_value, self.value(torch.cat([xc, yc], -1))], 1)
        attended, _ = self.attention(self.key(xt), keys, values, need_weights=False)
        mean, spread = self.head(torch.cat([attended, xt], -1)).chunk(2, -1)
        return mean, 0.01 + nn.functional.softplus(spread)


def main(steps: int = 300) -> None:
    """Train for some steps on random smooth curves, print what holds, write `own_model.safetensors` and `.pdf`."""
    torch.manual_seed(0)
    module = AttentiveProcess()
    model = wrap(module)  # trains the module in place
    recipe = TrainingConfig(steps=steps, warmup=20, ema=0.98, pool_size=4096)
    for step in train(model, prior("smooth"), recipe):
        if step.step % 100 == 0:
            print(f"step {step.step}: {step.loss:.3f} nats per target")
    model.eval()

    report = check(model)
    print(report)
    assert report.holds("order", "other targets", "batch mates", "empty context"), report

    save_file(module.state_dict(), "own_model.safetensors")
    again = AttentiveProcess()
    again.load_state_dict(load_file("own_model.safetensors"))
    model = wrap(again).eval()

    context, xt = Points([-1.2, -0.3, 0.9], [0.8, -0.5, 0.4]), torch.linspace(-2, 2, 61)
    samples = sample_autoregressively(model, context, xt, 3, torch.Generator().manual_seed(0))
    axes = plot(predict(model, context, xt), context, xt, samples=samples)
    axes.figure.savefig("own_model.pdf")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
