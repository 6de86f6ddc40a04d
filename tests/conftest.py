"""Pages are read as a pipe gets them: xdist gives its workers a width, which no test has asked for."""

import os

os.environ.pop("COLUMNS", None)
