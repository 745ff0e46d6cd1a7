"""A client of a shared table whose company is set by hand."""

from __future__ import annotations

from typing import Any

from far_client import FarClient, Server

from engine.client import Place, PresenceChanged


class Crowd:
    """The others at a shared table, as a test wants them; what is asked for is noted."""

    table = "ada@ada"
    owner = "ada"
    watchers = 0
    patience = 60
    grace = 30
    is_connected = True
    phrases: tuple[str, ...] = ("hello", "well-played")

    def __init__(self, *places: Place, is_owner: bool = True, has_begun: bool = True) -> None:
        self.places = places
        self.is_owner = is_owner
        self.has_begun = has_begun
        self.asked: list[tuple[Any, ...]] = []

    def check_with(self, read: object) -> None:
        """No view of this client is a stranger's."""

    def say(self, phrase: str) -> None:
        self.asked.append(("say", phrase))

    def claim(self, seat: int) -> None:
        self.asked.append(("claim", seat))

    def replace(self, seat: int, level: str) -> None:
        self.asked.append(("replace", seat, level))


class CrowdClient(FarClient):
    """A far client with such a company."""

    def __init__(self, server: Server, mine: frozenset[int], crowd: Crowd) -> None:
        super().__init__(server, mine)
        self.crowd = crowd

    @property
    def company(self) -> Crowd:
        return self.crowd

    def change(self, *places: Place, **facts: Any) -> None:
        """Let other people sit there, and tell so."""
        self.crowd.places = places
        for name, fact in facts.items():
            setattr(self.crowd, name, fact)
        self._hear(PresenceChanged())
