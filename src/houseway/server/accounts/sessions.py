"""Accounts and sessions: guests with a cookie, people with a link, programs with a key."""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from concurrent.futures import Future
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import Struct

from houseway.room.core.letter_shapes import inked
from houseway.room.core.name_rules import refuse_reserved
from houseway.room.messages.commands import Who
from houseway.script import Refusal
from houseway.server.accounts.device_sessions import IDLE_MS, Device, DeviceSessions, has_row, session_id
from houseway.server.accounts.play_money import PlayMoney
from houseway.store import Person, Store

COOKIE: Final = "houseway"
COOKIE_AGE: Final = IDLE_MS // 1000
HOST: Final = "host"
MARKED: Final = "s"
"""First letter of the number in a cookie whose session has a row."""
TOKEN_BYTES: Final = 16
"""128 bits: too many to guess."""
LONGEST_NAME: Final = 32
GUESTS, GUESTS_WITHIN = 120, 60.0
"""New guests from one address within so many seconds."""
ENDED: Final = "ended/"
SINCE: Final = "since/"
"""Prefixes of names in `meta`: ended sessions without a row, and the per-person salt of cookie signatures."""
WITH_ROWS: Final = "sessions_have_rows"
"""Name in `meta` of the time since which sessions have rows. Older cookies expire one idle period later."""
REMEMBERED: Final = 50_000
"""Size of the cache of persons."""


class Identity(Struct, frozen=True):
    """An authenticated person. `session` names the cookie's session and is empty for a program with a key."""

    person: Person
    session: str = ""

    @property
    def id(self) -> str:
        return self.person.id

    @property
    def is_host(self) -> bool:
        return self.person.kind == "host"


class People:
    """Persons and their credentials. Link tokens are stored as hashes, cookies are signed."""

    def __init__(self, store: Store, ids: Callable[[str], str] | None = None) -> None:
        self.store = store
        self.sessions = DeviceSessions(store)
        self.play_money = PlayMoney(store)
        self._ids = ids or (lambda _: secrets.token_hex(8))
        self._known: dict[str, Person] = {}
        self.on_session_end: Callable[[str], None] = lambda _: None
        """Called with each ended session, or with the prefix of several. Closes their sockets."""
        self._since: dict[str, bytes] = {}
        self._key = self._session_key()

    def _session_key(self) -> bytes:
        return self.store.meta("session_key") or self.store.get_or_set_meta("session_key", secrets.token_bytes(32))

    # -- persons ----------------------------------------------------------------------------------------------------

    def person(self, id_: str) -> Person | None:
        found = self._known.get(id_) or self.store.person(id_)
        if found is not None:
            self._remember(found)
        return found

    def _remember(self, person: Person) -> None:
        """Caches the person. Clears the whole cache when it is full, so that guests cannot fill the memory."""
        if len(self._known) >= REMEMBERED and person.id not in self._known:
            self._known.clear()
            self._since.clear()
            self.play_money.forget_days()
        self._known[person.id] = person

    def forget(self, id_: str) -> None:
        """Drops the person from the cache, because another node has changed the row."""
        self._known.pop(id_, None)

    def host_link(self, *, new: bool, now: int) -> str | None:
        """Returns the token of a new host link: at the first start, or if `new`. Returns None otherwise."""
        mark = secrets.token_bytes(TOKEN_BYTES)
        if self.store.person(HOST) is None and (new or self.store.get_or_set_meta("host_made", mark) == mark):
            self.store.add_person(Person(HOST, "Host", "host", now), secrets.token_hex(TOKEN_BYTES)).result()
            new = True
        if not new:
            return None
        token = secrets.token_hex(TOKEN_BYTES)
        self.store.set_link(HOST, token).result()
        return token

    def newcomer(self, name: str, now: int) -> tuple[Person, Future[Any]]:
        """Creates a guest with a newcomer's chips. Returns the person and a future for the durable rows."""
        id_ = f"p{self._ids('person')}"
        while self.store.person(id_) is not None:
            id_ = f"p{self._ids('person')}"
        number = int(hashlib.sha256(id_.encode()).hexdigest()[:6], 16) % 9000 + 1000
        person = Person(id_, name or f"Guest {number}", "guest", now)
        durable: Future[Any] = self.store.add_person(person, secrets.token_hex(TOKEN_BYTES))
        self._remember(person)
        self.play_money.skip_day(id_, now)
        return person, self.play_money.first_chips(person, now) or durable

    def rename(self, person: Person, name: str) -> tuple[Person, Future[None]]:
        """Renames the person. Returns the person and a future for the durable row."""
        renamed = msgspec.structs.replace(person, name=name)
        self._known[person.id] = renamed
        return renamed, self.store.rename(person.id, name)

    def new_link(self, person: Person) -> tuple[str, Future[None]]:
        """Makes a sign-in link and revokes the one before. Returns its token and a future for the durable row."""
        token = secrets.token_hex(TOKEN_BYTES)
        self.on_session_end(with_key(person.id))
        return token, self.store.set_link(person.id, token)

    def who(self, person: Person, *, fresh: bool = False) -> Who:
        """Returns the person as commands take it, with the cage's balance as cached or, if `fresh`, as stored."""
        cage = self.store.balance(f"cage/{person.id}", fresh=fresh)
        return Who(person.id, person.name, person.kind, person.kind == "host", cage)

    # -- proof ------------------------------------------------------------------------------------------------------

    def sign_in(self, person: Person, device: str, now: int) -> tuple[str, Future[None]]:
        """Starts a session on that device. Returns its cookie and a future for the durable row."""
        number = secrets.token_hex(TOKEN_BYTES)
        over, durable = self.sessions.start(session_id(person.id, number), device, now)
        for session in over:
            self.on_session_end(session)
        cookie = f"{person.id}.{MARKED}{number}"
        return f"{cookie}.{self._signature(cookie)}", durable

    def _signature(self, session: str) -> str:
        since = self.since(session.partition(".")[0])
        return hmac.new(self._key, session.encode() + since, hashlib.sha256).hexdigest()[:40]

    def since(self, person: str) -> bytes:
        """Per-person salt in cookie signatures. Changing it revokes all sessions."""
        since = self._since.get(person)
        if since is None:
            since = self.store.meta(SINCE + person) or b""
            if person in self._known:  # made-up ids must not fill the memory
                self._since[person] = since
        return since

    def is_over(self, session: str) -> bool:
        """Returns whether the session was ended by itself, not with all others."""
        return not self.sessions.stands(session) if has_row(session) else self.store.meta(ENDED + session) is not None

    def forget_all(self) -> None:
        """Clears the caches, because other nodes may have changed anything."""
        self._since.clear()
        self._known.clear()

    def by_cookie(self, cookie: str, now: int) -> Identity | None:
        """Returns the identity of a cookie; None if the signature is wrong or the session has ended or expired."""
        proved, _, signature = cookie.rpartition(".")
        if not proved or not hmac.compare_digest(signature.encode(), self._signature(proved).encode()):
            return None
        id_, _, number = proved.partition(".")
        with_row = number.startswith(MARKED)
        session = session_id(id_, number.removeprefix(MARKED)) if with_row else proved
        if not self.sessions.use(session, now) if with_row else not self._is_valid_without_row(session, now):
            return None
        person = self.person(id_)
        return None if person is None else Identity(person, session)

    def _is_valid_without_row(self, session: str, now: int) -> bool:
        """Returns whether a session without a row is valid: not ended, and rows are younger than one idle period."""
        since = int(self.store.meta(WITH_ROWS) or self.store.get_or_set_meta(WITH_ROWS, str(now).encode()))
        return now - since <= IDLE_MS and not self.is_over(session)

    def by_key(self, token: str) -> Identity | None:
        """Returns the identity of a program that shows the token of a link."""
        person = self.store.by_link(token)
        return None if person is None else Identity(person)

    def end(self, session: str) -> Future[None]:
        """Ends the session: revokes its cookie and closes its sockets."""
        self.on_session_end(session)
        return self.sessions.end(session) if has_row(session) else self.store.set_meta(ENDED + session, b"1")

    def devices(self, someone: Identity, now: int) -> list[Device]:
        """Returns the devices on which the person is signed in."""
        return self.sessions.devices(someone.id, someone.session, now)

    def end_all(self, person: str) -> Future[None]:
        """Revokes every cookie of the person."""
        self.ended_all(person)
        self.sessions.end_all(person)
        self._since[person] = secrets.token_bytes(TOKEN_BYTES)
        return self.store.set_meta(SINCE + person, self._since[person])

    def ended_all(self, person: str) -> None:
        """Closes the sockets of all sessions of the person and drops the cached salt."""
        self._since.pop(person, None)
        self.on_session_end(f"{person}.")

    def revoked(self, over: str) -> None:
        """Drops the cached salt and closes the sockets of sessions that another node has ended."""
        self._since.pop(over.partition(".")[0], None)
        self.on_session_end(over)

    def sign(self, text: str) -> str:
        """Returns an HMAC of the text that proves a node of this room."""
        return hmac.new(self._key, b"node " + text.encode(), hashlib.sha256).hexdigest()


def with_key(person: str) -> str:
    """Returns the session name of sockets that a program has opened with the person's key."""
    return f"{person}.key"


class Newcomers:
    """Sliding window of new guests by address."""

    def __init__(self) -> None:
        self._came: dict[str, list[float]] = {}

    def __len__(self) -> int:
        return len(self._came)

    def enter(self, address: str, now: float) -> None:
        """Counts a new guest of that address. Raises a Refusal if there are too many."""
        came = [moment for moment in self._came.pop(address, []) if moment > now - GUESTS_WITHIN]
        for first in [*islice(self._came, 2)]:  # drops up to two expired addresses for each new one
            if self._came[first][-1] <= now - GUESTS_WITHIN:
                del self._came[first]
        refused = len(came) >= GUESTS
        self._came[address] = came if refused else [*came, now]
        if refused:
            raise Refusal("rate", "too many guests come from one address: wait a minute")


def name_from(text: str) -> str:
    """Returns the name as it is shown, in signs that draw something. Raises a Refusal if it is too long or reserved."""
    name = " ".join(inked("".join(each if each.isprintable() else " " for each in text)).split())
    if len(name) > LONGEST_NAME:
        form = "a name of {length} letters is refused: {most} are the most"
        raise Refusal("format", form, "", "name", {"length": len(name), "most": LONGEST_NAME})
    refuse_reserved(name)
    return name
