"""Full-text search of clauses: best first, stems match, and an empty result is reported."""

import subprocess
import sys

import pytest

from houseway.rulebook import clause
from houseway.rulebook.search import near_words, search, stem
from houseway.script import Refusal
from tests.rulebook.test_command_line import answer, assert_refused, typed


@pytest.mark.parametrize(
    "forms",
    [
        ["fold", "folds", "folded", "folding"],
        ["bet", "bets", "betting"],
        ["wager", "wagers", "wagered", "wager's"],
        ["collect", "collects", "collected", "collecting", "collection", "collections"],
        ["raise", "raises", "raised", "raising"],
        ["copy", "copies", "copied"],
        ["pay", "pays", "paid", "paying"],
        ["tie", "ties", "tied"],
        ["deal", "deals", "dealt", "dealing"],
    ],
)
def test_the_forms_of_a_word_meet(forms: list[str]) -> None:
    assert len({stem(form) for form in forms}) == 1


def test_words_that_only_look_alike_do_not_meet() -> None:
    assert len({stem(word) for word in ("pass", "past", "pair", "play", "pot", "5..500", "as", "ace")}) == 8


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("TCP-28", "TCP-28"),
        ("surrender", "P21-46"),
        ("kondition", "PAN-48"),
        ("time is collected between hands at the mark", "LOW-23"),
        ("locked box", "FEE-04"),
        ("more than one hundred rates", "PD-29"),
        ("dead button missed blinds", "OMA-10"),
    ],
)
def test_the_best_clause_comes_first(query: str, best: str) -> None:
    assert best in [hit.clause.id for hit in search(query)][:3]


def test_all_words_of_a_query_count_for_more_than_one_of_them() -> None:
    for hit in search("folded ante")[:5]:
        assert "fold" in hit.clause.rule.lower()
        assert "ante" in hit.clause.rule.lower()
    scores = [hit.score for hit in search("folded ante")]
    assert scores == sorted(scores, reverse=True)
    assert {hit.clause.id for hit in search("folded ante")} == {hit.clause.id for hit in search("FOLDING, antes!")}


def test_the_beginning_of_a_word_is_enough_and_counts_for_less() -> None:
    begun, whole = (
        [hit.clause.id for hit in search(query, ["pure-21-5-blackjack"])] for query in ("surren", "surrender")
    )
    assert set(whole) == set(begun)
    assert search("surren")[0].score < search("surrender")[0].score


def test_a_query_of_common_words_still_finds() -> None:
    assert search("when it is")
    assert search("") == search("  ?! ") == []


def test_the_command_finds_in_all_files_or_in_a_game_with_its_shared_rules() -> None:
    page = answer("rules", "--search", "folded ante")
    assert (page["query"], page["game"], page["found"]) == ("folded ante", None, len(page["hits"]))
    first = page["hits"][0]
    assert (first["rank"], first["rule"]) == (1, clause(first["id"]).rule)
    assert {"id", "score", "game", "topic", "rule"} <= first.keys()
    assert answer("rules", "--search", "folded", "ante")["hits"] == page["hits"]
    own = answer("rules", "TCP", "--search", "short", "bank")
    assert {hit["game"] for hit in own["hits"]} == {"three-card-poker", "player-dealer"}
    assert {hit["game"] for hit in answer("rules", "omaha", "--search", "burn")["hits"]} == {"omaha"}
    assert typed("rules", "--search", "locked", "box").stdout.split("\u2500")[-1].split()[0] == "FEE-04"


def test_nothing_found_is_an_answer_with_a_near_word() -> None:
    result = typed("rules", "--search", "surender")
    assert (result.exit_code, result.stdout) == (0, "No clause has 'surender': did you mean surrender?\n")
    assert typed("rules", "omaha", "--search", "qwertyuiop").stdout == "No clause of omaha has 'qwertyuiop'\n"
    page = answer("rules", "--search", "surender")
    assert (page["found"], page["hits"], page["near"]) == (0, [], ["surrender"])
    assert near_words("fold the konditoin") == ["kondition"]
    assert "did you mean kondition?" in typed("rules", "--search", "fold", "konditoin").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--search", " "), "--search needs words to look for, such as --search folded ante"),
        (("bridge", "--search", "fold"), "the rule book has nothing called 'bridge'"),
        (("TCP", "--coverage", "--search", "fold"), "--coverage does not go with --search: it would change nothing"),
        (("TCP", "--search", "fold", "-o", "exposed_card=top"), "--option does not go with --search"),
    ],
)
def test_a_search_that_makes_no_sense_is_refused(words: tuple[str, ...], says: str) -> None:
    assert_refused(says, "rules", *words)


def test_searching_imports_no_numerics() -> None:
    program = (
        "import sys\nfrom houseway.cli import main\n"
        "main(['rules', '--search', 'fold'], standalone_mode=False)\n"
        "sys.exit(bool({'numpy', 'numba', 'matplotlib'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


def test_more_than_eight_words_are_refused_and_common_ones_do_not_count() -> None:
    eight = "bank pays ante fold queen bonus commission tie"
    assert search(f"when the {eight} and the {eight} is in it")
    for more in (f"{eight} joker", f"{eight[:-4]} three-card"):
        with pytest.raises(Refusal) as refused:
            search(more)
        assert refused.value.code == "format"
        assert refused.value.sentence == "9 words to look for are refused: 8 are the most"
    assert_refused("9 words to look for are refused: 8 are the most", "rules", "--search", f"{eight} joker")
