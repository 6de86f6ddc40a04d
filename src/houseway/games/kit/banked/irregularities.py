"""Dealing errors that every banked game shares (PD-58): what voids a round, and what plays on."""

from houseway.script import Irregularity

COMMON = {
    "boxed-card": Irregularity(True, "PD-58", "a card was found face up in the pack"),
    "wrong-count": Irregularity(True, "PD-58", "a hand had the wrong number of cards"),
    "shuffler-failure": Irregularity(True, "PD-58", "the shuffler failed"),
    "bank-card-exposed": Irregularity(True, "PD-58", "a card of the bank was seen before its time"),
    "community-card-exposed": Irregularity(True, "PD-58", "a community card was seen before its time"),
    "bettor-left-out": Irregularity(True, "PD-58", "a seated bettor was not dealt in"),
    "dropped-card": Irregularity(False, "PD-58", "a player dropped a card, which still plays"),
    "floor-void": Irregularity(True, "PD-59", "the floor supervisor voided the round"),
}


def under(clause: str, *kinds: str) -> dict[str, Irregularity]:
    """Those of the common ones that a game has a clause of its own for."""
    return {kind: Irregularity(COMMON[kind].void, clause, COMMON[kind].says) for kind in kinds}
