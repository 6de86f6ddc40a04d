"""Tests of the import cost of the scalar rankings."""

import subprocess
import sys


def test_no_scalar_ranking_imports_numpy_or_numba() -> None:
    program = (
        "import sys, importlib, pkgutil, houseway.hands as hands\n"
        "names = [module.name for module in pkgutil.iter_modules(hands.__path__) if module.name != 'kernels']\n"
        "for name in names: importlib.import_module(f'houseway.hands.{name}')\n"
        "heavy = [name for name in ('numpy', 'numba', 'houseway.hands.kernels') if name in sys.modules]\n"
        "print(len(names), heavy)\n"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    count, heavy = told.split(maxsplit=1)
    assert int(count) >= 12
    assert heavy.strip() == "[]"
