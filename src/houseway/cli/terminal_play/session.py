"""One person's evening at a table: round after round, with chips that carry over."""

from typing import Any

from msgspec import to_builtins

from houseway.cli.output.answers import money
from houseway.cli.terminal_play.bank_prompt import offered, posted
from houseway.cli.terminal_play.bet_prompt import ask_wagers
from houseway.cli.terminal_play.console import InputEnded, Left, Talk
from houseway.cli.terminal_play.decision_prompt import KEYS, PersonsSeat
from houseway.cli.terminal_play.lineup import YOU, BankedLineup, Lineup, PanLineup, RingLineup, Wagers
from houseway.cli.terminal_play.table_text import (
    came_to,
    clauses_said,
    happened,
    others_came_to,
    signed,
    table_lines,
    worth,
)
from houseway.players.bot_rounds import shoe
from houseway.script import Answer, Ask, Deal, Refusal, Roll
from houseway.table import Round, result, view
from houseway.table.setup import VERSION, answer_from


class Session:
    """Rounds until the person has enough."""

    def __init__(self, lineup: Lineup, talk: Talk, *, coached: bool) -> None:
        self.lineup, self.talk = lineup, talk
        self.seat = PersonsSeat(talk, coached=coached)
        self.finished: list[dict[str, Any]] = []
        self.last: Wagers | None = None
        self.round: Round | None = None

    def run(self) -> str:
        """Rounds until the person says no, leaves, or no more answers come; why it ended, if not by a no."""
        lineup, talk = self.lineup, self.talk
        self._welcome()
        why = ""
        try:
            while True:
                self._play()
                talk.say("")
                if not talk.sure("Another round?", default=talk.live):
                    break
                if lineup.refill():
                    talk.say(f"You bring another {money(lineup.purse)} to the table.")
        except Left:
            why = "You leave the table"
        except InputEnded:
            why = "The answers have ended"
        self._farewell(why)
        return why

    def told(self) -> dict[str, Any]:
        """The session for a program."""
        you = self.lineup.you
        return {
            "game": self.lineup.game.id,
            "seed": self.lineup.seed,
            "seat": you.seat,
            "rounds": self.finished,
            "chips": {"brought": you.bought, "now": you.chips, "net": you.chips - you.bought},
        }

    def _welcome(self) -> None:
        lineup, talk = self.lineup, self.talk
        game = lineup.rules.game
        talk.rule(game.title)
        talk.say(game.summary)
        others = [f"{chair.name} (seat {chair.seat})" for chair in lineup.chairs.values() if chair.bot is not None]
        beside = f" with {', '.join(others)}" if others else ""
        limits = f" {lineup.posted.id}: {lineup.posted.limits.text}." if lineup.posted else ""
        talk.say(f"You sit at seat {lineup.you.seat}{beside}, and have {money(lineup.you.chips)}.{limits}")
        talk.say(f"Enter alone does what stands in brackets; {KEYS}. Seed: {lineup.seed}.")

    def _farewell(self, why: str) -> None:
        you, talk = self.lineup.you, self.talk
        if why:
            broken = self.round is not None and not self.round.over
            back = ": the round is broken off, and every chip on the felt goes back" if broken else ""
            talk.say("", f"{why}{back}.")
        count, net = len(self.finished), you.chips - you.bought
        came = f"{money(abs(net))} {'up' if net > 0 else 'down'}" if net else "even"
        rounds = f"{count} round{'s' * (count != 1)} played"
        talk.say(f"{rounds}; you brought {money(you.bought)} and have {money(you.chips)}: {came}.")

    # -- a round ----------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        lineup, talk = self.lineup, self.talk
        talk.say("")
        talk.rule(f"Round {lineup.number} · you have {money(lineup.you.chips)}")
        self.round = round_ = self._opened()
        self._deal(round_)
        self._show_end(round_)
        document = round_.document()
        document.seed = self._seed()
        before = lineup.you.chips
        lineup.settled(round_)
        self.finished.append(
            {"document": {"houseway": VERSION, **to_builtins(document)}, "result": to_builtins(result(round_))}
        )
        talk.loud(f"You have {money(lineup.you.chips)} ({signed(lineup.you.chips - before)}).")

    def _seed(self) -> str:
        return f"{self.lineup.seed} {self.lineup.number}"

    def _opened(self) -> Round:
        """The round at its first card: bank and bets in place."""
        lineup = self.lineup
        if isinstance(lineup, BankedLineup):
            return self._banked(lineup)
        assert isinstance(lineup, PanLineup | RingLineup)
        setup = lineup.next_setup()
        if isinstance(lineup, PanLineup):
            (top,) = lineup.smallest().values()
            self.talk.say(f"Everybody puts up a top of {money(top)}.")
        return Round(lineup.game, setup)

    def _banked(self, lineup: BankedLineup) -> Round:
        """The bank is offered and the bets are asked for; what the table refuses is said, and asked for again."""
        talk, you = self.talk, lineup.you
        bank = offered(talk, lineup)
        others = lineup.bots_wagers()
        if bank is not None:
            others.pop(bank.seat, None)
        mine = bank is not None and bank.seat == you.seat
        lineup.requested = set()
        while True:
            wagers = dict(others)
            if not mine:
                self.last = wagers[you.seat] = ask_wagers(talk, lineup, self.last)
            try:
                return Round(lineup.game, lineup.banked_setup(wagers, bank))
            except Refusal as refusal:
                talk.say(f"{refusal}.")
                bank = posted(talk, lineup) if mine else bank
                self.last = None

    def _deal(self, round_: Round) -> None:
        """The round played out: cards from the shoe, bots for the others, the person for the person's own place."""
        bots = {chair.name: chair.bot for chair in self.lineup.chairs.values() if chair.bot is not None}

        def by_bot(ask: Ask) -> Answer:
            return answer_from(bots[ask.place.player].decide(view(round_, ask.place.name)))

        source = shoe(round_.game.id, round_.setup, self._seed(), by_bot)
        told = 0
        while (request := round_.request) is not None:
            if isinstance(request, Deal):
                round_.deal(source.cards(request))
            elif isinstance(request, Roll):
                round_.roll(source.dice(request))
            else:
                ask = round_.asks()[0]
                if ask.place.player in bots:
                    round_.decide(ask.place.name, by_bot(ask))
                    continue
                self.talk.say(*happened(round_, told))
                self.seat.decide(round_, ask, self._seed())
                told = len(round_.events)
        self.talk.say(*happened(round_, told))

    def _show_end(self, round_: Round) -> None:
        talk = self.talk
        mine = "bank" if round_.felt.bank.player == YOU else str(self.lineup.you.seat)
        talk.say("")
        talk.draw(*table_lines(round_, mine, talk.width))
        if said := worth(round_, mine):
            talk.say(f"You had {said}.")
        talk.say("", *came_to(round_))
        if others := others_came_to(round_):
            talk.say(f"The others: {others}")
        if clauses := clauses_said(round_):
            talk.say("Why:")
            for clause, rule in clauses:
                talk.say(f"  {clause}  {rule}", indent="    ")
