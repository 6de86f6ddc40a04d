"""The mailbox of one table: commands in, outcomes out, and nothing else changes it."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UNSET

from houseway.room.core.change_tracking import CHANGED, ChangeTracker
from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import opened
from houseway.room.engine import (
    admission,
    bot_commands,
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


class LiveTable:
    """One table. A command is applied whole, or refused with nothing changed."""

    def __init__(self, state: TableState, chance: Chance) -> None:
        self.context = TableContext(state, chance)
        live_round.rebuild(self.context)
        self._parts = ChangeTracker(state)
        self._glass = ViewCache(self.context, self._parts)

    @classmethod
    def open(cls, table: str, command: Open, who: Who, now: int, chance: Chance) -> tuple["LiveTable", Outcome]:
        """A new table, and the first row of its log."""
        admission.admit_opening(command, who)
        config = opened(Config.of(command, by_host=who.host))
        live = cls(TableState(table=table, config=config, since=now), chance)
        return live, live.apply(command, who, now)

    @classmethod
    def from_snapshot(cls, snapshot: bytes, chance: Chance) -> "LiveTable":
        return cls(_DECODER.decode(snapshot), chance)

    @classmethod
    def from_log(cls, snapshot: bytes | None, rows: Iterable[Row], chance: Chance) -> "LiveTable":
        """The table as it stood after these rows, which follow the snapshot, or its opening where there is none.

        Raises RowFault, with the table and the number of the row, if a row cannot be read or applied again.
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
        if not isinstance(body.command, Open):
            raise RowFault(row.table, row.n, "a table without a snapshot begins with the row that opened it")
        config = opened(Config.of(body.command, by_host=body.who.host))
        return cls(TableState(table=row.table, config=config, since=row.at), chance)

    def replay_row(self, row: Row, body: Body) -> Outcome:
        """Applies a row of the log once more, with what chance gave then.

        Raises RowFault if it becomes another row. Raises it too if this version of the rules wrote the row and it is
        told or acknowledged otherwise now; for a row of another version the stored outcome stands.
        """
        self.context.chance.follow(body.drawn)
        self.context.folding, self.context.was_proposed = True, host_proposals.was_proposed(body)
        self.context.rule_version = body.rule_version
        try:
            outcome = self._apply(body.command, body.who, row.at)
        finally:
            self.context.folding, self.context.was_proposed = False, None
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
        return _ENCODER.encode(self.state)

    # -- what others ask --------------------------------------------------------------------------------------------

    def due(self) -> int | None:
        """When a `Tick` is wanted next."""
        return deadlines.next_moment(self.context)

    def delay(self, ms: int, dates: int) -> Delay | None:
        """Returns the command that says for how long the room stood still; None where it would change nothing."""
        counts_days = dates > 0 and any(meter.daily for meter in self.state.pools.values())
        return Delay(ms=ms, dates=dates) if counts_days or self.due() is not None else None

    def bots_asked(self) -> list[bot_prompts.BotAsk]:
        """The bots that are waited for, and from when on each may answer."""
        return bot_prompts.bots_asked(self.context)

    def bot_commands(self, ask: bot_prompts.BotAsk, whims: bot_commands.Whims) -> list[AnyCommand]:
        """Returns what a bot says about the bank or the bets: the last is what it says if all before is refused."""
        mine = self.private(ask.person)
        if ask.about == "bet":
            return [*bot_commands.bets(whims, ask, mine.bets)]
        assert mine.bank is not None
        return [*bot_commands.bank_words(self.context, whims, ask, mine.bank)]

    def public(self, now: int) -> PublicState:
        return public_state.public(self.context, now)

    def private(self, person: str) -> Mine:
        return private_state.private(self.context, person)

    def public_json(self, now: int) -> bytes:
        """As `public`, in JSON."""
        return self._glass.public(now)

    def private_json(self, persons: Iterable[str]) -> Mapping[str, bytes]:
        """As `private`, in JSON, of each of these people who are at the table; until the next command."""
        return self._glass.private(persons)

    def you(self, person: str, name: str = "") -> You:
        return private_state.you(self.context, person, name)

    def table_view(self) -> TableView:
        return public_state.table_view(self.context)

    def welcome(
        self, person: str, name: str, now: int, story: Iterable[AnyLine] = (), story_from: int | None = None
    ) -> Welcome:
        """What somebody who comes in is told, with the lines of the story that the person missed."""
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
        return public_state.lobby_line(self.context)

    # -- commands ---------------------------------------------------------------------------------------------------

    def apply(self, command: AnyCommand, who: Who, now: int) -> Outcome:
        """What a new command does to the table; a Refusal leaves everything as it was.

        Raises `Unreadable` if the table could not be folded again from what would be written.
        """
        admission.admit(self.context, command, who)
        return self._apply(command, who, now, new=True)

    def _apply(self, command: AnyCommand, who: Who, now: int, *, new: bool = False) -> Outcome:
        context = self.context
        round_, given, ready, before = context.round, _answers(context), context.state.ready, self._parts.mark()
        context.clear(who, now)
        try:
            dispatch.carry_out(context, command)
            phases.go_on(context)
            if context.ended is not None:
                _turn_over(context)
                phases.go_on(context)
            outcome = self._outcome(command, who, now)
            if new and not outcome.idle:
                self._read_back(outcome)
        except Exception:  # a refusal, or our own mistake: either way nothing was done
            self._parts.restore(context.state, before)
            if context.round is not round_ or _answers(context) != given:
                live_round.rebuild(context)
            context.chance.taken()
            raise
        # A phase that begins, or begins anew, has a list of its own of who is ready (`turn_to`, `phases._wait`).
        plain = context.state.ready is ready and outcome.ended is None and not outcome.posts
        self._parts.look(context.state, dispatch.TOUCHES.get(type(command), CHANGED) if plain else CHANGED)
        return outcome

    def _read_back(self, outcome: Outcome) -> None:
        refuse_unreadable(self.state.table, lambda _: outcome.row.read(), outcome.row.body)
        if outcome.snapshot is not None:
            refuse_unreadable(self.state.table, _DECODER.decode, outcome.snapshot)

    def _outcome(self, command: AnyCommand, who: Who, now: int) -> Outcome:
        context, state = self.context, self.state
        if type(command) in (Tick, Line):
            context.idle = not context.story and not context.posts and not self._parts.look(state)
        elif type(command) in dispatch.MAY_CHANGE_NOTHING and not context.story and not context.posts:
            context.changed = self._parts.look(state)
        if context.idle:
            row = Row(state.table, state.rows, now, who.person, command.key, b"")
            return Outcome(n=state.n, row=row, ack=Ack(state.n), changed=False, idle=True)
        assert sum([post.cents for post in context.posts]) == 0, f"{command} made or lost chips: {context.posts}"
        state.rows += 1
        if context.changed:
            state.n += 1
        ack = Ack(state.n, context.from_round)
        salt = context.chance.blind(state.table, state.rows)
        body = Body(who, command, context.chance.taken(), tuple(context.story), ack, salt, RULE_VERSION)
        return Outcome(
            n=state.n,
            row=Row(state.table, state.rows, now, who.person, command.key, _ENCODER.encode(body)),
            ack=ack,
            posts=tuple(context.posts),
            story=tuple(context.story),
            changed=context.changed,
            ended=context.ended,
            snapshot=None if context.ended is None else self.snapshot(),
            command=command,
        )


def _refuse_other_outcome(row: Row, body: Body, outcome: Outcome) -> None:
    """Raises RowFault unless the row led to the story and the acknowledgement that it holds."""
    # As JSON: a line that was read back holds lists where the engine has tuples.
    if _ENCODER.encode(outcome.story) != _ENCODER.encode(body.story):
        raise RowFault(row.table, row.n, "it is told otherwise than it was")
    if outcome.ack != body.ack:
        raise RowFault(row.table, row.n, "it is acknowledged otherwise than it was")


def _answers(context: TableContext) -> int:
    return -1 if context.round is None else len(context.round.events)


def _turn_over(context: TableContext) -> None:
    """A round has ended: what waited for that takes effect; a table that closes has no next round to change."""
    state = context.state
    if state.next_config is not UNSET:
        config, state.next_config = state.next_config, UNSET
        if state.phase not in ("closing", "closed"):
            host_actions.adopt(context, config)
    seats.turn_over(context)
