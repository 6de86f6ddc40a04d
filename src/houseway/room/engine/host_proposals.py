"""Host proposals: actions that a host may not do alone, and the players' agreement to them.

A host who is in a round has the eyes of a player. Neither a refusal nor a ruling tells such a host, or a host who only
watches, anything about a card that lies face down.

Three actions change how a hand ends: `void`, `call` and `rule`. A host who is in the round proposes them. Every other
person in the round who is present has to agree, bots apart. A host who is not in the round may agree alone. A ruling
that names cards needs the player of that place too, unless the cards lie open.
"""

from typing import Final

from houseway.room.core.context import TableContext
from houseway.room.messages.commands import Agree, AnyCommand, Floor
from houseway.room.messages.outcomes import Body
from houseway.room.messages.state import Player, Proposal
from houseway.room.messages.story_lines import FloorLine
from houseway.room.messages.view_types import ProposalView
from houseway.script import Answer, Refusal
from houseway.table.setup import answer_from

GRACE_MS: Final = 30_000
"""Milliseconds for which a connection may be lost before the table does without that player's agreement."""
CHANGE_A_HAND: Final = ("void", "call", "rule")
"""Actions that a host who is in the round does not do alone. The others wait for its end, or touch no hand."""


def has_to_be_agreed(context: TableContext, command: Floor) -> bool:
    """Returns whether the table puts the action to the players.

    A replay repeats what the row did: before there were proposals a host did everything alone. Raises a Refusal for a
    ruling on closed cards of a bot, since nobody could agree to it.
    """
    if context.was_proposed is not None:
        return context.was_proposed
    if command.do not in CHANGE_A_HAND or not context.in_play or context.state.phase == "paused":
        return False
    person = context.who.person
    put = context.in_round(person) and bool(_others(context, person))
    if command.do == "rule" and _names_closed_cards(context, command):
        _refuse_hand_of_a_bot(context, command)
        return put or person != _player_of(context, command.place)
    return put


def was_proposed(body: Body) -> bool:
    """Returns whether a stored row put its action to the players."""
    if not isinstance(body.command, Floor):
        return False
    return any(isinstance(told.line, FloorLine) and told.line.word == "proposed" for told in body.story)


def propose(context: TableContext, command: Floor) -> None:
    """Puts the action to the players. Judges it only by what everybody sees."""
    state, who = context.state, context.who
    step = None
    if command.do == "rule":
        _answer_in(command)
        if command.place not in state.asked:
            form = "nobody asked place {place} for a decision"
            raise Refusal("not-asked", form, "", "place", {"place": command.place})
        step = state.asked[command.place].step
    elif command.do == "call" and command.irregularity not in context.sheet.game.irregularities:
        form, known = "{kind!r} is no irregularity of this game: {known}", list(context.sheet.game.irregularities)
        raise Refusal("irregularity", form, "", "irregularity", {"kind": command.irregularity, "known": known})
    state.proposal = Proposal(who.person, who.name, command, state.round, step)
    _tell(context, "proposed", state.proposal)


def agree(context: TableContext, command: Agree) -> Floor | None:
    """Records the sender's agreement. Returns the action once everybody has agreed; None before, or after a no."""
    state, person = context.state, context.who.person
    proposal = pending(context)
    if proposal is None or command.round != proposal.round:
        raise Refusal("stale", "there is no proposal to agree to", "", "round")
    if not command.yes and person == proposal.person:
        state.proposal = None
        _tell(context, "withdrawn", proposal)
        return None
    second_host = context.who.host and person != proposal.person and not context.in_round(person)
    if not second_host and person not in _others(context, proposal.person):
        form = "{player} is not in the round that this is about"
        raise Refusal("not-yours", form, facts={"player": context.who.name})
    if not command.yes:
        state.proposal = None
        _tell(context, "declined", proposal)
        return None
    if person not in proposal.agreed:
        proposal.agreed.append(person)
        _tell(context, "agreed", proposal)
    if _missing(context, proposal, second_host=second_host):
        return None
    state.proposal = None
    _tell(context, "done", proposal)
    return proposal.command


def pending(context: TableContext) -> Proposal | None:
    """Returns the proposal while it can be agreed to. It ends with its round, or with the question that it is about."""
    state, proposal = context.state, context.state.proposal
    if proposal is None or not context.in_play or proposal.round != state.round:
        return None
    if proposal.step is not None:
        asked = state.asked.get(proposal.command.place)
        if asked is None or asked.step != proposal.step:
            return None
    return proposal


def pending_view(context: TableContext) -> ProposalView | None:
    """Returns the proposal as everybody sees it."""
    proposal = pending(context)
    if proposal is None:
        return None
    said, missing = proposal.command, _missing(context, proposal)
    return ProposalView(
        proposal.person, proposal.name, said.do, said.place, said.decision, said.irregularity, said.reason,
        list(proposal.agreed), missing,
    )  # fmt: skip


def may_agree(context: TableContext, person: str) -> bool:
    """Returns whether the table waits for the person's agreement."""
    proposal = pending(context)
    return proposal is not None and person not in proposal.agreed and person in _others(context, proposal.person)


def impossible_ruling(command: Floor) -> Refusal:
    """Returns the one refusal of every impossible ruling. Its reason may depend on closed cards, so it gives none."""
    form = "the ruling on place {place} is refused: that is no decision it can make now"
    return Refusal("choice", form, "", "decision", {"place": command.place})


def player_ruled_on(context: TableContext, command: AnyCommand) -> str | None:
    """Returns the person whose place a ruling decides for, also if this agreement may carry it out; None otherwise."""
    deed = command
    if isinstance(command, Agree):
        proposal = pending(context)
        deed = command if proposal is None else proposal.command
    return _player_of(context, deed.place) if isinstance(deed, Floor) and deed.do == "rule" else None


# -- people in the round --------------------------------------------------------------------------------------------


def _others(context: TableContext, person: str) -> list[str]:
    """Returns the people in the round beside that person, in the order of their places, bots apart."""
    running, players = context.state.running, context.state.players
    if running is None:
        return []
    there = dict.fromkeys(running.persons.values())
    return [each for each in there if each != person and each in players and not players[each].bot]


def _missing(context: TableContext, proposal: Proposal, *, second_host: bool = False) -> list[str]:
    """Returns the people whose agreement is missing. The table does not wait for absent players, but somebody has to
    agree.

    It waits for a player whom the host has removed in this round: a removal does not void a vote.
    """
    players, others, barred = context.state.players, _others(context, proposal.person), context.state.barred
    owner = _player_of(context, proposal.command.place) if _names_closed_cards(context, proposal.command) else None
    if second_host:
        wanted = []
    elif not context.in_round(proposal.person):  # a host who watches rules on cards that only their player knows
        wanted = [owner] if owner in others else others
    else:
        wanted = [each for each in others if each in barred or _is_there(context, players[each])] or others
    if owner is not None and owner != proposal.person:
        wanted = [*dict.fromkeys([*wanted, owner])]
    return [each for each in wanted if each is not None and each not in proposal.agreed]


def _is_there(context: TableContext, player: Player) -> bool:
    """Returns True if the player is present, so that the table waits for the player's agreement.

    A player counts as absent if away, or if disconnected for longer than `GRACE_MS`. A player who
    will leave after the hand is present.
    """
    gone = player.lost is not None and context.now - player.lost > GRACE_MS
    return not (player.away or gone)


def _player_of(context: TableContext, place: str) -> str | None:
    """Returns the person who plays the place; None if nobody does."""
    running = context.state.running
    return None if running is None else running.persons.get(place)


# -- cards ----------------------------------------------------------------------------------------------------------


def _answer_in(command: Floor) -> Answer:
    """Returns the decision of a ruling. Raises the plain refusal if it cannot be read."""
    if not command.decision:
        raise Refusal("choice", "a ruling says what happened: no decision was given", "", "decision")
    try:
        return answer_from(command.decision)
    except (Refusal, ValueError):
        raise impossible_ruling(command) from None


def _names_closed_cards(context: TableContext, command: Floor) -> bool:
    """Returns whether the ruling names a card that does not lie open.

    Its acceptance or refusal would tell who holds it.
    """
    if command.do != "rule" or not command.decision or context.round is None:
        return False
    answer = _answer_in(command)
    named = sum(answer.piles or (), answer.cards or ())
    spots = context.round.felt.spots.values()
    lying = [card for spot in spots for card in spot.seen_by("") if card is not None]
    return any(card not in lying for card in named)


def _refuse_hand_of_a_bot(context: TableContext, command: Floor) -> None:
    """Raises a Refusal if a bot plays the place: nobody can agree for it. The host rules once its cards lie open."""
    person = _player_of(context, command.place)
    player = None if person is None else context.state.players.get(person)
    if player is None or player.bot:
        raise impossible_ruling(command)


def _tell(context: TableContext, word: str, proposal: Proposal) -> None:
    """Tells everybody the proposal, or the sender's word on it."""
    who = context.who if word in ("agreed", "declined", "withdrawn") else None
    person, name = (proposal.person, proposal.name) if who is None else (who.person, who.name)
    said = proposal.command
    line = FloorLine(
        word=word, do=said.do, person=person, name=name, place=said.place, decision=said.decision,
        irregularity=said.irregularity, reason=said.reason,
    )  # fmt: skip
    context.tell(line)
