"""The posted rules of a table: its game, rules, schedule and limits, and the amounts that the
room derives from them.
"""

from functools import cached_property, lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct

from houseway.games import find
from houseway.players.seating import sit_down
from houseway.room.core.rule_differences import differences
from houseway.room.fairness.scheme import commit_of
from houseway.room.messages.state import Config
from houseway.room.messages.view_types import CircleOffer, Difference
from houseway.rulebook import Rules, Schedule, offered
from houseway.rulebook.files.rule_versions import edition_of
from houseway.rulebook.paytables import ODDS_UNITS
from houseway.script import Cents, Fact, Game, Limits, Odds, Refusal
from houseway.script.money import EVEN
from houseway.table.chips.buy_in import BuyIn
from houseway.table.layout import lay_out
from houseway.table.setup import LimitsSetup, Setup
from houseway.table.table_terms import least_bank, posted_limits, posted_schedule, rules_of

RegimeName = Literal["banked", "button", "marker"]
UNLIMITED: Final = 2**53
BETS_TO_SIT: Final = 8  # smallest bets in the smallest buy-in, if the rules print none
USUAL_STACKS: Final = 10  # smallest buy-ins in the usual one


class RegimeTerms(Struct, frozen=True):
    """The terms that a regime asks of a table, before anybody sits there.

    `scheduled`: bets and blinds are those of a schedule. `plays_last_chip`: one chip is enough to be dealt in.
    `schedule_sells`: the schedule sets the buy-in. `stacks_option` names the option that counts the smallest bets of a
    buy-in. The table cites `time_clauses` when it charges time; without them it never does. `adds_in_hand`: chips that
    are bought during a hand meet its payments.
    """

    name: RegimeName
    scheduled: bool = True
    plays_last_chip: bool = False
    schedule_sells: bool = False
    stacks_option: str = ""
    buy_in_clause: str = ""
    time_clauses: tuple[str, ...] = ()
    adds_in_hand: bool = False


BANKED: Final = RegimeTerms("banked", scheduled=False)
BUTTON: Final = RegimeTerms("button", plays_last_chip=True, schedule_sells=True, time_clauses=("LOW-23", "LOW-22"))
MARKER: Final = RegimeTerms(
    "marker", stacks_option="min_buy_in_chips", buy_in_clause="PAN-12", time_clauses=("PAN-15",), adds_in_hand=True
)


class PostedRules:
    """The sheet of a table, checked once. Raises a Refusal for anything that the rules do not offer."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.game: Game = find(config.game)
        setup = self.setup()
        self.rules: Rules = rules_of(setup)
        self.schedule: Schedule | None = posted_schedule(setup, self.rules)
        self.limits: Limits = posted_limits(setup, self.schedule)
        self._ranges: dict[str, Limits] = {}
        self.rows: dict[tuple[str, Cents], list[CircleOffer]] = {}  # see `opening_bets`
        self.positions = self.game.positions(self.rules)
        self.seats = min(config.seats or self.positions, self.positions)
        options = self.rules.options
        self.circles = [circle for circle in self.game.circles_at(options) if circle.opening]
        self.bankers = self.rules.game.bankers
        self.regime = BANKED if self.bankers else MARKER if self.circles else BUTTON
        self.house_banks = "house" in self.bankers
        self.players_bank = bool(self.bankers) and self.game.players_bank(self.rules)
        self.backline = self.game.backline(options)
        behind = {circle.name for circle in self.circles} & self.backline.circles
        self.bets_behind = bool(self.backline.most and behind)
        hands = options.get("hands_per_player", self.game.hands)
        self.hands_adjacent = hands is not None and self.game.hands_adjacent
        self.circles_yield = bool(self.bankers) and hands is None  # circles at unoccupied seats (P21-15)
        self.hands: int = 1 if not self.bankers else self.seats if hands is None else int(hands)

    def setup(self, **more: Any) -> Setup:
        """Returns a set-up with the parts that are the same for every round, and `more`."""
        config = self.config
        limits = UNSET if config.limits is None else LimitsSetup(*config.limits)
        return Setup(
            game=config.game, rules=config.rules, options=config.options, pay=config.pay, schedule=config.schedule,
            limits=limits, bonuses=config.bonuses, **more,
        )  # fmt: skip

    def option_clause(self, option: str) -> str:
        """Returns the first clause of an option that the table offers."""
        return offered(self.config.game, edition_of(self.config.rules))[option].clauses[0]

    def range_of(self, circle: str) -> Limits:
        """Returns the smallest and the largest wager on a circle."""
        if circle not in self._ranges:
            self._ranges[circle] = self.game.limits(self.rules.options, circle, self.limits)
        return self._ranges[circle]

    @cached_property
    def largest_bet(self) -> Cents:
        """The largest wager that any circle takes."""
        most = [self.range_of(circle.name)[1] for circle in self.circles]
        return max([UNLIMITED if high is None else high for high in most], default=0)

    @cached_property
    def least_bet(self) -> Cents:
        """The price of the cheapest round: every required circle at its minimum."""
        return sum([self.range_of(circle.name)[0] for circle in self.circles if circle.required])

    @cached_property
    def least_behind(self) -> Cents:
        """The price of the cheapest bet behind a seat (PD-52)."""
        behind = [circle for circle in self.circles if circle.name in self.backline.circles]
        if self.backline.like_a_seat:
            return sum([self.range_of(circle.name)[0] for circle in behind if circle.required])
        return min([self.range_of(circle.name)[0] for circle in behind], default=0)

    @cached_property
    def least_chips(self) -> Cents:
        """The chips that a player needs to be dealt in. In poker the last chip is enough."""
        return 1 if self.regime.plays_last_chip else self.least_bet

    @cached_property
    def shown_limits(self) -> Limits:
        """The limits that the lobby shows for the table."""
        if self.circles:
            return self.range_of(self.circles[0].name)
        assert self.schedule is not None
        printed = self.schedule.limits
        low = printed.bet_min_usd or printed.lower_limit_usd or printed.big_blind_usd or 1
        sizes = (printed.bet_max_usd, printed.higher_limit_usd, *printed.round_bets_usd)
        high = max([size for size in sizes if size], default=None)
        return low * 100, None if high is None else high * 100

    @cached_property
    def structure(self) -> str:
        """Names the betting structure where nobody banks: `limit`, `spread-limit` or `no-limit`; empty elsewhere."""
        return "" if self.circles or self.schedule is None else self.schedule.limits.structure

    @cached_property
    def least_bank(self) -> Cents:
        """The smallest bank that the table takes (PD-05)."""
        own = self.rules.options.get("bank_min", 0)
        return max(int(own) * 100, least_bank(self.rules, self.limits), self.least_bet if self.house_banks else 1)

    @cached_property
    def fee_reserve(self) -> Cents:
        """The chips that a player-dealer keeps beside the bank, so that the fee can always be paid (PD-24, PD-32)."""
        schedule = self.schedule
        if schedule is None or schedule.payer != "player-dealer":
            return 0
        return max([schedule.above_top_fee_cents or 0, *(bracket.fee_cents for bracket in schedule.brackets)])

    @cached_property
    def differs(self) -> list[Difference]:
        """The differences between the posted sheet and the printed rules."""
        return differences(self.game, self.rules, self.config.bonuses, self.config.limits)

    @cached_property
    def pay_terms(self) -> str:
        """A digest of the differences that change who wins or how much; empty if the table pays as printed."""
        return _digest(self.differs)

    @cached_property
    def narrow_pay_terms(self) -> str:
        """The `pay_terms` as rows before rule version 3 counted them."""
        config = self.config
        return _digest(differences(self.game, self.rules, config.bonuses, config.limits, narrow=True))

    @cached_property
    def bots_stay_out(self) -> bool:
        """True if bots neither bet nor bank: their chips are the room's, and who posts the terms could win them.

        They play against players by terms that the host posted, or as printed and for bets as small as printed ones.
        """
        if self.config.by_host or not self.players_bank:
            return False
        return bool(self.pay_terms) or self._bets_above_print

    @property
    def _bets_above_print(self) -> bool:
        """True if the smallest bet on a circle exceeds that of every printed schedule."""
        known = self.rules.schedules()
        highest = max(known, key=lambda each: each.limits.min_usd or 0).id if known else None
        printed = sheet_of(Config(game=self.config.game, rules=self.config.rules, schedule=highest))
        both = {circle.name for circle in self.circles} & {circle.name for circle in printed.circles}
        return any(self.range_of(name)[0] > printed.range_of(name)[0] for name in both)

    @cached_property
    def highest_odds(self) -> Odds:
        """The best odds of all pay tables in use."""
        used = [table for table in self.rules.tables.values() if self.rules.in_use(table.id)]
        odds = [each for table in used if table.unit in ODDS_UNITS for each in table.odds.values()]
        return max([EVEN, *odds], key=lambda each: each.num / each.den)

    # -- buying in --------------------------------------------------------------------------------------------------

    def buy_in(self) -> BuyIn | None:
        """Returns the buy-in terms of a poker table; None elsewhere, where any amount from `least_buy_in` will do."""
        if not self.regime.schedule_sells:
            return None
        assert self.schedule is not None
        return BuyIn.at(self.game, self.rules, self.schedule)

    @cached_property
    def least_buy_in(self) -> Cents:
        """The smallest buy-in: by the schedule, by the game's option (PAN-12), or `BETS_TO_SIT`
        of the smallest bets.
        """
        if (figures := self.buy_in()) is not None:
            return figures.least
        option = self.regime.stacks_option
        return (int(getattr(self.rules.options, option)) if option else BETS_TO_SIT) * self.least_bet

    @cached_property
    def most_buy_in(self) -> Cents | None:
        figures = self.buy_in()
        return None if figures is None else figures.most

    @cached_property
    def usual_buy_in(self) -> Cents:
        """The buy-in that the room suggests to people, and that a bot brings."""
        most, stack = self.most_buy_in, USUAL_STACKS * self.least_buy_in
        return stack if most is None else min(stack, most)

    # -- time -------------------------------------------------------------------------------------------------------

    @cached_property
    def time_charge(self) -> tuple[Literal["half-hour", "hour"], Cents] | None:
        """The period that everybody seated pays for in advance, and its price (LOW-22); None if time is not charged."""
        if self.schedule is None:
            return None
        posted = self.schedule.posted(dict(self.rules.options))
        if posted.basis != "time" or not self.regime.time_clauses:
            return None
        per = posted.flat[0].per
        assert per != "hand"
        return per, posted.fee(per=per)


def _digest(found: list[Difference]) -> str:
    paying = [each for each in found if each.pays]
    return commit_of(msgspec.json.encode(paying))[:16] if paying else ""


def complete_config(config: Config) -> Config:
    """Returns the configuration with the schedule filled in if nobody chose one.

    That is the game's first schedule or, if limits are given, the first with those limits. Limits that no schedule has
    go without one. Raises a Refusal if the limits, options or number of seats cannot be played.
    """
    game = find(config.game)
    rules = rules_of(Setup(game=config.game, rules=config.rules, options=config.options, pay=config.pay))
    if config.schedule is None:
        config = msgspec.structs.replace(config, **_schedule(rules, config))
    sheet = PostedRules(config)
    _refuse_own_limits(sheet)
    _refuse_contradictions(sheet)
    least = max(rules.game.seats.min, 1)
    if config.seats and not least <= config.seats <= sheet.positions:
        form = "{seats} seats are refused: the table has {low} to {high}"
        facts = {"seats": config.seats, "low": least, "high": sheet.positions}
        raise Refusal("seat", form, game.hands_clause, "seats", facts)
    config.seats = sheet.seats
    config.bots = min(config.bots, sheet.seats)
    return config


def _refuse_own_limits(sheet: PostedRules) -> None:
    """Raises a Refusal for own limits where bets and blinds are those of a schedule, or for
    limits that leave no bet.
    """
    if sheet.regime.scheduled and sheet.schedule is None:
        form = "limits of one's own are refused: a table of {game} posts those of its schedules"
        raise Refusal("limits", form, "FEE-01", "limits", {"game": sheet.config.game})
    for circle in sheet.circles:
        low, high = sheet.range_of(circle.name)
        if circle.required and high is not None and high < low:
            form = "a maximum of {high:money} is refused: the smallest {circle} is {low:money}"
            facts: dict[str, Fact] = {"high": high, "circle": circle.name, "low": low}
            raise Refusal("limits", form, sheet.game.limit_clause, "limits", facts)


def _refuse_contradictions(sheet: PostedRules) -> None:
    """Raises a Refusal for options that no round could be dealt with, at the opening rather than at the first bet."""
    try:
        lay_out(sheet.game, sit_down(sheet.game, "a trial", sheet.config.options))
    except Refusal as refusal:
        if refusal.code == "options":
            raise


def _schedule(rules: Rules, config: Config) -> dict[str, Any]:
    rates = rules.options.get("max_collection_rates")
    known = [each for each in rules.schedules() if rates is None or len(each.brackets) <= int(rates)]
    if config.limits is None:
        return {"schedule": known[0].id if known else None}
    low, high = config.limits
    for schedule in known:
        printed = schedule.limits
        if (printed.min_usd or 0) * 100 == low and (printed.max_usd and printed.max_usd * 100) == high:
            return {"schedule": schedule.id, "limits": None}
    return {}


_CONFIG: Final = msgspec.json.Decoder(Config)


@lru_cache(maxsize=256)
def _sheet(key: bytes) -> PostedRules:
    return PostedRules(_CONFIG.decode(key))


def sheet_of(config: Config) -> PostedRules:
    """Returns the posted rules of a configuration. Cached."""
    return _sheet(msgspec.json.encode(config))
