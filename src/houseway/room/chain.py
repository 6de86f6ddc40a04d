"""The rounds of a table, each of them bound to the one before: whether one was skipped, changed or dealt twice."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from houseway.room.fair import link_of
from houseway.room.proof import ProofLine, seed_of
from houseway.script import Refusal
from houseway.table.setup import Fair


def walk(fairs: Iterable[Fair], upto: Fair) -> ProofLine:
    """Whether the rounds of a table hang together without a gap, void ones among them."""
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
    """A seed that was out, or might have been, deals no second round."""
    first: dict[str, int] = {}
    for fair in chain:
        other = first.setdefault(fair.commit, fair.round)
        if other != fair.round:
            form = "rounds {first} and {round} were dealt from one seed: whoever knew the first knew the second"
            raise Refusal("seed-reused", form, "", "fair.commit", {"first": other, "round": fair.round})


def _refuse_gap(before: Fair, after: Fair) -> None:
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
    """Words that the house knew from an earlier round: it may have drawn the seed to suit them."""
    known: set[str] = set()
    again = []
    for fair in chain:
        again += [f"seat {place} in round {fair.round}" for place, said in sorted(fair.words.items()) if said in known]
        known.update(fair.words.values())
    return again


def _walked(chain: Sequence[Fair]) -> ProofLine:
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
    if first.prev is not None:
        return ProofLine("chain", False, f"{says}; round {first.round - 1} and those before it are not here")
    return ProofLine("chain", True, says)
