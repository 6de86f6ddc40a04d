"""The layout at 'No more bets': a set-up checked against the posted rules and laid out as a felt."""

from collections import Counter
from functools import lru_cache

from msgspec import UNSET

from houseway.cards import Cards, cards_from, text_of
from houseway.rulebook import Options, Rules, Schedule
from houseway.script import Bank, Cents, Circle, Felt, Game, Limits, Place, Refusal, Terms, dollars
from houseway.table.setup import BackerSetup, SeatSetup, Setup


def lay_out(game: Game, setup: Setup) -> tuple[Felt, Rules, Schedule | None]:
    """The felt of a round about to be dealt; whatever the rules forbid is refused with its place in the set-up."""
    rules = rules_of(setup)
    posted = posted_schedule(setup, rules)
    limits = posted_limits(setup, posted)
    positions = game.positions(rules)
    bank = _bank(game, setup, rules, limits, positions)
    unit = 1
    if getattr(rules.options, "rounding", "exact-cents") == "down-to-chip":  # PD-51
        unit = int(rules.options.smallest_chip * 100)
    felt = Felt(
        rules,
        [],
        bank,
        positions=positions,
        unit=unit,
        number=setup.round,
        carried=setup.carried,
        pools={name: pool.seed for name, pool in game.pools(rules.options).items()} | setup.jackpots,
        bonuses=posted_bonuses(game, setup, rules),
        button=setup.button,
        schedule=posted,
        time_due=setup.time_due,
        blinds=setup.blinds,
        incidents=setup.incidents,
    )
    for index, seat in enumerate(setup.seats):
        try:
            _seat(felt, game, seat, limits)
        except Refusal as refusal:
            raise refusal.at(f"seats[{index}]") from None
    felt.places.sort(key=lambda place: place.seat)
    _people(felt, game)
    if not felt.places:
        raise Refusal("no-wager", "a round needs at least one wager against the bank", "PD-18", "seats")
    if not rules.game.bankers:
        _company(felt, rules, game.hands_clause)
    game.no_more_bets(felt)
    return felt, rules, posted


def posted_bonuses(game: Game, setup: Setup, rules: Rules) -> dict[str, Terms]:
    """The room's terms, refused for a bonus that is not offered, and where they are less than nothing."""
    offered = game.bonuses(rules.options) if setup.bonuses else ()
    for name, terms in setup.bonuses.items():
        if name not in offered:
            known = ", ".join(offered) or "none"
            raise Refusal("bonus", f"{name!r} is not offered at this table: {known} are", "", f"bonuses.{name}")
        if min(terms.fee, *terms.award, 0) < 0 or not 0 < terms.share <= 100:
            sentence = f"{name} needs a fee and an award from 0 up and a share from 1 to 100 percent"
            raise Refusal("bonus", sentence, "", f"bonuses.{name}")
    return setup.bonuses


def shoe_and_tray(game: Game, setup: Setup, options: Options) -> tuple[Counter[int], Cards]:
    """The cards in the shoe before the deal and those that earlier rounds took out, refused where they do not fit."""
    shoe = Counter(game.deck(options))
    if not setup.gone:
        return shoe, ()
    try:
        tray = cards_from(setup.gone)
    except ValueError as error:
        raise Refusal("card", str(error), "", "gone") from None
    cut = None if game.cut_card is None else game.cut_card(options)
    if cut is not None and len(tray) >= cut.after:
        sentence = f"{len(tray)} of {shoe.total()} cards are gone: from {cut.after} on, a round is shuffled for"
        raise Refusal("gone", sentence, cut.clause, "gone")
    shoe.subtract(tray)
    for card in tray:
        if shoe[card] < 0:
            raise Refusal("gone", f"{text_of(card)} is gone more often than the shoe holds it", "", "gone")
    return shoe, tray


def rules_of(setup: Setup) -> Rules:
    """The game's rules with the options and pay tables of this table."""
    try:
        key = (
            tuple(sorted(setup.options.items())),
            tuple((table, *sorted(rows.items())) for table, rows in setup.pay.items()),
        )
        return _rules(setup.game, *key)
    except TypeError:  # an unhashable option value: let the rule book refuse it in its own words
        return Rules.of(setup.game, setup.options, setup.pay)


@lru_cache(maxsize=256)
def _rules(game: str, options: tuple[tuple[str, object], ...], pay: tuple[tuple[object, ...], ...]) -> Rules:
    return Rules.of(game, dict(options), {row[0]: dict(row[1:]) for row in pay})  # type: ignore[arg-type, misc]


def posted_schedule(setup: Setup, rules: Rules) -> Schedule | None:
    """The one schedule in force (PD-27); one of another game, or with too many rates (PD-29), is refused."""
    if setup.schedule is None:
        return None
    try:
        return rules.schedule(setup.schedule)
    except Refusal as refusal:
        raise refusal.at("schedule") from None


def posted_limits(setup: Setup, posted: Schedule | None) -> Limits:
    """The smallest and the largest wager: the schedule's, or else what the set-up posts (PD-23, FEE-01)."""
    if setup.limits is not UNSET:
        return setup.limits.min, setup.limits.max
    if posted is None:
        return 1, None
    least, most = posted.limits.min_usd, posted.limits.max_usd
    return (least or 0) * 100 or 1, None if most is None else most * 100


def _company(felt: Felt, rules: Rules, clause: str) -> None:
    """Players who bet against each other are several, and the marker lies before one of them."""
    least, seats = rules.game.seats.min, [place.seat for place in felt.places]
    if len(seats) < least:
        raise Refusal("seats", f"{len(seats)} is dealt in: a hand needs {least} players", clause, "seats")
    dead = felt.options.get("button_rule") == "dead-button"  # it may stand before a seat that is empty now
    if felt.button and felt.button not in seats and not dead:
        sentence = f"the marker is at seat {felt.button}, which is not dealt in: {seats} are"
        raise Refusal("button", sentence, "", "button")


def _bank(game: Game, setup: Setup, rules: Rules, limits: Limits, positions: int) -> Bank:
    if not rules.game.bankers:
        if setup.bank is not UNSET:
            raise Refusal("no-bank", "nobody banks this game: the players bet against each other", "", "bank")
        return Bank(0, "", None)
    if setup.bank is UNSET:
        if "house" in rules.game.bankers:
            return Bank(0, "house", None)
        raise Refusal("no-bank", "a player-dealer must be in place before any card is dealt", "PD-04", "bank")
    asked = setup.bank
    if asked.posted is None:
        if "house" not in rules.game.bankers:
            raise Refusal(
                "no-bank", "the house never banks this game: the player-dealer posts a bank", "PD-02", "bank.posted"
            )
        return Bank(0, asked.player or "house", None)
    if not game.players_bank(rules):
        sentence = f"only the house banks at this table: {dollars(asked.posted)} posted by a player is refused"
        raise Refusal("no-bank", sentence, game.bank_clause, "bank.posted")
    if not 1 <= asked.seat <= positions:
        raise Refusal(
            "seat", f"the bank is at seat {asked.seat}; the table has seats 1 to {positions}", "PD-04", "bank.seat"
        )
    if not 1 <= asked.turn <= 2:
        raise Refusal(
            "turn", f"hand {asked.turn} in a row is refused: one person banks at most 2", "PD-09", "bank.turn"
        )
    least = _least_bank(rules, limits)
    if asked.posted < least:
        sentence = f"a bank of {dollars(asked.posted)} is refused: the smallest is {dollars(least)}"
        raise Refusal("bank", sentence, "PD-05", "bank.posted")
    return Bank(asked.seat, asked.player or f"seat {asked.seat}", asked.posted, asked.turn)


def _least_bank(rules: Rules, limits: Limits) -> Cents:
    """The smallest bank: a table minimum, a table maximum, or any chips at all (PD-05)."""
    least, most = limits
    choice = getattr(rules.options, "minimum_bank", "none")
    return {"table-minimum": least, "table-maximum": most or least, "none": 1}[choice]


def _seat(felt: Felt, game: Game, seat: SeatSetup, limits: Limits) -> None:
    if not 1 <= seat.seat <= felt.positions:
        raise Refusal("seat", f"seat {seat.seat} does not exist: the table has seats 1 to {felt.positions}", "", "seat")
    if seat.seat == felt.bank.seat:
        raise Refusal("bank-bets", f"seat {seat.seat} holds the bank and makes no wager", "PD-19", "seat")
    if str(seat.seat) in felt.spots:
        raise Refusal("seat", f"seat {seat.seat} is given twice", "", "seat")
    place = Place(seat.seat, seat.player or f"seat {seat.seat}", dict(seat.wagers), seat.stack, enters=seat.enters)
    _wagers(felt, game, place, limits)
    felt.places.append(place)
    felt.spots[place.name] = place
    for index, backer in enumerate(seat.backline):
        try:
            _backer(felt, game, place, backer, limits)
        except Refusal as refusal:
            raise refusal.at(f"backline[{index}]") from None


def _wagers(felt: Felt, game: Game, place: Place, limits: Limits) -> None:
    """Each wager is on an opening circle and within the limits, and the circles that need each other are filled."""
    circles = {circle.name: circle for circle in game.circles_at(felt.options) if circle.opening}
    for name, cents in place.wagers.items():
        if name not in circles:
            known = ", ".join(circles)
            raise Refusal("circle", f"{name!r} takes no wager before the deal: {known} do", "PD-22", f"wagers.{name}")
        _limit(felt, game, place, circles[name], cents, limits)
    for circle in circles.values():
        if circle.required and circle.name not in place.wagers:
            raise Refusal("required", f"{place.title} has no {circle.name}: it is compulsory", circle.clause, "wagers")
        if circle.needs and circle.name in place.wagers:
            _needed(place, circle)
    game.opening(felt, place)


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


def _limit(felt: Felt, game: Game, place: Place, circle: Circle, cents: Cents, limits: Limits) -> None:
    least, most = game.limits(felt.options, circle.name, limits)
    if cents < least:
        bound = f"under the minimum of {dollars(least)}"
    elif most is not None and cents > most:
        bound = f"over the maximum of {dollars(most)}"
    else:
        return
    sentence = f"{place.title}'s {circle.name} of {dollars(cents)} is {bound}"
    raise Refusal("limit", sentence, game.limit_clause, f"wagers.{circle.name}")


def _backer(felt: Felt, game: Game, place: Place, backer: BackerSetup, limits: Limits) -> None:
    """A backline bettor behind a seat played by somebody else (PD-52 to PD-57)."""
    allowed = game.backline(felt.options)
    layout = {circle.name: circle for circle in game.circles_at(felt.options)}
    taken = allowed.circles & layout.keys()
    if not taken:
        raise Refusal("backline", "backline betting is off at this table", allowed.clause)
    if not 2 <= backer.circle <= allowed.most + 1:
        sentence = f"circle {backer.circle} is refused: backline circles are numbered 2 to {allowed.most + 1}"
        raise Refusal("backline", sentence, allowed.clause, "circle")
    name = f"{place.seat}.{backer.circle}"
    if name in felt.spots:
        raise Refusal("backline", f"circle {backer.circle} of seat {place.seat} is given twice", "PD-54", "circle")
    if backer.player == place.player:
        raise Refusal("backline", f"{backer.player} cannot bet behind the seat they play", "PD-52", "player")
    for wager in backer.wagers:
        if wager not in taken:
            known = ", ".join(sorted(taken))
            raise Refusal(
                "backline", f"no backline bet is taken on {wager}: {known} take them", allowed.clause, f"wagers.{wager}"
            )
    behind = Place(place.seat, backer.player, dict(backer.wagers), backer.stack, backer.circle, place)
    if allowed.like_a_seat:
        _wagers(felt, game, behind, limits)
    else:
        for wager, cents in behind.wagers.items():
            _limit(felt, game, behind, layout[wager], cents, limits)
    if allowed.together:
        _together(felt, game, behind, limits)
    place.backers.append(behind)
    place.backers.sort(key=lambda other: other.circle)
    felt.spots[name] = behind


def _together(felt: Felt, game: Game, behind: Place, limits: Limits) -> None:
    """One more bettor on a hand: all of them together keep to the maximum of a single wager."""
    place = behind.behind
    assert place is not None
    clause = game.backline(felt.options).clause
    for wager, cents in behind.wagers.items():
        _, most = game.limits(felt.options, wager, limits)
        total = cents + sum(other.wagers.get(wager, 0) for other in (place, *place.backers))
        if most is not None and total > most:
            sentence = f"{place.title}'s {wager} of {dollars(total)} in all is over the maximum of {dollars(most)}"
            raise Refusal("limit", sentence, clause, f"wagers.{wager}")


def _people(felt: Felt, game: Game) -> None:
    """The player-dealer bets nowhere (PD-19), and nobody plays more hands than the table or the game allows."""
    bank = felt.bank
    most = getattr(felt.options, "hands_per_player", game.hands)
    seats_of: dict[str, list[int]] = {}
    for place in felt.everyone():
        if place.player == bank.player and bank.posted is not None:
            sentence = f"{bank.player} holds the bank and makes no wager, at {place.title} or anywhere"
            raise Refusal("bank-bets", sentence, "PD-19", f"seat {place.name}")
        if place.circle == 1:
            seats_of.setdefault(place.player, []).append(place.seat)
    if most is None:
        return
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
