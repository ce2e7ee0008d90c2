"""What a lesson is: one object per lesson that the socket, the navigation, the screenshots and the tests read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from pages.shared.drawing.presets import FIRST, DrawnPoints
from pages.shared.lesson.controls import ControlError
from pages.shared.lesson.story import Story
from pages.shared.lesson.typed_controls import Controls
from pages.shared.scene.marks import Scene
from tnpcore import Points

PARTS = ("now", "aside", "later")

SceneFunction = Callable[[Points, Mapping], Scene]


@dataclass(frozen=True)
class Slider:
    """A slider inside the board: it follows the hand as the points do. `value` is where it starts, or a function that
    finds that out (from a model's own numbers, say)."""

    name: str
    label: str
    min: float
    max: float
    step: float
    value: float | Callable[[], float]
    unit: str = ""

    @property
    def start(self) -> float:
        """Where it stands before anybody has touched it."""
        return self.value() if callable(self.value) else self.value

    def wire(self, value: float) -> dict[str, str | float]:
        """Plain JSON values for the board, standing at `value`."""
        return {**asdict(self), "value": value}


def _model_on_show(controls: Controls | Mapping) -> tuple[str, ...]:
    return (controls["model"] if isinstance(controls, Mapping) else controls.model,)


@dataclass(frozen=True)
class Lesson:
    """One lesson, importable without running Streamlit.

    `name` is its folder and its address, `title` names the subject, `question` stands below it, `lead` says in one
    or two sentences what to do. `scene` follows the hand, `aside` adds panels that may lag a tenth of a second behind
    it, `later` adds what is too slow for both. `controls` is the class of their second argument (None
    for a lesson that is not typed yet: plain values by name, with the sliders in `sliders`). `models` names the models
    on show, given all controls. `code` lists the functions that ran; `program` writes the same numbers as a Python
    program.
    """

    name: str
    title: str
    question: str
    section: str
    minutes: int
    lead: str
    scene: SceneFunction
    aside: SceneFunction | None = None
    later: SceneFunction | None = None
    controls: type[Controls] | None = None
    sliders: tuple[Slider, ...] = ()
    models: Callable[[Mapping], tuple[str, ...]] = _model_on_show
    story: Story | None = None
    code: tuple[Callable, ...] = ()
    program: Callable[[DrawnPoints, Mapping], str] | None = None
    first: str = FIRST
    height: int = 420
    label: str = ""

    @property
    def heading(self) -> str:
        """The page's heading: the subject, then the question about it."""
        return f"{self.title} — {self.question}"

    @property
    def link(self) -> str:
        """What the navigation calls the page."""
        return self.label or self.title

    def part(self, name: str) -> SceneFunction | None:
        """The function behind a part of a response: "now", "aside" or "later"."""
        return {"now": self.scene, "aside": self.aside, "later": self.later}[name]

    @property
    def parts(self) -> dict[str, SceneFunction]:
        """Those parts that this lesson has, in the order in which they are joined."""
        return {name: part for name in PARTS if (part := self.part(name))}

    def parse(self, controls: Mapping) -> Controls | Mapping:
        """Plain controls by name as the scene functions take them. Raises ControlError."""
        return controls if self.controls is None else self.controls.parse(controls)

    def accept(self, controls: Mapping) -> tuple[Controls | Mapping, tuple[ControlError, ...]]:
        """The controls with those values that fit, and an error for each of the others."""
        return (controls, ()) if self.controls is None else self.controls.accept(controls)

    def board_sliders(self, values: Mapping) -> list[dict[str, object]]:
        """The sliders as plain JSON for the board, each at its value of `values` or where it starts."""
        if self.controls is not None:
            return self.controls.sliders(values)
        return [slider.wire(values.get(slider.name, slider.start)) for slider in self.sliders]

    @property
    def starts(self) -> dict[str, float]:
        """Where each slider stands before anyone has touched it."""
        return self.controls.starts() if self.controls else {slider.name: slider.start for slider in self.sliders}

    def linked(self, owned: Mapping) -> dict[str, object]:
        """What a link carries of the values that the board owns, untouched sliders included."""
        return self.controls.linked(owned) if self.controls else {**self.starts, **owned}
