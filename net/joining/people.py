"""Who sits at a shared table, as a client is told."""

from __future__ import annotations

from collections.abc import Sequence

from engine.client import Place, plain_name
from engine.game import Sides
from engine.series import SeriesPlace
from engine.table import ELSEWHERE, HUMAN, PROGRAM, Sitter
from engine.updates import PresenceChanged, Seated, Update
from net.joining.reception import StrangeNews
from net.wire import PeopleNews, PlaceNews, SeriesNews

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
