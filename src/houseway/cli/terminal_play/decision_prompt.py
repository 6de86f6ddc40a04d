"""One decision of the person: shown, asked, refused in a sentence and asked again, until it stands."""

from houseway.cards import texts_of
from houseway.cli.output.answers import money
from houseway.cli.terminal_play.coach import Coach
from houseway.cli.terminal_play.console import COACH, HELP, Talk
from houseway.cli.terminal_play.decision_menu import FEW, Menu, MenuLine
from houseway.cli.terminal_play.forced_card import forced_card
from houseway.cli.terminal_play.local_table import PERSON, LocalTable
from houseway.cli.terminal_play.table_text import table_lines, worth
from houseway.players.bots import Bot
from houseway.script import Answer, Ask, Refusal
from houseway.table import Round, view
from houseway.table.setup import answer_from

KEYS = "? explains, c asks the coach, q leaves"
LOSES = "lose"
"""The value of the option `foul` by which a foul hand loses."""


class PersonsSeat:
    """The person's seat: what it is asked goes through here; `coached`, each decision is weighed when it is made."""

    def __init__(self, talk: Talk, *, coached: bool) -> None:
        self.talk, self.coached, self.coach = talk, coached, Coach(talk)
        self._advised: Ask | None = None

    def decide(self, table: LocalTable, ask: Ask) -> None:
        """Asks until the table takes the person's answer."""
        talk, round_ = self.talk, table.round
        menu, book = Menu(round_, ask), by_the_book(round_, ask, f"{table.seed} {table.live.state.round}")
        talk.say("")
        talk.draw(*table_lines(round_, ask.place.name, talk.width))
        if said := worth(round_, ask.place.name, ask.about):
            talk.say(f"You have {said}.")
        if said := forced_card(round_, ask):
            talk.say(said)
        self._show(menu)
        while True:
            usual = self._usual(round_, ask, book)
            said = talk.ask(f"Your choice [{menu.said(usual, briefly=True)}]:" if usual else "Your choice:")
            if self._helped(said, round_, menu):
                continue
            try:
                answer = self._completed(menu, menu.read(said)) if said else usual
                if answer is None:
                    continue
                answer = menu.judged(answer)
                if not self._means_it(table, ask, answer):
                    continue
                told = self.coach.judge(round_, ask, answer) if self.coached else ""
                table.decide(ask, answer)
            except (Refusal, ValueError) as error:
                talk.say(f"{error}.")
                if table.round is not round_:  # the table has undone what it refused
                    return
                continue
            if told:
                talk.say(told)
            return

    def _completed(self, menu: Menu, entry: MenuLine) -> Answer | None:
        """Asks for an amount or cards that are still missing. Returns None if the person thinks again."""
        if entry.answer is not None:
            return entry.answer
        choice = entry.choice
        wanted = "which cards" if choice.pick is not None else f"how much, {money(choice.low)} to {money(choice.high)}"
        while self._helped(said := self.talk.ask(f"{choice.name} {wanted}?"), menu.round, menu):
            pass
        rest = _without_name(said, choice.name)
        return menu.read(f"{choice.name} {rest}").answer if rest else None

    def _means_it(self, table: LocalTable, ask: Ask, answer: Answer) -> bool:
        """Asks once more about a setting that the room calls foul. Returns False if the person thinks again."""
        clause = foul_clause(table, ask, answer)
        if not clause:
            return True
        posted = getattr(table.round.rules.options, "foul", LOSES)  # a table may post that it is set anew
        loses = ": it loses" if posted == LOSES and ask.place is not table.round.felt.bank else ""
        return self.talk.sure(
            f"That setting is foul ({clause}){loses}. Set it anyway?",
            f"{table.round.rules.clause(clause).rule} ({clause})",
            default=False,
            coach=lambda: self._advise(table.round, ask),
        )

    def _advise(self, round_: Round, ask: Ask) -> None:
        self.coach.tell(round_, ask)
        self._advised = ask

    def _usual(self, round_: Round, ask: Ask, book: Answer) -> Answer | None:
        """Returns what Enter does: the best if the coach has a say in this decision, otherwise the book's answer."""
        return self.coach.best(round_, ask, book) if self.coached or self._advised is ask else book

    def _helped(self, said: str, round_: Round, menu: Menu) -> bool:
        word = said.lower()
        if word == HELP:
            self._explain(round_, menu)
        elif word in COACH:
            self._advise(round_, menu.ask)
        elif word == "more":
            self._show(menu, everything=True)
        else:
            return False
        return True

    def _show(self, menu: Menu, *, everything: bool = False) -> None:
        """Shows the choices by number, in a line if they fit."""
        talk = self.talk
        entries = menu.entries if everything else menu.entries[:FEW]
        words = [f"{number} {entry.words}" for number, entry in enumerate(entries, 1)]
        short = "   ".join(words)
        if len(short) + 2 <= talk.width:
            talk.draw(f"  {short}")
        else:
            talk.say(*(f"  {line}" for line in words), indent="    ")
        if len(menu.entries) > len(entries):
            talk.say(f"  .. and {len(menu.entries) - len(entries)} more: type more to see them.")

    def _explain(self, round_: Round, menu: Menu) -> None:
        """Says each choice with the clause that offers it, and how it is typed."""
        talk = self.talk
        for choice in menu.ask.choices:
            clause = choice.clause or menu.ask.clause
            rule = f": {round_.rules.clause(clause).rule} ({clause})" if clause else ""
            talk.say(f"  {choice.name}{rule}", indent="    ")
        if (settings := round_.game.settings) is not None and menu.held:
            talk.say(f"{len(settings(menu.held, round_.rules))} settings are not foul; c weighs them.")
        talk.say(
            "Type a number, a word or the beginning of one, and after it an amount in dollars or cards, such as "
            "raise 40 or set As Kd. Enter alone does what stands in brackets: "
            "the coach's best once the coach was asked, before that what a steady player would do. "
            f"`houseway rules {round_.game.id}` has all the rules; {KEYS}."
        )


def foul_clause(table: LocalTable, ask: Ask, answer: Answer) -> str:
    """Returns the clause of fouls if the room's view lists the answer among the foul settings; "" otherwise."""
    asked = next((each for each in table.live.private(PERSON).asks if each.place == ask.place.name), None)
    if asked is None or answer.cards is None:
        return ""
    low = set(texts_of(answer.cards))
    if not any(set(each.pick.split()) == low for each in asked.fouls):
        return ""
    return next((each.clause for each in ask.misplays if each.pick is not None), ask.clause)


def _without_name(said: str, name: str) -> str:
    """Returns what was said after the name of the choice, which some say again."""
    for spelt in (name, name.replace("-", " ")):
        head, rest = said[: len(spelt)], said[len(spelt) :]
        if head.lower() == spelt and rest[:1].strip() == "":
            return rest.strip()
    return said


def by_the_book(round_: Round, ask: Ask, seed: str) -> Answer:
    """Returns the answer of a steady player who sees what this seat sees; the dealer's default if that is refused."""
    try:
        return ask.judge(answer_from(Bot("book", "steady", seed).decide(view(round_, ask.place.name))))
    except Refusal:
        return ask.default
