"""The limits that the board's JavaScript shares with Python, each from the place in Python that checks it.

`bundle` writes them into the module `state/limits.js`, so there is no second copy that could get out of date.
"""

import json

from pages.shared.drawing import codec
from pages.shared.drawing.table_points import MAX_TEXT
from pages.shared.lesson.control_fields import VIEW_WIDTH
from pages.shared.lesson.story import LAGGING
from pages.shared.lesson.topic import TOPIC
from pages.shared.lesson.values import EACH_POINT, MAX_POINTS, MAX_X, PEN
from pages.shared.live.protocol import VERSION
from pages.shared.live.scheduler import LONGEST_PAUSE, MAX_IN_FLIGHT
from pages.shared.models.catalogue import MOST_CONTEXT, TRAINED_ON_Y
from pages.shared.scene.marks import TRAINED_ON, X_VIEW
from pages.shared.scene.pixels import INK_LETTERS, SIDE

LIMITS = {
    "MAX_POINTS": MAX_POINTS,  # context points of one drawing
    "EACH_POINT": json.dumps(EACH_POINT),  # the control that holds a number for each drawn point
    "PEN": json.dumps(PEN),  # the control whose number a new point gets
    "MAX_X": f"{MAX_X:g}",  # |x| of anything that is drawn or in view
    "VIEW_WIDTH": list(VIEW_WIDTH),  # of the interval of x in view: smallest, largest
    "X_VIEW": list(X_VIEW),  # the interval in view where a page starts
    "TRAINED_ON": list(TRAINED_ON),  # the interval of x of every training task
    "TRAINED_ON_Y": list(TRAINED_ON_Y),  # of the values of y in those tasks
    "MOST_CONTEXT": MOST_CONTEXT,  # context points of a training task, at most
    "INK_LETTERS": json.dumps(INK_LETTERS),  # a letter for each count of ink of a pixel
    "SIDE": SIDE,  # pixels of a row of a painted picture
    "MAX_TEXT": MAX_TEXT,  # characters of a pasted text
    "PROTOCOL_VERSION": VERSION,  # of requests on the WebSocket
    "DRAWING_VERSION": codec.VERSION,  # of a drawing as JSON
    "LAGGING": list(LAGGING),  # parts of a response that may follow the first
    "TOPIC": json.dumps(TOPIC),  # what a response names beside them where states of something long follow
    "MAX_IN_FLIGHT": MAX_IN_FLIGHT,  # requests of one board, on a slow link
    "LONGEST_PAUSE": round(1000 * LONGEST_PAUSE),  # milliseconds that the server may make a board wait
}
