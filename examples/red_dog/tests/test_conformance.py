"""Red Dog is held to the suite that every game passes."""

from houseway.conformance.suite import *  # noqa: F403
