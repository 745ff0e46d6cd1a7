"""The others at a shared table, as a client is told of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.client import PHRASES, Place, plain_name
from engine.game import Sides, View, has_partners
from engine.series import SeriesPlace
from engine.table import ELSEWHERE, HUMAN, PROGRAM, Sitter
from engine.updates import PresenceChanged, Said, Seated, Update
from net import wire
from net.joining.reception import StrangeNews
from net.wire import PeopleNews, PlaceNews, SeriesNews

if TYPE_CHECKING:
    from net.joining.client import RemoteClient


_KINDS = ("person", "computer", "program", "free")
_PRESENCES = ("here", "away", "gone")
_MOST = 1_000_000


class People:
    """The people at a shared table.

    Attributes:
        places: Who sits where, by seat.
        watchers: The number of spectators.
        has_begun: Whether every seat was taken, so that the game is in play.
    """

    def __init__(self, names: Sequence[str], own: int | None, levels: Sequence[str]) -> None:
        """Expect who sits at the seats with these names.

        Args:
            names: The names of the seats.
            own: The seat of this client, None for a spectator.
            levels: The levels of computer players of the game.
        """
        self.places = tuple(Place("", is_free=True) for _name in names)
        self.watchers = 0
        self.has_begun = False
        self._names = names
        self._own = own
        self._levels = frozenset(levels)

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits at the table, with the people of other clients elsewhere."""
        return tuple(self._sitter(seat, place) for seat, place in enumerate(self.places))

    def take(self, news: PeopleNews) -> list[Update]:
        """Take over what a message says; return what is new. Raises `StrangeNews`."""
        if len(news.places) != len(self._names) or not 0 <= news.watchers <= _MOST:
            raise StrangeNews("another number of seats")
        before = self.sitters, (self.places, self.watchers, self.has_begun)
        self.places = tuple(self._place(place) for place in news.places)
        self.watchers, self.has_begun = news.watchers, news.has_begun
        now = self.sitters, (self.places, self.watchers, self.has_begun)
        told: list[Update] = [
            Seated(seat, sitter)
            for seat, sitter in enumerate(self.sitters)
            if sitter != before[0][seat]
        ]
        return [*told, PresenceChanged()] if now[1] != before[1] else told

    def _place(self, news: PlaceNews) -> Place:
        if news.kind not in _KINDS or news.presence not in _PRESENCES:
            raise StrangeNews("an unknown kind of player")
        if news.level and news.level not in self._levels:
            raise StrangeNews("an unknown level")
        if not 0 <= news.absent <= news.waited <= _MOST:
            raise StrangeNews("an impossible time")
        return Place(
            plain_name(news.name),
            is_free=news.kind == "free",
            is_person=news.kind == "person",
            level=news.level,
            is_here=news.presence == "here",
            is_gone=news.presence == "gone",
            waited=news.waited,
            absent=news.absent,
            again={"yes": True, "no": False}.get(news.again),
        )

    def _sitter(self, seat: int, place: Place) -> Sitter:
        name = place.name or self._names[seat]
        if place.level:
            return Sitter(name, place.level)
        if place.is_person or place.is_free or seat == self._own:
            return Sitter(name, HUMAN if seat == self._own else ELSEWHERE)
        return Sitter(name, PROGRAM + place.name)


def place_in_series(
    news: SeriesNews | None, sides: Sides, *, is_over: bool = False
) -> SeriesPlace | None:
    """Return the place in a series that a table told; None for none, or an impossible one.

    With `is_over` the game itself counts in the score.
    """
    if news is None or len(news.score) != len(sides) or not 1 <= news.number <= news.games <= _MOST:
        return None
    most = news.number - (not is_over)
    is_possible = all(0 <= won <= most for won in news.score)
    return SeriesPlace(news.number, news.games, news.score) if is_possible else None


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
