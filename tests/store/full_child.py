"""A child process on a full disk: run by test_damaged_files.py, never by pytest itself.

python -m tests.store.full_child PATH [LIMIT]     with a limit, no file grows beyond so many bytes
"""

import json
import resource
import signal
import sys
from pathlib import Path

from houseway.store import StoreFault
from tests.store.kept import Table, opened

path = Path(sys.argv[1])
store = opened(path, ana=10_000_000)
table = Table("t1")
if len(sys.argv) > 2:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
acknowledged, failed = 0, None
while failed is None and acknowledged < 20_000:
    failed = store.append(table.buys("ana", 10, f"k{table.n}")).exception()
    acknowledged += failed is None
after = store.append(table.buys("ana", 10, "after")).exception()
assert isinstance(failed, StoreFault), failed
assert isinstance(after, StoreFault), after
print(json.dumps({"acknowledged": acknowledged, "says": failed.sentence, "after": after.sentence}))
store.close()
