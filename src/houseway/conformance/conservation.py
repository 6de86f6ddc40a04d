"""Conservation: chips and cards are conserved, and a round accepts exactly the answers that it offers."""

import random
from collections import Counter

import pytest

from houseway.conformance.chips import brought, on_the_table, won_by_person
from houseway.conformance.random_rounds import finished, opened, seeds, shoe, step
from houseway.games import find
from houseway.players.random_answers import any_answer
from houseway.rulebook import book
from houseway.script import Answer, Ask, Refusal
from houseway.table import result, resume

MOST_STEPS = 20_000


def test_chips_and_cards_are_conserved_after_every_step_and_every_round_ends(
    game_id: str, pytestconfig: pytest.Config
) -> None:
    for seed in seeds(pytestconfig, 250):
        round_ = opened(game_id, seed)
        deck = Counter(round_.cards_left())
        source = shoe(round_, seed)
        places = {place.name: place for place in (*round_.felt.everyone(), round_.felt.bank)}
        for _ in range(MOST_STEPS):
            chips = brought(round_)
            for place in places.values():
                if place.stack is not None:
                    there = chips[place.person] + round_.ledger.balances[f"player {place.person}"]
                    assert place.stack == there >= 0, f"seed {seed}: {place.title} of {place.person}"
            assert round_.ledger.sum() == 0
            assert on_the_table(round_) + Counter(round_.cards_left()) == deck
            assert all(cents >= 0 for name, cents in round_.ledger.balances.items() if name.startswith("circle"))
            if round_.over:
                break
            step(round_, source)
        assert round_.over, f"seed {seed} goes on after {MOST_STEPS} steps"
        assert round_.ledger.on_the_felt() == 0
        for person, cents in won_by_person(round_).items():
            assert round_.ledger.balances[f"player {person}"] == cents, f"seed {seed}: {person}"
        bank = round_.felt.bank
        if bank.posted is not None:
            reach = bank.posted + sum(paid.owed for paid in round_.payments)  # plus what its holder owes beside it
            assert abs(round_.bank_net) <= reach, f"seed {seed}: the bank can neither win nor lose more than W"


def test_where_somebody_banks_the_nets_of_a_result_add_up_to_zero(game_id: str, pytestconfig: pytest.Config) -> None:
    for seed in seeds(pytestconfig, 60):
        round_ = finished(game_id, seed)
        if not round_.rules.game.bankers:
            return
        told = result(round_)
        paid = sum(payment.net + payment.commission for payment in told.payments)
        assert paid + told.bank.net + told.house.net == 0, f"seed {seed}"


def wrong_answers(ask: Ask, rng: random.Random) -> list[Answer]:
    """Returns answers close to the offered ones that are not among them."""
    wrong = [Answer("dance")]
    for choice in ask.choices:
        cards = None if choice.pick is None else choice.pick[: choice.least]
        if choice.circle:
            wrong += [Answer(choice.name, choice.low - 1, cards), Answer(choice.name, choice.high + choice.step, cards)]
            if choice.step > 1 and choice.high > choice.low:
                wrong.append(Answer(choice.name, choice.low + 1, cards))
        else:
            wrong.append(Answer(choice.name, 100, cards))
        amount = choice.low if choice.circle else None
        if choice.pick is None:
            wrong.append(Answer(choice.name, amount, (rng.randrange(52),)))
        else:
            stranger = next((card for card in range(52) if card not in choice.pick), None)
            if stranger is not None:
                wrong.append(Answer(choice.name, amount, (stranger, *choice.pick)[: max(choice.most, 1)]))
            if choice.most < len(choice.pick):
                wrong.append(Answer(choice.name, amount, choice.pick[: choice.most + 1]))
            if choice.least:
                wrong.append(Answer(choice.name, amount, choice.pick[: choice.least - 1]))
    return wrong


def test_answers_accepted_are_exactly_those_offered(game_id: str, pytestconfig: pytest.Config) -> None:
    asked = 0
    for seed in seeds(pytestconfig, 40):
        rng = random.Random(seed)
        round_ = opened(game_id, seed)
        source = shoe(round_, seed)
        while not round_.over:
            for ask in round_.asks():
                asked += 1
                ask.judge(ask.default)
                for answer in wrong_answers(ask, rng):
                    before = round_.document()
                    with pytest.raises(Refusal):
                        round_.decide(ask.place.name, answer)
                    assert round_.document() == before, "a refused answer leaves nothing half done"
                for _ in range(3):
                    offered = any_answer(ask, rng)
                    if ask.check is None:
                        assert ask.judge(offered).choice == offered.choice
            if round_.asks():
                with pytest.raises(Refusal):
                    round_.decide("99", Answer("fold"))
                with pytest.raises(Refusal):
                    round_.deal((0,))
            step(round_, source)
    assert asked, "nobody was ever asked anything"


def test_what_nobody_is_offered_only_the_floor_may_enter(game_id: str, pytestconfig: pytest.Config) -> None:
    ruled = 0
    for seed in seeds(pytestconfig, 15):
        rng = random.Random(seed)
        round_ = opened(game_id, seed)
        source = shoe(round_, seed)
        while not round_.over:
            for ask in round_.asks():
                for misplay in rng.sample(ask.misplays, min(len(ask.misplays), 1)):
                    answer = Answer(misplay.name, cards=misplay.pick and misplay.pick[: misplay.most])
                    with pytest.raises(Refusal, match="is for the floor to rule on, not for"):
                        round_.decide(ask.place.name, answer)
                    if ruled < 25:
                        entered = resume(round_.game, round_.document())
                        entered.rule(ask.place.name, answer)
                        assert resume(round_.game, entered.document()).document() == entered.document()
                        ruled += 1
            step(round_, source)
    assert ruled or (find(game_id).house_way is None and book(game_id).game.family != "rummy"), "it can be misplayed"
