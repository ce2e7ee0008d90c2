"""What a lesson is: one object per lesson that the socket, the navigation, the screenshots and the tests read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pages.shared.drawing.presets import PRESETS, DrawnPoints
from pages.shared.lesson.controls import Controls
from pages.shared.lesson.ending import Ending
from pages.shared.lesson.stage import CURVE, Curve, Lattice, Pixels, Plane, Stage, Text
from pages.shared.lesson.story import LAGGING, Step, Story
from pages.shared.lesson.topic import Topic
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Scene
from pages.shared.scene.records import Records
from tnpcore import Points

PARTS = ("now", *LAGGING)

SceneFunction = Callable[[Points, Controls], Scene]
RecordsFunction = Callable[[Points, Controls], Records]


def _model_on_show(controls: Controls) -> tuple[str, ...]:
    return (controls.model,)


@dataclass(frozen=True)
class Place:
    """Where a lesson is on the map (the lesson "whole"): the name of its box, its number there, and the step of the
    story whose model has it; `text` says it in other words, and stands alone where there is no box."""

    box: str = ""
    number: int | None = None
    step: int = 1
    text: str = ""

    def wire(self) -> dict:
        """Plain JSON values: what the link to the map says, and the step and controls that it opens."""
        controls = {} if self.number is None else {"box": self.number}
        return {"text": self.text or self.box, "step": self.step, "controls": controls}


@dataclass(frozen=True)
class Lesson:
    """One lesson, importable without running Streamlit.

    `name` is its folder and its address, `title` names the subject, `question` stands below it, `lead` says in one or
    two sentences what to do in the lab. `goal` says what one can do afterwards, `takeaway` is the lesson in one line.
    `scene` follows the hand, `aside` adds panels that may lag a tenth of a second behind it, `later` adds what is too
    slow for both. `controls` is the class of their second argument; parser, sliders, defaults and links come from it.
    `models` names the models on show. `story` is what opens, `ending` the card after it. `code` lists the functions
    that the scene of these controls runs, `traced` says which of them became a graph that runs in their place;
    `program` writes the same numbers as a Python program. `label` is a shorter title for the navigation. `stage` is
    what is drawn and how it begins. `topic` is long work whose state is shown as it grows. `place` is where it is on
    the map. `records` are what can be saved as tables of their own, by title: functions of points and controls.
    `in_browser` is True where its scenes can be computed in a browser too
    (see `demo/`).
    """

    name: str
    title: str
    question: str
    section: str
    minutes: int
    lead: str
    goal: str
    takeaway: str
    scene: SceneFunction
    aside: SceneFunction | None = None
    later: SceneFunction | None = None
    controls: type[Controls] = Controls
    models: Callable[[Controls], tuple[str, ...]] = _model_on_show
    story: Story | None = None
    ending: Ending | None = None
    code: Callable[[Controls], tuple[Callable, ...]] = lambda controls: ()
    traced: str = ""
    program: Callable[[DrawnPoints, Controls], str] | None = None
    stage: Stage = CURVE
    topic: Topic | None = None
    height: int = 420
    label: str = ""
    place: Place | None = None
    records: Mapping[str, RecordsFunction] = field(default_factory=dict)
    in_browser: bool = False

    @property
    def heading(self) -> str:
        """The page's heading: the subject, then the question about it."""
        return f"{self.title} — {self.question}"

    @property
    def draws_points(self) -> bool:
        """Whether a hand draws points on the stage."""
        return not isinstance(self.stage, Text | Pixels)

    @property
    def takes_data(self) -> bool:
        """Whether examples and a person's own numbers can be put on the stage."""
        return isinstance(self.stage, Curve | Lattice | Plane)

    @property
    def link(self) -> str:
        """What the navigation calls the page."""
        return self.label or self.title

    def opening(self) -> tuple[Points, Controls]:
        """What a scene is computed of before anything is drawn or set."""
        return context(PRESETS[self.stage.first]), self.controls()

    def part(self, name: str) -> SceneFunction | None:
        """The function behind a part of a response: "now", "aside" or "later"."""
        return {"now": self.scene, "aside": self.aside, "later": self.later}[name]

    @property
    def parts(self) -> dict[str, SceneFunction]:
        """Those parts that this lesson has, in the order in which they are joined."""
        return {name: part for name in PARTS if (part := self.part(name))}

    def step(self, number: int) -> Step:
        """The step of the story with that number, from 1. Raises ValueError where there is none."""
        if self.story is None:
            raise ValueError(f"{self.name} has no story")
        return self.story.step(number)

    def parse(self, controls: Mapping) -> Controls:
        """Plain controls by name as the scene functions take them. Raises ControlError."""
        return self.controls.parse(controls)
