"""One suite that every game passes, present and future (design, Style 7)."""

import random
from collections import Counter

import pytest

from houseway.cards import Cards
from houseway.games import find
from houseway.players.chance import any_answer
from houseway.script import Answer, Ask, Deal, Refusal, Roll
from houseway.table import Document, Round, document_from, document_text, result, resume, view
from houseway.table.source import Record, play
from tests.conformance.rounds import finished, opened, playable, shoe

GAMES = playable()
MOST_STEPS = 20_000


@pytest.fixture(params=GAMES)
def game_id(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def seeds(pytestconfig: pytest.Config, short: int) -> range:
    """So many rounds in the short form; `--campaign N` plays N times as many."""
    return range(short * int(pytestconfig.getoption("--campaign")))


def step(round_: Round, source: object) -> None:
    """Gives the round one answer."""
    request = round_.request
    if isinstance(request, Deal):
        round_.deal(source.cards(request))  # type: ignore[attr-defined]
    elif isinstance(request, Roll):
        round_.roll(source.dice(request))  # type: ignore[attr-defined]
    else:
        ask = round_.asks()[0]
        round_.decide(ask.place.name, source.decision(ask))  # type: ignore[attr-defined]


def on_the_table(round_: Round) -> Counter[int]:
    return Counter(card for spot in round_.felt.spots.values() for card in spot.cards)


def won_by_person(round_: Round) -> Counter[str]:
    """What the result says that each person won or lost, whichever seats they had."""
    won: Counter[str] = Counter()
    for paid in round_.payments:
        if paid.place.seat:  # the house's own hand is nobody's
            won[paid.place.player] += paid.net
    for fee in round_.fees:  # commissions among them
        if fee.player:
            won[fee.player] -= fee.amount
    for prize in round_.prizes:
        won[prize.place.player] += prize.cents
    for transfer in round_.transfers:
        won[transfer.source.player] -= transfer.cents
        won[transfer.target.player] += transfer.cents
    if round_.felt.bank.posted is not None:
        won[round_.felt.bank.player] += round_.bank_net
    return won


def test_chips_and_cards_are_conserved_after_every_step_and_every_round_ends(
    game_id: str, pytestconfig: pytest.Config
) -> None:
    for seed in seeds(pytestconfig, 250):
        round_ = opened(game_id, seed)
        deck = Counter(round_.cards_left())
        source = shoe(round_, seed)
        for _ in range(MOST_STEPS):
            assert round_.ledger.sum() == 0
            assert on_the_table(round_) + Counter(round_.cards_left()) == deck
            assert all(cents >= 0 for name, cents in round_.ledger.balances.items() if name.startswith("circle"))
            if round_.over:
                break
            step(round_, source)
        assert round_.over, f"seed {seed} goes on after {MOST_STEPS} steps"
        assert round_.ledger.on_the_felt() == 0
        for person, cents in won_by_person(round_).items():
            assert round_.ledger.balances[f"player {person}"] == cents, f"seed {seed}: {person}"
        bank = round_.felt.bank
        if bank.posted is not None:
            reach = bank.posted + sum(paid.owed for paid in round_.payments)  # what its holder owes beside it apart
            assert abs(round_.bank_net) <= reach, f"seed {seed}: the bank can neither win nor lose more than W"


def test_where_somebody_banks_the_nets_of_a_result_add_up_to_zero(game_id: str, pytestconfig: pytest.Config) -> None:
    for seed in seeds(pytestconfig, 60):
        round_ = finished(game_id, seed)
        if not round_.rules.game.bankers:
            return
        told = result(round_)
        paid = sum(payment["net"] + payment["commission"] for payment in told["payments"])
        assert paid + told["bank"]["net"] + told["house"]["net"] == 0, f"seed {seed}"


def wrong_answers(ask: Ask, rng: random.Random) -> list[Answer]:
    """Answers near those offered that are not among them."""
    wrong = [Answer("dance")]
    for choice in ask.choices:
        cards = None if choice.pick is None else choice.pick[: choice.least]
        if choice.circle:
            wrong += [Answer(choice.name, choice.low - 1, cards), Answer(choice.name, choice.high + choice.step, cards)]
            if choice.step > 1 and choice.high > choice.low:
                wrong.append(Answer(choice.name, choice.low + 1, cards))
        else:
            wrong.append(Answer(choice.name, 100, cards))
        amount = choice.low if choice.circle else None
        if choice.pick is None:
            wrong.append(Answer(choice.name, amount, (rng.randrange(52),)))
        else:
            stranger = next((card for card in range(52) if card not in choice.pick), None)
            if stranger is not None:
                wrong.append(Answer(choice.name, amount, (stranger, *choice.pick)[: max(choice.most, 1)]))
            if choice.most < len(choice.pick):
                wrong.append(Answer(choice.name, amount, choice.pick[: choice.most + 1]))
            if choice.least:
                wrong.append(Answer(choice.name, amount, choice.pick[: choice.least - 1]))
    return wrong


def test_answers_accepted_are_exactly_those_offered(game_id: str, pytestconfig: pytest.Config) -> None:
    asked = 0
    for seed in seeds(pytestconfig, 40):
        rng = random.Random(seed)
        round_ = opened(game_id, seed)
        source = shoe(round_, seed)
        while not round_.over:
            for ask in round_.asks():
                asked += 1
                ask.judge(ask.default)
                for answer in wrong_answers(ask, rng):
                    before = round_.document()
                    with pytest.raises(Refusal):
                        round_.decide(ask.place.name, answer)
                    assert round_.document() == before, "a refused answer leaves nothing half done"
                for _ in range(3):
                    offered = any_answer(ask, rng)
                    if ask.check is None:
                        assert ask.judge(offered).choice == offered.choice
            if round_.asks():
                with pytest.raises(Refusal):
                    round_.decide("99", Answer("fold"))
                with pytest.raises(Refusal):
                    round_.deal((0,))
            step(round_, source)
    assert asked, "nobody was ever asked anything"


def resampled(round_: Round, upto: int, viewer: str, rng: random.Random) -> Document | None:
    """The round so far with every card that the viewer cannot see exchanged for another unseen one."""
    prefix = resume(find(round_.game.id), round_.document(upto))
    seen = Counter(card for spot in prefix.felt.spots.values() for card in spot.seen_by(viewer) if card is not None)
    spots = [(spot.cards, spot.seen_by(viewer)) for spot in prefix.felt.spots.values()]
    hidden = [card for cards, seen_ in spots for card, shown in zip(cards, seen_, strict=True) if shown is None]
    if not hidden or max((seen + Counter(prefix.cards_left()) + Counter(hidden)).values()) > 1:
        return None  # nothing hidden, or several packs: names of cards do not tell pieces of card apart
    own = [event.given for event in prefix.events if event.to == viewer and isinstance(event.given, Answer)]
    remembered = {card for answer in own for card in answer.cards or ()}
    pool = [card for card in hidden + prefix.cards_left() if card not in remembered]
    mixed = rng.sample(pool, len(pool))
    exchange = dict(zip(pool, mixed, strict=True))

    def other(cards: Cards) -> Cards:
        return tuple(exchange.get(card, card) for card in cards)

    for event in prefix.events:
        if isinstance(event.given, Answer):
            if event.given.cards is not None:
                event.given = Answer(event.given.choice, event.given.amount, other(event.given.cards))
        elif event.to != "dice":
            event.given = other(event.given)
    return prefix.document()


def test_a_view_is_equal_when_the_cards_it_hides_are_dealt_anew(game_id: str, pytestconfig: pytest.Config) -> None:
    compared = 0
    for seed in seeds(pytestconfig, 40):
        rng = random.Random(seed)
        round_ = finished(game_id, seed)
        for _ in range(4):
            upto = rng.randint(0, len(round_.events) - 1)
            viewer = rng.choice(["", "bank", *(place.name for place in round_.felt.everyone())])
            other = resampled(round_, upto, viewer, rng)
            if other is None:
                continue
            try:
                again = resume(round_.game, other)
            except Refusal:
                continue  # the other cards would not have led here, as everybody at the table knows
            prefix = resume(round_.game, round_.document(upto))
            if [event.to for event in again.events] == [event.to for event in prefix.events]:
                assert view(again, viewer) == view(prefix, viewer), f"seed {seed}, {upto} answers, viewer {viewer!r}"
                compared += 1
    assert compared or len(set(find(game_id).deck(round_.felt.options))) < len(find(game_id).deck(round_.felt.options))


def test_replay_and_resume_after_any_answer_give_the_same_round(game_id: str, pytestconfig: pytest.Config) -> None:
    for seed in seeds(pytestconfig, 12):
        round_ = finished(game_id, seed)
        whole = round_.document()
        assert result(resume(round_.game, whole)) == result(round_)
        stops = (
            range(len(round_.events))
            if len(round_.events) < 60
            else random.Random(seed).sample(range(len(round_.events)), 60)
        )
        for upto in stops:
            part = resume(round_.game, round_.document(upto))
            assert len(part.events) == upto
            assert not part.over
            rest = Record(whole)
            play(Round(round_.game, whole.setup()), Stopped(rest, upto))
            play(part, rest)
            assert result(part) == result(round_)


class Stopped:
    """A record that stops answering after so many answers."""

    def __init__(self, record: Record, answers: int) -> None:
        self.record = record
        self.left = answers

    def _one(self) -> bool:
        self.left -= 1
        return self.left >= 0

    def cards(self, request: Deal) -> Cards | None:
        return self.record.cards(request) if self._one() else None

    def dice(self, request: Roll) -> tuple[int, ...] | None:
        return self.record.dice(request) if self._one() else None

    def decision(self, ask: Ask) -> Answer | None:
        return self.record.decision(ask) if self._one() else None


def test_documents_survive_a_round_trip(game_id: str, pytestconfig: pytest.Config) -> None:
    for seed in seeds(pytestconfig, 100):
        round_ = finished(game_id, seed)
        document = round_.document()
        assert document_from(document_text(document)) == document
        assert resume(round_.game, document).document() == document


def test_a_void_round_returns_every_wager_after_any_answer(game_id: str, pytestconfig: pytest.Config) -> None:
    known = find(game_id).irregularities.items()
    voids = [kind for kind, irregularity in known if irregularity.void and irregularity.in_time is None]
    assert voids, "every game can be misdealt"
    for seed in seeds(pytestconfig, 20):
        rng = random.Random(seed)
        round_ = finished(game_id, seed)
        part = resume(round_.game, round_.document(rng.randint(0, len(round_.events) - 1)))
        already_paid = len(part.payments)
        part.call(rng.choice(voids))
        assert part.over
        assert part.ledger.on_the_felt() == part.ledger.sum() == 0
        assert all(paid.net == 0 and paid.returned == paid.staked for paid in part.payments[already_paid:])
        assert resume(round_.game, part.document()).document() == part.document()
