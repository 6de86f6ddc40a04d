"""Suggestions for unknown words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.script.did_you_mean import did_you_mean, nearest, unknown

GAMES = ["three-card-poker", "three-card-split", "omaha"]


def test_case_dashes_and_unfinished_words_are_near() -> None:
    assert nearest("Three_Card", GAMES, 3) == ["three-card-poker", "three-card-split"]
    assert did_you_mean("OMAHA", GAMES) == "did you mean omaha?"
    assert did_you_mean("bridge", GAMES, "there are three") == "there are three"
    assert nearest("", GAMES) == []


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("cvs", ["jsonl", "css", "csv"], ["csv"]),  # the right letters in the wrong order come before all others
        ("--schedul", ["--seed", "--schedule"], ["--schedule"]),
        ("omaha" * 20, ["omaha"], []),  # nobody means a word by a much longer one
        ("  ", ["omaha"], []),
        ("omaha", [], []),
    ],
)
def test_the_likeliest_word_comes_first(word: str, known: list[str], near: list[str]) -> None:
    assert nearest(word, known) == near


words = st.text("abcdefgh-_ ", max_size=12)


@given(words, st.lists(words, max_size=6, unique=True), st.integers(1, 4))
def test_only_known_words_are_near_and_one_that_is_known_is_nearest(word: str, known: list[str], most: int) -> None:
    near = nearest(word, known, most)
    assert {*near} <= {*known}
    assert len(near) == len({*near}) <= most
    if word.strip().lstrip("-"):
        assert nearest(word, ["zzzzzz", word]) == [word]


def test_an_unknown_word_is_refused_with_the_nearest_one_or_with_all() -> None:
    near = unknown("game", "there is no game {game!r}", "omahaa", GAMES, game="omahaa")
    assert near.sentence == "there is no game 'omahaa': did you mean omaha?"
    assert near.facts == {"game": "omahaa", "near": "omaha", "known": GAMES}
    none = unknown("game", "there is no game {game!r}", "whist", GAMES, clause="PD-01", where="game", game="whist")
    assert str(none) == ("game: there is no game 'whist': there are three-card-poker, three-card-split, omaha (PD-01)")
    assert none.facts["near"] is None


def test_a_part_that_several_words_share_names_them_all() -> None:
    games = ["mini-pai-gow", "pai-gow-seneca", "omaha"]
    several = unknown("game", "there is no game {game!r}", "Pai Gow", games, game="Pai Gow")
    assert several.sentence == "there is no game 'Pai Gow': did you mean mini-pai-gow, pai-gow-seneca?"
    assert several.facts["near"] == games[:2]
    assert unknown("game", "no {game}", "seneca", games, game="seneca").facts["near"] is None, "one is not several"
    assert unknown("game", "no {game}", "mini", games, game="mini").facts["near"] == "mini-pai-gow"


def test_where_nothing_is_known_there_are_none() -> None:
    assert unknown("x", "no {wager}", "bonus", [], wager="bonus").sentence == "no bonus: there are none"
    listed = unknown("x", "no {wager}", "bonus", ["ante"], "write one of {known}", wager="bonus")
    assert listed.sentence == "no bonus: write one of ante"
