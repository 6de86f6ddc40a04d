"""Rounds written down: where answers come from, and documents that a dealer writes from what lies on the felt."""
