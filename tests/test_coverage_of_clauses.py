"""Every clause has a test, every test cites clauses that exist, and the shipped record says the same."""

import pytest

from houseway import rulebook
from houseway.roster import OWN
from houseway.rulebook.coverage import PassedTests, coverage, record_of, shipped
from houseway.testing import COLLECTED, WHOLE

DONE: tuple[str, ...] = (rulebook.SHARED, rulebook.FEES, *OWN)
"""The files of the rule book that are played in full: nothing in them may be without a test."""


@pytest.fixture
def collected(request: pytest.FixtureRequest) -> PassedTests:
    """What the collected tests cite, whether or not they are run."""
    citations = request.config.stash[COLLECTED]
    return record_of(citations)


@pytest.fixture
def all_tests(request: pytest.FixtureRequest, collected: PassedTests) -> PassedTests:
    if not request.config.stash[WHOLE]:
        pytest.skip("only a part of the tests was collected")
    return collected


def test_every_clause_and_example_that_a_test_cites_exists(collected: PassedTests) -> None:
    for cited, find in ((collected.clauses, rulebook.clause), (collected.examples, rulebook.example)):
        for cited_id, tests in cited.items():
            try:
                find(cited_id)
            except LookupError:
                pytest.fail(f"{', '.join(tests)} cites {cited_id}, which does not exist")


@pytest.mark.parametrize("file_id", DONE)
def test_a_file_that_is_done_has_a_test_for_every_clause_and_example(file_id: str, all_tests: PassedTests) -> None:
    found = coverage(file_id, all_tests)
    assert not found.missing, f"no test cites {', '.join(found.missing)}"
    assert not found.unworked, f"no test works {', '.join(found.unworked)}"


def test_the_shipped_record_agrees_with_the_tests(request: pytest.FixtureRequest, all_tests: PassedTests) -> None:
    if request.config.getoption("--record-coverage"):
        pytest.skip("the record is about to be written")
    advice = "write it anew with pytest --record-coverage"
    record = shipped()
    for cited, known in ((record.clauses, all_tests.clauses), (record.examples, all_tests.examples)):
        for cited_id, tests in cited.items():
            gone = set(tests) - set(known.get(cited_id, ()))
            assert not gone, f"the record names tests of {cited_id} that are gone, {', '.join(sorted(gone))}: {advice}"
        new = set(known) - set(cited)
        assert not new, f"the record does not know the tests of {', '.join(sorted(new))}: {advice}"


def test_a_clause_marked_physical_has_no_test_and_a_reason(all_tests: PassedTests) -> None:
    for file_id in DONE:
        found = coverage(file_id, all_tests)
        for clause_id, reason in found.physical.items():
            assert len(reason.split()) >= 3, f"{clause_id} is physical without a reason"
            assert clause_id not in found.tested, f"{clause_id} is marked physical, yet a test proves it"
