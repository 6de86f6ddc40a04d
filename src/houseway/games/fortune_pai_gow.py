"""Fortune Pai Gow Poker, banked by a player-dealer whose hand goes by the house way (FPG-01 to FPG-90).

Seven cards become two in front and five behind. A Fortune wager pays on the seven cards, and one of five dollars or
more carries an Envy button for the big hands of others.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from houseway.cards import PACK_WITH_JOKER, Cards
from houseway.games.kit.banked.backline import squares
from houseway.games.kit.banked.irregularities import under
from houseway.games.kit.banked.pay_claims import posted
from houseway.games.kit.banked.setting import turn_up
from houseway.games.kit.pai_gow.dice import DICE, action_seat, from_the_bank
from houseway.games.kit.pai_gow.fortune_way import fortune_way
from houseway.games.kit.pai_gow.house_rules import MAIN, HouseRules, judge, refuse_small_bank, set_hands
from houseway.games.kit.pai_gow.piles import deal_packets, deal_rows, deliver, pile_names
from houseway.games.kit.pai_gow.ranking import CARDS, ranking_of
from houseway.hands import Hand, seven
from houseway.hands.wild import Joker
from houseway.rulebook import schedules
from houseway.script import (
    Answer,
    Ask,
    Choice,
    Circle,
    Collect,
    Felt,
    Game,
    HouseOptions,
    Irregularity,
    Limits,
    OnRequest,
    Place,
    Roll,
    Script,
    Setting,
    Settle,
    Steps,
    TableRules,
    WagerButton,
)

ID: Final = "fortune-pai-gow"
FORTUNE, ENVY = "fortune", "envy"
ORDER: Final = ((MAIN,), (FORTUNE,), (ENVY,))  # all of one kind round the table, then the next (FPG-44)
WON_BOTH: Final = ("FPG-MAIN", "both hands won")
PILES: Final = pile_names("pile", 7)  # FPG-22, FPG-23
BANK_IS: Final = 1  # the number of the player-dealer when the dice are counted (FPG-26)
ENVY_BUTTON: Final = 500  # the Fortune wager that earns one (FPG-11)


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last envy prize."""
    yield Collect()  # FPG-16
    heap = [felt.spot(name) for name in PILES]
    if felt.options.deal_method == "hand":
        yield from deal_rows(heap, CARDS, back_and_forth=True)  # FPG-22
        first_pile = yield from pick_pile(felt.bank)  # FPG-24
    else:
        yield from deal_packets(heap, CARDS)  # FPG-23
        first_pile = 1  # FPG-24
    dice = yield Roll(DICE, delivers="FPG-26", starts="FPG-59")  # FPG-25
    named = from_the_bank(felt, sum(dice), BANK_IS)  # FPG-26
    deliver(felt, heap, first_pile, named)  # FPG-28, FPG-29
    action = action_seat(felt, dice, named, "FPG-25", "FPG-26", bank="FPG-27", empty="FPG-29")
    places = felt.clockwise(action)
    hands = [place.cards for place in places]
    house = house_rules_of(felt.options)
    worths = yield from set_hands(felt, house, places)  # FPG-30, FPG-90
    banks = house.set_hand(felt, felt.bank, None)  # FPG-32
    turn_up(felt, felt.bank)
    for place, mine in zip(places, worths, strict=True):  # opened and compared in turn (FPG-40)
        turn_up(felt, place)
        judge(felt, house, place, mine, banks, posted(felt, *WON_BOTH))
    fortune_and_envy(felt, places, hands)
    yield Settle(action, ORDER)  # FPG-44, FPG-59


def pick_pile(bank: Place) -> Steps[int]:
    """The number of the pile that the player-dealer picks to be delivered first."""
    choices = tuple([Choice(f"pile-{number}", "FPG-24") for number in range(1, len(PILES) + 1)])
    answer = yield Ask(bank, choices, Answer("pile-1"))
    return int(answer.choice.removeprefix("pile-"))


# -- judging ------------------------------------------------------------------------------------------------------


def fortune_and_envy(felt: Felt, places: list[Place], hands: list[Cards]) -> None:
    """Each Fortune wager by its own seven cards (FPG-47), each Envy button by those of all others (FPG-54)."""
    if not any(FORTUNE in place.wagers for place in places):
        return
    rows = {place.name: row_of(felt, cards) for place, cards in zip(places, hands, strict=True)}
    for place in places:
        if FORTUNE in place.wagers:
            fortune(felt, place, rows[place.name])
    for holder in places:
        if holder.wagers.get(FORTUNE, 0) >= ENVY_BUTTON:
            envy(felt, holder, places, rows)


def row_of(felt: Felt, cards: Cards) -> str:
    """The best row that seven cards meet, the joker fully wild (FPG-03, FPG-48, FPG-50)."""
    return seven.category(seven.value(cards, Joker.FULL, felt.options.royal_match_joker))


def fortune(felt: Felt, place: Place, row: str) -> None:
    """Paid by the best row, once; below a straight it is lost, and it never pushes (FPG-52)."""
    odds = felt.pays("FPG-BONUS", row)
    if odds is None:
        felt.lose(place, FORTUNE, "FPG-52", "FPG-47")
    else:
        felt.win(place, FORTUNE, odds, "FPG-52", "FPG-47")


def envy(felt: Felt, holder: Place, places: list[Place], rows: Mapping[str, str]) -> None:
    """A fixed prize for each big hand of another player; never for the own one or the bank's (FPG-54 to FPG-58)."""
    prizes, options = felt.rules.table("FPG-ENVY"), felt.options
    for other in places:
        if other.person == holder.person:
            continue
        if options.envy_trigger_needs_fortune and FORTUNE not in other.wagers:  # FPG-57
            continue
        prize = prizes.cents(rows[other.name])
        if prize:
            owes = options.envy_uncovered == "player-dealer-owes"
            felt.award(holder, ENVY, prize, "FPG-54", "FPG-56", "FPG-58", owed=owes)


# -- setting ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def house_rules_of(options: HouseOptions) -> HouseRules:
    """How hands are set and judged at a table with these options."""
    ranking = ranking_of(options.main_joker)  # FPG-02
    complete = options.two_pair_complete
    return HouseRules(
        ranking,
        lambda cards: fortune_way(cards, ranking, complete, options.edition),
        setting="FPG-30",
        unset="FPG-90",
        foul="FPG-31",
        copy="FPG-42",
        wins=("FPG-41", "FPG-43"),
        loses=("FPG-41",),
        pushes=("FPG-41",),
        resets=options.foul == "reset-by-house-way",
    )


def house_way(cards: Cards, rules: TableRules) -> Setting:
    """How the dealer sets these seven cards for the bank (FPG-32, FPG-60)."""
    return house_rules_of(rules.options).setting_of(cards)


def settings(cards: Cards, rules: TableRules) -> list[Setting]:
    return house_rules_of(rules.options).ranking.settings(cards)


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """Two cards in front, five behind; seven cards also by the rows of the Fortune table."""
    hands = house_rules_of(rules.options).ranking.ranks(cards)
    if len(cards) == CARDS:
        hands["fortune"] = seven.hand(cards, Joker.FULL, rules.options.royal_match_joker)
    return hands


# -- wagers -------------------------------------------------------------------------------------------------------


def limits(options: HouseOptions, circle: str, posted: Limits) -> Limits:
    """The printed limits, or narrower ones that are posted; the Fortune wager has its own minimum (FPG-09, FPG-13)."""
    printed = schedules(ID, options.edition)[0].limits
    least, most = posted
    top = printed.highest if most is None or printed.highest is None else min(most, printed.highest)
    return (options.fortune_min * 100 if circle == FORTUNE else max(least, printed.lowest or 0)), top


GAME: Final = Game(
    id=ID,
    play=play,
    rank=rank,
    house_way=house_way,
    settings=settings,
    deck=lambda options: PACK_WITH_JOKER,  # noqa: ARG005  FPG-01
    piles=PILES,
    circles=(
        Circle(MAIN, opening=True, required=True, clause="FPG-07"),
        Circle(FORTUNE, opening=True, needs=MAIN, clause="FPG-08"),
    ),
    limits=limits,
    limit_clause="FPG-13",
    buttons=(WagerButton(ENVY, FORTUNE, ENVY_BUTTON, "FPG-11"),),
    no_more_bets=lambda felt: refuse_small_bank(felt, "FPG-17"),
    backline=squares("FPG-12", MAIN, lambda options: options.backline_squares),
    irregularities={
        **under("FPG-33", "boxed-card", "wrong-count", "shuffler-failure", "bank-card-exposed"),
        **under("PD-58", "bettor-left-out", "dropped-card"),
        **under("PD-59", "floor-void"),
        "house-way-error": Irregularity(False, "FPG-33", "the bank's hand was set against the house way and is reset"),
    },
    on_request={"deal-by-hand": OnRequest("deal_method", "hand", "FPG-21")},
)
