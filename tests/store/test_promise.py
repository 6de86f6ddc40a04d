"""A promise is settled once, and every waiter in any thread gets the result."""

import threading

import pytest

from houseway.store import Promise


def test_whoever_asked_before_and_whoever_asks_after_is_told_once() -> None:
    promise: Promise[int] = Promise()
    told: list[str] = []
    promise.add_done_callback(lambda ended: told.append(f"first {ended.result()}"))
    promise.add_done_callback(lambda ended: told.append(f"second {ended.result()}"))
    assert not promise.done()
    promise.set_result(7)
    promise.add_done_callback(lambda ended: told.append(f"late {ended.result()}"))
    assert promise.done()
    assert (promise.exception(), told) == (None, ["first 7", "second 7", "late 7"])


def test_what_went_wrong_is_raised_where_the_result_is_asked_for() -> None:
    promise: Promise[int] = Promise()
    promise.set_exception(ValueError("no"))
    assert isinstance(promise.exception(), ValueError)
    with pytest.raises(ValueError, match="no"):
        promise.result()


def test_another_thread_waits_until_it_is_settled_or_no_longer_than_it_will() -> None:
    promise: Promise[int] = Promise()
    with pytest.raises(TimeoutError):
        promise.result(timeout=0.01)
    got: list[int] = []
    waiting = [threading.Thread(target=lambda: got.append(promise.result(30))) for _ in range(3)]
    for thread in waiting:
        thread.start()
    promise.set_result(7)
    for thread in waiting:
        thread.join(30)
    assert got == [7, 7, 7]


def test_one_that_fails_to_listen_keeps_nobody_else_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    promise: Promise[int] = Promise()
    told: list[int] = []

    def fails(_: Promise[int]) -> None:
        raise RuntimeError("not listening")

    promise.add_done_callback(fails)
    promise.add_done_callback(lambda ended: told.append(ended.result()))
    promise.set_result(7)
    assert told == [7]
    assert "not listening" in caplog.text


def test_of_many_who_ask_while_it_is_settled_none_is_forgotten_or_told_twice() -> None:
    for _ in range(200):
        promise: Promise[int] = Promise()
        told: list[int] = []

        def ask(promise: Promise[int] = promise, told: list[int] = told) -> None:
            for _ in range(20):
                promise.add_done_callback(lambda ended: told.append(ended.result()))

        asking = threading.Thread(target=ask)
        asking.start()
        promise.set_result(7)
        asking.join()
        assert told == [7] * 20
