"""Views of questions: the choices, whole answers to choose from, and settings worth considering."""

from houseway.cards import text_of_cards
from houseway.room.core.context import TableContext
from houseway.room.messages.view_types import AskView, ChoiceOffer, SettingOffer
from houseway.room.views.hand_names import fouls_of, settings_of, suggested
from houseway.script import Answer, Ask, Choice, Refusal
from houseway.table.round import Round
from houseway.table.setup import decision_of


def ask_view(context: TableContext, round_: Round, ask: Ask) -> AskView:
    """Returns the view of a question. Cached, because a question stands while others answer theirs."""
    known, place, step = context.notes(), ask.place.name, context.state.asked[ask.place.name].step
    before = known.get(("ask", place))
    if before is not None and before[0] is ask and before[1] is ask.choices and before[2] == step:
        same: AskView = before[3]
        return same
    settings = settings_of(round_, ask)
    view = _put(ask, step, settings, fouls_of(round_, ask, settings))
    known["ask", place] = (ask, ask.choices, step, view)
    return view


def _put(ask: Ask, step: int, settings: list[SettingOffer], fouls: list[SettingOffer]) -> AskView:
    return AskView(
        ask.place.name,
        step,
        [_choice(choice) for choice in ask.choices],
        decision_of(ask.default),
        [decision_of(answer) for answer in suggested(settings, ask, _offers(ask))],
        ask.about,
        ask.revocable,
        settings,
        fouls,
    )


def _choice(choice: Choice) -> ChoiceOffer:
    return ChoiceOffer(
        choice.name,
        choice.clause,
        choice.circle,
        choice.low,
        choice.high,
        choice.step,
        None if choice.pick is None else text_of_cards(choice.pick),
        choice.least,
        choice.most,
        None if choice.piles is None else [text_of_cards(pile) for pile in choice.piles],
        choice.usual,
    )


def _offers(ask: Ask) -> list[Answer]:
    """Returns whole answers to choose from, if an answer is composed of cards. There is then at least one (6.5.5)."""
    composed = [choice for choice in ask.choices if choice.pick is not None or choice.piles is not None]
    if not composed:
        return []
    offers = ask.offers() if ask.offers is not None else []
    if not offers:
        offers = [answer for answer in _by_the_card(composed) if _would_do(ask, answer)]
    return offers or [ask.default]


def _by_the_card(composed: list[Choice]) -> list[Answer]:
    """Returns an answer for each card if one card is picked, otherwise one answer with the first cards."""
    offers = []
    for choice in composed:
        if choice.pick is not None and choice.most == 1:
            offers += [Answer(choice.name, cards=(card,)) for card in choice.pick]
        elif choice.pick is not None:
            offers.append(Answer(choice.name, cards=choice.pick[: choice.least]))
    return offers


def _would_do(ask: Ask, answer: Answer) -> bool:
    """Returns whether the rules accept the answer."""
    try:
        ask.judge(answer)
    except Refusal:
        return False
    return True
