"""Stakes: what a poker table's schedule lets its players bet, round by round."""

from typing import NamedTuple

from houseway.script import Cents, Felt, PostedLimits, PostedSchedule, Refusal

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
                form = "a table posts one of its {count} schedules, which sets its blinds and bets"
                facts = {"count": len(known), "known": [schedule.id for schedule in known]}
                raise Refusal("schedule", form, clause, "schedule", facts)
            schedule = felt.schedule = known[0]
        stakes = _KNOWN.get(schedule.id)
        if stakes is None:
            stakes = _KNOWN[schedule.id] = _of(schedule.limits)
        return stakes


def schedule_of(felt: Felt) -> PostedSchedule:
    """The one in force: `Stakes.posted` has refused a table without."""
    assert felt.schedule is not None
    return felt.schedule


_KNOWN: dict[str, Stakes] = {}
"""By the id of the schedule, which says everything."""


def _of(limits: PostedLimits) -> Stakes:
    assert limits.blinds is not None, "a poker schedule prints its blinds"
    small, big = limits.blinds
    if limits.structure == "no-limit":
        rounds = [Sizes(big, 0, False)] * 4
    elif limits.structure == "spread-limit":
        rounds = [Sizes(_printed(limits.bet_min_usd), _printed(limits.bet_max_usd), True)] * 2
    else:
        rounds = _limit(limits)
    return Stakes(small, big, tuple(rounds), limits.structure == "no-limit")


def _limit(limits: PostedLimits) -> list[Sizes]:
    """One size for each round: the lower figure for two and the higher for two, or as many as are printed."""
    low, high = limits.lower_limit_usd, limits.higher_limit_usd
    sizes = limits.round_bets_usd or (low, low, high, high)
    return [Sizes(_printed(dollars), _printed(dollars), True) for dollars in sizes]


def _printed(dollars: int | None) -> Cents:
    assert dollars is not None, "a poker schedule prints the bets of its structure"
    return dollars * DOLLAR
