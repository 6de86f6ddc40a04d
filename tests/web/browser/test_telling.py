"""What the page says of real evenings, hands and refusals, in every language, by its own modules."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page
from tools import refusals

from houseway.cards import cards_from
from houseway.hands import five
from houseway.room.messages.story_lines import AnyLine
from houseway.roster import OWN
from houseway.rulebook.files.index import releases
from houseway.script import Refusal
from houseway.web import translations
from houseway.web.translations import ENGLISH, LANGUAGES
from tests.web.browser.modules import ORIGIN, blank_page
from tests.web.hand_names import names, sent
from tests.web.wording import evenings, steps

BANKED = [game for game in OWN if releases()[game].bankers]
OTHERS = [lang for lang in LANGUAGES if lang != ENGLISH]
LEFT = {"es": re.compile(r"\b(?:with|high|pair|of|and|the|to|is|you|wins|loses)\b"), "zh": re.compile(r"[A-Za-z]{3,}")}
CALL = """async ([url, lang, entries, name, calls]) => {
  const words = await import(`${url}/text/i18n.js`), telling = await import(`${url}/text/narrate.js`);
  words.use(lang, entries);
  return calls.map((args) => ({ ...words, ...telling })[name](...args));
}"""
Call = list[Any]


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    with blank_page(chromium) as page:
        yield page


def call(page: Page, lang: str, name: str, *calls: Call, game: str = "three-card-poker") -> list[Any]:
    """What a function of text/i18n.js or text/narrate.js answers to each of these."""
    entries = json.loads(translations.page_words(lang, game).body)
    found: list[Any] = page.evaluate(CALL, [f"{ORIGIN}/static/js", lang, entries, name, [*calls]])
    return found


# -- words --------------------------------------------------------------------------------------------------------


def test_names_are_those_of_the_contract(page: Page) -> None:
    ben = {"name": "Ben", "stack": 17500}
    assert call(page, "en", "seatName", [3, ben], [3, None]) == ["Seat 3, Ben, $175.00", "Seat 3, empty"]
    assert call(page, "en", "circleName", ["ante", 2500], ["ante", 0]) == ["Ante, $25.00", "Ante, empty"]
    assert call(page, "en", "cardName", ["As"], ["--"], ["Jk"], ["Td"]) == [
        "ace of spades", "face-down card", "joker", "ten of diamonds"
    ]  # fmt: skip
    choices = {"name": "play", "circle": "play", "low": 2500, "high": 2500}, {"name": "fold"}
    assert call(page, "en", "choiceName", *[[each] for each in choices]) == ["Play $25.00", "Fold"]
    hand = {"place": "3", "about": "3/2"}
    assert call(page, "en", "turnName", [{"place": "3"}], [hand]) == ["Your turn", "Your turn, hand 2"]
    assert call(page, "en", "word", ["choose-cards", {"n": 2}], ["amount-of", {"choice": "Raise"}]) == [
        "Choose 2 cards", "Raise amount"
    ]  # fmt: skip
    contract = (
        *("Your bets", "Place bets", "Repeat", "Double", "Clear", "Deal", "The bank", "Stake", "Take the bank", "Pass"),
        *("Release", "Your turn", "Suggestions", "Play the suggestion", "Coach", "What each choice costs"),
        *("What happened", "Time left", "Payments", "Your chips", "Next round", "Replay", "Verify", "Verified"),
        *("Motion", "Four colours", "Large index", "Sound", "Language", "Sit down now", "Open a table", "Sit here"),
        *("Rules and odds", "Undo", "Take back", "House way"),
    )
    keys = [re.sub(r"[^a-z]+", "-", name.lower()) for name in contract]
    assert call(page, "en", "word", *[[key] for key in keys]) == [*contract]


def test_amounts_are_written_as_the_reader_writes_them(page: Page) -> None:
    assert call(page, "en", "money", [1_130_050], [0], [-500]) == ["$11,300.50", "$0.00", "−$5.00"]
    assert call(page, "en", "moneyShort", [2500], [2550]) == ["$25", "$25.50"]
    assert call(page, "en", "moneySigned", [2500], [-1500], [0]) == ["+$25.00", "−$15.00", "$0.00"]
    for lang in OTHERS:
        assert call(page, lang, "money", [1_130_050]) == ["$11,300.50"]
    odds = {"num": 40, "den": 1}
    assert [call(page, lang, "word", ["odds", odds])[0] for lang in ("en", "es", "zh")] == [
        "40 to 1",
        "40 a 1",
        "1赔40",
    ]
    assert call(page, "zh", "cardsName", ["As Kd -- --"]) == ["黑桃A、方块K和2张牌面朝下的牌"]
    assert call(page, "es", "cardsName", ["As Kd --"]) == ["as de picas, rey de diamantes y 1 carta boca abajo"]


def test_what_no_catalogue_knows_is_made_readable(page: Page) -> None:
    assert call(page, "en", "label", ["wager", "pot-of-gold"], ["choice", "hand-3"], ["pot", "side pot 2"]) == [
        "Pot of gold", "Hand 3", "Side pot 2"
    ]  # fmt: skip
    assert call(page, "en", "word", ["no-such-word"]) == ["No such word"]


# -- hands --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", OTHERS)
def test_no_hand_is_called_in_english_to_who_reads_another_language(page: Page, lang: str) -> None:
    english = [name.says for name in names()]
    calls = [[name.says, sent(name)] for name in names()]
    told = call(page, lang, "handName", *calls, game="three-card-holdem")  # which names the rows of its pay tables
    kept = [f"{one} | {two}" for one, two in zip(english, told, strict=True) if LEFT[lang].search(two) or "{" in two]
    assert [each for each in kept if "Pure 21.5" not in each] == []
    same = [one for one, two in zip(english, told, strict=True) if one == two]
    assert [each for each in same if each not in ("Pure 21.5", "888")] == []


def test_hands_are_called_as_a_dealer_would(page: Page) -> None:
    hands = [
        five.hand(cards_from("Jc Jd 7h 5s 3c")), five.hand(cards_from("Qc Tc 7c 6c 2c")),
        five.hand(cards_from("Ac Ad Ah Ks Kc")),
    ]  # fmt: skip
    calls = [[hand.says, sent(hand.name)] for hand in hands if hand.name]
    assert call(page, "es", "handName", *calls) == [
        "pareja de jotas con siete, cinco y tres", "color, carta alta reina, con diez, siete, seis y dos",
        "full de ases y reyes",
    ]  # fmt: skip
    assert call(page, "zh", "handName", *calls) == [
        "一对J，带7、5和3", "Q高同花，带10、7、6和2", "葫芦，三张A带两张K"
    ]  # fmt: skip
    assert call(page, "en", "handName", *calls) == [hand.says for hand in hands]


def test_a_hand_without_a_text_in_this_language_is_called_as_the_server_calls_it(page: Page) -> None:
    within = {"ladder": "no-kondition", "facts": {"spread": {"ladder": "skeet", "facts": {}}}}
    calls: list[list[Any]] = [
        ["a skeet", {"ladder": "skeet", "facts": {}}],
        ["a skeet"],
        ["a skeet: no kondition", within],
    ]
    assert call(page, "es", "handName", *calls) == ["a skeet", "a skeet", "a skeet: no kondition"]


# -- refusals -----------------------------------------------------------------------------------------------------


def made_up(form: str) -> dict[str, Any]:
    """Facts that fill a form."""
    facts: dict[str, Any] = {}
    kinds = {"money": 123_456, "place": "3", "cards": 2, "quoted": "it's", "ranks": "5", "any": ["7h"], "dots": ["7h"]}
    for name, how in re.findall(r"\{(\w+)(?:\|(\w+))?\}", form):
        facts[name] = kinds.get(how, "7h")
    return facts


@pytest.mark.parametrize("lang", OTHERS)
def test_every_refusal_is_translated_by_its_form_and_filled_with_its_facts(page: Page, lang: str) -> None:
    cases = []
    for form in refusals.catalogue().values():
        facts, raised = made_up(form), translations.as_raised(form)
        refusal = Refusal("x", raised, facts=facts or None)
        cases.append({"says": refusal.sentence, "facts": refusal.facts, "form": refusal.form})
    cases = [case for case in cases if case["form"] != "{why}"]
    sent = translations.page_refusals(lang).body.decode()
    page.route("**/api/words/*/refusals", lambda route: route.fulfill(body=sent, content_type="application/json"))
    entries = json.loads(translations.page_words(lang, "three-card-poker").body)
    told = page.evaluate(
        """async ([url, lang, entries, cases]) => {
          const words = await import(`${url}/text/i18n.js`);
          words.use(lang, entries);
          const before = words.refusalText(cases[0]);
          await words.loadRefusals();
          const unfilled = words.refusalText({ ...cases[0], facts: {} });
          return [before, unfilled, ...cases.map(words.refusalText)];
        }""",
        [f"{ORIGIN}/static/js", lang, entries, cases],
    )
    assert told[0] == cases[0]["says"], "before they are here, the server's own sentence"
    assert told[1] == cases[0]["says"], "a fact is missing"
    kept = [case["says"] for case, text in zip(cases, told[2:], strict=True) if text == case["says"] or "{" in text]
    assert [each for each in kept if "Ana" not in each] == []


def test_a_sentence_that_nobody_knows_is_told_as_it_came(page: Page) -> None:
    assert call(page, "es", "refusalText", [{"says": "because", "facts": {}}]) == ["because"]
    assert call(page, "es", "refusalText", [{"says": "because", "form": "because", "facts": {}}]) == ["because"]


def test_english_has_words_for_the_phase_of_a_table(page: Page) -> None:
    refusal = Refusal("phase", "the table is {phase}", facts={"phase": "playing"})
    sent = {"says": refusal.sentence, "form": refusal.form, "facts": refusal.facts}
    words = translations.page_words(ENGLISH, "three-card-poker").body
    assert call(page, "en", "refusalText", [sent]) == [f"the table is {json.loads(words)['table-is.playing']}"]


# -- the story ----------------------------------------------------------------------------------------------------


@cache
def names_at(game: str) -> re.Pattern[str]:
    """Everybody's name, and the host's own reasons of proposals: both are the same in every language."""
    rows = [row for step in steps(game) for row in (*step["state"]["seats"], *step["state"]["rail"])]
    reasons = {
        line["reason"] for step in steps(game) for line in step["story"] if line["k"] == "floor" and "reason" in line
    }
    own = {row["name"] for row in rows} | reasons
    return re.compile("|".join(sorted({re.escape(each) for each in own if each}, key=len, reverse=True)))


EVENING = """async ([url, languages, steps]) => {
  const [words, { tellAll }, { tellTable }] = await Promise.all(
    ["text/i18n", "text/narrate", "text/table-summary"].map((name) => import(`${url}/${name}.js`)));
  return languages.map(([lang, entries]) => {
    words.use(lang, entries);
    return [steps.map((step) => tellAll(step.story, step)), steps.map((step) => tellTable(step))];
  });
}"""


@pytest.mark.parametrize("game", OWN)
def test_evenings_are_told_in_whole_sentences(page: Page, game: str) -> None:
    spoken = [(lang, json.loads(translations.page_words(lang, game).body)) for lang in LANGUAGES]
    told = page.evaluate(EVENING, [f"{ORIGIN}/static/js", spoken, [*steps(game)]])
    paid = sum(len([each for each in step["story"] if each["k"] == "paid"]) for step in steps(game))
    for lang, (stories, tables) in zip(LANGUAGES, told, strict=True):
        lines = [line for story in stories for line in story]
        assert len(lines) > 50
        assert len([line for line in lines if line["k"] == "paid"]) == paid, "each payment stands in the log"
        for line in lines:
            assert {*line} >= {"k", "who", "text", "clauses", "urgent"}
            is_whole(line["says"], lang, game, ours=line["k"] not in ("said", "void"))
        for text in tables:
            is_whole(text, lang, game)


def is_whole(text: str, lang: str, game: str, *, ours: bool = True) -> None:
    """A sentence with nothing left out, and nothing left in English."""
    assert text
    assert not re.search(r"[{}]|undefined|NaN|\[object|chooses:|elige:|选择：|, [.]|，。", text), text
    assert lang not in LEFT or not ours or not LEFT[lang].search(names_at(game).sub("", text)), text


def settled(game: str) -> Iterator[dict[str, Any]]:
    for evening in evenings(game):
        for step in evening:
            if is_over(step):
                yield step


def test_your_own_result_is_urgent_and_is_what_your_chips_gained(page: Page) -> None:
    counted = 0
    for game in BANKED:
        found = [*settled(game)]
        scenes = [[step["story"], step] for step in found]
        for step, lines in zip(found, call(page, "en", "tellAll", *scenes, game=game), strict=True):
            mine = [net for seat, net in step["state"]["nets"].items() if seat in step["you"]["places"]]
            if mine and step["state"]["bank"]["person"] != step["you"]["person"]:
                counted += 1
                assert [(line["net"], line["urgent"]) for line in lines if line["k"] == "result"] == [(sum(mine), True)]
    assert counted


def test_whoever_banks_is_told_what_the_bank_gained(page: Page) -> None:
    """What came back of it, less the stake that was posted before the cards and the fees."""
    counted = 0
    for game in BANKED:
        for evening in evenings(game):
            stakes = {step["state"]["round"]: bank["posted"] for step in evening if (bank := posted_by_you(step))}
            ends = [step for step in evening if is_over(step) and step["state"]["round"] in stakes and banks(step)]
            scenes = [[step["story"], step] for step in ends]
            for step, lines in zip(ends, call(page, "en", "tellAll", *scenes, game=game), strict=True):
                back = [
                    line["cents"] for line in step["story"]
                    if line["k"] == "chips" and line["from"].startswith("bank")
                    and line["to"] == f"player {step['you']['person']}"
                ]  # fmt: skip
                own = [paid["net"] for paid in step["state"]["payments"] if paid["place"] in step["you"]["places"]]
                fees = [fee["amount"] for fee in step["state"]["fees"] if fee["person"] == step["you"]["person"]]
                gained = sum(back) - stakes[step["state"]["round"]] + sum(own) - sum(fees)
                assert [line["net"] for line in lines if line["k"] == "result"] == [gained]
                counted += 1
    assert counted


def is_over(step: dict[str, Any]) -> bool:
    return any(line["k"] == "phase" and line["phase"] == "settled" for line in step["story"])


def banks(step: dict[str, Any]) -> bool:
    bank = step["state"]["bank"]
    return bool(bank and bank["seat"] and bank["person"] == step["you"]["person"])


def posted_by_you(step: dict[str, Any]) -> dict[str, Any] | None:
    return step["state"]["bank"] if banks(step) and step["state"]["bank"]["posted"] else None


SCENE = {
    "you": {"person": "p7", "name": "Ann", "places": ["3"], "chips": 0},
    "state": {
        "seats": [
            {"seat": 3, "person": "p7", "name": "Ann", "stack": 100},
            {"seat": 5, "person": "p8", "name": "Ben", "stack": 100},
        ],
        "bank": {"seat": 8, "person": "p9", "posted": 5000, "turn": 1},
        "payments": [],
    },
    "table": {},
}
TOLD: list[tuple[list[dict[str, Any]], list[str]]] = [
    ([{"k": "decided", "place": "5", "decision": {"play": 2500}}], ["Ben plays $25.00"]),
    ([{"k": "decided", "place": "3", "decision": "fold"}], ["you fold"]),
    (
        [{"k": "decided", "place": "5", "decision": "fold", "slow": True}],
        ["Ben folds (time ran out: the clock decided)"],
    ),
    (
        [{"k": "decided", "place": "3", "decision": "fold", "slow": True}],
        ["you fold (time ran out: the clock decided)"],
    ),
    ([{"k": "bank", "do": "passed", "seat": 5, "person": "p8"}], ["Ben passes the bank"]),
    (
        [{"k": "bank", "do": "passed", "seat": 5, "person": "p8", "slow": True}],
        ["Ben passes the bank (time ran out: the clock decided)"],
    ),
    (
        [{"k": "left", "person": "p8", "name": "Ben", "cents": 500, "slow": True}],
        ["Ben leaves with $5.00: the seat was held long enough"],
    ),
    ([{"k": "removed", "person": "p8", "name": "Ben"}], ["floor removes Ben from the table"]),
    ([{"k": "removed", "person": "p7", "name": "Ann"}], ["floor removes you from the table"]),
    (
        [{"k": "yielded", "person": "p8", "name": "Ben", "seat": 4, "to": "p9", "to_name": "Cleo"}],
        ["Ben leaves seat 4, without a bet, to Cleo"],
    ),
    (
        [{"k": "removed", "person": "p8", "name": "Ben", "later": True}],
        ["floor removes Ben from the table when this hand is over"],
    ),
    ([{"k": "removed", "person": "p8", "name": "Ben", "back": True}], ["floor takes it back: Ben stays"]),
    (
        [{"k": "floor", "word": "withdrawn", "do": "void", "person": "p8", "name": "Ben"}],
        ["Ben withdraws the proposal"],
    ),
    (
        [{"k": "sheet", "round": 2, "changes": [{"what": "fee", "name": "",
          "was": {"payer": "button", "low": 100, "high": 500, "basis": "hand", "schedule": "SCH-THE-01"},
          "now": {"payer": "button", "low": 400, "high": 400, "basis": "hand", "schedule": "SCH-THE-02"}}]}],
        ["floor posts a new sheet from round 2 on: fee $4, button (before: $1–$5, button)"],
    ),
    ([{"k": "decided", "place": "5", "decision": None}], ["Ben has decided"]),
    ([{"k": "decided", "place": "5", "decision": "juggle"}], ["Ben chooses: Juggle"]),
    (
        [{"k": "paid", "place": "3", "wager": "ante", "outcome": "win", "odds": "1 to 1", "net": 2500, "clauses": []}],
        ["you Ante wins 1 to 1: +$25.00"],
    ),
    (
        [{"k": "dealt", "spot": str(seat), "cards": "-- -- --" if seat != 3 else "As Kd Qh"} for seat in range(1, 8)]
        + [{"k": "dealt", "spot": "bank", "cards": "6d -- --"}],
        ["dealer deals 8 hands", "you get ace of spades, king of diamonds and queen of hearts",
         "Bank shows six of diamonds"],
    ),
    ([{"k": "turned", "spot": "5", "at": [0, 1], "cards": "As Kd"}], ["Ben shows ace of spades and king of diamonds"]),
    ([{"k": "turned", "spot": "5", "at": [0], "cards": "As", "up": False}], []),
    ([{"k": "dealt", "spot": "board", "cards": "As Kd"}], ["Board ace of spades and king of diamonds"]),
    ([{"k": "dealt", "spot": "burn", "cards": "--"}], []),
    ([{"k": "fee", "from": str(seat), "cents": 100, "clauses": []} for seat in range(5)], ["table 5 fees of $1.00"]),
    ([{"k": "bank", "do": "offered", "seat": 3, "person": "p7"}], ["you are offered the bank"]),
    ([{"k": "button", "seat": 5, "by": "6d", "clauses": []}], ["button goes to Ben, by six of diamonds"]),
    ([{"k": "rolled", "dice": [3, 4, 6]}], ["Dice 3, 4 and 6: 13"]),
    ([{"k": "void", "clause": "PD-59", "reason": "misdeal"}], ["floor the round is void: misdeal"]),
    ([{"k": "void", "clause": "PD-59", "reason": "spilt tea"}], ["floor the round is void: spilt tea"]),
    ([{"k": "took_back", "place": "5"}], ["Ben takes that back"]),
    (
        [{"k": "floor", "word": "proposed", "do": "void", "person": "p8", "name": "Ben", "reason": "spilt tea"}],
        ["Ben proposes to void the round: spilt tea: everybody else in the round has to agree"],
    ),
    ([{"k": "floor", "word": "agreed", "do": "void", "person": "p7", "name": "Ana"}], ["you agree"]),
    ([{"k": "floor", "word": "declined", "do": "void", "person": "p8", "name": "Ben"}],
     ["Ben declines: it is not done"]),
    ([{"k": "floor", "word": "done", "do": "rule", "person": "p8", "name": "Ben", "place": "5", "decision": "fold"}],
     ["floor all agree to rule on seat 5: Fold"]),
    ([{"k": "no_more_bets", "round": 1, "clause": "TCP-17"}], ["dealer No more bets"]),
    (
        [{"k": "chips", "from": "player p9", "to": "cage p9", "cents": 12_000},
         {"k": "left", "person": "p9", "name": "Cleo", "cents": 12_000}],
        ["Cleo leaves with $120.00"],
    ),
    (
        [{"k": "closed", "people": {"p8": {"name": "Ben", "brought": 8_000, "took": 9_000}}}],
        ["The evening: Ben +$10.00"],
    ),
    ([{"k": "said", "person": "p8", "name": "Ben", "text": "nice hand"}], ["Ben says: “nice hand”"]),
    ([{"k": "asked", "person": "p8", "what": "deal-by-hand", "clause": "FPG-21"}],
     ["Ben asks the dealer: shuffle by hand"]),
    ([{"k": "notice", "words": "floor-called", "place": "5", "hand": "royal flush", "clause": "MPG-32"}],
     ["Ben has royal flush: the dealer calls the floor"]),
    ([{"k": "sheet", "round": 4, "changes": [{"what": "time", "was": 20, "now": 45}]}],
     ["floor posts a new sheet from round 4 on: Seconds to decide 45 (before: 20)"]),
    ([{"k": "shuffled", "cards": 52}], ["dealer shuffles"]),
    ([{"k": "somersault"}], []),
    ([{"k": "chips", "from": "cage p8", "to": "player p8", "cents": 20000}], ["Ben brings $200.00 to the table"]),
    (
        [{"k": "pot", "pot": "main pot", "shares": [{"seat": 5, "half": "high", "cents": 50, "clauses": ["X-1"]}]}],
        ["Ben takes the high half of the main pot: $0.50"],
    ),
    ([{"k": "warned", "place": "3", "ms": 9400, "default": "fold"}], ["you have 10 s left, then: Fold"]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "says"), TOLD, ids=[str(index) for index in range(len(TOLD))])
def test_a_line_is_told_like_this(page: Page, lines: list[dict[str, Any]], says: list[str]) -> None:
    (told,) = call(page, "en", "tellAll", [[{"n": 1, **line} for line in lines], SCENE])
    assert [line["says"] for line in told] == says


def test_every_kind_of_line_stands_above() -> None:
    schema = json.dumps(msgspec.json.schema(AnyLine))
    kinds = {*re.findall(r'"enum": \["(\w+)"\]', schema)} | {*re.findall(r'"const": "(\w+)"', schema)}
    told = {line["k"] for lines, _ in TOLD for line in lines} | {"moved", "prize", "phase"}
    assert kinds <= told
