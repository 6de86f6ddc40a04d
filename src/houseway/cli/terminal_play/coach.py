"""The coach: what every choice expects, asked of the lab only when somebody wants to know."""

from typing import TYPE_CHECKING

from houseway.cli.terminal_play.console import Talk
from houseway.script import Answer, Ask, Refusal
from houseway.table import Round
from houseway.table.setup import answer_from, decision_of

if TYPE_CHECKING:
    from houseway.lab.inquiry.advice import Advice

NEAR = 0.005
"""Half a cent: a choice that costs less is as good as the best."""


class Coach:
    """Advice for one decision at a time, from what the seat may see."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self._weighed: tuple[tuple[object, ...], Advice | Refusal | None] = ((), None)

    def tell(self, round_: Round, ask: Ask) -> None:
        """Says all choices, the best first, or why nothing can be said."""
        from houseway.cli.lab_commands.advise import advice_lines

        found = self._advice(round_, ask)
        if isinstance(found, Refusal):
            self.talk.say(f"Coach: {found}.")
        else:
            self.talk.draw(*advice_lines(found, self.talk.width))

    def best(self, round_: Round, ask: Ask, otherwise: Answer) -> Answer | None:
        """Returns the coach's best answer, or `otherwise` if the coach has nothing to say.

        Returns None if the table would refuse the best: no other answer may then stand as the default.
        """
        found = self._advice(round_, ask)
        if isinstance(found, Refusal):
            return otherwise
        try:
            return ask.judge(answer_from(found.best))
        except Refusal:
            return None

    def judge(self, round_: Round, ask: Ask, answer: Answer) -> str:
        """Returns what a decision costs against the best, in a sentence."""
        from houseway.cli.lab_commands.advise import dollars_of, said
        from houseway.room.review.decision_review import same

        found = self._advice(round_, ask)
        if isinstance(found, Refusal):
            return f"Coach: {found}."
        chosen = decision_of(ask.judge(answer))
        about = "" if found.exact else ", as far as an estimate goes"
        option = next((each for each in found.options if same(each.decision, chosen)), None)
        if option is None or option.cost is None:
            return f"Coach: what {said(chosen)} is worth is not known; {said(found.best)} is the best that is{about}."
        if option.cost * found.unit < 100 * NEAR:
            return f"Coach: {said(chosen)} is the best there is{about}."
        lost = dollars_of(option.cost, found)
        return f"Coach: {said(found.best)} was better; {said(chosen)} gives up {lost} on average{about}."

    def _advice(self, round_: Round, ask: Ask) -> "Advice | Refusal":
        """Returns the lab's advice, or why there is none. Kept, because an estimate must not change its mind."""
        from houseway.cli.lab_commands.advise import advice_on

        about, (before, found) = (round_, ask, ask.choices), self._weighed
        if found is not None and all(old is new for old, new in zip(before, about, strict=True)):
            return found
        try:
            found = advice_on(round_, ask)
        except Refusal as refusal:
            found = refusal
        self._weighed = (about, found)
        return found
