"""Exact solver of Pure 21.5 Blackjack: every deal from a full shoe, by the best play that the charts allow.

It counts one player against a full shoe. A player who uses only the own cards and the up card expects the same at any
seat and in any round of the shoe, because unseen cards are as good as undealt. Splits are exact too, for hands that are
each played by their own cards (`lab.methods.blackjack.splits`).
"""

from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, Final

from houseway.cards import cards_from
from houseway.games.pure_21_5_blackjack import chart
from houseway.games.pure_21_5_blackjack.game import ID, INSURANCE
from houseway.games.pure_21_5_blackjack.lucky_hands import BONUSES, PURES
from houseway.games.pure_21_5_blackjack.seat_hands import MAIN, MOST_HANDS
from houseway.lab.inquiry.answer import Base, Frequency, Solved, Strategy, Wager, fraction_text
from houseway.lab.inquiry.probe import ProbedHand, probe
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import Solver
from houseway.lab.methods.blackjack.rules import BONUS, RANKS, BlackjackRules, Payoffs
from houseway.table.setup import Decision

if TYPE_CHECKING:
    from houseway.lab.methods.blackjack.best_play import Solution
    from houseway.lab.methods.blackjack.counting import RoundTally
    from houseway.lab.methods.blackjack.strategy_table import PlayTable

ROUNDS: Final = 1 << 22
"""Rounds simulated for the variance of a split's results, which affects the standard deviation only."""
DIGITS: Final = 4
"""Significant digits of the variance, since part of it is simulated."""
SEED: Final = 215
SURE: Final = 1e-11
"""Least difference between two actions that is certain. Values are computed to about 1e-14."""
SPLITS: Final = (
    "Splits are exact for a player who plays each hand of a split by its own cards and the up card, as is best in a "
    "shoe without the pair, and splits again whenever that is better; looking at the other hands of the split as well "
    "would gain a little more (docs/lab-blackjack.md: measured at one pack)."
)


def base(asked: Question, tell: Progress) -> Solved:
    """Solves the main wager with all that is doubled and split from it, by the best play inside the charts."""
    from houseway.lab.methods.blackjack.best_play import solve
    from houseway.lab.methods.blackjack.counting import count
    from houseway.lab.methods.blackjack.strategy_table import PlayTable

    rules = rules_of(asked)
    solution = solve(rules, tell=tell)
    tally = count(rules, solution.play, tell)
    table = PlayTable(solution)
    by_table = count(rules, table.play(), tell)
    wager = main_wager(rules, tally)
    splits = float(tally.ends["split"].share(tally.cards))
    spread, error = (splits * each for each in _within_splits(solution, wager.pays["split"], tell))
    variance = round(float(wager.variance) + spread, DIGITS)
    wager.sd, wager.sd_exact = round(sqrt(variance), DIGITS), False
    bonuses = frequencies(asked, tally)
    found = Base.of(
        MAIN,
        wager,
        average_wager=staked(tally),
        decisions={
            name: Frequency.of(ways[4], sum(each[4] for each in tally.openings.values()))
            for name, ways in tally.openings.items()
        },
        circles={MAIN: wager.expectation},
        strategy=strategy(solution, table, tally, wager.expectation - main_wager(rules, by_table).expectation),
    )
    found.variance, found.sd, found.sd_exact = Fraction(str(variance)), wager.sd, False
    return Solved(
        wagers={MAIN: wager} | awards(asked, bonuses),
        base=found,
        frequencies={name: Frequency.of(share.numerator, share.denominator) for name, share in bonuses.items()},
        notes=notes(asked, solution, tally, error),
    )


def insurance(asked: Question, tell: Progress) -> Solved:  # noqa: ARG001
    """Solves a unit on a Bonus card under the bank's ace, before the player's own cards are counted."""
    options = asked.rules.options
    if not options.insurance:
        return Solved(wagers={}, notes=["insurance: not offered at this table (option insurance, P21-68)"])
    shoe = BlackjackRules(decks=options.decks, player={}, bank={}).shoe
    cards = sum(shoe)
    nets = {bank: 2 * _probed(asked, "Kc 9d", bank, [{"insure": _unit(asked) // 2}, *says]).nets[INSURANCE]
            for bank, says in (("As Kd", []), ("As 9h", ["stand"]))}  # fmt: skip
    win, lose = nets.values()
    rows = [("bank Pure", shoe[BONUS], win), ("no Pure", cards - 1 - shoe[BONUS], lose)]
    best = Fraction(shoe[BONUS], cards - 3) * (win - lose) + lose
    says = "never right" if best <= 0 else f"right without a Bonus card in the hand: {float(best):+.4%}"
    wager = Wager.of(rows, note=f"per unit insured, whatever the player holds; by one's own first two cards {says}")
    return Solved(wagers={INSURANCE: wager}, notes=_even_money(asked) if options.even_money else [])


# -- the table's rules ----------------------------------------------------------------------------------------------


def rules_of(asked: Question) -> BlackjackRules:
    """Returns the charts from the rule book with every payoff from a probed round of the script."""
    options = asked.rules.options
    return BlackjackRules(
        decks=options.decks,
        player=chart.chart(ID, "chart-1a-player"),
        bank=chart.chart(ID, "chart-1b-bank"),
        payoffs=payoffs(asked),
        double_on_stand=options.double_on_forced_stand,
        double_after_split=options.double_after_split,
        most_hands=MOST_HANDS,
        resplit_aces=options.resplit_aces,
        even_money=_probed(asked, "As Kh", "Ad 8d", ["even-money"]).net if options.even_money else None,
    )


def payoffs(asked: Question) -> Payoffs:
    """Probes the script for one hand of every kind."""
    pays = Payoffs(
        win=_probed(asked, "Kc 9d", "Ts 8c", ["stand"]).net,
        push=_probed(asked, "Kc 9d", "Ts 9c", ["stand"]).net,
        lose=_probed(asked, "Kc 9d", "Ts Jc", ["stand"]).net,
        pure=_probed(asked, "As Kh", "9c 8d").net,
        pures_tie=_probed(asked, "As Kh", "Tc Ad").net,
        bank_pure=_probed(asked, "Kc 9d", "Tc Ad").net,
        over=_probed(asked, "Kc 6d Ts", "Tc 9c", ["hit"]).net,
        over_trio=_probed(asked, "Kc 6d Ts", "8h 8c 8d", ["hit"]).net,
        surrender=_probed(asked, "Kc 6d", "Tc 9c", ["surrender"]).net,
    )
    doubled = _probed(asked, "6h 5d 9s", "Tc 9c", [{"double": _unit(asked)}])
    assert (doubled.net, doubled.staked) == (2 * pays.win, Fraction(2)), "a doubled hand is one wager of twice the size"
    return pays


def _probed(asked: Question, player: str, bank: str, decisions: list[Decision] | None = None) -> ProbedHand:
    plain = {name: value for name, value in asked.options.items() if name != "bonus_funding"}
    return probe(
        Question(asked.game, plain, asked.pay),
        {MAIN: 1},
        {"1": cards_from(player), "bank": cards_from(bank)},
        _played(asked, bank, decisions or []),
    )


def _played(asked: Question, bank: str, decisions: list[Decision]) -> list[Decision]:
    """Returns the decisions of a probe. Against an ace it first declines insurance, unless that is probed."""
    asks_first = asked.rules.options.insurance and bank.startswith("A")
    named = decisions and (isinstance(decisions[0], dict) or decisions[0] == "even-money")
    return ["decline", *decisions] if asks_first and not named else decisions


def _unit(asked: Question) -> int:
    return 100 * asked.grain


# -- adding up ------------------------------------------------------------------------------------------------------


def pays_of(rules: BlackjackRules) -> dict[str, Fraction]:
    """Returns the net of every end of a hand, in units of the main wager."""
    pays = rules.payoffs
    plain = {"win": pays.win, "push": pays.push, "lose": pays.lose, "over": pays.over, "over, bank 888": pays.over_trio}
    doubled = {f"doubled, {name}": 2 * net for name, net in plain.items()}
    whole = {"Pure": pays.pure, "both Pure": pays.pures_tie, "bank Pure": pays.bank_pure, "surrender": pays.surrender}
    even = {} if rules.even_money is None else {"even money": rules.even_money}
    return {"Pure": pays.pure} | even | plain | doubled | whole


def main_wager(rules: BlackjackRules, tally: "RoundTally") -> Wager:
    """Returns the wager with every end as a number of equally long deals. A split is one end, with its hands' total."""
    pays = pays_of(rules)
    cards = tally.cards
    ends = {name: ways for name, ways in tally.ends.items() if any(ways.values())}
    longest = max(size for ways in ends.values() for size in ways)
    counts = {name: ways.of(cards, longest) for name, ways in ends.items()}
    together = sum((share * pays[name] for name, share in tally.split_ends().items()), Fraction(0))
    pays["split"] = together / tally.ends["split"].share(cards)
    common = gcd(*counts.values())
    order = [*pays]
    rows = [(name, counts[name] // common, pays[name]) for name in sorted(counts, key=order.index)]
    note = "with what is doubled and split; a split's two to four hands together win the mean that is shown"
    return Wager.of(rows, note=note)


def staked(tally: "RoundTally") -> Fraction:
    """Returns the main wager and all that is added to it in an average round."""
    cards = tally.cards
    first = sum(
        ways.share(cards) * (0 if name == "split" else 1 + name.startswith("doubled"))
        for name, ways in tally.ends.items()
    )
    return Fraction(first) + sum(share * (1 + name.startswith("doubled")) for name, share in tally.split_ends().items())


def _within_splits(solution: "Solution", mean: Fraction, tell: Progress) -> tuple[float, float]:
    """Simulates the variance of what the hands of a split win together. Returns it with its standard error."""
    from houseway.lab.methods.blackjack.simulation import BlackjackDealer, simulate

    nets = simulate(BlackjackDealer(solution.rules, solution.play), ROUNDS, SEED, tell=tell).split_nets
    many, middle = sum(nets.values()), float(mean)
    square, fourth = (
        sum(count * (float(net) - middle) ** power for net, count in nets.items()) / many for power in (2, 4)
    )
    return square, sqrt((fourth - square**2) / many)


# -- telling --------------------------------------------------------------------------------------------------------


def frequencies(asked: Question, tally: "RoundTally") -> dict[str, Fraction]:
    """Returns the hit rate a round of each bonus of the table."""
    from houseway.lab.games.pure_21_5_blackjack.bonus_rates import frequencies as lucky

    return lucky(asked.rules.options, tally)


def awards(asked: Question, bonuses: dict[str, Fraction]) -> dict[str, Wager]:
    """Returns the bonuses that this table offers, for each unit that the room awards."""
    found = {}
    for bonus in asked.script.bonuses(asked.rules.options):
        hits = {"hit": bonuses[bonus]} if bonus in bonuses else {}
        if bonus == PURES.name:
            hits = {name.removeprefix(f"{bonus} ") + " in a row": bonuses[name] for name in bonuses if bonus in name}
        if share := sum(hits.values(), Fraction(0)):
            total = lcm(*(each.denominator for each in hits.values()))
            rows = [(name, int(each * total), Fraction(1)) for name, each in hits.items()]
            rows.append(("not hit", int((1 - share) * total), Fraction(0)))
            note = f"by the play that is best for the main wager: one round in {float(1 / share):,.1f}"
            if bonus == PURES.name:
                note = f"{note}, every round from a full shoe; paid {asked.rules.options.streak_award} (P21-82)"
            found[bonus] = Wager.of(rows, unit="awards of the posted size a round (P21-74)", note=note, brief=True)
    return found


def strategy(solution: "Solution", table: "PlayTable", tally: "RoundTally", cost: Fraction) -> Strategy:
    """Returns the best play as a table of totals against the bank's card, with its cost and its exceptions."""
    from houseway.lab.methods.blackjack.strategy_table import KEY, UP, exceptions, two_cards

    play, cards = solution.play, tally.cards
    splits = {
        RANKS[pair]: {
            RANKS[up]: {"hands": int(play.hands[pair, up]), "expectation": float(solution.splits[pair, up].max())}
            for up in UP
            if (pair, up) in tally.splits
        }
        for pair in range(len(RANKS))
    }
    return Strategy(
        says="what to do against the bank's up card (B: any Bonus card).",
        columns=["you hold", *(RANKS[up] for up in UP)],
        rows=table.rows(),
        cost=cost,
        note=f"{KEY}.\nCharts 1A and 1B bind; what depends on the single cards is in the full strategy (--json).",
        full={
            "two cards": two_cards(solution),
            "exceptions to the table": exceptions(solution, table),
            "splits": {pair: rows for pair, rows in splits.items() if rows},
            "hands of splits in a round": {name: fraction_text(each) for name, each in tally.split_ends().items()},
            "split hands in a split": float(sum(tally.split_ends().values()) / tally.ends["split"].share(cards)),
        },
    )


def notes(asked: Question, solution: "Solution", tally: "RoundTally", error: float) -> list[str]:
    """Returns notes for a reader: how splits were counted, and how close the best actions are."""
    margin, less = margins(solution)
    split = tally.ends["split"].share(tally.cards)
    hands = float(sum(tally.split_ends().values()) / split)
    found = [
        SPLITS,
        f"A split comes in {float(split):.4%} of the rounds and makes {hands:.4f} hands. The spread of its results is "
        f"not exact but from {ROUNDS:,} rounds at random: the variance of a round, and with it the standard deviation, "
        f"has a standard error of {error:.1g}. Every expectation and frequency is exact.",
        f"Every round is counted from a full shoe, and reshuffle = {asked.rules.options.reshuffle} changes nothing "
        "here: whoever goes by the cards of the hand alone expects the same in each round of a shoe. That a cut card "
        "makes shoes of different length, which costs a steady bettor a little, is left out (P21-25).",
        "How often each bonus comes is in `frequencies` (--json), whether this table offers it or not (P21-74).",
    ]
    found.append(
        "Doubling for less is never better than the best of the other choices (P21-39)."
        if less
        else "There are hands for which doubling for less is better than anything else (P21-39)."
    )
    if margin < SURE:
        found.append(f"Two actions are {margin:.1g} apart somewhere: either may be called the best there.")
    return found


def margins(solution: "Solution") -> tuple[float, bool]:
    """Returns the least margin between the best two choices of a first hand, and True if a tiny double never wins."""
    from houseway.lab.methods.blackjack.best_play import DOUBLE
    from houseway.lab.methods.blackjack.counting import first_hands
    from houseway.lab.methods.blackjack.hand_states import CLASSES
    from houseway.lab.methods.blackjack.strategy_table import offered

    margin, less = 1.0, True
    for up in range(CLASSES):
        for hand, _, _, _ in first_hands():
            worths = offered(solution, up, hand) if solution.open_[up, hand] else {}
            if len(worths) > 1:
                best, second, *_ = sorted(worths.values(), reverse=True)
                margin = min(margin, best - second)
                less &= worths.get(DOUBLE, -2.0) / 2 <= best + SURE
    return margin, less


def _even_money(asked: Question) -> list[str]:
    rules = rules_of(asked)
    assert rules.even_money is not None
    closed = Fraction(rules.shoe[BONUS] - 1, sum(rules.shoe) - 3)
    waits = rules.payoffs.pure * (1 - closed) + rules.payoffs.pures_tie * closed
    word = "take" if rules.takes_even_money(0) else "decline"
    return [
        f"even money on a Pure against an ace: {word} it; declined, the Pure expects {fraction_text(waits)} = "
        f"{float(waits):.4f} (P21-72)."
    ]


SOLVER: Final = Solver(
    method="every finish of the bank for every hand of the player, from the cards that these leave, in whole numbers; "
    "only the spread of a split's results is from rounds at random",
    wager=MAIN,
    base=base,
    sides={INSURANCE: insurance},
    within={bonus.name: bonus.option for bonus in BONUSES},
    moved_by={"decks": (MAIN, INSURANCE)}
    | dict.fromkeys(
        (
            "pure_payoff",
            "even_money",
            "bank_888_busted_players",
            "double_on_forced_stand",
            "double_after_split",
            "resplit_aces",
        ),
        (MAIN,),
    ),
)
