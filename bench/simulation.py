"""Simulated rounds per second on one core, beside what a user would take instead.

    python -m bench.simulation [--json]

The same as `houseway bench simulation`. Of the peers that the plan names, gymnasium's blackjack is measured where
it is installed (pip install gymnasium); freebj, rlcard, open_spiel and pygow were in no package index that could be
reached when this was written, so nothing is said of them.
"""

from houseway.cli.bench import bench

if __name__ == "__main__":
    import sys

    bench(["simulation", *sys.argv[1:]])
