"""The door without its network: who is inside, how many, for how long, and in which folder.

Nothing here knows by which kind of line a person comes.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from door.accounts import Accounts
from door.limits import Limits
from net.hosting.limits import Gate
from words.translation import mark

if TYPE_CHECKING:
    from door.forks import Forks
    from door.tables import Tables
    from engine.loop import Loop

MOST_VISITS: Final = 100
MOST_THERE: Final = 20
"""The sessions that people of one address may have at once."""

QUOTA: Final = 50
"""The megabytes that an account may keep."""

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


class House:
    """The people inside.

    Attributes:
        forks: The fork server, which plays; it is there before anybody is let in.
        tables: The tables where people meet; they are there then too.
        accounts: The folders of people.
        rules: The rules.
        loop: The loop with the clock.
        gate: The limits of connections by address.
    """

    forks: Forks
    tables: Tables

    def __init__(self, loop: Loop, rules: HouseRules, accounts: Accounts) -> None:
        """Be a house that nobody has come to."""
        self.loop = loop
        self.rules = rules
        self.accounts = accounts
        self.gate = Gate()
        self._inside: Counter[str] = Counter()
        self._guests: set[Path] = set()

    def enter(self, visitor: Visitor) -> str:
        """Count a session; return why it may not begin, "" if it may."""
        if self._inside.total() >= self.rules.most:
            return TAKEN
        if self._inside[visitor.origin] >= MOST_THERE:
            return TAKEN_THERE
        self._inside[visitor.origin] += 1
        return ""

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

    def guests(self) -> frozenset[Path]:
        """Return the folders of the guests who are inside."""
        return frozenset(self._guests)
