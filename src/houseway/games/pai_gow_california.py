"""Pai Gow Poker as California rooms bank it: by a player, with dice and backline squares (PGC-01 to PGC-53).

Seven hands of seven are formed, three dice and the banker say where they go, and the bank is settled from the action
seat until its money is used up: first every square 1, then the squares behind.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from houseway.cards import JOKER, PACK, PACK_WITH_JOKER, Cards, text_of_cards
from houseway.games.kit.banked.backline import squares
from houseway.games.kit.banked.irregularities import under
from houseway.games.kit.banked.pay_claims import posted
from houseway.games.kit.banked.setting import SETTING, turn_up
from houseway.games.kit.pai_gow.dice import DICE, action_seat, from_the_bank
from houseway.games.kit.pai_gow.fortune_way import fortune_way
from houseway.games.kit.pai_gow.house_rules import MAIN, HouseRules, judge, refuse_small_bank, set_hands
from houseway.games.kit.pai_gow.piles import deal_rows, deliver, pile_names
from houseway.games.kit.pai_gow.ranking import CARDS, ranking_of
from houseway.hands import Hand
from houseway.input_error import InputError
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
    Limits,
    Place,
    Refusal,
    Roll,
    Script,
    Setting,
    Settle,
    Steps,
    TableRules,
)

ID: Final = "pai-gow-california"
ORDER: Final = ((MAIN,),)
WON_BOTH: Final = ("PGC-MAIN", "front and rear both won")
HANDS: Final = pile_names("hand", 7)  # PGC-16, PGC-17
BANK_IS: Final = 7  # the banker's number when the dice are counted (PGC-02, PGC-19)


def play(felt: Felt) -> Script:
    """One round, from the closing of the bets to the last square that the bank reaches."""
    bank, free = felt.bank, felt.options.banker_setting == "free"
    yield Collect()  # PGC-13
    formed = [felt.spot(name) for name in HANDS]
    yield from deal_rows(formed, CARDS)  # PGC-16, PGC-17
    dice = yield Roll(DICE, delivers="PGC-19", starts="PGC-39")  # PGC-18
    named = from_the_bank(felt, sum(dice), BANK_IS)  # PGC-19
    first = yield from name_hand(bank, free=free)  # PGC-21
    deliver(felt, formed, first, named)  # PGC-20, PGC-22, PGC-23
    action = action_seat(felt, dice, named, "PGC-19", bank="PGC-20", empty="PGC-24")
    places = felt.clockwise(action)
    house = house_rules_of(felt.options)
    if free:  # the banker is one of the seven who look at their cards and arrange them (PGC-29)
        bank.viewers = frozenset((bank.name,))
        *worths, banks = yield from set_hands(felt, house, [*places, bank])
        if banks.foul:
            banks = house.reset(felt, bank)
    else:
        worths = yield from set_hands(felt, house, places)
        banks = house.set_hand(felt, bank, None)
    turn_up(felt, bank)  # PGC-28
    for place, mine in zip(places, worths, strict=True):  # PGC-34; money moves only when all are judged (PGC-39)
        turn_up(felt, place)
        judge(felt, house, place, mine, banks, posted(felt, *WON_BOTH))
    yield Settle(action, ORDER)  # PGC-40, PGC-41


def name_hand(bank: Place, *, free: bool) -> Steps[int]:
    """The number of the hand that the banker names for the action seat; without a choice hand 1 (PGC-21).

    Who is `free` to set the banker's hand is asked for that next.
    """
    choices = tuple([Choice(f"hand-{number}", "PGC-21") for number in range(1, len(HANDS) + 1)])
    answer = yield Ask(bank, choices, Answer("hand-1"), unsaid=SETTING if free else ())
    return int(answer.choice.removeprefix("hand-"))


# -- setting ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def house_rules_of(options: HouseOptions) -> HouseRules:
    """How hands are set and judged at a table with these options."""
    ranking = ranking_of(options.joker, options.wheel)  # PGC-31, PGC-33
    return HouseRules(
        ranking,
        lambda cards: fortune_way(cards, ranking, edition=options.edition),  # PGC-50
        setting="PGC-25",
        unset="PGC-53",
        foul="PGC-27",
        copy="PGC-38",
        wins=("PGC-35", "PGC-42"),
        loses=("PGC-37",),
        pushes=("PGC-36",),
        resets=options.foul == "reset-by-house-way",
    )


def house_way(cards: Cards, rules: TableRules) -> Setting:
    """How the house sets these seven cards for whoever asks (PGC-50)."""
    refuse_joker(cards, rules.options)
    return house_rules_of(rules.options).setting_of(cards, "PGC-50")


def settings(cards: Cards, rules: TableRules) -> list[Setting]:
    refuse_joker(cards, rules.options)
    return house_rules_of(rules.options).ranking.settings(cards)


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """Two cards in front, five or more behind (PGC-30, PGC-32)."""
    refuse_joker(cards, rules.options)
    return house_rules_of(rules.options).ranking.ranks(cards)


def refuse_joker(cards: Cards, options: HouseOptions) -> None:
    """Raise a ValueError for a joker where the pack has none (PGC-01)."""
    if JOKER in cards and options.deck == len(PACK):
        raise InputError(f"{text_of_cards(cards)!r} holds a joker; this table plays with 52 cards")


# -- wagers -------------------------------------------------------------------------------------------------------


def limits(options: HouseOptions, circle: str, posted: Limits) -> Limits:  # noqa: ARG001
    """The printed minimum, and no maximum but the one that the room sets (PGC-11)."""
    least, most = posted
    if options.bet_max != "none":
        most = options.bet_max * 100 if most is None else min(most, options.bet_max * 100)
    return max(least, schedules(ID, options.edition)[0].limits.lowest or 0), most


def no_more_bets(felt: Felt) -> None:
    """The bank is large enough (PGC-05), and its holder has not had it too often in a row (PGC-48)."""
    refuse_small_bank(felt, "PGC-05")
    turn, most = felt.bank.turn, felt.options.max_consecutive_banks
    if turn > most:
        form = "hand {turn} in a row is refused: one person banks at most {most}"
        raise Refusal("turn", form, "PGC-48", "bank.turn", {"turn": turn, "most": most})


GAME: Final = Game(
    id=ID,
    play=play,
    rank=rank,
    house_way=house_way,
    settings=settings,
    deck=lambda options: PACK_WITH_JOKER if options.deck == len(PACK_WITH_JOKER) else PACK,  # PGC-01
    circles=(Circle(MAIN, opening=True, required=True, clause="PGC-08"),),
    piles=HANDS,
    limits=limits,
    limit_clause="PGC-11",
    no_more_bets=no_more_bets,
    backline=squares("PGC-07", MAIN, lambda options: options.squares_in_use - 1),  # PGC-09
    irregularities={
        **under("PGC-51", "boxed-card", "wrong-count", "bank-card-exposed"),
        **under("PD-58", "bettor-left-out", "dropped-card"),
        **under("PD-59", "floor-void"),
    },
)
