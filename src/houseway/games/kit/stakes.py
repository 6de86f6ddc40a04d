"""Stakes: what a poker table's schedule lets its players bet, round by round."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from houseway.script import Cents, Felt, Refusal

DOLLAR: Cents = 100  # the smallest chip in play (THE-19, OMA-20, PIN-23, LOW-19)


class Sizes(NamedTuple):
    """The bets of one round: at least `least`, at most `most` (0 for no limit); a raise adds as much.

    `halves`: an all-in of half a bet counts as a whole one (limit and spread play).
    """

    least: Cents
    most: Cents
    halves: bool


class Stakes(NamedTuple):
    """The blinds, and the sizes of each betting round."""

    small: Cents
    big: Cents
    rounds: tuple[Sizes, ...]
    no_limit: bool

    @classmethod
    def posted(cls, felt: Felt, clause: str) -> "Stakes":
        """Those of the schedule that the table posts; a table without one is refused, unless there is only one."""
        schedule = felt.schedule
        if schedule is None:
            known = felt.rules.schedules()
            if len(known) != 1:
                sentence = f"a table posts one of its {len(known)} schedules, which sets its blinds and bets"
                raise Refusal("schedule", sentence, clause, "schedule")
            schedule = felt.schedule = known[0]
        return _of(schedule.id, _Held(schedule.limits))


class _Held(NamedTuple):
    """Limits that do not take part in look-ups: the schedule's id already says everything."""

    limits: Any

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)


@cache
def _of(schedule: str, held: _Held) -> Stakes:  # noqa: ARG001
    limits = held.limits
    structure: dict[str, Callable[[Any], list[Sizes]]] = {
        "limit": _limit,
        "no-limit": lambda limits: [Sizes(limits.big_blind_usd * DOLLAR, 0, False)] * 4,
        "spread-limit": lambda limits: [Sizes(limits.bet_min_usd * DOLLAR, limits.bet_max_usd * DOLLAR, True)] * 2,
    }
    rounds = structure[limits.structure](limits)
    big = limits.big_blind_usd * DOLLAR
    return Stakes(limits.small_blind_usd * DOLLAR, big, tuple(rounds), limits.structure == "no-limit")


def _limit(limits: Any) -> list[Sizes]:
    """One size for each round: the lower figure for two and the higher for two, or as many as are printed."""
    low, high = limits.lower_limit_usd, limits.higher_limit_usd
    sizes = limits.round_bets_usd or (low, low, high, high)
    return [Sizes(dollars * DOLLAR, dollars * DOLLAR, True) for dollars in sizes]
