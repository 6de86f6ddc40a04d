"""Advice gives the expectation of every option from the view alone."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from houseway.cards import PACK, cards_from, text_of_cards
from houseway.games import find
from houseway.games.ultimate_texas_holdem import PAIR
from houseway.hands import five, three
from houseway.lab import Question, odds
from houseway.lab.advise import advise, warm_up
from houseway.lab.games.mini_pai_gow.way import charged
from houseway.lab.games.three_card_poker import exact as tcp_odds
from houseway.lab.games.ultimate_texas_holdem import advice as ultimate
from houseway.lab.games.ultimate_texas_holdem.decision_values import CATEGORIES, probed
from houseway.lab.inquiry.advice import Advice
from houseway.lab.methods.comparison import cell_of
from houseway.lab.methods.pai_gow import advice as pai_gow
from houseway.lab.methods.pai_gow import opponents as beside
from houseway.lab.methods.poker import advice as poker
from houseway.lab.ranked_settings import best_settings
from houseway.players.bot_rounds import shoe
from houseway.players.seating import sit_down
from houseway.rulebook import Rules
from houseway.script import Refusal
from houseway.table import Round, play, view
from houseway.table.documents.resumed_round import resume
from houseway.table.setup import BackerSetup, BankSetup, Document, SeatSetup, answer_from
from houseway.testing import rule

TCP, TCH, TCS = "three-card-poker", "three-card-holdem", "three-card-split"
P21, UTH, MINI = "pure-21-5-blackjack", "ultimate-texas-holdem", "mini-pai-gow"
BANKS = {TCP: 8, TCH: 7, P21: 8, UTH: 8}


def asked(game: str, wagers: dict[str, int], cards: dict[str, str], *decisions: Any, **options: Any) -> Round:
    """Returns the round as it waits for the player at seat 1."""
    document = Document(
        game=game,
        options=options,
        seats=[SeatSetup(1, "Ana", wagers)],
        cards=cards,
        decisions={"1": list(decisions)} if decisions else {},
    )
    if game in BANKS:
        document.bank = BankSetup(BANKS[game], "Bank", 10**9)
    return resume(find(game), document)


def advised(game: str, wagers: dict[str, int], cards: dict[str, str], *decisions: Any, **options: Any) -> Advice:
    return advise(view(asked(game, wagers, cards, *decisions, **options), "1"))


def worth(advice: Advice, decision: Any) -> float:
    found = next(option.expectation for option in advice.options if option.decision == decision)
    assert found is not None
    return found


def test_three_card_poker_agrees_with_the_exact_solution_hand_by_hand() -> None:
    question = Question(TCP)
    deals = tcp_odds.dealt(True)
    gains = tcp_odds.gained(deals, tcp_odds.probed(question, {"ante": 1}))
    random = Random(4)
    for index in random.sample(range(len(deals.hands)), 25):
        hand = tuple(deals.hands[index].tolist())
        shown = random.choice([card for card in PACK if card not in hand])
        rest = [card for card in PACK if card not in hand and card != shown][:2]
        cards = {"1": text_of_cards(hand), "bank": text_of_cards((shown, *rest))}
        found = advised(TCP, {"ante": 500}, cards)
        gain = int(gains[index, shown]) / int(deals.cells[index, shown].sum())
        assert worth(found, "play") - worth(found, "fold") == pytest.approx(gain)
        assert found.best == ("play" if gain > 0 else "fold")
        assert found.exact
        assert found.options[0].cost == 0


def test_a_bonus_is_counted_in_since_a_fold_gives_it_up() -> None:
    cards = {"1": "2c 4d 4h", "bank": "Ks Qd 9c"}
    alone = advised(TCP, {"ante": 500}, cards)
    both = advised(TCP, {"ante": 500, "bonus": 1000}, cards)
    assert worth(both, "play") == pytest.approx(worth(alone, "play") + 2)
    assert worth(both, "fold") == pytest.approx(worth(alone, "fold") - 2)
    assert both.options[1].cents == pytest.approx(500 * (both.options[1].cost or 0))


def test_the_bank_of_the_view_is_not_looked_at() -> None:
    seen = [advised(TCP, {"ante": 500}, {"1": "Qc 7d 4h", "bank": f"Ks {rest}"}) for rest in ("2c 3d", "Ad Ah")]
    assert [worth(each, "play") for each in seen] == [worth(seen[0], "play")] * 2


def test_three_card_holdem_expects_over_all_flops_what_the_game_does() -> None:
    """Averages the first decision of one hand over the second for every card that may come."""
    cards = {"1": "Td 7h", "board": "2h 3c 4s", "bank": "As Ad", "burn": "9c"}
    first = advised(TCH, {"ante": 500}, cards)
    total, deals = 0.0, 0
    for card in PACK:
        if card not in cards_from("Td 7h 2h"):
            second = f"2h {text_of_cards([card])}"
            rest = [each for each in PACK if each not in (*cards_from("Td 7h"), *cards_from(second))][:4]
            board = f"{second} {text_of_cards(rest[:1])}"
            dealt = {"1": "Td 7h", "board": board, "bank": text_of_cards(rest[1:3]), "burn": text_of_cards(rest[3:])}
            found = advised(TCH, {"ante": 500}, dealt, "bet")
            total += found.options[0].expectation or 0.0
            deals += 1
    assert worth(first, "bet") == pytest.approx(total / deals)
    assert worth(first, "fold") == -1.0


def test_three_card_split_names_the_settings_of_the_strategy() -> None:
    base = odds(TCS).base
    assert base is not None
    changed = base.strategy.full["instead of the house way"]
    for house, better in list(changed.items())[:8]:
        cards = cards_from(better.replace("|", " "))
        rest = [card for card in PACK if card not in cards][:4]
        dealt = {"1": text_of_cards(cards), "bank": text_of_cards(rest[:3]), "community": text_of_cards(rest[3:])}
        found = advised(TCS, {"primary": 1000}, dealt)
        assert worth(found, {"set": better.partition("| ")[2]}) == found.options[0].expectation
        assert worth(found, "house-way") == worth(found, {"set": house.partition("| ")[2]})
        assert worth(found, "house-way") < (found.options[0].expectation or 0)


def test_pure_21_5_says_what_the_full_strategy_says() -> None:
    rows: dict[str, Any] = {}
    hands = [("Kc 6d", "Ts 5h", "6-B", "B"), ("8c 8d", "6s 5h", "8-8", "6"), ("5c 6d", "9s 5h", "5-6", "9")]
    for player, bank, name, up in hands:
        found = advised(P21, {"main": 1000}, {"1": player, "bank": bank})
        rows[f"{name} v {up}"] = found.best if isinstance(found.best, str) else next(iter(found.best))
        assert found.exact
        costs = [option.cost or 0.0 for option in found.options]
        assert costs == sorted(costs)
        assert costs[0] == 0
    assert rows == {"6-B v B": "surrender", "8-8 v 6": "split", "5-6 v 9": "double"}


@rule("P21-35")
def test_pure_21_5_advises_a_double_of_nineteen_only_where_the_room_offers_it() -> None:
    cards = {"1": "Kc 9d", "bank": "Ts 5h"}
    found = advised(P21, {"main": 1000}, cards)
    assert [option.decision for option in found.options] == ["stand", "surrender"]
    allowed = advised(P21, {"main": 1000}, cards, double_on_forced_stand=True)
    assert {"double": 1000} in [option.decision for option in allowed.options]
    assert (allowed.best, worth(allowed, "stand")) == ("stand", worth(found, "stand"))


@rule("P21-68")
def test_pure_21_5_tells_a_backline_bettor_what_insurance_costs_with_the_seats_cards() -> None:
    options = {"pure_payoff": "3:2", "insurance": True}
    seat = SeatSetup(1, "Ana", {"main": 1000}, [BackerSetup(2, "Ben", {"main": 400})])
    cards = {"1": "Kc 9d", "bank": "As 5h"}
    bank = BankSetup(8, "Bank", 100_000)
    round_ = resume(find(P21), Document(game=P21, options=options, bank=bank, seats=[seat], cards=cards))
    found = advise(view(round_, "1.2"))
    assert (found.best, found.unit) == ("decline", 400)
    bonus, unseen = 16 * 6 - 1, 52 * 6 - 3
    assert worth(found, {"insure": 200}) == pytest.approx((3 * bonus / unseen - 1) / 2)


def test_ultimate_at_the_river_counts_every_bank() -> None:
    question = Question(UTH)
    hole, board = cards_from("Kd 7h"), cards_from("Kc 9s 4d 4c 2h")
    worths = probed(question)
    left = [card for card in PACK if card not in hole + board]
    mine = five.value(hole + board)
    category = CATEGORIES.index(five.category(mine))
    nets = [
        float(worths.hands[3, category, cell_of(mine, five.value(bank + board), PAIR)].net)
        for bank in combinations(left, 2)
    ]
    cards = {"1": "Kd 7h", "board": text_of_cards(board), "bank": "As Qd"}
    found = advised(UTH, {"ante": 500, "blind": 500}, cards, "check", "check")
    assert worth(found, {"play": 500}) == pytest.approx(sum(nets) / len(nets))
    assert worth(found, "fold") == -2.0


def test_ultimate_on_the_flop_looks_at_every_river() -> None:
    hole, flop = cards_from("Kd 7h"), cards_from("Kc 9s 4d")
    tables = ultimate._tables(Question(UTH))
    found = advised(
        UTH, {"ante": 500, "blind": 500}, {"1": "Kd 7h", "board": "Kc 9s 4d 4c 2h", "bank": "As Qd"}, "check"
    )
    left = [card for card in PACK if card not in hole + flop]
    bets = checks = 0
    for turn_river in list(combinations(left, 2))[::60]:
        sums = ultimate._at_river(tables, hole, flop + turn_river)
        bets += sums[2]
        checks += max(sums[3], sums[4])
    some = len(range(0, 1081, 60)) * 990 * tables.scale
    assert worth(found, {"play": 1000}) == pytest.approx(bets / some, abs=0.6)
    assert worth(found, "check") == pytest.approx(checks / some, abs=0.4)
    assert found.best == {"play": 1000}


TRIPS = {"ante": 500, "blind": 500, "trips": 500}


@rule("UTH-26")
def test_a_fold_gives_up_what_trips_would_pay_the_whole_hand_where_only_the_board_counts() -> None:
    cards = {"1": "7c 7d", "board": "7h 2c 9d Qs 4h", "bank": "As Kd"}
    whole = advised(UTH, TRIPS, cards, "check", "check")
    board = advised(UTH, TRIPS, cards, "check", "check", trips_on_fold="board-only")
    assert worth(whole, "fold") == -2.0
    assert worth(board, "fold") == -6.0  # +3 becomes -1
    assert worth(board, {"play": 500}) == worth(whole, {"play": 500})
    costs = [next(each.cost for each in found.options if each.decision == "fold") for found in (whole, board)]
    assert costs == pytest.approx([3.517, 7.517], abs=0.001)
    assert "not counted" in whole.notes[0]
    assert "UTH-26" in board.notes[0]
    larger = advised(UTH, TRIPS | {"trips": 1000}, cards, "check", "check", trips_on_fold="board-only")
    assert worth(larger, "fold") == -10.0


@rule("UTH-26")
def test_a_fold_that_trips_pays_nothing_more_is_the_same_either_way() -> None:
    cards = {"1": "3c 2d", "board": "7h 7c 7d Qs 4h", "bank": "As Kd"}
    found = [advised(UTH, TRIPS, cards, "check", "check", trips_on_fold=each) for each in ("whole-hand", "board-only")]
    assert worth(found[0], "fold") == worth(found[1], "fold") == -2.0


@rule("UTH-26")
def test_a_check_on_the_flop_looks_ahead_to_what_a_fold_gives_up() -> None:
    question = Question(UTH, {"trips_on_fold": "board-only", "trips_table": "custom"}, {"trips": {"straight": "9:2"}})
    tables, forgone = ultimate._tables(question), ultimate._forgone(question)
    hole, flop, trips = cards_from("3c 2d"), cards_from("2h Kc Qs"), Fraction(5, 3)
    best = ultimate._on_flop(tables, hole, flop, forgone)
    assert ultimate._on_flop(tables, hole, flop, forgone, trips) == best  # nothing is folded that Trips pays more for
    dear = tables.worth.copy()
    dear[3] = -1_000  # at such a river everything is folded
    _, folds = ultimate._on_flop(tables._replace(worth=dear), hole, flop, forgone, trips)
    expected = Fraction(0)
    for turn_river in combinations([card for card in PACK if card not in hole + flop], 2):
        board = flop + turn_river
        mine, boards = (CATEGORIES.index(five.category(five.value(cards))) for cards in (hole + board, board))
        expected -= 990 * tables.scale * (2 + trips * forgone[mine][boards])
    assert folds == expected


# -- pai gow ------------------------------------------------------------------------------------------------------

MINI_CARDS = {"1": "Kh Kd 9s 8c 5d 2h", "bank": "Ac Qd Jc Td 7s 3c"}


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Empties the cache of tallies."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(beside, "_tables", {})


def banked_by_a_player(cards: dict[str, str], **decisions: list[Any]) -> Round:
    """Returns Mini Pai Gow against the player at seat 7, with the dealer's own hand besides."""
    document = Document(
        game=MINI,
        options={"player_bank": "on"},
        seats=[SeatSetup(1, "Ana", {"main": 1000})],
        bank=BankSetup(7, "Bea", 10**6),
        cards=cards | {"house": "3s 3h 7c Jh 4c 6h"},
        decisions=decisions,
    )
    return resume(find(MINI), document)


def test_mini_pai_gow_is_told_what_every_setting_expects_doubled_or_not() -> None:
    warm_up(MINI, {"qualifier": "44"})
    told = advised(MINI, {"main": 500}, MINI_CARDS, qualifier="44")
    assert told.exact
    assert told.standard_error == 0
    assert "every one of the 10,737,573 hands" in told.method
    known = best_settings(Rules.of(MINI, {"qualifier": "44"}), cards_from(MINI_CARDS["1"]))
    for each in known:
        decision = {"double" if each.doubled else "set": text_of_cards(each.setting.low)}
        assert worth(told, decision) == float(each.expectation)
        if each.house_way:
            assert worth(told, "house-way") == float(each.expectation)
    assert len(told.options) == len(known) + 1
    assert told.best == {"double" if known[0].doubled else "set": text_of_cards(known[0].setting.low)}


def test_a_double_that_cannot_be_paid_is_not_advised() -> None:
    document = Document(game=MINI, seats=[SeatSetup(1, "Ana", {"main": 500}, stack=0)], cards=MINI_CARDS)
    told = advise(view(resume(find(MINI), document), "1"))
    assert not any(isinstance(option.decision, dict) and "double" in option.decision for option in told.options)


@rule("MPG-65")
def test_a_player_who_banks_is_paid_less_commission() -> None:
    warm_up(MINI)
    told = advise(view(banked_by_a_player(MINI_CARDS), "1"))
    for each in best_settings(Rules.of(MINI), cards_from(MINI_CARDS["1"])):
        if not each.doubled:
            total = each.won + each.pushed + each.lost
            assert worth(told, {"set": text_of_cards(each.setting.low)}) == pytest.approx(
                (0.95 * each.won - each.lost) / total
            )
    assert told.notes == [pai_gow.FREE]
    seat = {"1": "Kh As Ad 8c 6c 2s", "bank": "Kc Kd Qh 9c 5d 4s"}
    for name, index in (("set", 0), ("double", 1)):
        paid = banked_by_a_player(seat, **{"1": [{name: "Kh"}], "bank": [{"set": "Qh"}]}).payments
        won = sum(each.net - each.commission for each in paid if each.place.name == "1")
        assert won == 1000 * charged(Question(MINI), 1000)[index].qualified[2]


@rule("MPG-66")
def test_the_bank_is_told_how_to_set_its_own_hand() -> None:
    warm_up(MINI)
    told = advise(view(banked_by_a_player(MINI_CARDS), "bank"))
    assert told.exact
    assert told.unit == 1500  # the player's wager and the least that the house stakes
    assert told.notes == [pai_gow.OTHERS, pai_gow.FEES]
    players = best_settings(Rules.of(MINI), cards_from(MINI_CARDS["bank"]))
    for each in players:
        if not each.doubled:  # copies are the bank's
            assert worth(told, {"set": text_of_cards(each.setting.low)}) >= float(each.expectation)
    assert "house-way" in [option.decision for option in told.options]


@pytest.mark.usefixtures("nothing_kept")
def test_before_the_tallies_are_there_hands_at_random_stand_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = {"1": asked(MINI, {"main": 500}, MINI_CARDS), "bank": banked_by_a_player(MINI_CARDS)}
    sampled = {name: advise(view(round_, name)) for name, round_ in rounds.items()}
    monkeypatch.undo()
    warm_up(MINI)
    for name, round_ in rounds.items():
        told, exactly = sampled[name], advise(view(round_, name))
        assert (told.exact, exactly.exact) == (False, True)
        assert told.method.startswith("2,000 hands at random")
        assert len(told.options) == len(exactly.options)
        for option in told.options:
            assert abs((option.expectation or 0) - worth(exactly, option.decision)) < 4 * told.standard_error


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("game", ["pai-gow-california", "fortune-pai-gow", "pai-gow-seneca"])
def test_everybody_who_is_asked_in_a_pai_gow_round_is_answered(game: str) -> None:
    found, setup = find(game), sit_down(find(game), "advice", players=2)
    round_ = Round(found, setup)
    told: dict[str, list[Advice]] = {}

    def decide(ask: Any) -> Any:
        seen = view(round_, ask.place.name)
        told.setdefault(ask.place.name, []).append(advise(seen, ask))
        return answer_from(told[ask.place.name][-1].best)

    play(round_, shoe(found.id, setup, "advice", decide))
    for advices in told.values():
        assert "house-way" in [option.decision for option in advices[-1].options]
    assert round_.over
    assert ("bank" in told) == (game == "pai-gow-california")


def test_poker_says_equity_and_pot_odds() -> None:
    game = find("texas-holdem")
    setup = sit_down(game, "advice", players=3)
    round_ = Round(game, setup)
    seen: list[Advice] = []

    def decide(ask: Any) -> Any:
        found = view(round_, ask.place.name)
        if any(choice.name == "call" for choice in found.choices):
            seen.append(advise(found, ask))
        return answer_from(found.default or "fold")

    play(round_, shoe(game.id, setup, "advice", decide))
    assert seen
    for each in seen:
        assert each.equity is not None
        assert each.pot_odds is not None
        assert 0 < each.equity < 1
        assert 0 < each.pot_odds < 1
        call = next(
            option for option in each.options if isinstance(option.decision, dict) and "call" in option.decision
        )
        assert (call.expectation or 0.0) > 0 or each.equity <= each.pot_odds


@rule("PIN-27")
@pytest.mark.parametrize("discard", ["before-flop", "after-flop"])
def test_a_card_that_is_still_to_go_is_left_out_of_what_the_hand_takes(discard: str) -> None:
    kept, gone = Question("pineapple-hi-lo"), Question("pineapple-hi-lo", options={"discard": discard})
    game = find("pineapple-hi-lo")
    setup = sit_down(game, "advice", {"discard": discard}, players=2)
    round_ = Round(game, setup)
    told: list[tuple[tuple[int, ...], Advice]] = []

    def decide(ask: Any) -> Any:
        found = view(round_, ask.place.name)
        if any(choice.name == "call" for choice in found.choices):
            told.append((ask.place.cards, advise(found, ask)))
        return answer_from("check" if any(choice.name == "check" for choice in found.choices) else found.default or "")

    play(round_, shoe(game.id, setup, "advice", decide))
    (first, advice), *_ = told
    assert len(first) == 3
    pairs = [poker.against_random(gone, pair, (), 1, 5_000) for pair in combinations(first, 2)]
    assert advice.equity == max(pairs)
    assert advice.equity != poker.against_random(kept, first, (), 1, 5_000)


@rule("LOW-33")
def test_a_lowball_draw_is_told_by_what_it_takes_of_the_pot() -> None:
    seed = next(each for each in range(200) if _draw_of(each) is not None)
    found = _draw_of(seed)
    assert found is not None
    held, told = found
    assert len(told.options) == 32  # pat, and every set of cards thrown away
    assert told.equity is not None
    assert 0 < told.equity < 1
    assert told.options[0].cost == 0
    ranks = {card: "A23456789TJQK".index(card[0]) for card in held.split() if card != "Jk"}
    thrown = "" if isinstance(told.best, str) else str(told.best["draw"])
    assert any(rank >= 9 for card, rank in ranks.items() if card in thrown)  # a jack or worse is not kept
    low = {"draw": text_of_cards(cards_from(" ".join(card for card in held.split() if ranks.get(card, 0) < 9)))}
    options = {str(each.decision): each for each in told.options}
    if str(low) in options:
        assert (options[str(low)].cost or 0.0) > 4 * told.standard_error  # to throw the low cards away is dear


def test_others_draw_before_a_hand_of_lowball_is_compared() -> None:
    lowball = Question("lowball")
    kept = cards_from("Ac 2d 3h 4s")
    draws = poker.against_drawn(lowball, kept, cards_from("Kd"), 2, 3_000)
    stands = poker.against_drawn(lowball, (*kept, *cards_from("Kd")), (), 2, 3_000)
    assert stands + 0.2 < draws < poker.against_drawn(lowball, (*kept, *cards_from("8d")), (), 2, 3_000)
    alike = poker.against_drawn(lowball, (), (), 1, 20_000)
    assert alike < 0.5  # whoever draws five against one who keeps low cards is behind
    dealt = np.array([cards_from("Ac Ad 8c 9c Jk 2c 3c 4c 5c 6c")], np.uint8)
    assert poker._drawn(dealt).tolist() == [list(cards_from("Ac 3c 8c 5c Jk"))]


def _draw_of(seed: int) -> tuple[str, Advice] | None:
    """Returns a hand of four low cards and a bad one, when it is asked to draw."""
    game = find("lowball")
    setup = sit_down(game, f"draw {seed}", players=3)
    round_ = Round(game, setup)
    found: list[tuple[str, Advice]] = []

    def decide(ask: Any) -> Any:
        seen = view(round_, ask.place.name)
        offered = {choice.name: choice for choice in seen.choices}
        held = [str(card) for card in seen.cards[ask.place.name]]
        ranks = ["A23456789TJQK".find(card[0]) for card in held]
        if "draw" in offered and not found and len(set(ranks)) == 5 and sorted(ranks)[3] < 8 <= 9 < sorted(ranks)[4]:
            found.append((" ".join(held), advise(seen, ask)))
        calls = {"call": offered["call"].low} if "call" in offered else None
        return answer_from("check" if "check" in offered else calls or seen.default or "fold")

    play(round_, shoe(game.id, setup, f"draw {seed}", decide))
    return found[0] if found else None


@rule("THE-45")
def test_a_hand_that_beats_all_that_is_shown_is_not_thrown_away() -> None:
    game = find("texas-holdem")
    told: list[tuple[bool, Advice]] = []
    for seed in range(12):
        setup = sit_down(game, f"show {seed}", players=2)
        round_ = Round(game, setup)

        def decide(ask: Any, round_: Round = round_) -> Any:
            seen = view(round_, ask.place.name)
            offered = {choice.name: choice for choice in seen.choices}
            if "muck" in offered:
                told.append((round_.over, advise(seen, ask)))
            calls = {"call": offered["call"].low} if "call" in offered else None
            return answer_from("check" if "check" in offered else calls or seen.default or "fold")

        play(round_, shoe(game.id, setup, f"show {seed}", decide))
    assert told
    equities = {each.equity for _, each in told}
    assert equities & {0.0, 1.0}  # the other hand is shown already
    for _, each in told:
        assert {str(option.decision) for option in each.options} == {"show", "muck"}
        assert worth(each, "muck") == 0.0
        assert each.best == "show" or each.equity == 0.0


def test_advice_after_a_warm_up_works_no_table_out(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up(MINI)
    monkeypatch.setattr(beside, "patterns_of", None)
    monkeypatch.setattr(beside, "table_from", None)
    monkeypatch.setattr(beside, "_read", None)
    first, again = (advised(MINI, {"main": 500}, MINI_CARDS) for _ in range(2))
    assert first.exact
    assert [option.expectation for option in first.options] == [option.expectation for option in again.options]


def test_what_cannot_be_said_is_refused() -> None:
    round_ = asked(TCP, {"ante": 500}, {"1": "Qc 7d 4h", "bank": "Ks 2c 3d"})
    with pytest.raises(Refusal, match="is asked nothing"):
        advise(view(round_, ""))
    with pytest.raises(Refusal, match="nobody here can advise on panguingue"):
        warm_up("panguingue")
    assert three.value(cards_from("Qc 7d 4h"))
