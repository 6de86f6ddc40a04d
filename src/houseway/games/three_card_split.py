"""Three Card Split Pai Gow Poker, banked by the house (TCS-01 to TCS-82).

Three cards become a high hand of two and a low hand of one. Both must be won to be paid; a copy goes by its colours.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from houseway.cards import ACE, TEN, Cards, rank_of
from houseway.games.kit.banked.limits import within
from houseway.games.kit.banked.pay_claims import posted
from houseway.games.kit.banked.setting import HOUSE_WAY, ask_to_set, lay, low_spot, outcome, turn_up
from houseway.hands import Hand, connectors, four, one, three
from houseway.hands.connectors import same_colours
from houseway.hands.hand import name_of, refuse
from houseway.script import (
    HALF,
    LOSE,
    WIN,
    Answer,
    Ask,
    AskAll,
    Cents,
    Circle,
    Deal,
    Felt,
    Game,
    HouseOptions,
    Irregularity,
    Limits,
    Odds,
    Place,
    Pool,
    Prize,
    Qualifier,
    Refusal,
    Script,
    Setting,
    Settle,
    TableRules,
    Verdict,
)

PRIMARY, PRIMARY_HIGH, PRIMARY_LOW, THREE_CARD, BONUS = "primary", "primary-high", "primary-low", "three-card", "bonus"
PRIMARIES: Final = (PRIMARY, PRIMARY_HIGH, PRIMARY_LOW)
ORDER: Final = ((*PRIMARIES, THREE_CARD, BONUS),)  # TCS-36
WON_BOTH: Final = ("TCS-PRIMARY", "both hands won")
WON_THREE: Final = ("TCS-THREE", "player's three cards higher, or equal with the same number of red cards")
JACKPOT: Final = "bonus-jackpot"
FOUR_ACES: Final = "four aces"
JACKPOT_TABLES: Final = frozenset(("TCS-4a", "TCS-4b"))  # TCS-70
MADE: Final = connectors.FLOORS["suited cards"]  # the lowest made high hand: below it are only two bare high cards


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last chip."""
    bank, places = felt.bank, felt.clockwise(1)
    yield from deal([*places, bank], single=felt.options.deal_style == "single")
    community = felt.spot("community")
    yield Deal(1, to=community)  # always, whoever has a Four Card Bonus (TCS-14)
    hands = [place.cards for place in places]
    answers = yield AskAll(tuple([ask(felt, place) for place in places]))
    fouls = [set_hand(felt, place, answer) for place, answer in zip(places, answers, strict=True)]
    felt.turn_up(bank)  # TCS-21
    banks = bank.cards
    lay(felt, bank, house_low(banks, felt.options.house_way_low_ten)[0])
    dealers = halves(felt, bank)
    felt.turn_up(community)  # TCS-24
    prize = None
    for place, hand, foul in reversed(list(zip(places, hands, fouls, strict=True))):  # from the right (TCS-36)
        turn_up(felt, place)
        primary(felt, place, foul, dealers)
        if foul and felt.options.foul_side_bets == "forfeit":
            forfeit(felt, place)
            continue
        three_card(felt, place, hand, banks)
        prize = bonus(felt, place, (*hand, *community.cards)) or prize  # never two of them (TCS-74)
    yield Settle(felt.positions, ORDER, clockwise=False)
    if prize is not None:
        yield prize
        felt.pools[JACKPOT] = felt.options.jackpot_seed * 100  # TCS-73


def deal(hands: list[Place], *, single: bool) -> Script:
    """Three cards face down each, the dealer's last: in packets, or one at a time in three passes (TCS-12, TCS-13)."""
    passes, cards = (3, 1) if single else (1, 3)
    for _ in range(passes):
        for hand in hands:
            yield Deal(cards, to=hand)


def ask(felt: Felt, place: Place) -> Ask:
    """Which card is the low hand; the other two are the high hand (TCS-16). Unset, the house way sets it (TCS-82)."""
    face_up = felt.options.card_exposure == "face-up"  # TCS-17
    return ask_to_set(place, 1, "TCS-16", house_way="TCS-82", foul="TCS-81", lays_open=face_up)


def set_hand(felt: Felt, place: Place, answer: Answer) -> str:
    """The two hands lie apart; the clause that makes the setting foul, or nothing."""
    if answer.choice == HOUSE_WAY:
        lay(felt, place, house_low(place.cards, felt.options.house_way_low_ten)[0])
        return ""
    low = answer.cards or ()
    lay(felt, place, low)
    if len(low) != 1:
        return "TCS-81"
    return "TCS-19" if is_foul(place.cards, low) else ""


# -- judging ------------------------------------------------------------------------------------------------------


def is_foul(high: Cards, low: Cards) -> bool:
    """Whether the low card outranks the high hand, which only two bare high cards allow (TCS-18, TCS-19)."""
    return connectors.value(high) < MADE and rank_of(max(high)) < rank_of(low[0])


class Half(NamedTuple):
    """One of the two hands of a place, and what it is worth."""

    cards: Cards
    value: int


def halves(felt: Felt, place: Place) -> tuple[Half, Half]:
    """The low hand (TCS-25) and the high hand (TCS-26), as they lie."""
    low, high = low_spot(felt, place).cards, place.cards
    return Half(low, one.value(low)), Half(high, connectors.value(high))


def primary(felt: Felt, place: Place, foul: str, dealers: tuple[Half, Half]) -> None:
    """Low meets low and high meets high; both or neither decide, and two spots always go together (TCS-05, TCS-34)."""
    result, copies = (LOSE, ()) if foul else compared(halves(felt, place), dealers)
    for wager in PRIMARIES:
        if wager not in place.wagers:
            continue
        if foul:
            felt.lose(place, wager, foul)
        elif result is WIN:
            felt.win(place, wager, posted(felt, *WON_BOTH), "TCS-35", "TCS-34", *copies)
        elif result is LOSE:
            felt.lose(place, wager, "TCS-34", *copies)
        else:
            felt.push(place, wager, "TCS-34", *copies)


def compared(mine: tuple[Half, Half], dealers: tuple[Half, Half]) -> tuple[Verdict, tuple[str, ...]]:
    """The outcome of the two comparisons, and the clauses of those that colours decided (TCS-30, TCS-33)."""
    (low, high), (their_low, their_high) = mine, dealers
    result = outcome(takes(low, their_low), takes(high, their_high))
    if low.value != their_low.value and high.value != their_high.value:
        return result, ()
    copied = (low.value == their_low.value, "TCS-31"), (high.value == their_high.value, "TCS-32")
    return result, tuple(clause for equal, clause in copied if equal)


def takes(mine: Half, theirs: Half) -> bool:
    """Whether the player takes a comparison: by rank, and a copy by equally many red cards (TCS-31, TCS-32, TCS-54)."""
    return mine.value > theirs.value or (mine.value == theirs.value and same_colours(mine.cards, theirs.cards))


def forfeit(felt: Felt, place: Place) -> None:
    """The propositions of a foul hand go with it, where the house wants that (TCS-20)."""
    for wager in (THREE_CARD, BONUS):
        if wager in place.wagers:
            felt.lose(place, wager, "TCS-20")


def three_card(felt: Felt, place: Place, mine: Cards, banks: Cards) -> None:
    """The three cards dealt to each side, however they were set: won or lost, never a push (TCS-50, TCS-55, TCS-56)."""
    if THREE_CARD not in place.wagers:
        return
    whole, theirs = Half(mine, three.value(mine)), Half(banks, three.value(banks))
    decides = "TCS-50" if whole.value != theirs.value else "TCS-54"
    if takes(whole, theirs):
        felt.win(place, THREE_CARD, posted(felt, *WON_THREE), "TCS-55", decides)
    else:
        felt.lose(place, THREE_CARD, "TCS-55", decides)


def bonus(felt: Felt, place: Place, cards: Cards) -> Prize | None:
    """The highest row that the four cards meet (TCS-60, TCS-61), and the whole jackpot for four aces (TCS-73).

    The jackpot needs a wager that qualifies (TCS-72) at a table that posts one (TCS-70).
    """
    options, stake = felt.options, place.wagers.get(BONUS)
    if stake is None:
        return None
    row = four.category(four.value(cards))
    odds = felt.pays(options.bonus_paytable, row)
    if odds is None:
        felt.lose(place, BONUS, "TCS-61")
        return None
    felt.win(place, BONUS, odds, "TCS-64", "TCS-61")
    if row != FOUR_ACES or options.bonus_paytable not in JACKPOT_TABLES or stake < options.jackpot_qualifier * 100:
        return None
    return Prize(place, JACKPOT, felt.pools[JACKPOT], ("TCS-73", "TCS-72"))


# -- the house way ------------------------------------------------------------------------------------------------


def house_low(cards: Cards, low_ten: str) -> tuple[Cards, tuple[str, ...]]:
    """The card that the house way plays low, and the clauses of the one step that fits (TCS-40)."""
    return _house_low(tuple(sorted(cards, reverse=True)), low_ten)


@lru_cache(maxsize=4_096)  # the hands of the rounds that are being played
def _house_low(cards: Cards, low_ten: str) -> tuple[Cards, tuple[str, ...]]:
    top, middle, _ = cards
    category = three.category(three.value(cards))
    if category == "three of a kind":
        odd = next(card for card in cards if connectors.reds((card,)) != connectors.reds(cards) // 2)
        return (odd,), ("TCS-40", "TCS-41")
    if category not in ("pair", "high card"):
        return (top,), ("TCS-40", "TCS-42")
    splits = [(connectors.value(_without(cards, card)), card) for card in cards]
    made = [(high, low) for high, low in splits if high >= MADE]
    if not made:
        return (middle,), ("TCS-40", "TCS-46")
    if low_ten == "any-legal":
        made = [(high, low) for high, low in splits if not is_foul(_without(cards, low), (low,))]
    strong = [(high, low) for high, low in made if rank_of(low) >= TEN]
    best, low = max(strong or made)  # of two equal cards the one of the higher suit goes low (TCS-47)
    clauses = ("TCS-40", "TCS-43", "TCS-44" if strong else "TCS-45")
    tied = [high for high, _ in strong or made].count(best) > 1
    return (low,), (*clauses, "TCS-47") if tied else clauses


def house_way(cards: Cards, rules: TableRules) -> Setting:
    """Any three cards, set as the dealer must (TCS-40 to TCS-48); open to everybody (TCS-22)."""
    refuse(cards, (3,))
    low, clauses = house_low(cards, rules.options.house_way_low_ten)
    return _setting(cards, low, clauses)


def settings(cards: Cards, rules: object) -> list[Setting]:  # noqa: ARG001
    """Every setting of three cards that is not foul (TCS-16, TCS-18)."""
    refuse(cards, (3,))
    return [
        _setting(cards, (low,), ("TCS-16", "TCS-18"))
        for low in sorted(cards, reverse=True)
        if not is_foul(_without(cards, low), (low,))
    ]


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """What one to four cards are worth: low, high, both by the house way beside all three, or the Four Card Bonus."""
    if len(cards) == 1:
        return {"low": one.hand(cards)}
    if len(cards) == 2:
        return {"high": connectors.hand(cards)}
    if len(cards) == 3:
        whole = three.hand(cards)
        if whole.category == "royal flush":  # a straight flush like any other here (TCS-51)
            whole = whole._replace(category="straight flush").called(name_of("straight flush", (ACE,)))
        low, _ = house_low(cards, rules.options.house_way_low_ten)
        high = connectors.hand(_without(cards, low[0]))
        return {"three cards": whole, "high": high, "low": one.hand(low)}
    return {"four cards": four.hand(cards)}


def _setting(cards: Cards, low: Cards, clauses: tuple[str, ...]) -> Setting:
    high, single = connectors.hand(_without(cards, low[0])), one.hand(low)
    return Setting(high.cards, low, high.says, single.says, clauses, high.name, single.name)


def _without(cards: Cards, card: int) -> Cards:
    return tuple([other for other in cards if other != card])


# -- the layout ---------------------------------------------------------------------------------------------------


def layout(options: HouseOptions) -> tuple[Circle, ...]:
    """One spot for the primary wager or two equal ones, and the propositions with their caps (TCS-05, -08, -09)."""
    return _layout(options.primary_layout == "two-spot", options.bonus_cap_ratio)


@cache
def _layout(two: bool, ratio: float | str) -> tuple[Circle, ...]:
    cap = None if isinstance(ratio, str) else Odds.from_number(ratio)
    spots = (
        Circle(PRIMARY_HIGH, opening=True, required=True, clause="TCS-05"),
        Circle(PRIMARY_LOW, opening=True, required=True, needs=PRIMARY_HIGH, equal=True, clause="TCS-05"),
    )
    spot = spots[0] if two else Circle(PRIMARY, opening=True, required=True, clause="TCS-04")
    return (
        *(spots if two else (spot,)),
        Circle(THREE_CARD, opening=True, needs=spot.name, share=_of_spots(HALF, two), clause="TCS-08"),
        Circle(BONUS, opening=True, needs=spot.name, share=cap and _of_spots(cap, two), clause="TCS-09"),
    )


def _of_spots(share: Odds, two: bool) -> Odds:
    """A share of the primary wager as a share of its first spot, which may be only half of it."""
    return Odds(2 * share.num, share.den) if two else share


def limits(options: HouseOptions, circle: str, posted: Limits) -> Limits:
    """The range of each wager; the primary wager's may be posted narrower, and two spots share it (TCS-07)."""
    if circle not in PRIMARIES:
        return within(options.proposition_limits)
    low, high = within(options.primary_limits, posted)
    if circle == PRIMARY:
        return low, high
    chip = _cents(options.chip_unit)
    return -(-low // (2 * chip)) * chip, high // (2 * chip) * chip


def opening(felt: Felt, place: Place) -> None:
    """Every wager is made of whole chips, which rounds the cap of one half down to one (TCS-08)."""
    chip = _cents(felt.options.chip_unit)
    for wager, cents in place.wagers.items():
        if cents % chip:
            form = "{place:place}'s {wager} of {amount:money} is refused: the smallest chip is {chip:money}"
            facts = {"place": place.name, "wager": wager, "amount": cents, "chip": chip}
            raise Refusal("chip", form, "TCS-08", f"wagers.{wager}", facts)


def pools(options: HouseOptions) -> Mapping[str, Pool]:
    """The Bonus Jackpot, where its pay table is posted; the house puts the money in (TCS-70, TCS-71)."""
    if options.bonus_paytable not in JACKPOT_TABLES:
        return {}
    return {JACKPOT: Pool(options.jackpot_seed * 100, options.jackpot_daily_increment * 100)}


def qualifiers(options: HouseOptions) -> Mapping[str, Qualifier]:
    """Returns the least Four Card Bonus wager that wins the jackpot with four aces (TCS-72, TCS-73)."""
    least = options.jackpot_qualifier * 100
    return {name: Qualifier(BONUS, least, options.bonus_paytable, FOUR_ACES, "TCS-72") for name in pools(options)}


@cache
def _cents(chip_unit: float) -> Cents:
    return Odds.from_number(chip_unit).of(100)


GAME: Final = Game(
    id="three-card-split",
    play=play,
    rank=rank,
    circles=(
        Circle(PRIMARY, opening=True, required=True, clause="TCS-04"),
        Circle(THREE_CARD, opening=True, needs=PRIMARY, share=HALF, clause="TCS-08"),
        Circle(BONUS, opening=True, needs=PRIMARY, clause="TCS-09"),
    ),
    layout=layout,
    positions=lambda rules: int(rules.options.seats),  # TCS-02
    opening=opening,
    limits=limits,
    limit_clause="TCS-07",
    bank_clause="TCS-03",
    pools=pools,
    qualifiers=qualifiers,
    jackpots=(JACKPOT,),
    house_way=house_way,
    settings=settings,
    irregularities={
        "wrong-count": Irregularity(True, "TCS-80", "a hand had the wrong number of cards"),
        "boxed-card": Irregularity(True, "TCS-80", "a card was found face up in the pack"),
        "bank-card-exposed": Irregularity(True, "TCS-80", "a dealer card was seen before all had set"),
        "community-card-exposed": Irregularity(
            False,
            "TCS-80",
            "the community card was turned too early",
            void_where=("early_community_card", "void"),
            exposes="community",
        ),
        "dealer-misset": Irregularity(False, "TCS-23", "the dealer's hand was not set by the house way, and is reset"),
    },
)
