"""Void rounds: a void round gives everything back, whenever and however the floor voids it."""

import random
from collections import Counter

import pytest
from msgspec import UNSET, structs

from houseway.cards import text_of
from houseway.conformance.chips import brought, put_in
from houseway.conformance.random_rounds import finished, opened, seeds
from houseway.games import find
from houseway.script import VOID, Refusal
from houseway.table import Round, document_from, document_text, result, resume


def floor_voids(round_: Round, rng: random.Random) -> None:
    """Voids the round in a random way: as an irregularity of the game, for a reason, or as abandoned."""
    known = [kind for kind, each in round_.game.irregularities.items() if each.void and each.in_time is None]
    way = rng.choice(("call", "void", "abandon"))
    if way == "call":
        round_.call(rng.choice(known))
    else:
        round_.void("a card was found under the table", abandoned=way == "abandon")


def test_a_void_round_returns_every_chip_after_any_answer(game_id: str, pytestconfig: pytest.Config) -> None:
    voids = [each for each in find(game_id).irregularities.values() if each.void]
    assert voids, "every game can be misdealt"
    for seed in seeds(pytestconfig, 40):
        rng = random.Random(seed)
        round_ = finished(game_id, seed)
        part = resume(round_.game, round_.document(rng.randint(0, len(round_.events) - 1)))
        staked = put_in(part)
        floor_voids(part, rng)
        assert part.over
        assert part.asks() == []
        assert part.ledger.on_the_felt() == part.ledger.sum() == 0
        assert (part.prizes, part.transfers, part.felt.pots) == ([], [], {})
        assert all((paid.outcome, paid.net) == (VOID, 0) and paid.returned == paid.staked for paid in part.payments)
        returned: Counter[str] = Counter()
        for paid in part.payments:
            returned[paid.place.person] += paid.returned if paid.place.seat else 0
        assert +returned == staked, f"seed {seed}"
        paid_fees: Counter[str] = Counter()
        for fee in part.fees:
            paid_fees[fee.person] += fee.amount
        chips = brought(part)
        for place in (*part.felt.everyone(), part.felt.bank):
            if place.seat:
                assert part.ledger.balances[f"player {place.person}"] == -paid_fees[place.person]
                assert place.wagers == {}
            if place.stack is not None:
                assert place.stack == chips[place.person] - paid_fees[place.person]
        assert part.felt.carried == part.setup.carried
        again = resume(round_.game, document_from(document_text(part.document())))
        assert again.document() == part.document()
        assert result(again) == result(part)
        assert again.carry_over() == part.carry_over()


def test_the_fees_of_a_void_round_stand_for_its_redeal_or_go_back_when_there_is_none(game_id: str) -> None:
    for seed in range(12):
        part = opened(game_id, seed)
        before = [fee.amount for fee in part.fees]
        pools = dict(part.felt.pools)
        stands = resume(part.game, part.document())
        stands.void("the shuffler failed")
        returned = find(game_id).irregularities
        if "floor-void" in returned and returned["floor-void"].refunds:
            assert stands.fees == []
            continue
        assert [fee.amount for fee in stands.fees] == before
        assert stands.felt.pools == pools
        assert stands.carry_over()["fee_carried"] == bool(before)
        left = {name: value for name, value in stands.carry_over().items() if name != "gone"}
        redeal = Round(part.game, structs.replace(part.setup, **left))
        assert redeal.fees == [], "it is not taken twice"
        redeal.void("nobody wants to play on", abandoned=True)
        assert sum(fee.amount for fee in redeal.fees) == -sum(before)
        assert not redeal.carry_over()["fee_carried"]
        for fee in part.fees:
            if fee.pool:
                pools[fee.pool] -= fee.amount
        assert redeal.felt.pools == pools


def test_nobody_voids_a_round_that_is_over_or_without_a_reason(game_id: str) -> None:
    with pytest.raises(Refusal, match="the round is over: it cannot be voided any more"):
        finished(game_id, 1).void("too late")
    round_ = opened(game_id, 1)
    with pytest.raises(Refusal, match="a round is voided for a reason: none was given"):
        round_.void("  ")
    with pytest.raises(Refusal, match=f"^clause: {game_id} has no clause 'XYZ-01'$"):
        round_.void("why not", "XYZ-01")
    assert not round_.over
    assert round_.document().void is UNSET


def test_an_error_that_is_noticed_when_all_is_over_voids_the_document_with_the_cards_as_they_were_found(
    game_id: str, pytestconfig: pytest.Config
) -> None:
    known = find(game_id).irregularities.items()
    voids = [kind for kind, irregularity in known if irregularity.void and irregularity.in_time is None]
    for seed in seeds(pytestconfig, 10):
        rng = random.Random(seed)
        round_ = finished(game_id, seed)
        document = round_.document()
        document.irregularities = [*document.irregularities, rng.choice(voids)]
        if round_.cards_left() and round_.voided == "":
            spot = rng.choice(sorted(document.cards))
            document.cards[spot] += f" {text_of(rng.choice(round_.cards_left()))}"
        void = resume(round_.game, document)
        assert void.voided
        assert void.ledger.on_the_felt() == void.ledger.sum() == 0
        assert void.document() == document
        assert resume(round_.game, void.document()).document() == void.document()


def test_what_an_irregularity_undoes_in_a_settled_document_is_told(game_id: str, pytestconfig: pytest.Config) -> None:
    known = find(game_id).irregularities.items()
    voids = [kind for kind, irregularity in known if irregularity.void and irregularity.in_time is None]
    for seed in seeds(pytestconfig, 12):
        rng = random.Random(seed)
        settled = finished(game_id, seed)
        if settled.voided:
            continue
        document = settled.document()
        document.irregularities = [*document.irregularities, rng.choice(voids)]
        paid, void = result(settled), result(resume(settled.game, document))
        assert void.undone is not None
        assert void.undone.payments == [payment for payment in paid.payments if payment.net or payment.commission]
        assert void.undone.transfers == paid.transfers
        assert void.undone.jackpots == paid.jackpots
        assert all(payment.net == 0 and payment.returned == payment.staked for payment in void.payments)
        assert (void.transfers, void.jackpots, void.ledger_sum) == ([], [], 0)
        staked = Counter[str]()
        for payment in paid.payments:
            staked[payment.place] += payment.staked
        for payment in void.payments:
            staked[payment.place] -= payment.staked
        assert not any(staked.values()), "every wager of the round goes back"
