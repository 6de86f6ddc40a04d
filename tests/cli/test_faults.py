"""Only a Refusal is reported as a refusal: any other error is a fault, in one sentence, with exit code 1."""

import json

import pytest

from tests.cli.test_rounds import run


@pytest.mark.parametrize("error", [ValueError("too many values to unpack"), KeyError("ante"), RuntimeError("no")])
def test_an_unexpected_error_is_a_fault_and_no_refusal(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_words: object) -> None:
        raise error

    monkeypatch.setattr("houseway.rulebook.audit.audit", fails)
    done = run("rules", "--check")
    says = f"houseway: a fault, not a refusal: {type(error).__name__}: {error}; HOUSEWAY_DEBUG=1 shows where\n"
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", says)
    told = run("rules", "--check", "--json")
    assert (told.exit_code, json.loads(told.stdout)["error"]["code"]) == (1, "fault")
    monkeypatch.setenv("HOUSEWAY_DEBUG", "1")
    assert "Traceback (most recent call last)" in run("rules", "--check").stderr


def test_what_somebody_typed_wrong_is_still_refused() -> None:
    done = run("rank", "three-card-poker", "As", "Zz")
    assert (done.exit_code, done.stderr.split(":")[1]) == (2, " 'Zz' is not a card")
