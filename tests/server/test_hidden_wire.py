"""Hidden cards leave no trace on a person's wire: two rooms differ only in those cards."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import PACK, texts_of
from houseway.games import find
from houseway.roster import OWN
from houseway.rulebook import Rules
from tests.server.running import Guest, Line, cards_in, play_on, served

GAMES = {
    "three-card-poker": 3,
    "three-card-holdem": 2,
    "ultimate-texas-holdem": 2,
    "texas-holdem": 2,
    "omaha": 4,
    "pineapple-hi-lo": 3,
    "lowball": 5,
}
"""Games in which a folded hand stays hidden, and the cards of a hand."""
IN_A_RING = ("texas-holdem", "omaha", "pineapple-hi-lo", "lowball", "panguingue")
"""Games that draw cards for the first button or position."""
BUTTON = "Ks 2d"
"""The cards that two people draw for it."""
ROUNDS = 2


def evening(folder: Path, game: str, decks: list[list[str]]) -> tuple[list[str], list[dict[str, Any]], list[set[str]]]:
    """Ana watches while Ben folds every hand. Returns her frames, the documents for her, and Ben's cards."""
    folder.mkdir(parents=True)
    with served(folder / "room.db", "--chance-file", _laid(folder, game, decks), "--pace", "solo") as server:
        ana, ben = server.guest("Ana"), server.guest("Ben")
        table = ana.open(game)
        with ana.line(table) as hers, ben.line(table) as his:
            hers.sit(1)
            his.sit(2)
            secret = [_throw_away(hers, his, number) for number in range(1, len(decks) + 1)]
            hers.catch_up()
            names = {ana.id: "$ana", ben.id: "$ben", table: "$table"}
            frames = [_plain(text, names) for text in hers.raw]
            documents = [_document(ana, f"{table}-{number}", names) for number in range(1, len(decks) + 1)]
    return frames, documents, secret


def _laid(folder: Path, game: str, decks: list[list[str]]) -> str:
    """Writes a file that lays the rounds of the first table, so that chance repeats no card that the test looks for."""
    laid = folder / "laid.jsonl"
    draw: str | int = BUTTON if game in IN_A_RING else 1
    lines = [{"round": number, "deck": " ".join(deck), "draw": draw} for number, deck in enumerate(decks, 1)]
    laid.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(laid)


def _throw_away(hers: Line, his: Line, number: int) -> set[str]:
    """Plays one round, one command at a time by the first prompted person. Returns the cards that only Ben saw."""
    seen: set[str] = set()
    hers_seen: set[str] = set()
    for _ in range(300):
        for line in (his, hers):
            _until_still(hers, his)
            if hers.state["round"] == number:
                seen |= _cards(his.mine)
                hers_seen |= _cards(hers.mine) | _cards(hers.state)
            if hers.state["round"] == number and hers.state["phase"] == "settled":
                return seen - hers_seen
            if not _take_bank(line):
                play_on(line, fold=line is his)
    raise AssertionError(f"the round does not end: {hers.state} {hers.mine} {his.mine}")


def _until_still(hers: Line, his: Line) -> None:
    """Waits until both have received the same steps."""
    while hers.n != his.n:
        (hers if hers.n < his.n else his).read()


def _take_bank(line: Line) -> bool:
    bank = line.mine.get("bank")
    if bank is None or line.state["phase"] not in ("offering", "broken"):
        return False
    if line.you["name"] == "Ana" and "take" in bank["may"]:
        line.done("bank", do="take", posted=min(bank["high"], 10 * bank["low"]))
    elif "pass" in bank["may"]:
        line.done("bank", do="pass")
    return True


def _cards(part: dict[str, Any]) -> set[str]:
    return {card for text in part.get("cards", {}).values() for card in text.split()} - {"--"}


def _plain(text: str, names: dict[str, str]) -> str:
    """Returns a frame without ids, times, keys and seed proofs."""
    for name, value in names.items():
        text = text.replace(name, value)
    frame = json.loads(text)
    for part in (frame.get("state", {}), frame.get("mine", {})):
        for field in ("commit", "next", "root", "fair", "openings", "due_ms", "bank_ms"):
            part.pop(field, None)
    frame.pop("key", None)
    return json.dumps(frame)


def _document(ana: Guest, round_id: str, names: dict[str, str]) -> dict[str, Any]:
    text = json.dumps(ana.get(f"/api/rounds/{round_id}"))
    for name, value in names.items():
        text = text.replace(name, value)
    document: dict[str, Any] = json.loads(text)
    del document["fair"]
    return document


@pytest.mark.parametrize("game", GAMES)
def test_other_cards_in_a_hand_that_was_thrown_away_change_nothing_that_others_are_told(
    tmp_path: Path, game: str, request: pytest.FixtureRequest
) -> None:
    rng = random.Random(game)
    for number in range(int(request.config.getoption("--campaign"))):
        _compared(tmp_path / str(number), game, rng)


def _compared(folder: Path, game: str, rng: random.Random) -> None:
    """Plays an evening, and another whose decks differ only in what Ben alone saw."""
    decks = [rng.sample(texts_of(PACK), 52) for _ in range(ROUNDS)]
    frames, documents, secret = evening(folder / "a", game, decks)
    assert all(len(cards) == GAMES[game] for cards in secret), secret
    others = []
    for deck, cards in zip(decks, secret, strict=True):
        free = [card for card in deck[40:] if card not in cards][: len(cards)]
        swap = dict(zip([*sorted(cards), *free], [*free, *sorted(cards)], strict=True))
        others.append([swap.get(card, card) for card in deck])
    assert others != decks
    again, same, hidden = evening(folder / "b", game, others)
    assert hidden != secret
    for before, after in zip(frames, again, strict=False):
        assert before == after
    assert len(frames) == len(again)
    assert documents == same
    assert any(json.loads(text).get("state", {}).get("phase") == "settled" for text in frames)


@pytest.mark.parametrize("game", ["texas-holdem", "lowball", "three-card-poker"])
def test_who_takes_a_seat_that_somebody_left_hears_no_card_of_the_one_before(tmp_path: Path, game: str) -> None:
    """Requests story, table, replay and document from that very seat."""
    deck = random.Random(game).sample(texts_of(PACK), 52)
    deck.sort(key=BUTTON.split().__contains__)  # what is drawn for the button is dealt to nobody
    with served(tmp_path / "room.db", "--chance-file", _laid(tmp_path, game, [deck]), "--pace", "solo") as server:
        ana, ben, cleo = (server.guest(name) for name in ("Ana", "Ben", "Cleo"))
        table = ana.open(game)
        with ana.line(table) as hers, ben.line(table) as his:
            hers.sit(1)
            his.sit(2)
            secret = _throw_away(hers, his, 1)
            assert len(secret) == GAMES[game]
            assert secret <= cards_in(ben.get(f"/api/rounds/{table}-1")), "who saw them may read them again"
            his.done("stand_up")
            hers.done("sit_out")  # no other round begins
            with cleo.line(table, after=0) as line:
                line.sit(2)
                line.hello(0)
                line.catch_up()
                assert line.heard[-1]["story"] or line.heard[0]["story"]
                told = [*line.heard, cleo.get(f"/api/rounds/{table}-1"), cleo.get(f"/api/rounds/{table}-1/steps")]
                assert line.state["round"] == 1
                assert not cards_in(told) & secret
                assert not cards_in(server.guest().get(f"/api/rounds/{table}-1")) & secret


def test_cards_that_nobody_was_dealt_leave_no_trace_in_any_game(tmp_path: Path) -> None:
    """All fourteen games, a table each: two rooms whose decks differ only behind the last dealt card."""
    rng = random.Random("behind the last card")
    decks = {game: rng.sample(deck := texts_of(find(game).deck(Rules.of(game).options)), len(deck)) for game in OWN}
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    frames, dealt = _one_round_each(tmp_path / "a", decks)
    assert all(0 < dealt[game] < len(decks[game]) for game in OWN), dealt
    others = {game: deck[: dealt[game]] + deck[dealt[game] :][::-1] for game, deck in decks.items()}
    assert all(others[game] != decks[game] for game in OWN)
    again, _ = _one_round_each(tmp_path / "b", others)
    for game in OWN:
        assert frames[game] == again[game], game


def _one_round_each(folder: Path, decks: dict[str, list[str]]) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Returns what Ana received in a round of each game, and how many cards of its deck were dealt."""
    laid = folder / "laid.jsonl"
    dice = [[4, 6, 5], [3, 3], [2]]
    lines = [
        {"table": at, "round": 1, "deck": " ".join(deck), "dice": dice} for at, deck in enumerate(decks.values(), 1)
    ]
    for line, game in zip(lines, decks, strict=True):
        line["draw"] = BUTTON if game in IN_A_RING else 1
    laid.write_text("".join(json.dumps(line) + "\n" for line in lines))
    frames, dealt = {}, {}
    with served(folder / "room.db", "--chance-file", str(laid), "--pace", "solo") as server:
        ana, ben = server.guest("Ana"), server.guest("Ben")
        for game in decks:
            table = ana.open(game)
            with ana.line(table) as hers, ben.line(table) as his:
                hers.sit(1)
                his.sit(2)
                _play_round(hers, his)
                names = {ana.id: "$ana", ben.id: "$ben", table: "$table"}
                frames[game] = [_plain(text, names) for text in hers.raw]
            cards = ana.get(f"/api/rounds/{table}-1")["cards"]
            dealt[game] = sum(len(text.split()) for spot, text in cards.items() if not spot.startswith("draw "))
    return frames, dealt


def _play_round(hers: Line, his: Line) -> None:
    for _ in range(400):
        for line in (his, hers):
            _until_still(hers, his)
            if hers.state["phase"] == "settled":
                return
            if not _take_bank(line):
                play_on(line)
    raise AssertionError(f"the round does not end: {hers.state} {hers.mine} {his.mine}")
