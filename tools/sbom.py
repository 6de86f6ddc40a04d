"""Writes sbom.json: everything that `requirements.lock` pins, with its hashes, as a CycloneDX list.

python tools/sbom.py           writes it
python tools/sbom.py --check   exits with 1 if it does not match the lock file
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==([^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def pinned(lock: str) -> list[tuple[str, str, list[str]]]:
    """Returns name, version and hashes of each requirement."""
    found: list[tuple[str, str, list[str]]] = []
    for line in lock.splitlines():
        if (pin := PIN.match(line)) is not None:
            found.append((pin[1].lower(), pin[2], []))
        if found:
            found[-1][2].extend(HASH.findall(line))
    return found


def bill(lock: str) -> dict[str, Any]:
    """Returns the bill of materials."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "houseway"}},
        "components": [
            {
                "type": "library",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name}@{version}",
                "hashes": [{"alg": "SHA-256", "content": each} for each in sorted(hashes)],
            }
            for name, version, hashes in pinned(lock)
        ],
    }


def text() -> str:
    """Returns the file as it should be."""
    return json.dumps(bill((ROOT / "requirements.lock").read_text()), indent=1) + "\n"


def main() -> int:
    path = ROOT / "sbom.json"
    if "--check" in sys.argv[1:]:
        return int(not path.exists() or path.read_text() != text())
    path.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
