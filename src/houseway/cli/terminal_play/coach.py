"""The coach: what every choice expects, asked of the lab only when somebody wants to know."""

from houseway.cli.terminal_play.console import Talk
from houseway.script import Answer, Ask, Refusal
from houseway.table import Round
from houseway.table.setup import decision_of

NEAR = 0.005
"""Half a cent: a choice that costs less is as good as the best."""


class Coach:
    """Advice for one decision at a time, from what the seat may see."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk

    def tell(self, round_: Round, ask: Ask) -> None:
        """Says all choices, the best first, or why nothing can be said."""
        from houseway.cli.lab_commands.advise import advice_lines, advice_on

        try:
            found = advice_on(round_, ask)
        except Refusal as refusal:
            self.talk.say(f"Coach: {refusal}.")
            return
        self.talk.draw(*advice_lines(found, self.talk.width))

    def judge(self, round_: Round, ask: Ask, answer: Answer) -> str:
        """Returns what a decision costs against the best, in a sentence."""
        from houseway.cli.lab_commands.advise import advice_on, dollars_of, said
        from houseway.room.review.decision_review import same

        try:
            found = advice_on(round_, ask)
        except Refusal as refusal:
            return f"Coach: {refusal}."
        chosen = decision_of(ask.judge(answer))
        about = "" if found.exact else ", as far as an estimate goes"
        option = next((each for each in found.options if same(each.decision, chosen)), None)
        if option is None or option.cost is None:
            return f"Coach: what {said(chosen)} is worth is not known; {said(found.best)} is the best that is{about}."
        if option.cost * found.unit < 100 * NEAR:
            return f"Coach: {said(chosen)} is the best there is{about}."
        lost = dollars_of(option.cost, found)
        return f"Coach: {said(found.best)} was better; {said(chosen)} gives up {lost} on average{about}."
