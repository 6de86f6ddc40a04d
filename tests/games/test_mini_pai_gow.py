"""Mini Pai Gow, clause by clause and example by example."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import combinations, combinations_with_replacement, islice, product
from typing import Any

import pytest

from houseway.cards import JOKER, PACK_WITH_JOKER, Cards, cards_from, rank_of, text_of_cards
from houseway.games import find
from houseway.games.kit import six_cards
from houseway.games.kit.six_cards import high_value, is_foul, low_value
from houseway.games.mini_pai_gow import GAME
from houseway.hands import five
from houseway.hands.five import Wheel
from houseway.players.chance import any_answer
from houseway.players.seating import sit_down
from houseway.rulebook import Rules
from houseway.script import Answer, Deal, Refusal, Roll
from houseway.table import Round, Shoe, play, result, resume, view
from houseway.table.rotation import SharedRotation
from houseway.table.setup import BankSetup, Decision
from houseway.testing import example, rule
from tests.kit import Played, Seat, document, played

MPG = "mini-pai-gow"
NOTHING = "Kd Js 9h 7c 5d 4s"  # Js | K-9-7-5-4: a dealer who does not qualify
QUEEN_LOW = "Qh Ks Kd 9c 5d 4s"  # Qh | a pair of kings


def seat(
    number: int,
    low: str,
    high: str,
    main: float = 10,
    *,
    bonus: float = 0,
    doubles: bool = False,
    player: str = "",
    stack: float | None = None,
) -> Seat:
    """A seat that sets `low` in front of `high`, doubling or not."""
    wagers = {"main": main} | ({"bonus": bonus} if bonus else {})
    decision: Decision = {"double" if doubles else "set": low}
    return Seat(number, f"{low} {high}", wagers, (decision,), player=player, stack=stack)


def table(*seats: Seat, bank: str, **more: Any) -> Played:
    """The seats against the dealer, the house banking."""
    named = ("round", "carried", "irregularities", "unfinished", "dice", "cards")
    table_ = {name: more.pop(name) for name in list(more) if name in named}
    return played(MPG, *seats, bank=bank, posted=None, options=more, **table_)


def hand(low: str, high: str, bank: str, main: float = 10, **more: Any) -> Played:
    """One player at seat 1."""
    about = {name: more.pop(name) for name in list(more) if name in ("bonus", "doubles", "stack")}
    return table(seat(1, low, high, main, **about), bank=bank, **more)


def player_bank(
    *seats: Seat,
    bank: str,
    sets: Decision = "house-way",
    dealer: str,
    posted: float = 10_000,
    carried: dict[str, Any] | None = None,
    **options: Any,
) -> Played:
    """The seats against a player who banks at seat 7, with the house's dealer hand besides."""
    return played(
        MPG,
        *seats,
        bank=bank,
        posted=posted,
        bank_seat=7,
        cards={"house": dealer},
        decisions={"bank": [sets]},
        options={"player_bank": "on"} | options,
        carried=carried or {},
    )


def house_low(cards: str, **options: Any) -> str:
    """The card that the house way plays low."""
    assert GAME.house_way is not None
    return text_of_cards(GAME.house_way(cards_from(cards), Rules.of(MPG, options)).low)


def clauses(cards: str) -> tuple[str, ...]:
    return six_cards.house_way(cards_from(cards), Wheel.SECOND).clauses


# -- comparing ----------------------------------------------------------------------------------------------------


@example("MPG-E01")
@rule("MPG-22", "MPG-23", "MPG-25", "MPG-26")
@pytest.mark.parametrize(
    ("low", "high", "net", "tie"),
    [
        ("Kc", "As Ad 8h 6c 2s", 10, ()),
        ("Qd", "As Ad 8h 6c 2s", 0, ("MPG-23",)),  # a tie in front is the dealer's
        ("Ah", "Kh Kc 9d 5s 4h", 0, ("MPG-22",)),  # a tie behind is the dealer's
        ("Tc", "8h 8d 6c 4c 2s", -10, ()),
    ],
)
def test_both_hands_must_be_won_and_ties_go_to_the_dealer(
    low: str, high: str, net: float, tie: tuple[str, ...]
) -> None:
    result_ = hand(low, high, QUEEN_LOW)
    assert result_.payment(1, "main").clauses == ("MPG-25", *tie, "MPG-26")
    assert result_.net(1) == net
    assert result_.outcome(1, "main") == {10: "win", 0: "push", -10: "lose"}[int(net)]


@example("MPG-E02")
@rule("MPG-21", "MPG-23")
def test_the_joker_beats_an_ace_in_front_for_either_side() -> None:
    order = [low_value(card) for card in cards_from("Jk Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h")]
    assert order == sorted(set(order), reverse=True)
    assert low_value(cards_from("Ah")[0]) == low_value(cards_from("As")[0])
    player_joker = hand("Jk", "Ks Kc 8h 6c 2s", "Ah Qs Qd 9c 5d 4s")
    assert player_joker.net(1) == 10
    dealer_joker = hand("Ah", "Ks Kc 8h 6c 2s", "Jk Qs Qd 9c 5d 4s")
    assert dealer_joker.outcome(1, "main") == "push"
    both_aces = hand("Ah", "Ks Kc 8h 6c 2s", "As Qs Qd 9c 5d 4s")
    assert both_aces.outcome(1, "main") == "push"


@rule("MPG-24")
def test_behind_the_joker_is_an_ordinary_ace() -> None:
    assert high_value(cards_from("Jk Kd 9h 7c 5d"), Wheel.SECOND) == high_value(
        cards_from("As Kc 9d 7s 5h"), Wheel.SECOND
    )
    tied = hand("Kc", "Jk 9s 7h 5h 3c", "Ah Qd 9d 7d 5d 3s")
    assert tied.outcome(1, "main") == "push"


@rule("MPG-26")
def test_the_main_wager_is_paid_even_money_without_commission_and_has_action_against_any_dealer() -> None:
    won = hand("Qc", "Ks Kc 8h 6c 2s", NOTHING)
    assert (won.net(1), won.payment(1, "main").commission, won.round.fees) == (10, 0, [])
    assert hand("Tc", "Qd 8h 6c 3c 2s", NOTHING).net(1) == -10


@example("MPG-E12")
@rule("MPG-20")
def test_ace_to_five_is_the_second_highest_straight_unless_the_house_ranks_it_lowest() -> None:
    def net(**options: Any) -> float:
        return hand("Qc", "As 2d 3h 4c 5s", "9d Kd Qs Jh Tc 3s", **options).net(1)

    assert net() == 10
    assert net(wheel="lowest") == 0
    suited = [
        high_value(cards_from(cards), Wheel.SECOND) for cards in ("As Ks Qs Js Ts", "Ah 2h 3h 4h 5h", "Ks Qs Js Ts 9s")
    ]
    assert suited == sorted(suited, reverse=True)


@rule("MPG-19", "MPG-03")
def test_high_hands_rank_like_poker_with_five_aces_on_top() -> None:
    best_first = (
        "As Ad Ah Ac Jk", "Ks Qs Js Ts Jk", "9s 8s 7s 6s 5s", "9s 9d 9h 9c Jk", "9s 9d 9h 4c 4d", "As Js 9s 7s 2s",
        "9s 8d 7h 6c Jk", "9s 9d 9h 4c 2d", "9s 9d 4h 4c 2d", "9s 9d 4h 3c 2d", "Jk Kd 9h 7c 5d",
    )  # fmt: skip
    values = [high_value(cards_from(cards), Wheel.SECOND) for cards in best_first]
    assert values == sorted(set(values), reverse=True)
    assert [five.category(value) for value in values] == [
        "five aces", "royal flush", "straight flush", "four of a kind", "full house", "flush", "straight",
        "three of a kind", "two pair", "pair", "high card",
    ]  # fmt: skip


@rule("MPG-03")
def test_the_joker_is_an_ace_or_completes_a_straight_or_flush_and_nothing_else() -> None:
    kinds = {
        "Jk 9s 9d 9h 7c": "three of a kind",
        "Jk 5s 6d 7h 8c": "straight",
        "Jk Ks 9s 5s 2s": "flush",
        "Jk 5s 6s 7s 8s": "straight flush",
        "Jk As Ad 9h 7c": "three of a kind",
        "Jk 9s 9d 7h 5c": "pair",
    }
    for cards, kind in kinds.items():
        assert five.category(high_value(cards_from(cards), Wheel.SECOND)) == kind


# -- the double ---------------------------------------------------------------------------------------------------


@example("MPG-E03")
@rule("MPG-16", "MPG-27", "MPG-28")
@pytest.mark.parametrize(
    ("bank", "winner", "qualifier", "action"),
    [
        ("Ah 4s 4d Kh 9c 2s", "7s 7c Qd 8c 3d", "55", False),
        ("Ah 4s 4d Kh 9c 2s", "7s 7c Qd 8c 3d", "44", True),
        ("Kd 5s 5d 9h 7c 2s", "8s 8c Qd 6c 3d", "55", True),
        ("Kd 3s 3d 2h 2c 7d", "8s 8c 6d 6c 4h", "55", True),
    ],
)
def test_a_double_has_action_only_against_a_dealer_who_qualifies(
    bank: str, winner: str, qualifier: str, action: bool
) -> None:
    won = hand("Jk", winner, bank, doubles=True, qualifier=qualifier)
    lost = hand("Tc", "Qc Jd 8h 6h 3c", bank, doubles=True, qualifier=qualifier)
    assert (won.net(1), lost.net(1)) == ((20, -20) if action else (10, -10))
    if not action:
        assert won.outcome(1, "double") == lost.outcome(1, "double") == "push"


@rule("MPG-28")
def test_a_double_pushes_with_a_divided_main_wager() -> None:
    divided = hand("Ah", "Qd Qc 8h 6c 2s", QUEEN_LOW, doubles=True)
    assert divided.outcome(1, "main") == divided.outcome(1, "double") == "push"


@rule("MPG-16")
def test_a_double_is_exactly_the_main_wager_and_needs_the_chips() -> None:
    def waiting(stack: float | None) -> Round:
        player = Seat(1, "Kc As Ad 8h 6c 2s", {"main": 10}, stack=stack)
        return resume(find(MPG), document(MPG, player, bank=QUEEN_LOW, posted=None))

    round_ = waiting(None)
    for cents in (500, 1500):
        with pytest.raises(Refusal, match=r"is refused: it must be exactly 10\.00 \(MPG-16\)"):
            round_.decide("1", Answer("double", cents, cards_from("Kc")))
    assert [choice.name for choice in view(round_, "1").choices] == ["set", "house-way", "double"]
    assert [choice.name for choice in view(waiting(9.99), "1").choices] == ["set", "house-way"]
    round_.decide("1", Answer("double", 1000, cards_from("Kc")))
    assert Played(round_).net(1) == 20
    with pytest.raises(Refusal, match="nobody asked place 1"):  # final once the hand is set
        round_.decide("1", Answer("double", 1000, cards_from("Kc")))


# -- fouls --------------------------------------------------------------------------------------------------------


@example("MPG-E04")
@rule("MPG-17")
@pytest.mark.parametrize(
    ("low", "high", "foul"),
    [
        ("Ks", "Qd 9h 7c 5d 3s", True),
        ("Jk", "As 9h 7c 5d 3s", False),
        ("As", "Jk 9h 7c 5d 3s", False),
        ("Ks", "2s 2d 9h 7c 5d", False),
        ("Jk", "Ks Qd 9h 7c 4s", True),
    ],
)
def test_one_card_may_not_outrank_five_that_are_only_a_high_card(low: str, high: str, foul: bool) -> None:
    assert is_foul(cards_from(low), cards_from(high), Wheel.SECOND) is foul
    bank = "Tc Td 8h 6h 4c 2c"
    main = hand(low, high, bank).payment(1, "main")
    assert (main.clauses[0] == "MPG-17") is foul
    if foul:
        assert main.net == -1000


@example("MPG-E14")
@rule("MPG-17", "MPG-27", "MPG-30")
@pytest.mark.parametrize(("foul_double", "net"), [("needs-qualifier", -5), ("always-lost", -15)])
def test_a_foul_loses_the_double_only_to_a_qualified_dealer_and_the_bonus_stands(foul_double: str, net: float) -> None:
    cards = "7s 7d 4h 4c Qd 9s"
    misset = Seat(1, cards, {"main": 10, "bonus": 5}, ({"double-miscount": "Qd 9s"},))
    result_ = table(misset, bank="Kd Js 9h 7c 5d 3s", foul_double=foul_double)
    assert (result_.net(1, "main"), result_.net(1, "bonus"), result_.net(1)) == (-10, 5, net)
    qualified = table(misset, bank="Kd Ks 9h 7c 5d 3s", foul_double=foul_double)
    assert qualified.net(1) == -15


@rule("MPG-17", "MPG-15")
@pytest.mark.parametrize("low", ["", "Qd 9s", "7s 7d 4h 4c Qd 9s"])
def test_a_wrong_count_is_foul(low: str) -> None:
    misset = Seat(1, "7s 7d 4h 4c Qd 9s", {"main": 10}, ({"miscount": low},))
    assert table(misset, bank=NOTHING.replace("7c", "6c").replace("4s", "3s")).net(1) == -10


@rule("MPG-15")
def test_a_player_sets_freely_and_may_split_a_set() -> None:
    assert hand("As", "Ad Ah 9d 7d 4d", QUEEN_LOW.replace("4s", "3s")).net(1) == 10
    assert GAME.settings is not None
    rules = Rules.of(MPG)
    assert len(GAME.settings(cards_from("As Ad Ah 9c 7d 4s"), rules)) == 6
    assert [setting.low for setting in GAME.settings(cards_from("Kd Js 9h 7c 5d 4s"), rules)] == [
        cards_from(low) for low in ("Js", "9h", "7c", "5d", "4s")
    ]  # fmt: skip


@rule("MPG-68")
def test_a_hand_left_unset_is_set_by_the_house_way_and_not_doubled() -> None:
    unset = Seat(1, "As Ad 9d 7d 4d Qc", {"main": 10, "bonus": 5})
    round_ = resume(find(MPG), document(MPG, unset, bank="Jh Ks Kd 9c 5d 3s", posted=None))
    (ask,) = round_.asks()
    round_.decide("1", ask.default)
    assert view(round_, "").cards["1 low"] == ["Qc"]
    assert Played(round_).order == [("1", "main"), ("1", "bonus")]


# -- the house way ------------------------------------------------------------------------------------------------


@example("MPG-E05", "MPG-E06", "MPG-E07", "MPG-E08", "MPG-E09")
@pytest.mark.parametrize(
    ("cards", "low", "clause"),
    [
        ("Kd Js 9h 7c 5d 4s", "Js", "MPG-41"),
        ("Ks Kd Qh 9c 5d 4s", "Qh", "MPG-42"),
        ("9s 9d 5h 5c Kd 3s", "Kd", "MPG-42"),
        ("9s 9d 9h Kc 7d 3s", "Kc", "MPG-42"),
        ("7s 7d 7h 3c 3d Ks", "Ks", "MPG-42"),
        ("Ks Kd Kh 8c 8d 8s", "Ks", "MPG-43"),
        ("As Ad 9h 9c 4d 4s", "As", "MPG-44"),
        ("4s 5d 6h 7c 8d 9s", "9s", "MPG-45"),
        ("As 2d 3h 4c 5d 6s", "As", "MPG-45"),
        ("As Kd Qh Jc Td 9s", "As", "MPG-45"),
        ("2s 5s 8s Ts Qs Ks", "Ks", "MPG-45"),
        ("As Ks Qs Js Ts 9s", "As", "MPG-45"),
        ("5s 6d 7h 8c 9d 9s", "9s", "MPG-46"),
        ("5s 7s 9s Js 6s 8d", "8d", "MPG-46"),
        ("4s 5s 6s 7s 8s 2s", "2s", "MPG-46"),
        ("As Ad Ah Ac Kd Ks", "Ks", "MPG-47"),
        ("As Ad Ah Ac Jk 7d", "7d", "MPG-47"),
        ("Jk Kd 9h 7c 5d 3s", "Kd", "MPG-48"),
        ("Jk Ad 9h 7c 5d 3s", "9h", "MPG-48"),
        ("Jk Ks Kd Qh 9c 4s", "Jk", "MPG-48"),
        ("Jk 5s 6d 7h 8c Qd", "Qd", "MPG-48"),
        ("Jk 5s 6d 7h 8c 9d", "Jk", "MPG-48"),
        ("Jk 5s 6d 7h 9c Td", "Td", "MPG-48"),
        ("Jk As Ks Qs 5s 2s", "Jk", "MPG-49"),
    ],
)
@rule("MPG-40", "MPG-41", "MPG-42", "MPG-43", "MPG-44", "MPG-45", "MPG-46", "MPG-47", "MPG-48", "MPG-49")
def test_the_house_way_keeps_the_best_class_and_plays_the_highest_low_card(cards: str, low: str, clause: str) -> None:
    assert house_low(cards) == house_low(cards, wheel="lowest") == low
    assert clause in clauses(cards)
    others = [card for card in PACK_WITH_JOKER if card not in cards_from(cards)]
    player = Seat(1, text_of_cards(others[:6]), {"main": 10}, ("house-way",))
    assert table(player, bank=cards).round.felt.spot("bank low").cards == cards_from(low)


def canonical(cards: int) -> Iterator[Cards]:
    """So many cards of a pack of 52, one hand of each kind that only a change of suits tells apart."""
    for sizes in combinations_with_replacement(range(cards, -1, -1), 4):
        if sum(sizes) != cards:
            continue
        groups = [
            combinations_with_replacement(combinations(range(13), size), sizes.count(size))
            for size in sorted(set(sizes), reverse=True)
        ]
        for row in product(*groups):
            suits = [ranks for group in row for ranks in group]
            yield tuple(rank * 4 + suit for suit, ranks in enumerate(suits) for rank in ranks)


def six_card_hands() -> Iterator[Cards]:
    yield from canonical(6)
    yield from ((*cards, JOKER) for cards in canonical(5))


@rule("MPG-40", "MPG-42", "MPG-20")
def test_the_house_way_sets_every_six_cards_of_the_pack(pytestconfig: pytest.Config) -> None:
    """A part of all hands in the short form; every one of them with `--campaign 2` or more."""
    every = 1 if int(pytestconfig.getoption("--campaign")) > 1 else 101
    order = [name for name in five.FLOORS if name != "royal flush"]
    walked = 0
    for cards in islice(six_card_hands(), 0, None, every):
        low = six_cards.house_low(cards, Wheel.SECOND)
        options = []
        for at, card in enumerate(cards):
            high = cards[:at] + cards[at + 1 :]
            value = high_value(high, Wheel.SECOND)
            kind = five.category(value).replace("royal flush", "straight flush")
            top = 12 if JOKER in high else max(rank_of(other) for other in high)
            if kind == "high card" and top < min(rank_of(card), 12):
                continue  # foul
            options.append((order.index(kind), low_value(card), value, card))
        assert max(options)[3] == low, text_of_cards(cards)
        assert six_cards.house_low(cards, Wheel.LOWEST) == low, text_of_cards(cards)
        walked += 1
    assert walked > 10_000
    if every == 1:
        assert walked == 962_988 + 134_459  # six natural cards, and five with the joker


def test_the_kinds_of_six_card_hands_stand_for_all_of_them() -> None:
    rng = random.Random(6)
    for _ in range(300):
        cards = tuple(rng.sample(PACK_WITH_JOKER, 6))
        low = six_cards.house_low(cards, Wheel.SECOND)
        shift = rng.sample(range(4), 4)
        other = tuple(card if card == JOKER else card & ~3 | shift[card & 3] for card in cards)
        assert rank_of(six_cards.house_low(other, Wheel.SECOND)) == rank_of(low)


# -- the bonus ----------------------------------------------------------------------------------------------------


@example("MPG-E10")
@rule("MPG-30", "MPG-31", "MPG-03")
@pytest.mark.parametrize(
    ("low", "high", "net"),
    [
        ("As", "Ad Ah 9c 7d 4s", 15),  # three aces split in the setting
        ("Kd", "9s 9d 5h 5c 3s", 5),
        ("Jk", "9s 9d 9h 7c 4d", 15),  # the joker is an ace, not a fourth nine
        ("4d", "Jk Ks Qs Js Ts", 1250),
        ("Kh", "8s 8d Qc 7d 3s", -5),
    ],
)
def test_the_bonus_goes_by_the_best_five_of_six_however_they_were_set(low: str, high: str, net: float) -> None:
    assert hand(low, high, "Qh Jc Tc 6h 5s 2c", bonus=5).net(1, "bonus") == net


@rule("MPG-30")
def test_the_bonus_does_not_care_what_became_of_the_main_wager() -> None:
    assert hand("3s", "9s 9d 5h 5c Kd", "As Ad Ac 8c 8d 4c", bonus=5).net(1) == -10 + 5


KINDS = {
    "five aces": "As Ad Ah Ac Jk 2d", "royal flush": "Ks Qs Js Ts Jk 4d", "straight flush": "5h 6h 7h 8h 9h 2d",
    "four of a kind": "9s 9d 9h 9c 2d 4h", "full house": "9s 9d 9h 4c 4d 2h", "flush": "Ah Jh 9h 7h 2h 3d",
    "straight": "5h 6d 7h 8d 9h 2d", "three of a kind": "9s 9d 9h 4c 2d Kh", "two pair": "9s 9d 4h 4c 2d Kh",
}  # fmt: skip


@rule("MPG-31")
@pytest.mark.parametrize("posted", ["MPG-A", "MPG-B", "MPG-C", "MPG-COMM"])
def test_each_posted_table_pays_its_rows_to_one(posted: str) -> None:
    printed = Rules.of(MPG).table(posted)
    assert set(KINDS) == set(printed.odds)
    for kind, cards in KINDS.items():
        player = Seat(1, cards, {"main": 10, "bonus": 5}, ("house-way",))
        result_ = table(player, bank="Qc Qd 8s 6c 5c 3c", bonus_paytable=posted)
        assert result_.net(1, "bonus") == 5 * printed.number(kind)


@rule("MPG-08", "MPG-31")
def test_the_posted_schedules_can_be_read() -> None:
    rules = Rules.of(MPG)
    assert [row.label for row in rules.table("MPG-COMM-FIXED").rows][-1] == "full house"
    assert rules.table("MPG-COMM").note.startswith("The only table allowed together with the Community Bonus")
    with pytest.raises(Refusal, match="bonus_paytable = MPG-D is not among its choices: MPG-A, MPG-B, MPG-C, MPG-COMM"):
        Rules.of(MPG, {"bonus_paytable": "MPG-D"})


@rule("MPG-32")
def test_the_floor_hears_of_four_of_a_kind_and_better_if_the_house_wants_it() -> None:
    def notices(kind: str, **options: Any) -> list[str]:
        player = Seat(1, KINDS[kind], {"main": 10}, ("house-way",))
        round_ = table(player, bank="Qc Qd 8s 6c 5c 3c", **options).round
        notices: list[str] = result(round_)["notices"]
        return notices

    assert notices("four of a kind") == ["seat 1 has four of a kind (MPG-32)"]
    assert notices("straight flush") == ["seat 1 has straight flush (MPG-32)"]
    assert notices("full house") == notices("four of a kind", floor_notice="off") == []


# -- the community bonus ------------------------------------------------------------------------------------------

FULL_HOUSE, FLUSH, FOURS = ("9h", "2s 2d 2h 3c 3d"), ("5d", "Ac Jc 9c 7c 4c"), ("Ks", "Kd Kh Kc Qd 8d")
JUNK, MORE_JUNK, STRAIGHT_FLUSH = ("Jd", "Ah 9d 7h 5s 3h"), ("Qh", "As Td 8h 6s 4d"), "Js Ts 9s 8s 7s 2c"


def community(**options: Any) -> Played:
    return table(
        seat(1, *FULL_HOUSE, bonus=5),
        seat(2, *FLUSH, bonus=5),
        seat(3, *FOURS, bonus=10),
        seat(4, *JUNK, bonus=1),
        seat(5, *MORE_JUNK),
        bank=STRAIGHT_FLUSH,
        bonus_paytable="MPG-COMM",
        **options,
    )


def bonus_money(result_: Played, place: int) -> float:
    mine = [paid for paid in result_.round.payments if paid.place.name == str(place)]
    return sum(paid.net for paid in mine if paid.wager in ("bonus", "community")) / 100


@example("MPG-E11")
@rule("MPG-07", "MPG-33", "MPG-34", "MPG-35")
def test_every_other_players_big_hand_pays_a_fixed_amount_to_a_bonus_of_five_dollars() -> None:
    each = community()
    assert [bonus_money(each, place) for place in range(1, 6)] == [90, 50, 505, -1, 0]
    highest = community(community_multi="highest-only")
    assert [bonus_money(highest, place) for place in range(1, 6)] == [90, 45, 505, -1, 0]


@rule("MPG-35")
def test_a_big_hand_without_a_bonus_wager_triggers_unless_the_house_wants_one() -> None:
    def money(needs: bool) -> float:
        result_ = table(
            seat(1, *FULL_HOUSE), seat(2, *FLUSH, bonus=5), bank=STRAIGHT_FLUSH, bonus_paytable="MPG-COMM",
            community_trigger_needs_bonus=needs,
        )  # fmt: skip
        return bonus_money(result_, 2)

    assert (money(False), money(True)) == (30 + 5, 30)


@rule("MPG-33", "MPG-36")
def test_the_community_amount_does_not_grow_with_the_bonus_and_never_comes_from_the_own_hand() -> None:
    def money(bonus: float, player: str = "Ben") -> float:
        seats = (seat(1, *FULL_HOUSE, bonus=5, player="Ana"), seat(2, *JUNK, bonus=bonus, player=player))
        result_ = table(*seats, bank=STRAIGHT_FLUSH, bonus_paytable="MPG-COMM", bonus_max=500)
        return bonus_money(result_, 2)

    assert (money(5), money(500), money(4.99)) == (-5 + 5, -500 + 5, -4.99)
    assert money(5, player="Ana") == -5  # her own other hand


@rule("MPG-07", "MPG-31")
def test_there_is_no_community_bonus_with_the_other_tables() -> None:
    seats = seat(1, *FULL_HOUSE, bonus=5), seat(2, *JUNK, bonus=5)
    assert {wager for _, wager in table(*seats, bank=STRAIGHT_FLUSH).order} == {"main", "bonus"}


@rule("MPG-06")
def test_bonus_money_over_the_posted_aggregate_is_cut_in_proportion() -> None:
    full = community()
    total = sum(
        paid.due for paid in full.round.payments if paid.wager in ("bonus", "community") and paid.outcome == "win"
    )
    assert total == (75 + 15 + 30 + 5 + 15 + 500 + 5) * 100
    cut = community(bonus_aggregate_max=129)
    paid = {place: bonus_money(cut, place) for place in (1, 2, 3)}
    assert paid == {1: 18, 2: 10, 3: 101}
    assert sum(paid.values()) == 129
    assert all(payment.clauses[-1] == "MPG-06" for payment in cut.round.payments if payment.wager == "community")
    assert bonus_money(community(bonus_aggregate_max=645), 3) == 505


# -- wagers and limits --------------------------------------------------------------------------------------------


@rule("MPG-04", "MPG-05")
def test_a_main_wager_is_compulsory_and_the_bonus_goes_with_it() -> None:
    with pytest.raises(Refusal, match=r"seat 1 has no main: it is compulsory \(MPG-04\)"):
        table(Seat(1, "Kc As Ad 8h 6c 2s", {}), bank=QUEEN_LOW)
    with pytest.raises(Refusal, match=r"seat 1 has bonus without main: it needs one \(MPG-05\)"):
        table(Seat(1, "Kc As Ad 8h 6c 2s", {"bonus": 5}), bank=QUEEN_LOW)
    with pytest.raises(Refusal, match="'double' takes no wager before the deal: main, bonus do"):
        table(Seat(1, "Kc As Ad 8h 6c 2s", {"main": 5, "double": 5}), bank=QUEEN_LOW)
    round_ = resume(find(MPG), document(MPG, Seat(1, "Kc As Ad 8h 6c 2s", {"main": 5}), bank=QUEEN_LOW, posted=None))
    with pytest.raises(Refusal, match="'bonus' is not offered to seat 1: set or house-way or double is"):
        round_.decide("1", Answer("bonus", 500))


@rule("MPG-06", "MPG-05")
@pytest.mark.parametrize(
    ("wagers", "options", "says"),
    [
        ({"main": 4}, {}, r"main of 4\.00 is under the minimum of 5\.00 \(MPG-06\)"),
        ({"main": 501}, {}, r"main of 501\.00 is over the maximum of 500\.00 \(MPG-06\)"),
        ({"main": 99}, {"main_limits": "100..1000"}, r"main of 99\.00 is under the minimum of 100\.00 \(MPG-06\)"),
        ({"main": 10, "bonus": 0.99}, {}, r"bonus of 0\.99 is under the minimum of 1\.00 \(MPG-06\)"),
        ({"main": 10, "bonus": 26}, {}, r"bonus of 26\.00 is over the maximum of 25\.00 \(MPG-06\)"),
        ({"main": 10, "bonus": 101}, {"bonus_max": 100}, r"bonus of 101\.00 is over the maximum of 100\.00 \(MPG-06\)"),
    ],
)
def test_wagers_keep_to_the_posted_limits(wagers: dict[str, float], options: dict[str, Any], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        table(Seat(1, "", wagers), bank=QUEEN_LOW, **options)


@rule("MPG-06")
def test_the_limits_of_a_document_narrow_those_of_the_main_wager() -> None:
    with pytest.raises(Refusal, match=r"main of 10\.00 is under the minimum of 25\.00 \(MPG-06\)"):
        played(MPG, seat(1, "Kc", "As Ad 8h 6c 2s"), bank=QUEEN_LOW, posted=None, limits=(25, 100))
    narrow = played(MPG, seat(1, "Kc", "As Ad 8h 6c 2s", 25, bonus=5), bank=QUEEN_LOW, posted=None, limits=(25, 100))
    assert narrow.net(1, "main") == 25  # and the Bonus keeps to its own range


# -- the deal -----------------------------------------------------------------------------------------------------


@rule("MPG-01", "MPG-09")
def test_every_round_begins_with_53_cards_shuffled_by_the_house() -> None:
    setup = document(MPG, Seat(1, "", {"main": 10}), posted=None).setup()
    assert sorted(Round(find(MPG), setup).cards_left()) == list(PACK_WITH_JOKER)
    rounds = [play(Round(find(MPG), setup), Shoe(PACK_WITH_JOKER, seed, lambda ask: ask.default)) for seed in (1, 2)]
    assert rounds[0].document().cards != rounds[1].document().cards


@rule("MPG-02")
def test_the_table_has_seven_positions_or_six() -> None:
    assert hand("Kc", "As Ad 8h 6c 2s", QUEEN_LOW).net(1) == 10
    with pytest.raises(Refusal, match="seat 7 does not exist: the table has seats 1 to 6"):
        table(seat(7, "Kc", "As Ad 8h 6c 2s"), bank=QUEEN_LOW, seats=6)
    with pytest.raises(Refusal, match="seat 8 does not exist: the table has seats 1 to 7"):
        table(seat(8, "Kc", "As Ad 8h 6c 2s"), bank=QUEEN_LOW)


@rule("MPG-10", "MPG-12")
def test_packets_of_six_go_clockwise_and_the_dealers_is_last() -> None:
    round_ = table(
        seat(5, "Kc", "As Ad 8h 6c 2s"),
        seat(2, "Tc", "Qd Jc 8s 6h 3c"),
        seat(7, "Th", "Qs Jd 8d 6d 2c"),
        bank=QUEEN_LOW,
    ).round
    dealt = [event for event in round_.events if isinstance(event.given, tuple)]
    assert [(event.to, len(event.given)) for event in dealt if isinstance(event.given, tuple)] == [
        ("2", 6),
        ("5", 6),
        ("7", 6),
        ("bank", 6),
    ]
    assert len(round_.cards_left()) == 53 - 24
    assert set(view(round_, "2").cards) == {"2", "2 low", "5", "5 low", "7", "7 low", "bank", "bank low"}


class Loaded(Shoe):
    """A shoe whose dice always show the same."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__(PACK_WITH_JOKER, 1, lambda ask: ask.default)
        self.faces = faces

    def dice(self, request: Roll) -> tuple[int, ...]:
        assert request.dice == 3
        return self.faces


@rule("MPG-11")
@pytest.mark.parametrize(
    ("faces", "order"),
    [
        ((1, 1, 1), ["6", "muck", "bank", "muck", "2", "muck", "muck", "muck"]),  # place 3, counter-clockwise: seat 6
        ((3, 3, 3), ["bank", "muck", "2", "muck", "muck", "muck", "6", "muck"]),  # 9 of 8 places: the dealer again
        ((6, 6, 6), ["muck", "bank", "muck", "2", "muck", "muck", "muck", "6"]),  # place 2: the dealer's right
    ],
)
def test_dice_may_name_the_first_place_and_empty_places_are_dealt_and_discarded(
    faces: tuple[int, ...], order: list[str]
) -> None:
    seats = Seat(2, "", {"main": 10}), Seat(6, "", {"main": 10})
    setup = document(MPG, *seats, posted=None, options={"start_method": "dice"}).setup()
    round_ = play(Round(find(MPG), setup), Loaded(faces))
    dealt = [event for event in round_.events if isinstance(event.given, tuple)]
    assert [event.to for event in dealt] == ["dice", *order]
    assert view(round_, "2").cards["muck"] == [None] * 30


@rule("MPG-11", "MPG-60")
def test_with_a_player_bank_the_dice_start_among_the_players_and_the_dealer_too() -> None:
    options = {"start_method": "dice", "player_bank": "on"}
    setup = document(MPG, Seat(2, "", {"main": 10}), bank_seat=4, options=options).setup()
    round_ = play(Round(find(MPG), setup), Loaded((1, 1, 1)))
    dealt = [event.to for event in round_.events if isinstance(event.given, tuple)]
    assert dealt == ["dice", "muck", "muck", "house", "muck", "2", "muck", "bank", "muck"]


@rule("MPG-14", "MPG-18")
def test_players_set_after_the_deal_or_as_soon_as_they_have_six_cards() -> None:
    def waits(set_timing: str) -> tuple[list[str], list[str]]:
        setup = document(
            MPG, Seat(1, "", {"main": 10}), Seat(2, "", {"main": 10}), posted=None, options={"set_timing": set_timing}
        ).setup()
        round_ = Round(find(MPG), setup)
        shoe = Shoe(PACK_WITH_JOKER, 1, lambda ask: ask.default)
        while isinstance(round_.request, Deal):
            round_.deal(shoe.cards(round_.request))
        return view(round_, "").waiting, sorted(view(round_, "").cards)

    assert waits("after-deal") == (["1", "2"], ["1", "2", "bank"])
    assert waits("at-once") == (["1"], ["1"])
    nets = [
        table(seat(1, "Kc", "As Ad 8h 6c 2s"), seat(2, "Tc", "Qd Jc 8s 6h 3c"), bank=QUEEN_LOW, set_timing=timing).bank
        for timing in ("after-deal", "at-once")
    ]  # fmt: skip
    assert nets == [0, 0]


@rule("MPG-18")
def test_the_dealers_cards_are_down_until_everybody_has_set() -> None:
    round_ = resume(find(MPG), document(MPG, Seat(1, "Kc As Ad 8h 6c 2s", {"main": 10}), bank=QUEEN_LOW, posted=None))
    assert view(round_, "1").cards == {"1": ["Kc", "As", "Ad", "8h", "6c", "2s"], "bank": [None] * 6}
    round_.decide("1", Answer("set", cards=cards_from("Kc")))
    assert round_.felt.turned == ["bank", "1"]
    assert view(round_, "").cards["bank low"] == ["Qh"]


@rule("MPG-13")
@pytest.mark.parametrize("kind", ["wrong-count", "boxed-card", "bank-card-exposed", "player-card-exposed"])
def test_a_misdeal_voids_all_hands_and_an_own_card_shown_does_not(kind: str) -> None:
    player = Seat(1, "Kc As Ad 8h 6c 2s", {"main": 10, "bonus": 5})
    round_ = resume(find(MPG), document(MPG, player, bank=QUEEN_LOW, posted=None))
    round_.call(kind)
    if kind == "player-card-exposed":
        round_.decide("1", Answer("set", cards=cards_from("Kc")))
        assert Played(round_).net(1, "main") == 10
        assert resume(find(MPG), round_.document()).document() == round_.document()
    else:
        assert round_.voided == "MPG-13"
        assert [(paid.net, paid.returned) for paid in round_.payments] == [(0, 1000), (0, 500)]


@rule("MPG-29")
@pytest.mark.parametrize(
    ("settle_order", "wagers"),
    [
        ("main-first", ["main", "double", "bonus", "community"]),
        ("bonus-first", ["bonus", "community", "main", "double"]),
    ],
)
def test_main_and_double_are_settled_before_the_bonus_or_after_it(settle_order: str, wagers: list[str]) -> None:
    result_ = table(
        seat(1, *FULL_HOUSE), seat(2, *FLUSH, bonus=5, doubles=True), bank=STRAIGHT_FLUSH,
        bonus_paytable="MPG-COMM", settle_order=settle_order,
    )  # fmt: skip
    assert [wager for place, wager in result_.order if place == "2"] == wagers
    assert [place for place, _ in result_.order] == ["1", "2", "2", "2", "2"]


# -- a player banks -----------------------------------------------------------------------------------------------

BANKER, DEALER = "Qh 9s 9d 8c 5d 4s", "Kd Js 9h 7c 5h 3s"  # Qh | a pair of nines; Js | king-high
BEATS_BOTH, BEATEN, ALSO_BEATEN = ("Kc", "As Ad 8h 6c 2s"), ("Tc", "Qd Jc 8s 6h 3c"), ("Th", "Qs Jd 8d 6d 2c")


@example("MPG-E13")
@rule("MPG-61", "MPG-62", "MPG-63", "MPG-64", "MPG-65")
def test_a_banking_player_settles_with_the_house_first_and_pays_commission_on_the_net_win() -> None:
    result_ = player_bank(
        seat(1, *BEATS_BOTH, main=50),
        seat(2, *BEATEN, main=100, bonus=5),
        seat(3, *ALSO_BEATEN, main=25, doubles=True),
        bank=BANKER,
        sets={"set": "Qh"},
        dealer=DEALER,
        carried={"last_wagers": {"Bank": 2500}},
    )
    assert result_.order == [
        ("house", "house-stake"), ("1", "main"), ("2", "main"), ("2", "bonus"), ("3", "main"), ("3", "double"),
    ]  # fmt: skip
    assert (result_.net("house"), result_.bank) == (-25, 125)
    assert (result_.net(1), result_.payment(1, "main").commission) == (47.5, 250)
    assert (result_.net(2, "main"), result_.net(3)) == (-100, -50)
    assert [(fee.player, fee.amount) for fee in result_.round.fees] == [("seat 1", 250), ("Bank", 625)]
    balances = result_.round.ledger.balances
    assert balances["player Bank"] == 118_75
    assert balances["house"] == -25_00 + 5_00  # the stake went to the banker, the Bonus came to the house
    told = result(result_.round)
    assert told["house"] == {"net": 5_00}  # the other side of the Bonus, which is nobody's payment and not the bank's
    others = told["bank"]["net"] + told["house"]["net"]
    assert sum(paid["net"] + paid["commission"] for paid in told["payments"]) + others == 0
    assert balances["box"] == 8_75
    assert result_.round.felt.spot("muck").cards  # the dealer hand is burned before the others are settled
    assert result_.round.felt.turned == ["house", "bank", "1", "2", "3"]


@rule("MPG-65")
@pytest.mark.parametrize(
    ("options", "fee"),
    [
        ({}, 25),  # 5 percent of 3.00, up to a quarter
        ({"commission_rounding": "exact-cent"}, 15),
        ({"banker_commission": "gross"}, 50),  # of 10.00
        ({"banker_commission": "gross", "commission_rounding": "exact-cent"}, 50),
        ({"banker_commission": "none"}, 0),
    ],
)
def test_the_banker_pays_five_percent_of_the_net_win_or_of_all_wins_or_nothing(
    options: dict[str, Any], fee: int
) -> None:
    result_ = player_bank(
        seat(1, *BEATS_BOTH, main=7),
        seat(2, *BEATEN, main=10),
        bank=BANKER,
        dealer=DEALER,
        house_stake="none",
        **options,
    )
    assert [charge.amount for charge in result_.round.fees if charge.payer == "bank"] == ([fee] if fee else [])
    assert result_.payment(1, "main").commission == (35 if "commission_rounding" in options else 50)


@rule("MPG-65")
def test_a_banker_who_loses_pays_no_commission_and_bonus_wins_are_free_of_it() -> None:
    result_ = player_bank(
        seat(1, "Kc", "As Ad 8h 8s 2s", main=50, bonus=5), bank=BANKER, dealer=DEALER, house_stake="none"
    )  # fmt: skip
    assert [charge.payer for charge in result_.round.fees] == ["1"]
    assert result_.net(1, "bonus") == 5


@rule("MPG-62")
@pytest.mark.parametrize(
    ("house_stake", "carried", "stake"),
    [
        ("banker-last-wager", {"last_wagers": {"Bank": 4000}}, 40),
        ("banker-last-wager", {}, 5),
        ("table-minimum", {"last_wagers": {"Bank": 4000}}, 5),
        ("none", {"last_wagers": {"Bank": 4000}}, 0),
    ],
)
def test_the_house_bets_the_bankers_last_wager_or_the_minimum_or_nothing(
    house_stake: str, carried: dict[str, Any], stake: float
) -> None:
    result_ = player_bank(
        seat(1, *BEATEN), bank=BANKER, dealer="Jk Ks Kh 7c 5h 3s", carried=carried, house_stake=house_stake
    )
    if stake:
        assert result_.net("house") == stake  # Jk | a pair of kings wins both, undoubled and without commission
        assert [fee.payer for fee in result_.round.fees] == (["bank"] if stake < 10 else [])
    assert result_.bank == 10 - stake


@rule("MPG-62")
def test_the_last_wager_against_the_house_is_remembered() -> None:
    round_ = table(
        seat(1, *BEATEN, main=30, player="Ana"),
        seat(2, *ALSO_BEATEN, main=40, player="Ben", doubles=True),
        bank=QUEEN_LOW,
        carried={"last_wagers": {"Ana": 100, "Cleo": 500}},
    ).round
    assert round_.felt.carried == {"last_wagers": {"Ana": 3000, "Ben": 4000, "Cleo": 500}, "player_banked": False}
    banked = player_bank(seat(1, *BEATEN), bank=BANKER, dealer=DEALER, carried={"last_wagers": {"Bank": 700}}).round
    assert banked.felt.carried == {"last_wagers": {"Bank": 700}, "player_banked": True}


@rule("MPG-62", "MPG-67")
@pytest.mark.parametrize(
    ("carried", "words"),
    [
        ({"last_wagers": "much"}, r"carried\.last_wagers: last_wagers holds the cents .*, not 'much' \(MPG-62\)"),
        ({"last_wagers": {"Ana": -500}}, r"not \{'Ana': -500\} \(MPG-62\)"),
        ({"player_banked": 3}, r"carried\.player_banked: player_banked says true or false, not 3 \(MPG-67\)"),
    ],
)
def test_a_memory_that_no_round_left_behind_is_refused(carried: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        table(seat(1, *BEATEN), bank=QUEEN_LOW, carried=carried)


@rule("MPG-60")
def test_a_player_who_banks_posts_something() -> None:
    forgot = document(MPG, seat(1, *BEATEN), bank=BANKER, posted=None, options={"player_bank": "on"})
    forgot.bank = BankSetup(7, "Ana")
    with pytest.raises(Refusal, match=r"seat 7 holds the bank but posts nothing; .* \(MPG-60\)") as refused:
        resume(find(MPG), forgot)
    assert refused.value.where == "bank.posted"


@rule("MPG-60", "MPG-63")
def test_a_bank_must_cover_every_main_wager_its_double_and_the_houses_stake() -> None:
    def bank(posted: float) -> Played:
        seats = seat(1, *BEATS_BOTH, main=50, doubles=True), seat(2, *BEATEN, main=25)
        return player_bank(*seats, bank=BANKER, dealer=DEALER, posted=posted, house_stake="table-minimum")

    with pytest.raises(
        Refusal, match=r"a bank of 154\.99 is refused: it must cover 155\.00, doubles included \(MPG-60\)"
    ) as refused:
        bank(154.99)
    assert refused.value.where == "bank.posted"
    assert bank(155).bank == -100 + 25 + 5


@rule("MPG-60", "MPG-26")
def test_no_player_banks_where_it_is_not_allowed() -> None:
    with pytest.raises(
        Refusal, match=r"only the house banks at this table: 500\.00 posted by a player is refused \(MPG-60\)"
    ):
        played(MPG, seat(1, *BEATEN), bank=BANKER, posted=500, bank_seat=7)


@rule("MPG-63", "MPG-27")
def test_the_qualifier_is_the_bankers_high_hand_not_the_dealers() -> None:
    low_bank = player_bank(
        seat(1, *BEATS_BOTH, doubles=True), bank="Qh Jh 9d 8c 5d 4s", dealer="Ks Kd 9h 7c 5h 3s", house_stake="none"
    )
    assert (low_bank.outcome(1, "main"), low_bank.outcome(1, "double")) == ("win", "push")


@rule("MPG-64", "MPG-35")
def test_the_house_pays_bonus_and_community_and_the_bankers_hand_triggers_nothing() -> None:
    result_ = player_bank(
        seat(1, *FULL_HOUSE, bonus=5), seat(2, *JUNK, bonus=5), bank="As Ad Ac Qs Qc Td", dealer=STRAIGHT_FLUSH,
        bonus_paytable="MPG-COMM", house_stake="none",
    )  # fmt: skip
    assert (bonus_money(result_, 1), bonus_money(result_, 2)) == (75, -5 + 5)
    side_bets = [paid for paid in result_.round.payments if paid.wager in ("bonus", "community")]
    assert [paid.clauses[-1] for paid in side_bets] == ["MPG-64"] * 3
    assert result_.bank == 10  # the full house pushes, the other hand loses, and no bonus money touches the bank
    assert result_.round.ledger.balances["house"] == -75_00


@rule("MPG-66", "MPG-15")
def test_the_banker_sees_and_sets_the_own_hand_and_a_foul_is_reset_by_the_house_way() -> None:
    table_ = document(
        MPG, Seat(1, "Kc As Ad 8h 6c 2s", {"main": 10}), bank=BANKER, bank_seat=7, cards={"house": DEALER},
        options={"player_bank": "on"},
    )  # fmt: skip
    round_ = resume(find(MPG), table_)
    assert view(round_, "bank").cards["bank"] == BANKER.split()
    assert view(round_, "1").cards["bank"] == view(round_, "bank").cards["house"] == [None] * 6
    assert [choice.name for choice in view(round_, "bank").choices] == ["set", "house-way"]
    for sets, low in (({"set": "8c"}, "8c"), ({"miscount": "Qh 8c"}, "Qh"), ("house-way", "Qh")):
        banked = player_bank(seat(1, *BEATS_BOTH), bank=BANKER, sets=sets, dealer=DEALER).round
        assert banked.felt.spot("bank low").cards == cards_from(low)
    foul = player_bank(seat(1, *BEATS_BOTH), bank="Qh Jh 9d 8c 5d 4s", sets={"set": "Qh"}, dealer=DEALER).round
    assert foul.felt.spot("bank low").cards == cards_from("Jh")


@rule("MPG-66", "MPG-22")
def test_ties_go_to_the_banker() -> None:
    tied = player_bank(seat(1, "Qd", "As Ad 8h 6c 2s"), bank=BANKER, dealer=DEALER, house_stake="none")
    assert tied.outcome(1, "main") == "push"


@rule("MPG-67")
def test_the_house_banks_between_two_player_banks_unless_banking_is_free() -> None:
    first = player_bank(seat(1, *BEATEN), bank=BANKER, dealer=DEALER)
    with pytest.raises(
        Refusal, match=r"Bank cannot bank now: a player banked the last round, and the house banks between \(MPG-67\)"
    ):
        player_bank(seat(1, *BEATEN), bank=BANKER, dealer=DEALER, carried=first.round.felt.carried)
    free = player_bank(
        seat(1, *BEATEN), bank=BANKER, dealer=DEALER, carried=first.round.felt.carried, bank_rotation="free"
    )
    assert free.bank == 15
    between = table(seat(1, *BEATEN), bank=QUEEN_LOW, carried=first.round.felt.carried)
    assert between.round.felt.carried["player_banked"] is False


@rule("MPG-60", "MPG-67")
def test_the_bank_is_offered_in_turn_and_is_the_houses_when_all_pass() -> None:
    bank = SharedRotation({1: "Ana", 3: "Ben"}, 7)
    assert (bank.offered, bank.house_banks) == (1, False)
    bank.decline(1)
    bank.decline(3)
    assert bank.house_banks
    bank.house_settled()
    assert bank.offered == 1
    bank.decline(1)
    bank.accept(3)
    assert (bank.banker, bank.house_banks) == ("Ben", False)
    bank.settled()
    assert (bank.banker, bank.house_banks) == (None, True)  # in between the house banks
    with pytest.raises(Refusal):
        bank.accept(1)
    bank.house_settled()
    assert bank.offered == 1
    bank.decline(1)
    bank.accept(3)  # every other round, the same player again
    free = SharedRotation({1: "Ana", 3: "Ben"}, 7, alternate=False)
    free.accept(1)
    free.settled()
    assert (free.offered, free.house_banks) == (3, False)


# -- whole tables -------------------------------------------------------------------------------------------------


@rule("MPG-02", "MPG-34")
def test_seven_players_with_several_bonus_winners_leave_the_ledger_at_zero() -> None:
    seats = [
        seat(1, *FULL_HOUSE, bonus=5), seat(2, *FLUSH, bonus=5), seat(3, *FOURS, bonus=10, doubles=True),
        seat(4, *JUNK, bonus=25), seat(5, *MORE_JUNK, bonus=5), seat(6, "Qs", "Qc 6c 6d 5c 5h", bonus=5, doubles=True),
        seat(7, "Jk", "Th 8c 7d 6h 3s", bonus=5),
    ]  # fmt: skip
    result_ = table(*seats, bank=STRAIGHT_FLUSH, bonus_paytable="MPG-COMM")
    assert [bonus_money(result_, place) for place in range(1, 8)] == [90, 50, 505, -5, 15, 25, 40]
    assert result_.bank == -sum(result_.net(place) for place in range(1, 8))
    assert len(result_.round.cards_left()) == 53 - 48


@rule("MPG-60", "MPG-61")
def test_a_player_bank_against_a_full_table_leaves_the_ledger_at_zero() -> None:
    for seed in range(40):
        setup = sit_down(find(MPG), seed, {"player_bank": "on", "bonus_paytable": "MPG-COMM"}, players=6)
        rng = random.Random(seed)
        decide = partial(any_answer, rng=rng)
        round_ = play(Round(find(MPG), setup), Shoe(PACK_WITH_JOKER, seed, decide))
        assert round_.over
        assert round_.ledger.sum() == round_.ledger.on_the_felt() == 0
        if setup.bank:
            assert {paid.by_house for paid in round_.payments if paid.wager in ("bonus", "community")} <= {True}


# -- ranking for a dispute ----------------------------------------------------------------------------------------


@rule("MPG-19", "MPG-21")
def test_one_five_and_six_cards_are_ranked_for_what_they_are() -> None:
    rules = Rules.of(MPG)

    def ranked(cards: str) -> dict[str, str]:
        return {title: hand_.says for title, hand_ in GAME.rank(cards_from(cards), rules).items()}

    assert ranked("Jk") == {"low": "the joker"}
    assert ranked("As Ad Ah Ac Jk") == {"high": "five aces"}
    assert ranked("Ks Kd Kh 8c 8d 8s") == {
        "bonus": "kings full of eights", "high": "eights full of kings", "low": "a king",
    }  # fmt: skip
    with pytest.raises(ValueError, match="is 7 cards; this ranking takes 6 cards, the joker allowed"):
        GAME.rank(cards_from("Ks Kd Kh 8c 8d 8s 2c"), rules)
    assert GAME.house_way is not None
    shown = GAME.house_way(cards_from("Ks Kd Kh 8c 8d 8s"), rules)
    assert (shown.high_says, shown.low_says, shown.clauses) == ("eights full of kings", "a king", ("MPG-40", "MPG-43"))
