"""Simulation: rounds by the million, the same rounds for the same seed in any process.

Lives here: models, random streams, strategies, worker pools, tallies and results with their confidence intervals.
May import it: `lab.methods`, `lab.games` and the questions at the top. It imports loops and inquiry.
Deliberately absent: rules of payment. A model takes them from the game's script or from a probe of it.
"""

from houseway.lab.simulation.hands import deal_hands
from houseway.lab.simulation.results import Measured, Point, Simulated

__all__ = ["Measured", "Point", "Simulated", "deal_hands"]
