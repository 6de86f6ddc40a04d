"""The layout at 'No more bets': a set-up checked against the posted rules and laid out as a felt."""

from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET

from houseway.rulebook import Rules
from houseway.script import Backline, Cents, Circle, Felt, Game, Limits, Place, Refusal, dollars
from houseway.table.posted import (
    posted_bank,
    posted_bonuses,
    posted_jackpots,
    posted_limits,
    posted_schedule,
    rules_of,
)
from houseway.table.setup import BackerSetup, SeatSetup, Setup


def lay_out(game: Game, setup: Setup) -> Felt:
    """The felt of a round about to be dealt; whatever the rules forbid is refused with its place in the set-up."""
    rules = rules_of(setup)
    options = rules.options
    posted = posted_schedule(setup, rules)
    limits = posted_limits(setup, posted)
    positions = game.positions(rules)
    felt = Felt(
        rules,
        [],
        posted_bank(game, setup, rules, limits, positions),
        positions=positions,
        unit=_unit(rules),
        number=setup.round,
        carried=setup.carried,
        pools=posted_jackpots(game, setup, options),
        bonuses=posted_bonuses(game, setup, rules),
        button=setup.button,
        schedule=posted,
        time_due=setup.time_due,
        blinds=setup.blinds,
        incidents=setup.incidents,
    )
    layout = Layout(felt, game, _marks(game, rules, limits))
    for index, seat in enumerate(setup.seats):
        try:
            layout.seat(seat)
        except Refusal as refusal:
            raise refusal.at(f"seats[{index}]") from None
    felt.places.sort(key=lambda place: place.seat)
    _people(felt, game)
    if not felt.places:
        raise Refusal("no-wager", "a round needs at least one wager against the bank", "PD-18", "seats")
    if rules.game.bankers:
        _refuse_what_only_poker_has(setup)
    else:
        _refuse_what_only_a_bank_has(setup)
        _company(felt, rules, game.hands_clause)
    game.no_more_bets(felt)
    return felt


def _unit(rules: Rules) -> Cents:
    """Payouts are whole multiples of this: a cent, or the smallest chip in use (PD-51)."""
    if rules.options.get("rounding") == "down-to-chip":
        return int(rules.options.smallest_chip * 100)
    return 1


class Marks(NamedTuple):
    """What is painted on a layout and posted beside it: the same for every round of a table."""

    circles: dict[str, Circle]
    opening: dict[str, Circle]
    needing: tuple[Circle, ...]
    required: tuple[Circle, ...]
    limits: dict[str, Limits]
    backline: Backline


@lru_cache(maxsize=256)
def _marks(game: Game, rules: Rules, posted: Limits) -> Marks:
    options = rules.options
    circles = {circle.name: circle for circle in game.circles_at(options)}
    opening = {name: circle for name, circle in circles.items() if circle.opening}
    return Marks(
        circles,
        opening,
        tuple(circle for circle in opening.values() if circle.needs),
        tuple(circle for circle in opening.values() if circle.required),
        {name: game.limits(options, name, posted) for name in circles},
        game.backline(options),
    )


class Layout:
    """The marked circles of a table, which take the wagers of every seat and of those behind it."""

    def __init__(self, felt: Felt, game: Game, marks: Marks) -> None:
        self.felt = felt
        self.game = game
        self.marks = marks

    def seat(self, seat: SeatSetup) -> None:
        """The seat's wagers lie on its circles, and those of its backline behind them."""
        felt, number = self.felt, seat.seat
        if not 1 <= number <= felt.positions:
            raise Refusal(
                "seat", f"seat {number} does not exist: the table has seats 1 to {felt.positions}", "", "seat"
            )
        if number == felt.bank.seat:
            raise Refusal("bank-bets", f"seat {number} holds the bank and makes no wager", "PD-19", "seat")
        place = Place(number, seat.player or f"seat {number}", dict(seat.wagers), seat.stack, enters=seat.enters)
        if place.name in felt.spots:
            raise Refusal("seat", f"seat {number} is given twice", "", "seat")
        self._take(place)
        felt.places.append(place)
        felt.spots[place.name] = place
        for index, backer in enumerate(seat.backline):
            try:
                self._behind(place, backer)
            except Refusal as refusal:
                raise refusal.at(f"backline[{index}]") from None

    def _take(self, place: Place) -> None:
        """Each wager is on an opening circle and within the limits, and circles that need each other are filled."""
        wagers, (_, opening, needing, required, limits, _) = place.wagers, self.marks
        for name, cents in wagers.items():
            if name not in opening:
                others = f"{', '.join(opening)} do" if opening else "the blinds and bets of this game come later"
                sentence = f"{name!r} takes no wager before the deal: {others}"
                raise Refusal("circle", sentence, "PD-22", f"wagers.{name}")
            least, most = limits[name]
            if cents < least or (most is not None and cents > most):
                raise self._out_of_limits(place, name, cents)
        for circle in needing:
            if circle.name in wagers:
                _needed(place, circle)
        for circle in required:
            if circle.name not in wagers:
                sentence = f"{place.title} has no {circle.name}: it is compulsory"
                raise Refusal("required", sentence, circle.clause, "wagers")
        if place.stack is not None and place.stack < 0:
            sentence = f"{place.title} has {dollars(place.stack)} beside the circles, which is less than nothing"
            raise Refusal("stack", sentence, "", "stack")
        self.game.opening(self.felt, place)

    def _out_of_limits(self, place: Place, name: str, cents: Cents) -> Refusal:
        least, most = self.marks.limits[name]
        over = most is not None and cents > most and f"over the maximum of {dollars(most)}"
        bound = over or f"under the minimum of {dollars(least)}"
        sentence = f"{place.title}'s {name} of {dollars(cents)} is {bound}"
        return Refusal("limit", sentence, self.game.limit_clause, f"wagers.{name}")

    def _behind(self, place: Place, backer: BackerSetup) -> None:
        """A backline bettor behind a seat played by somebody else (PD-52 to PD-57)."""
        allowed, felt = self.marks.backline, self.felt
        taken = allowed.circles & self.marks.circles.keys()
        if not taken or not allowed.most:
            raise Refusal("backline", "backline betting is off at this table", allowed.clause)
        if not 2 <= backer.circle <= allowed.most + 1:
            sentence = f"circle {backer.circle} is refused: backline circles are numbered 2 to {allowed.most + 1}"
            raise Refusal("backline", sentence, allowed.clause, "circle")
        behind = Place(place.seat, backer.player, dict(backer.wagers), backer.stack, backer.circle, place)
        if behind.name in felt.spots:
            raise Refusal("backline", f"circle {backer.circle} of seat {place.seat} is given twice", "PD-54", "circle")
        if backer.player == place.player:
            raise Refusal("backline", f"{backer.player} cannot bet behind the seat they play", "PD-52", "player")
        for wager in backer.wagers:
            if wager not in taken:
                sentence = f"no backline bet is taken on {wager}: {', '.join(sorted(taken))} take them"
                raise Refusal("backline", sentence, allowed.clause, f"wagers.{wager}")
        if allowed.like_a_seat:
            self._take(behind)
        else:
            if not behind.wagers:
                raise Refusal("required", f"{behind.title} has no wager", allowed.clause, "wagers")
            for wager, cents in behind.wagers.items():
                least, most = self.marks.limits[wager]
                if cents < least or (most is not None and cents > most):
                    raise self._out_of_limits(behind, wager, cents)
        if allowed.together:
            self._together(place, behind)
        place.backers.append(behind)
        place.backers.sort(key=lambda other: other.circle)
        felt.spots[behind.name] = behind

    def _together(self, place: Place, behind: Place) -> None:
        """One more bettor on a hand: all of them together keep to the maximum of a single wager."""
        for wager, cents in behind.wagers.items():
            _, most = self.marks.limits[wager]
            total = cents + sum(other.wagers.get(wager, 0) for other in (place, *place.backers))
            if most is not None and total > most:
                sentence = f"{place.title}'s {wager} of {dollars(total)} in all is over the maximum of {dollars(most)}"
                raise Refusal("limit", sentence, self.marks.backline.clause, f"wagers.{wager}")


def _needed(place: Place, circle: Circle) -> None:
    """The circle that this one depends on is filled, and with enough."""
    where = f"wagers.{circle.name}"
    if circle.needs not in place.wagers:
        sentence = f"{place.title} has {circle.name} without {circle.needs}: it needs one"
        raise Refusal("needs", sentence, circle.clause, where)
    cents, other = place.wagers[circle.name], place.wagers[circle.needs]
    if circle.equal and cents != other:
        code, bound = "equal", f"it must equal the {circle.needs} of {dollars(other)}"
    elif circle.share is not None and cents > (most := circle.share.of(other)):
        code, bound = "share", f"at most {dollars(most)} beside a {circle.needs} of {dollars(other)}"
    else:
        return
    sentence = f"{place.title}'s {circle.name} of {dollars(cents)} is refused: {bound}"
    raise Refusal(code, sentence, circle.clause, where)


def _refuse_what_only_poker_has(setup: Setup) -> None:
    """Where somebody banks, no marker moves and nobody posts a blind: what would change nothing is refused."""
    said = [name for name in ("button", "time_due", "blinds", "incidents") if getattr(setup, name)]
    said += [f"seats[{index}].enters" for index, seat in enumerate(setup.seats) if seat.enters]
    if said:
        name = said[0].rpartition(".")[2]
        raise Refusal("poker", f"{name} is for games that nobody banks: it would change nothing here", "", said[0])


def _refuse_what_only_a_bank_has(setup: Setup) -> None:
    """Where players bet against each other, the printed stakes are the limits and no pool is played for."""
    if setup.limits is not UNSET:
        sentence = "the printed stakes of this game are its limits: no others are posted beside them"
        raise Refusal("limits", sentence, "FEE-01", "limits")
    if setup.jackpots:
        sentence = f"no jackpot belongs to this game: {', '.join(setup.jackpots)} would change nothing here"
        raise Refusal("jackpot", sentence, "", "jackpots")


def _company(felt: Felt, rules: Rules, clause: str) -> None:
    """Players who bet against each other are several, and the marker lies before one of them."""
    least, seats = rules.game.seats.min, [place.seat for place in felt.places]
    if len(seats) < least:
        raise Refusal("seats", f"{len(seats)} is dealt in: a hand needs {least} players", clause, "seats")
    dead = felt.options.get("button_rule") == "dead-button"  # it may stand before a seat that is empty now
    if felt.button and felt.button not in seats and not dead:
        sentence = f"the marker is at seat {felt.button}, which is not dealt in: {seats} are"
        raise Refusal("button", sentence, "", "button")
    if not 0 <= felt.button <= felt.positions:
        sentence = f"the marker is at seat {felt.button}: the table has seats 1 to {felt.positions}"
        raise Refusal("button", sentence, "", "button")


def _people(felt: Felt, game: Game) -> None:
    """The player-dealer bets nowhere (PD-19), and nobody plays more hands than the table or the game allows."""
    bank = felt.bank
    if bank.posted is not None:
        for place in felt.everyone():
            if place.player == bank.player:
                sentence = f"{bank.player} holds the bank and makes no wager, at {place.title} or anywhere"
                raise Refusal("bank-bets", sentence, "PD-19", "seats")
    most = felt.options.get("hands_per_player", game.hands)
    if most is None or len({place.player for place in felt.places}) == len(felt.places):
        return
    seats_of: dict[str, list[int]] = {}
    for place in felt.places:
        seats_of.setdefault(place.player, []).append(place.seat)
    for player, seats in seats_of.items():
        if len(seats) > most:
            hands = "one hand" if most == 1 else f"{most} hands"
            raise Refusal("hands", f"{player} is at seats {seats}: {hands} per player", game.hands_clause, "seats")
        if (
            len(seats) == 2
            and game.hands_adjacent
            and felt.offset(max(seats), min(seats)) not in (1, felt.positions - 1)
        ):
            raise Refusal(
                "hands", f"{player} is at seats {seats}: two hands need adjacent places", game.hands_clause, "seats"
            )
