"""Houseway, an open card room: fourteen games dealt, banked, settled and explained by their published rules."""

__version__ = "0.1.0"
