"""A guest of a shared table: who it is, and what the table knows of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from host.told import LineReason, News, Welcome


class Account(NamedTuple):
    """Who connected, as whoever let the line in knows it.

    Attributes:
        key: The account, a text that only its maker reads anything into: `unix:1000`.
        name: What it is called, empty if that is not known.
        groups: The names of its groups.
    """

    key: str
    name: str = ""
    groups: frozenset[str] = frozenset()


class Guest(ABC):
    """Somebody at a shared table, or on the way in; each way to be told of it is a subclass.

    Attributes:
        account: Who it is, as the system says.
        came, heard: The times when it connected, and when something came from it last.
        seat: The seat it plays, None while it has none.
        is_watching: Whether it is a spectator.
        client: The program, by the name that it gave itself.
        is_closed: Whether it is told no more.
    """

    def __init__(self, account: Account, now: float) -> None:
        """Begin with somebody who has said nothing yet."""
        self.account = account
        self.came = self.heard = now
        self.seat: int | None = None
        self.is_watching = False
        self.client = ""
        self.is_closed = False

    @property
    def is_in(self) -> bool:
        """Whether it has a seat, or watches."""
        return self.is_watching or self.seat is not None

    @property
    def own_seats(self) -> frozenset[int]:
        """The seat it plays."""
        return frozenset() if self.seat is None else frozenset({self.seat})

    @abstractmethod
    def tell(self, news: News) -> None:
        """Tell what came of a request, or what somebody asks or says."""

    @abstractmethod
    def begin_anew(self, welcome: Welcome) -> None:
        """Tell that all that follows is about another game, or another seat."""

    @abstractmethod
    def people_changed(self) -> None:
        """Tell who sits where now."""

    @abstractmethod
    def game_changed(self) -> None:
        """Tell that the game has changed."""

    @abstractmethod
    def moved(self) -> None:
        """Note that a move of this guest was made, which the game had waited for."""

    @abstractmethod
    def pass_second(self, now: float) -> None:
        """Let a second pass for what waits for this guest."""

    @abstractmethod
    def close(self, reason: LineReason | None = None) -> None:
        """Tell no more, after the reason for that if there is one."""
