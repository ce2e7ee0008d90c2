"""What a person can set in the lesson on decoding: the text to read, what is done to the decoder, how it writes."""

from __future__ import annotations

from dataclasses import dataclass
from string import digits

from pages.shared.lesson.control_fields import cell_sets, choice, number
from pages.shared.lesson.controls import Controls
from pages.shared.lesson.text_control import typed
from pages.shared.models.cross_attention import HEADS, LAYERS
from tnpcore.sequences import names
from tnpcore.sequences.dates import LANGUAGES, LONGEST, NO_DATE
from tnpcore.sequences.tasks import DATES

NAMES = {
    "transformer": "Transformer",
    "additive": "Additive attention",
    "dot": "Dot-product attention",
    "bottleneck": "One vector",
}
# Those whose weights are there.
MODELS = {name: text for name, text in NAMES.items() if f"dates-{name}" in names("dates")}
FREE = "its own"  # no symbol is forced
WRITTEN = (*digits, "-", NO_DATE)  # the symbols of an ISO 8601 date
LONGEST_OUTPUT = DATES.longest_target + 1  # with its end
# Of the square of cells beside the letters that are read: no output has more rows.
BEYOND = LONGEST_OUTPUT

READING, WRITING = "reading", "writing"
METHODS = {"greedy": "Greedy", "beam": "Beam", "sampling": "Sampling", "exact": "Exact"}
OWN_NAMES = dict(
    zip(LANGUAGES, ("English", "Deutsch", "français", "español", "italiano", "português", "Nederlands", "日本語"))
)
EXAMPLES = ("April 3, 2031", "3. April 2031", "en-GB 3/4/2031", "令和13年4月3日", "le 3 avril 2031")


@dataclass(frozen=True)
class DecodingControls(Controls):
    """Layer and head are counted from 1, as on the page; `query` is a position of the output, from 0."""

    task: str = choice({READING: "Reading", WRITING: "Writing"}, label="Task", parameter="decoding_task")
    text: str = typed("3 April 2031", label="A date as people write it", examples=EXAMPLES)
    model: str = choice(MODELS, "additive", label="Model", parameter="decoding_model")
    layer: str = choice(LAYERS, "2", label="Layer", parameter="decoding_layer")
    head: str = choice(HEADS, label="Head", parameter="decoding_head")
    force: str = choice(
        (FREE, *WRITTEN),
        label="Letter in the frame",
        parameter="decoding_force",
        many=True,
        help="What the decoder writes, and then reads, in the frame: its own choice, or a letter that you force on it.",
    )
    query: int = number(5, 0, LONGEST_OUTPUT - 1, whole=True)
    tau: int = number(0, 0, 8, step=1, whole=True, label="Spaces before the text", unit="")
    cells: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = cell_sets(beyond=BEYOND)

    day: str = typed("2031-04-03", longest=10, label="A day to write")
    language: str = choice(OWN_NAMES, label="Language", parameter="decoding_language", many=True)
    method: str = choice(METHODS, "greedy", label="Decoding", parameter="decoding_method")
    width: int = number(2, 1, 8, step=1, whole=True, label="Beam width")
    penalty: float = number(0.0, 0.0, 2.0, step=0.1, label="Length penalty")
    temperature: float = number(1.0, 0.1, 2.0, step=0.1, label="Temperature")
    top_p: float = number(1.0, 0.1, 1.0, step=0.05, label="Top-p")
    draw: int = number(1, 1, 50, step=1, whole=True, label="Sample number")

    def forbidden(self, count: int) -> tuple[tuple[int, int], ...]:
        """The cells (position of the output, symbol of the source) that may not be attended to, of `count` symbols."""
        found = next((cells for then, cells in self.cells if then == count), ())
        return tuple(sorted({(row, column) for row, column in found if row < LONGEST_OUTPUT and column <= count}))


assert DATES.longest_source >= LONGEST  # what a text field may hold is for `reading.complaint` to judge
