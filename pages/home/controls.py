"""What a person can set in Home: the model on the stage, the prior that it was trained on, a shift, and what else
the stage shows: the targets of the story's task, and the mean of the CNP."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.lesson.control_fields import choice, flag, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.catalogue import NAMES, PRIOR_NAMES, SHOWN, prior_of, prior_suffix, trained_on
from pages.shared.scene.quantities import ALONG_X


@dataclass(frozen=True)
class HomeControls(PlotControls):
    """Any of the four models, trained on any prior for which all four have weights."""

    model: str = choice({name: NAMES[name] for name in SHOWN}, label="Model on the stage", parameter="model")
    prior: str = choice(PRIOR_NAMES, label="Trained on", parameter="prior")
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    # Set by steps of the story alone.
    show_targets: bool = flag(label="Targets of the story's task")
    show_cnp: bool = flag(label="Mean of the CNP on the stage")

    def trained(self, name: str) -> str:
        """The model of that name as it was trained on the chosen prior."""
        return trained_on(name, self.prior)

    @property
    def heading(self) -> str:
        """The title of the stage."""
        return NAMES[self.model] + prior_suffix(prior_of(self.trained(self.model)))
