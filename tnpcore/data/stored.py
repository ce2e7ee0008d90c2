"""Tasks of one's own, from CSV files: what a model is trained on, and what it is scored on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from tnpcore.arrays import kind_of
from tnpcore.data.csv_points import read_points
from tnpcore.data.drawing import Sizes, check_draw, split
from tnpcore.quantities import real, whole
from tnpcore.task import Points, Task, check_points

# A larger set of points gives random subsets, of a size that every model can attend to.
MOST_POINTS = 200


@dataclass(frozen=True, eq=False)
class StoredTasks:
    """A prior whose tasks are drawn from given sets of points; context and targets are split anew for every batch.

    A batch of a given size is drawn from the sets that are large enough for it. The largest that training draws fits
    at least half of them: it has as many points as the median set (but at most 200), half of them in the context.

    x and y are what the sets hold. A model learns best from numbers of order 1, for example in units of
    `tnpcore.standardise`.

    Args:
        name: see `tnpcore.data.priors.Prior`.
        points: sets to train on, each x [N, Dx] and y [N, Dy] with an N of its own of at least 2.
        held_out: sets that no batch is drawn from, to score a model on.

    Raises:
        ValueError: for what is no list of Points, no sets to train on, for batches and sets of fewer than two points,
            and for sets of different dimensions.
    """

    name: str
    points: Sequence[Points]
    held_out: Sequence[Points] = ()

    def __post_init__(self) -> None:
        for name in ("points", "held_out"):
            sets = getattr(self, name)
            if not isinstance(sets, tuple | list):
                raise ValueError(f"{name} of stored tasks must be a list of Points, got {kind_of(sets)}")
            for points in sets:
                check_points(points, f"each of the {name} of stored tasks")
            object.__setattr__(self, name, tuple(sets))
        if not self.points:
            raise ValueError("stored tasks need at least one set of points to train on, got none")
        every = (*self.points, *self.held_out)
        shapes = {(points.x.ndim, points.x.shape[-1], points.y.shape[-1]) for points in every}
        fewest = min(map(len, every))
        if len(shapes) > 1 or self.points[0].x.ndim != 2 or fewest < 2:
            raise ValueError(
                "stored tasks need sets x [N, Dx] and y [N, Dy] of the same dimensions and at least 2 points, got "
                f"(ndim, Dx, Dy) {sorted(shapes)} and a set of {fewest} points"
            )

    @property
    def dim_x(self) -> int:
        """The number of input dimensions Dx."""
        return self.points[0].x.shape[-1]

    @property
    def dim_y(self) -> int:
        """The number of output dimensions Dy."""
        return self.points[0].y.shape[-1]

    @property
    def sizes(self) -> Sizes:
        """How many points a task of a training run has."""
        numbers = sorted(map(len, self.points))
        most = min(numbers[(len(numbers) - 1) // 2], MOST_POINTS)
        return Sizes((0, most // 2), (1, most - most // 2))

    @property
    def max_context(self) -> int:
        """The largest number of context points in a training run."""
        return self.sizes.context[1]

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """A batch of tasks, as `Prior.sample`: of sets drawn at random, random points as context and others as targets.

        Raises:
            ValueError: where no set has Nc + Nt points; names the largest possible number.
        """
        check_draw(batch, num_context, num_target, generator)
        total = num_context + num_target
        large = [points for points in self.points if len(points) >= total]
        if not large:
            raise ValueError(
                f"the largest set of {self.name!r} has {max(map(len, self.points))} points, too few for "
                f"{num_context} context points and {num_target} targets"
            )
        chosen = torch.randint(len(large), (batch,), generator=generator).tolist()
        sets = [shuffled(large[i], generator, total) for i in chosen]
        x, y = torch.stack([points.x for points in sets]), torch.stack([points.y for points in sets])
        return split(x.double(), y.double(), num_context)


def shuffled(points: Points, generator: torch.Generator, count: int | None = None) -> Points:
    """Points in random order.

    Args:
        points: x [N, Dx] and y [N, Dy].
        generator: the only source of randomness.
        count: how many of them; None: all.
    """
    order = torch.randperm(len(points), generator=generator)[:count]
    return Points.unchecked(points.x[order], points.y[order])


def read_tasks(folder: str | Path, held_out: float = 0.2, seed: int = 0) -> StoredTasks:
    """The tasks of a folder of CSV files, one set of points a file, with a share of the files held out.

    A file has a header with the columns x (or x1, x2, ...) and y (or y1, y2, ...), the same in all files, and a point
    a row: see `tnpcore.data.csv_points.read_points`.

    Args:
        folder: with files *.csv; its name becomes that of the tasks. Folders in it are not read.
        held_out: the share of the files that no batch is drawn from, from 0 to below 1; at least one file if not 0.
        seed: of the choice of these files.

    Returns:
        Tasks to train on, in the units of the files, with the sets that are held out.

    Raises:
        ValueError: naming file and line, for a file that cannot be read or has other columns than the first; for a
            folder without CSV files, or with a single one where some are held out; and for a share outside [0, 1).
    """
    folder = Path(folder)
    real(held_out, "the share held_out", below=1.0)
    if not folder.is_dir():
        raise ValueError(f"the tasks must be in a folder, got {folder}, which is none")
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() == ".csv" and file.is_file())
    if not files:
        raise ValueError(f"the folder {folder} needs CSV files, one for each task, and has none")
    tables = [read_points(file) for file in files]
    for file, table in zip(files, tables, strict=True):
        if table.columns != tables[0].columns:
            raise ValueError(
                f"{file}, line 1 needs the columns {', '.join(tables[0].columns)} like {files[0].name}, "
                f"got {', '.join(table.columns)}"
            )
    apart = max(1, round(held_out * len(files))) if held_out else 0
    if apart >= len(files):
        raise ValueError(f"{len(files)} CSV files in {folder} with {apart} of them held out leave none to train on")
    order = torch.randperm(len(files), generator=torch.Generator().manual_seed(whole(seed, "seed", least=0))).tolist()
    sets = [tables[i].points for i in order]
    return StoredTasks(folder.resolve().name, tuple(sets[apart:]), tuple(sets[:apart]))
