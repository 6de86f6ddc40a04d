"""Entries of a round's log: each answer that it got, and each call of the floor."""

from msgspec import Struct

from houseway.cards import Cards
from houseway.script import Answer

Given = Cards | tuple[int, ...] | Answer


class Event(Struct, gc=False):
    """One answer to the round: cards to a spot, dice (`to` is "dice"), or a place's decision.

    `up` holds the indexes of face-up cards. `shuffled` counts cards that went back into the shoe before. Only its maker
    knows a `secret` decision (see Ask.secret).
    """

    to: str
    given: Given
    up: tuple[int, ...] = ()
    shuffled: int = 0
    secret: bool = False


class Call(Struct, frozen=True, gc=False):
    """The floor's call of an irregularity, or its void of the round for a `reason` of its own."""

    kind: str
    clause: str
    void: bool
    reason: str = ""
