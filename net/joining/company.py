"""The others at a shared table, as a remote client has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.client import PHRASES, Place
from engine.game import View, has_partners
from engine.updates import Said, Update
from net import wire
from net.joining.people import place_in_series
from net.joining.reception import StrangeNews

if TYPE_CHECKING:
    from net.joining.client import RemoteClient


class RemoteCompany:
    """The others at a shared table, and what is asked of them and of the table.

    Attributes:
        table: The name by which others join the table.
        owner: What the owner of the table is called.
        is_owner: Whether the table belongs to this client's account.
        patience: The seconds that an absent player has in turn before the game may be claimed.
        game_number: The number of the game among those of the table, from 1.
        series: The place of the game in a series, None for a single game.
        pause: The seconds after a game of a series in which the next one begins by itself.
        grace: The seconds that he has, each time, before a computer player may play for him.
        is_connected: Whether the line to the table is up.
    """

    def __init__(
        self, client: RemoteClient[Any], welcome: wire.WelcomeNews, table: str, owner: str
    ) -> None:
        self.table = table
        self.owner = owner
        self.is_owner = welcome.is_owner
        self.patience = max(welcome.patience, 0)
        self.grace = max(welcome.grace, 0)
        self.game_number = welcome.game_number
        self.pause = max(welcome.pause, 0)
        sides = client.timeline.game.sides(client.timeline.options)
        self.series = place_in_series(welcome.series, sides)
        self.is_connected = True
        self._client = client

    @property
    def places(self) -> tuple[Place, ...]:
        """Who sits where, by seat."""
        return self._client.people.places

    @property
    def watchers(self) -> int:
        """The number of spectators."""
        return self._client.people.watchers

    @property
    def has_begun(self) -> bool:
        """Whether the game has begun, and its first view has arrived."""
        return self._client.people.has_begun and self._client.position is not None

    @property
    def phrases(self) -> tuple[str, ...]:
        """The codes of the phrases that may be said now; none to a partner."""
        return PHRASES if self._may_speak() else ()

    def check_with(self, read: Callable[[View[Any]], object]) -> None:
        """Let `read` read every view before it is believed; what it raises ends the line."""
        self._client.checks[:] = [read]

    def sit(self, seat: int) -> None:
        """Take a free seat in place of one's own, before the game begins."""
        self._ask(lambda number: wire.SitRequest(number, seat))

    def again(self, yes: bool) -> None:
        """Say whether one wants another game after this one, or the next one of its series."""
        self._ask(lambda number: wire.AgainRequest(number, yes))

    def follow(self) -> RemoteClient[Any]:
        """Hand the place over to the client of the newest game at the table, and return it."""
        return self._client.follow()

    def say(self, phrase: str) -> None:
        """Say a phrase to all at the table."""
        self._ask(lambda number: wire.SayRequest(number=number, phrase=phrase))

    def claim(self, seat: int) -> None:
        """Claim the game, for the player of `seat` has been absent in turn for too long."""
        self._ask(lambda number: wire.ClaimRequest(number=number, seat=seat))

    def replace(self, seat: int, level: str) -> None:
        """Let a computer player play for an absent player, or take a free seat."""
        self._ask(lambda number: wire.ReplaceRequest(number=number, seat=seat, level=level))

    def heard(self, said: wire.SaidNews) -> list[Update]:
        """Return the phrase that somebody said, if it is known. Raises `StrangeNews`."""
        if said.seat not in (None, *range(len(self.places))):
            raise StrangeNews("words of nobody")
        return [Said(said.seat, said.phrase)] if said.phrase in PHRASES else []

    def _ask(self, make: Callable[[int], wire.WireMessage]) -> None:
        self._client.ask_table(make, at_once=True)

    def _may_speak(self) -> bool:
        timeline = self._client.timeline
        if not self.has_begun or timeline.outcome is not None:
            return True
        return not has_partners(timeline.game.sides(timeline.options))
