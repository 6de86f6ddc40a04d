"""A page about a game: rules, odds, strategy, plots, and how all of it was found."""

from houseway.lab.report.page import report

__all__ = ["report"]
