"""The shuffle mixes in the words of everybody in the round, and nobody else's. Older rounds keep the words they had."""

import msgspec
import pytest
from msgspec import structs

from houseway.games import find
from houseway.room.engine import live_round
from houseway.room.fairness.proof import of_no_player, prove
from houseway.room.fairness.scheme import seed_from
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import GiveWords, Sit, SitOut
from houseway.room.messages.outcomes import Ended, Outcome
from houseway.room.messages.story_lines import PhaseLine
from houseway.roster import OWN
from houseway.table import resume
from houseway.table.round import Round
from houseway.table.setup import Document, Fair
from tests.room.sitting import SEATS, Sitting, bet_and_bank


def gives(sitting: Sitting, *persons: str) -> dict[str, str]:
    """Gives words of these people, each with their own number in it, for the round that is bet on.

    Returns the words.
    """
    given = {person: f"{person[1:]:0>2}ff00ff00ff00ff" for person in persons}
    for person, words in given.items():
        sitting.say(person, GiveWords(round=sitting.state.round, words=words, key="k"))
    return given


def ended(sitting: Sitting) -> Document:
    """Returns the document of the last round with its seed, as everybody reads it once the table is closed."""
    (last,) = [outcome.ended for outcome in sitting.outcomes[-1:] if isinstance(outcome.ended, Ended)]
    document = msgspec.json.decode(last.document, type=Document)
    assert isinstance(document.fair, Fair)
    document.fair = structs.replace(document.fair, seed=seed_from("a test", "t1", document.fair.round).hex())
    return document


def proved(document: Document) -> dict[str, bool]:
    claims = prove(document, resume(find(document.game), document))
    return {claim.claim: claim.proved for claim in claims}


def one_sits_out() -> Sitting:
    """Returns a table where three people gave words, and the third has then sat out. Nobody has bet yet."""
    sitting = Sitting("three-card-poker", 1, 2, 3, buy_in=100_000)
    sitting.bank("p1", "take", 40_000)
    gives(sitting, "p1", "p2", "p3")
    sitting.say("p3", SitOut(key="k"))
    return sitting


def one_at_the_rail() -> Sitting:
    """Returns a table where a person at the rail gives words and bets behind seat 2."""
    sitting = Sitting("fortune-pai-gow", 1, 2)
    sitting.bank("p1", "take", 40_000)
    sitting.say("p9", Sit(seat=0, buy_in=20_000, key="k"))
    gives(sitting, "p2", "p9")
    sitting.bet("p2", "2", main=1_000)
    sitting.bet("p9", "2.2", main=1_000)
    sitting.ready("p9")
    return sitting


def test_words_of_who_sits_out_are_not_in_the_shuffle() -> None:
    sitting = one_sits_out()
    sitting.bet("p2", "2", ante=500)
    sitting.ready("p1", "p2")
    running = sitting.live.state.running
    assert running is not None
    assert {*running.words} == {"1", "2"}, "the bank's seat, and the one that bets"
    sitting.defaults()
    document = ended(sitting)
    assert of_no_player(document) == []
    assert proved(document)["cards"]


def test_words_of_who_bets_behind_others_are_at_that_place() -> None:
    sitting = one_at_the_rail()
    sitting.ready("p1", "p2")
    sitting.defaults()
    document = ended(sitting)
    assert isinstance(document.fair, msgspec.Struct)
    assert document.fair.words == {"2": "02ff00ff00ff00ff", "2.2": "09ff00ff00ff00ff"}
    assert of_no_player(document) == []
    assert proved(document)["cards"]


def test_who_has_a_seat_in_the_round_has_words_there_and_not_behind_others_too() -> None:
    sitting = Sitting("fortune-pai-gow", 1, 2, 3)
    sitting.bank("p1", "take", 80_000)
    gives(sitting, "p3")
    for person, place in (("p2", "2"), ("p3", "3"), ("p3", "2.2")):
        sitting.bet(person, place, main=1_000)
    sitting.ready("p1", "p2", "p3")
    running = sitting.live.state.running
    assert running is not None
    assert running.persons["2.2"] == "p3"
    assert {*running.words} == {"3"}


# -- logs of before -------------------------------------------------------------------------------------------------


def of_all_seated(sitting: Sitting) -> object:
    """Returns the old rule: words of everybody in a seat, and of nobody at the rail."""

    def words_in(_round: Round, given: dict[str, str]) -> dict[str, str]:
        return {str(seat): given[person] for seat, person in sitting.live.state.seats.items() if person in given}

    return words_in


@pytest.mark.parametrize("arranged", [one_sits_out, one_at_the_rail])
@pytest.mark.parametrize("from_snapshot", [False, True])
def test_a_round_that_began_under_the_old_rule_ends_as_it_was_told(
    arranged: object, from_snapshot: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgrade in the middle of a round leaves its cards, root and fairness part unchanged."""
    assert callable(arranged)
    sitting: Sitting = arranged()
    start = sitting.live.snapshot() if from_snapshot else None
    known = len(sitting.outcomes) if from_snapshot else 0
    with monkeypatch.context() as before:
        before.setattr(live_round, "_words_in", of_all_seated(sitting))
        if arranged is one_sits_out:
            sitting.bet("p2", "2", ante=500)
        sitting.ready("p1", "p2")
        assert sitting.state.phase == "playing"
    rows = [outcome.row for outcome in sitting.outcomes[known:] if not outcome.idle]
    rebuilt = LiveTable.from_log(start, rows, sitting.new_chance([]))
    assert rebuilt.state == sitting.live.state
    assert rebuilt.state.running is not None
    assert ("3" in rebuilt.state.running.words) == (arranged is one_sits_out)
    states = []
    for live, chance in ((sitting.live, sitting.chance), (rebuilt, rebuilt.context.chance.source)):
        sitting.live, sitting.chance = live, chance  # type: ignore[assignment]
        sitting.defaults()
        states.append(live.state)
        document = ended(sitting)
        resumed = resume(find(document.game), document)
        assert prove(document, resumed)[2].proved, "the seed is the one committed to, and deals every card"
    assert states[0] == states[1]


def test_a_whole_round_of_an_old_log_is_folded_with_its_fairness_part_and_link(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = one_sits_out()
    with monkeypatch.context() as before:
        before.setattr(live_round, "_words_in", of_all_seated(sitting))
        sitting.bet("p2", "2", ante=500)
        sitting.ready("p1", "p2")
        sitting.defaults()
    rows = [outcome.row for outcome in sitting.outcomes if not outcome.idle]
    rebuilt = LiveTable.from_log(None, rows, sitting.new_chance([]))
    assert rebuilt.state == sitting.live.state
    assert "3" in rebuilt.state.fair["words"]
    behind = rebuilt.context.chance.source
    assert behind.end("t1", 2, reveal=True) == sitting.chance.end("t1", 2, reveal=True), "it names the same round"
    assert of_no_player(ended(sitting)) == ["3"], "who sat there is not to be told from the house"


def phases_of(outcome: Outcome) -> list[str]:
    return [told.line.phase for told in outcome.story if isinstance(told.line, PhaseLine)]


@pytest.mark.parametrize("game", OWN)
def test_cards_or_dice_come_before_anybody_decides(game: str) -> None:
    """These draws tell which words an older log was dealt with (`live_round._keep_to_the_log`)."""
    sitting = Sitting(game, *SEATS, buy_in=1_000_000)
    bet_and_bank(sitting)
    (began,) = [outcome for outcome in sitting.outcomes if "playing" in phases_of(outcome)]
    assert any(each.cards or each.dice for each in began.row.read().drawn)
