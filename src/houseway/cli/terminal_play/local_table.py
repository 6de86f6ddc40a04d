"""A table of the room in this process: opened in memory, without a store, for one person and the room's bots."""

import random
from collections import Counter
from typing import Any, Final

from houseway.players.bots import Bot, style_of, whims
from houseway.players.seating import CHIP, DEFAULT_LIMITS, terms_by_chance
from houseway.room.engine.bot_prompts import BotAsk, decided
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import ROOM, AnyCommand, Decide, Floor, Open, Ready, Sit, Tick, TopUp, Who
from houseway.room.messages.outcomes import Ended, Outcome
from houseway.room.messages.state import Player
from houseway.room.messages.story_lines import AnyLine, PersonTally, for_person
from houseway.rulebook import Rules
from houseway.rulebook.files.rule_versions import versions
from houseway.script import Answer, Ask, Cents, Game, Limits, Refusal
from houseway.table import Round, view
from houseway.table.between_rounds.marker import dues
from houseway.table.setup import decision_of

PERSON: Final = "you"
YOU: Final = "You"
TABLE: Final = "terminal"
BANKED, RING = 4, 6
"""People at a table with a bank and without, unless it is said."""
UNLIMITED: Final[Limits] = (1, None)
DOLLAR: Final[Cents] = 100
"""The smallest chip that a cage sells."""
CAGE: Final[Cents] = 10**12
"""The play money that the person can buy chips for, in cents."""
OPENED_AT: Final = 1_767_265_200_000
"""The moment at which every table here opens, in milliseconds. No clock is read, so that a seed repeats a session."""
ROUND_MS: Final = 120_000
"""The time of a round by the table's clock, which time is charged by: a dealer deals about thirty hands an hour."""


class LocalTable:
    """A `LiveTable` with one person and bots: applies commands at once, and keeps what the person hears.

    `heard` are the story lines that nobody has read yet, `ended` the rounds that are over, `books` every account.
    """

    def __init__(
        self, game: Game, options: dict[str, Any], schedule: str | None, people: int | None, seed: str
    ) -> None:
        self.game, self.seed, self.now = game, seed, OPENED_AT
        self.heard: list[AnyLine] = []
        self.ended: list[Ended] = []
        self.books: Counter[str] = Counter()
        self._chance = random.Random(repr(("company", game.id, seed)))
        bonuses = {name: terms_by_chance(self._chance) for name in game.bonuses(Rules.of(game.id, options).options)}
        command = Open(
            game=game.id, rules=versions(), options=options, schedule=schedule, bonuses=bonuses, full=True, pace="solo",
            limits=_limits(game, options),
            bots=_bots(game, options, people),
        )  # fmt: skip
        chance = FairChance(seeds_of(seed), called_laid=True)
        self.live, outcome = LiveTable.open(TABLE, command, self._who(), self.now, chance)
        self._keep(outcome)

    # -- commands ---------------------------------------------------------------------------------------------------

    def say(self, command: AnyCommand) -> Outcome:
        """Applies a command of the person. Raises a Refusal, without a place in any document, if it is not taken."""
        try:
            return self._apply(command, self._who())
        except Refusal as refusal:
            raise Refusal(refusal.code, refusal.form, refusal.clause, "", refusal.facts or None) from None

    def _who(self) -> Who:
        """Returns the person, who is the host of a table of their own, with what is left in the cage."""
        return Who(PERSON, YOU, host=True, cage=CAGE + self.books[f"cage/{PERSON}"])

    def _apply(self, command: AnyCommand, who: Who) -> Outcome:
        outcome = self.live.apply(command, who, self.now)
        self._keep(outcome)
        return outcome

    def _keep(self, outcome: Outcome) -> None:
        self.heard += [for_person(line, PERSON) for line in outcome.story]
        for post in outcome.posts:
            self.books[post.account] += post.cents
        if outcome.ended is not None:
            self.ended.append(outcome.ended)

    def sit(self, chips: Cents | None) -> None:
        """Seats the person where chance has it, with so many chips or as many as are usual."""
        state, sheet = self.live.state, self.live.context.sheet
        free = [seat for seat in range(1, sheet.seats + 1) if seat not in state.seats]
        self.say(Sit(seat=self._chance.choice(free), buy_in=sheet.usual_buy_in if chips is None else chips))

    def top_up(self, cents: Cents) -> int | None:
        """Buys chips. Returns the round from which on they are in play, if that is a later one."""
        return self.say(TopUp(cents=cents)).from_round

    def refill(self) -> Cents:
        """Fills the stack up to the usual if it is too small for another round. Returns the chips bought, or 0."""
        sheet, have = self.live.context.sheet, self.you.chips
        if have >= sheet.least_chips + max(CHIP, self._fee()):
            return 0
        cents = sheet.usual_buy_in - have
        cents -= cents % DOLLAR
        self.top_up(cents)
        return cents

    def _fee(self) -> Cents:
        """Returns what a hand may cost the person besides the bets, where nobody banks."""
        sheet, ring = self.live.context.sheet, self.live.state.ring
        if ring is not None:
            return ring.button.fee
        return 0 if sheet.bankers else sum(dues(sheet.rules, sheet.schedule))

    def be_ready(self) -> None:
        """Says that the person waits for the deal, if the table waits for that word."""
        if self.live.private(PERSON).ready:
            self.say(Ready(round=self.live.state.round))

    def next_round(self) -> None:
        """Goes on to the next round, which begins when the last one took its time."""
        self.now += ROUND_MS
        self.be_ready()

    def decide(self, ask: Ask, answer: Answer) -> None:
        """Gives the person's answer to what a place of theirs is asked."""
        state, place = self.live.state, ask.place.name
        step = state.asked[place].step
        self.say(Decide(round=state.round, step=step, place=place, decision=decision_of(answer)))

    def wait(self) -> bool:
        """Lets the time pass that the table goes on by. Returns False if it waits for people only."""
        due = self.live.due()
        if due is None:
            return False
        self.now = max(self.now, due)
        self._apply(Tick(), ROOM)
        return True

    def close(self) -> PersonTally:
        """Closes the table: a running round is void, and everybody's chips go to the cage.

        Returns what the person brought and took home.
        """
        if self.live.context.in_play:
            self.say(Floor(do="void", reason="the player has left", abandoned=True))
        self.say(Floor(do="close"))
        return self.live.state.tally[PERSON]

    # -- bots -------------------------------------------------------------------------------------------------------

    def bots_answer(self) -> bool:
        """Lets one bot answer that the table waits for. Returns False if it waits for none."""
        asks = self.live.bots_asked()
        if asks:
            self._answer(asks[0])
        return bool(asks)

    def _answer(self, ask: BotAsk) -> None:
        *wishes, plainest = self._decisions(ask) if ask.about == "decide" else self._words(ask)
        who = Who(ask.person, self.live.state.players[ask.person].name, "bot")
        for wish in wishes:
            try:
                self._apply(wish, who)
            except Refusal:
                continue
            return
        self._apply(plainest, who)

    def _decisions(self, ask: BotAsk) -> list[AnyCommand]:
        put = next(each for each in self.round.asks() if each.place.name == ask.place)
        seed = f"{self.seed} {TABLE} {ask.round} {ask.step}"
        bot = Bot(self.live.state.players[ask.person].name, style_of(ask.person), seed)
        return [decided(ask, bot.decide(view(self.round, ask.place))), decided(ask, decision_of(put.default))]

    def _words(self, ask: BotAsk) -> list[AnyCommand]:
        chance = whims(self.seed, TABLE, ask.person, ask.about, ask.round, ask.place)
        return self.live.bot_commands(ask, chance)

    # -- views ------------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return self.live.state.phase

    @property
    def you(self) -> Player:
        return self.live.state.players[PERSON]

    @property
    def seat(self) -> int:
        return self.you.seats[0]

    @property
    def round(self) -> Round:
        """The round on the table."""
        round_, _ = self.live.context.at_play()
        return round_

    def banks(self) -> bool:
        """Returns whether the person holds the bank."""
        return self.live.context.banks(PERSON)

    def asked(self) -> Ask | None:
        """Returns the question that the person has to answer; None if there is none."""
        state = self.live.state
        if state.running is None or not state.asked:
            return None
        mine = [ask for ask in self.round.asks() if state.running.persons.get(ask.place.name) == PERSON]
        return mine[0] if mine else None

    def hear(self) -> list[AnyLine]:
        """Returns the story lines since it was last asked for them."""
        heard, self.heard = self.heard, []
        return heard


def _limits(game: Game, options: dict[str, Any]) -> tuple[Cents, Cents | None] | None:
    """Returns the limits that the table posts for a game which prints none; None for any other."""
    rules = Rules.of(game.id, options)
    if rules.schedules() or not rules.game.bankers:
        return None
    circles = [circle.name for circle in game.circles_at(rules.options) if circle.opening and circle.required]
    unlimited = [name for name in circles if game.limits(rules.options, name, UNLIMITED) == UNLIMITED]
    return (DEFAULT_LIMITS.min, DEFAULT_LIMITS.max) if unlimited else None


def _bots(game: Game, options: dict[str, Any], people: int | None) -> int:
    """Returns how many bots keep the person company. Raises a Refusal if so many people cannot sit there."""
    rules = Rules.of(game.id, options)
    bankers, positions = rules.game.bankers, game.positions(rules)
    least = rules.game.seats.min if not bankers else 1 if "house" in bankers else 2  # one to bank, and one to bet
    count = min(BANKED if bankers else RING, positions) if people is None else people
    if not least <= count <= positions:
        form = "1 person is refused: at this table {least} to {most} can sit, you among them"
        if count != 1:
            form = "{count} people are refused: at this table {least} to {most} can sit, you among them"
        raise Refusal("seats", form, "", "", {"count": count, "least": least, "most": positions})
    return count - 1
