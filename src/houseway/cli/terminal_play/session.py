"""One person's evening at a table: round after round, with chips that carry over."""

from typing import Any, Final

import msgspec

from houseway.cli.output.answers import money
from houseway.cli.terminal_play.bank_prompt import ask_bank, ask_last_offer, ask_stake
from houseway.cli.terminal_play.bet_prompt import ask_bets
from houseway.cli.terminal_play.console import InputEnded, Left, Talk
from houseway.cli.terminal_play.decision_prompt import KEYS, PersonsSeat
from houseway.cli.terminal_play.local_table import PERSON, LocalTable
from houseway.cli.terminal_play.story_text import sentences
from houseway.cli.terminal_play.table_text import (
    came_to,
    clauses_said,
    hand_at_end,
    others_came_to,
    signed,
    table_lines,
)
from houseway.cli.terminal_play.wager_names import wager_name
from houseway.room.messages.outcomes import Ended
from houseway.room.messages.story_lines import PersonTally
from houseway.script import Refusal
from houseway.script.money import cents_from

TOP_UP: Final = "top up"
ANOTHER: Final = f"Your chips stay with you; {TOP_UP} 100 buys more. With n you go home."


class Session:
    """Rounds until the person has enough."""

    def __init__(self, table: LocalTable, talk: Talk, *, coached: bool) -> None:
        self.table, self.talk = table, talk
        self.seat = PersonsSeat(talk, coached=coached)
        self.number = table.seat
        self.finished: list[Ended] = []
        self.tally: PersonTally | None = None
        self._stake_asked = 0
        talk.aside = self._top_up
        talk.no_advice = _no_advice(table)

    def run(self) -> str:
        """Plays rounds until the person says no, leaves, or no more answers come. Returns why, if not by a no."""
        table, talk = self.table, self.talk
        self._welcome()
        why = ""
        try:
            while True:
                self._play()
                talk.say("")
                if not talk.sure("Another round?", ANOTHER, default=talk.live):
                    break
                if cents := table.refill():
                    talk.say(f"You bring another {money(cents)} to the table.")
        except Left:
            why = "You leave the table"
        except InputEnded:
            why = "The answers have ended"
        self._farewell(why)
        return why

    def told(self) -> dict[str, Any]:
        """Returns the session for a program, once it is over."""
        assert self.tally is not None
        brought, now = self.tally.brought, self.tally.took
        return {
            "game": self.table.game.id,
            "seed": self.table.seed,
            "seat": self.number,
            "rounds": [
                {"document": msgspec.json.decode(each.document), "result": msgspec.json.decode(each.result)}
                for each in self.finished
            ],
            "chips": {"brought": brought, "now": now, "net": now - brought},
        }

    def _welcome(self) -> None:
        table, talk = self.table, self.talk
        sheet, state = table.live.context.sheet, table.live.state
        game, posted = sheet.rules.game, sheet.schedule
        talk.rule(game.title)
        talk.say(game.summary)
        others = [f"{player.name} (seat {player.seats[0]})" for player in state.seated() if player.bot]
        beside = f" with {', '.join(others)}" if others else ""
        limits = f" {posted.id}: {posted.limits.text}." if posted else ""
        talk.say(f"You sit at seat {table.seat}{beside}, and have {money(table.you.chips)}.{limits}")
        talk.say(
            f"Enter alone does what stands in brackets; {KEYS}, {TOP_UP} 100 buys chips. Seed: {table.seed}.",
        )

    def _farewell(self, why: str) -> None:
        table, talk = self.table, self.talk
        broken = table.live.context.in_play
        self.tally = tally = table.close()
        if why:
            back = ": the round is broken off, and every chip on the felt goes back" if broken else ""
            talk.say("", f"{why}{back}.")
        count, net = len(self.finished), tally.took - tally.brought
        came = f"{money(abs(net))} {'up' if net > 0 else 'down'}" if net else "even"
        rounds = f"{count} round{'s' * (count != 1)} played"
        talk.say(f"{rounds}; you brought {money(tally.brought)} and have {money(tally.took)}: {came}.")

    def _top_up(self, said: str) -> bool:
        """Buys chips by a word that may be said at any question. Returns False if it is another word."""
        words = said.lower().split()
        words = [*TOP_UP.split(), *words[1:]] if words[:1] == ["top-up"] else words
        if words[:2] != TOP_UP.split():
            return False
        try:
            cents = cents_from(" ".join(words[2:]))
            later = self.table.top_up(cents)
        except (Refusal, ValueError) as error:
            self.talk.say(f"{error}.")
            return True
        when = f"; it is in play from round {later} on" if later else ""
        self.talk.say(f"You bring another {money(cents)} to the table{when}.")
        return True

    # -- a round ----------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        """Plays one round, from the bank and the bets to what it came to."""
        table, talk = self.table, self.talk
        done = len(table.ended)
        talk.say("")
        talk.rule(f"Round {done + 1} · you have {money(table.you.chips)}")
        table.next_round()
        self._say_tops()
        while len(table.ended) == done:
            self._go_on()
        self._tell()
        self._show_end()
        self.finished.append(table.ended[-1])

    def _go_on(self) -> None:
        """Takes the next step: a question to the person, or an answer of a bot."""
        table, talk = self.table, self.talk
        phase = table.phase
        if self._may_stake_again() or (phase == "offering" and table.live.private(PERSON).bank is not None):
            self._tell()
            self._stake_asked = table.live.state.round
            ask_bank(talk, table)
        elif table.bots_answer():
            return
        elif (ask := table.asked()) is not None:
            self._tell()
            self.seat.decide(table, ask)
        elif phase == "betting":
            self._bet()
        elif phase == "broken":
            self._tell()
            ask_last_offer(talk, table)
        elif not table.wait():
            self._tell()
            said = talk.ask(f"You cannot be dealt in with {money(table.you.chips)}: {TOP_UP}, or q leaves.")
            talk.helped(said, f"Type {TOP_UP} and dollars, such as {TOP_UP} 100, to buy chips.")
            table.be_ready()

    def _may_stake_again(self) -> bool:
        """Returns whether the person holds the bank for another hand and was not asked about it yet."""
        return self.table.phase == "betting" and self.table.banks() and self._stake_asked < self.table.live.state.round

    def _bet(self) -> None:
        """Asks for the person's bets once the others have made theirs; then the round is dealt."""
        table, talk = self.table, self.talk
        self._tell()
        self._say_who_banks()
        ask_bets(talk, table)
        table.be_ready()
        if table.phase == "betting" and table.banks() and not table.live.state.bets:
            talk.say("Nobody bets against this bank.")
            ask_stake(talk, table)

    def _say_who_banks(self) -> None:
        bank, rotation = self.table.live.public(self.table.now).bank, self.table.live.context.rotation
        if bank is None or rotation is None or bank.person == PERSON:
            return
        if not bank.seat:
            self.talk.say("The house banks this hand.")
        else:
            name = self.table.live.state.players[bank.person].name
            self.talk.say(f"{name} banks with {money(bank.posted or 0)} ({rotation.button}).")

    def _say_tops(self) -> None:
        """Says what the room has put up for everybody, where nobody bets before the deal."""
        sheet = self.table.live.context.sheet
        if not sheet.bankers and sheet.circles and self.table.live.context.in_play:
            name = wager_name(self.table.game.id, sheet.circles[0].name)
            self.talk.say(f"Everybody puts up a {name} of {money(sheet.least_bet)}.")

    def _tell(self) -> None:
        """Says what the person has heard since the last question."""
        self.talk.say(*sentences(self.table, self.table.hear()))

    def _show_end(self) -> None:
        talk, round_ = self.talk, self.table.round
        running = self.table.live.state.running
        assert running is not None
        mine = next((place for place, person in running.persons.items() if person == PERSON), "")
        talk.say("")
        talk.draw(*table_lines(round_, mine, talk.width))
        if mine and (said := hand_at_end(round_, mine)):
            talk.say(said)
        talk.say("", *came_to(round_))
        if others := others_came_to(round_):
            talk.say(f"The others: {others}")
        if clauses := clauses_said(round_):
            talk.say("Why:")
            for clause, rule in clauses:
                talk.say(f"  {clause}  {rule}", indent="    ")
        net = round_.ledger.balances.get(f"player {PERSON}", 0)
        talk.loud(f"You have {money(self.table.you.chips)} ({signed(net)}).")


def _no_advice(table: LocalTable) -> str:
    """Returns the coach's answer before the deal; the odds of wagers are another command's."""
    odds = f" `houseway odds {table.game.id}` has what each wager costs." if table.live.context.sheet.bankers else ""
    return f"Coach: only a decision of a hand can be weighed, once cards are dealt.{odds}"
