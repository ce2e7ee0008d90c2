"""Places on a map: which columns hold them, what their numbers mean, and which of too many are shown. Pure.

`names` reads the names of columns, `meaning` says what places are or has a question, `angles` joins degrees, minutes
and seconds, `circle` measures longitudes around the Earth, `thinning` chooses among more places than a board holds.
"""
