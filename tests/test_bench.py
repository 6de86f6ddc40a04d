"""Benchmarks start where their peers are missing, and say what installs them."""

import sys
from importlib import import_module
from pathlib import Path

import pytest
from bench.peers import peer

MODULES = sorted(path.stem for path in (Path(__file__).parents[1] / "bench").glob("*.py") if path.stem != "__init__")
PEERS = ("eval7", "gymnasium", "phevaluator", "pokerkit", "pyspiel", "rlcard")


@pytest.mark.parametrize("name", MODULES)
def test_a_benchmark_is_imported_without_its_peers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in PEERS:
        monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"bench.{name}", raising=False)
    assert import_module(f"bench.{name}").__doc__


@pytest.mark.parametrize("library", PEERS)
def test_a_peer_that_is_missing_is_named_with_the_extra_that_installs_it(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(SystemExit, match=rf"{library} is not installed: pip install '\.\[bench\]'"):
        peer(library)
