"""What a person can set in the lesson on learning to learn: the model, its training, the deal of the points."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.lesson.control_fields import choice, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.scene.quantities import ALONG_X
from tnpcore.learned import FUNCTIONS, STEPS, functions_name, step_name

MODELS = {"tnpd": "TNP-D", "cnp": "CNP"}
ENDLESS = "endless"
TRAINED_ON = {ENDLESS: "always new ones"} | {str(count): f"{count:,}" for count in FUNCTIONS}
LAST = len(STEPS) - 1
MOST_DEALS = 99


@dataclass(frozen=True)
class LearningControls(PlotControls):
    """`deal` picks which of the drawn points are targets; `checkpoint` counts the steps of `STEPS`, from 0."""

    model: str = choice(MODELS, label="Model", parameter="learning_model")
    functions: str = choice(TRAINED_ON, label="Functions", parameter="learning_functions", many=True)
    deal: int = number(1, 1, MOST_DEALS, step=1, whole=True, label="Deal: which points are targets")
    checkpoint: int = number(LAST, 0, LAST, step=1, whole=True, label=f"Checkpoint of the run, 0 to {LAST}")
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)

    @property
    def steps(self) -> int:
        """Training steps of the model along its run."""
        return STEPS[self.checkpoint]

    @property
    def trained(self) -> str:
        """The name of the weights on the stage."""
        if self.functions == ENDLESS:
            return step_name(self.model, self.steps)
        return functions_name(int(self.functions))

    @property
    def hue(self) -> str:
        """Whose colour the band has: those of few functions are TNP-Ds."""
        return self.model if self.functions == ENDLESS else "tnpd"

    @property
    def heading(self) -> str:
        """The title of the stage."""
        if self.functions == ENDLESS:
            return f"A small {MODELS[self.model]} after {self.steps:,} {'step' if self.steps == 1 else 'steps'}"
        kind = "function" if self.functions == "1" else "functions"
        return f"A small TNP-D, trained on {TRAINED_ON[self.functions]} fixed {kind}"
