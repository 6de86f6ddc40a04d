"""Equities: known counts, naive twins on the scalar rankings, and ranges in words."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from houseway.cards import PACK, PACK_WITH_JOKER, Cards, cards_from, text_of_cards
from houseway.hands import board as boards
from houseway.hands import five, low
from houseway.lab.equity import Equity, equity
from houseway.lab.methods.poker.ranges import hole_cards
from houseway.script import Refusal


def counts(found: Equity, player: int = 0) -> tuple[int, int, int]:
    share = found.players[player]
    return share.wins, share.ties, share.losses


def test_aces_against_kings_win_1388072_of_1712304_boards() -> None:
    found = equity("texas-holdem", ["AdAc", "KhKs"])
    assert found.exact
    assert counts(found) == (1_388_072, 6_538, 317_694)
    assert counts(found, 1) == (317_694, 6_538, 1_388_072)
    assert sum(player.equity for player in found.players) == 1


def test_a_range_is_the_sum_of_its_hands() -> None:
    whole = equity("texas-holdem", ["AA", "KK"], board="2c 7d Jh")
    parts = [
        equity("texas-holdem", [text_of_cards(a), text_of_cards(b)], board="2c 7d Jh")
        for a in hole_cards("AA", 2, PACK)
        for b in hole_cards("KK", 2, PACK)
    ]
    assert whole.total == sum(part.total for part in parts)
    assert counts(whole) == tuple(sum(counts(part)[index] for part in parts) for index in range(3))


def test_random_deals_come_close_to_every_deal() -> None:
    hands = ["QQ+/AKs", "9h8h", "random"]
    sampled = equity("texas-holdem", hands, board="7h 6h 2c", dead="As", samples=60_000, seed=3)
    assert not sampled.exact
    again = equity("texas-holdem", hands, board="7h 6h 2c", dead="As", samples=60_000, seed=3)
    other = equity("texas-holdem", hands, board="7h 6h 2c", dead="As", samples=60_000, seed=4)
    assert again.players == sampled.players
    assert float(sampled.players[0].equity) == pytest.approx(float(other.players[0].equity), abs=0.015)
    exact = equity("texas-holdem", ["QQ+/AKs", "9h8h"], board="7h 6h 2c")
    near = equity("texas-holdem", ["QQ+/AKs", "9h8h"], board="7h 6h 2c", samples=60_000)
    assert float(near.players[0].equity) == pytest.approx(float(exact.players[0].equity), abs=0.01)


def naive(game: str, hands: list[Cards], board: Cards, dead: Cards, **how: int) -> list[Fraction]:
    """Counts every board, by the scalar rankings."""
    known = {*board, *dead, *(card for hand in hands for card in hand)}
    won, total = [Fraction(0)] * len(hands), 0
    for more in combinations([card for card in PACK if card not in known], 5 - len(board)):
        full = (*board, *more)
        total += 1
        high = [boards.high_value(hand, full, **how) for hand in hands]
        lows = [boards.low_value(hand, full, **how) if game != "high" else 0 for hand in hands]
        if game == "pineapple" and max(lows) and max(high) < five.FLOORS["pair"]:
            high = lows
        halves = [high, lows] if max(lows) else [high]
        for values in halves:
            winners = [player for player, value in enumerate(values) if value == max(values)]
            for player in winners:
                won[player] += Fraction(1, len(winners) * len(halves))
    return [each / total for each in won]


@pytest.mark.parametrize(
    ("game", "kind", "hole", "options", "how"),
    [
        ("texas-holdem", "high", 2, {}, {}),
        ("omaha", "hi-lo", 4, {}, {"exactly": 2}),
        ("omaha", "high", 4, {"variant": "high"}, {"exactly": 2}),
        ("pineapple-hi-lo", "pineapple", 3, {}, {"at_most": 3}),
        ("pineapple-hi-lo", "pineapple", 3, {"max_hole_cards_used": 2}, {"at_most": 2}),
    ],
    ids=str,
)
def test_every_board_agrees_with_the_scalar_rankings(
    game: str, kind: str, hole: int, options: dict[str, object], how: dict[str, int]
) -> None:
    random = Random(f"{game}{options}")
    for seen in (5, 4, 4, 4):
        cards = random.sample(PACK, 3 * hole + seen + 1)
        hands = [tuple(cards[hole * player : hole * player + hole]) for player in range(3)]
        board, dead = tuple(cards[3 * hole : -1]), tuple(cards[-1:])
        found = equity(
            game,
            [text_of_cards(hand) for hand in hands],
            board=text_of_cards(board),
            dead=text_of_cards(dead),
            options=options,
        )
        assert [player.equity for player in found.players] == naive(kind, hands, board, dead, **how)


def test_lowball_draws_agree_with_the_scalar_ranking() -> None:
    one, two, dead = cards_from("As 2d 3c 7h"), cards_from("5s 6d 8c Jk"), cards_from("Kc Kd")
    found = equity("lowball", ["As 2d 3c 7h", "5s 6d 8c Jk"], dead="Kc Kd", options={"joker": True})
    left = [card for card in PACK_WITH_JOKER if card not in (*one, *two, *dead)]
    won, total = Fraction(0), 0
    for mine in left:
        for other in left:
            if mine != other:
                a, b = low.value((*one, mine)), low.value((*two, other))
                won += Fraction(1) if a > b else Fraction(1, 2) if a == b else Fraction(0)
                total += 1
    assert found.exact
    assert found.total == total
    assert found.players[0].equity == won / total


def test_a_joker_is_refused_in_a_hand_of_a_table_that_has_none() -> None:
    with pytest.raises(Refusal, match="Jk is not in the pack of this table"):
        equity("lowball", ["As 2d 3c 7h", "5s 6d 8c Jk"])
    assert equity("lowball", ["As 2d 3c 7h", "5s 6d 8c 4h"]).total == 44 * 43


@pytest.mark.parametrize(
    ("text", "many"),
    [("AA", 6), ("QQ+", 18), ("AK", 16), ("AKs", 4), ("AKo", 12), ("ATs+", 16), ("KA", 16), ("AA/AKs", 10)],
)
def test_a_range_in_words_has_so_many_hands(text: str, many: int) -> None:
    hands = hole_cards(text, 2, PACK)
    assert len(hands) == len(set(hands)) == many
    assert len(hole_cards("random", 2, PACK)) == 1326


@pytest.mark.parametrize(
    ("hands", "table"),
    [
        (["AdAc"], {}),
        (["AdAc", "AdKs"], {}),
        (["AdAc", "KhKs"], {"board": "Ad"}),
        (["AdAc", "KhKs"], {"board": "2c 3c 4c 5c 6c 7c"}),
        (["AdAc", "KxKs"], {}),
        (["AdAcKd", "KhKs"], {}),
        (["AAs", "KhKs"], {}),
        (["AdAc", "KhKs"], {"dead": "Jk"}),
    ],
)
def test_hands_that_cannot_be_are_refused(hands: list[str], table: dict[str, str]) -> None:
    with pytest.raises((Refusal, ValueError)):
        equity("texas-holdem", hands, **table)  # type: ignore[arg-type]


def test_a_banked_game_has_no_equities() -> None:
    with pytest.raises(Refusal, match="none of them"):
        equity("three-card-poker", ["AdAc", "KhKs"])


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (("AdAc", "KhKs"), "2d 2c 7h 7s", ""),  # two pairs of suits change places
        (("AdAc", "KdKc"), "9h 9s 4d", "5h 5s"),  # one does, and the other but for a card
        (("AhKh", "QhJh"), "9s 9d 9c", ""),  # three suits are alike
    ],
)
def test_suits_that_are_alike_are_counted_together(hands: tuple[str, str], board: str, dead: str) -> None:
    found = equity("texas-holdem", hands, board=board, dead=dead)
    cards = [cards_from(hand) for hand in hands]
    assert [player.equity for player in found.players] == naive("high", cards, cards_from(board), cards_from(dead))
    known = sum(map(len, cards)) + len(cards_from(board)) + len(cards_from(dead))
    assert found.total == comb(52 - known, 5 - len(cards_from(board)))


@pytest.mark.parametrize(
    ("game", "hands", "how", "says"),
    [
        ("texas-holdem", ["QQ", "JJ"], {}, "every board"),
        ("texas-holdem", ["QQ", "JJ"], {"samples": 200_001}, "random deals"),
        ("omaha", ["AsAhKsKh", "9c8c7d6d"], {}, "every board"),
        ("lowball", ["As 2d 3c 7h", "5s 6d 8c 4h"], {}, "every draw"),
    ],
)
def test_progress_is_told(game: str, hands: list[str], how: dict[str, int], says: str) -> None:
    told: list[tuple[str, int, int]] = []
    found = equity(game, hands, tell=lambda *what: told.append(what), **how)  # type: ignore[arg-type]
    assert {what for what, _, _ in told} == {says}
    assert [done for _, done, _ in told] == sorted({done for _, done, _ in told})
    assert len(told) > 1
    assert all(0 <= done < total for _, done, total in told)
    assert found.total == how.get("samples", found.total)


@pytest.mark.parametrize("how", [{"samples": 0}, {"samples": -3}, {"board": "2c"}, {"board": "2c 3c"}])
def test_a_board_that_never_lies_there_and_no_samples_are_refused(how: dict[str, str]) -> None:
    with pytest.raises(Refusal, match="refused"):
        equity("texas-holdem", ["AdAc", "KhKs"], **how)  # type: ignore[arg-type]
