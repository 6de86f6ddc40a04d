"""Every game is held to the house's suite; what it says is in `houseway.conformance`."""

from houseway.conformance.suite import *  # noqa: F403
