"""A client of a shared table whose company is set by hand."""

from __future__ import annotations

from typing import Any

from far_host import Server, far

from engine.client import Place
from engine.clock import ClockTimes
from engine.updates import PresenceChanged
from net.joining.client import RemoteClient


class Crowd:
    """The others at a shared table, as a test wants them; what is asked for is noted."""

    table = "ada@ada"
    address = ""
    has_password = False
    owner = "ada"
    watchers = 0
    patience = 60
    grace = 30
    race_time = 1
    is_known = False
    deal = None
    pause = 30
    game_number = 1
    series = None
    control = None
    clocks: ClockTimes | None = None
    is_connected = True
    outage = None
    phrases: tuple[str, ...] = ("hello", "well-played")

    def __init__(self, *places: Place, is_owner: bool = True, has_begun: bool = True) -> None:
        self.places = places
        self.is_owner = is_owner
        self.has_begun = has_begun
        self.asked: list[tuple[Any, ...]] = []
        self.following: Any = None

    def stop_seconds(self) -> None:
        """No connection of this client is ever lost."""

    def saw(self) -> None:
        """Nobody waits at a door for this client."""

    def check_with(self, read: object) -> None:
        """No view of this client is a stranger's."""

    def check_deal(self, record: bytes) -> list[Any]:
        """Nobody cut the cards."""
        return []

    def say(self, phrase: str) -> None:
        self.asked.append(("say", phrase))

    def sit(self, seat: int) -> None:
        self.asked.append(("sit", seat))

    def again(self, yes: bool) -> None:
        self.asked.append(("again", yes))

    def follow(self) -> Any:
        return self.following

    def claim(self, seat: int) -> None:
        self.asked.append(("claim", seat))

    def replace(self, seat: int, level: str) -> None:
        self.asked.append(("replace", seat, level))


class CrowdClient(RemoteClient[Any]):
    """A far client whose company is a crowd."""

    server: Server

    def change(self, *places: Place, **facts: Any) -> None:
        """Let other people sit there, and tell so."""
        self.company.places = places
        for name, fact in facts.items():
            setattr(self.company, name, fact)
        self.tell(PresenceChanged())


def crowd_client(server: Server, mine: frozenset[int], crowd: Crowd) -> CrowdClient:
    """Return a far client with such a company."""
    client: CrowdClient = far(server, mine, CrowdClient)(None)
    client.company, client.server = crowd, server  # type: ignore[assignment]
    return client
