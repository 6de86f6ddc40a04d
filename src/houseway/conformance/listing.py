"""Listing: the game's parts are where its listing says, and everything that it cites is in its rule book."""

import pytest

from houseway.cards import text_of_cards
from houseway.conformance.random_rounds import finished, seeds
from houseway.games import find
from houseway.players.bot_rounds import deal_round, from_its_seed
from houseway.rulebook import Rules, book, clause
from houseway.rulebook.files.loader import named
from houseway.script import Refusal
from houseway.table import result


def test_the_rule_book_and_the_script_speak_of_the_same_game(game_id: str) -> None:
    game, rules = find(game_id), Rules.of(game_id)
    assert game.id == rules.game.id == game_id
    assert named(rules.game.short) == game_id
    assert text_of_cards(game.deck(rules.options))
    circles = {circle.name for circle in game.circles_at(rules.options)}
    assert circles, "a game has circles for its chips"
    paid = {table.wager for table in book(game_id).paytables if table.wager}
    assert not book(game_id).wagers or paid <= {wager.id for wager in book(game_id).wagers}


def test_every_clause_that_a_round_cites_is_in_its_rule_book(game_id: str, pytestconfig: pytest.Config) -> None:
    for seed in seeds(pytestconfig, 60):
        round_ = finished(game_id, seed)
        told = result(round_)
        cited = {each for payment in told.payments for each in payment.clauses}
        cited |= {each for fee in told.fees for each in fee.clauses}
        cited |= {each.clause for each in round_.game.irregularities.values()}
        for cited_id in sorted(cited):
            assert round_.rules.clause(cited_id).id == cited_id
        for entry in round_.ledger.entries:  # the table's own moves cite clauses that all games share
            assert not entry.clause or clause(entry.clause)
        assert all(payment.clauses for payment in told.payments), "no chip moves without a clause"


def test_bots_play_rounds_to_their_end_and_the_same_seed_deals_them_again(
    game_id: str, pytestconfig: pytest.Config
) -> None:
    for seed in seeds(pytestconfig, 20):
        round_ = deal_round(game_id, f"bots {seed}")
        assert round_.over
        document = round_.document()
        document.seed = f"bots {seed}"
        again = from_its_seed(document).document()
        assert (again.cards, again.dice) == (document.cards, document.dice)


def test_an_option_that_is_not_offered_is_refused(game_id: str) -> None:
    with pytest.raises(Refusal, match="no option 'colour_of_the_cloth'"):
        Rules.of(game_id, {"colour_of_the_cloth": "green"})
