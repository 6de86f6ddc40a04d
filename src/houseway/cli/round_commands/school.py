"""`houseway school`: questions for a dealer about rounds that were really dealt, judged by the rules."""

from typing import TYPE_CHECKING, Any, Final

import click

from houseway.cli.argument_types import Count, game_argument
from houseway.cli.output.answers import json_option, money, print_json
from houseway.script.money import cents_from
from houseway.script.names import title_of

if TYPE_CHECKING:
    from houseway.cli.terminal_play.console import Talk
    from houseway.room.messages.view_types import PublicState
    from houseway.room.review.school import ClauseTold, Judged, SchoolQuestion
    from houseway.room.review.school_questions import SchoolOption

ASKS: Final = {
    "bank": "The bank holds {cards}. What does the dealer say of it?",
    "outcome": "{name}, seat {seat}, has {cents} on {wager}. What becomes of it?",
    "paid": "{name}, seat {seat}, wins with {cents} on {wager}. What is paid for it?",
    "commission": "{name}, seat {seat}, won {won} with {wager}. What is the commission?",
    "action": "{by}. At which seat does settling start?",
    "set": "{cards}. How does the house way set this hand?",
    "pot": "The {pot} holds {cents}. Whose is it?",
    "odd": "The {pot} of {cents} is divided. Who gets the odd chip?",
    "share": "The {pot} of {cents} is divided. What is pushed to {name}, seat {seat}?",
    "fee": "{who} pays the fee of this hand by {schedule}. How much is it?",
    "transfer": "{name}, seat {to}, has laid down. What does {payer}, seat {from}, pay for it?",
}
UNANSWERED: Final = "nobody answered"


@click.command()
@game_argument
@click.option("--seed", metavar="WORD", help="Names the rounds that are asked about; any unless said.")
@click.option("--questions", "count", type=Count(1, 50), default=8, show_default=True, metavar="N", help="How many.")
@json_option
def school(game: str, seed: str | None, count: int, as_json: bool) -> None:
    """Learn to deal GAME: what is paid, who wins, where settling starts, how the house way sets a hand.

    Every question is about a round that was dealt by its seed. A number chooses, an amount is written in dollars, Enter
    alone asks for the answer, and q leaves. The clause that decides is told with its words.

    With --json everything said goes to standard error, and standard output is one document with every question, what
    was answered, and whether that is right.

    \b
    Examples:
      houseway school three-card-poker
      houseway school fortune-pai-gow --seed 7 --questions 20
      yes 1 | houseway school texas-holdem --questions 4 --json
    """
    from houseway.cli.terminal_play.console import InputEnded, Left, Talk
    from houseway.room.review.school import questions

    if seed is None:
        from secrets import randbelow

        seed = str(randbelow(1_000_000))
    talk, asked = Talk(quietly=as_json), questions(game, seed, count)
    answered: list[tuple[SchoolQuestion, str | int | None, Judged]] = []
    left = ""
    try:
        for question in asked:
            talk.rule(f"Question {question.n + 1} of {count}")
            answered.append((question, *_put(talk, game, seed, question)))
    except (Left, InputEnded) as ended:
        left = "left" if isinstance(ended, Left) else "input ended"
    right = sum(judged.right for _, _, judged in answered)
    talk.say(f"{right} of {len(answered)} right.")
    if as_json:
        told = {"game": game, "seed": seed, "asked": len(asked), "right": right}
        print_json(told | {"answers": [_told(*row) for row in answered]} | ({"left": left} if left else {}))


def _told(question: "SchoolQuestion", given: str | int | None, judged: "Judged") -> dict[str, object]:
    from msgspec import to_builtins

    asked = {"n": question.n, "kind": question.kind, "facts": question.facts, "options": question.options}
    return {**to_builtins(asked), "given": given, **to_builtins(judged)}


# -- one question ---------------------------------------------------------------------------------------------------


def _put(talk: "Talk", game: str, seed: str, question: "SchoolQuestion") -> tuple[str | int | None, "Judged"]:
    """The question is put until it is answered; what was answered, and its judgement."""
    from houseway.room.review.school import judged

    _lay_out(talk, question.state)
    talk.say("", _sentence(question))
    for number, option in enumerate(question.options, 1):
        talk.say(f"  {number}  {_option(option)}")
    while True:
        said = talk.ask("Your answer:" if question.options else "Dollars:")
        if not said:
            shown = judged(game, seed, question.n, question.options[0].id if question.options else 0)
            shown.right = False
            _judgement(talk, question, shown, given=None)
            return None, shown
        try:
            given = _given(question, said)
            found = judged(game, seed, question.n, given)
        except ValueError as error:
            talk.say(f"{getattr(error, 'sentence', error)}.")
            continue
        _judgement(talk, question, found, given)
        return given, found


def _given(question: "SchoolQuestion", said: str) -> str | int:
    """Returns the answer that was typed: a number of the list, the words of an option, or dollars."""
    if not question.options:
        return cents_from(said)
    if said.isdecimal() and 1 <= int(said) <= len(question.options):
        return question.options[int(said) - 1].id
    words = [option.id for option in question.options if said.lower() in (option.id.lower(), _option(option).lower())]
    return words[0] if words else said


def _judgement(talk: "Talk", question: "SchoolQuestion", judged: "Judged", given: str | int | None) -> None:
    verdict = "Right." if judged.right else "No." if given is not None else "The answer:"
    by_id = {option.id: option for option in question.options}
    answer = money(judged.answer) if isinstance(judged.answer, int) else _option(by_id[judged.answer])
    talk.say(f"{verdict} {answer}.")
    talk.say(*[_clause(each) for each in judged.clauses], "", indent="    ")


def _clause(told: "ClauseTold") -> str:
    return f"  {told.id}: {told.rule}"


# -- in words -------------------------------------------------------------------------------------------------------


def _sentence(question: "SchoolQuestion") -> str:
    from houseway.cli.terminal_play.card_symbols import with_faces

    facts = dict(question.facts)
    for name in ("cents", "won"):
        if name in facts:
            facts[name] = money(facts[name])
    if question.kind == "action":
        facts["by"] = f"{facts['card']} is the card that counts" if facts["card"] else f"The dice show {facts['dice']}"
        facts["by"] += f", and seat {facts['bank']} banks" if facts["bank"] else ""
    lines = [with_faces(ASKS[question.kind].format_map(facts | {"who": _payer(facts)}))]
    if question.kind == "fee":
        lines += [_schedule(facts)]
    return " ".join(lines)


def _payer(facts: dict[str, Any]) -> str:
    name, payer = facts.get("name", ""), str(facts.get("payer", ""))
    if payer == "bank":
        return f"{name}, who banks,"
    return f"{name}, {title_of(payer)}," if payer.isdecimal() else title_of(payer)


def _schedule(facts: dict[str, Any]) -> str:
    """The printed rows, and what there is to look up."""
    rows = [
        f"{money(low)} or more {money(fee)}" if high is None else f"{money(low)} to {money(high)} {money(fee)}"
        for low, high, fee in facts["rows"]
    ]
    rows += [f"above that {money(facts['above'])}"] if facts["above"] is not None else []
    when = {"flop": " with a flop", "no-flop": " without a flop"}
    rows += [f"{money(fee)} a {per}{when.get(which, '')}" for per, which, fee in facts["flat"]]
    action = f" The action is {money(facts['action'])}." if facts["rows"] else ""
    return f"It prints: {'; '.join(rows)}.{action}"


def _option(option: "SchoolOption") -> str:
    from houseway.cli.terminal_play.card_symbols import with_faces

    facts = option.facts
    if "high" in facts:
        return with_faces(f"{facts['high']} and {facts['low']}: {facts['high_says']}; {facts['low_says']}")
    if "half" in facts:
        half = "" if facts["half"] == "whole" else f", for the {facts['half']}"
        return f"{facts['name']}, seat {facts['seat']}{half}"
    if "seat" in facts:
        return f"seat {facts['seat']}, {facts['name']}" if facts["name"] else f"seat {facts['seat']}"
    return str(facts.get("says", {"win": "wins", "lose": "loses", "push": "pushes"}.get(option.id, option.id)))


def _lay_out(talk: "Talk", state: "PublicState") -> None:
    """Prints the table: the bank, the cards and bets of each place, the pots and the dice."""
    from houseway.cli.terminal_play.card_symbols import faces

    names = {str(row.seat): row.name for row in state.seats}
    bets = {place.place: place.wagers for place in state.places}
    cards = {spot: [None if card == "--" else card for card in text.split()] for spot, text in state.cards.items()}
    shown = {spot: faces(row) for spot, row in cards.items()}
    if state.bank is not None and state.bank.seat:
        posted = f" and posted {money(state.bank.posted)}" if state.bank.posted is not None else ""
        talk.say(f"{names.get(str(state.bank.seat), '')}, seat {state.bank.seat}, banks{posted}.")
    for spot in dict.fromkeys([*bets, *shown]):
        laid = ", ".join(f"{money(cents)} on {wager}" for wager, cents in bets.get(spot, {}).items() if cents)
        folded = any(place.folded for place in state.places if place.place == spot)
        who = f"{title_of(spot)} {names.get(spot, '')}".strip()
        row = "; ".join(part for part in (shown.get(spot, ""), laid, "folded" if folded else "") if part)
        if row:
            talk.say(f"  {who}: {row}", indent="    ")
    for name, cents in state.pots.items():
        talk.say(f"  {name}: {money(cents)}")
    if state.dice:
        talk.say(f"  dice: {' '.join(map(str, state.dice[-1]))}")
