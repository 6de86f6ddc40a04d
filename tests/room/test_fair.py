"""houseway-fair-1: the test vectors, the recipe of the page, and rounds of every game dealt again."""

import json
import re
from collections import Counter
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from houseway.cards import PACK, cards_from, texts_of
from houseway.room.fairness.chance_file import laid_from
from houseway.room.fairness.chance_log import LoggedChance
from houseway.room.fairness.deal_order import order_of
from houseway.room.fairness.fair_chance import FairChance, FairDealing, seeds_of
from houseway.room.fairness.proof import openings_of
from houseway.room.fairness.scheme import below, key_of, opens, shuffled, stream
from houseway.room.messages.outcomes import Drawn
from houseway.roster import OWN
from houseway.script import Deal, Refusal, Roll
from houseway.script.places import Spot
from houseway.table import Document, Round, resume
from tests.room import vectors
from tests.room.dealt import FairTable, fairness

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
VECTORS = json.loads(vectors.FILE.read_text(encoding="utf-8"))["vectors"]


@pytest.fixture(scope="module")
def recipe() -> Any:
    """Runs the code that docs/fairness.md prints. Returns its functions."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert len([line for line in code.splitlines() if line.strip()]) <= 21
    assert "houseway" not in code
    names: dict[str, Any] = {}
    exec(code, names)
    return SimpleNamespace(**names)


# -- vectors --------------------------------------------------------------------------------------------------------


def test_the_vectors_are_what_the_scheme_makes() -> None:
    assert vectors.FILE.read_text(encoding="utf-8") == vectors.text()


@pytest.mark.parametrize("vector", VECTORS)
def test_the_recipe_of_the_page_makes_the_vectors(recipe: Any, vector: dict[str, Any]) -> None:
    key = recipe.key_of(vector)
    assert key.hex() == vector["key"]
    assert recipe.sha256(bytes.fromhex(vector["seed"])) == vector["commit"]
    assert list(islice(recipe.stream(key, "any/label"), 10)) == vector["numbers"]
    assert recipe.deck(key, "deck/0", vector["cards"]) == vector["deck"]
    assert recipe.deck(key, "deck/1", vector["deck"][1:]) == vector["again"]
    assert recipe.deck(key, "draw", vector["cards"]) == vector["draw"]
    dice = recipe.stream(key, "dice")
    assert [recipe.below(dice, 6) + 1 for _ in range(12)] == vector["dice"]
    no_words = recipe.stream(recipe.key_of(vector | {"words": {}}), "lot")
    assert vector["lot"]["seats"][recipe.below(no_words, 5)] == vector["lot"]["seat"]
    assert recipe.root(key, 0, vector["deck"]) == vector["root"]
    assert recipe.link(vector | {"scheme": "houseway-fair-1", "laid": False}) == vector["link"]


def test_the_page_shows_the_first_vector() -> None:
    page, first = PAGE.read_text(encoding="utf-8"), VECTORS[0]
    shown = (first["commit"], first["key"], first["root"], " ".join(first["deck"][:5]))
    assert all(f"`{value}`" in page for value in shown)
    assert f"`{', '.join(map(str, first['dice'][:3]))}`" in page


# -- chance ---------------------------------------------------------------------------------------------------------


def test_every_number_below_a_count_is_as_likely_as_the_others() -> None:
    numbers = stream(bytes(32), "test")
    for count in (1, 2, 6, 7, 52):
        seen = Counter(below(numbers, count) for _ in range(2000 * count))
        assert set(seen) == set(range(count))
        spread = sum((each - 2000) ** 2 / 2000 for each in seen.values())
        assert spread < count + 6 * (2 * count) ** 0.5  # chi square, six deviations


def test_every_order_of_four_cards_comes_as_often() -> None:
    seen = Counter("".join(shuffled(key_of(bytes(32), "t", number, {}), "deck/0", "abcd")) for number in range(24_000))
    assert len(seen) == 24
    assert sum((each - 1000) ** 2 / 1000 for each in seen.values()) < 23 + 6 * 46**0.5


def test_a_word_a_seed_a_table_or_a_round_more_is_another_deck() -> None:
    decks = {
        " ".join(shuffled(key_of(seed, table, number, words), "deck/0", texts_of(PACK)))
        for seed in (bytes(32), bytes(31) + b"\1")
        for table in ("a", "b")
        for number in (1, 2)
        for words in ({}, {"1": "0" * 16}, {"2": "0" * 16})
    }
    assert len(decks) == 24


# -- rounds of every game -------------------------------------------------------------------------------------------


def dealt_again(recipe: Any, table: FairTable, document: Document) -> int:
    """Deals the round by the recipe, every card and die. Returns the number of decks."""
    fair = msgspec.to_builtins(fairness(document))
    round_ = resume(table.game, document)
    key, shoe = recipe.key_of(fair), texts_of(Round(table.game, document.setup()).cards_left())
    assert recipe.sha256(bytes.fromhex(fair["seed"])) == fair["commit"]
    deck = recipe.deck(key, "deck/0", shoe)
    roots = [recipe.root(key, 0, deck)]
    cards, drawn = list[str](), set[int]()
    dealt = [each for each in round_.events if isinstance(each.given, tuple) and each.given and each.to != "dice"]
    for told, event in zip(order_of(round_).deals, dealt, strict=True):
        assert isinstance(event.given, tuple)
        given = list(texts_of(event.given))
        back = [cards[number] for number in told.back if number not in drawn] + told.tray.split()
        if event.to.startswith("draw "):  # the draw has its own deck: its cards never leave that of the hand
            drawn |= {*range(len(cards), len(cards) + len(given))}
        else:
            if back:  # the rest and the returned cards are shuffled as the next epoch
                deck = recipe.deck(key, f"deck/{len(roots)}", deck + back)
                roots.append(recipe.root(key, len(roots), deck))
            assert given == deck[: len(given)]
            del deck[: len(given)]
        cards += given
    assert roots == [fair["root"], *fair["reshuffled"]]
    assert len(cards) >= 4  # two players, of whom one folds at once
    dice = recipe.stream(key, "dice")
    assert [[recipe.below(dice, 6) + 1 for _ in faces] for faces in document.dice] == document.dice
    return len(roots)


@pytest.mark.parametrize("game", OWN)
def test_the_recipe_deals_rounds_of_every_game_again(recipe: Any, game: str, pytestconfig: pytest.Config) -> None:
    table = FairTable(game)
    for _ in range(4 * int(pytestconfig.getoption("--campaign"))):
        assert dealt_again(recipe, table, table.play())


def test_the_recipe_deals_cards_that_were_shuffled_again(recipe: Any) -> None:
    table = FairTable("lowball")
    assert any(dealt_again(recipe, table, table.play()) > 1 for _ in range(80))


@pytest.mark.parametrize("game", ["texas-holdem", "panguingue"])
def test_the_draw_for_the_first_button_leaves_the_deck_of_the_hand_alone(game: str) -> None:
    table = FairTable(game)
    document = table.play(button=0)
    assert any(spot.startswith("draw ") for spot in document.cards)
    assert not fairness(document).reshuffled


def spot(name: str) -> Spot:
    return Spot(name)


def test_cards_shuffled_in_again_start_the_next_epoch() -> None:
    dealing = FairDealing(bytes(32), texts_of(PACK))
    first = dealing.cards(Deal(5, to=spot("1")))
    left = sorted({*PACK} - {*first[2:]})
    again = dealing.cards(Deal(2, to=spot("1"), shuffled=first[:2]))
    assert len(dealing.decks) == 2
    assert sorted(dealing.decks[1]) == sorted(texts_of(left))
    assert dealing.dealt == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 1)]
    assert texts_of(again) == dealing.decks[1][:2]
    openings = [dealing.opening(number) for number in range(7)]
    assert all(opening is not None and opens(opening, dealing.leaves) for opening in openings)


# -- laid cards, and logs -------------------------------------------------------------------------------------------


def dealt(dealing: Any, count: int, to: str = "1", shuffled: str = "") -> str:
    return " ".join(texts_of(dealing.cards(Deal(count, to=spot(to), shuffled=cards(shuffled)))))


def cards(text: str) -> tuple[int, ...]:
    return cards_from(text)


def test_a_chance_file_lays_decks_dice_and_the_draw() -> None:
    lines = laid_from(
        '{"round":1,"deck":"As Kd","dice":[[4,6,5]],"draw":"2c"}\n'
        '{"round":2,"table":2,"deck":["2h 2d","3h"]}\n\n{"round":3,"draw":4}\n'
    )
    chance = FairChance(seeds_of("x"), lines)
    first = chance.begin("one", 1, {}, PACK)
    assert dealt(first, 1, "draw 3") == "2c"
    assert dealt(first, 2, shuffled="2c") == "As Kd"
    assert first.dice(Roll(3)) == (4, 6, 5)
    assert dealt(first, 50).count(" ") == 49  # the rest by chance
    assert chance.end("one", 1, reveal=True)["laid"] is True
    chance.begin("one", 2, {}, PACK)
    assert chance.end("one", 2, reveal=True)["laid"] is False  # a round without a line
    second = chance.begin("two", 2, {}, PACK)
    assert dealt(second, 2) == "2h 2d"
    assert dealt(second, 1, shuffled="2h") == "3h"
    assert chance.draw("two", 3, (1, 4, 6)) == 4


def test_rooms_with_the_same_lines_deal_the_same_also_what_no_line_says() -> None:
    """Other tests compare two rooms step by step whose cards differ only where one player may not look (ROOM, section
    5).
    """
    lines = laid_from('{"round":1,"deck":"As Kd"}\n{"round":2,"draw":"2c Ks Kh 5d"}\n{"round":3,"draw":4}')
    one, other = FairChance(seeds_of("x"), lines), FairChance(seeds_of("y"), lines)

    def dealt_by(chance: FairChance, number: int) -> list[object]:
        round_ = chance.begin("t", number, {}, PACK)
        drawn = [dealt(round_, 1, f"draw {seat}") for seat in (1, 4, 6)]
        return [*drawn, dealt(round_, 52), round_.dice(Roll(3)), chance.draw("t", number, (1, 4, 6))]

    for number in (1, 2, 3):
        assert dealt_by(one, number) == dealt_by(other, number)
    assert dealt_by(one, 4) != dealt_by(other, 4)  # a round without a line
    assert one.commit("t", 1) != other.commit("t", 1)
    assert one.draw("t", 2, (1, 4, 6)) == 4  # the highest card, suits count
    assert one.draw("t", 3, (1, 6)) == other.draw("t", 3, (1, 6))  # the laid seat is not taken
    assert [str(card)[0] == "A" for card in dealt_by(one, 3)[:3]] == [False, True, False]  # seat 4 draws best


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"round":1,"deck":"As Kx"}', "file.jsonl, line 2: 'Kx' is not a card"),
        ('{"round":1,"deek":"As"}', "line 2: Object contains unknown field `deek`"),
        ("nonsense", "line 2: JSON is malformed"),
    ],
)
def test_a_line_that_cannot_be_laid_is_refused_with_its_number(line: str, says: str) -> None:
    with pytest.raises(Refusal) as refused:
        laid_from('{"round":2}\n' + line, "file.jsonl")
    assert says in refused.value.sentence
    assert refused.value.where == "file.jsonl:2"


def test_what_does_not_fit_of_a_laid_round_is_passed_over() -> None:
    """A shoe that served other rounds lacks some of the cards, and one line may be for many tables."""
    lines = laid_from(
        '{"round":1,"deck":"As As Jk Kd","dice":[[1,2],[9,9,9],[4,6,5]]}\n{"round":1,"table":2,"deck":"2c"}'
    )
    chance = FairChance(seeds_of("x"), lines)
    dealing = chance.begin("one", 1, {}, PACK)
    assert dealt(dealing, 2) == "As Kd"
    assert dealing.dice(Roll(3)) == (4, 6, 5)
    assert len(dealing.dice(Roll(3))) == 3
    assert dealt(dealing, 50).count(" ") == 49
    assert dealt(chance.begin("two", 1, {}, PACK), 1) == "2c"  # a line for one table takes precedence


def test_the_same_text_gives_the_same_seeds_and_every_round_is_called_laid() -> None:
    chances = [FairChance(seeds_of("again"), called_laid=True) for _ in range(2)]
    assert chances[0].commit("t", 1) == chances[1].commit("t", 1) != chances[0].commit("t", 2)
    assert chances[0].end("t", 1, reveal=False)["laid"] is True


def test_what_chance_gave_is_recorded_and_given_again() -> None:
    first = LoggedChance(FairChance(seeds_of("first")))
    said: list[object] = [first.commit("t", 1), first.draw("t", 1, (1, 2, 3))]
    dealing = first.begin("t", 1, {}, PACK)
    said += [dealt(dealing, 5), dealing.dice(Roll(3)), first.end("t", 1, reveal=True)]
    drawn = first.drain()
    assert first.drain() == ()
    assert [each.cards for each in drawn if each.cards] == [said[2]]

    again = LoggedChance(
        FairChance(seeds_of("another")), msgspec.json.decode(msgspec.json.encode(drawn), type=list[Drawn])
    )
    heard: list[object] = [again.commit("t", 1), again.draw("t", 1, (1, 2, 3))]
    dealing = again.begin("t", 1, {}, PACK)
    heard += [dealt(dealing, 5), dealing.dice(Roll(3)), again.end("t", 1, reveal=True)]
    assert heard == said
    rest = dealt(dealing, 47).split()  # after the end of the log, chance deals the rest
    assert sorted(rest + str(said[2]).split()) == sorted(texts_of(PACK))


def test_a_dealing_taken_up_from_its_log_goes_on_as_it_would_have() -> None:
    whole, taken_up = (FairChance(seeds_of("x")).begin("t", 1, {}, PACK) for _ in range(2))
    drawn = whole.cards(Deal(1, to=spot("draw 1")))
    hand = whole.cards(Deal(7, to=spot("1"), shuffled=drawn))
    taken_up.follow(Deal(1, to=spot("draw 1")), drawn)
    taken_up.follow(Deal(7, to=spot("1"), shuffled=drawn), hand)
    back = hand[:3]
    assert dealt(whole, 9, shuffled=" ".join(texts_of(back))) == dealt(taken_up, 9, shuffled=" ".join(texts_of(back)))
    assert whole.dealt == taken_up.dealt


def test_a_round_is_chained_to_one_that_an_earlier_process_ended() -> None:
    before = FairChance(seeds_of("x"))
    kept = {number: before.end("t", number, reveal=True) for number in (1, 2)}
    after = FairChance(seeds_of("x"), kept=lambda _, number: kept.get(number))
    assert after.end("t", 3, reveal=True) == before.end("t", 3, reveal=True)
    assert kept[1]["prev"] is None


@pytest.mark.parametrize("game", ["texas-holdem", "panguingue", "lowball"])
def test_openings_are_made_again_from_the_document_and_the_seed(game: str) -> None:
    """Serves a person who asks a day later, when the cache is gone."""
    table = FairTable(game)
    for button in (0, 1):
        document = table.play(reveal=False, button=button)
        fair, round_ = fairness(document), resume(table.game, document)
        everything = {spot: range(len(text.split())) for spot, text in round_.document().cards.items()}
        seed = seeds_of(f"tests of {game}")("k3", fair.round)
        again = openings_of(round_, fair, seed, everything)
        assert sorted(again, key=msgspec.json.encode) == sorted(fair.openings, key=msgspec.json.encode)
        spot = next(iter(everything))
        assert len(openings_of(round_, fair, seed, {spot: [0, 0]})) <= 1


def test_the_seed_is_not_told_before_it_is_revealed() -> None:
    table = FairTable("texas-holdem")
    document: Document = table.play(reveal=False)
    seed = seeds_of("tests of texas-holdem")("k3", 1).hex()
    assert fairness(document).seed is None
    assert seed not in msgspec.json.encode(document).decode()
