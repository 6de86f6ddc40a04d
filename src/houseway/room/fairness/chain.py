"""The hash chain of a table's rounds: finds a round that was skipped, changed or dealt twice."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from msgspec import UNSET

from houseway.games import find
from houseway.room.fairness.proof import ProofLine
from houseway.room.fairness.redeal import Masked, seed_of
from houseway.room.fairness.scheme import link_of
from houseway.script import Refusal
from houseway.table import Round
from houseway.table.setup import Fair


def walk(fairs: Iterable[Fair], upto: Fair) -> ProofLine:
    """Checks the chain of a table's rounds, void ones included. Returns what it proves.

    Raises a Refusal if a round is missing, differs from what the next one names, or reuses a seed.
    """
    rounds: dict[int, Fair] = {upto.round: upto}
    for fair in fairs:
        if fair.table != upto.table:
            continue
        seed_of(fair)
        if link_of(rounds.setdefault(fair.round, fair)) != link_of(fair):
            form = "round {round} of table {table} is there twice, and the two differ"
            raise Refusal("chain", form, "", "fair", {"round": fair.round, "table": fair.table})
    chain = [rounds[number] for number in sorted(rounds)]
    _refuse_reuse(chain)
    for before, after in pairwise(chain):
        _refuse_gap(before, after)
    return _walked(chain)


def _refuse_reuse(chain: Sequence[Fair]) -> None:
    """Raises a Refusal if two rounds were dealt from one seed: it may have been known before the second."""
    first: dict[str, int] = {}
    for fair in chain:
        other = first.setdefault(fair.commit, fair.round)
        if other != fair.round:
            form = "rounds {first} and {round} were dealt from one seed: whoever knew the first knew the second"
            raise Refusal("seed-reused", form, "", "fair.commit", {"first": other, "round": fair.round})


def _refuse_gap(before: Fair, after: Fair) -> None:
    """Raises a Refusal unless `after` follows `before` in number, seed and hash."""
    facts = {"before": before.round, "round": after.round, "table": after.table}
    if after.round != before.round + 1:
        form = "a round of table {table} was skipped: round {round} is there after round {before}"
        raise Refusal("chain", form, "", "fair.prev", facts)
    if before.next is not None and after.commit != before.next:
        form = "round {round} was dealt from another seed than the house was bound to when round {before} ended"
        form += ": it was chosen when the words were known"
        raise Refusal("ground", form, "", "fair.commit", facts)
    if after.prev != link_of(before):
        form = "round {round} names another round {before} than the one here"
        form += ": its commitment, words, root or end were changed"
        raise Refusal("chain", form, "", "fair.prev", facts)


def _said_before(chain: Sequence[Fair]) -> list[str]:
    """Returns the places that gave words of an earlier round: the house may have drawn the seed to suit them."""
    known: set[str] = set()
    again = []
    for fair in chain:
        again += [f"seat {place} in round {fair.round}" for place, said in sorted(fair.words.items()) if said in known]
        known.update(fair.words.values())
    return again


def _unbound(chain: Sequence[Fair]) -> str:
    """Names the rounds whose seed the round before did not commit to.

    The house may have chosen it after their words.
    """
    free = [after.round for before, after in pairwise(chain) if before.next is None]
    if len(free) < 2:
        return f"round {free[0]} was not bound before its words" if free else ""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(free), lambda each: each[1] - each[0])]
    told = [f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"rounds {', '.join(told)} were not bound before their words"


def _walked(chain: Sequence[Fair]) -> ProofLine:
    """Returns the proof line of the whole chain, with its doubts."""
    first, last = chain[0], chain[-1]
    if first.prev is None and first.round != 1:
        form = "round {round} names none before it, and is not the first"
        raise Refusal("chain", form, "", "fair.prev", {"round": first.round})
    if first.round == 1 and first.prev is not None:
        raise Refusal("chain", "round 1 names a round before it", "", "fair.prev")
    voids = [f"round {fair.round}: {fair.void}" for fair in chain if fair.void is not None]
    told = f"{len(voids)} void ({'; '.join(voids)})" if voids else "none of them void"
    says = f"rounds {first.round} to {last.round} of table {last.table} follow each other, {told}"
    if again := _said_before(chain):
        says += f"; words that had been given before bind nobody ({', '.join(again)})"
    missing = "" if first.prev is None else f"round {first.round - 1} and those before it are not here"
    doubts = [doubt for doubt in (_unbound(chain), missing) if doubt]
    return ProofLine("chain", not doubts, "; ".join([says, *doubts]))


# -- a shoe that serves several rounds ------------------------------------------------------------------------------


def shoe(document: Masked, before: Iterable[Round | None]) -> ProofLine | None:
    """Checks that the cards gone from the shoe are those that the round before left; None without such a shoe.

    No seed and no link binds them. They follow from the round before, if one of `before` is the whole of it. Raises a
    Refusal if they differ.
    """
    game, fair = find(document.game), document.fair
    if game.cut_card is None or fair is UNSET:
        return None
    gone, last = Counter(document.gone.split()), fair.round - 1
    round_ = next((each for each in before if each is not None and each.game.id == game.id), None)
    if round_ is None and last:
        says = f"that {gone.total()} cards are gone from it was not checked, since round {last} is not here whole"
        return ProofLine("shoe", False, says)
    left = Counter() if round_ is None else Counter(round_.carry_over()["gone"].split())
    if gone == left:
        says = (
            f"the {gone.total()} cards that are gone from it were dealt before" if gone else "no card is gone from it"
        )
        return ProofLine("shoe", True, says)
    if not gone:
        says = f"it was shuffled after round {last} before its cut card came: the room may have changed its decks"
        return ProofLine("shoe", False, says)
    form = "round {round} was dealt from another shoe than the one before left: {cards} are gone from only one of them"
    differ = sorted(((gone - left) + (left - gone)).elements())
    raise Refusal("shoe", form, "", "gone", {"round": fair.round, "cards": " ".join(differ)})
