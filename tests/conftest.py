"""The options and plug-ins of the project's own tests.

Pages are read as a pipe gets them: xdist gives its workers a width, which no test has asked for.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.durations import Durations
from tests.short_form import leave_out

os.environ.pop("COLUMNS", None)
settings.register_profile("houseway", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("houseway")  # both time a machine that may be busy with something else


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all",
        action="store_true",
        help="run kills, soaks, fuzzing, long shuffles and the browser at their whole length, as before a release",
    )
    parser.addoption("--short", action="store_true", help="leave out what tests/short_form.toml does not keep")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--short"):
        leave_out(config, items)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Durations(config), "durations")
