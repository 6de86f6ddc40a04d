"""Device sessions: one row for each browser on which a person is signed in, until it is ended or expires.

A row is kept in the store's `meta` under `session/<person>/<id>`. The id is a hash, so that no row holds a cookie.
"""

import hashlib
from concurrent.futures import Future
from typing import Final

import msgspec
from msgspec import Struct

from houseway.room.messages.durations import DAY_MS
from houseway.store import Store

SESSION: Final = "session/"
IDLE_MS: Final = 180 * DAY_MS
"""A session expires after so long without use."""
USE_MS: Final = 3_600_000
"""The time of last use is written at most once an hour, so that most requests write nothing."""
MOST: Final = 20
"""Sessions of one person; a further one ends the least recently used."""
MARK: Final = "d"
"""The first letter of an id. Sessions older than the table rows begin with a digit of their number."""


class DeviceSession(Struct, frozen=True, omit_defaults=True):
    """A signed-in device: the times of sign-in (`made`) and of last use (`used`), and its name."""

    made: int
    used: int
    device: str = ""


class Device(Struct, frozen=True):
    """A device as its owner sees it. `here` marks the device of the request."""

    device: str
    name: str
    made: int
    used: int
    here: bool = False


_DECODER: Final = msgspec.json.Decoder(DeviceSession)


def session_id(person: str, number: str) -> str:
    """Returns the name of a session: its person and a hash of the number in the cookie."""
    return f"{person}.{MARK}{hashlib.sha256(f'{person}.{number}'.encode()).hexdigest()[:32]}"


def _row(session: str) -> str:
    person, _, id_ = session.partition(".")
    return f"{SESSION}{person}/{id_}"


def session_of_row(name: str) -> str:
    """Returns the session whose row has that name in `meta`."""
    return name.removeprefix(SESSION).replace("/", ".", 1)


def has_row(session: str) -> bool:
    """Returns whether the session has a row: sessions of bearer keys and of old cookies have none."""
    return session.partition(".")[2].startswith(MARK)


class DeviceSessions:
    """The session rows of all persons."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ending: set[str] = set()

    def start(self, session: str, device: str, now: int) -> tuple[list[str], Future[None]]:
        """Signs a device in. Returns the sessions ended to make room, and a future for the durable row."""
        person = session.partition(".")[0]
        known = sorted(self._rows(person).items(), key=lambda each: each[1].used)
        over = [name for name, _ in known[: max(0, len(known) - MOST + 1)]]
        for name in over:
            self.end(name)
        return over, self._write(session, DeviceSession(now, now, device))

    def use(self, session: str, now: int) -> bool:
        """Returns whether the session is valid, and renews its time of last use."""
        if session in self._ending or (kept := self._kept(session)) is None or now - kept.used > IDLE_MS:
            return False
        if now - kept.used > USE_MS:
            renewed = msgspec.json.encode(msgspec.structs.replace(kept, used=now))
            self._store.change_meta(_row(session), renewed)  # a row that another node has deleted stays deleted
        return True

    def stands(self, session: str) -> bool:
        """Returns whether the session has a row that nobody is ending."""
        return session not in self._ending and self._kept(session) is not None

    def end(self, session: str) -> Future[None]:
        """Ends the session by deleting its row."""
        self._ending.add(session)
        done = self._store.drop_meta(_row(session))
        done.add_done_callback(lambda _: self._ending.discard(session))
        return done

    def end_all(self, person: str) -> list[Future[None]]:
        return [self.end(session) for session in self._rows(person)]

    def devices(self, person: str, here: str, now: int) -> list[Device]:
        """Returns the person's devices, the last used first, without expired ones."""
        rows = [(session, kept) for session, kept in self._rows(person).items() if now - kept.used <= IDLE_MS]
        rows.sort(key=lambda each: -each[1].used)
        return [
            Device(session.partition(".")[2], kept.device, kept.made, kept.used, session == here)
            for session, kept in rows
        ]

    def _rows(self, person: str) -> dict[str, DeviceSession]:
        found = self._store.metas(f"{SESSION}{person}/")
        rows = {session_of_row(name): _DECODER.decode(value) for name, value in found.items()}
        return {session: kept for session, kept in rows.items() if session not in self._ending}

    def _kept(self, session: str) -> DeviceSession | None:
        value = self._store.meta(_row(session))
        return None if value is None else _DECODER.decode(value)

    def _write(self, session: str, kept: DeviceSession) -> Future[None]:
        return self._store.set_meta(_row(session), msgspec.json.encode(kept))
