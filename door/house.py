"""The door without its network: who is inside, how many, for how long, and in which folder.

Nothing here knows by which kind of line a person comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from door.accounts import Accounts, fingerprint_of, name_of
from door.bans import FILE, BanReason, Bans, read_bans
from door.codes import Codes
from door.limits import Limits
from engine.reasons import Explanation
from net.hosting.limits import Gate
from saves.files import status_of
from words.errors import os_text
from words.translation import mark

if TYPE_CHECKING:
    from door.forks import Forks
    from door.tables import Tables
    from engine.loop import Call, Loop

MOST_VISITS: Final = 100
MOST_THERE: Final = 20
"""The sessions that people of one address may have at once."""

QUOTA: Final = 50
"""The megabytes that an account may keep."""

BANNED: Final = mark("The keeper of this door does not let you in.")
UNBOUND: Final = mark("This key has just been taken away from the account.")
TAKEN: Final = mark("All places are taken. Come back later.")
TAKEN_THERE: Final = mark("Too many people play from your address. Come back later.")


class HouseRules(NamedTuple):
    """The rules of a door.

    Attributes:
        most: The most sessions at once.
        limits: How long a session may last.
        quota: The megabytes that an account may keep.
    """

    most: int = MOST_VISITS
    limits: Limits = Limits()
    quota: int = QUOTA


class Visitor(NamedTuple):
    """A person at the door.

    Attributes:
        key: The fingerprint of the person's key, "" for a guest.
        origin: The network address by which limits count.
        name: The name with which the person came in.
        token: The secret of a guest who comes again, "" for a new one.
    """

    key: str
    origin: str
    name: str = ""
    token: str = ""


class Inside(Protocol):
    """A session, as the house sees it.

    Attributes:
        visitor: Its person.
        folder: The folder of the account, None before it is known.
        is_cut: Whether its line is gone; then it will end by itself.
    """

    visitor: Visitor
    folder: Path | None
    is_cut: bool

    def end(self, why: str) -> None:
        """End it, with its game kept; `why` is said in the language of the person."""

    def when_gone(self, call: Call) -> None:
        """Make a call once it has ended."""


class House:
    """The people inside.

    Attributes:
        forks: The fork server, which plays; it is there before anybody is let in.
        tables: The tables where people meet; they are there then too.
        accounts: The folders of people.
        rules: The rules.
        loop: The loop with the clock.
        gate: The limits of connections by address.
        codes: The codes by which keys are bound.
        bans: The people who are not let in.
        sessions: The sessions under way.
    """

    forks: Forks
    tables: Tables

    def __init__(self, loop: Loop, rules: HouseRules, accounts: Accounts) -> None:
        """Be a house that nobody has come to."""
        self.loop = loop
        self.rules = rules
        self.accounts = accounts
        self.gate = Gate()
        self.codes = Codes(loop.now)
        self.bans = Bans()
        self.sessions: list[Inside] = []
        self._bans_read: object = None
        self._inside: Counter[str] = Counter()
        self._guests: set[Path] = set()

    def enter(self, visitor: Visitor) -> str:
        """Count a session; return why it may not begin, "" if it may."""
        if self.is_banned(visitor):
            return BANNED
        if self._inside.total() >= self.rules.most:
            return TAKEN
        if self._inside[visitor.origin] >= MOST_THERE:
            return TAKEN_THERE
        self._inside[visitor.origin] += 1
        return ""

    def is_banned(self, visitor: Visitor) -> bool:
        """Whether a visitor is not let in: by one of the keys of the account, or by the address."""
        if self.bans.hold_origin(visitor.origin):
            return True
        if not (visitor.key and self.bans.keys):
            return False
        found = self.accounts.found(visitor.key)
        others = map(fingerprint_of, self.accounts.keys_of(found)) if found else ()
        return self.bans.hold_key((visitor.key, *others))

    def read_bans(self) -> Sequence[Explanation]:
        """Read the bans if their file has changed, and end the sessions of those who are banned.

        Returns the faults of a file that was read just now. What can be read of it counts.
        """
        try:
            changed = _mark_of(self.accounts.folder / FILE)
            if changed == self._bans_read:
                return ()
            self._bans_read = changed
            self.bans = read_bans(self.accounts.read(FILE))
        except OSError as error:  # the old ones still count
            return [Explanation(BanReason.NOT_READ, {"file": FILE, "why": os_text(error)})]
        for session in [*self.sessions]:
            if self.is_banned(session.visitor):
                session.end(BANNED)
        return self.bans.faults

    def beside(self, session: Inside) -> list[Inside]:
        """Return the other sessions of the same account."""
        return [one for one in self.sessions if one is not session and one.folder == session.folder]

    def folder_of(self, visitor: Visitor) -> Path:
        """Return the folder of a key's account or of a guest. Raises `OSError`."""
        if visitor.key:
            return self.accounts.of_key(visitor.key)
        token = visitor.token
        folder = self.accounts.of_a_token(token) if token else self.accounts.of_a_guest()
        self._guests.add(folder)
        return folder

    def leave(self, visitor: Visitor, folder: Path | None) -> None:
        """Note that a session which was let in has ended; the time of a guest's folder begins."""
        self._inside[visitor.origin] -= 1
        if not self._inside[visitor.origin]:
            del self._inside[visitor.origin]
        if folder in self._guests:
            self._guests.discard(folder)
            self.accounts.note_left(folder)

    def end_key(self, name: str) -> None:
        """End the sessions that a key has opened, by the key's name."""
        for session in [*self.sessions]:
            if session.visitor.key and name_of(session.visitor.key) == name:
                session.end(UNBOUND)

    def guests(self) -> frozenset[Path]:
        """Return the folders of the guests who are inside."""
        return frozenset(self._guests)


def _mark_of(file: Path) -> tuple[int, ...]:
    """Return what differs after every change of a file. Raises `OSError`."""
    status = status_of(file)
    return (status.st_ino, status.st_size, status.st_ctime_ns) if status else ()
