"""Command line: draw a figure from a running model.

python -m tnpcore.figures tnpd --out tnpd.svg
python -m tnpcore.figures shift --out shift.pdf --points "-1,0.5 0,1 1.2,-0.3"
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from tnpcore.command import Parser
from tnpcore.figures import EXAMPLE, FIGURES, draw, export
from tnpcore.task import Points


def points(text: str) -> Points:
    """Points from "x,y x,y"; argparse reports what is wrong."""
    try:
        pairs = torch.tensor([[float(value) for value in pair.split(",")] for pair in text.split()]).double()
    except ValueError:
        pairs = torch.zeros(0)
    if pairs.ndim != 2 or pairs.shape[-1] != 2 or not pairs.isfinite().all():
        raise argparse.ArgumentTypeError(f'points must be written as "x,y x,y ...", got {text!r}')
    return Points(pairs[:, :1], pairs[:, 1:])


def parser() -> Parser:
    """The options of this command."""
    listed = "; ".join(f"{name}: {about}" for name, about in FIGURES.items())
    parser = Parser("tnpcore.figures", f"Draw a figure. {listed}.")
    parser.add_argument("name", choices=list(FIGURES), help="which figure")
    parser.add_argument("--out", type=Path, required=True, help="a file that ends in .svg or .pdf")
    parser.add_argument("--points", type=points, default=EXAMPLE, help='"x,y x,y ..." (default: seven on a sine)')
    return parser


def main() -> None:
    """Draw and write the figure that the options name."""
    command = parser()
    options = command.parse_args()
    with command.one_line_errors():
        if options.out.suffix not in (".svg", ".pdf"):
            raise ValueError(f"--out must end in .svg or .pdf, got {options.out.name}")
        options.out.write_bytes(export(draw(options.name, options.points), options.out.suffix[1:]))


if __name__ == "__main__":
    main()
