"""Document round trip: a document holds the whole round.

It replays, resumes after any answer, and survives encoding.
"""

import random

import pytest

from houseway.conformance.random_rounds import Stopped, finished, seeds
from houseway.table import Round, document_from, document_text, result, resume
from houseway.table.documents.playback import play
from houseway.table.documents.record import Record


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


def test_documents_survive_a_round_trip(game_id: str, pytestconfig: pytest.Config) -> None:
    for seed in seeds(pytestconfig, 100):
        round_ = finished(game_id, seed)
        document = round_.document()
        assert document_from(document_text(document)) == document
        assert resume(round_.game, document).document() == document
