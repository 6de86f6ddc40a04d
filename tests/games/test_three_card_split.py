"""Three Card Split Pai Gow Poker, clause by clause and example by example."""

from itertools import combinations, permutations
from typing import Any

import pytest

from houseway.cards import PACK, cards_from, text_of_cards
from houseway.games import find, three_card_split
from houseway.games.three_card_split import GAME, Half, house_low, is_foul, takes
from houseway.hands import connectors, four, one, three
from houseway.players.seating import sit_down
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal
from houseway.table import Round, Shoe, play, resume, view
from houseway.table.between_rounds.meter import Meter, meters
from houseway.table.setup import BankSetup, Decision
from houseway.testing import example, rule
from tests.kit import Played, Seat, decided, document, played

TCS = "three-card-split"


def seat(number: int, cards: str, low: str = "", primary: float = 20, *, three: float = 0, bonus: float = 0) -> Seat:
    """A seat that plays `low` low, or asks for the house way."""
    wagers = {"primary": primary} | ({"three-card": three} if three else {}) | ({"bonus": bonus} if bonus else {})
    decision: Decision = {"set": low} if low else "house-way"
    return Seat(number, cards, wagers, (decision,))


def table(*seats: Seat, bank: str, community: str = "2c", **more: Any) -> Played:
    """The seats against the dealer's three cards."""
    options = {name: more.pop(name) for name in list(more) if name not in ("jackpots", "unfinished", "irregularities")}
    return played(TCS, *seats, bank=bank, posted=None, cards={"community": community}, options=options, **more)


def hand(
    player: str,
    low: str,
    bank: str,
    community: str = "2c",
    *,
    primary: float = 20,
    three: float = 0,
    bonus: float = 0,
    **more: Any,
) -> Played:
    """One player at seat 1."""
    return table(seat(1, player, low, primary, three=three, bonus=bonus), bank=bank, community=community, **more)


def low_copy(dealer: str, player: str) -> str:
    """Who takes the comparison of two low cards."""
    mine, banks = cards_from(player), cards_from(dealer)
    return "player" if takes(Half(mine, one.value(mine)), Half(banks, one.value(banks))) else "dealer"


def high_hands(dealer: str, player: str) -> str:
    """Who takes the comparison of two high hands."""
    mine, banks = cards_from(player), cards_from(dealer)
    return "player" if takes(Half(mine, connectors.value(mine)), Half(banks, connectors.value(banks))) else "dealer"


def house_way(cards: str, **options: Any) -> str:
    """`high | low`, as the house way sets the cards."""
    setting = GAME.house_way and GAME.house_way(cards_from(cards), Rules.of(TCS, options))
    assert setting is not None
    return f"{text_of_cards(setting.high)} | {text_of_cards(setting.low)}"


# -- copies and colours -------------------------------------------------------------------------------------------


@example("TCS-E01", "TCS-E02")
@rule("TCS-31")
def test_a_low_copy_goes_to_the_player_when_the_colours_agree() -> None:
    assert low_copy(dealer="7h", player="7d") == "player"
    assert low_copy(dealer="7h", player="7c") == "dealer"


@example("TCS-E03", "TCS-E04", "TCS-E05", "TCS-E27")
@rule("TCS-32", "TCS-29")
@pytest.mark.parametrize(
    ("dealer", "player", "winner"),
    [
        ("Qs 7h", "Qc 7s", "dealer"),  # one red against none
        ("Qs 7h", "Qc 7c", "player"),  # as printed: two clubs are suited, no copy at all
        ("Qd 7h", "Qh 7d", "player"),
        ("Qc 7h", "Qh 7s", "player"),  # one red each, whichever rank carries it
        ("4s 5s", "4h 5h", "dealer"),
        ("4s 5s", "4c 5c", "player"),
        ("Qs 7h", "Qd 6c", "dealer"),  # no copy: the lower card decides
    ],
)
def test_a_high_copy_goes_to_the_player_when_both_hold_as_many_red_cards(dealer: str, player: str, winner: str) -> None:
    assert high_hands(dealer, player) == winner


@example("TCS-E24", "TCS-E25")
@rule("TCS-30", "TCS-31", "TCS-33", "TCS-34", "TCS-35")
def test_a_low_copy_of_the_dealers_colour_wins_and_one_of_the_other_colour_pushes() -> None:
    assert hand("Jd 5c 7c", "7c", "Td 4h 7s").net(1) == 20
    divided = hand("Jd 5c 7d", "7d", "Td 4h 7s")
    assert (divided.net(1), divided.outcome(1, "primary"), divided.back(1, "primary")) == (0, "push", 20)


@example("TCS-E26")
def test_a_high_copy_won_and_a_low_card_lost_is_a_push() -> None:
    result = hand("8s 8d Qd", "Qd", "8h 8c Ks")
    assert result.outcome(1, "primary") == "push"
    assert result.payment(1, "primary").clauses == ("TCS-34", "TCS-32")


@rule("TCS-30", "TCS-34")
def test_both_comparisons_lost_lose_the_wager() -> None:
    result = hand("9d 3c 5s", "5s", "Td 4h 7s")
    assert (result.outcome(1, "primary"), result.net(1)) == ("lose", -20)


@rule("TCS-33")
def test_no_comparison_ever_stays_level() -> None:
    red = {card for card in PACK if text_of_cards((card,))[1] in "hd"}
    for mine, banks in permutations(PACK, 2):
        low, theirs = Half((mine,), one.value((mine,))), Half((banks,), one.value((banks,)))
        copy_is_mine = (mine in red) == (banks in red)  # a copy goes by colour, never to nobody
        assert takes(low, theirs) is (low.value > theirs.value if low.value != theirs.value else copy_is_mine)


# -- ranking ------------------------------------------------------------------------------------------------------


@example("TCS-E20")
@rule("TCS-26", "TCS-27")
def test_high_hands_rank_by_class_with_the_pair_between_the_connectors() -> None:
    best_first = ("As 2s", "Ah Ad", "Ah Kd", "3c 2d", "Ac Tc", "Ac Td")
    values = [connectors.value(cards_from(cards)) for cards in best_first]
    assert values == sorted(values, reverse=True)
    assert [connectors.category(value) for value in values] == [
        "suited connectors", "pair", "connected cards", "connected cards", "suited cards", "high card",
    ]  # fmt: skip


@example("TCS-E13", "TCS-E21")
@rule("TCS-27", "TCS-28")
def test_neighbours_are_connected_and_ace_two_counts_as_two_high() -> None:
    category = {cards: connectors.hand(cards_from(cards)).category for cards in ("4s 5s", "Jd Qd", "4s 5h", "As 2d")}
    assert set(category.values()) == {"suited connectors", "connected cards"}
    assert category["Jd Qd"] == category["4s 5s"] == "suited connectors"
    assert high_hands(dealer="2h 3d", player="As 2c") == "dealer"
    assert high_hands(dealer="As 2s", player="2h 3h") == high_hands(dealer="Kd Qd", player="Ac Kc") == "player"


@rule("TCS-25")
def test_the_low_hand_ranks_by_its_card_with_the_ace_highest() -> None:
    values = [one.value(cards_from(f"{rank}s")) for rank in "23456789TJQKA"]
    assert values == sorted(set(values))
    assert one.value(cards_from("7h")) == one.value(cards_from("7c"))


@example("TCS-E36")
@rule("TCS-51", "TCS-52", "TCS-53")
def test_the_three_card_proposition_has_its_own_order_of_hands() -> None:
    def net(dealer: str, player: str) -> float:
        return hand(player, "", dealer, "Qc", three=10).net(1, "three-card")

    assert net("9h 9d 9c", "4s 5s 6s") == 10
    assert net("4h 5d 6s", "Ah Kh 2h") == -10
    assert net("As 2d 3h", "4c 3d 2s") == 10
    assert net("Kc Ad 2h", "2c 3d 4s") == 10  # K-A-2 is no straight


@rule("TCS-53")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [("As Ks 3s", "Ad Kd 2d"), ("9c 9d 3s", "9h 9s 2d"), ("3c 3d 2s", "2c 2d As"), ("Ac Kd 4s", "Ad Kc 3h")],
)
def test_three_cards_of_one_class_go_by_their_ranks(higher: str, lower: str) -> None:
    assert hand(higher, "", lower, "7c", three=10).net(1, "three-card") == 10
    assert hand(lower, "", higher, "7c", three=10).net(1, "three-card") == -10


# -- fouls --------------------------------------------------------------------------------------------------------


@example("TCS-E22")
@rule("TCS-18", "TCS-19")
def test_a_low_card_above_a_bare_high_hand_is_foul_and_loses() -> None:
    result = hand("Kc 7h 2d", "Kc", "Td 4h 6s")
    assert result.net(1) == -20
    assert result.payment(1, "primary").clauses == ("TCS-19",)


@example("TCS-E23")
@rule("TCS-18")
def test_a_made_high_hand_outranks_every_low_card_and_a_kicker_beats_the_bare_rank() -> None:
    result = table(seat(1, "3h 2h As", "As"), seat(2, "9c 4s 9d", "9d"), bank="Td 4h 6s", community="8c")
    assert result.payment(1, "primary").clauses == ("TCS-35", "TCS-34")  # suited connectors and an ace: both won
    assert result.outcome(2, "primary") == "push"


@rule("TCS-18", "TCS-19")
def test_a_setting_is_foul_exactly_when_two_bare_cards_lie_under_a_higher_low_card() -> None:
    for high, low, foul in (
        ("7h 2d", "Kc", True),
        ("Kc 2d", "7h", False),
        ("7h 2h", "Kc", False),
        ("7h 2d", "7c", False),
    ):
        assert is_foul(cards_from(high), cards_from(low)) is foul


@example("TCS-E34")
@rule("TCS-20", "TCS-50", "TCS-66", "TCS-56")
@pytest.mark.parametrize(("foul_side_bets", "net"), [("stand", -15), ("forfeit", -35)])
def test_a_foul_costs_the_primary_wager_only_unless_the_house_takes_the_propositions_too(
    foul_side_bets: str, net: float
) -> None:
    result = hand("Kc 7h 2d", "Kc", "Qs 9d 4h", "7d", three=10, bonus=5, foul_side_bets=foul_side_bets)
    assert result.net(1) == net
    assert result.net(1, "three-card") == (10 if foul_side_bets == "stand" else -10)
    assert result.net(1, "bonus") == -5


@example("TCS-E38")
@rule("TCS-81")
@pytest.mark.parametrize("low", ["7h 2d", "", "Kc 7h 2d"])
def test_a_wrong_count_in_the_low_place_is_foul_and_the_propositions_stand(low: str) -> None:
    misset = Seat(1, "Kc 7h 2d", {"primary": 20, "three-card": 10}, ({"miscount": low},))
    result = table(misset, bank="Qs 9d 4h")
    assert (result.net(1, "primary"), result.net(1, "three-card")) == (-20, 10)
    assert result.payment(1, "primary").clauses == ("TCS-81",)


@rule("TCS-81", "TCS-16")
def test_a_setting_names_exactly_one_low_card_of_the_hand() -> None:
    round_ = resume(find(TCS), document(TCS, Seat(1, "Kc 7h 2d", {"primary": 20}), bank="Qs 9d 4h", posted=None,
                                        cards={"community": "2c"}))  # fmt: skip
    with pytest.raises(Refusal, match=r"set takes 1 card, but 2 were given \(TCS-16\)"):
        round_.decide("1", Answer("set", cards=cards_from("7h 2d")))
    with pytest.raises(Refusal, match=r"set As is refused: you hold Kc 7h 2d \(TCS-16\)"):
        round_.decide("1", Answer("set", cards=cards_from("As")))
    assert [choice.name for choice in view(round_, "1").choices] == ["set", "house-way"]
    assert len({*combinations(view(round_, "1").choices[0].pick or (), 1)}) == 3  # three settings


# -- the house way ------------------------------------------------------------------------------------------------


@example("TCS-E08", "TCS-E09", "TCS-E12")
@rule("TCS-40", "TCS-41", "TCS-42", "TCS-46")
@pytest.mark.parametrize(
    "setting",
    ["9s 9c | 9h", "Kh Kd | Kc", "5h 4s | 6s", "7h 2h | 9h", "Td 4h | 7s", "Jd 7s | 9h"],
)
def test_the_house_way_splits_trips_by_colour_runs_from_the_top_and_nothing_in_the_middle(setting: str) -> None:
    assert house_way(setting.replace("|", "")) == setting


@example("TCS-E10", "TCS-E11")
@rule("TCS-43", "TCS-44", "TCS-45")
@pytest.mark.parametrize(
    "setting",
    ["9h 9s | Ts", "Ks 9s | Qh", "2s As | Kh", "5h 4h | 4s", "Ts 7s | 5h", "8h 7s | 5s"],
)
def test_the_house_way_takes_the_best_high_hand_that_leaves_a_ten_low_or_else_the_best(setting: str) -> None:
    assert set(house_way(setting.replace("|", "")).split()) == set(setting.split())
    assert house_way(setting.replace("|", "")).endswith(setting[-4:])


@example("TCS-E10")
@rule("TCS-42")
def test_the_third_printed_sample_is_a_flush_as_it_stands() -> None:
    assert house_way("2s As Ks") == "Ks 2s | As"


@example("TCS-E28")
@rule("TCS-43", "TCS-44", "TCS-45")
@pytest.mark.parametrize(
    ("cards", "made_only", "any_legal"),
    [
        ("Kc Kd 5s", "5s", "Kd"),
        ("Kc Kd 5d", "Kc", "Kc"),
        ("Qh Jd 5c", "5c", "Jd"),
        ("Ah Kd 9c", "9c", "Kd"),
        ("Ks Qs 5c", "5c", "Qs"),
        ("Ks 7s Ah", "Ah", "Ah"),
    ],
)
def test_only_the_any_legal_reading_breaks_a_made_hand_for_a_low_ten(
    cards: str, made_only: str, any_legal: str
) -> None:
    assert house_way(cards).endswith(f"| {made_only}")
    assert house_way(cards, house_way_low_ten="any-legal").endswith(f"| {any_legal}")


@example("TCS-E29")
@rule("TCS-44", "TCS-47")
@pytest.mark.parametrize(
    ("cards", "low"), [("Ac Ad 2s", "Ad"), ("Tc Td 9s", "Td"), ("Tc Td 9d", "Tc"), ("Jh Jc Qd", "Qd")]
)
def test_of_two_equal_cards_the_higher_suit_goes_low(cards: str, low: str) -> None:
    assert house_way(cards).endswith(f"| {low}")


@example("TCS-E30")
@rule("TCS-42", "TCS-52")
@pytest.mark.parametrize(("cards", "low"), [("As 2d 3c", "As"), ("Qd Kh Ac", "Ac"), ("Ks Ad 2c", "Ks")])
def test_the_ace_of_a_run_goes_low_and_king_ace_two_is_no_run(cards: str, low: str) -> None:
    assert house_way(cards).endswith(f"| {low}")


@rule("TCS-40", "TCS-47", "TCS-48")
@pytest.mark.parametrize("reading", ["made-only", "any-legal"])
def test_the_house_way_sets_every_hand_of_the_pack_and_never_fouls(reading: str) -> None:
    steps = {"TCS-41": 0, "TCS-42": 0, "TCS-44": 0, "TCS-45": 0, "TCS-46": 0}
    tied = set()
    for cards in combinations(PACK, 3):
        (low,), clauses = house_low(cards, reading)
        high = tuple(card for card in cards if card != low)
        assert len(high) == 2
        assert not is_foul(high, (low,)), text_of_cards(cards)
        (step,) = steps.keys() & set(clauses)
        steps[step] += 1
        if "TCS-47" in clauses:
            tied.add("".join(sorted("23456789TJQKA"[card >> 2] for card in cards)))
    assert sum(steps.values()) == 22_100
    assert steps["TCS-41"] == 52
    if reading == "made-only":
        assert tied == {"2AA", "9TT"}
    else:
        pairs = {"".join(sorted((low, high, high))) for high in "TJQKA" for low in "23456789"}
        assert tied == pairs


@rule("TCS-21", "TCS-22", "TCS-23")
def test_the_dealer_sets_by_the_house_way_that_anybody_may_inspect() -> None:
    round_ = hand("Jd 5c 7c", "7c", "9s Ks Qh", irregularities=["dealer-misset"]).round
    cards = view(round_, "").cards
    assert (sorted(cards["bank"]), cards["bank low"]) == (["9s", "Ks"], ["Qh"])  # type: ignore[type-var]
    assert GAME.house_way is not None
    shown = GAME.house_way(cards_from("9s Ks Qh"), round_.rules)
    assert (shown.high_says, shown.low_says, shown.clauses) == (
        "king-high suited cards with a nine", "a queen", ("TCS-40", "TCS-43", "TCS-44"),
    )  # fmt: skip


@rule("TCS-16", "TCS-18")
def test_every_setting_that_is_not_foul_is_listed() -> None:
    assert GAME.settings is not None
    rules = Rules.of(TCS)
    assert [setting.low for setting in GAME.settings(cards_from("Kc 7h 2d"), rules)] == [
        cards_from("7h"), cards_from("2d"),
    ]  # fmt: skip
    assert len(GAME.settings(cards_from("3h 2h As"), rules)) == 3
    with pytest.raises(ValueError, match="'Kc 7h' is 2 cards; this ranking takes 3 cards without a joker"):
        GAME.settings(cards_from("Kc 7h"), rules)


@rule("TCS-82")
def test_a_hand_left_unset_is_set_by_the_house_way() -> None:
    unset = Seat(1, "Kc 7h 2d", {"primary": 20})
    round_ = resume(find(TCS), document(TCS, unset, bank="Td 4h 6s", posted=None, cards={"community": "2c"}))
    (ask,) = round_.asks()
    round_.decide("1", ask.default)
    assert view(round_, "").cards["1 low"] == ["7h"]
    assert Played(round_).net(1) == 20


# -- the three card proposition -----------------------------------------------------------------------------------


@example("TCS-E06", "TCS-E07")
@rule("TCS-54", "TCS-55", "TCS-37")
def test_equal_three_card_hands_go_by_the_number_of_red_cards() -> None:
    assert hand("Qd Qh 7c", "", "Qs Qc 7h", three=10).net(1, "three-card") == -10
    assert hand("Qc Qh 7d", "", "Qs Qd 7h", three=10).net(1, "three-card") == 10


@rule("TCS-50", "TCS-56")
def test_the_proposition_does_not_care_how_the_cards_were_set_or_what_the_primary_wager_did() -> None:
    for low in ("9c", "9d", "4s"):
        result = hand("9c 9d 4s", low, "Kd 8h 3s", three=10)
        assert result.net(1, "three-card") == 10
    assert hand("9c 9d 4s", "4s", "Kd 8h 3s", three=10).outcome(1, "primary") != "win"


# -- the four card bonus ------------------------------------------------------------------------------------------


@example("TCS-E32")
@rule("TCS-60", "TCS-61", "TCS-62", "TCS-63", "TCS-65", "TCS-37")
@pytest.mark.parametrize(
    ("cards", "community", "net"),
    [
        ("5h 6h 7h", "8d", 100), ("9s 9d 9h", "9c", 1000), ("As Ad Ah", "Ac", 2500), ("2s 2d 3h", "3c", 15),
        ("Kh Kd 7h", "2h", 5), ("5s 5d 6h", "7c", 5), ("Ks Ah 2d", "3c", 5), ("Js Qd Kh", "Ac", 25),
        ("As 2s 3s", "4s", 500), ("Ks Kd 9h", "4c", -5),
    ],
)  # fmt: skip
def test_the_bonus_pays_the_highest_row_that_the_four_cards_meet(cards: str, community: str, net: float) -> None:
    assert hand(cards, "", "Td 8c 6s", community, bonus=5).net(1, "bonus") == net


ROWS = {
    "four aces": "As Ad Ah Ac", "four of a kind": "9s 9d 9h 9c", "four card straight flush": "5h 6h 7h 8h",
    "three card straight flush": "5h 6h 7h 9h", "three of a kind": "9s 9d 9h 2c", "two pair": "2s 2d 3h 3c",
    "four card straight or flush": "2h 5h 9h Kh", "three card straight or flush": "2h 5h 9h Kc",
}  # fmt: skip


@rule("TCS-64", "TCS-65")
@pytest.mark.parametrize("posted", ["TCS-1a", "TCS-2a", "TCS-3a", "TCS-1b", "TCS-2b", "TCS-3b", "TCS-4a", "TCS-4b"])
def test_each_posted_table_pays_its_own_rows(posted: str) -> None:
    printed = Rules.of(TCS).table(posted)
    assert set(ROWS) == set(printed.odds)
    for row, cards in ROWS.items():
        result = hand(cards[:8], "", "Td 8c 6s", cards[9:], bonus=4, bonus_paytable=posted)
        assert result.net(1, "bonus") == 4 * printed.number(row)


@rule("TCS-60", "TCS-66", "TCS-14")
def test_the_community_card_serves_the_bonus_alone() -> None:
    results = [hand("Kh Kd 7h", "", "As Ad Td", community, three=10, bonus=5) for community in ("2h", "3c")]
    assert [result.net(1, "bonus") for result in results] == [5, -5]
    assert {(result.net(1, "primary"), result.net(1, "three-card")) for result in results} == {(0, -10)}


@rule("TCS-74")
def test_only_one_player_can_hold_four_of_a_kind_with_the_community_card() -> None:
    community = cards_from("Ac")
    others = [card for card in PACK if card not in community]
    fours = [
        hole for hole in combinations(others, 3) if four.value((*hole, *community)) >= four.ROWS.index("four of a kind")
    ]
    assert [text_of_cards(hole) for hole in fours] == ["Ad Ah As"]


# -- the jackpot --------------------------------------------------------------------------------------------------


@example("TCS-E33")
@rule("TCS-70", "TCS-72", "TCS-73")
def test_four_aces_win_the_whole_meter_on_a_wager_that_qualifies() -> None:
    def aces(stake: float, **options: Any) -> Played:
        jackpots = {"bonus-jackpot": 1300_00}
        return hand(
            "As Ad Ah", "", "Td 8c 6s", "Ac", bonus=stake, bonus_paytable="TCS-4a", jackpots=jackpots, **options
        )

    hit = aces(5)
    assert hit.net(1, "bonus") == 1500
    assert [(prize.place.name, prize.cents) for prize in hit.round.prizes] == [("1", 1300_00)]
    assert hit.round.felt.pools == {"bonus-jackpot": 500_00}
    assert hit.round.ledger.balances["jackpot bonus-jackpot"] == -1300_00  # the casino's money, not the wagers'
    missed = aces(3)
    assert (missed.net(1, "bonus"), missed.round.prizes) == (900, [])
    assert missed.round.felt.pools == {"bonus-jackpot": 1300_00}
    assert aces(3, jackpot_qualifier=3).round.prizes[0].cents == 1300_00
    assert aces(5, jackpot_seed=750).round.felt.pools == {"bonus-jackpot": 750_00}


@rule("TCS-70", "TCS-71")
def test_the_jackpot_starts_at_its_seed_and_exists_only_with_its_tables() -> None:
    def pools(posted: str, **options: Any) -> dict[str, int]:
        return hand("Ks Kd Kh", "", "Td 8c 6s", "Ac", bonus=5, bonus_paytable=posted, **options).round.felt.pools

    assert pools("TCS-4b") == {"bonus-jackpot": 500_00}
    assert pools("TCS-4b", jackpot_seed=1000) == {"bonus-jackpot": 1000_00}
    assert pools("TCS-1a") == {}


@rule("TCS-70")
def test_a_meter_under_another_name_is_refused_and_not_forgotten() -> None:
    with pytest.raises(Refusal, match="no jackpot 'jackpot' belongs to this game: bonus-jackpot is known") as refused:
        hand("As Ad Ah", "", "Td 8c 6s", "Ac", bonus=5, bonus_paytable="TCS-4a", jackpots={"jackpot": 1300_00})
    assert refused.value.where == "jackpots.jackpot"


@rule("TCS-71")
def test_the_meter_grows_day_by_day_or_by_hand_until_it_is_hit() -> None:
    options = Rules.of(TCS, {"bonus_paytable": "TCS-4a", "jackpot_daily_increment": 150}).options
    meter = meters(find(TCS), options, day=10)["bonus-jackpot"]
    assert (meter.on(10), meter.on(12), meter.on(12), meter.on(11)) == (500_00, 800_00, 800_00, 800_00)
    meter.add(25_00)
    assert meter.amount == 825_00
    jackpots = {"bonus-jackpot": meter.amount}
    hit = hand("As Ad Ah", "", "Td 8c 6s", "Ac", bonus=5, bonus_paytable="TCS-4a", jackpots=jackpots)
    assert hit.round.prizes[0].cents == 825_00
    assert meter.after_round(hit.round.felt.pools["bonus-jackpot"]) == 500_00
    assert Meter(500_00).on(9) == 500_00
    assert meters(find(TCS), Rules.of(TCS).options) == {}


@rule("TCS-20", "TCS-73")
def test_a_foul_hand_loses_the_jackpot_where_it_forfeits_the_propositions() -> None:
    foul = Seat(1, "As Ad Ah", {"primary": 20, "bonus": 5}, ({"miscount": "As Ad"},))
    for choice, prizes in (("stand", 1), ("forfeit", 0)):
        result = table(foul, bank="Td 8c 6s", community="Ac", bonus_paytable="TCS-4a", foul_side_bets=choice)
        assert len(result.round.prizes) == prizes


# -- wagers and limits --------------------------------------------------------------------------------------------


@rule("TCS-04", "TCS-06")
def test_a_proposition_needs_a_primary_wager() -> None:
    with pytest.raises(Refusal, match=r"seat 1 has no primary: it is compulsory \(TCS-04\)"):
        table(Seat(1, "Kc 7h 2d", {}), bank="Td 4h 6s")
    for wager in ("three-card", "bonus"):
        with pytest.raises(Refusal, match=f"seat 1 has {wager} without primary: it needs one"):
            table(Seat(1, "Kc 7h 2d", {wager: 5}), bank="Td 4h 6s")


@rule("TCS-06")
def test_one_or_both_propositions_or_neither_go_with_the_primary_wager() -> None:
    for wagers in ({}, {"three-card": 5}, {"bonus": 5}, {"three-card": 5, "bonus": 5}):
        result = table(Seat(1, "Kc 7h 2d", {"primary": 10} | wagers, ("house-way",)), bank="Td 4h 6s")
        assert {wager for _, wager in result.order} == {"primary", *wagers}


@example("TCS-E31")
@rule("TCS-08")
def test_the_three_card_proposition_is_at_most_half_the_primary_wager_to_the_half_dollar() -> None:
    def staked(three: float, **options: Any) -> float:
        return (
            hand("Kc 7h 2d", "7h", "Td 4h 6s", primary=25, three=three, **options).payment(1, "three-card").staked / 100
        )

    assert staked(12) == 12
    assert staked(12.5) == 12.5
    assert staked(12.25, chip_unit=0.25) == 12.25
    for stake, chip, options in ((12.25, r"0\.50", {}), (12.5, r"1\.00", {"chip_unit": 1.0})):
        with pytest.raises(Refusal, match=rf"is refused: the smallest chip is {chip} \(TCS-08\)") as refused:
            staked(stake, **options)
        assert refused.value.where == "seats[0].wagers.three-card"
    with pytest.raises(
        Refusal, match=r"three-card of 13\.00 is refused: at most 12\.50 beside a primary of 25\.00 \(TCS-08\)"
    ):
        staked(13)


@example("TCS-E31")
@rule("TCS-05", "TCS-08")
def test_two_spots_are_one_wager_of_their_sum_and_cap_the_proposition_together() -> None:
    def spots(high: float, low: float, three: float = 0, cards: str = "Kc 7h 2d", played_low: str = "7h") -> Played:
        wagers = {"primary-high": high, "primary-low": low} | ({"three-card": three} if three else {})
        return table(Seat(1, cards, wagers, ({"set": played_low},)), bank="Td 4h 6s", primary_layout="two-spot")

    won = spots(15, 15, three=15)
    assert [won.net(1, wager) for wager in ("primary-high", "primary-low", "three-card")] == [15, 15, 15]
    pushed = spots(15, 15, cards="Jc 5d 2s", played_low="5d")
    assert [pushed.outcome(1, wager) for wager in ("primary-high", "primary-low")] == ["push", "push"]
    with pytest.raises(
        Refusal, match=r"primary-low of 10\.00 is refused: it must equal the primary-high of 15\.00 \(TCS-05\)"
    ):
        spots(15, 10)
    with pytest.raises(
        Refusal, match=r"three-card of 16\.00 is refused: at most 15\.00 beside a primary-high of 15\.00"
    ):
        spots(15, 15, three=16)
    with pytest.raises(Refusal, match=r"seat 1 has no primary-low: it is compulsory \(TCS-05\)"):
        table(Seat(1, "Kc 7h 2d", {"primary-high": 15}), bank="Td 4h 6s", primary_layout="two-spot")
    with pytest.raises(
        Refusal, match="'primary' takes no wager before the deal: primary-high, primary-low, three-card, bonus do"
    ):
        table(seat(1, "Kc 7h 2d"), bank="Td 4h 6s", primary_layout="two-spot")


@rule("TCS-07", "TCS-05")
def test_two_spots_share_the_limits_of_the_primary_wager() -> None:
    def spots(each: float, limits: str) -> Played:
        both = Seat(1, "Kc 7h 2d", {"primary-high": each, "primary-low": each}, ("house-way",))
        return table(both, bank="Td 4h 6s", primary_layout="two-spot", primary_limits=limits)

    assert spots(2.5, "5..500").net(1) == 5
    with pytest.raises(Refusal, match=r"primary-high of 2\.00 is under the minimum of 2\.50 \(TCS-07\)"):
        spots(2, "5..500")
    with pytest.raises(Refusal, match=r"primary-high of 26\.00 is over the maximum of 25\.00 \(TCS-07\)"):
        spots(26, "5..50")


@rule("TCS-07")
def test_each_wager_keeps_to_its_own_posted_range() -> None:
    with pytest.raises(Refusal, match=r"seat 1's primary of 4\.00 is under the minimum of 5\.00 \(TCS-07\)"):
        hand("Kc 7h 2d", "7h", "Td 4h 6s", primary=4)
    with pytest.raises(Refusal, match=r"seat 1's primary of 501\.00 is over the maximum of 500\.00 \(TCS-07\)"):
        hand("Kc 7h 2d", "7h", "Td 4h 6s", primary=501)
    with pytest.raises(Refusal, match=r"seat 1's bonus of 101\.00 is over the maximum of 100\.00 \(TCS-07\)"):
        hand("Kc 7h 2d", "7h", "Td 4h 6s", bonus=101)
    wide = hand(
        "Kc 7h 2d", "7h", "Td 4h 6s", primary=900, three=300, primary_limits="10..1000", proposition_limits="5..400"
    )
    assert wide.net(1, "primary") == 900


@rule("TCS-07")
def test_the_limits_of_a_document_narrow_those_of_the_primary_wager_on_one_spot_or_two() -> None:
    def staked(wagers: dict[str, float], **options: Any) -> Played:
        limits = (25, 100)
        player = Seat(1, "Kc 7h 2d", wagers, ("house-way",))
        community = {"community": "2c"}
        return played(TCS, player, bank="Td 4h 6s", posted=None, cards=community, limits=limits, options=options)

    assert staked({"primary": 30, "bonus": 1}).net(1, "primary") == 30
    with pytest.raises(Refusal, match=r"primary of 20\.00 is under the minimum of 25\.00 \(TCS-07\)"):
        staked({"primary": 20})
    with pytest.raises(Refusal, match=r"primary-high of 51\.00 is over the maximum of 50\.00 \(TCS-07\)"):
        staked({"primary-high": 51, "primary-low": 51}, primary_layout="two-spot")


@rule("TCS-08", "TCS-07")
def test_no_proposition_fits_where_half_the_primary_wager_is_under_the_posted_minimum() -> None:
    for stake in (2, 5):
        with pytest.raises(Refusal, match="three-card"):
            hand("Kc 7h 2d", "7h", "Td 4h 6s", primary=8, three=stake, proposition_limits="5..100")


@rule("TCS-09")
def test_the_bonus_may_exceed_the_primary_wager_unless_the_house_caps_it_too() -> None:
    assert hand("Kc 7h 2d", "7h", "Td 4h 6s", primary=5, bonus=100).payment(1, "bonus").staked == 100_00
    with pytest.raises(
        Refusal, match=r"bonus of 11\.00 is refused: at most 10\.00 beside a primary of 20\.00 \(TCS-09\)"
    ):
        hand("Kc 7h 2d", "7h", "Td 4h 6s", primary=20, bonus=11, bonus_cap_ratio=0.5)
    assert hand("Kc 7h 2d", "7h", "Td 4h 6s", primary=20, bonus=10, bonus_cap_ratio=0.5).net(1, "bonus") == -10


@rule("TCS-10")
def test_no_wager_is_taken_after_the_first_card() -> None:
    round_ = resume(find(TCS), document(TCS, Seat(1, "Kc 7h 2d", {"primary": 20}), posted=None))
    with pytest.raises(Refusal, match=r"nobody asked place 1 for a decision: bonus 5\.00 is refused"):
        round_.decide("1", Answer("bonus", 500))


@rule("TCS-03")
def test_only_the_house_banks_and_it_covers_everything() -> None:
    table_ = document(TCS, Seat(1, "", {"primary": 20}), posted=None)
    table_.bank = BankSetup(7, "Ana", 100_000)
    with pytest.raises(
        Refusal, match=r"only the house banks at this table: 1,000\.00 posted by a player is refused \(TCS-03\)"
    ):
        resume(find(TCS), table_)
    assert hand("As Ad Ah", "", "Td 8c 6s", "Ac", bonus=100, bonus_paytable="TCS-1b").net(1, "bonus") == 100_000


# -- the deal and the order of settling ---------------------------------------------------------------------------


@example("TCS-E35")
@rule("TCS-12", "TCS-13", "TCS-14", "TCS-15", "TCS-36")
def test_packets_go_clockwise_the_dealer_and_the_community_card_last_and_settling_comes_back() -> None:
    result = table(
        seat(5, "9c 4s 6d", three=5, bonus=5), seat(2, "Kc 7h 2d", three=5), seat(7, "Jd 5c 7c"), bank="Td 4h 6s"
    )
    dealt = [event for event in result.round.events if not isinstance(event.given, Answer)]
    assert [(event.to, len(event.given)) for event in dealt if isinstance(event.given, tuple)] == [
        ("2", 3), ("5", 3), ("7", 3), ("bank", 3), ("community", 1),
    ]  # fmt: skip
    assert result.order == [
        ("7", "primary"), ("5", "primary"), ("5", "three-card"), ("5", "bonus"), ("2", "primary"), ("2", "three-card"),
    ]  # fmt: skip
    assert result.round.felt.turned == ["bank", "community", "7", "5", "2"]


@rule("TCS-13", "TCS-14")
def test_single_cards_go_round_in_three_passes() -> None:
    result = table(seat(2, "Kc 7h 2d"), seat(5, "9c 4s 6d"), bank="Td 4h 6s", deal_style="single")
    dealt = [event for event in result.round.events if not isinstance(event.given, Answer)]
    assert [event.to for event in dealt] == ["2", "5", "bank"] * 3 + ["community"]
    assert result.net(2) == 20


@rule("TCS-02", "TCS-15")
def test_each_position_with_a_primary_wager_is_dealt_and_settled_by_itself() -> None:
    result = table(seat(1, "Kc 7h 2d", "7h"), seat(2, "9c 5s 3d", "5s"), bank="Td 4h 6s")
    assert (result.net(1), result.net(2)) == (20, -20)
    assert set(result.round.document().cards) == {"1", "2", "bank", "community"}
    with pytest.raises(Refusal, match="seat 8 does not exist: the table has seats 1 to 7"):
        table(seat(8, "Kc 7h 2d"), bank="Td 4h 6s")
    assert table(seat(16, "Kc 7h 2d", "7h"), bank="Td 4h 6s", seats=16).net(16) == 20
    with pytest.raises(Refusal, match="seats = 17 is not among its choices"):
        table(seat(17, "Kc 7h 2d"), bank="Td 4h 6s", seats=17)


@rule("TCS-01", "TCS-11", "TCS-38")
def test_every_round_begins_with_the_whole_pack_of_52() -> None:
    for number in (1, 2):
        setup = document(TCS, Seat(1, "", {"primary": 20}), posted=None, round=number).setup()
        round_ = Round(find(TCS), setup)
        assert sorted(round_.cards_left()) == list(PACK)
        dealt = [play(Round(find(TCS), setup), Shoe(PACK, seed, lambda ask: ask.default)) for seed in (number, 7)]
        assert dealt[0].document().cards != dealt[1].document().cards  # another shuffle, other cards


@rule("TCS-17")
def test_set_hands_lie_face_down_or_face_up_as_the_house_rules() -> None:
    def after_one(card_exposure: str) -> Round:
        seats = Seat(1, "Kc 7h 2d", {"primary": 20}, ({"set": "7h"},)), Seat(2, "9c 4s 6d", {"primary": 20})
        options = {"card_exposure": card_exposure}
        return resume(
            find(TCS), document(TCS, *seats, bank="Td 4h 6s", posted=None, cards={"community": "2c"}, options=options)
        )

    hidden, shown = after_one("face-down"), after_one("face-up")
    assert (view(hidden, "2").cards["1"], decided(hidden, "2")) == ([None] * 3, [("1", None)])
    assert view(shown, "2").cards["1"] == ["Kc", "7h", "2d"]
    assert decided(shown, "2") == [("1", {"set": "7h"})]
    assert view(shown, "2").cards["2"] == ["9c", "4s", "6d"]


@rule("TCS-24", "TCS-21")
def test_dealer_and_community_cards_are_down_until_everybody_has_set() -> None:
    round_ = resume(
        find(TCS),
        document(TCS, Seat(1, "Kc 7h 2d", {"primary": 20}), bank="Td 4h 6s", posted=None, cards={"community": "2c"}),
    )
    assert view(round_, "1").cards == {"1": ["Kc", "7h", "2d"], "bank": [None] * 3, "community": [None]}
    round_.decide("1", Answer("house-way"))
    assert round_.felt.turned == ["bank", "community", "1"]


# -- irregularities -----------------------------------------------------------------------------------------------


def waiting(**options: Any) -> Round:
    """A round in which seat 1 has yet to set."""
    player = Seat(1, "7c 7h 2d", {"primary": 20, "bonus": 5})
    return resume(
        find(TCS), document(TCS, player, bank="Qs Td 4h", posted=None, cards={"community": "7d"}, options=options)
    )


@example("TCS-E37")
@rule("TCS-80")
@pytest.mark.parametrize("kind", ["bank-card-exposed", "wrong-count", "boxed-card"])
def test_a_dealer_card_seen_too_early_a_wrong_count_or_a_boxed_card_void_the_round(kind: str) -> None:
    round_ = waiting()
    round_.call(kind)
    assert (round_.over, round_.voided) == (True, "TCS-80")
    assert [(paid.net, paid.returned) for paid in round_.payments] == [(0, 20_00), (0, 5_00)]


@example("TCS-E37")
@rule("TCS-80")
def test_a_community_card_turned_too_early_stays_unless_the_house_voids() -> None:
    round_ = waiting()
    round_.call("community-card-exposed")
    assert view(round_, "").cards["community"] == ["7d"]
    assert view(resume(find(TCS), round_.document()), "").cards["community"] == ["7d"]
    round_.decide("1", Answer("house-way"))
    assert Played(round_).net(1, "bonus") == 50
    assert resume(find(TCS), round_.document()).document() == round_.document()
    strict = waiting(early_community_card="void")
    strict.call("community-card-exposed")
    assert strict.voided == "TCS-80"


# -- whole tables -------------------------------------------------------------------------------------------------


@rule("TCS-36", "TCS-37", "TCS-74")
def test_a_full_table_with_several_bonuses_settles_every_wager_and_the_ledger_is_at_zero() -> None:
    hands = ("As Ad Ah", "Kh Kd 7h", "5s 6s 7s", "2s 2d 3h", "9s 9d 9h", "Jc Qd Ks", "Tc 8d 4h")
    seats = [seat(number, cards, primary=20, three=10, bonus=5) for number, cards in enumerate(hands, 1)]
    result = table(*seats, bank="Td 4s 6d", community="Ac", bonus_paytable="TCS-4a", jackpots={"bonus-jackpot": 900_00})
    assert [result.net(number, "bonus") for number in range(1, 8)] == [
        1500,
        -5,
        60,
        5,
        40,
        25,
        -5,
    ]  # 2-2-3 and the ace are a run
    assert len(result.order) == 21
    assert result.order[0] == ("7", "primary")
    assert result.order[-1] == ("1", "bonus")
    assert result.bank == -sum(result.net(number) for number in range(1, 8))
    assert [prize.cents for prize in result.round.prizes] == [900_00]


@rule("TCS-02", "TCS-14")
def test_sixteen_positions_use_the_whole_pack() -> None:
    setup = sit_down(find(TCS), 1, {"seats": 16}, players=16)
    round_ = play(Round(find(TCS), setup), Shoe(PACK, 1, lambda ask: ask.default))
    assert (len(setup.seats), round_.over, round_.cards_left()) == (16, True, [])


# -- ranking for a dispute ----------------------------------------------------------------------------------------


@rule("TCS-25", "TCS-26", "TCS-51", "TCS-62")
@pytest.mark.parametrize(
    ("cards", "titles"),
    [
        ("As", {"low": "ace"}),
        ("As 2s", {"high": "suited connectors"}),
        ("As Ks Qs", {"three cards": "straight flush", "high": "suited connectors", "low": "ace"}),
        ("9c 9d 4s", {"three cards": "pair", "high": "pair", "low": "four"}),
        ("5h 6h 7h 8d", {"four cards": "three card straight flush"}),
    ],
)
def test_one_to_four_cards_are_ranked_for_what_they_are(cards: str, titles: dict[str, str]) -> None:
    ranked = GAME.rank(cards_from(cards), Rules.of(TCS))
    assert {title: hand.category for title, hand in ranked.items()} == titles


def test_five_cards_are_no_hand_of_this_game() -> None:
    with pytest.raises(ValueError, match="this ranking takes 4 cards"):
        GAME.rank(cards_from("As Ks Qs Js Ts"), Rules.of(TCS))
    assert three_card_split.GAME is find(TCS)
    assert three.category(three.value(cards_from("As Ks Qs"))) == "royal flush"
