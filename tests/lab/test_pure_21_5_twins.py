"""Pure 21.5's play is written more than once: in the script, and in the lab's rules, solver, counter and kernels.

These tests hold them to each other: all of them offer every hand the same moves, rounds by any play win the same card
by card, every deal of small shoes adds up to what is counted, and every option of the game changes either both sides or
neither.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import pytest
from msgspec import structs

from houseway.cards import PACK, Card, text_of_cards
from houseway.games import find
from houseway.games.pure_21_5_blackjack.seat_hands import MOST_HANDS, Held, choices
from houseway.hands import totals
from houseway.lab import Question
from houseway.lab.games.pure_21_5_blackjack import exact as lab
from houseway.lab.methods.blackjack import BlackjackRules, solve
from houseway.lab.methods.blackjack.best_play import ACTIONS, SPLIT, Engine, Play, Solution
from houseway.lab.methods.blackjack.counting import count
from houseway.lab.methods.blackjack.hand_states import CLASSES, EMPTY, ClassCounts, lattice, plus
from houseway.lab.methods.blackjack.kernels import _chosen
from houseway.lab.methods.blackjack.rules import ACES, BONUS, EIGHTS, HIT
from houseway.lab.methods.blackjack.simulation import BlackjackDealer, read
from houseway.lab.methods.blackjack.strategy_table import offered
from houseway.rulebook import Rules
from houseway.rulebook.rules import offered as options_of
from houseway.script import Answer, Ask, AskAll, Bank, Deal, Felt, Place, Refusal, Spot, Terms
from houseway.table import Round, Setup
from houseway.table.setup import BankSetup, SeatSetup
from houseway.testing import rule

GAME = "pure-21-5-blackjack"
UNIT = 1000
MOVES = ("double_on_forced_stand", "double_after_split", "resplit_aces")
"""The options that change what a hand may do."""
TABLES: list[dict[str, Any]] = [dict(zip(MOVES, each, strict=True)) for each in product((False, True), repeat=3)]


def _class(card: Card) -> int:
    return totals.POINTS[card >> 2] - 1


def _card(each: int) -> Card:
    """Returns a card of a class: a deuce to a nine, an ace, or a ten."""
    return 4 * (12 if each == ACES else each - 1)


def _rules(pay: dict[str, dict[str, str]] | None = None, **options: Any) -> BlackjackRules:
    return lab.rules_of(Question(GAME, options, pay))


# -- what a hand may do ---------------------------------------------------------------------------------------------


def _by_the_script(felt: Felt, counts: ClassCounts, split: int | None, hands: int) -> set[str]:
    """Returns the script's choices for a hand of these cards, one of so many.

    A split hand begins with the pair card.
    """
    cards = [each for each in range(CLASSES) for _ in range(counts[each])]
    if split is not None:
        cards.remove(split)
        cards.insert(0, split)
    spot = Spot("1")
    spot.take(tuple(map(_card, cards)))
    hand = Held(felt.places[0], spot, split=split is not None)
    if hand.value == totals.PURE:  # complete, and asked nothing (P21-36)
        return {"stand"}
    return {choice.name for choice in choices(felt, [hand] * hands, hand)}


def _by_the_lab(engine: Engine, counts: ClassCounts, split: int | None, hands: int) -> set[str]:
    """Returns what the solver's kernel would choose if it were worth most, and the splits that the rules leave."""
    rules, hand = engine.rules, lattice().number[counts]
    codes = engine.ace_codes if split == ACES else engine.codes
    doubles = rules.double_after_split if split is not None else True
    size = sum(counts)
    found = {
        ACTIONS[_chosen(int(codes[hand]), size, doubles, *(float(each == best) for each in range(3)))]
        for best in range(3)
    }
    if size == 2 and max(counts) == 2 and hands < rules.hands_of(counts.index(2)):
        found.add("split")
    if size == 2 and split is None and rules.surrender:
        found.add("surrender")
    return {"stand"} if split is None and size == 2 and counts[ACES] and counts[BONUS] else found


@rule("P21-33", "P21-34", "P21-35", "P21-38", "P21-40", "P21-41", "P21-43", "P21-44", "P21-46")
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_hand_that_there_is_may_do_the_same_by_the_script_and_by_the_lab(table: dict[str, Any]) -> None:
    felt = Felt(
        rules=Rules.of(GAME, table), places=[Place(1, "Ana", {"main": UNIT})], bank=Bank(8, "Bank", None), positions=8
    )
    engine = Engine(_rules(**table))
    asked = 0
    for counts in lattice().hands:
        if sum(counts) < 2:
            continue
        for split in (None, *(each for each in range(CLASSES) if counts[each])):
            if split == ACES and sum(counts) > 2:  # a split ace has one card more (P21-43)
                continue
            for hands in (1,) if split is None else (2, 3, 4):
                allowed = _by_the_lab(engine, counts, split, hands)
                assert _by_the_script(felt, counts, split, hands) == allowed, f"{counts}, {split=}, {hands=}"
                asked += 1
    assert asked == 25_170


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_a_first_hand_is_told_to_weigh_is_what_it_may_do(table: dict[str, Any]) -> None:
    """The table of expectations that people, files and the coach see depends on the rules object alone."""
    rules, known = _rules(**table), lattice()
    size = len(known.hands)
    by_hand, by_pair = np.zeros((CLASSES, size)), np.zeros((CLASSES, CLASSES, 3))
    nothing = Solution(rules, _any_play(rules, Random(1)), np.zeros((CLASSES, size, 3)), by_hand, by_pair, by_hand, 0.0)
    engine = Engine(rules)
    for hand, one, two in known.pairs:
        if (one, two) != (ACES, BONUS):
            weighed = {ACTIONS[action] for action in offered(nothing, 5, hand)}
            assert weighed == _by_the_lab(engine, known.hands[hand], None, 1)


# -- any play, card by card -----------------------------------------------------------------------------------------


def _any_play(rules: BlackjackRules, rng: Random) -> Play:
    """Returns a random legal play, different for every hand against every up card."""
    engine, known = Engine(rules), lattice()
    size = len(known.hands)
    first = np.zeros((CLASSES, size), np.int8)
    split = np.full((CLASSES, CLASSES, size), HIT, np.int8)  # a single card gets its second
    hands = np.zeros((CLASSES, CLASSES), np.int8)

    def any_of(allowed: set[str]) -> list[int]:
        split = "split" in allowed and rng.random() < 0.8  # pairs are rare enough
        often = [SPLIT] if split else sorted(map(ACTIONS.index, allowed - {"split", "surrender"}))
        every = sorted(map(ACTIONS.index, allowed))
        return [rng.choice(often if rng.random() < 0.8 else every) for _ in range(CLASSES)]

    for hand, counts in enumerate(known.hands):
        if sum(counts) < 2:
            continue
        first[:, hand] = any_of(_by_the_lab(engine, counts, None, 1))
        for pair in range(CLASSES):
            if counts[pair] and (pair != ACES or sum(counts) == 2):
                split[pair, :, hand] = any_of(_by_the_lab(engine, counts, pair, MOST_HANDS))
    for pair, up in product(range(CLASSES), repeat=2):
        hands[pair, up] = rng.randint(2, rules.hands_of(pair))
    return Play(first, split, hands)


class Dealt(NamedTuple):
    """A round of the script: the net of the main wager and its splits in units, and each move with its choices."""

    net: Fraction
    moves: list[str]
    offers: list[tuple[str, ...]]


class _Out(Exception):
    """Raised when the given cards run out."""


def _dealt(options: Mapping[str, Any], cards: Sequence[Card], answer: Any) -> Dealt:
    """Deals the round through the script from these cards, for one player and a bank that reaches everything."""
    game, options = find(GAME), dict(options)
    pay = options.pop("pay", {})
    named = game.bonuses(Rules.of(GAME, options).options)
    setup = Setup(
        game=GAME,
        options=options,
        pay=pay,
        seats=[SeatSetup(1, wagers={"main": UNIT})],
        bank=BankSetup(7, "Bank", 10**9),
        bonuses={name: Terms(award=(100,)) for name in named},
        jackpots=dict.fromkeys(named, 0),
    )
    round_ = Round(game, setup)
    left, moves, offers = iter(cards), list[str](), list[tuple[str, ...]]()
    while (request := round_.request) is not None:
        if isinstance(request, Deal):
            if request.optional:  # cards that change nothing are not drawn (P21-50)
                round_.deal(())
            elif (card := next(left, None)) is None:
                raise _Out
            else:
                round_.deal((card,))
            continue
        asks = request.asks if isinstance(request, AskAll) else (request,)
        for ask in asks:
            assert isinstance(ask, Ask)
            said = answer(ask, {name: spot.cards for name, spot in round_.felt.spots.items()})
            if said.choice != "decline":
                offers.append(tuple(sorted(choice.name for choice in ask.choices if choice.name != "insure")))
                moves.append(said.choice)
            round_.decide("1", said)
    net = sum(paid.net for paid in round_.payments if paid.wager.startswith("main"))
    return Dealt(Fraction(net, UNIT), moves, offers)


def _by(play: Play, rules: BlackjackRules) -> Any:
    """Returns answers by a play. Asserts that the lab offers what the script offers."""
    engine = Engine(rules)

    def answer(ask: Ask, spots: dict[str, tuple[Card, ...]]) -> Answer:
        chosen = {choice.name: choice for choice in ask.choices}
        if "decline" in chosen:
            return Answer("even-money" if "even-money" in chosen and rules.takes_even_money(ACES) else "decline")
        cards, up = spots[ask.about], _class(spots["bank"][0])
        counts = plus(EMPTY, *map(_class, cards))
        hands = sum(spot == "1" or spot.startswith("1/") for spot in spots)
        pair = _class(cards[0]) if hands > 1 else None
        assert set(chosen) == _by_the_lab(engine, counts, pair, hands)
        if pair is None:
            action = int(play.first[up, lattice().number[counts]])
        else:
            again = "split" in chosen and hands < play.hands[pair, up]
            action = SPLIT if again else int(play.split[pair, up, lattice().number[counts]])
        choice = chosen[ACTIONS[action]]
        return Answer(choice.name, choice.high if choice.circle else None)

    return answer


def _shuffled(rng: Random, packs: int) -> list[Card]:
    """Returns shuffled packs with more pairs, Pures against an ace and bank's eights than chance gives."""
    deck = list(PACK) * packs
    rng.shuffle(deck)
    pairs = dict.fromkeys((0, 2, 4, 5, 6)[: rng.choice((0, 2, 5))], rng.choice((ACES, 1, 5, EIGHTS, BONUS)))
    eights = dict.fromkeys((1, 3, 5), EIGHTS)
    laid = rng.choice((pairs, pairs, pairs, pairs | eights, eights, {0: ACES, 1: ACES, 2: BONUS}))
    for place, each in laid.items():
        other = next((index for index in range(7, len(deck)) if _class(deck[index]) == each), place)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


PAYS: tuple[dict[str, Any], ...] = (
    {"bank_888_busted_players": "win"},
    {"pure_payoff": "7:5", "pay": {"pure-7-5": {"any other winning hand": "2:1"}}},
    {"bank_888_busted_players": "win", "pay": {"pure-6-5": {"any other winning hand": "1:2"}}},
    {"pure_payoff": "3:2", "insurance": True, "even_money": True},
    {"pure_payoff": "3:2", "insurance": True, "even_money": True, "pay": {"pure-3-2": {"pure 21.5 blackjack": "6:5"}}},
)
"""The last table is better off with even money than with its Pure."""


@pytest.mark.parametrize("table", [*TABLES, *({**TABLES[-1], **pays} for pays in PAYS)], ids=str)
def test_rounds_by_any_play_win_the_same_by_the_script_and_by_the_kernel(table: dict[str, Any]) -> None:
    table = {"decks": 2, **table}
    rules, rng = _rules(**table), Random(repr(table))
    met = Counter[str]()
    for _ in range(2):
        play = _any_play(rules, rng)
        dealer, answer = BlackjackDealer(rules, play), _by(play, rules)
        for _ in range(180):
            deck = _shuffled(rng, 2)
            script = _dealt(table, deck, answer)
            (net,) = read(rules, dealer.one([_class(card) for card in deck]), 1).nets
            assert script.net == net, f"{text_of_cards(deck[:24])}: {script}"
            met.update(script.moves)
            met["split again"] += script.moves.count("split") > 1
    assert all(met[name] > 5 for name in (*ACTIONS, "split again")), met
    assert bool(met["even-money"]) == rules.takes_even_money(ACES)


# -- every deal of a small shoe -------------------------------------------------------------------------------------


class SmallShoe(BlackjackRules, frozen=True, kw_only=True):
    """The rules of a table with only these cards of each class."""

    cards: ClassCounts = EMPTY

    @property
    def shoe(self) -> ClassCounts:
        return self.cards


def _every_deal(
    options: Mapping[str, Any], shoe: ClassCounts, answer: Any
) -> Iterator[tuple[list[int], Fraction, Dealt]]:
    """Yields each row of classes that a round takes from the shoe, with its chance and its result."""

    def walk(row: list[int], chance: Fraction) -> Iterator[tuple[list[int], Fraction, Dealt]]:
        seen: Counter[int] = Counter()
        cards = []
        for each in row:
            cards.append(_card(each) + seen[each] % 4)
            seen[each] += 1
        try:
            dealt = _dealt(options, cards, answer)
        except _Out:
            left = [held - seen[each] for each, held in enumerate(shoe)]
            assert any(left), f"{row} takes more cards than the shoe has"
            for each, held in enumerate(left):
                if held:
                    yield from walk([*row, each], chance * Fraction(held, sum(left)))
            return
        yield row, chance, dealt

    yield from walk([], Fraction(1))


def _shoe(**cards: int) -> ClassCounts:
    return tuple(cards.get(f"_{name}", 0) for name in ("A", *map(str, range(2, 10)), "B"))


SHOES = [_shoe(_A=4, _8=4, _B=5), _shoe(_3=3, _8=4, _B=5)]


@pytest.mark.parametrize("shoe", SHOES, ids=str)
@pytest.mark.parametrize("table", [TABLES[0], TABLES[-1], {"bank_888_busted_players": "win"}], ids=str)
def test_all_deals_of_a_small_shoe_add_up_to_what_is_counted_and_solved(
    table: dict[str, Any], shoe: ClassCounts
) -> None:
    """The script plays every row of cards. The kernel agrees in each, the counter and the solver in their sum."""
    printed = _rules(**table)
    rules = SmallShoe(cards=shoe, **{name: getattr(printed, name) for name in BlackjackRules.__struct_fields__})
    play = _any_play(rules, Random(repr((table, shoe))))
    play.hands[1:] = 2  # so that the shoe never runs out; aces are split as often as they may be
    play.hands[ACES] = rules.hands_of(ACES)
    dealer, answer = BlackjackDealer(rules, play), _by(play, rules)
    total, chances, met = Fraction(0), Fraction(0), Counter[str]()
    for row, chance, script in _every_deal({"decks": 2, **table}, shoe, answer):
        (net,) = read(rules, dealer.one([*row, *[ACES] * 80]), 1).nets
        assert net == script.net, f"{row}: {script}"
        total += chance * net
        chances += chance
        met.update(set(script.moves))
        met["split again"] += script.moves.count("split") > 1
    assert chances == 1
    assert bool(met["split again"]) == bool(rules.resplit_aces and shoe[ACES])
    assert met["split"]
    assert met["hit"]
    assert lab.main_wager(rules, count(rules, play)).expectation == total
    assert solve(rules, play).expectation == pytest.approx(float(total), abs=1e-12)


# -- every option ---------------------------------------------------------------------------------------------------

BASE: dict[str, Any] = {"pure_payoff": "3:2"}
"""Options with which every option of the game may be chosen."""
WITH: dict[str, dict[str, Any]] = {"even_money": {"insurance": True}}
CHANGES = {*MOVES, "pure_payoff", "bank_888_busted_players", "even_money"}
"""The only options by which a hand has other moves, or the main wager is paid otherwise."""
SHOES_ONLY = {"decks"}
"""Options that change which cards come, and nothing else."""


def _somehow(ask: Ask, spots: dict[str, tuple[Card, ...]]) -> Answer:
    """Returns an answer that depends on the visible cards alone, whatever else is offered."""
    names = sorted(choice.name for choice in ask.choices)
    if "decline" in names:
        return Answer("even-money" if "even-money" in names else "decline")
    if "split" in names and crc32(repr(spots).encode()) % 4:
        name = "split"
    else:
        weights = {name: crc32(repr((name, spots)).encode()) for name in names}
        name = max(weights, key=lambda each: weights[each])
    choice = next(choice for choice in ask.choices if choice.name == name)
    return Answer(name, choice.high if choice.circle else None)


@cache
def _decks() -> tuple[tuple[Card, ...], ...]:
    rng = Random("every option")
    decks = [_shuffled(rng, 1) for _ in range(300)]
    pure_on_an_ace = (_card(ACES), _card(ACES) + 1, _card(BONUS), _card(5))
    return (*map(tuple, decks), (*pure_on_an_ace, *(card for card in PACK if card not in pure_on_an_ace)))


def _all_rounds(options: dict[str, Any]) -> list[Dealt]:
    return [_dealt(options, deck, _somehow) for deck in _decks()]


@cache
def _plain(name: str) -> list[Dealt]:
    return _all_rounds({**BASE, **WITH.get(name, {})})


def _others() -> Iterator[tuple[str, Any]]:
    """Yields every option of the game with each of its values except the one in BASE."""
    for option in options_of(GAME).values():
        chosen = BASE.get(option.id, option.default)
        for value in option.choices:
            if value != chosen and not str(value).startswith(("range", "min")):
                yield option.id, value


@pytest.mark.parametrize(("name", "value"), list(_others()), ids=str)
def test_an_option_changes_the_play_of_the_script_where_it_changes_the_rules_of_the_lab(name: str, value: Any) -> None:
    before = {**BASE, **WITH.get(name, {})}
    after = {**before, name: value}
    scripted = _all_rounds(after) != _plain("even_money" if name in WITH else "")
    one, two = _rules(**before), _rules(**after)
    solved = structs.replace(two, decks=one.decks) != one
    assert scripted == solved == (name in CHANGES)
    assert (one.decks != two.decks) == (name in SHOES_ONLY)


def test_the_lab_says_which_options_move_its_answer_and_they_are_those() -> None:
    assert lab.SOLVER.moved_by is not None
    moved = {name for name, wagers in lab.SOLVER.moved_by.items() if "main" in wagers}
    assert moved == CHANGES | SHOES_ONLY


def test_a_pack_less_or_a_pure_paid_less_is_refused_where_the_script_refuses_it() -> None:
    """The lab asks the script for payments, so it refuses a table that the script would not open."""
    for options in ({"insurance": True}, {"pure_payoff": "3:2", "even_money": True}):
        with pytest.raises(Refusal) as by_the_lab:
            _rules(**options)
        with pytest.raises(Refusal) as by_the_script:
            _dealt(options, list(PACK), _somehow)
        assert str(by_the_lab.value) == str(by_the_script.value)
