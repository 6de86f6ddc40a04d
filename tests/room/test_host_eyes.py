"""A host who plays has the eyes of a player: no action, refusal, log, hash or proof reveals a closed card."""

import re
from typing import Any, get_args

import msgspec
import pytest
from msgspec import structs

from houseway.cards import PACK, texts_of
from houseway.room.engine import host_actions, host_proposals, live_round
from houseway.room.live_table import LiveTable
from houseway.room.messages import commands, story_lines
from houseway.room.messages.commands import Agree, Floor, FloorRefused, Sit, Who
from houseway.room.messages.outcomes import Ack, Body, Drawn, Row
from houseway.room.messages.story_lines import FloorLine
from houseway.room.views import log_views
from houseway.roster import OWN
from houseway.script import Refusal
from houseway.server.api.table_log import lines_for
from houseway.store.interface import LogLine
from houseway.store.row_hashes import hash_after
from houseway.table.setup import answer_from
from tests.room.host_worlds import PLAYS, WATCHES, HostWorld
from tests.room.sitting import Sitting, bet_and_bank
from tests.room.worlds import compare

ROUNDS = 1
"""Rounds of each game; `--campaign 100` plays a hundred."""


@pytest.mark.parametrize("game", OWN)
def test_two_worlds_of_other_hidden_cards_are_the_same_to_their_hosts(game: str, pytestconfig: pytest.Config) -> None:
    rounds_ = ROUNDS * int(pytestconfig.getoption("--campaign"))
    assert sum(compare(game, seed, HostWorld) for seed in range(rounds_)) >= 2 * rounds_


def test_the_campaign_finds_a_refusal_that_names_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal `you hold Ac 6h ..` once went to the host who ruled on another's hand."""

    def rule(dealer: Any, command: Floor) -> None:
        live_round.answer(dealer, command.place, answer_from(command.decision), ruling=True)

    monkeypatch.setitem(host_actions.DEEDS, "rule", rule)
    monkeypatch.setattr(host_proposals, "has_to_be_agreed", lambda *_: False)
    with pytest.raises(AssertionError):
        compare("pai-gow-seneca", 0, HostWorld)


def test_the_campaign_finds_a_row_that_shows_what_chance_gave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_views, "_DRAWN", {**log_views._DRAWN, "cards": None})
    with pytest.raises(AssertionError):
        compare("texas-holdem", 0, HostWorld)


# -- who may rule ---------------------------------------------------------------------------------------------------


class Hosted(Sitting):
    """A table where `p1` is a host and plays, and `host` is another who only watches."""

    def who(self, person: str) -> Who:
        who = super().who(person)
        return structs.replace(who, host=True) if person == "p1" else who

    def floor_of(self, host: str, do: Any, **said: Any) -> Any:
        return self.say(host, Floor(do=do, key="k", **said))

    def agree(self, person: str, *, yes: bool = True) -> Any:
        return self.say(person, Agree(round=self.state.round, yes=yes, key="k"))

    def words(self) -> list[str]:
        return [line.word for line in self.heard(FloorLine) if isinstance(line, FloorLine)]


def hosted(game: str = "three-card-poker", *seats: int, **said: Any) -> Hosted:
    sitting = Hosted(game, *(seats or (1, 2, 3)), buy_in=1_000_000, **said)
    bet_and_bank(sitting)
    assert sitting.state.phase == "playing"
    return sitting


def refused(sitting: Sitting, person: str, command: Any) -> Refusal:
    before = sitting.live.snapshot()
    with pytest.raises(Refusal) as caught:
        sitting.live.apply(command, sitting.who(person), sitting.now)
    assert sitting.live.snapshot() == before
    return caught.value


@pytest.mark.parametrize("do", ["void", "call", "rule"])
def test_a_host_in_the_round_only_proposes_and_the_players_carry_it_out(do: str) -> None:
    sitting = hosted()
    (place,) = sitting.state.waiting
    said = {"void": {"reason": "wrong count"}, "call": {"irregularity": "wrong-count"}}
    more: dict[str, str] = said.get(do, {"place": place, "decision": "fold"})
    sitting.floor_of("p1", do, **more)
    view = sitting.state.proposal
    assert (view.do, view.person, view.waiting, sitting.state.step) == (do, "p1", ["p2", "p3"], 0)
    assert [sitting.mine(person).agree for person in ("p1", "p2", "p3")] == [False, True, True]
    sitting.agree("p2")
    assert sitting.state.proposal.waiting == ["p3"]
    assert not sitting.mine("p2").agree
    assert sitting.state.phase == "playing"
    sitting.agree("p3")
    assert sitting.state.proposal is None
    assert sitting.words() == ["proposed", "agreed", "agreed", "done"]
    if do == "rule":
        assert sitting.state.step == 1
    else:
        assert (sitting.state.phase, bool(sitting.state.void)) == ("settled", True)


def test_one_player_who_declines_ends_it_and_so_does_the_host_who_proposed_it() -> None:
    sitting = hosted()
    for person in ("p3", "p1"):
        sitting.floor_of("p1", "void", reason="I lose")
        sitting.agree(person, yes=False)
        assert (sitting.state.proposal, sitting.state.phase) == (None, "playing")
        assert refused(sitting, "p2", Agree(round=1, key="k")).code == "stale"


def test_a_second_host_who_is_not_in_the_round_agrees_alone_and_rules_alone() -> None:
    sitting = hosted()
    sitting.floor_of("p1", "void", reason="wrong count")
    sitting.agree("host")
    assert sitting.state.void
    sitting = hosted()
    sitting.floor("void", reason="wrong count")
    assert sitting.state.void


def test_whoever_is_not_in_the_round_and_whoever_proposed_it_have_no_vote() -> None:
    sitting = hosted()
    sitting.say("p9", Sit(seat=5, buy_in=100_000, key="k"))
    sitting.floor_of("p1", "void", reason="wrong count")
    assert refused(sitting, "p9", Agree(round=1, key="k")).code == "not-yours"
    assert refused(sitting, "p1", Agree(round=1, key="k")).code == "not-yours"
    assert refused(sitting, "p2", Agree(round=2, key="k")).code == "stale"


def test_nobody_waits_for_who_is_away_but_a_host_gets_rid_of_no_vote_by_removing_its_player() -> None:
    for removed in (False, True):
        sitting = hosted()
        if removed:
            sitting.floor_of("p1", "remove", person="p3")
        sitting.say("room", commands.Line(person="p3", up=False))
        sitting.floor_of("p1", "void", reason="wrong count")
        assert sitting.state.proposal.waiting == ["p2", "p3"], "a gap of a moment is no absence"
        sitting.now += host_proposals.GRACE_MS + 1
        sitting.agree("p2")
        assert bool(sitting.state.void) != removed
    sitting = hosted()
    for person in ("p2", "p3"):
        sitting.say("room", commands.Line(person=person, up=False))
    sitting.floor_of("p1", "void", reason="wrong count")
    assert sitting.state.proposal.waiting == ["p2", "p3"], "somebody has to agree"


def test_a_host_who_plays_folds_nobody_by_removing_them() -> None:
    """Removal closed the player's connection, and the clock then answered at once for a leaving, lost player."""
    sitting = hosted()
    (place,) = sitting.state.waiting
    person = sitting.live.state.running.persons[place] if sitting.live.state.running is not None else ""
    assert person != "p1"
    before = sitting.live.state.asked[place].due
    sitting.floor_of("p1", "remove", person=person)
    sitting.say("room", commands.Line(person=person, up=False))
    assert sitting.live.state.asked[place].due == before, "the removed player has the time of everybody"
    assert sitting.live.context.in_round(person)


def test_a_vote_is_lost_neither_by_a_removal_that_is_taken_back_nor_by_leaving_after_the_hand() -> None:
    sitting = hosted()
    sitting.floor_of("p1", "void", reason="wrong count")
    assert sitting.state.proposal.waiting == ["p2", "p3"]
    sitting.floor_of("p1", "remove", person="p3")
    sitting.floor_of("p1", "admit", person="p3")
    assert sitting.state.proposal.waiting == ["p2", "p3"]
    sitting.say("p2", commands.StandUp(key="k"))
    assert sitting.state.proposal.waiting == ["p2", "p3"]


def test_bots_do_not_vote_and_a_host_alone_with_them_needs_nobody() -> None:
    sitting = Hosted("three-card-poker", 1, bots=2, buy_in=1_000_000)
    while sitting.state.phase == "offering":
        person = next(row.person for row in sitting.state.seats if row.seat == sitting.state.offered)
        sitting.bank(person, "take", sitting.mine(person).bank.high)
    for row in sitting.state.seats:
        for offer in sitting.mine(row.person).bets[:1]:
            sitting.bet(row.person, offer.place, ante=offer.circles[0].low)
    sitting.ready(*[row.person for row in sitting.state.seats if sitting.mine(row.person).ready])
    assert sitting.state.phase == "playing"
    sitting.floor_of("p1", "void", reason="wrong count")
    assert sitting.state.void


@pytest.mark.parametrize("do", ["pause", "mute", "remove", "close"])
def test_a_host_in_the_round_does_alone_what_touches_no_hand(do: str) -> None:
    sitting = hosted()
    sitting.floor_of("p1", do, person="p2")
    assert (sitting.state.proposal, sitting.state.void) == (None, None)
    assert sitting.live.context.in_play


def test_a_proposal_ends_with_its_round_and_with_the_question_that_it_is_about() -> None:
    sitting = hosted()
    (place,) = sitting.state.waiting
    sitting.floor_of("p1", "rule", place=place, decision="fold")
    sitting.agree("p2" if place == "3" else "p3")
    sitting.decide(f"p{place}", "fold", place)
    assert sitting.state.proposal is None
    other = sitting.state.waiting[0]
    sitting.floor_of("p1", "void", reason="wrong count")
    sitting.decide(f"p{other}", "fold", other)
    assert (sitting.state.phase, sitting.state.proposal, sitting.live.state.proposal) == ("settled", None, None)


def test_a_table_with_a_proposal_is_the_same_after_a_restart() -> None:
    sitting = hosted()
    sitting.floor_of("p1", "void", reason="wrong count")
    sitting.agree("p2")
    rows = [outcome.row for outcome in sitting.outcomes if not outcome.idle]
    folded = LiveTable.from_log(None, rows, sitting.new_chance([]))
    assert folded.state == sitting.live.state
    sitting.live = LiveTable.from_snapshot(folded.snapshot(), sitting.chance)
    sitting.agree("p3")
    assert sitting.state.void


def test_a_log_of_before_in_which_a_host_in_the_round_ruled_alone_is_folded_as_it_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = hosted()
    with monkeypatch.context() as before:
        before.setattr(host_proposals, "has_to_be_agreed", lambda *_: False)
        sitting.floor_of("p1", "void", reason="wrong count")
    rows = [outcome.row for outcome in sitting.outcomes if not outcome.idle]
    assert LiveTable.from_log(None, rows, sitting.new_chance([])).state == sitting.live.state


# -- closed cards ---------------------------------------------------------------------------------------------------


def test_every_refusal_of_a_ruling_reads_the_same_whatever_is_held() -> None:
    sitting = hosted("pai-gow-seneca")
    told = set()
    for decision in ("juggle", {"raise": 5}, {"set": ""}, "split", {"set": "nonsense"}):
        refusal = refused(sitting, "host", Floor(do="rule", place="2", decision=decision, key="k"))
        told.add((refusal.code, refusal.sentence, refusal.clause, refusal.where))
    assert len(told) == 1


def test_a_ruling_that_names_closed_cards_waits_for_their_player() -> None:
    """An immediate answer would tell a watching host whether that hand holds the cards."""
    sitting = hosted("pai-gow-seneca")
    (offer, *_) = next(ask.offers for ask in sitting.mine("p2").asks)
    held, other = offer, {"set": "As Ks"}
    for decision in (held, other):
        sitting.floor("rule", place="2", decision=decision)
        assert sitting.state.proposal.waiting == ["p2"]
    sitting.floor("rule", place="2", decision=held)
    sitting.agree("p2")
    assert "2" not in sitting.state.waiting


# -- rows of the log ------------------------------------------------------------------------------------------------


def grown(kind: type, **fields: Any) -> Any:
    """Returns a structure of that kind with one field that the room does not know."""
    more = msgspec.defstruct(kind.__name__, [("peek", str, "As")], bases=(kind,), frozen=True, kw_only=True)
    wanted = [field for field in structs.fields(kind) if field.required]
    return more(**{field.name: None for field in wanted} | fields)


@pytest.mark.parametrize("kind", [*log_views.COMMANDS, *log_views.LINES], ids=lambda kind: kind.__name__)
def test_a_field_that_is_added_to_a_command_or_a_line_is_in_no_row_that_is_shown(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = log_views.COMMANDS if kind in log_views.COMMANDS else log_views.LINES
    one = grown(kind)
    monkeypatch.setitem(lists, type(one), lists[kind])  # the list does not name the new field
    command, line = (one, story_lines.Shuffled(cards=1)) if lists is log_views.COMMANDS else (commands.Tick(), one)
    body = Body(
        grown(Who, person="p2"),
        command,
        (grown(Drawn, cards="As"),),
        (story_lines.Told(line),),
        grown(Ack, n=1),
        "salt",
    )
    row = Row("t1", 1, 0, "p2", "k", msgspec.json.encode(body))
    monkeypatch.setattr(Row, "read", lambda _: body)
    for reader in ("p1", "p2"):
        view = log_views.view_of(row, reader)
        assert "As" not in repr(view.body)
        assert not view.whole
    assert {field.encode_name for field in structs.fields(kind)} >= {*lists[kind]}, "a name that there is none of"


def test_every_command_and_every_line_has_a_list_of_its_own() -> None:
    assert {*get_args(commands.AnyCommand)} == {*log_views.COMMANDS}
    assert {*get_args(story_lines.AnyLine)} == {*log_views.LINES}


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "lowball", "three-card-poker"])
def test_after_a_hand_that_ended_by_folds_the_log_shows_no_folded_hand_and_no_burn(game: str) -> None:
    """The log of a finished round once was whole: it showed every folded hand and the burn."""
    found = 0
    for seed in range(3):
        world = HostWorld(game, seed)
        hidden = {card for at, (*_, card) in enumerate(world.dealt()) if at in world.hidden_from(PLAYS)}
        rows = [row["body"] for row in world.log(PLAYS)]
        for body in rows:  # cards drawn for the button lay open and went back into the deck
            lines = [each["line"] for each in body.get("story", ())]
            body["story"] = [line for line in lines if "draw " not in repr(line) and line["k"] != "button"]
        shown = [msgspec.json.encode(body).decode() for body in rows]
        told = {card for text in shown for card in re.findall(r"\b[2-9TJQKA][cdhs]\b", text)}
        assert not told & hidden
        found += len(hidden)
    assert found


def test_no_hash_that_is_shown_can_be_tried_against_guesses() -> None:
    """An attacker once found a hand of hold'em after 1,282 tries: everything else in its row was known."""
    world = HostWorld("texas-holdem", 0, decisions=1)
    kept, log = world.kept(), world.log(PLAYS)
    hole = next(text for text in _holes(world) if text)
    at = next(index for index, line in enumerate(kept) if f'"{hole}"' in line.row.body.decode())
    shown = {row[name] for row in log for name in ("hash", "prev_hash")} - {None}
    assert log[at]["hash"] is None
    assert all(row["hash"] is None for row in log[at:]), "the round runs"
    assert world.log(WATCHES)[0]["hash"] == kept[0].hash, "nothing is hidden from the host who opened the table"
    for line, hides in ((kept[at].row, True), (_unsalted(kept[at].row), False)):
        head = (line.table, line.n, line.at, line.who, line.key)
        before, body = bytes.fromhex(kept[at].prev_hash), line.body.decode()
        right = hash_after(before, head, line.body)
        guessed = body.replace(world.chance.blind("t1", line.n), "00" * 16)  # the salt is secret
        fits = [hash_after(before, head, guessed.replace(hole, guess).encode()) == right for guess in texts_of(PACK)]
        found = [guess for guess, fit in zip(texts_of(PACK), fits, strict=True) if fit]
        assert found == ([] if hides else [hole])
        assert right.hex() not in shown


def _holes(world: HostWorld) -> list[str]:
    """Returns the hands that the host never saw, as dealt."""
    running = world.live.state.running
    assert running is not None
    return [given.cards or "" for given in running.given if given.to in ("2", "3")]


def _unsalted(row: Row) -> Row:
    """Returns the row as an older room without salts wrote it."""
    return structs.replace(row, body=msgspec.json.encode(structs.replace(row.read(), salt="")))


def test_a_row_without_a_salt_shows_no_hash() -> None:
    sitting = Sitting("three-card-poker", 1)
    lines = [LogLine(outcome.row, "00" * 32, "11" * 32) for outcome in sitting.outcomes]
    rows = [msgspec.json.decode(line) for line in lines_for(lines, 0, "p1", None)]
    assert [row["hash"] for row in rows] == [None] * len(rows)
    assert rows[0]["prev_hash"] == "00" * 32


def test_words_of_others_and_their_cages_are_nobodys_to_read() -> None:
    sitting = Sitting("three-card-poker", 1, 2)
    sitting.say("p2", commands.GiveWords(round=1, words="ab" * 8, key="k"))
    for reader, reads in (("p1", False), ("p2", True)):
        bodies = [log_views.view_of(outcome.row, reader).body for outcome in sitting.outcomes[-2:]]
        assert ("ab" * 8 in repr(bodies), "cage" in bodies[0]["who"]) == (reads, reads)


def test_a_note_of_a_refused_deed_is_a_row_that_nobody_sees_in_the_table() -> None:
    sitting = hosted()
    n, frames = sitting.state.n if hasattr(sitting.state, "n") else sitting.live.state.n, len(sitting.frames[""])
    note = FloorRefused(person="p1", do="rule", code="choice", said='{"decision":{"set":"As Kd"}}')
    outcome = sitting.say("room", note)
    assert (outcome.changed, outcome.n, sitting.live.state.n) == (False, n, n)
    assert sitting.frames[""][frames] is not None
    told = log_views.view_of(outcome.row, "p1").body["command"]
    assert told == {"t": "floor_refused", "person": "p1", "do": "rule", "code": "choice"}


# -- the cage -------------------------------------------------------------------------------------------------------


def test_a_ruling_that_buys_chips_is_held_to_the_cage_of_the_player() -> None:
    """The room once checked the host's cage and charged the player's (PAN-64)."""
    sitting = Sitting("panguingue", 1, 2, 3)
    bet_and_bank(sitting)
    dealer = sitting.live.context
    for cage, whose, refused_ in ((0, "p2", True), (500, "somebody else", True), (500, "p2", False)):
        dealer.clear(structs.replace(sitting.who("host"), cage=cage, cage_of=whose), sitting.now)
        if refused_:
            with pytest.raises(Refusal, match="in the cage"):
                live_round._buy(dealer, "p2", 500)
            assert dealer.posts == []
        else:
            live_round._buy(dealer, "p2", 500)
            assert [(post.account, post.cents) for post in dealer.posts] == [("cage/p2", -500), ("stack/t1/p2", 500)]
    command = Floor(do="rule", place="2", decision="buy", key="k")
    assert host_proposals.player_ruled_on(dealer, command) == "p2"
    assert host_proposals.player_ruled_on(dealer, Agree(round=1, key="k")) is None
