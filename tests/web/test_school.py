"""Dealer school over HTTP: no answer leaves before somebody has given one."""

import json
from typing import Any

import pytest

from houseway.roster import OWN
from tests.server.running import Server, refused_by


@pytest.mark.parametrize("game", OWN)
def test_questions_come_without_answers_and_are_judged(house: Server, game: str) -> None:
    ana = house.guest("Ana")
    told: dict[str, Any] = ana.get(f"/api/school/{game}?seed=7&questions=3")
    assert (told["game"], told["seed"], len(told["questions"])) == (game, 7, 3)
    assert len(told["felt"]["layout"]["slots"]) == told["seats"]
    text = json.dumps(told["questions"])
    assert '"answer"' not in text
    assert all('"clauses"' not in json.dumps(each["state"] | {"action": None}) for each in told["questions"])
    for question in told["questions"]:
        first = question["options"][0]["id"] if question["options"] else 0
        judged = ana.post(f"/api/school/{game}", seed=7, n=question["n"], answer=first)
        assert judged["right"] == (judged["answer"] == first)
        assert judged["clauses"][0]["rule"]
        again = ana.post(f"/api/school/{game}", seed=7, n=question["n"], answer=judged["answer"])
        assert again["right"]


def test_without_a_seed_others_are_asked_each_time(house: Server) -> None:
    ana = house.guest("Ana")
    seeds = {ana.get("/api/school/three-card-poker?questions=1")["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_what_is_not_to_be_asked_is_refused(house: Server) -> None:
    ana = house.guest("Ana")
    assert refused_by(lambda: ana.get("/api/school/no-game")) == "no-game"
    assert refused_by(lambda: ana.get("/api/school/omaha?questions=0")) == "count"
    assert refused_by(lambda: ana.get("/api/school/omaha?seed=x")) == "format"
    assert refused_by(lambda: ana.post("/api/school/three-card-poker", seed=7, n=0, answer="nobody")) == "answer"
    assert refused_by(lambda: ana.post("/api/school/three-card-poker", seed=7, n=77, answer="win")) == "format"
