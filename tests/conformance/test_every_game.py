"""Runs the conformance suite of `houseway.conformance` for every game."""

from houseway.conformance.suite import *  # noqa: F403
