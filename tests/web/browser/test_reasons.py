"""The result of a round for one person: it adds up, and its reason is the deciding one, in every game and language."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from houseway.room.messages.outcomes import Outcome
from houseway.room.messages.result_types import OwnResult
from houseway.room.views.own_result import own_result
from houseway.roster import OWN
from houseway.script import Refusal
from houseway.table import Round
from houseway.web import translations
from houseway.web.translations import LANGUAGES
from tests.games import pure_21_5, test_pai_gow_california, test_texas_holdem, test_three_card_poker
from tests.games import test_ultimate_texas_holdem as ultimate
from tests.games.pai_gow import seat as pai_gow_seat
from tests.games.pan_table import OUT, OUT_BOARD, PAN, Pan
from tests.kit import Backer, played
from tests.room.simulator import Evening
from tests.web.browser.modules import ORIGIN, blank_page

EVENINGS, ROUNDS, MOST_STEPS = 2, 3, 700
CALL = """async ([url, lang, entries, results]) => {
  const words = await import(`${url}/text/i18n.js`), chips = await import(`${url}/text/narrate-chips.js`);
  words.use(lang, entries);
  return results.map((each) => [chips.headline(each), chips.reasons(each)]);
}"""
PANEL = """async ([url, lang, entries, models]) => {
  const [words, { Payments }] = await Promise.all(["text/i18n", "panels/table/payments-panel"].map((name) => import(`${url}/${name}.js`)));
  words.use(lang, entries);
  document.body.replaceChildren();
  const panel = new Payments(document.body);
  return models.map((model) => {
    panel.show(model);
    return [...document.querySelectorAll("tr[data-cents]")].map(({ dataset, children }) => ({
      mine: "mine" in dataset, cents: Number(dataset.cents), clauses: dataset.clauses, said: [...children].map((each) => each.textContent) }));
  });
}"""  # noqa: E501
ENGLISH_LEFT = {"es": re.compile(r"\b(?:the|hand|wins|loses|bank|fee)\b"), "zh": re.compile(r"[A-Za-z]{3,}")}


class Settled(Evening):
    """An evening that keeps each person's view of every finished round."""

    def __init__(self, game: str, seed: object) -> None:
        self.seen: list[dict[str, Any]] = []
        super().__init__(game, seed)

    def take(self, outcome: Outcome) -> None:
        super().take(outcome)
        if outcome.idle or outcome.ended is None:
            return
        balances = {} if (round_ := self.live.context.round) is None else round_.ledger.balances
        for person in self.live.state.players:
            sent = (self.live.public(self.now), self.live.private(person), self.live.you(person))
            state, mine, you = json.loads(msgspec.json.encode(sent))
            self.seen.append({"state": state, "mine": mine, "you": you, "net": balances.get(f"player {person}", 0)})


@cache
def settled(game: str) -> list[dict[str, Any]]:
    """Views of finished rounds by people who had a part in them."""
    views = []
    for seed in range(EVENINGS):
        evening = Settled(game, f"reasons {seed}")
        for _ in range(MOST_STEPS):
            if evening.rounds >= ROUNDS:
                break
            try:
                evening.step()
            except Refusal:  # the simulator speaks where a table forbids it (PGS-17): that evening is over
                break
        views += [each for each in evening.seen if "result" in each["mine"] and each["state"]["phase"] == "settled"]
    return views


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    with blank_page(chromium) as page:
        yield page


def told(page: Page, lang: str, game: str, *results: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """The headline of each result and its reasons."""
    entries = json.loads(translations.page_words(lang, game).body)
    found = page.evaluate(CALL, [f"{ORIGIN}/static/js", lang, entries, [*results]])
    return [(head, reasons) for head, reasons in found]


def panel(page: Page, game: str, *views: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The rows that the payments panel shows for each view."""
    entries = json.loads(translations.page_words("en", game).body)
    found: list[list[dict[str, Any]]] = page.evaluate(PANEL, [f"{ORIGIN}/static/js", "en", entries, [*views]])
    return found


# -- recorded rounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OWN)
def test_headline_and_payments_add_up_to_what_the_chips_gained(page: Page, game: str) -> None:
    views = settled(game)
    assert len(views) > 4
    shown = panel(page, game, *views)
    heads = told(page, "en", game, *[each["mine"]["result"] for each in views])
    for view, rows, (head, _) in zip(views, shown, heads, strict=True):
        result = view["mine"]["result"]
        assert result["net"] == view["net"]
        assert sum(row["cents"] for row in rows if row["mine"]) == view["net"]
        says = f"${abs(view['net']) / 100:,.2f}"
        verdict = result["verdict"]
        if verdict in ("win", "lose"):
            assert (head, view["net"] > 0) == (f"You {verdict} {says}", verdict == "win")
        else:
            assert view["net"] == (0 if verdict == "even" else -result.get("fees", 0))
        others = [paid for paid in view["state"]["payments"] if paid["person"] != view["you"]["person"]]
        assert [row["cents"] for row in rows if not row["mine"]] == [paid["net"] for paid in others]


@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_decided_round_has_the_reason_of_an_own_row(page: Page, lang: str, game: str) -> None:
    views = [each for each in settled(game) if each["state"]["void"] is None]
    for view, (head, reasons) in zip(
        views, told(page, lang, game, *[each["mine"]["result"] for each in views]), strict=True
    ):
        result = view["mine"]["result"]
        decides = result.get("decides", -1)
        if decides < 0:
            assert not any(row["cents"] for row in result.get("rows", []))
            continue
        row = result["rows"][decides]
        assert reasons, f"no words for {row}"
        for text in (head, *reasons):
            assert text, row
            assert not re.search(r"[{}]|undefined|NaN|\[object", text)
            assert lang not in ENGLISH_LEFT or not ENGLISH_LEFT[lang].search(text.replace("Pure", "")), text
        if row["kind"] == "wager":
            own = [paid for paid in view["state"]["payments"] if paid["person"] == view["you"]["person"]]
            assert (row["place"], row["wager"], row["clauses"]) in [
                (paid["place"], paid["wager"], paid["clauses"]) for paid in own
            ]


# -- rounds made by hand ----------------------------------------------------------------------------------------------


def sent(round_: Round, person: str) -> dict[str, Any]:
    """A person's result as it goes over the wire."""
    result = own_result(round_, person)
    assert isinstance(result, OwnResult)
    assert sum(row.cents for row in result.rows) == result.net
    found: dict[str, Any] = json.loads(msgspec.json.encode(result))
    return found


def person_at(round_: Round, place: str) -> str:
    return next(each.person for each in (*round_.felt.everyone(), round_.felt.bank) if each.name == place)


def said(page: Page, round_: Round, place: str = "1") -> tuple[str, list[str]]:
    ((head, reasons),) = told(page, "en", round_.game.id, sent(round_, person_at(round_, place)))
    return head, reasons


def test_an_own_bust_and_the_banks_bust_are_the_reason(page: Page) -> None:
    head, reasons = said(page, pure_21_5.hand("Tc 6d Kh", "Td 9c", "hit").round)
    assert (head.split(";")[0].split(" $")[0], reasons) == ("You lose", ["bust: over 21.5"])
    head, reasons = said(page, pure_21_5.hand("Tc 8d", "Td 6c Kh", "stand").round)
    assert (head.split(" $")[0], reasons) == ("You win", ["the bank busts"])


def test_a_copy_and_a_foul_hand_are_the_reason(page: Page) -> None:
    california = test_pai_gow_california.hand
    copied = california(pai_gow_seat(1, "Ks Qh / Ts Tc 8d 5d 3c"), bank="Kd Qc Th Td 8s 5c 3d")
    assert said(page, copied.round)[1] == ["low and high hand both lose", "a copy goes to the bank"]
    foul = california(pai_gow_seat(1, "As Kd / Qh 9c 7s 4d 2h"), bank="Ts Td 5h 5c 3h 3d 8c")
    assert said(page, foul.round)[1] == ["foul: the hand was set against the rules"]


def test_a_bank_that_does_not_qualify_is_named(page: Page) -> None:
    higher = test_three_card_poker.hand("Ks 8d 3c", "Jc 8h 3s")
    assert said(page, higher.round)[1] == [
        "higher than the bank's hand, which does not qualify", "the bank does not qualify: Play goes back"
    ]  # fmt: skip
    lower = test_three_card_poker.hand("Ts 8d 3c", "Jc 8h 3s")
    assert said(page, lower.round)[1][0] == "the bank does not qualify, but its hand is no lower"
    qualified = test_three_card_poker.hand("Ks 8d 3c", "Qc 8h 3s")
    assert said(page, qualified.round)[1] == ["higher than the bank's hand"]
    assert said(page, test_three_card_poker.hand("Ks 8d 3c", "Qc 8h 3s", folds=True).round)[1] == [
        "folded: what was bet is lost"
    ]


def test_a_push_says_that_the_bet_is_returned_and_what_the_fee_was(page: Page) -> None:
    schedule = pure_21_5.hand("Tc 8d", "Td 8c", "stand")
    head, reasons = said(page, schedule.round)
    fee = schedule.round.fees[0].amount if schedule.round.fees else 0
    assert head == (f"Push. Bet returned; fee ${fee // 100}" if fee else "Push. Bet returned")
    assert reasons == ["the same total as the bank"]
    assert told(page, "en", pure_21_5.P21, {"verdict": "push", "net": -100, "fees": 100}) == [
        ("Push. Bet returned; fee $1", [])
    ]


def test_a_stake_that_is_used_up_is_the_reason_with_its_clause(page: Page) -> None:
    beaten = test_three_card_poker.seat(1, "Ks 8d 3c", 50), test_three_card_poker.seat(2, "Kc 9d 4c", 50)
    round_ = played(test_three_card_poker.TCP, *beaten, bank="Ac 8h 3s", posted=60).round
    heads = {place: said(page, round_, place) for place in ("1", "2")}
    assert sorted(head.split(" $")[0].split(";")[0] for head, _ in heads.values()) == ["Bet returned", "You lose"]
    for head, reasons in heads.values():
        if head.startswith("Bet returned"):
            assert reasons == ["the bank's stake was used up (PD-43)"]
        else:
            assert reasons[0] == "lower than the bank's hand"
            assert "the bank's stake covered only a part (PD-42)" in reasons


def test_the_reason_is_that_of_the_largest_stake_and_of_the_own_place(page: Page) -> None:
    game = ultimate.dealt(
        ultimate.seat(1, "Ks Kd", times=4, trips=5), board="Kc 7d 4h 9s 2c", bank="Ac Qd"
    ).round  # trips pay more than their stake, but the Play wager is the largest
    head, reasons = said(page, game)
    assert head.startswith("You win")
    assert reasons == ["higher than the bank's hand", "the bank does not qualify: the Ante goes back"]
    backers = Backer(2, {"ante": 10}, ("play",)), Backer(3, {"ante": 20}, ("fold",))
    seat = test_three_card_poker.seat(1, "9d 9c 4h", 5, backers=backers)
    behind = played(test_three_card_poker.TCP, seat, bank="Qs 8d 3c", options={"backline": True}).round
    assert said(page, behind, "1.2")[1] == ["higher than the bank's hand"]
    assert said(page, behind, "1.3")[1] == ["folded: what was bet is lost"]
    assert said(page, behind, "bank")[1][0].startswith("the bank takes $20.00 and pays $")


def test_a_shared_pot_is_no_push_and_a_fold_is_a_fold(page: Page) -> None:
    hand = test_texas_holdem.holdem(
        23, {1: 100, 2: 100, 3: 100}, {1: "9d 9s", 3: "8h 8d"}, "Ac Kd Qh Jc Tc"
    )  # both play the board
    hand.tell("1 raises to 17, 2 folds, 3 calls").check_down()
    assert said(page, hand.round, "3") == ("You win $2.00", ["the pot is shared with an equal hand"])
    head, reasons = said(page, hand.round, "1")
    assert (head, reasons[-1]) == ("You lose $4.00", reasons[0])
    assert said(page, hand.round, "2") == ("You lose $3.00", ["you folded"])


def test_payments_of_pan_add_up_and_name_each_of_the_players(page: Page) -> None:
    pan = Pan("3s 3h 3d Qs Qs Qs 6s 6h 6d Kh", OUT, players=3)
    pan.turn(1, "2c", lays=["3s 3h 3d", "Qs Qs Qs", "6s 6h 6d"])
    pan.turn(2, "6c", lays=OUT_BOARD)
    results = [sent(pan.round, f"P{player}") for player in (1, 2, 3)]
    assert [result["net"] / 100 for result in results] == pan.nets()
    state = {"phase": "settled", "round": 1, "payments": [], "seats": [], "rail": []}
    views = [{"state": state, "mine": {"result": each}, "you": {"person": "", "places": []}} for each in results]
    shown = panel(page, PAN, *views)
    assert [sum(row["cents"] for row in rows) / 100 for rows in shown] == pan.nets()
    (going_out,) = [row for row in shown[1] if row["clauses"].startswith("PAN-60")]
    assert going_out["said"][1:4] == ["$2.00 from each of 2 players", "the winner is paid for going out", "+$4.00"]
    assert [row["said"][1:3] for row in shown[2] if row["clauses"].startswith("PAN-42")] == [
        ["$3.00 to a player", "a kondition is paid"]
    ]
    assert [reasons for _, reasons in told(page, "en", PAN, *results)][1] == ["the winner is paid for going out"]


def test_an_award_is_shown_to_whoever_won_it_and_not_to_who_sits_there_now(page: Page) -> None:
    award = {
        "place": "3", "wager": "bonus", "outcome": "win", "odds": None, "staked": 0, "due": 500, "covered": 500,
        "returned": 0, "net": 500, "commission": 0, "clauses": ["P21-82"], "person": "p9",
    }  # fmt: skip
    seats = [{"seat": 3, "person": "p1", "name": "Ann"}]
    view = {
        "state": {"phase": "settled", "round": 1, "payments": [award], "seats": seats, "rail": []},
        "mine": {"result": {"verdict": "even", "net": 0}}, "you": {"person": "p1", "places": ["3"]},
    }  # fmt: skip
    ((row,),) = panel(page, pure_21_5.P21, view)
    assert not row["mine"]
    assert row["said"][0] not in ("you", "Ann")
