"""Mini Pai Gow, version 2, banked by the house or, where it is allowed, by a player (MPG-01 to MPG-68).

Six cards become five behind and one in front; ties are the dealer's, and no commission is taken. While setting, a
player may double, with action only against a dealer who qualifies.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from houseway.cards import PACK_WITH_JOKER, RANKS
from houseway.games.kit.banked.limits import within
from houseway.games.kit.banked.pay_claims import posted
from houseway.games.kit.banked.setting import HOUSE_WAY, ask_to_set, lay, low_spot, outcome, turn_up
from houseway.games.kit.pai_gow.commission import five_percent
from houseway.games.kit.pai_gow.dice import DICE, against_the_clock
from houseway.games.mini_pai_gow import six_cards
from houseway.games.mini_pai_gow.bonuses import BONUS, BONUS_LEAST, COMMUNITY, bonuses
from houseway.games.mini_pai_gow.hands import house_way, rank, settings, wheel_of, without
from houseway.games.mini_pai_gow.six_cards import high_value, is_foul, low_value
from houseway.hands import five
from houseway.script import (
    LOSE,
    WIN,
    Answer,
    Ask,
    AskAll,
    Cents,
    Charge,
    Choice,
    Circle,
    Claim,
    Commission,
    Deal,
    Felt,
    Game,
    HouseOptions,
    Irregularity,
    Limits,
    Place,
    Refusal,
    Roll,
    Script,
    Settle,
    Spot,
    Verdict,
)

MAIN, DOUBLE, HOUSE_STAKE = "main", "double", "house-stake"
ORDERS: Final = {  # the double goes with the wager it doubles (MPG-29)
    "main-first": ((MAIN, DOUBLE, BONUS, COMMUNITY),),
    "bonus-first": ((BONUS, COMMUNITY, MAIN, DOUBLE),),
}
WON_MAIN: Final = ("MPG-MAIN", "both hands won")
WON_DOUBLE: Final = ("MPG-DOUBLE", "both hands won and dealer or banker qualified")
QUALIFIES: Final = {  # by the posted pair, the lowest high hand of the dealer that gives doubles action (MPG-27)
    2 * text: next(
        value for value, rung in enumerate(five.LADDER.rungs) if rung.category == "pair" and rung.ranks[0] == rank
    )
    for rank, text in enumerate(RANKS)
}
MUCK: Final = "muck"
LAST_WAGERS, PLAYER_BANKED = "last_wagers", "player_banked"


class Takings(Struct):
    """What the main and double wagers of a round bring a player's bank, and what they take from it (MPG-63)."""

    won: Cents = 0
    paid: Cents = 0

    def count(self, claims: list[Claim]) -> None:
        """Adds what these claims bring the bank and cost it; those of the house are no part of it."""
        for claim in claims:
            if claim.outcome is LOSE and not claim.by_house:
                self.won += claim.due
            elif claim.outcome is WIN and not claim.by_house:
                self.paid += claim.due


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last chip."""
    bank, places = felt.bank, felt.clockwise(1)
    staked = {place.person: place.wagers[MAIN] for place in places}
    yield from deal(felt)
    dealer = felt.house or bank
    felt.turn_up(dealer)  # MPG-18
    lay(felt, dealer, (six_cards.house_low(dealer.cards, wheel_of(felt)),))
    takings = Takings()
    if felt.house is not None:
        yield from dealer_against_banker(felt, felt.house, takings)
    for place in places:
        turn_up(felt, place)
        judge(felt, place)
    bonuses(felt, places)
    takings.count(felt.claims)
    yield Settle(1, ORDERS[felt.options.settle_order])
    fee = bankers_commission(felt, takings)
    if fee:
        yield Charge(bank, fee, ("MPG-65",))
    remember(felt, staked)


def deal(felt: Felt) -> Script:
    """A packet of six for everybody; hands are set when all are dealt, or each at once (MPG-10, MPG-11, MPG-14)."""
    at_once = felt.options.set_timing == "at-once"
    setters = {place.name for place in felt.places} | ({"bank"} if felt.house is not None else set())
    total = sum((yield Roll(DICE))) if felt.options.start_method == "dice" else 0
    order = receivers(felt, total)
    for spot in order:
        yield Deal(six_cards.CARDS, to=spot)
        if at_once and isinstance(spot, Place) and spot.name in setters:
            set_hand(felt, spot, (yield ask(felt, spot)))
    if at_once:
        return
    waiting = [spot for spot in [*felt.clockwise(1), felt.bank] if spot.name in setters]
    answers = yield AskAll(tuple([ask(felt, place) for place in waiting]))
    for place, answer in zip(waiting, answers, strict=True):
        set_hand(felt, place, answer)


def receivers(felt: Felt, total: int) -> list[Spot]:
    """Who receives each packet: clockwise and the dealer last, or from the place that the dice name (MPG-10, -11)."""
    at: dict[int, Spot] = {place.seat: place for place in felt.places}
    at[felt.bank.seat] = felt.bank
    if felt.house is not None:
        at[0] = felt.house
    if not total:
        return [at[seat] for seat in sorted(at, key=lambda seat: seat or felt.positions + 1)]
    everywhere = felt.positions + 1
    first = against_the_clock(total, felt.positions)
    return [at.get((first + step) % everywhere) or felt.spot(MUCK) for step in range(everywhere)]


def ask(felt: Felt, place: Place) -> Ask:
    """One card in front and five behind (MPG-15), doubled or not by whoever has the chips for it (MPG-16)."""
    asked = ask_to_set(place, 1, "MPG-15", house_way="MPG-68", foul="MPG-17")
    if place is felt.bank:
        return asked
    main, cards = place.wagers[MAIN], place.cards
    if place.affords(main):
        double = Choice("double", "MPG-16", DOUBLE, main, main, pick=cards, least=1, most=1)
        foul = Choice("double-miscount", "MPG-17", DOUBLE, main, main, pick=cards, most=six_cards.CARDS)
        asked.choices += (double,)
        asked.misplays += (foul,)
    return asked


def set_hand(felt: Felt, place: Place, answer: Answer) -> None:
    """The two hands lie apart: as they were set, or by the house way; a banker's foul is put right by it (MPG-66)."""
    wheel = wheel_of(felt)
    low = answer.cards or ()
    unset = answer.choice == HOUSE_WAY  # MPG-68
    if unset or (place is felt.bank and is_foul(low, without(place.cards, low), wheel)):
        low = (six_cards.house_low(place.cards, wheel),)
    lay(felt, place, low)


def dealer_against_banker(felt: Felt, house: Place, takings: Takings) -> Script:
    """The dealer hand is settled against the banker's first, and then burned (MPG-61, MPG-62)."""
    turn_up(felt, felt.bank)
    if HOUSE_STAKE in house.wagers:
        result, clauses = compared(felt, house)
        claim(felt, house, HOUSE_STAKE, result, WON_MAIN, "MPG-62", "MPG-61", *clauses)
    takings.count(felt.claims)
    yield Settle(0, ((HOUSE_STAKE,),))
    for spot in (house, low_spot(felt, house)):
        felt.give(spot, felt.spot(MUCK))


def bankers_commission(felt: Felt, takings: Takings) -> Cents:
    """Five percent of what a banking player wins, net of what was paid or not (MPG-65)."""
    if felt.bank.posted is None or felt.options.banker_commission == "none":
        return 0
    base = takings.won - takings.paid if felt.options.banker_commission == "net" else takings.won
    return commission(felt).on(max(base, 0))


def commission(felt: Felt) -> Commission:
    return five_percent(felt.options.commission_rounding, "MPG-65")


def remember(felt: Felt, staked: Mapping[str, Cents]) -> None:
    """For rounds to come: what each player last bet against the house, and whether a player banked (MPG-62, -67)."""
    felt.carried[PLAYER_BANKED] = felt.bank.posted is not None
    if felt.bank.posted is None:
        felt.carried[LAST_WAGERS] = {**felt.carried.get(LAST_WAGERS, {}), **staked}


# -- judging ------------------------------------------------------------------------------------------------------


def judge(felt: Felt, place: Place) -> None:
    """What becomes of the main wager, which always has action (MPG-26), and of the double, which needs a qualifier."""
    foul = is_foul(low_spot(felt, place).cards, place.cards, wheel_of(felt))
    result, clauses = (LOSE, ("MPG-17",)) if foul else compared(felt, place)
    claim(felt, place, MAIN, result, WON_MAIN, *clauses, "MPG-26" if felt.bank.posted is None else "MPG-63")
    if DOUBLE not in place.wagers:
        return
    qualified = high_value(felt.bank.cards, wheel_of(felt)) >= QUALIFIES[felt.options.qualifier]
    if qualified or (foul and felt.options.foul_double == "always-lost"):
        claim(felt, place, DOUBLE, result, WON_DOUBLE, *clauses, "MPG-28")
    else:
        felt.push(place, DOUBLE, "MPG-27")


def compared(felt: Felt, place: Place) -> tuple[Verdict, tuple[str, ...]]:
    """Low card against low card and five against five, with the clauses of ties, which are the bank's (MPG-25)."""
    wheel, bank = wheel_of(felt), felt.bank
    low = low_value(low_spot(felt, place).cards[0]) - low_value(low_spot(felt, bank).cards[0])
    high = high_value(place.cards, wheel) - high_value(bank.cards, wheel)
    ties = (*(() if high else ("MPG-22",)), *(() if low else ("MPG-23",)))
    return outcome(low > 0, high > 0), ("MPG-25", *ties)


def claim(felt: Felt, place: Place, wager: str, result: Verdict, pays: tuple[str, str], *clauses: str) -> None:
    """The wager wins at the posted odds, less commission to a player's bank (MPG-65), or loses, or pushes."""
    if result is WIN:
        odds = posted(felt, *pays)
        charged = felt.bank.posted is not None and place.seat != 0
        felt.win(place, wager, odds, *clauses, commission=commission(felt) if charged else None)
    elif result is LOSE:
        felt.lose(place, wager, *clauses)
    else:
        felt.push(place, wager, *clauses)


# -- the layout ---------------------------------------------------------------------------------------------------


def limits(options: HouseOptions, circle: str, posted: Limits) -> Limits:
    """The ranges of the two wagers; the main wager's may be posted narrower (MPG-06)."""
    if circle == BONUS:
        return BONUS_LEAST, options.bonus_max * 100
    return within(options.main_limits, posted)


def no_more_bets(felt: Felt) -> None:
    """A player's bank has its turn now, covers all it may owe, and meets the house's stake (MPG-60 to MPG-67)."""
    bank = felt.bank
    refuse_odd_memory(felt)
    if bank.posted is None:
        return
    if felt.options.bank_rotation == "alternate" and felt.carried.get(PLAYER_BANKED):
        form = "{player} cannot bank now: a player banked the last round, and the house banks between"
        raise Refusal("rotation", form, "MPG-67", "bank", {"player": bank.player})
    stake = house_stake(felt)
    owed = 2 * sum(place.wagers[MAIN] for place in felt.places) + stake
    if bank.posted < owed:
        form = "a bank of {posted:money} is refused: it must cover {low:money}, doubles included"
        raise Refusal("bank", form, "MPG-60", "bank.posted", {"posted": bank.posted, "low": owed})
    bank.viewers = frozenset((bank.name,))  # the banker sets the own hand (MPG-66)
    felt.seat_the_house({HOUSE_STAKE: stake} if stake else {})


def refuse_odd_memory(felt: Felt) -> None:
    """What is carried over from earlier rounds is what `remember` wrote (MPG-62, MPG-67)."""
    last, banked = felt.carried.get(LAST_WAGERS, {}), felt.carried.get(PLAYER_BANKED, False)
    if not isinstance(last, dict) or not all(type(cents) is int and cents > 0 for cents in last.values()):
        form = "{field} holds the cents that each player last bet against the house, not {value}"
        raise Refusal("carried", form, "MPG-62", f"carried.{LAST_WAGERS}", {"field": LAST_WAGERS, "value": repr(last)})
    if not isinstance(banked, bool):
        form, facts = "{field} says true or false, not {value}", {"field": PLAYER_BANKED, "value": repr(banked)}
        raise Refusal("carried", form, "MPG-67", f"carried.{PLAYER_BANKED}", facts)


def house_stake(felt: Felt) -> Cents:
    """What the house bets against a banker: his own last wager, or the minimum where he has made none yet (MPG-62)."""
    choice = felt.options.house_stake
    least: Cents = felt.options.main_limits.low * 100
    if choice == "none":
        return 0
    last: dict[str, Cents] = felt.carried.get(LAST_WAGERS, {})
    return last.get(felt.bank.person, least) if choice == "banker-last-wager" else least


GAME: Final = Game(
    id="mini-pai-gow",
    play=play,
    rank=rank,
    circles=(
        Circle(MAIN, opening=True, required=True, clause="MPG-04"),
        Circle(DOUBLE),
        Circle(BONUS, opening=True, needs=MAIN, clause="MPG-05"),
    ),
    deck=lambda options: PACK_WITH_JOKER,  # noqa: ARG005  # MPG-01
    positions=lambda rules: int(rules.options.seats),  # MPG-02
    limits=limits,
    limit_clause="MPG-06",
    no_more_bets=no_more_bets,
    players_bank=lambda rules: bool(rules.options.player_bank == "on"),
    commission=lambda options: "MPG-65" if options["player_bank"] == "on" else "",
    commission_of_player_bank=True,
    bank_clause="MPG-60",
    carries=(LAST_WAGERS, PLAYER_BANKED),
    bank_circles=(BONUS,),  # MPG-64
    house_way=house_way,
    settings=settings,
    irregularities={
        "wrong-count": Irregularity(True, "MPG-13", "a hand had the wrong number of cards"),
        "boxed-card": Irregularity(True, "MPG-13", "a card was found face up in the pack"),
        "bank-card-exposed": Irregularity(True, "MPG-13", "a card of dealer or banker was seen before all had set"),
        "player-card-exposed": Irregularity(False, "MPG-13", "a player showed an own card, which is no misdeal"),
    },
)
