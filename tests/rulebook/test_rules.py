"""Rules that a table is opened with, and the whole book behind them."""

import pytest

from houseway import rulebook
from houseway.rulebook import Rules
from houseway.rulebook.audit import audit
from houseway.script.errors import Refusal
from houseway.testing import rule


def test_a_clause_is_found_in_the_game_then_in_the_shared_files() -> None:
    rules = Rules.of("three-card-poker")
    assert rules.clause("TCP-28").topic == "qualify"
    assert rules.clause("PD-41").topic == "settle"
    assert rules.clause("FEE-05").topic == "fees"
    with pytest.raises(LookupError, match="three-card-poker has no clause 'UTH-01'"):
        rules.clause("UTH-01")
    with pytest.raises(LookupError, match="pai-gow-seneca has no clause 'PD-41'"):
        Rules.of("pai-gow-seneca").clause("PD-41")
    assert Rules.of("pai-gow-seneca").clause("PD-59") == rules.clause("PD-59")  # the floor's word, at every table


def test_an_unknown_game_is_refused_with_a_near_name() -> None:
    with pytest.raises(Refusal, match=r"there is no game 'three-card-pokre': did you mean three-card-poker\?"):
        Rules.of("three-card-pokre")
    with pytest.raises(Refusal, match=r"there is no game 'bridge': there are fortune-pai-gow, lowball, "):
        Rules.of("bridge")


def test_equal_rules_have_equal_fingerprints() -> None:
    plain = Rules.of("three-card-poker")
    spelled_out = Rules.of("three-card-poker", {"exposed_card": "top"}, {"bonus": "flush=3"})
    assert plain == spelled_out
    assert hash(plain) == hash(spelled_out)
    assert plain.fingerprint == spelled_out.fingerprint
    assert len(plain.fingerprint) == 64


def test_any_change_of_option_pay_or_game_changes_the_fingerprint() -> None:
    variants = [
        Rules.of("three-card-poker"),
        Rules.of("three-card-poker", {"exposed_card": "none"}),
        Rules.of("three-card-poker", {"bank_accounting": "net-running"}),
        Rules.of("three-card-poker", pay={"bonus": "flush=4"}),
        Rules.of("three-card-poker", pay={"ante-bonus": "straight=2"}),
        *(Rules.of(game_id) for game_id in rulebook.game_ids() if game_id != "three-card-poker"),
    ]
    assert len({rules.fingerprint for rules in variants}) == len(variants)


@rule("PD-62")
def test_the_notice_of_ownership_can_be_read_at_the_four_games_it_names() -> None:
    for game_id in ("three-card-poker", "three-card-holdem", "ultimate-texas-holdem", "pure-21-5-blackjack"):
        notice = Rules.of(game_id).clause("PD-62").rule
        name = rulebook.book(game_id).game.title.removesuffix(" (player-dealer version)")
        assert name in notice
        assert "owner's agreement" in notice


@pytest.mark.parametrize("game_id", rulebook.game_ids())
def test_every_game_opens_with_its_defaults(game_id: str) -> None:
    rules = Rules.of(game_id)
    assert rules.game.id == game_id
    assert set(rules.options) == set(rulebook.offered(game_id))


def test_the_two_pair_chart_has_a_cell_for_every_two_pairs() -> None:
    chart = Rules.of("fortune-pai-gow").two_pair_chart
    ranks = "AKQJT98765432"
    pairs = {f"{high * 2}-{low * 2}" for i, high in enumerate(ranks) for low in ranks[i:]}
    assert set(chart) == pairs - {"AA-AA", "22-22"}
    assert set(Rules.of("three-card-poker").two_pair_chart) == set()


def test_the_book_holds_what_its_readme_counts() -> None:
    books = [rulebook.book(file_id) for file_id in (rulebook.SHARED, rulebook.FEES, *rulebook.game_ids())]
    assert len(books) == 16
    assert sum(len(book.clauses) for book in books) == 985
    assert sum(bool(clause.ruling) for book in books for clause in book.clauses) == 627
    assert sum(len(book.examples) for book in books) == 427
    assert sum(len(book.paytables) for book in books) == 55
    assert sum(len(book.wagers) for book in books) == 34
    assert sum(len(one.brackets) for book in books for one in book.schedules) == 290


def test_the_whole_book_passes_its_audit() -> None:
    assert audit() == []


def test_entries_are_found_by_id_whatever_the_case() -> None:
    assert rulebook.clause("tcp-28").id == "TCP-28"
    assert rulebook.example("TCP-E02").clauses[0] == "TCP-26"
    assert rulebook.schedule("sch-tcp-01").game == "three-card-poker"
    with pytest.raises(LookupError):
        rulebook.clause("TCP-99")
    with pytest.raises(LookupError, match="no file of the rule book has clauses that begin with XYZ-"):
        rulebook.clause("XYZ-01")
