"""A page about a game: rules, odds, strategy and plots, with the method behind each number.

Lives here: the page, its sections, plots as SVG, HTML and style.
May import it: cli and `lab.design`. It imports the questions of the lab, simulation and inquiry.
Deliberately absent: scripts and pictures from elsewhere. A report is one file that opens without a network.
"""

from houseway.lab.report.page import report

__all__ = ["report"]
