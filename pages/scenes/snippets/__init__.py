"""Each lesson as a short program: what the page shows, computed with `tnpcore` and torch alone.

`code(points, controls)` of a module here returns the text for its lesson in this state. Pasted into a file next to the
library it prints the readings of the ledger by their names, and the prediction on the stage at five x.
"""
