"""A Dask cluster of two workers deals what one core deals, to the last integer, and names its workers."""

from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from houseway.cli import main
from houseway.lab.inquiry import cache
from houseway.lab.simulate import simulate
from houseway.lab.simulation.tally import Tally
from houseway.players.bots import Bot
from houseway.script import Refusal

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'houseway[cluster]'")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    here = {"dashboard_address": "127.0.0.1:0", "host": "127.0.0.1"}
    cache.hash_of.cache_clear()  # a developer may have edited since this process began
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **here) as found:
        yield found


@pytest.mark.parametrize(
    ("game", "rounds", "player"), [("three-card-poker", 400_000, "best"), ("texas-holdem", 64, "bots")]
)
def test_a_cluster_deals_the_same(cluster: Any, game: str, rounds: int, player: str) -> None:
    there = simulate(game, rounds=rounds, player=player, cluster=cluster.scheduler_address, company=Bot)
    here = simulate(game, rounds=rounds, player=player, workers=1, company=Bot)
    assert there.workers == 2
    assert there.wagers == here.wagers
    assert there.outcomes == here.outcomes
    assert there.decisions == here.decisions
    assert there.convergence == here.convergence


def test_the_rounds_were_dealt_there(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> list[Tally]:
        raise AssertionError("dealt on this machine")

    monkeypatch.setattr("houseway.lab.simulation.script_model.Scripted.deal", nobody)
    assert simulate("lowball", rounds=16, players=2, cluster=cluster.scheduler_address, company=Bot).rounds == 16


def test_a_worker_with_other_code_is_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.lab.inquiry.cache.hash_of", lambda *_: "changed")
    with pytest.raises(Refusal, match="another version of Houseway"):
        simulate("three-card-poker", rounds=1000, cluster=cluster.scheduler_address)


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1:1"])
def test_an_address_where_no_scheduler_can_be_is_refused(address: str) -> None:
    result = CliRunner().invoke(main, ["simulate", "three-card-poker", "--rounds", "1000", "--cluster", address])
    assert result.exit_code == 2
    assert "no Dask scheduler answers" in result.stderr
