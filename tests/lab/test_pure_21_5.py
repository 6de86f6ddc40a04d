"""Pure 21.5 in the lab: published figures of blackjack, naive twins, and the real script as a judge of every round."""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib import import_module
from math import perm
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from houseway.cards import PACK, Card
from houseway.cli import main
from houseway.games import find
from houseway.games.pure_21_5_blackjack.lucky_hands import PURES, in_a_row
from houseway.hands import totals
from houseway.lab import OddsAnswer, Question, odds
from houseway.lab.games.pure_21_5_blackjack import exact as lab
from houseway.lab.games.pure_21_5_blackjack.bonus_rates import runs
from houseway.lab.methods.blackjack import BlackjackRules, Solution, ordinary, solve
from houseway.lab.methods.blackjack.best_play import ACTIONS, DOUBLE, SPLIT, Engine
from houseway.lab.methods.blackjack.counting import RoundTally, count
from houseway.lab.methods.blackjack.hand_states import CLASSES, ClassCounts, finals_of, lattice, plus, total_of
from houseway.lab.methods.blackjack.rules import ACES, BONUS, EIGHTS, HIT, OVER, STAND, TRIO
from houseway.lab.methods.blackjack.simulation import BlackjackDealer, read, simulate
from houseway.lab.methods.blackjack.splits import terms
from houseway.rulebook import Rules
from houseway.script import Answer as Said
from houseway.script import Ask, Bank, Deal, Felt, Place, Refusal
from houseway.table import Document, resume
from houseway.table.setup import BankSetup, SeatSetup
from houseway.testing import rule

GAME = "pure-21-5-blackjack"
EMPTY: ClassCounts = (0,) * CLASSES


@pytest.fixture(scope="module")
def one_pack() -> Solution:
    return solve(lab.rules_of(Question(GAME, {"decks": 1, "bank_888_busted_players": "win"})))


@pytest.fixture(scope="module")
def one_pack_tally(one_pack: Solution) -> RoundTally:
    return count(one_pack.rules, one_pack.play)


@pytest.fixture(scope="module")
def printed() -> OddsAnswer:
    return odds(GAME, use_cache=False)


# -- published figures ----------------------------------------------------------------------------------------------

# Wizard of Odds, Blackjack Appendix 9: best play by the exact cards; splits to four hands, aces once.
APPENDIX_9: tuple[tuple[dict[str, Any], float], ...] = (
    ({"decks": 1, "double_after_split": False}, +0.000423),
    ({"decks": 1, "hits_soft_17": True}, -0.000072),
    ({"decks": 5}, -0.003804),
    ({"decks": 6, "hits_soft_17": True, "peek": False}, -0.0072705),
)


@pytest.mark.parametrize(("table", "published"), APPENDIX_9, ids=str)
def test_ordinary_blackjack_expects_what_is_published_to_a_thousandth_of_a_percent(
    table: dict[str, Any], published: float
) -> None:
    assert solve(ordinary(**table)).expectation == pytest.approx(published, abs=1e-5)


def test_six_packs_with_late_surrender_cost_a_third_of_a_percent() -> None:
    """Wizard of Odds, house edge calculator: S17, double any two and after splits, late surrender, aces split once."""
    assert f"{-solve(ordinary(6, surrender=True)).expectation:.2%}" == "0.33%"


def test_single_hands_expect_what_is_published() -> None:
    """Wizard of Odds, Blackjack Appendix 9, one deck, S17: ace up, no blackjack."""
    solution = solve(ordinary(1, most_hands=1))
    published = {  # stand, hit, double
        "2-A": (-0.661732, -0.067808, -0.593281),
        "3-2": (-0.659375, -0.291565, -1.318751),
        "6-5": (-0.634013, 0.172946, 0.240259),
        "7-A": (-0.101015, -0.108386, -0.357778),
    }
    for cards, (stand, hit, double) in published.items():
        one, two = ("A23456789B".index(card) for card in cards.split("-"))
        hand = lattice().number[plus(EMPTY, one, two)]
        values = solution.values[ACES, hand] / solution.open_[ACES, hand]
        if total_of(lattice().hands[hand]) > (11, False):  # below, nobody looks at standing
            assert values[STAND] == pytest.approx(stand, abs=1e-6)
        assert values[HIT] == pytest.approx(hit, abs=1e-6)
        assert values[DOUBLE] == pytest.approx(double, abs=1e-6)


# -- naive twins ----------------------------------------------------------------------------------------------------


class Naive:
    """Draws conditionally, card by card, in fractions, without products or tricks."""

    def __init__(self, rules: BlackjackRules, up: int) -> None:
        self.rules, self.up = rules, up
        self.other = {ACES: BONUS, BONUS: ACES}.get(up)

    @cache  # noqa: B019
    def bank(self, cards: ClassCounts, shoe: ClassCounts) -> dict[int, Fraction]:
        """Returns the results of a bank with these cards, given that it holds no Pure."""
        total, soft = total_of(cards)
        if total > 21:
            return {TRIO if cards[EIGHTS] == sum(cards) == 3 else OVER: Fraction(1)}
        if sum(cards) > 1 and self.rules.bank.get((total, soft), STAND) == STAND:
            return {total: Fraction(1)}
        barred = self.other if sum(cards) == 1 else None
        whole = sum(left for each, left in enumerate(shoe) if each != barred)
        found: dict[int, Fraction] = {}
        for each, left in enumerate(shoe):
            if left and each != barred:
                for end, share in self.bank(plus(cards, each), _without(shoe, each)).items():
                    found[end] = found.get(end, Fraction(0)) + share * Fraction(left, whole)
        return found

    def draws(self, shoe: ClassCounts) -> Iterator[tuple[int, Fraction]]:
        """Yields each next card with its chance, given that the bank's down card makes no Pure."""
        size = sum(shoe)
        for each, left in enumerate(shoe):
            if not left:
                continue
            if self.other is None:
                yield each, Fraction(left, size)
                continue
            rest = size - 1 - shoe[self.other] + (each == self.other)
            yield each, Fraction(left * rest, (size - 1) * (size - shoe[self.other]))

    def stand(self, hand: ClassCounts, shoe: ClassCounts) -> Fraction:
        pays, (mine, _) = self.rules.payoffs, total_of(hand)
        worth = Fraction(0)
        for end, share in self.bank(plus(EMPTY, self.up), shoe).items():
            if mine > 21:
                worth += share * (pays.over_trio if end == TRIO else pays.over)
            else:
                worth += share * (pays.win if end < mine else pays.push if end == mine else pays.lose)
        return worth

    def best(self, hand: ClassCounts, shoe: ClassCounts) -> Fraction:
        code = self.rules.player.get(total_of(hand), STAND)
        worths = [] if code == HIT else [self.stand(hand, shoe)]
        if code != STAND:
            worths.append(self.hit(hand, shoe))
        return max(worths)

    def hit(self, hand: ClassCounts, shoe: ClassCounts) -> Fraction:
        return sum(
            (share * self.best(plus(hand, each), _without(shoe, each)) for each, share in self.draws(shoe)), Fraction(0)
        )

    def double(self, hand: ClassCounts, shoe: ClassCounts) -> Fraction:
        return 2 * sum(
            (share * self.stand(plus(hand, each), _without(shoe, each)) for each, share in self.draws(shoe)),
            Fraction(0),
        )


def _without(shoe: ClassCounts, each: int) -> ClassCounts:
    return (*shoe[:each], shoe[each] - 1, *shoe[each + 1 :])


@pytest.mark.parametrize(("one", "two", "up"), [(9, 7, EIGHTS), (9, 6, BONUS), (8, 7, ACES)], ids=str)
def test_a_hand_is_worth_what_a_naive_walk_in_fractions_says(one_pack: Solution, one: int, two: int, up: int) -> None:
    naive = Naive(one_pack.rules, up)
    shoe = one_pack.rules.shoe
    for each in (one, two, up):
        shoe = _without(shoe, each)
    hand = plus(EMPTY, one, two)
    number = lattice().number[hand]
    values = one_pack.values[up, number] / one_pack.open_[up, number]
    assert values[HIT] == pytest.approx(float(naive.hit(hand, shoe)), abs=1e-12)
    assert values[DOUBLE] == pytest.approx(float(naive.double(hand, shoe)), abs=1e-12)
    if one_pack.rules.player[total_of(hand)] != HIT:
        assert values[STAND] == pytest.approx(float(naive.stand(hand, shoe)), abs=1e-12)


def test_the_counts_are_whole_and_agree_with_floating_point(one_pack: Solution, one_pack_tally: RoundTally) -> None:
    shares = [ways.share(52) for ways in one_pack_tally.ends.values()]
    assert sum(shares) == 1
    assert sum(ways[4] for ways in one_pack_tally.openings.values()) == perm(52, 4)
    wager = lab.main_wager(one_pack.rules, one_pack_tally)
    assert float(wager.expectation) == pytest.approx(one_pack.expectation, abs=1e-13)


def test_the_bank_finishes_in_one_way_or_another(one_pack: Solution) -> None:
    """The chances of the bank's finishes, with their orders, add up to one for every up card."""
    for up in range(CLASSES):
        shoe = _without(one_pack.rules.shoe, up)
        shares = Fraction(0)
        for finish in finals_of(one_pack.rules)[0][up]:
            ways = finish.orders
            for had, drawn in zip(shoe, finish.counts, strict=True):
                ways *= perm(had, drawn)
            shares += Fraction(ways, perm(51, finish.size))
        assert shares == 1


# -- splits ---------------------------------------------------------------------------------------------------------


def test_the_terms_of_a_split_count_the_hands_that_a_walk_over_the_cards_counts() -> None:
    """The terms give the expected number of hands if each hand is worth one."""

    def walked(hands: int, waiting: int, pairs: int, size: int, most: int) -> Fraction:
        if not waiting:
            return Fraction(hands)
        again = Fraction(pairs, size)
        if hands == most:
            return Fraction(hands)
        more = walked(hands + 1, waiting + 1, pairs - 1, size - 1, most) if pairs else Fraction(0)
        return again * more + (1 - again) * walked(hands, waiting - 1, pairs, size - 1, most)

    for pairs, size, most in ((2, 49, 4), (22, 309, 4), (3, 60, 3), (5, 80, 2)):
        found = Fraction(0)
        for term, times in terms(most).items():
            own = 1 if term.pairs else 1 - Fraction(max(pairs - term.gone, 0), size - term.gone)
            found += times * Fraction(perm(pairs, term.gone), perm(size, term.gone)) * own
        assert found == walked(2, 2, pairs, size, most)


def test_a_split_by_the_terms_is_what_random_splits_win(one_pack: Solution, one_pack_tally: RoundTally) -> None:
    found = simulate(BlackjackDealer(one_pack.rules, one_pack.play), 1 << 21, seed=5)
    tally = one_pack_tally
    pays = lab.pays_of(one_pack.rules)
    exact = float(sum(share * pays[name] for name, share in tally.split_ends().items()))
    wins = sum(float(net) * count for net, count in found.split_nets.items()) / found.rounds
    squares = sum(float(net) ** 2 * count for net, count in found.split_nets.items()) / found.rounds
    assert wins == pytest.approx(exact, abs=4 * (squares / found.rounds) ** 0.5)
    assert found.split_hands / found.rounds == pytest.approx(float(sum(tally.split_ends().values())), rel=0.02)
    assert found.mean == pytest.approx(one_pack.expectation, abs=4 * found.error)
    assert found.staked / found.rounds == pytest.approx(float(lab.staked(tally)), abs=2e-3)


def test_without_the_pair_card_left_no_hand_is_split_again() -> None:
    engine = Engine(ordinary(1))
    two, three, four = engine.split(7, 7)[0]  # two eights held, one up: a single eight is left
    assert three == pytest.approx(four, abs=1e-15)
    assert two != three


# -- the real script ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"decks": 1, "bank_888_busted_players": "win"}, {"decks": 2}], ids=str)
def test_the_script_wins_what_the_kernel_wins_card_by_card(options: dict[str, Any]) -> None:
    asked = Question(GAME, options)
    solution = solve(lab.rules_of(asked))
    dealer = BlackjackDealer(solution.rules, solution.play)
    random = Random(repr(options))
    met = set()
    for _ in range(250):
        deck = list(PACK) * asked.rules.options.decks
        random.shuffle(deck)
        if random.random() < 0.5:  # more pairs
            same = [card for card in deck if _class(card) == _class(deck[0])]
            deck.remove(same[1])
            deck.insert(2, same[1])
        cells = dealer.one([_class(card) for card in deck])
        (net,) = read(solution.rules, cells, 1).nets
        won, said = _scripted(asked, solution, deck)
        assert won == net, f"{deck[:20]}: {said}"
        met |= set(said)
    assert met >= {"hit", "stand", "double", "split", "surrender"}


def _scripted(asked: Question, solution: Solution, deck: list[Card]) -> tuple[Fraction, list[str]]:
    """Plays the round as the script deals it from this deck, every question answered by the play."""
    game, unit = find(GAME), 1000
    document = Document(
        game=GAME, options=asked.options, seats=[SeatSetup(1, wagers={"main": unit})], bank=BankSetup(8, "Bank", 10**9)
    )
    round_ = resume(game, document)
    cards, said = iter(deck), []
    while not round_.over:
        request = round_.request
        if isinstance(request, Deal):
            round_.deal(tuple(next(cards) for _ in range(request.count)))
            continue
        assert isinstance(request, Ask)
        spots = {name: spot.cards for name, spot in round_.felt.spots.items()}
        answer = _answer(solution, spots, request)
        said.append(answer.choice)
        round_.decide("1", answer)
    net = sum(paid.net for paid in round_.payments if paid.place.seat == 1)
    return Fraction(net, unit), said


def _answer(solution: Solution, spots: dict[str, tuple[Card, ...]], ask: Ask) -> Said:
    cards, up = spots[ask.about], _class(spots["bank"][0])
    hand = lattice().number[plus(EMPTY, *map(_class, cards))]
    choices = {choice.name: choice for choice in ask.choices}
    if "1/2" in spots:
        pair = _class(cards[0])
        hands = sum(spot == "1" or spot.startswith("1/") for spot in spots)
        again = "split" in choices and hands < solution.play.hands[pair, up]
        action = SPLIT if again else int(solution.play.split[pair, up, hand])
    else:
        action = int(solution.play.first[up, hand])
    chosen = choices[ACTIONS[action]]
    return Said(chosen.name, chosen.high if chosen.circle else None)


def _class(card: Card) -> int:
    return totals.POINTS[card >> 2] - 1


# -- the answer -----------------------------------------------------------------------------------------------------


def test_the_printed_game_costs_1_876_percent_by_the_best_play(printed: OddsAnswer) -> None:
    assert printed.base is not None
    assert f"{printed.base.edge:.4%}" == "1.8761%"
    assert f"{printed.base.element_of_risk:.4%}" == "1.6518%"
    main_wager = printed.wagers["main"]
    assert sum(main_wager.outcomes.values()) == main_wager.total
    assert main_wager.pays["Pure"] == Fraction(6, 5)
    assert main_wager.pays["over, bank 888"] == 0
    rows = {row[0]: row[1:] for row in printed.base.strategy.rows}
    assert rows["hard 11"] == ["D"] * 10
    assert rows["8-8"] == ["P"] * 9 + ["R"]
    assert rows["hard 16"][:5] == ["S"] * 5
    assert printed.base.strategy.cost is not None
    assert 0 < printed.base.strategy.cost < Fraction(1, 20_000)
    assert 1.128 < printed.base.sd < 1.131


def test_every_information_set_has_an_action_and_the_exceptions_are_named(printed: OddsAnswer) -> None:
    assert printed.base is not None
    full = printed.base.strategy.full
    assert len(full["two cards"]) == 10
    assert all(len(rows) == 54 for rows in full["two cards"].values())  # all but the Pure
    assert full["two cards"]["B"]["7-9"]["best"] == "surrender"
    assert full["exceptions to the table"]["first hands"]


def test_bonuses_come_as_often_as_their_cards(printed: OddsAnswer, one_pack_tally: RoundTally) -> None:
    bonuses = {name: Fraction(each.count, each.total) for name, each in printed.frequencies.items()}
    assert bonuses["bank-888"] == Fraction(perm(24, 3), perm(312, 3))  # no hand v 8 surrenders
    assert bonuses["bank-suited-888"] / bonuses["bank-888"] == Fraction(4 * perm(6, 3), perm(24, 3))
    pure = Fraction(2 * 24 * 96, perm(312, 2))
    assert bonuses["consecutive-pures 2"] == pure**2 * (1 - pure)
    found = simulate(
        BlackjackDealer(one_pack_tally.rules, solve(one_pack_tally.rules).play, always=True), 1 << 20, seed=9
    )
    for name in ("678", "charlie"):
        expected = float(one_pack_tally.lucky[name].share(52)) * found.rounds
        assert found.lucky[name] == pytest.approx(expected, abs=4 * expected**0.5 + 1)
    expected = float(one_pack_tally.trio.share(52)) * found.rounds
    assert found.bank_trios == pytest.approx(expected, abs=4 * expected**0.5)


def test_a_changed_option_or_pay_table_changes_the_answer() -> None:
    def rules(options: dict[str, object], pay: dict[str, str] | None = None) -> BlackjackRules:
        return lab.rules_of(Question(GAME, {"decks": 1, **options}, pay))

    def value(options: dict[str, object], pay: dict[str, str] | None = None) -> float:
        return solve(msgspec.structs.replace(rules(options, pay), most_hands=1)).expectation

    def split(options: dict[str, object], pair: int) -> float:
        return max(Engine(rules(options)).split(pair, 5)[0])

    plain = value({})
    pure = Fraction(2 * 4 * 16, 52 * 51) * (1 - Fraction(2 * 3 * 15, 50 * 49))
    assert value({"pure_payoff": "3:2"}) - plain == pytest.approx(float(pure * Fraction(3, 10)), abs=1e-12)
    assert value({"pure_payoff": "7:5"}) - plain == pytest.approx(float(pure * Fraction(2, 10)), abs=1e-12)
    assert value({}, {"pure-6-5": "pure 21.5 blackjack=2"}) - plain == pytest.approx(float(pure * Fraction(8, 10)))
    assert value({"bank_888_busted_players": "win"}) > plain
    assert split({"double_after_split": False}, EIGHTS) < split({}, EIGHTS)
    assert split({"resplit_aces": True}, ACES) > split({}, ACES)
    assert value({"double_on_forced_stand": True}) == plain  # nobody doubles nineteen


def test_a_bonus_that_the_table_offers_is_a_prize_with_its_frequency(one_pack_tally: RoundTally) -> None:
    asked = Question(GAME, {"decks": 1, "bonus_suited_678": True, "bonus_same_colour_678": True})
    shares = lab.frequencies(asked, one_pack_tally)
    found = lab.awards(asked, shares)
    assert set(found) == {"suited-678", "same-colour-678"}
    assert found["same-colour-678"].expectation == 3 * found["suited-678"].expectation
    assert not found["suited-678"].player_has_the_edge
    alone = lab.frequencies(Question(GAME, {"decks": 1, "bonus_same_colour_678": True}), one_pack_tally)
    assert alone["same-colour-678"] == 4 * shares["suited-678"]  # a suited hand takes it when suited is not offered
    with pytest.raises(Refusal, match="needs 3 packs"):
        lab.rules_of(Question(GAME, {"decks": 1, "bonus_suited_777": True}))


@rule("P21-82")
@pytest.mark.parametrize("award", ["each-length", "final-only"])
def test_runs_of_pures_earn_as_often_as_the_script_pays_them(award: str) -> None:
    """The script's own count of runs sees a long row of rounds in which a Pure comes in two of five."""
    random, pure = Random(12), Fraction(2, 5)
    felt = Felt(
        rules=Rules.of(GAME, {"bonus_consecutive_pures": True, "streak_award": award}),
        places=[Place(1, "Ana", {})],
        bank=Bank(8, "Bank", None),
        positions=8,
    )
    rounds, paid = 20_000, Counter[int]()
    for _ in range(rounds):
        pures = ["1"] if random.random() < pure else []
        paid.update(min(each.step + 2, 5) for each in in_a_row(felt, pures, [PURES]))
    for (name, share), length in zip(runs(pure, award).items(), (2, 3, 4, 5), strict=True):
        expected = float(share) * rounds
        assert paid[length] == pytest.approx(expected, abs=5 * expected**0.5), name
    total = sum(runs(pure, award).values())
    assert total == (pure**2 if award == "each-length" else pure**2 * (1 - pure))


@rule("P21-74", "P21-82")
def test_consecutive_pures_are_a_prize_with_an_outcome_for_each_length(one_pack_tally: RoundTally) -> None:
    asked = Question(GAME, {"decks": 1, "bonus_consecutive_pures": True, "streak_award": "final-only"})
    found = lab.awards(asked, lab.frequencies(asked, one_pack_tally))["consecutive-pures"]
    assert list(found.outcomes) == ["2 in a row", "3 in a row", "4 in a row", "5 or more in a row", "not hit"]
    pure = Fraction(2 * 4 * 16, perm(52, 2))
    assert found.expectation == pure**2 * (1 - pure)
    assert "final-only" in found.note


@rule("P21-74")
def test_a_bonus_that_is_off_is_refused_by_the_option_that_offers_it() -> None:
    with pytest.raises(Refusal, match="--option bonus_bank_888=true offers it"):
        odds(GAME, wager="bank-888")


def test_what_is_sampled_is_said_to_be(printed: OddsAnswer) -> None:
    assert printed.base is not None
    assert not printed.base.sd_exact
    assert not printed.wagers["main"].sd_exact
    assert 10**4 % printed.base.variance.denominator == 0  # no digits beyond what rounds at random can tell
    assert printed.base.sd == pytest.approx(1.129, abs=0.002)
    assert any("not exact but from" in note and "standard error" in note for note in printed.notes)
    assert any("reshuffle = cut-card" in note for note in printed.notes)


def test_insurance_and_even_money_are_bad_wagers() -> None:
    answer = odds(
        GAME, {"pure_payoff": "3:2", "insurance": True, "even_money": True}, wager="insurance", use_cache=False
    )
    wager = answer.wagers["insurance"]
    assert wager.outcomes == {"bank Pure": 96, "no Pure": 215}
    assert wager.expectation == Fraction(2 * 96 - 215, 311)
    assert any("decline" in note and "107/103" in note for note in answer.notes)
    assert not odds(GAME, wager="insurance", use_cache=False).wagers
    with pytest.raises(Refusal):
        odds(GAME, {"insurance": True}, use_cache=False)


def test_the_rounds_of_a_seed_are_the_same_whoever_deals_them(one_pack: Solution) -> None:
    dealer = BlackjackDealer(one_pack.rules, one_pack.play)
    assert simulate(dealer, 300_000, seed=3, workers=1) == simulate(dealer, 300_000, seed=3, workers=2)
    assert simulate(dealer, 300_000, seed=3) != simulate(dealer, 300_000, seed=4)


def test_a_shoe_with_a_cut_card_never_runs_out(one_pack: Solution) -> None:
    """The discards are used again when a shoe is dealt almost to its end (P21-25)."""
    rules = msgspec.structs.replace(one_pack.rules, decks=3)
    found = simulate(BlackjackDealer(rules, one_pack.play, cut=150), 1 << 19, seed=1)
    fresh = simulate(BlackjackDealer(rules, one_pack.play), 1 << 19, seed=1)
    assert found.mean == pytest.approx(fresh.mean, abs=0.01)


def test_json_holds_exact_counts_that_are_read_back(printed: OddsAnswer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("houseway.lab.odds"), "odds", lambda *_, **__: printed)
    document = json.loads(CliRunner().invoke(main, ["odds", GAME, "--json"]).stdout)
    assert sum(document["wagers"]["main"]["outcomes"].values()) == document["wagers"]["main"]["total"]
    assert Fraction(document["wagers"]["main"]["expectation"]) == printed.wagers["main"].expectation
