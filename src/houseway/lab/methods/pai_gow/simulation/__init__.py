"""Simulation of pai gow games: kernels, setters and models.

Lives here: rounds by the million, with both sides set by tables.
May import it: the pai gow games of the lab.
Deliberately absent: payments. A probe of the script gives them.
"""
