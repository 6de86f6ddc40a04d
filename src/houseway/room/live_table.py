"""The live table: applies commands one at a time, and rebuilds itself from the log. Nothing else changes a table."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from msgspec import UNSET

from houseway.room.core.change_tracking import CHANGED, ChangeTracker
from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import complete_config
from houseway.room.engine import (
    admission,
    bot_bank_and_bets,
    bot_prompts,
    deadlines,
    dispatch,
    host_actions,
    host_proposals,
    live_round,
    phases,
    seats,
)
from houseway.room.messages.commands import AnyCommand, Delay, Line, Open, Tick, Who
from houseway.room.messages.faults import RowFault
from houseway.room.messages.outcomes import RULE_VERSION, Ack, Body, Chance, Outcome, Row, refuse_unreadable
from houseway.room.messages.state import Config, TableState
from houseway.room.messages.story_lines import AnyLine
from houseway.room.messages.view_types import LobbyLine, Mine, PublicState, TableView, Welcome, You
from houseway.room.views import private_state, public_state
from houseway.room.views.view_cache import ViewCache

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(TableState)
SNAPSHOT_ROWS: Final = 250
"""Rows after the last snapshot that bring the next one, also during a round, so that a rebuild replays fewer."""


class LiveTable:
    """One table. It applies a command whole, or rolls back and refuses it."""

    def __init__(self, state: TableState, chance: Chance) -> None:
        self.context = TableContext(state, chance)
        live_round.rebuild(self.context)
        self._changes = ChangeTracker(state)
        self._view_cache = ViewCache(self.context, self._changes)
        self.rows_since_snapshot = 0
        """Rows after the last snapshot that the store has."""

    @classmethod
    def open(cls, table: str, command: Open, who: Who, now: int, chance: Chance) -> tuple["LiveTable", Outcome]:
        """Opens a table. Returns it with the outcome that holds the first row of its log."""
        admission.admit_opening(command, who)
        config = complete_config(Config.of(command, by_host=who.host))
        live = cls(TableState(table=table, config=config, since=now), chance)
        return live, live.apply(command, who, now)

    @classmethod
    def from_snapshot(cls, snapshot: bytes, chance: Chance) -> "LiveTable":
        """Returns the table that a snapshot holds."""
        return cls(_DECODER.decode(snapshot), chance)

    @classmethod
    def from_log(cls, snapshot: bytes | None, rows: Iterable[Row], chance: Chance) -> "LiveTable":
        """Rebuilds the table from a snapshot and the rows after it, or from all rows since its opening.

        Raises RowFault, with the table and the number of the row, if a row cannot be read or replayed.
        """
        live = None if snapshot is None else cls.from_snapshot(snapshot, chance)
        for row in rows:
            try:
                body = row.read()
                if live is None:
                    live = cls._begun(row, body, chance)
                live.replay_row(row, body)
            except RowFault:
                raise
            except Exception as error:
                raise RowFault(row.table, row.n, str(error) or type(error).__name__) from error
        if live is None:
            raise RowFault("", 0, "a table without a snapshot begins with the row that opened it")
        return live

    @classmethod
    def _begun(cls, row: Row, body: Body, chance: Chance) -> "LiveTable":
        """Returns the table just before its opening row is replayed."""
        if not isinstance(body.command, Open):
            raise RowFault(row.table, row.n, "a table without a snapshot begins with the row that opened it")
        config = complete_config(Config.of(body.command, by_host=body.who.host))
        return cls(TableState(table=row.table, config=config, since=row.at), chance)

    def replay_row(self, row: Row, body: Body) -> Outcome:
        """Applies a row of the log again, with the draws of chance that it holds.

        Raises RowFault if the replay gives no row or a row of another number. Raises it too if this version of the
        rules wrote the row and the replay gives another story or another answer. For a row of another version the
        stored outcome stands.
        """
        self.context.chance.follow(body.drawn)
        self.context.replaying, self.context.was_proposed = True, host_proposals.was_proposed(body)
        self.context.rule_version = body.rule_version
        try:
            outcome = self._apply(body.command, body.who, row.at)
        finally:
            self.context.replaying, self.context.was_proposed = False, None
            self.context.rule_version = RULE_VERSION
        if outcome.idle:
            raise RowFault(row.table, row.n, "it changes nothing any more")
        if outcome.row.n != row.n:
            raise RowFault(row.table, row.n, f"it was folded as row {outcome.row.n}")
        if body.rule_version == RULE_VERSION:
            _refuse_other_outcome(row, body, outcome)
        return outcome

    @property
    def state(self) -> TableState:
        return self.context.state

    def snapshot(self) -> bytes:
        """Returns the whole state as JSON."""
        return _ENCODER.encode(self.state)

    def readable_snapshot(self) -> bytes:
        """Returns the snapshot. Raises `Unreadable` if it cannot be decoded again."""
        snapshot = self.snapshot()
        refuse_unreadable(self.state.table, _DECODER.decode, snapshot)
        return snapshot

    # -- views and deadlines ----------------------------------------------------------------------------------------

    def due(self) -> int | None:
        """Returns when the table needs the next `Tick`; None if it waits for nothing."""
        return deadlines.next_moment(self.context)

    def delay(self, ms: int, dates: int) -> Delay | None:
        """Returns the command that records how long the room stood still; None if it would change nothing."""
        counts_days = dates > 0 and any(meter.daily for meter in self.state.pools.values())
        return Delay(ms=ms, dates=dates) if counts_days or self.due() is not None else None

    def bots_asked(self) -> list[bot_prompts.BotAsk]:
        """Returns the bots that the table waits for, each with the earliest time of its answer."""
        return bot_prompts.bots_asked(self.context)

    def bot_commands(self, ask: bot_prompts.BotAsk, whims: bot_bank_and_bets.Whims) -> list[AnyCommand]:
        """Returns what a bot says about the bank or the bets: the last is what it says if all before is refused."""
        mine = self.private(ask.person)
        if ask.about == "bet":
            return [*bot_bank_and_bets.bets(self.context, whims, ask, mine.bets)]
        assert mine.bank is not None
        return [*bot_bank_and_bets.bank_words(self.context, whims, ask, mine.bank)]

    def public(self, now: int) -> PublicState:
        """Returns the state as everybody sees it."""
        return public_state.public(self.context, now)

    def private(self, person: str) -> Mine:
        """Returns the cards, questions and offers of one person."""
        return private_state.private(self.context, person)

    def public_json(self, now: int) -> bytes:
        """Returns `public` as JSON, cached by part."""
        return self._view_cache.public(now)

    def private_json(self, persons: Iterable[str]) -> Mapping[str, bytes]:
        """Returns `private` as JSON for each of these people who are at the table.

        The cache holds until the next command.
        """
        return self._view_cache.private(persons)

    def you(self, person: str, name: str = "") -> You:
        """Returns the part of a welcome that is about the person who looks."""
        return private_state.you(self.context, person, name)

    def table_view(self) -> TableView:
        """Returns what stays the same until the sheet changes."""
        return public_state.table_view(self.context)

    def welcome(
        self, person: str, name: str, now: int, story: Iterable[AnyLine] = (), story_from: int | None = None
    ) -> Welcome:
        """Returns the first frame of a connection, with the story lines that the person missed."""
        return Welcome(
            n=self.state.n,
            you=self.you(person, name),
            table=self.table_view(),
            state=self.public(now),
            mine=self.private(person),
            story=list(story),
            story_from=self.state.n + 1 if story_from is None else story_from,
        )

    def lobby_line(self) -> LobbyLine:
        """Returns the table's line in the lobby."""
        return public_state.lobby_line(self.context)

    # -- commands ---------------------------------------------------------------------------------------------------

    def apply(self, command: AnyCommand, who: Who, now: int) -> Outcome:
        """Applies a new command and returns its outcome. A Refusal leaves the table unchanged.

        Raises `Unreadable` if the row or the snapshot that would be written cannot be decoded again.
        """
        admission.admit(self.context, command, who)
        return self._apply(command, who, now, new=True)

    def _apply(self, command: AnyCommand, who: Who, now: int, *, new: bool = False) -> Outcome:
        context = self.context
        round_, given, ready, before = context.round, _answers(context), context.state.ready, self._changes.mark()
        context.clear(who, now)
        try:
            dispatch.carry_out(context, command)
            phases.go_on(context)
            if context.ended is not None:
                _after_round(context)
                phases.go_on(context)
            outcome = self._outcome(command, who, now)
            if new and not outcome.idle:
                self._read_back(outcome)
        except Exception:  # a refusal or a defect: both roll the table back
            self._changes.restore(context.state, before)
            if context.round is not round_ or _answers(context) != given:
                live_round.rebuild(context)
            context.chance.drain()
            raise
        # A new or restarted phase has a new `ready` list (`turn_to`, `phases._wait`): the same list means no new phase.
        plain = context.state.ready is ready and outcome.ended is None and not outcome.posts
        self._changes.checkpoint(context.state, dispatch.TOUCHES.get(type(command), CHANGED) if plain else CHANGED)
        if outcome.snapshot is not None and new:
            self.rows_since_snapshot = 0
        elif not outcome.idle:
            self.rows_since_snapshot += 1
        return outcome

    def _read_back(self, outcome: Outcome) -> None:
        """Raises `Unreadable` unless the row and the snapshot decode again."""
        refuse_unreadable(self.state.table, lambda _: outcome.row.read(), outcome.row.body)
        if outcome.snapshot is not None:
            refuse_unreadable(self.state.table, _DECODER.decode, outcome.snapshot)

    def _outcome(self, command: AnyCommand, who: Who, now: int) -> Outcome:
        context, state = self.context, self.state
        if type(command) in (Tick, Line):
            context.idle = not context.story and not context.posts and not self._changes.checkpoint(state)
        elif type(command) in dispatch.MAY_CHANGE_NOTHING and not context.story and not context.posts:
            context.changed = self._changes.checkpoint(state)
        if context.idle:
            row = Row(state.table, state.rows, now, who.person, command.key, b"")
            return Outcome(n=state.n, row=row, ack=Ack(state.n), changed=False, idle=True)
        assert sum([post.cents for post in context.posts]) == 0, f"{command} made or lost chips: {context.posts}"
        state.rows += 1
        if context.changed:
            state.n += 1
        ack = Ack(state.n, context.from_round)
        salt = context.chance.blind(state.table, state.rows)
        body = Body(who, command, context.chance.drain(), tuple(context.story), ack, salt, RULE_VERSION)
        return Outcome(
            n=state.n,
            row=Row(state.table, state.rows, now, who.person, command.key, _ENCODER.encode(body)),
            ack=ack,
            posts=tuple(context.posts),
            story=tuple(context.story),
            changed=context.changed,
            ended=context.ended,
            snapshot=self.snapshot() if self._is_snapshot_due() else None,
            command=command,
        )

    def _is_snapshot_due(self) -> bool:
        """Returns whether the row at hand brings a snapshot: a round has ended, or many rows came since the last one.

        A replay takes none for the number of rows: it cannot store it.
        """
        many = not self.context.replaying and self.rows_since_snapshot + 1 >= SNAPSHOT_ROWS
        return self.context.ended is not None or many


def _refuse_other_outcome(row: Row, body: Body, outcome: Outcome) -> None:
    """Raises RowFault unless the replay gave the story and the answer that the row holds."""
    # Compared as JSON: a decoded line holds lists where the engine has tuples.
    if _ENCODER.encode(outcome.story) != _ENCODER.encode(body.story):
        raise RowFault(row.table, row.n, "it is told otherwise than it was")
    if outcome.ack != body.ack:
        raise RowFault(row.table, row.n, "it is acknowledged otherwise than it was")


def _answers(context: TableContext) -> int:
    """Returns the number of answers that the round has had; -1 without a round."""
    return -1 if context.round is None else len(context.round.events)


def _after_round(context: TableContext) -> None:
    """Applies what waited for the end of the round: a new sheet, departures, purchases.

    A closing table adopts no sheet.
    """
    state = context.state
    if state.next_config is not UNSET:
        config, state.next_config = state.next_config, UNSET
        if state.phase not in ("closing", "closed"):
            host_actions.adopt(context, config)
    seats.after_round(context)
