"""Other people's libraries that a benchmark runs beside us. The extra `bench` installs all of them."""

from importlib import import_module
from typing import Any


def peer(module: str) -> Any:
    """Returns the library of that name. Ends the benchmark with one sentence if it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        raise SystemExit(f"bench: {module} is not installed: pip install '.[bench]' installs every peer") from None
