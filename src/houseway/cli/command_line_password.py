"""The database's password on the command line, which `ps` would show to everybody on the machine."""

import os
import sys
from urllib.parse import unquote, urlsplit, urlunsplit


def hide_password(db: str) -> None:
    """Restarts the process without the password: everybody who lists processes can read a command line."""
    parts = urlsplit(db)
    if not parts.password or not any(db in word for word in sys.orig_argv):
        return
    os.environ["PGPASSWORD"] = unquote(parts.password)
    plain = urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", "@", 1)))
    os.execv(sys.executable, [word.replace(db, plain) for word in sys.orig_argv])
