"""`houseway verify`: what a round of the room proves, what it cannot prove, and how cheating is caught."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.cards import PACK, texts_of
from houseway.players.seating import sit_down
from houseway.room.fairness.chance_file import laid_from
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.fairness.scheme import commit_of, deck_of, key_of, leaves_of, link_of, root_of
from houseway.roster import OWN
from houseway.table import Document, Round, document_from, document_text, resume
from houseway.table.setup import BackerSetup, BankSetup, Fair
from tests.cli.test_hostile import refused
from tests.cli.test_rounds import answer, run
from tests.room.dealt import REVEALED_LATER, FairTable, fairness

TCP, HOLDEM = "three-card-poker", "texas-holdem"
Change = Callable[[dict[str, Any]], None]


def text(document: Document, change: Change = lambda _: None) -> str:
    """Returns the document as text, changed by a cheat."""
    fields = json.loads(document_text(document))
    change(fields)
    return json.dumps(fields)


def proved(*words: str, text: str | None = None) -> dict[str, bool]:
    return {claim["claim"]: claim["proved"] for claim in answer("verify", *words, text=text)["claims"]}


def kept(folder: Path, table: FairTable, documents: list[Document]) -> str:
    """Writes those rounds of a table to the folder and returns it."""
    for document in documents:
        (folder / f"{table.table}-{fairness(document).round}.json").write_text(document_text(document))
    return str(folder)


def left_by(document: Document) -> str:
    """Returns the cards that a round leaves gone from the shoe."""
    gone: str = resume(FairTable(document.game).game, document).carry_over()["gone"]
    return gone


# -- honest rounds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OWN)
def test_a_round_of_every_game_proves_all_that_it_can(game: str, tmp_path: Path) -> None:
    table, out = FairTable(game), game not in REVEALED_LATER
    documents = [table.play(reveal=out)]
    for _ in range(2):
        documents.append(table.play(reveal=out, gone=left_by(documents[-1])))
    claims = proved("-", "--chain", kept(tmp_path, table, documents), text=text(documents[-1]))
    several = {} if table.game.cut_card is None else {"shoe": True}
    assert (
        claims
        == {
            "answers": True,
            "chips": True,
            "commit": out,
            "cards": out,
            "openings": not out,
            "chain": True,
        }
        | several
    )


def test_what_could_not_be_proved_is_said_with_the_reason() -> None:
    told = run("verify", "-", text=text(FairTable(HOLDEM).play(reveal=False))).stdout
    assert "not proved  The house kept to its commitment: the seed is not out yet." in told
    assert "cards opened, each of them bound by the root." in told
    told = run("verify", "-", text=text(FairTable(TCP).play())).stdout
    assert "proved      The house kept to its commitment: the seed is the one committed to." in told
    assert "not proved  Cards fit the root: the document opens no card by itself." in told


def test_the_seats_that_gave_no_words_are_named() -> None:
    document = FairTable(TCP).play()
    silent = answer("verify", "-", text=text(document))["without_words"]
    assert not {*silent} & {*fairness(document).words}
    assert {*silent} | {*fairness(document).words} >= {str(seat.seat) for seat in document.seats}
    assert f"No words came from seat {', '.join(silent)}." in run("verify", "-", text=text(document)).stdout


def test_a_laid_round_is_called_laid() -> None:
    chance = FairChance(seeds_of("x"), laid_from('{"round":1,"deck":"As Ks Qs Js Ts"}'))
    document = FairTable(TCP, chance).play()
    assert answer("verify", "-", text=text(document))["laid"] is True
    told = run("verify", "-", text=text(document)).stdout
    assert told.startswith("A laid round of three-card-poker: nobody's luck.")
    assert "not proved  Cards and dice came by chance: this round was laid" in told


@pytest.mark.parametrize("game", [TCP, "pure-21-5-blackjack", HOLDEM, "panguingue"])
def test_a_void_round_proves_the_cards_that_came_and_stands_in_the_chain(game: str, tmp_path: Path) -> None:
    table = FairTable(game)
    documents = [table.play(), table.play(void="wrong count"), table.play()]
    assert proved("-", text=text(documents[1]))["cards"] is True
    told = run("verify", "-", "--chain", kept(tmp_path, table, documents), text=text(documents[2])).stdout
    assert "rounds 1 to 3 of table k3 follow each other, 1 void (round 2: wrong count)." in told


def test_a_pan_hand_and_a_lowball_hand_with_cards_shuffled_again_are_dealt_again() -> None:
    found = 0
    for game in ("lowball", "panguingue"):
        table = FairTable(game)
        for _ in range(40):
            document = table.play()
            if fairness(document).reshuffled:
                assert proved("-", text=text(document))["cards"] is True
                found += 1
                break
    assert found


# -- somebody's own view --------------------------------------------------------------------------------------------


def own_view(table: FairTable, **more: Any) -> dict[str, Any]:
    """Returns a hold'em hand as the first seat may see it: its own cards and the board, with openings of just these."""
    return view_of(table.play(reveal=False, **more))


def view_of(document: Document) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(document_text(document))
    seat = str(document.seats[0].seat)
    open_spots = {seat, "board"}
    seen = [card for spot in open_spots for card in fields["cards"].get(spot, "").split()]
    for spot, held in fields["cards"].items():
        if spot not in open_spots:
            fields["cards"][spot] = " ".join("--" for _ in held.split())
    openings = fields["fair"]["openings"]
    fields["fair"]["openings"] = [opening for opening in openings if opening["card"] in seen]
    return fields


def test_somebodys_own_view_proves_the_cards_that_he_saw() -> None:
    view = json.dumps(own_view(FairTable(HOLDEM)))
    assert run("verify", "-", text=view).stdout.startswith("A round of texas-holdem, as one person saw it.\n")
    claims = proved("-", text=view)
    assert claims == {"answers": False, "chips": False, "commit": False, "cards": False, "openings": True}


def test_a_card_changed_in_somebodys_own_view_is_caught() -> None:
    view = own_view(FairTable(HOLDEM))
    seat = next(spot for spot, held in view["cards"].items() if spot != "board" and "--" not in held)
    own = view["cards"][seat].split()
    other = next(card for card in texts_of(PACK) if all(card not in held for held in view["cards"].values()))
    view["cards"][seat] = f"{other} {own[1]}"
    assert refused("verify", "-", text=json.dumps(view)) == (
        f"fair.openings: {own[0]} is opened, but the document shows it nowhere"
    )


def test_openings_that_are_held_back_are_noticed() -> None:
    view = own_view(FairTable(HOLDEM))
    del view["fair"]["openings"][0]
    claims = answer("verify", "-", text=json.dumps(view))["claims"]
    assert claims[-1]["proved"] is False
    assert claims[-1]["says"].endswith("1 cards that lie open have none")


# -- cheating -------------------------------------------------------------------------------------------------------


def spare_swap(document: Document) -> tuple[str, str, Change]:
    """Swaps a burned or mucked card, or the last one dealt, for a card that nobody was dealt."""
    game = FairTable(document.game).game
    round_ = resume(game, document)
    (left, *_) = texts_of(sorted(round_.cards_left()))
    spot = next(spot for spot in ("burn", "muck", *document.cards) if spot in document.cards)
    was = document.cards[spot].split()[-1]

    def change(fields: dict[str, Any]) -> None:
        fields["cards"][spot] = fields["cards"][spot].removesuffix(was) + left

    return was, left, change


def test_one_card_changed_is_caught() -> None:
    document = FairTable("ultimate-texas-holdem").play()
    was, now, change = spare_swap(document)
    sentence = refused("verify", "-", text=text(document, change))
    assert "the seed deals" in sentence
    assert sentence.split(": ", 1)[1].startswith("the seed deals ")
    assert was in sentence
    assert now in sentence.split("and the document says")[1]


def test_dice_that_were_changed_are_caught() -> None:
    document = FairTable("pai-gow-seneca").play()

    def change(fields: dict[str, Any]) -> None:
        faces = fields["dice"][0]
        faces[0], faces[1] = faces[1], faces[0]
        if fields["dice"] == document.dice:
            faces[0] = faces[0] % 6 + 1

    assert "the seed rolls" in refused("verify", "-", text=text(document, change))


def test_words_changed_are_caught() -> None:
    def change(fields: dict[str, Any]) -> None:
        place = next(iter(fields["fair"]["words"]))
        fields["fair"]["words"][place] = "0" * 16

    assert refused("verify", "-", text=text(FairTable(TCP).play(), change)) == (
        "fair.words: the seed and the words of round 1 make another deck than the root that was published"
    )


def test_a_seed_that_was_not_committed_to_is_caught() -> None:
    def change(fields: dict[str, Any]) -> None:
        fields["fair"]["seed"] = "00" * 32

    sentence = refused("verify", "-", text=text(FairTable(TCP).play(), change))
    assert sentence.startswith("fair.seed: the seed of round 1 is not the one committed to: ")
    assert sentence.endswith(f"its SHA-256 is {commit_of(bytes(32))}")


def test_an_opening_of_another_card_is_caught() -> None:
    document = FairTable(HOLDEM).play(reveal=False)
    first = fairness(document).openings[0]

    def another(fields: dict[str, Any]) -> None:
        fields["fair"]["openings"][0]["card"] = "2c" if first.card != "2c" else "3c"

    def salted(fields: dict[str, Any]) -> None:
        fields["fair"]["openings"][0]["salt"] = "no salt"

    def nowhere(fields: dict[str, Any]) -> None:
        fields["fair"]["openings"][0] |= {"i": 0, "epoch": 7}

    for forged in (another, salted, nowhere):
        sentence = refused("verify", "-", text=text(document, forged))
        assert sentence.endswith("at place 1 of the deck does not fit the root")
    was, now, change = spare_swap(document)
    assert f"was {was}, and the document deals {now} from there" in refused("verify", "-", text=text(document, change))


def test_leaves_made_up_afterwards_are_caught() -> None:
    document = FairTable(HOLDEM).play(reveal=False)

    def change(fields: dict[str, Any]) -> None:
        key = key_of(bytes(32), "k3", 1, {})
        fields["fair"]["leaves"] = [leaves_of(key, 0, texts_of(PACK)).hex()]

    assert "the leaves of round 1 do not make the root that was published" in refused(
        "verify", "-", text=text(document, change)
    )


def test_a_skipped_round_is_caught(tmp_path: Path) -> None:
    table = FairTable(TCP)
    documents = [table.play() for _ in range(5)]
    folder = kept(tmp_path, table, [documents[0], documents[1], documents[3]])
    assert refused("verify", "-", "--chain", folder, text=text(documents[4])) == (
        "fair.prev: a round of table k3 was skipped: round 4 is there after round 2"
    )


def test_a_round_taken_out_and_the_next_hung_on_the_one_before_is_caught(tmp_path: Path) -> None:
    """The house leaves out round 2, and gives its number to round 3."""
    table = FairTable(TCP)
    first, _, third = (table.play() for _ in range(3))

    def change(fields: dict[str, Any]) -> None:
        fields["fair"] |= {"round": 2, "prev": link_of(fairness(first))}

    forged = text(third, change)
    assert "make another deck than the root" in refused("verify", "-", text=forged)
    folder = kept(tmp_path, table, [first])
    assert "make another deck than the root" in refused("verify", "-", "--chain", folder, text=forged)


def test_rounds_that_begin_in_the_middle_prove_only_themselves(tmp_path: Path) -> None:
    table = FairTable(TCP)
    documents = [table.play() for _ in range(4)]
    claims = answer("verify", "-", "--chain", kept(tmp_path, table, documents[2:]), text=text(documents[3]))["claims"]
    assert claims[-1] == {
        "claim": "chain",
        "proved": False,
        "says": "rounds 3 to 4 of table k3 follow each other, none of them void; "
        "round 2 and those before it are not here",
    }


def test_a_round_changed_after_it_ended_is_caught_by_the_next(tmp_path: Path) -> None:
    table = FairTable(TCP)
    documents = [table.play(), table.play(void="wrong count"), table.play()]
    folder = kept(tmp_path, table, documents)
    second = tmp_path / "k3-2.json"
    for field, value in (("void", "the dealer sneezed"), ("words", {}), ("root", "00" * 32)):
        fields = json.loads(document_text(documents[1]))
        fields["fair"][field] = value
        second.write_text(json.dumps(fields))
        assert refused("verify", "-", "--chain", folder, text=text(documents[2])) == (
            "fair.prev: round 3 names another round 2 than the one here: "
            "its commitment, words, root or end were changed"
        )


def test_a_seed_used_twice_is_caught(tmp_path: Path) -> None:
    seed = bytes(range(32))
    table = FairTable(TCP, FairChance(lambda _table, number: seed if number in (1, 3) else bytes(32)))
    documents = [table.play() for _ in range(3)]
    folder = kept(tmp_path, table, documents)
    assert refused("verify", "-", "--chain", folder, text=text(documents[2])) == (
        "fair.commit: rounds 1 and 3 were dealt from one seed: whoever knew the first knew the second"
    )


class Grinding(FairChance):
    """A house that shows a commitment, waits for the words, and then tries seeds until it likes the cards."""

    def begin(self, table: str, number: int, words: Any, shoe: Any) -> Any:
        dealing = super().begin(table, number, words, shoe)
        tried = 0
        while number == 2 and dealing.decks[0][0][0] != "A":
            tried += 1
            self._rounds[table, number].seed = tried.to_bytes(32, "big")
            dealing = super().begin(table, number, words, shoe)
        return dealing


def test_a_seed_that_was_ground_until_the_cards_suited_is_caught(tmp_path: Path) -> None:
    """Each round alone is valid: the seed fits the commitment in the document, and deals the cards."""
    table = FairTable(TCP, Grinding(seeds_of("ground")))
    documents = [table.play() for _ in range(3)]
    assert fairness(documents[0]).next != fairness(documents[1]).commit
    assert all(proved("-", text=text(document))["cards"] for document in documents)
    folder = kept(tmp_path, table, documents)
    assert refused("verify", "-", "--chain", folder, text=text(documents[2])) == (
        "fair.commit: round 2 was dealt from another seed than the house was bound to when round 1 ended: "
        "it was chosen when the words were known"
    )


class Unbound(Grinding):
    """A house that grinds, and omits the commitment that would have bound it."""

    def __init__(self, *rounds: int) -> None:
        super().__init__(seeds_of("ground"))
        self.unbound = rounds

    def end(self, table: str, number: int, *, reveal: bool, void: str | None = None) -> dict[str, Any]:
        fair = super().end(table, number, reveal=reveal, void=void)
        if number in self.unbound:
            fair["next"] = None
            self.remember(msgspec.convert(fair, Fair))
        return fair


@pytest.mark.parametrize(
    ("unbound", "says"),
    [
        ((1,), "; round 2 was not bound before its words"),
        ((1, 2), "; rounds 2 to 3 were not bound before their words"),
        ((1, 3, 4), "; rounds 2, 4 to 5 were not bound before their words"),
        ((1, 5), "; round 2 was not bound before its words"),
    ],
)
def test_a_house_that_binds_itself_to_no_seed_proves_no_chain(
    unbound: tuple[int, ...], says: str, tmp_path: Path
) -> None:
    """Rounds of rooms older than the promise do the same: a missing fact about them is no lie."""
    table = FairTable(TCP, Unbound(*unbound))
    documents = [table.play() for _ in range(5)]
    folder = kept(tmp_path, table, documents)
    (*_, claim) = answer("verify", "-", "--chain", folder, text=text(documents[-1]))["claims"]
    assert (claim["claim"], claim["proved"]) == ("chain", False)
    assert claim["says"].endswith(says)


def test_what_was_not_bound_and_what_is_not_there_are_both_said(tmp_path: Path) -> None:
    table = FairTable(TCP, Unbound(1, 2))
    documents = [table.play() for _ in range(3)]
    folder = kept(tmp_path, table, documents[1:])
    (*_, claim) = answer("verify", "-", "--chain", folder, text=text(documents[-1]))["claims"]
    assert claim["says"].endswith("; round 3 was not bound before its words; round 1 and those before it are not here")


# -- words of nobody ------------------------------------------------------------------------------------------------


def with_words(game: str, words: dict[str, str], *, reveal: bool = True, bot: int = 0) -> Document:
    """Returns a round with these words at any places. The seat of that number, if any, is a bot's."""
    table = FairTable(game)
    table.number += 1
    setup = sit_down(table.game, "words")
    for seat in setup.seats:
        seat.person = f"bot-{table.table}-1" if seat.seat == bot else f"person {seat.seat}"
    return table.played(Round(table.game, setup), words, reveal=reveal)


def test_words_that_a_house_ground_at_a_seat_where_nobody_plays_prove_nothing() -> None:
    """The house knows everybody's words, and then chooses those of seat 9 until the first card is an ace."""
    for tried in range(1000):
        words = {"1": "a" * 16, "9": f"{tried:016x}"}
        document = with_words(TCP, words)
        if "A" in next(iter(document.cards.values())):
            break
    claims = {claim["claim"]: claim for claim in answer("verify", "-", text=text(document))["claims"]}
    assert claims["cards"]["proved"] is False
    assert claims["cards"]["says"].endswith(
        "all the same; the words at 9 are no player's: the house could try some until it liked the cards"
    )
    seat = next(spot for spot in document.cards if spot != "bank")
    assert proved("-", text=json.dumps(hidden(document, seat)))["cards"] is False


def test_words_at_the_places_of_a_round_are_its_players() -> None:
    seats = {str(seat.seat): "a" * 16 for seat in with_words(TCP, {}).seats}
    assert proved("-", text=text(with_words(TCP, seats)))["cards"] is True
    assert proved("-", text=text(with_words(TCP, {f"{next(iter(seats))}.2": "a" * 16})))["cards"] is False
    assert proved("-", text=text(with_words(TCP, {"bank": "a" * 16})))["cards"] is False


def test_a_bank_and_a_bettor_behind_a_seat_may_give_words() -> None:
    table = FairTable("fortune-pai-gow")
    table.number += 1
    setup = sit_down(table.game, "behind")
    assert isinstance(setup.bank, BankSetup)
    assert setup.bank.seat
    seat = setup.seats[0]
    seat.backline.append(BackerSetup(2, "Zoe", {"main": seat.wagers["main"]}))
    words = {str(setup.bank.seat): "a" * 16, f"{seat.seat}.2": "b" * 16}
    document = table.played(Round(table.game, setup), words)
    assert proved("-", text=text(document))["cards"] is True


def test_words_of_a_bot_are_the_houses() -> None:
    seat = with_words(TCP, {}).seats[0].seat
    words = {str(seat): "a" * 16}
    assert proved("-", text=text(with_words(TCP, words)))["cards"] is True
    claims = answer("verify", "-", text=text(with_words(TCP, words, bot=seat)))["claims"]
    assert [claim["proved"] for claim in claims if claim["claim"] == "cards"] == [False]


def test_cards_that_are_opened_one_by_one_prove_nothing_with_words_of_nobody() -> None:
    document = with_words(HOLDEM, {"99": "a" * 16}, reveal=False)
    assert proved("-", text=text(document))["openings"] is False
    view = view_of(document)
    claims = {claim["claim"]: claim for claim in answer("verify", "-", text=json.dumps(view))["claims"]}
    assert claims["openings"]["proved"] is False
    assert "the words at 99 are no player's" in claims["openings"]["says"]


def test_a_promise_that_was_changed_to_fit_the_ground_seed_is_caught(tmp_path: Path) -> None:
    table = FairTable(TCP, Grinding(seeds_of("ground")))
    documents = [table.play() for _ in range(3)]
    folder = kept(tmp_path, table, documents)
    forged = json.loads(document_text(documents[0]))
    forged["fair"]["next"] = fairness(documents[1]).commit
    (tmp_path / "k3-1.json").write_text(json.dumps(forged))
    assert "round 2 names another round 1 than the one here" in refused(
        "verify", "-", "--chain", folder, text=text(documents[2])
    )


def test_words_that_were_known_before_are_named(tmp_path: Path) -> None:
    """A player who repeats his words lets the house draw a seed that suits them."""
    table = FairTable(TCP)
    documents = []
    for words in ("a" * 16, "b" * 16, "a" * 16):
        table.number += 1
        round_ = Round(table.game, sit_down(table.game, "words"))
        documents.append(table.played(round_, {"1": words}))
    (*_, claim) = answer("verify", "-", "--chain", kept(tmp_path, table, documents), text=text(documents[2]))["claims"]
    assert claim["says"].endswith("; words that had been given before bind nobody (seat 1 in round 3)")


def test_a_void_round_that_passes_for_a_good_one_is_caught() -> None:
    def hide(fields: dict[str, Any]) -> None:
        fields["fair"]["void"] = None

    def make_up(fields: dict[str, Any]) -> None:
        fields["fair"]["void"] = "wrong count"

    table = FairTable(TCP)
    good, void = table.play(), table.play(void="wrong count")
    assert "round 2 is void, but its place in the chain does not say so" in refused(
        "verify", "-", text=text(void, hide)
    )
    assert "round 1 counts, but its place in the chain says that it is void: wrong count" in refused(
        "verify", "-", text=text(good, make_up)
    )


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("scheme", "trust-me-1", "scheme 'trust-me-1' is not known: this is houseway-fair-1"),
        ("seed", "xyz", "a seed is 64 hex digits"),
        ("seed", "00", "a seed is 64 hex digits"),
        ("leaves", ["zz"], "the leaves of a deck are hex digits"),
        ("round", "seventeen", "expected 'int', got 'str'"),
    ],
)
def test_a_fairness_part_that_cannot_be_read_is_refused(field: str, value: Any, says: str) -> None:
    document = FairTable(HOLDEM).play(reveal=field != "leaves")

    def change(fields: dict[str, Any]) -> None:
        fields["fair"][field] = value

    assert says in refused("verify", "-", text=text(document, change))


def test_a_chain_needs_a_folder_and_a_document_that_is_in_one(tmp_path: Path) -> None:
    plain = run("deal", TCP).stdout
    assert "it is in no chain" in refused("verify", "-", "--chain", str(tmp_path), text=plain)
    document = text(FairTable(TCP).play())
    assert "is not a folder of documents" in refused("verify", "-", "--chain", str(tmp_path / "no"), text=document)
    (tmp_path / "broken.json").write_text("{")
    assert "broken.json is not a document" in refused("verify", "-", "--chain", str(tmp_path), text=document)


def test_the_root_of_a_revealed_round_is_that_of_its_deck() -> None:
    document = document_from(text(FairTable(TCP).play()))
    fair = fairness(document)
    assert fair.seed is not None
    key = key_of(bytes.fromhex(fair.seed), fair.table, fair.round, fair.words)
    assert root_of(leaves_of(key, 0, deck_of(key, 0, texts_of(PACK)))) == fair.root


# -- hidden cards under a seed that is out --------------------------------------------------------------------------


def hidden(document: Document, *spots: str) -> dict[str, Any]:
    """Returns the document for a person who never saw the cards of these spots."""
    fields: dict[str, Any] = json.loads(document_text(document))
    for spot in spots:
        fields["cards"][spot] = " ".join("--" for _ in fields["cards"][spot].split())
    return fields


@pytest.mark.parametrize("game", sorted({*OWN} - REVEALED_LATER))
def test_hidden_cards_are_dealt_again_where_the_seed_is_out(game: str) -> None:
    table = FairTable(game)
    for _ in range(3):
        document = table.play()
        seat = next(spot for spot in document.cards if spot != "bank")
        claims = proved("-", text=json.dumps(hidden(document, seat)))
        assert claims == {"answers": True, "chips": True, "commit": True, "cards": True, "openings": False}


def test_an_open_card_that_was_changed_beside_hidden_ones_is_caught() -> None:
    document = FairTable(TCP).play()
    seat = next(spot for spot in document.cards if spot != "bank")
    fields = hidden(document, seat)
    own = document.cards["bank"].split()
    other = next(card for card in texts_of(PACK) if all(card not in held for held in document.cards.values()))
    fields["cards"]["bank"] = " ".join([other, *own[1:]])
    assert refused("verify", "-", text=json.dumps(fields)) == (
        f"cards.bank: the seed deals {' '.join(own)} to the bank, and the document says {other} {' '.join(own[1:])}"
    )


def test_a_hidden_decision_leaves_the_rest_unproved() -> None:
    document = FairTable(TCP).play()
    seat = next(iter(document.decisions))
    fields = hidden(document, seat)
    fields["decisions"][seat] = [None]
    assert proved("-", text=json.dumps(fields)) == {
        "answers": False,
        "chips": False,
        "commit": True,
        "cards": False,
        "openings": False,
    }


DICE = "pai-gow-seneca"


def test_dice_that_were_changed_beside_hidden_cards_are_caught() -> None:
    document = FairTable(DICE).play()
    seat = next(spot for spot in document.cards if spot != "bank")
    fields = hidden(document, seat)
    assert proved("-", text=json.dumps(fields))["cards"] is True
    rolled = list(fields["dice"][0])
    fields["dice"][0] = [7 - face for face in rolled]
    assert refused("verify", "-", text=json.dumps(fields)) == (
        f"dice: the seed rolls {', '.join(map(str, rolled))}, and the document says "
        f"{', '.join(str(7 - face) for face in rolled)}"
    )


def test_cards_and_dice_that_were_never_asked_for_are_caught_beside_hidden_ones() -> None:
    document = FairTable(DICE).play()
    seat = next(spot for spot in document.cards if spot != "bank")
    more = hidden(document, seat)
    more["dice"].append([1, 2, 3])
    assert refused("verify", "-", text=json.dumps(more)) == "dice: a roll of dice was never asked for"
    for spot in (seat, "bank", "nowhere"):
        more = hidden(document, seat)
        more["cards"][spot] = f"{more['cards'].get(spot, '')} --".strip()
        assert "never dealt" in refused("verify", "-", text=json.dumps(more))
    none = hidden(document, seat)
    none["dice"] = []
    assert "never dealt" in refused("verify", "-", text=json.dumps(none))


# -- a shoe that serves several rounds ------------------------------------------------------------------------------

SHOE = "pure-21-5-blackjack"


def shoe_claim(*words: str, text: str) -> tuple[bool, str]:
    (claim,) = [each for each in answer("verify", *words, text=text)["claims"] if each["claim"] == "shoe"]
    return claim["proved"], claim["says"]


def test_the_shoe_is_the_one_that_the_round_before_left(tmp_path: Path) -> None:
    table = FairTable(SHOE)
    first = table.play()
    gone = left_by(first)
    second = table.play(gone=gone)
    count = len(gone.split())
    folder = kept(tmp_path, table, [first])
    assert shoe_claim("-", "--chain", folder, text=text(second)) == (
        True,
        f"the {count} cards that are gone from it were dealt before",
    )
    assert shoe_claim("-", "--chain", folder, text=text(first)) == (True, "no card is gone from it")
    assert shoe_claim("-", text=text(second)) == (
        False,
        f"that {count} cards are gone from it was not checked, since round 1 is not here whole",
    )
    (tmp_path / "k3-1.json").write_text(json.dumps(json.loads(document_text(first))["fair"]))
    assert shoe_claim("-", "--chain", folder, text=text(second))[0] is False
    assert "shoe" not in proved("-", text=text(first))


def test_a_shoe_that_was_stripped_of_aces_is_caught(tmp_path: Path) -> None:
    """Each round alone is valid: its seed deals it from the cards that the document leaves in the shoe."""
    table = FairTable(SHOE)
    first = table.play()
    second = table.play(gone=f"{left_by(first)} As")
    assert proved("-", text=text(second))["cards"] is True
    assert refused("verify", "-", "--chain", kept(tmp_path, table, [first]), text=text(second)) == (
        "gone: round 2 was dealt from another shoe than the one before left: As are gone from only one of them"
    )


def test_a_first_round_without_some_cards_is_caught(tmp_path: Path) -> None:
    document = FairTable(SHOE).play(gone="As Ad")
    assert "from another shoe" in refused("verify", "-", "--chain", str(tmp_path), text=text(document))


def test_a_shoe_that_was_shuffled_early_is_named(tmp_path: Path) -> None:
    table = FairTable(SHOE)
    documents = [table.play(), table.play()]
    proof = shoe_claim("-", "--chain", kept(tmp_path, table, documents), text=text(documents[1]))
    assert proof == (
        False,
        "it was shuffled after round 1 before its cut card came: the room may have changed its decks",
    )


def test_a_round_before_that_was_changed_to_fit_the_shoe_is_caught(tmp_path: Path) -> None:
    table = FairTable(SHOE)
    first = table.play()
    forged = json.loads(document_text(first))
    spot, held = next((spot, held.split()) for spot, held in first.cards.items() if held.split()[0][0] != "A")
    suit = "c" if held[0][1] != "c" else "d"
    forged["cards"][spot] = " ".join([held[0][0] + suit, *held[1:]])  # worth as much, so that it is played the same
    second = table.play(gone=left_by(document_from(json.dumps(forged))))
    (tmp_path / "k3-1.json").write_text(json.dumps(forged))
    assert "the round before is not true: the seed deals" in refused(
        "verify", "-", "--chain", str(tmp_path), text=text(second)
    )
