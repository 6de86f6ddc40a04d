"""Bots at a table: how long they seem to think, the bank that they take, and the bets that they make."""

from random import Random

import pytest

from houseway.room.engine.bot_bank_and_bets import wagers_by
from houseway.room.messages.commands import BankChoice
from houseway.room.messages.view_types import BetOffer, CircleOffer
from tests.room.sitting import Sitting


class Eager(Random):
    """Whims that always want."""

    def random(self) -> float:
        return 0.0


@pytest.mark.parametrize(("pace", "thinks"), [("fast", False), ("normal", True)])
def test_bots_answer_at_once_at_a_fast_table_and_think_at_others(pace: str, thinks: bool) -> None:
    sitting = Sitting("pai-gow-seneca", 1, bots=2, pace=pace)
    assert [ask.at > sitting.now for ask in sitting.live.bots_asked()] == [thinks, thinks]


def test_a_bot_takes_the_bank_with_exactly_the_least_stake_and_not_with_less() -> None:
    sitting = Sitting("three-card-poker", 1, bots=1)
    sitting.bank("p1", "pass")
    (ask,) = sitting.live.bots_asked()
    offer = sitting.mine(ask.person).bank
    bot = sitting.live.state.players[ask.person]
    bot.chips -= offer.high - offer.low
    takes, passes = BankChoice(do="take", posted=offer.low), BankChoice(do="pass")
    assert sitting.live.bot_commands(ask, Eager()) == [takes, passes]
    bot.chips -= 1
    assert sitting.live.bot_commands(ask, Eager()) == [passes]


def test_a_bot_bets_no_more_than_the_share_of_the_bet_beside_it() -> None:
    main = CircleOffer("main", True, 10_00, 100_00, 1, "", False, None, "")
    side = CircleOffer("side", False, 1_00, 100_00, 1, "main", False, [3, 2], "")
    offer = BetOffer("1", [main, side], {}, {})
    assert wagers_by(Eager(), offer, 4, 1.0) == {"main": 40_00, "side": 4_00}
    dear = CircleOffer("side", False, 30_00, 100_00, 1, "main", False, [3, 2], "")
    assert wagers_by(Eager(), BetOffer("1", [main, dear], {}, {}), 2, 1.0) == {"main": 20_00, "side": 30_00}
    assert wagers_by(Eager(), BetOffer("1", [main, dear], {}, {}), 1, 1.0) == {"main": 10_00}
