"""Who comes in: guests with a cookie, people with a link, programs with a key; and chips for newcomers."""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from concurrent.futures import Future
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import Struct

from houseway.room.core.name_rules import refuse_reserved
from houseway.room.messages.commands import Grant, Who
from houseway.room.messages.durations import DAY_MS
from houseway.script import Refusal
from houseway.server.accounts.device_sessions import IDLE_MS, Device, DeviceSessions, has_row, session_id
from houseway.store import Person, Store

COOKIE: Final = "houseway"
COOKIE_AGE: Final = IDLE_MS // 1000
HOST: Final = "host"
MARKED: Final = "s"
"""The number in a cookie begins so where its session has a row."""
TOKEN_BYTES: Final = 16
"""128 bits: so many that nobody guesses one."""
LONGEST_NAME: Final = 32
GUESTS, GUESTS_WITHIN = 120, 60.0
"""New guests from one address within so many seconds."""
ENDED: Final = "ended/"
SINCE: Final = "since/"
"""What the names begin with in the store: of sessions that are over, of those that had no row yet, and of the salt that
a person's cookies are signed with besides the house's key, since all of them were ended.
"""
WITH_ROWS: Final = "sessions_have_rows"
"""When the room began to keep a row for each session; cookies of before are good for as long as an idle one."""
REMEMBERED: Final = 50_000
"""Persons whom a process remembers: others are looked up again."""


class Money(Struct, forbid_unknown_fields=True):
    """Play money, as the host sets it: what a newcomer is given, and up to what a day's first visit fills a cage."""

    newcomer: int = 1_000_000
    daily: int = 100_000


class Identity(Struct, frozen=True):
    """Somebody who has shown who they are; `session` names the cookie, empty for a program with a key."""

    person: Person
    session: str = ""

    @property
    def id(self) -> str:
        return self.person.id

    @property
    def is_host(self) -> bool:
        return self.person.kind == "host"


class People:
    """Persons and what they prove themselves by. Secrets are kept as hashes, cookies are signed."""

    def __init__(self, store: Store, ids: Callable[[str], str] | None = None) -> None:
        self.store = store
        self.sessions = DeviceSessions(store)
        self._ids = ids or (lambda _: secrets.token_hex(8))
        self._known: dict[str, Person] = {}
        self.on_session_end: Callable[[str], None] = lambda _: None
        """Told of each session that is over, or of how those begin that are: their sockets are closed."""
        self._since: dict[str, bytes] = {}
        self._granted: dict[str, int] = {}
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
        """Keeps the person at hand. Guests without end fill no memory: all are forgotten when there are too many."""
        if len(self._known) >= REMEMBERED and person.id not in self._known:
            self._known.clear()
            self._since.clear()
            self._granted.clear()
        self._known[person.id] = person

    def forget(self, id_: str) -> None:
        """Another node has changed something about a person."""
        self._known.pop(id_, None)

    def host_link(self, *, new: bool, now: int) -> str | None:
        """The token of the host's link where it is made now: at the first start, or when a new one is wanted."""
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
        """A guest, with the chips that everybody is given once; and when both are durable."""
        id_ = f"p{self._ids('person')}"
        while self.store.person(id_) is not None:
            id_ = f"p{self._ids('person')}"
        number = int(hashlib.sha256(id_.encode()).hexdigest()[:6], 16) % 9000 + 1000
        person = Person(id_, name or f"Guest {number}", "guest", now)
        durable: Future[Any] = self.store.add_person(person, secrets.token_hex(TOKEN_BYTES))
        self._remember(person)
        self._granted[id_] = now // DAY_MS
        return person, self.first_chips(person, now) or durable

    def first_chips(self, person: Person, now: int) -> Future[Any] | None:
        """What everybody is given once, the host too, who comes in by a link; None where that is nothing."""
        given = self.money.newcomer
        key = f"newcomer-{person.id}"
        return (
            self.store.grant(Grant(person=person.id, cents=given, reason="newcomer", key=key), now) if given else None
        )

    def top_up(self, person: Person, now: int) -> None:
        """The first visit of a day fills the cage up to what the host has set."""
        day = now // DAY_MS
        if self._granted.get(person.id) == day or person.kind == "bot":
            return
        self._granted[person.id] = day
        lacking = self.money.daily - self.store.balance(f"cage/{person.id}", fresh=True)
        if lacking > 0 and person.made // DAY_MS != day:
            grant = Grant(person=person.id, cents=lacking, reason="daily", key=f"daily-{person.id}-{day}")
            self.store.grant(grant, now)

    @property
    def money(self) -> Money:
        kept = self.store.meta("money")
        return Money() if kept is None else msgspec.json.decode(kept, type=Money)

    def set_money(self, money: Money) -> Future[None]:
        """What the host sets from now on, and when that is durable."""
        return self.store.set_meta("money", msgspec.json.encode(money))

    def rename(self, person: Person, name: str) -> tuple[Person, Future[None]]:
        """The person, who is called by that name from now on, and when that is durable."""
        renamed = msgspec.structs.replace(person, name=name)
        self._known[person.id] = renamed
        return renamed, self.store.rename(person.id, name)

    def new_link(self, person: Person) -> tuple[str, Future[None]]:
        """The token of a personal sign-in link, and when it is durable; the one before it is no good any more."""
        token = secrets.token_hex(TOKEN_BYTES)
        self.on_session_end(with_key(person.id))
        return token, self.store.set_link(person.id, token)

    def who(self, person: Person, *, fresh: bool = False) -> Who:
        """Who acts, with what the cage holds as far as this machine knows, or as the database has it now."""
        cage = self.store.balance(f"cage/{person.id}", fresh=fresh)
        return Who(person.id, person.name, person.kind, person.kind == "host", cage)

    # -- proof ------------------------------------------------------------------------------------------------------

    def sign_in(self, person: Person, device: str, now: int) -> tuple[str, Future[None]]:
        """Returns the cookie of a new session on that device, and when its row is durable."""
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
        """What the person's cookies are signed with besides the house's key: another once all of them were ended."""
        since = self._since.get(person)
        if since is None:
            since = self.store.meta(SINCE + person) or b""
            if person in self._known:  # whoever makes up names fills no memory
                self._since[person] = since
        return since

    def is_over(self, session: str) -> bool:
        """Returns whether the session was ended by itself."""
        return not self.sessions.stands(session) if has_row(session) else self.store.meta(ENDED + session) is not None

    def forget_all(self) -> None:
        """Other nodes may have changed anything about anybody."""
        self._since.clear()
        self._known.clear()

    def by_cookie(self, cookie: str, now: int) -> Identity | None:
        """Returns whom a cookie proves; None if its signature is not ours or its session has ended or lay idle."""
        proved, _, signature = cookie.rpartition(".")
        if not proved or not hmac.compare_digest(signature.encode(), self._signature(proved).encode()):
            return None
        id_, _, number = proved.partition(".")
        with_row = number.startswith(MARKED)
        session = session_id(id_, number.removeprefix(MARKED)) if with_row else proved
        if not self.sessions.use(session, now) if with_row else not self._is_good_still(session, now):
            return None
        person = self.person(id_)
        return None if person is None else Identity(person, session)

    def _is_good_still(self, session: str, now: int) -> bool:
        """Whether a session of before there were rows stands: for as long as one that nobody uses would."""
        since = int(self.store.meta(WITH_ROWS) or self.store.get_or_set_meta(WITH_ROWS, str(now).encode()))
        return now - since <= IDLE_MS and not self.is_over(session)

    def by_key(self, token: str) -> Identity | None:
        """A program that shows the token of a link."""
        person = self.store.by_link(token)
        return None if person is None else Identity(person)

    def end(self, session: str) -> Future[None]:
        """Ends the session: its cookie is no good any more, and neither are the sockets that it opened."""
        self.on_session_end(session)
        return self.sessions.end(session) if has_row(session) else self.store.set_meta(ENDED + session, b"1")

    def devices(self, someone: Identity, now: int) -> list[Device]:
        """Returns the devices on which the person is signed in."""
        return self.sessions.devices(someone.id, someone.session, now)

    def end_all(self, person: str) -> Future[None]:
        """No cookie that the person has been given so far is good any more."""
        self.ended_all(person)
        self.sessions.end_all(person)
        self._since[person] = secrets.token_bytes(TOKEN_BYTES)
        return self.store.set_meta(SINCE + person, self._since[person])

    def ended_all(self, person: str) -> None:
        """All sessions of the person are over, here or at another node."""
        self._since.pop(person, None)
        self.on_session_end(f"{person}.")

    def revoked(self, over: str) -> None:
        """Another node has ended the sessions that begin so: nothing that was known of them holds."""
        self._since.pop(over.partition(".")[0], None)
        self.on_session_end(over)

    def sign(self, text: str) -> str:
        """What only a node of this room can say of the text."""
        return hmac.new(self._key, b"node " + text.encode(), hashlib.sha256).hexdigest()


def with_key(person: str) -> str:
    """What stands for the session of sockets that a program has opened with the person's key."""
    return f"{person}.key"


class Newcomers:
    """When new guests came, by address, for as long as it counts."""

    def __init__(self) -> None:
        self._came: dict[str, list[float]] = {}

    def __len__(self) -> int:
        return len(self._came)

    def enter(self, address: str, now: float) -> None:
        """One more of that address; refused where there are too many of them."""
        came = [moment for moment in self._came.pop(address, []) if moment > now - GUESTS_WITHIN]
        for first in [*islice(self._came, 2)]:  # those who came longest ago are forgotten as others come
            if self._came[first][-1] <= now - GUESTS_WITHIN:
                del self._came[first]
        refused = len(came) >= GUESTS
        self._came[address] = came if refused else [*came, now]
        if refused:
            raise Refusal("rate", "too many guests come from one address: wait a minute")


def name_from(text: str) -> str:
    """A name as it is shown: printable, not longer than fits, no word of the room's own; empty stays empty."""
    name = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    if len(name) > LONGEST_NAME:
        form = "a name of {length} letters is refused: {most} are the most"
        raise Refusal("format", form, "", "name", {"length": len(name), "most": LONGEST_NAME})
    refuse_reserved(name)
    return name
