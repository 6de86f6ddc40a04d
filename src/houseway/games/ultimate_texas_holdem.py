"""Ultimate Texas Hold'em, banked by a player-dealer (UTH-01 to UTH-57).

Equal Ante and Blind, two hole cards, a board of five. One Play wager: 3 or 4 times the Ante before the flop, 2 times
after it, once at the river or fold. The bank needs a pair for the Ante; the Blind is paid on a straight that wins.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from houseway.cards import Cards
from houseway.games.kit.banked.backline import backline
from houseway.games.kit.banked.backline_decisions import decide
from houseway.games.kit.banked.button import placed_by
from houseway.games.kit.banked.hand_words import paying, paying_a_win, qualifying
from houseway.games.kit.banked.hole_cards import deal_round
from houseway.games.kit.banked.irregularities import COMMON
from houseway.games.kit.banked.pay_claims import pay_or_lose, pay_or_push
from houseway.hands import Hand, five
from houseway.rulebook import Rules
from houseway.rulebook.files.rule_versions import NOW, Edition, written
from houseway.script import (
    Answer,
    Ask,
    Choice,
    Circle,
    Collect,
    Deal,
    Felt,
    Game,
    HouseOptions,
    Limits,
    Odds,
    PickUp,
    Place,
    Refusal,
    Script,
    Settle,
    TableRules,
)

ID: Final = "ultimate-texas-holdem"
ANTE, BLIND, PLAY, TRIPS = "ante", "blind", "play", "trips"
BY_CIRCLE: Final = ((ANTE, PLAY, BLIND, TRIPS),)  # UTH-50
PAIR: Final = five.FLOORS["pair"]  # the lowest hand that qualifies (UTH-33)


class Street(NamedTuple):
    """A moment to make the Play wager: its smallest and largest multiple in the printed chart, or something else."""

    smaller: str
    larger: str
    otherwise: Choice
    clause: str


BEFORE_THE_FLOP: Final = Street(
    "before the flop, smaller", "before the flop, larger", Choice("check", "UTH-19"), "UTH-19"
)
FLOP: Final = Street("flop", "flop", Choice("check", "UTH-21"), "UTH-21")
RIVER: Final = Street("river", "river", Choice("fold", "UTH-23"), "UTH-23")


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last chip."""
    bank, board, options = felt.bank, felt.spot("board"), felt.options
    folded: list[Place] = []  # in the order of the decisions
    players = felt.clockwise(1)  # from the house dealer's left (UTH-14, UTH-24)
    yield Collect()  # the fee, before any card (UTH-13)
    yield from deal_round((*players, bank), 2, at_once=options.deal_method == "shuffler")  # UTH-15, UTH-16
    yield Deal(5, to=board)  # all face down, and no card is burned (UTH-14, UTH-17)
    yield from play_wagers(felt, players, BEFORE_THE_FLOP, folded)
    felt.show(board, 0, 1, 2)
    yield from play_wagers(felt, players, FLOP, folded)
    felt.turn_up(board)  # turn and river together (UTH-22)
    yield from play_wagers(felt, players, RIVER, folded)
    for place in folded:
        give_up(felt, place)
    yield PickUp("UTH-52", backline=collects_backline_at_once(options.edition))
    felt.turn_up(bank)  # UTH-49
    banks = five.value(bank.cards + board.cards)
    first = start(felt)
    for place in felt.clockwise(first):
        judge(felt, place, banks)
    # Seat by seat the circles go in the order of the claims, which depends on the result (UTH-50).
    tiers = BY_CIRCLE if options.settle_grouping == "by-circle" else ()
    yield Settle(first, tiers, forfeits_in_turn=True)


def play_wagers(felt: Felt, players: list[Place], street: Street, folded: list[Place]) -> Script:
    """Everybody still without a Play wager makes it now or does otherwise; nobody makes a second one (UTH-20)."""
    printed = multiples(felt.options.edition)
    for place in players:
        if PLAY not in place.wagers:
            ask = Ask(place, choices(place, street, printed), Answer(street.otherwise.name), clause=street.clause)
            yield from decide(ask, ANTE, folded.append)  # the backline in the same multiple (UTH-55)


def choices(place: Place, street: Street, printed: Mapping[str, int]) -> tuple[Choice, ...]:
    """Exact multiples of the Ante, as far as the player has the chips for them; or check, or at the river fold."""
    ante = place.wagers[ANTE]
    bets = [times * ante for times in range(printed[street.smaller], printed[street.larger] + 1)]
    while bets and not place.affords(bets[-1]):
        bets.pop()
    if not bets:
        return (street.otherwise,)
    return (Choice("play", street.clause, circle=PLAY, low=bets[0], high=bets[-1], step=ante), street.otherwise)


def start(felt: Felt) -> int:
    """The seat where settling starts: at the player-dealer's left, or counted from the first board card (UTH-49)."""
    if felt.options.settle_start == "button":
        return placed_by(felt, felt.spot("board").cards[0], "UTH-49")
    return felt.bank.seat + 1


# -- judging ------------------------------------------------------------------------------------------------------


def give_up(felt: Felt, place: Place) -> None:
    """A folded Ante and Blind are lost (UTH-25) and collected at once (UTH-52); Trips may still win (UTH-26)."""
    felt.lose(place, ANTE, "UTH-25", "UTH-52", forfeit=True)
    felt.lose(place, BLIND, "UTH-25", "UTH-52", forfeit=True)
    if TRIPS in place.wagers:
        pay_or_lose(felt, place, TRIPS, odds_of_folded_trips(felt, place), "UTH-26", "UTH-46", forfeit=True)


def odds_of_folded_trips(felt: Felt, place: Place) -> Odds | None:
    """By the seat's whole hand, or by the board alone where the room says so (UTH-26)."""
    cards = felt.spot("board").cards
    if felt.options.trips_on_fold == "whole-hand":
        cards += (place.behind or place).cards
    return felt.pays(TRIPS, five.category(five.value(cards)))


def judge(felt: Felt, place: Place, banks: int) -> None:
    """What becomes of every wager on a hand that was not folded, the seat's own and those behind it."""
    if place.folded:
        if felt.options.trips_on_fold == "whole-hand" and wins_trips(felt, place):
            felt.turn_up(place)  # face up until it is paid (UTH-48)
        return
    felt.turn_up(place)  # shown in its turn (UTH-49)
    mine = five.value(place.cards + felt.spot("board").cards)  # UTH-28
    for owner in (place, *place.backers):
        if not owner.folded:
            compared(felt, owner, mine, banks)
            if TRIPS in owner.wagers:  # whatever the result (UTH-45)
                pay_or_lose(felt, owner, TRIPS, felt.pays(TRIPS, five.category(mine)), "UTH-45", "UTH-46")


def wins_trips(felt: Felt, place: Place) -> bool:
    """Whether a Trips wager on a folded hand, the seat's or one behind it, is going to be paid."""
    wagered = any(TRIPS in owner.wagers for owner in (place, *place.backers))
    return wagered and odds_of_folded_trips(felt, place) is not None


def compared(felt: Felt, place: Place, mine: int, banks: int) -> None:
    """Ante, Play and Blind, in the order of the result (UTH-50)."""
    qualified = banks >= PAIR
    if mine == banks:
        for wager in (ANTE, PLAY, BLIND):
            felt.push(place, wager, "UTH-42")
    elif mine > banks:
        ante(felt, place, qualified)
        pay_or_push(felt, place, PLAY, felt.pays(PLAY, "player wins"), "UTH-38", "UTH-43")
        odds = felt.pays(BLIND, five.category(mine))  # a straight or better, or it pushes
        pay_or_push(felt, place, BLIND, odds, "UTH-39" if odds else "UTH-40", "UTH-44")
    elif qualified:
        for wager in (PLAY, ANTE, BLIND):
            felt.lose(place, wager, "UTH-37")
    else:
        ante(felt, place, qualified)
        for wager in (PLAY, BLIND):
            felt.lose(place, wager, "UTH-37", "UTH-35")


def ante(felt: Felt, place: Place, qualified: bool) -> None:
    """The Ante of a winner is paid; that of anybody in the hand goes back when the bank has no pair (UTH-34)."""
    if qualified:
        pay_or_push(felt, place, ANTE, felt.pays(ANTE, "player wins, player-dealer qualifies"), "UTH-38", "UTH-43")
    else:
        odds = felt.pays(ANTE, "player-dealer does not qualify, player has not folded")
        pay_or_push(felt, place, ANTE, odds, "UTH-34")


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """What five to seven cards are worth to the player and the bank, and what Blind and Trips make of them."""
    hand = five.hand(cards)
    blind, trips = rules.pays(BLIND, hand.category), rules.pays(TRIPS, hand.category)
    return {
        "hand": hand,
        "bank": hand.called(qualifying(hand.value >= PAIR)),
        "blind": hand.called(paying_a_win(blind)),
        "trips": hand.called(paying(trips)),
    }


# -- facts of the table -------------------------------------------------------------------------------------------


@cache
def printed(edition: Edition = NOW) -> Rules:
    """The rules as they are printed, with no choice made."""
    return Rules.of(ID, version=written(edition))


def collects_backline_at_once(edition: Edition = NOW) -> bool:
    """True by the first version of the rules, where folded backline wagers used up the bank before main circles."""
    return dict(edition).get(ID) == 1


@cache
def multiples(edition: Edition = NOW) -> Mapping[str, int]:
    """How many times the Ante the Play wager may be, at each moment (UTH-19, UTH-21, UTH-23)."""
    chart = printed(edition).table("play-multiples")
    return {row: chart.number(row) for row in chart.keys}


def limits(options: HouseOptions, circle: str, posted: Limits) -> Limits:
    """The posted ones; where a Play wager may not pass the maximum, the Ante leaves room for the largest (UTH-09)."""
    least, most = posted
    if circle != ANTE or options.play_over_max or most is None:
        return posted
    return least, most // multiples(options.edition)[BEFORE_THE_FLOP.larger]


def no_more_bets(felt: Felt) -> None:
    """A room with a Trips table of its own has entered it; the rule book refuses one beside the printed (UTH-46)."""
    usual = printed(felt.options.edition).table(TRIPS).odds
    if felt.options.trips_table == "custom" and felt.rules.table(TRIPS).odds == usual:
        raise Refusal("options", "trips_table = custom, but no other Trips odds were entered", "UTH-46", "pay.trips")


GAME: Final = Game(
    id=ID,
    play=play,
    rank=rank,
    circles=(
        Circle(ANTE, opening=True, required=True, clause="UTH-06"),
        Circle(BLIND, opening=True, required=True, needs=ANTE, equal=True, clause="UTH-06"),
        Circle(PLAY),
        Circle(TRIPS, opening=True, needs=ANTE, clause="UTH-07"),
    ),
    positions=lambda rules: int(rules.options.max_players) + 1,  # UTH-04
    limits=limits,
    limit_clause="UTH-09",
    hands_adjacent=False,
    hands_clause="UTH-10",
    backline=backline("UTH-54", ANTE, BLIND, TRIPS),
    packs=("red", "blue"),
    packs_clause="UTH-02",
    call_clause="UTH-14",
    irregularities=COMMON,  # UTH-56
    no_more_bets=no_more_bets,
)
