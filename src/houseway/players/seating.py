"""Seating: fills seats, puts chips on the circles and posts a bank, all by one seed."""

import random
from typing import Any

from msgspec import UNSET

from houseway.rulebook import Rules, Schedule
from houseway.script import Cents, Circle, Game, Limits, Refusal, Terms
from houseway.table.setup import BackerSetup, BankSetup, LimitsSetup, SeatSetup, Setup

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gita", "Hugo", "Ines", "Jun", "Kofi", "Lena", "Milo", "Noor")
LATE_COMERS = ("Omar", "Pia", "Quin")  # for a banked table with more places than `NAMES`
CHIP: Cents = 500
COMPANY = 9  # most people behind one seat
MOST_BET: Cents = 50_000  # if no maximum is printed
DEFAULT_LIMITS = LimitsSetup(min=500, max=MOST_BET)


def sit_down(
    game: Game,
    seed: object,
    options: dict[str, Any] | None = None,
    *,
    players: int | None = None,
    short_bank: bool = False,
    backline: bool = False,
) -> Setup:
    """Returns the set-up of a table: so many players (or any number that fits), wagers within the limits, and a bank.

    The bank posts enough for an ordinary round or, with `short_bank`, any amount from the smallest allowed.
    """
    rng = random.Random(repr(("sit down", game.id, seed)))
    rules = Rules.of(game.id, options or {})
    positions = game.positions(rules)
    seats = list(range(1, positions + 1))
    schedules = rules.schedules()
    schedule = rng.choice(schedules) if schedules else None
    if not rules.game.bankers:
        return _against_each_other(rng, game, rules, options or {}, players, schedule, short=short_bank)
    limits = DEFAULT_LIMITS
    if schedule is not None and schedule.limits.min_usd:
        most = schedule.limits.max_usd
        limits = LimitsSetup(min=schedule.limits.min_usd * 100, max=MOST_BET if most is None else most * 100)
    house = "house" in rules.game.bankers and not (game.players_bank(rules) and rng.random() < 0.5)
    bank_seat = 0 if house else rng.choice(seats)
    free = [seat for seat in seats if seat != bank_seat]
    count = players or rng.randint(1, len(free))
    _refuse_crowd(count, len(free))
    chosen = sorted(rng.sample(free, count))
    names = iter([*rng.sample(NAMES, len(NAMES)), *LATE_COMERS])
    least, most_bet = limits.min, limits.max or limits.min * 100
    bets: Limits = (1, None) if schedule is None else (least, most_bet)  # a game without schedules has its own options
    taken = [SeatSetup(seat, next(names), wagers_by_chance(rng, game, rules, *bets)) for seat in chosen]
    if backline:
        _stand_behind(rng, game, rules, taken, bets)
    action = sum(sum(seat.wagers.values()) for seat in taken)
    may_be_short = short_bank and "bank_accounting" in rules.options
    posted = rng.randrange(least, 40 * least + 1, CHIP) if may_be_short else max(20 * action, most_bet)
    return Setup(
        game=game.id,
        options=options or {},
        schedule=None if schedule is None else schedule.id,
        bank=UNSET if house else BankSetup(bank_seat, next(names), posted, wagers=_bankers(rng, game, rules, bets)),
        seats=taken,
        bonuses={name: terms_by_chance(rng) for name in game.bonuses(rules.options)},
        jackpots={name: CHIP * rng.randint(0, 100) for name in game.bonuses(rules.options)},
    )


def _bankers(rng: random.Random, game: Game, rules: Rules, bets: Limits) -> dict[str, Cents]:
    """Returns the banker's own wagers, if the game takes any."""
    if not game.bank_circles:
        return {}
    return {
        name: cents for name, cents in wagers_by_chance(rng, game, rules, *bets).items() if name in game.bank_circles
    }


def _refuse_crowd(players: int, places: int) -> None:
    """Raises a Refusal if there are more players than places."""
    if players > places:
        form = "{players} players are too many: the table has {places} places for them"
        raise Refusal("players", form, facts={"players": players, "places": places})


def terms_by_chance(rng: random.Random) -> Terms:
    """Returns terms that a room might post for its own bonus: awards as amounts, and perhaps a fee."""
    return Terms(fee=rng.choice((0, 0, 100)), award=tuple(CHIP * 4**step for step in range(rng.randint(1, 4))))


def _against_each_other(
    rng: random.Random,
    game: Game,
    rules: Rules,
    options: dict[str, Any],
    players: int | None,
    schedule: Schedule | None,
    *,
    short: bool,
) -> Setup:
    """Returns a table without a bank: the button at one of the players or not yet drawn for, some stacks short."""
    seats = list(range(1, game.positions(rules) + 1))
    count = players or rng.randint(min(rules.game.seats.min, len(seats)), len(seats))
    names = rng.sample(NAMES, len(NAMES))
    _refuse_crowd(count, len(seats))
    chosen = sorted(rng.sample(seats, count))
    stacks: tuple[Cents | None, ...] = (1_000, 2_000, 5_000) if short else (10_000, 50_000, None)
    button = rng.choice((0, *chosen))
    enter: list[int] = []
    if schedule is not None and schedule.limits.big_blind_usd is not None:
        most = schedule.limits.big_blind_usd * (8 if short else 80)
        stacks = tuple(1_000 + 100 * rng.randint(0, most) for _ in chosen)
        after = sorted(chosen, key=lambda seat: (seat - button - 1) % len(seats))
        enter = [seat for seat in after[2:-1] if button and rng.random() < 0.2]  # beyond the blinds, before the button
    return Setup(
        game=game.id,
        options=options,
        schedule=None if schedule is None else schedule.id,
        button=button,
        time_due=rng.random() < 0.3 and _by_time(rules),
        seats=[
            SeatSetup(
                seat,
                name,
                wagers_by_chance(rng, game, rules, 1, 1),
                stack=rng.choice(stacks),
                enters=rng.choice(("newcomer", "small", "big", "both")) if seat in enter else "",
            )
            for seat, name in zip(chosen, names, strict=False)
        ],
    )


def _by_time(rules: Rules) -> bool:
    """Returns whether the table's fee is a time charge."""
    return "time_basis" in rules.options or rules.options.get("fee_basis") == "half-hour-each-player"


def wagers_by_chance(
    rng: random.Random, game: Game, rules: Rules, least: Cents, most: Cents | None
) -> dict[str, Cents]:
    """Returns chips on every required circle, and on some of the others."""
    wagers: dict[str, Cents] = {}
    for circle in game.circles_at(rules.options):
        if circle.opening and (circle.required or rng.random() < 0.6):
            low, high = bounds(game, rules, circle.name, (least, most))
            cents = _chips(rng, wagers, circle, low, high)
            if cents is not None:
                wagers[circle.name] = cents
    return wagers


def bounds(game: Game, rules: Rules, circle: str, posted: Limits) -> tuple[Cents, Cents]:
    """Returns the smallest and the largest wager of a sensible player. If nothing is printed, it is a chip at least."""
    low, high = game.limits(rules.options, circle, posted)
    if (low, high) == (1, None):
        low = CHIP
    return low, MOST_BET if high is None else high


def _chips(rng: random.Random, wagers: dict[str, Cents], circle: Circle, low: Cents, high: Cents) -> Cents | None:
    """Returns an amount that the circle takes beside the other wagers, mostly small; None if none fits."""
    if circle.needs:
        other = wagers.get(circle.needs)
        if other is None:
            return None
        if circle.equal:
            return other
        if circle.share is not None:
            high = min(high, circle.share.of(other))
    if high < low:
        return None
    chips = min((high - low) // CHIP, rng.choice((2, 8, 40)))
    return low + CHIP * rng.randint(0, chips)


def _stand_behind(rng: random.Random, game: Game, rules: Rules, seats: list[SeatSetup], bets: Limits) -> None:
    """Adds backline bettors behind some of the seats, if the game allows any."""
    allowed = game.backline(rules.options)
    for seat in seats:
        for circle in range(2, min(allowed.most, COMPANY) + 2):
            if rng.random() < 0.35:
                wagers = wagers_by_chance(rng, game, rules, *bets)
                wagers = {name: cents for name, cents in wagers.items() if name in allowed.circles}
                if wagers and not (allowed.together and _too_much(game, rules, seat, wagers, bets)):
                    seat.backline.append(BackerSetup(circle, f"behind {seat.seat}.{circle}", wagers))


def _too_much(game: Game, rules: Rules, seat: SeatSetup, wagers: dict[str, Cents], limits: Limits) -> bool:
    """Returns whether these wagers take the seat and all who bet with it over the maximum of one wager."""
    for name, cents in wagers.items():
        most = game.limits(rules.options, name, limits)[1]
        others = seat.wagers.get(name, 0) + sum(other.wagers.get(name, 0) for other in seat.backline)
        if most is not None and cents + others > most:
            return True
    return False
