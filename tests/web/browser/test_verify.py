"""The browser deals every round again by itself, and finds out whoever lies."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, structs
from playwright.sync_api import Browser, Page, expect

from houseway.games import find
from houseway.players.seating import sit_down
from houseway.room.fairness.deal_order import order_of
from houseway.room.fairness.scheme import SCHEME, link_of
from houseway.roster import OWN
from houseway.table import Document, Round, resume
from houseway.table.setup import Fair
from tests.room.dealt import REVEALED_LATER, FairTable, fairness
from tests.server.running import PATIENCE
from tests.web.browser.modules import ORIGIN, blank_page
from tests.web.browser.opened import Visits
from tests.web.browser.test_replay import _answer_anything

VECTORS = json.loads((Path(__file__).parents[3] / "docs" / "fairness.json").read_text())["vectors"]
EVERY = """async ([url, cases]) => {
  const { verify } = await import(url);
  return Promise.all(cases.map(([document, beside]) => verify(document, beside)));
}"""
ROUNDS = 3

Told = dict[str, Any]


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    with blank_page(chromium) as page:
        yield page


def verified(page: Page, *cases: tuple[Document | Told, Told]) -> list[Told]:
    plain = [(msgspec.to_builtins(document), beside) for document, beside in cases]
    found: list[Told] = page.evaluate(EVERY, [f"{ORIGIN}/static/js/fairness/verify.js", plain])
    return found


def claims(found: Told) -> dict[str, bool | None]:
    return {each["claim"]: each["proved"] for each in found["claims"]}


def beside(document: Document, **more: Any) -> Told:
    order = order_of(resume(find(document.game), document))
    return {"order": msgspec.to_builtins(order)} | more


@pytest.mark.parametrize("vector", VECTORS, ids=[f"{each['table']}-{each['round']}" for each in VECTORS])
def test_the_vectors_that_any_language_is_held_to(page: Page, vector: Told) -> None:
    fair = {"scheme": SCHEME, "laid": False} | vector
    found = page.evaluate(
        """async ([url, fair]) => {
          const { below, commitOf, hex, keyOf, linkOf, rootOf, shuffled, stream, unhex } = await import(url);
          const key = await keyOf(fair), deck = await shuffled(key, "deck/0", fair.cards);
          const next = stream(key, "any/label");
          const dice = stream(key, "dice"), numbers = [], rolls = [];
          for (const _ of fair.numbers) numbers.push(await next());
          for (const _ of fair.dice) rolls.push((await below(dice, 6)) + 1);
          return {
            numbers, deck, dice: rolls, commit: await commitOf(unhex(fair.seed)), root: await rootOf(key, 0, deck),
            again: await shuffled(key, "deck/1", deck.slice(1)), draw: await shuffled(key, "draw", fair.cards),
            salt: hex(await key("salt/0/0")), link: await linkOf(fair),
          };
        }""",
        [f"{ORIGIN}/static/js/fairness/scheme.js", fair],
    )
    assert found == {name: vector[name] for name in found}


@pytest.mark.parametrize("game", OWN)
def test_rounds_of_every_game_are_dealt_again(page: Page, game: str, request: pytest.FixtureRequest) -> None:
    table = FairTable(game)
    cases: list[tuple[Document, Told]] = []
    before: Fair | None = None
    for _ in range(ROUNDS * int(request.config.getoption("--campaign"))):
        document = table.play()
        more = {} if before is None else {"before": msgspec.to_builtins(before)}
        before = fairness(document)
        saw = {"commit": before.commit, "words": next(iter(before.words.values()), "")}
        cases.append((document, beside(document, saw=saw, **more)))
    for found in verified(page, *cases):
        proved = claims(found)
        assert found["ok"], found
        assert proved.pop("openings") is None
        assert set(proved.values()) == {True}, found


@pytest.mark.parametrize("game", sorted(REVEALED_LATER))
def test_cards_are_opened_one_by_one_while_the_seed_is_not_out(page: Page, game: str) -> None:
    document = FairTable(game).play(reveal=False)
    fair = fairness(document)
    first, *others = fair.openings
    lie = structs.replace(first, card="2c" if first.card != "2c" else "3c")
    wrong = structs.replace(document, fair=structs.replace(fair, openings=[lie, *others]))
    swapped = structs.replace(document, fair=structs.replace(fair, root="00" * 32))
    found = verified(page, (document, beside(document)), (wrong, {}), (swapped, {}))
    assert claims(found[0]) == {
        "commit": None, "first": None, "cards": None, "openings": True, "words": None, "chain": True
    }  # fmt: skip
    assert [each["ok"] for each in found] == [True, False, False]
    assert [claims(each)["openings"] for each in found] == [True, False, False]


def test_every_lie_is_found_out(page: Page) -> None:
    table = FairTable("pai-gow-california")
    one, two = table.play(), table.play()
    fair, right = fairness(two), beside(two, before=msgspec.to_builtins(fairness(one)))
    told = msgspec.to_builtins(two)
    spot, text = next(iter(told["cards"].items()))
    cards = text.split()
    lies: dict[str, tuple[Told, Told]] = {
        "commit": (told | {"fair": told["fair"] | {"seed": "11" * 32}}, right),
        "cards": (told | {"cards": told["cards"] | {spot: " ".join([cards[1], cards[0], *cards[2:]])}}, right),
        "first": (told, right | {"saw": {"commit": "00" * 32, "words": ""}}),
        "words": (told, right | {"saw": {"commit": fair.commit, "words": "0123456789abcdef"}}),
        "chain": (told, right | {"before": right["before"] | {"void": "not so"}}),
    }
    lies["more cards"] = (told | {"cards": told["cards"] | {spot: " ".join(cards[:-1])}}, right)
    lies["dice"] = (told | {"dice": [[7 - face for face in told["dice"][0]]]}, right)
    lies["another's words"] = (told | {"fair": told["fair"] | {"words": {}}}, right)
    assert verified(page, (told, right))[0]["ok"]
    found = dict(zip(lies, verified(page, *lies.values()), strict=True))
    assert [name for name, each in found.items() if each["ok"]] == []
    named = ("commit", "cards", "first", "words", "chain")
    assert [name for name in named if claims(found[name])[name] is not False] == []
    assert all(claims(found[name])["cards"] is False for name in ("more cards", "dice", "another's words"))


def test_a_card_that_stayed_hidden_is_neither_told_nor_held_against_the_house(page: Page) -> None:
    document = FairTable("three-card-poker").play()
    told = msgspec.to_builtins(document)
    spot = next(iter(told["cards"]))
    told["cards"][spot] = "-- -- --"
    (found,) = verified(page, (told, beside(document)))
    cards = next(each for each in found["claims"] if each["claim"] == "cards")
    assert (cards["proved"], cards["why"], cards["facts"]["hidden"]) == (True, "dealt-again-hidden", 3)
    assert not any(card in json.dumps(found) for card in document.cards[spot].split())


def test_a_laid_round_is_called_laid(page: Page) -> None:
    document = FairTable("three-card-poker").play()
    laid = structs.replace(document, fair=structs.replace(fairness(document), laid=True))
    (found,) = verified(page, (laid, beside(document)))
    assert not found["ok"]
    assert claims(found)["cards"] is None


def test_commitments_are_kept_as_they_were_first_seen_and_the_oldest_are_forgotten(page: Page) -> None:
    kept = page.evaluate(
        """async (url) => {
          const { remember, remembered } = await import(url);
          remember("t", 1, "aa");
          remember("t", 1, "bb");
          remember("t", 1, "cc", "0011", "ana");
          const first = remembered("t", 1);
          for (let round = 2; round < 402; round++) remember("t", round, `${round}`);
          const found = [first, remembered("t", 1), remembered("t", 2)?.commit, remembered("t", 401).commit];
          localStorage.setItem("houseway.commits", "{");
          return [...found, remembered("t", 401)];
        }""",
        f"{ORIGIN}/static/js/fairness/commitments.js",
    )
    first = {"table": "t", "round": 1, "commit": "aa", "words": "0011", "person": "ana"}
    assert kept == [first, None, "2", "401", None]


def test_words_that_the_room_took_later_are_those_that_count(page: Page) -> None:
    """A page that was loaded again, or a second tab, gives words of its own, and the room keeps the last."""
    kept = page.evaluate(
        """async (url) => {
          const { remember, remembered } = await import(url);
          remember("later", 1, "aa", "0011", "ana");
          remember("later", 1, "bb", "2233", "ana");
          remember("later", 1, "bb");
          return remembered("later", 1);
        }""",
        f"{ORIGIN}/static/js/fairness/commitments.js",
    )
    assert kept == {"table": "later", "round": 1, "commit": "aa", "words": "2233", "person": "ana"}


def why(found: Told, name: str) -> tuple[bool | None, str]:
    ((proved, reason),) = [(each["proved"], each["why"]) for each in found["claims"] if each["claim"] == name]
    return proved, reason


def test_words_of_who_was_not_dealt_in_are_not_missed(page: Page) -> None:
    document = FairTable("three-card-poker").play()
    told = msgspec.to_builtins(document)
    told["seats"][0]["person"] = "ana"
    saw = {"commit": fairness(document).commit, "words": "0123456789abcdef"}
    beside_it = beside(document)
    found = verified(page, *[(told, beside_it | {"saw": saw | {"person": person}}) for person in ("ana", "ben")])
    assert why(found[0], "words") == (False, "words-missing")
    assert why(found[1], "words") == (None, "words-not-dealt-in")
    assert [each["ok"] for each in found] == [False, True]


def test_words_of_no_player_prove_no_card(page: Page) -> None:
    """Whoever chose them could have chosen the cards: those at a place where nobody was, and those of a bot."""
    table = FairTable("three-card-poker")
    setup = sit_down(table.game, "words")
    assert setup.bank is not UNSET
    first, bank = str(setup.seats[0].seat), str(setup.bank.seat)
    cases = []
    for words in ({first: "a" * 16}, {bank: "a" * 16}, {"9": "a" * 16}, {f"{first}.2": "a" * 16}):
        table.number += 1
        document = table.played(Round(table.game, setup), words)
        cases.append((msgspec.to_builtins(document), beside(document)))
    bot = msgspec.to_builtins(cases[0][0])
    bot["seats"][0]["person"] = "bot-k3-1"
    behind = msgspec.to_builtins(cases[3][0])
    behind["seats"][0]["backline"] = [{"circle": 2, "player": "Zoe", "wagers": {}}]
    found = verified(page, *cases, (bot, cases[0][1]), (behind, cases[3][1]))
    assert [each["ok"] for each in found] == [True, True, False, False, False, True]
    assert {why(each, "cards") for each in found if not each["ok"]} == {(None, "words-of-no-player")}
    shut = FairTable("texas-holdem").play(reveal=False)
    other = structs.replace(fairness(shut), words={**fairness(shut).words, "99": "a" * 16})
    honest, ground = verified(page, (shut, beside(shut)), (structs.replace(shut, fair=other), beside(shut)))
    assert (honest["ok"], ground["ok"]) == (True, False)
    assert why(ground, "openings") == (None, "words-of-no-player")


def test_a_round_before_that_binds_to_no_seed_is_named(page: Page) -> None:
    table = FairTable("three-card-poker")
    one, two = table.play(), table.play()
    before = structs.replace(fairness(one), next=None)
    after = structs.replace(two, fair=structs.replace(fairness(two), prev=link_of(before)))
    (found,) = verified(page, (after, beside(two, before=msgspec.to_builtins(before))))
    assert why(found, "chain") == (None, "not-bound")


def test_a_page_that_was_loaded_again_proves_its_words(visits: Visits) -> None:
    page = visits.come()
    page.goto("/")
    page.evaluate("async () => { await fetch('/api/session', { method: 'POST', body: '{}' }); }")
    table = page.evaluate(
        """async () => (await (await fetch('/api/play', { method: 'POST',
        body: JSON.stringify({ game: 'three-card-holdem', key: 'loaded-again' }) })).json()).table"""
    )
    page.goto(f"/t/{table}")
    given = "() => JSON.parse(localStorage.getItem('houseway.commits') ?? '[]').some((row) => row.words)"
    page.wait_for_function(given)
    page.reload()
    for _ in range(40):
        if page.locator("main[data-phase=settled]").count():
            break
        _answer_anything(page)
    round_ = page.evaluate(f"async () => (await (await fetch('/api/tables/{table}/rounds')).json()).rounds[0].round")
    page.goto(f"/r/{round_}")
    expect(page.locator(".seal")).to_have_attribute("data-seal", "yes", timeout=PATIENCE * 1000)
    expect(page.locator("[data-claim=words]")).to_have_attribute("data-proved", "true")
