"""Simulation: rounds dealt by the million, the same ones for the same seed whoever deals them."""

from houseway.lab.simulation.hands import deal_hands
from houseway.lab.simulation.results import Measured, Point, Simulated

__all__ = ["Measured", "Point", "Simulated", "deal_hands"]
