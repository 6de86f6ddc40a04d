"""Any sequence of moves: the store has exactly the chips of a naive count."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.room.messages.commands import Grant, TopUp
from houseway.room.messages.outcomes import Posting
from tests.postgres import Database
from tests.store.kept import NOON, DatabasePlace, FilePlace, Place, Table

ACCOUNTS = ("cage/ana", "cage/ben", "stack/t0/ana", "stack/t1/ben", "pool/t1/grand", "house", "box")
MAY_OWE = ("house", "box", "issued")
moves = st.lists(
    st.tuples(
        st.sampled_from(("grant", "move", "split", "restart")),
        st.sampled_from(ACCOUNTS),
        st.sampled_from(ACCOUNTS),
        st.sampled_from(ACCOUNTS),
        st.integers(0, 3_000),
    ),
    max_size=40,
)


def allowed(books: Counter[str], posts: list[Posting]) -> bool:
    after = books.copy()
    for post in posts:
        after[post.account] += post.cents
    return all(cents >= 0 or account in MAY_OWE for account, cents in after.items())


def check_moves(place: Place, sequence: list[tuple[str, str, str, str, int]]) -> None:
    """Makes the moves, expects the refusals of a naive model, and compares all balances."""
    store, books, n = place.open(), Counter[str](), 0
    for kind, first, second, third, cents in sequence:
        if kind == "restart":
            store.close()
            store = place.open()
            continue
        if kind == "grant":
            store.grant(Grant(person="ana", cents=cents), NOON).result()
            books.update({"issued": -cents, "cage/ana": cents})
            continue
        posts = [Posting(first, -cents), Posting(second, cents)]
        if kind == "split":
            posts = [Posting(first, -cents), Posting(second, cents // 2), Posting(third, cents - cents // 2)]
        refused = store.append(Table("t1", n).outcome("ana", TopUp(cents=cents), *posts)).exception()
        assert (refused is None) == allowed(books, posts), refused
        if refused is None:
            n += 1
            for post in posts:
                books[post.account] += post.cents
    totals = store.check()
    assert {account: store.balance(account) for account in books} == dict(books)
    assert totals.sum == sum(books.values()) == 0
    store.close()


@settings(max_examples=40, deadline=None)
@given(moves)
def test_chips_are_neither_made_nor_lost_in_a_file(sequence: list[tuple[str, str, str, str, int]]) -> None:
    with TemporaryDirectory() as folder:
        check_moves(FilePlace(Path(folder) / "room.db"), sequence)


@settings(max_examples=15, deadline=None)
@given(moves)
def test_chips_are_neither_made_nor_lost_on_postgres(sequence: list[tuple[str, str, str, str, int]]) -> None:
    database = Database()
    check_moves(DatabasePlace(database), sequence)
    database.drop()
