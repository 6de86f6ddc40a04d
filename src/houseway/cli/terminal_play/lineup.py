"""The people at the table over a whole session: their seats, their chips, and who banks or has the button next."""

import random
from dataclasses import dataclass
from typing import Any, Final

from msgspec import UNSET

from houseway.players.bots import STYLES, Bot
from houseway.players.seating import CHIP, MOST_BET, NAMES, bounds, terms_by_chance, wagers_by_chance
from houseway.rulebook import Rules, Schedule
from houseway.script import Cents, Game, Limits, OnRequest, Refusal
from houseway.table import Round, Setup
from houseway.table.between_rounds.dealer_button import DEAD, MOVING, DealerButton
from houseway.table.between_rounds.marker import Marker
from houseway.table.between_rounds.rotation import Rotation, SharedRotation
from houseway.table.chips.buy_in import BuyIn
from houseway.table.chips.ledger import stack
from houseway.table.setup import BankSetup, SeatSetup

YOU: Final = "You"
PURSE: Final[Cents] = 100_000
"""What somebody brings to a table that says nothing about it."""
HANDS_WORTH: Final = 40
"""Big blinds that somebody brings to a poker table."""
BANKED, RING = 4, 6
"""How many people sit there unless it is said."""
Wagers = dict[str, Cents]


@dataclass
class Patron:
    """Somebody at the table: a bot, or the person who plays. `bought` is all that was brought to the table."""

    seat: int
    name: str
    chips: Cents
    bot: Bot | None = None
    bought: Cents = 0


class Lineup:
    """Everybody at one table, from round to round.

    What the game itself remembers (a shoe that goes on, jackpots, who won) is taken over from each round to the next.
    """

    def __init__(self, game: Game, options: dict[str, Any], schedule: str | None, seats: int | None, seed: str) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.rules = Rules.of(game.id, options)
        self.posted = self._posted(schedule)
        self.rng = random.Random(repr(("company", game.id, seed)))
        self.number = 1
        self.carried: dict[str, Any] = {}
        if names := game.bonuses(self.rules.options):
            self.carried = {"bonuses": {name: terms_by_chance(self.rng) for name in names}}
        self.purse: Cents = PURSE
        self.chairs: dict[int, Patron] = {}
        self.requested: set[str] = set()
        self._sit(seats)

    # -- the table --------------------------------------------------------------------------------------------------

    def _posted(self, schedule: str | None) -> Schedule | None:
        if schedule is not None:
            return self.rules.schedule(schedule)
        return next(iter(self.rules.schedules()), None)

    def _sit(self, seats: int | None) -> None:
        positions = self.game.positions(self.rules)
        least, usual = self._least(), BANKED if self.rules.game.bankers else RING
        count = min(usual, positions) if seats is None else seats
        if not least <= count <= positions:
            form = "{count} people are refused: at this table {least} to {most} can sit, you among them"
            facts = {"count": count, "least": least, "most": positions}
            raise Refusal("seats", form, "", "", facts)
        mine, *others = self.rng.sample(range(1, positions + 1), count)
        self.chairs[mine] = Patron(mine, YOU, 0)
        names, styles = self.rng.sample(NAMES, min(count - 1, len(NAMES))), list(STYLES)
        for index, seat in enumerate(others):
            name = names[index] if index < len(names) else f"Guest {index}"
            self.chairs[seat] = Patron(seat, name, 0, Bot(name, styles[index % len(styles)], self.seed))
        self.chairs = dict(sorted(self.chairs.items()))

    def _least(self) -> int:
        """The fewest people: somebody to bank, or to bet against."""
        if not self.rules.game.bankers:
            return self.rules.game.seats.min
        return 1 if "house" in self.rules.game.bankers else 2

    @property
    def you(self) -> Patron:
        return next(chair for chair in self.chairs.values() if chair.bot is None)

    @property
    def limits(self) -> Limits:
        """The smallest and the largest wager of a banked table."""
        posted = self.posted
        if posted is None or posted.limits.lowest is None:
            return (1, None)
        return posted.limits.lowest, posted.limits.highest

    def circle_limits(self, circle: str) -> tuple[Cents, Cents]:
        return bounds(self.game, self.rules, circle, self.limits)

    def on_request(self) -> dict[str, OnRequest]:
        """Returns what a player may ask for before a hand that this table does not do anyway."""
        known, options = self.game.on_request, self.rules.options
        return {name: each for name, each in known.items() if options.get(each.option) != each.value}

    # -- chips ------------------------------------------------------------------------------------------------------

    def buy_in(self, chips: Cents | None) -> None:
        """Everybody brings chips: so many, or as many as are usual."""
        self.purse = self.purse if chips is None else chips
        for chair in self.chairs.values():
            self.buy(chair)

    def buy(self, chair: Patron) -> None:
        chair.chips += self.purse
        chair.bought += self.purse

    @property
    def enough(self) -> Cents:
        """With less nobody can be dealt in."""
        circles = [circle for circle in self.game.circles_at(self.rules.options) if circle.opening and circle.required]
        return sum(self.circle_limits(circle.name)[0] for circle in circles) + CHIP

    def refill(self) -> bool:
        """Whoever has too little for another round brings more; whether the person did."""
        poor = [chair for chair in self.chairs.values() if chair.chips < self.enough]
        for chair in poor:
            self.buy(chair)
        return any(chair.bot is None for chair in poor)

    # -- a round ----------------------------------------------------------------------------------------------------

    def bots_wagers(self) -> dict[int, Wagers]:
        """What each bot bets: by chance, and the smallest wagers once those would be half of its chips."""
        found = {}
        for seat, chair in self.chairs.items():
            if chair.bot is not None:
                wagers = wagers_by_chance(self.rng, self.game, self.rules, *self.limits)
                if sum(wagers.values()) > chair.chips // 2:
                    wagers = self.smallest()
                found[seat] = wagers
        return found

    def smallest(self) -> Wagers:
        """The least that a hand costs before the deal."""
        wagers: Wagers = {}
        for circle in self.game.circles_at(self.rules.options):
            if circle.opening and circle.required:
                wagers[circle.name] = wagers[circle.needs] if circle.equal else self.circle_limits(circle.name)[0]
        return wagers

    def setup(self, wagers: dict[int, Wagers], **more: Any) -> Setup:
        """The table at 'No more bets', with the chips that everybody has beside the circles."""
        seats = [
            SeatSetup(seat, self.chairs[seat].name, row, stack=self.chairs[seat].chips - sum(row.values()))
            for seat, row in sorted(wagers.items())
        ]
        schedule = None if self.posted is None else self.posted.id
        fields = {"round": self.number, **self.carried, **more}
        return Setup(game=self.game.id, options=self.options, schedule=schedule, seats=seats, **fields)

    def settled(self, round_: Round) -> None:
        """The chips are where the round left them, and the next round may begin."""
        for chair in self.chairs.values():
            chair.chips += round_.ledger.balances.get(stack(chair.name), 0)
        for place in round_.felt.places:  # chips bought within a hand (PAN-64)
            chair = self.chairs[place.seat]
            chair.chips, chair.bought = chair.chips + place.bought, chair.bought + place.bought
        bonuses = {name: self.carried[name] for name in ("bonuses",) if name in self.carried}
        self.carried = bonuses | {name: kept for name, kept in round_.carry_over().items() if kept}
        self.number += 1


class BankedLineup(Lineup):
    """A game with a bank: the house's, or offered from seat to seat (PD-04 to PD-17)."""

    rotation: Rotation | None = None
    voided_by = ""

    def _sit(self, seats: int | None) -> None:
        super()._sit(seats)
        people = {seat: chair.name for seat, chair in self.chairs.items()}
        positions, options = self.game.positions(self.rules), self.rules.options
        if not self.game.players_bank(self.rules):
            return
        if "house" in self.rules.game.bankers:
            alternate = options.get("bank_rotation") == "alternate"
            self.rotation = SharedRotation(people, positions, alternate=alternate)
        else:
            self.rotation = Rotation.at(people, positions, self.rules, self.rng.choice(list(people)))

    @property
    def usual_bank(self) -> Cents:
        """Enough for an ordinary round; whoever else takes the bank brings it."""
        return 10 * (self.limits[1] or MOST_BET)

    def bank(self, posted: Cents) -> BankSetup:
        assert self.rotation is not None
        assert self.rotation.banker is not None
        chair = self.chairs[self.rotation.seat]
        beside = chair.chips - posted if chair.bot is None else None
        return BankSetup(chair.seat, chair.name, posted, self.rotation.turn, stack=beside)

    def banked_setup(self, wagers: dict[int, Wagers], bank: BankSetup | None) -> Setup:
        """Returns the table at 'No more bets': dealt as the person asked for it, earlier fees credited or returned."""
        self._return_fees({self.chairs[seat].name for seat in wagers}, "" if bank is None else bank.player)
        made = self.setup(wagers, bank=UNSET if bank is None else bank)
        asked = [each for name, each in self.game.on_request.items() if name in self.requested]
        made.options = made.options | {each.option: each.value for each in asked}
        return made

    def _return_fees(self, bettors: set[str], banker: str) -> None:
        """Returns the fees of a void hand to those who do not play its redeal; with another bank, to all (PD-33)."""
        paid = self.carried.pop("fees_paid", {})
        again = {*bettors, banker} if banker == self.voided_by else set()
        kept = {box: {who: cents for who, cents in by.items() if who in again} for box, by in paid.items()}
        for box, by in paid.items():
            for who, cents in by.items():
                if who not in again:
                    next(chair for chair in self.chairs.values() if chair.name == who).chips += cents
                    if box in self.carried.get("jackpots", {}):
                        self.carried["jackpots"][box] -= cents
        if kept := {box: by for box, by in kept.items() if by}:
            self.carried["fees_paid"] = kept
        elif paid:
            self.carried.pop("fee_carried", None)

    def settled(self, round_: Round) -> None:
        super().settled(round_)
        self.voided_by = round_.felt.bank.player if round_.voided and round_.felt.bank.posted is not None else ""
        if self.rotation is None:
            return
        if round_.felt.bank.posted is None:
            assert isinstance(self.rotation, SharedRotation)
            self.rotation.house_settled()
        elif round_.voided:
            self.rotation.voided()
        else:
            self.rotation.settled()


class RingLineup(Lineup):
    """Poker: the button goes round, the blinds come from the stacks (THE-05 to THE-10)."""

    def _sit(self, seats: int | None) -> None:
        super()._sit(seats)
        if self.posted is None:
            form = "{game} is played by a posted schedule, and there is none"
            raise Refusal("schedule", form, facts={"game": self.game.id})
        self.buys = BuyIn.at(self.game, self.rules, self.posted)
        options = self.rules.options
        fee = 0 if options.get("fee_source", "button") == "pot" else self._button_fee(self.posted)
        self.button = DealerButton(self.game.positions(self.rules), options.get("button_rule", MOVING), fee)
        for seat, chair in self.chairs.items():
            self.button.sit(seat, chair.name, chair.chips)
        usual = HANDS_WORTH * 100 * (self.posted.limits.big_blind_usd or self.posted.limits.bet_min_usd or 1)
        self.purse = max(self.buys.least, usual) if self.buys.most is None else self.buys.most

    @staticmethod
    def _button_fee(posted: Schedule) -> Cents:
        return posted.fee() if any(flat.per == "hand" for flat in posted.flat) else 0

    def buy_in(self, chips: Cents | None) -> None:
        if chips is not None:
            BuyIn(self.buys.least, self.buys.most, self.buys.clause).add(0, chips)
        super().buy_in(chips)

    @property
    def enough(self) -> Cents:
        assert self.posted is not None
        limits = self.posted.limits
        return 100 * (limits.big_blind_usd or limits.bet_min_usd or limits.lower_limit_usd or 2) + self.button.fee + 1

    def next_setup(self) -> Setup:
        """The next hand; the first button is drawn for (THE-06)."""
        for seat, chair in self.chairs.items():
            self.button.chairs[seat].stack = chair.chips
        if self.number == 1:
            return self.setup({seat: {} for seat in self.chairs}, button=0)
        hand = self.button.next_hand()
        blinds = hand.blinds if self.button.rule == DEAD else {}
        return self.setup({seat: {} for seat in hand.dealt_in}, button=hand.button, blinds=blinds)

    def settled(self, round_: Round) -> None:
        if self.number == 1:
            self.button.open(round_.felt.button)
        super().settled(round_)


class PanLineup(Lineup):
    """Panguingue: the marker goes round the other way, and everybody puts up a top (PAN-10 to PAN-16)."""

    marker: Marker | None = None

    def _sit(self, seats: int | None) -> None:
        super()._sit(seats)
        chip = self.circle_limits("top")[0]
        self.purse = 2 * int(self.rules.options.min_buy_in_chips) * chip

    @property
    def enough(self) -> Cents:
        return self.purse // 8

    def next_setup(self) -> Setup:
        top = self.smallest()
        winner = int(self.carried.get("carried", {}).get("winner", 0))
        if self.marker is None:
            return self.setup({seat: dict(top) for seat in self.chairs}, button=0)
        hand = self.marker.move({seat: chair.chips for seat, chair in self.chairs.items()}, winner=winner)
        payer = {"fee_from": hand.fee_from} if hand.fee_from not in (0, hand.button) else {}
        return self.setup({seat: dict(top) for seat in hand.dealt_in}, button=hand.button, carried=payer)

    def settled(self, round_: Round) -> None:
        if self.marker is None:
            positions = self.game.positions(self.rules)
            self.marker = Marker.at(round_.felt.button, positions, self.rules, self.posted)
        super().settled(round_)


def lineup_of(game: Game, options: dict[str, Any], schedule: str | None, seats: int | None, seed: str) -> Lineup:
    """The table of a game as its rules have it."""
    rules = Rules.of(game.id, options)
    kind = BankedLineup if rules.game.bankers else PanLineup if rules.game.family == "rummy" else RingLineup
    return kind(game, options, schedule, seats, seed)
