"""The layout at 'No more bets': it checks a set-up against the posted rules and lays it out as a felt."""

from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET

from houseway.rulebook import Rules
from houseway.script import Backline, Cents, Circle, Fact, Felt, FurtherPlace, Game, Limits, Place, Refusal
from houseway.table.setup import BackerSetup, SeatSetup, Setup
from houseway.table.table_terms import (
    name_of,
    posted_bank,
    posted_bonuses,
    posted_jackpots,
    posted_limits,
    posted_memory,
    posted_schedule,
    rules_of,
)


def lay_out(game: Game, setup: Setup) -> Felt:
    """Returns the felt of a round about to be dealt.

    Raises Refusal, with the place in the set-up, for whatever the rules forbid.
    """
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
        carried=posted_memory(game, setup),
        pools=posted_jackpots(game, setup, options),
        bonuses=posted_bonuses(game, setup, rules),
        button=setup.button,
        schedule=posted,
        time_due=setup.time_due,
        blinds=setup.blinds,
        incidents=setup.incidents,
        fee_carried=setup.fee_carried,
        fees_paid=setup.fees_paid,
    )
    layout = Layout(felt, game, _marks(game, rules, limits))
    for index, seat in enumerate(setup.seats):
        try:
            layout.seat(seat)
        except Refusal as refusal:
            raise refusal.at(f"seats[{index}]") from None
    if setup.bank is not UNSET and setup.bank.wagers:
        layout.bank(setup.bank.wagers)
    felt.places.sort(key=lambda place: place.seat)
    _refuse_extra_hands(felt, game)
    if not felt.places:
        raise Refusal("no-wager", "a round needs at least one wager against the bank", "PD-18", "seats")
    if rules.game.bankers:
        _refuse_poker_fields(setup)
    else:
        _refuse_bank_fields(setup)
        _refuse_too_few(felt, rules, game.hands_clause)
    game.no_more_bets(felt)
    if setup.jackpots:
        _refuse_unknown_pools(setup, game)
    if setup.fees_paid:
        _refuse_absent_payers(setup, felt)
    return felt


def _refuse_absent_payers(setup: Setup, felt: Felt) -> None:
    """Raises Refusal for a carried fee of a person who is not in the redeal: it goes back first (PD-33)."""
    if not setup.fee_carried:
        form = "fees_paid belongs to the redeal of a void hand, but fee_carried is not said"
        raise Refusal("fee", form, "PD-33", "fees_paid")
    present = {place.person for place in (*felt.everyone(), felt.bank)}
    for box, paid in setup.fees_paid.items():
        for person, cents in paid.items():
            where = f"fees_paid.{box}.{person}"
            if cents < 0:
                form = "an earlier fee of {amount:money} is less than nothing"
                raise Refusal("fee", form, "PD-33", where, {"amount": cents})
            if person not in present:
                form = "{player} paid a fee for the void hand and is not in its redeal: the fee goes back first"
                raise Refusal("fee", form, "PD-33", where, {"player": person})


def _unit(rules: Rules) -> Cents:
    """Returns the unit of payouts: a cent, or the smallest chip in use (PD-51)."""
    if rules.options.get("rounding") == "down-to-chip":
        return int(rules.options.smallest_chip * 100)
    return 1


class Marks(NamedTuple):
    """A table's circles, limits and backline, the same for every round."""

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
    """Lays wagers of seats and backline bettors on the marked circles."""

    def __init__(self, felt: Felt, game: Game, marks: Marks) -> None:
        self.felt = felt
        self.game = game
        self.marks = marks
        self.people: dict[str, Place] = {}

    def seat(self, seat: SeatSetup) -> None:
        """Lays the seat's wagers on its circles, and those of its backline behind them."""
        felt, number = self.felt, seat.seat
        if not 1 <= number <= felt.positions:
            form = "seat {seat} does not exist: the table has seats 1 to {positions}"
            raise Refusal("seat", form, "", "seat", {"seat": number, "positions": felt.positions})
        if number == felt.bank.seat:
            form = "seat {seat} holds the bank and makes no wager"
            raise Refusal("bank-bets", form, "PD-19", "seat", {"seat": number})
        place = self._place(number, name_of(seat.player, f"seat {number}"), seat)
        place.enters = seat.enters
        if place.name in felt.spots:
            raise Refusal("seat", "seat {seat} is given twice", "", "seat", {"seat": number})
        self._take(place)
        felt.places.append(place)
        felt.spots[place.name] = place
        for index, backer in enumerate(seat.backline):
            try:
                self._behind(place, backer)
            except Refusal as refusal:
                raise refusal.at(f"backline[{index}]") from None

    def bank(self, wagers: dict[str, Cents]) -> None:
        """Lays the banker's own wagers. Raises Refusal unless the house is their other side (PD-19)."""
        bank, limits = self.felt.bank, self.marks.limits
        for name, cents in wagers.items():
            where = f"bank.wagers.{name}"
            if bank.posted is None or name not in self.game.bank_circles:
                form = "{player} holds the bank and makes no {wager} wager"
                raise Refusal("bank-bets", form, "PD-19", where, {"player": bank.player, "wager": name})
            least, most = limits[name]
            if cents < least or (most is not None and cents > most):
                raise self._out_of_limits(bank, name, cents).at("bank")
        bank.wagers.update(wagers)

    def _place(
        self, seat: int, player: str, said: SeatSetup | BackerSetup, circle: int = 1, behind: Place | None = None
    ) -> Place:
        """Returns a new place of a person. All places of one person share one stack.

        Raises Refusal if the stack is negative or differs from the person's other places.
        """
        person = name_of(said.person, player, "person") if said.person else player
        first, stack = self.people.get(person), said.stack
        if first is None:
            self.people[person] = place = Place(seat, player, {**said.wagers}, stack, circle, behind, "", person)
        else:
            place = FurtherPlace(first, seat, player, {**said.wagers}, circle, behind)
            if first.stack is None:
                first.stack = stack
        if stack is not None and (stack < 0 or stack != place.stack):
            facts: dict[str, Fact] = {"place": place.name, "player": player, "stack": stack, "other": place.stack}
            form = "{player} has {stack:money} at {place:place} and {other:money} at another: one person has one stack"
            if stack < 0:
                form = "{place:place} has {stack:money} beside the circles, which is less than nothing"
            raise Refusal("stack", form, "", "stack", facts)
        return place

    def _take(self, place: Place) -> None:
        """Raises Refusal unless each wager lies on an opening circle, within limits, with the circles that it needs."""
        wagers, (_, opening, needing, required, limits, _) = place.wagers, self.marks
        for name, cents in wagers.items():
            if name not in opening:
                form = "{circle!r} takes no wager before the deal: the blinds and bets of this game come later"
                if opening:
                    form = "{circle!r} takes no wager before the deal: {known} do"
                facts = {"circle": name, "known": list(opening)}
                raise Refusal("circle", form, "PD-22", f"wagers.{name}", facts)
            least, most = limits[name]
            if cents < least or (most is not None and cents > most):
                raise self._out_of_limits(place, name, cents)
        for circle in needing:
            if circle.name in wagers:
                _needed(place, circle)
        for circle in required:
            if circle.name not in wagers:
                form = "{place:place} has no {circle}: it is compulsory"
                raise Refusal("required", form, circle.clause, "wagers", {"place": place.name, "circle": circle.name})
        self.game.opening(self.felt, place)

    def _out_of_limits(self, place: Place, name: str, cents: Cents) -> Refusal:
        least, most = self.marks.limits[name]
        form = "{place:place}'s {circle} of {amount:money} is under the minimum of {low:money}"
        if most is not None and cents > most:
            form = "{place:place}'s {circle} of {amount:money} is over the maximum of {high:money}"
        facts = {"place": place.name, "circle": name, "amount": cents, "low": least, "high": most}
        return Refusal("limit", form, self.game.limit_clause, f"wagers.{name}", facts)

    def _behind(self, place: Place, backer: BackerSetup) -> None:
        """Lays the wagers of a backline bettor behind another person's seat (PD-52 to PD-57)."""
        allowed, felt = self.marks.backline, self.felt
        taken = allowed.circles & self.marks.circles.keys()
        if not taken or not allowed.most:
            raise Refusal("backline", "backline betting is off at this table", allowed.clause)
        if not 2 <= backer.circle <= allowed.most + 1:
            form = "circle {circle} is refused: backline circles are numbered 2 to {most}"
            raise Refusal(
                "backline", form, allowed.clause, "circle", {"circle": backer.circle, "most": allowed.most + 1}
            )
        behind = self._place(place.seat, name_of(backer.player), backer, backer.circle, place)
        if behind.name in felt.spots:
            facts: dict[str, Fact] = {"circle": backer.circle, "seat": place.seat}
            raise Refusal("backline", "circle {circle} of seat {seat} is given twice", "PD-54", "circle", facts)
        if behind.person == place.person:
            form = "{player} cannot bet behind the seat they play"
            raise Refusal("backline", form, "PD-52", "player", {"player": behind.player})
        for wager in backer.wagers:
            if wager not in taken:
                form, by = "no backline bet is taken on {circle}: {known} take them", allowed.circles_clause
                facts = {"circle": wager, "known": sorted(taken)}
                raise Refusal("backline", form, by or allowed.clause, f"wagers.{wager}", facts)
        if allowed.like_a_seat:
            self._take(behind)
        else:
            if not behind.wagers:
                by = allowed.circles_clause or allowed.clause
                raise Refusal("required", "{place:place} has no wager", by, "wagers", {"place": behind.name})
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
        """Raises Refusal if all bettors on a hand together exceed the maximum of one wager."""
        for wager, cents in behind.wagers.items():
            _, most = self.marks.limits[wager]
            total = cents + sum(other.wagers.get(wager, 0) for other in (place, *place.backers))
            if most is not None and total > most:
                form = "{place:place}'s {circle} of {amount:money} in all is over the maximum of {high:money}"
                facts = {"place": place.name, "circle": wager, "amount": total, "high": most}
                raise Refusal("limit", form, self.marks.backline.clause, f"wagers.{wager}", facts)


def _needed(place: Place, circle: Circle) -> None:
    """Raises Refusal unless the circle that this one needs is filled, and with enough."""
    wagers = place.wagers
    other = wagers.get(circle.needs)
    if other is None:
        raise _unfilled(place, circle, "needs", "{place:place} has {circle} without {needs}: it needs one")
    cents = wagers[circle.name]
    if circle.equal and cents != other:
        form = "{place:place}'s {circle} of {amount:money} is refused: it must equal the {needs} of {beside:money}"
        raise _unfilled(place, circle, "equal", form, amount=cents, beside=other, low=other, high=other)
    if circle.share is not None and cents > (most := circle.share.of(other)):
        form = (
            "{place:place}'s {circle} of {amount:money} is refused: "
            "at most {high:money} beside a {needs} of {beside:money}"
        )
        raise _unfilled(place, circle, "share", form, amount=cents, beside=other, high=most)


def _unfilled(place: Place, circle: Circle, code: str, form: str, **amounts: Cents) -> Refusal:
    facts = {"place": place.name, "circle": circle.name, "needs": circle.needs, **amounts}
    return Refusal(code, form, circle.clause, f"wagers.{circle.name}", facts)


def _refuse_poker_fields(setup: Setup) -> None:
    """Raises Refusal for a button, blinds and the like in a banked game, where they would change nothing."""
    said = [name for name in ("button", "time_due", "blinds", "incidents") if getattr(setup, name)]
    said += [f"seats[{index}].enters" for index, seat in enumerate(setup.seats) if seat.enters]
    if said:
        name = said[0].rpartition(".")[2]
        form = "{field} is for games that nobody banks: it would change nothing here"
        raise Refusal("poker", form, "", said[0], {"field": name})


def _refuse_bank_fields(setup: Setup) -> None:
    """Raises Refusal for limits and jackpots in a game without a bank, where the printed stakes are the limits."""
    if setup.limits is not UNSET:
        sentence = "the printed stakes of this game are its limits: no others are posted beside them"
        raise Refusal("limits", sentence, "FEE-01", "limits")
    if setup.jackpots:
        form = "no jackpot belongs to this game: {pools} would change nothing here"
        raise Refusal("jackpot", form, "", "jackpots", {"pools": list(setup.jackpots)})


def _refuse_unknown_pools(setup: Setup, game: Game) -> None:
    """Raises Refusal for a pool that this game never pays from, whose money would be lost."""
    for name in setup.jackpots:
        if name not in game.jackpots:
            sentence = "no jackpot {name!r} belongs to this game: {known} is known"
            facts: dict[str, Fact] = {"name": name, "known": [*game.jackpots] or ["none"]}
            raise Refusal("jackpot", sentence, "", f"jackpots.{name}", facts)


def _refuse_too_few(felt: Felt, rules: Rules, clause: str) -> None:
    """Raises Refusal if too few players are dealt in, or if the marker is at no seat of theirs."""
    least, seats = rules.game.seats.min, [place.seat for place in felt.places]
    if len(seats) < least:
        form = "{count} is dealt in: a hand needs {least} players"
        raise Refusal("seats", form, clause, "seats", {"count": len(seats), "least": least})
    dead = felt.options.get("button_rule") == "dead-button"  # a dead button may stand before an empty seat
    if felt.button and felt.button not in seats and not dead:
        form = "the marker is at seat {seat}, which is not dealt in: {seats!r} are"
        raise Refusal("button", form, "", "button", {"seat": felt.button, "seats": seats})
    if not 0 <= felt.button <= felt.positions:
        form = "the marker is at seat {seat}: the table has seats 1 to {positions}"
        raise Refusal("button", form, "", "button", {"seat": felt.button, "positions": felt.positions})


def _refuse_extra_hands(felt: Felt, game: Game) -> None:
    """Raises Refusal if the player-dealer bets (PD-19), or if somebody plays more hands than allowed."""
    bank = felt.bank
    if bank.posted is not None:
        for place in felt.everyone():
            if place.person == bank.person:
                form = "{player} holds the bank and makes no wager, at {place:place} or anywhere"
                raise Refusal("bank-bets", form, "PD-19", "seats", {"player": bank.player, "place": place.name})
    most = felt.options.get("hands_per_player", game.hands)
    if not felt.rules.game.bankers:
        most = 1  # nobody bets against himself
    if most is None or len({place.person for place in felt.places}) == len(felt.places):
        return
    seats_of: dict[str, list[int]] = {}
    names = {place.person: place.player for place in felt.places}
    for place in felt.places:
        seats_of.setdefault(place.person, []).append(place.seat)
    for person, seats in seats_of.items():
        player = names[person]
        if len(seats) > most:
            form = "{player} is at seats {seats!r}: {most} hands per player"
            if most == 1:
                form = "{player} is at seats {seats!r}: one hand per player"
            facts = {"player": player, "seats": seats, "most": most}
            raise Refusal("hands", form, game.hands_clause, "seats", facts)
        if (
            len(seats) == 2
            and game.hands_adjacent
            and felt.offset(max(seats), min(seats)) not in (1, felt.positions - 1)
        ):
            form = "{player} is at seats {seats!r}: two hands need adjacent places"
            raise Refusal("hands", form, game.hands_clause, "seats", {"player": player, "seats": seats})
