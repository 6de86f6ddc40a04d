"""The options and plug-ins of the project's own tests.

Pages are read as a pipe gets them: xdist gives its workers a width, which no test has asked for.
"""

import os

import pytest

from tests.durations import Durations

os.environ.pop("COLUMNS", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all",
        action="store_true",
        help="run kills, soaks, fuzzing, long shuffles and the browser at their whole length, as before a release",
    )


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Durations(config), "durations")
