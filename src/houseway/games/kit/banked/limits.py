"""Limits of a wager that an option of the game names, where the house has no printed schedule."""

from houseway.script import Cents, Limits, PostedSpan


def within(span: PostedSpan, posted: Limits = (1, None)) -> tuple[Cents, Cents]:
    """The range of such an option in cents, or the part of it that is posted at the table."""
    least, most = posted
    low, high = span.low * 100, span.high * 100
    return max(low, least), high if most is None else min(high, most)
