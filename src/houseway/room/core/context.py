"""The context of a command: the table and the effects of the command, until the outcome is handed over."""

from collections.abc import Iterable
from typing import Any

from msgspec import structs

from houseway.cards import cards_from
from houseway.games import find
from houseway.room.core.table_rules import PostedRules, sheet_of
from houseway.room.fairness.chance_log import LoggedChance
from houseway.room.messages.commands import ROOM, Who
from houseway.room.messages.outcomes import RULE_VERSION, Chance, Dealing, Ended, Posting
from houseway.room.messages.state import Given, Player, Running, TableState
from houseway.room.messages.story_lines import AnyLine, PhaseLine, Told
from houseway.room.visibility.card_tracking import Card
from houseway.room.visibility.redaction import numbers_seen, tracked_cards
from houseway.script import Deal, Roll
from houseway.table.between_rounds.meter import Meter
from houseway.table.between_rounds.rotation import Rotation
from houseway.table.round import Round
from houseway.table.setup import answer_from


class TableContext:
    """A table while it applies a command. `posts`, `story` and `ended` are effects of the command at hand."""

    def __init__(self, state: TableState, chance: Chance) -> None:
        self.state = state
        self.chance = LoggedChance(chance)
        self.round: Round | None = None
        self.dealing: Dealing | None = None
        self.judged: Round | None = None
        self.was_proposed: bool | None = None  # replay only: whether the row's action was put to the players
        self.replaying = False
        """True while a row of the log is replayed: it was accepted then, whatever this code refuses."""
        self.rule_version = RULE_VERSION
        """The version of the row that is replayed; this code's own for a new command."""
        self._noted: tuple[Round | None, dict[Any, Any]] = (None, {})
        self._posted, self._sheet = state.config, sheet_of(state.config)
        self.clear(ROOM, 0)

    def clear(self, who: Who, now: int) -> None:
        """Resets the effects for the next command."""
        self.who = who
        self.now = now
        self.posts: list[Posting] = []
        self.story: list[Told] = []
        self.ended: Ended | None = None
        self.changed = True
        self.idle = False
        self.from_round: int | None = None

    @property
    def sheet(self) -> PostedRules:
        """The rules that the table posts now."""
        if self._posted is not self.state.config:
            self._posted, self._sheet = self.state.config, sheet_of(self.state.config)
        return self._sheet

    # -- people -----------------------------------------------------------------------------------------------------

    @property
    def in_play(self) -> bool:
        """True while a round is being played, also during a pause."""
        state = self.state
        phase = state.was if state.phase == "paused" else state.phase
        return phase in ("playing", "closing")

    @property
    def solo(self) -> bool:
        """True at a solo table, or with at most one person beside bots. That person has no deadlines."""
        state = self.state
        return state.config.pace == "solo" or [player.bot for player in state.players.values()].count(False) <= 1

    def active(self) -> list[Player]:
        """Returns the seated players who want to be dealt in to the next round."""
        return [player for player in self.state.seated() if not (player.out or player.leaving)]

    def able(self) -> list[Player]:
        """Returns the active players who have the chips for it and owe no time charge."""
        least = self.sheet.least_chips
        return [player for player in self.active() if player.chips >= least and not player.owes_time]

    @property
    def may_start(self) -> bool:
        """True if enough players are able to play, and one of them is no bot."""
        return self.is_company(self.able())

    def is_company(self, able: list[Player]) -> bool:
        """Returns whether the able players are enough for a round and one of them is no bot."""
        least = 1 if self.sheet.house_banks else 2  # a player-dealer and a bettor, or two who bet against each other
        return len(able) >= least and False in [player.bot for player in able]

    @property
    def rotation(self) -> Rotation | None:
        """The rotation of the bank; None if no player may bank."""
        return None if self.state.bank is None else self.state.bank.rotation

    def banks(self, person: str) -> bool:
        """Returns whether the person holds the bank, in the round or for the next one."""
        return self.rotation is not None and self.rotation.banker == person

    def at_play(self) -> tuple[Round, Running]:
        """Returns the round on the table, and its stored state. Asserts that there is one."""
        assert self.round is not None, "no round is on the table"
        assert self.state.running is not None
        return self.round, self.state.running

    def in_round(self, person: str) -> bool:
        """Returns whether the person is in the round that is being played."""
        running = self.state.running
        return self.in_play and running is not None and person in running.persons.values()

    def meter(self, name: str) -> Meter:
        """Returns the meter of a jackpot's pool, starting one at zero if nobody has paid into it yet."""
        if name not in self.state.pools:
            self.state.pools[name] = Meter(0)
        return self.state.pools[name]

    # -- story and phase --------------------------------------------------------------------------------------------

    def tell(self, *lines: AnyLine) -> None:
        """Adds story lines that everybody sees."""
        n = self.state.n + 1
        self.story += [Told(structs.replace(line, n=n)) for line in lines]

    def turn_to(self, phase: Any, due: int | None = None) -> None:
        """Enters a phase, which ends by itself at `due`."""
        state = self.state
        state.phase, state.since, state.due = phase, self.now, due
        state.ready = []
        self.changed = True
        self.tell(PhaseLine(phase=phase, round=state.round))

    # -- chance -----------------------------------------------------------------------------------------------------

    def commit(self, number: int) -> None:
        """Draws the seed of that round and stores its commitment, once."""
        if number not in self.state.commits:
            self.state.commits[number] = self.chance.commit(self.state.table, number)

    def draw_seat(self, seats: Iterable[int]) -> int:
        """Returns one of the seats by lot."""
        return self.chance.draw(self.state.table, max(self.state.round, 1), tuple(seats))

    def notes(self) -> dict[Any, Any]:
        """Returns a cache for facts about the round on the table. Another round starts an empty one."""
        if self._noted[0] is not self.round:
            self._noted = (self.round, {})
        return self._noted[1]

    def tracked_cards(self) -> list[Card]:
        """Returns the cards of a round that is over, each with its viewers. Cached for the round."""
        round_, known = self.round, self.notes()
        assert round_ is not None
        assert round_.over
        if "tracked_cards" not in known:
            known["tracked_cards"] = tracked_cards(round_)
        cards: list[Card] = known["tracked_cards"]
        return cards

    def openings(self, places: set[str]) -> list[Any]:
        """Returns the openings that prove the cards which these places saw in a round that is over.

        Cached for the round.
        """
        known, whose = self.notes(), ("openings", frozenset(places))
        if whose not in known:
            self.the_dealing()
            numbers = numbers_seen(self.tracked_cards(), places)
            known[whose] = self.chance.openings(self.state.table, self.state.round, numbers)
        openings: list[Any] = known[whose]
        return openings

    def the_dealing(self) -> Dealing:
        """Returns the dealing of the round. After a restart it first replays the answers that the round has had."""
        if self.dealing is None:
            running, state = self.state.running, self.state
            assert running is not None
            dealt = bool(running.given) or self.round is None
            fresh = Round(find(running.setup.game), running.setup) if dealt else self.round
            assert fresh is not None
            shoe = tuple(sorted(fresh.cards_left()))
            dealing = self.chance.source.begin(state.table, state.round, running.words, shoe)
            for given in running.given:
                if type(fresh.request) is Deal and given.cards:
                    dealing.follow(fresh.request, cards_from(given.cards))
                elif type(fresh.request) is Roll and given.dice is not None:
                    dealing.dice(fresh.request)
                give(fresh, given)
            self.dealing = self.chance.logged(dealing)
        return self.dealing


def give(round_: Round, given: Given) -> None:
    """Gives one stored answer to a round."""
    if given.cards is not None:
        round_.deal(cards_from(given.cards))
    elif given.dice is not None:
        round_.roll(tuple(given.dice))
    elif given.call:
        round_.call(given.to)
    elif given.void:
        round_.void(given.to, abandoned=given.abandoned, late=True)  # the host may have voided a settled round
    else:
        assert given.decision is not None
        round_.rule(given.to, answer_from(given.decision))
