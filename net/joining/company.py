"""The others at a shared table, as a client is told of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engine.client import PHRASES, Outage, Place, plain_name
from engine.clock import ClockTimes, TimeControl
from engine.game import Game, Sides, View, has_partners
from engine.loop import OneTimer
from engine.reasons import Explanation
from engine.series import SeriesPlace
from engine.table import ELSEWHERE, HUMAN, PROGRAM, Sitter
from engine.updates import DealChecked, PresenceChanged, Said, Seated, SecondPassed, Update
from net import wire
from net.doorkeeper import note_waiting
from net.joining.own_cuts import OwnCuts
from net.joining.reception import StrangeNews
from net.joining.web import is_web_address
from net.wire_parts import ClocksNews, PlaceNews, SeriesNews

if TYPE_CHECKING:
    from net.joining.client import RemoteClient

_KINDS: Final = ("person", "computer", "program", "free")
_PRESENCES: Final = ("here", "away", "gone")
_ANSWERS: Final = {"yes": True, "no": False}
_MOST: Final = 1_000_000
_MOST_MILLI: Final = 1000 * _MOST
"""The most milliseconds of a clock, far more than any has."""


class RemoteCompany:
    """The others at a shared table; other attributes are as in `Company`.

    Attributes:
        is_full: Whether every seat is taken.
        has_view: Whether the first view of the game has arrived.
        cuts: Our cuts before the deals at this table.
    """

    def __init__(
        self,
        client: RemoteClient[Any],
        welcome: wire.WelcomeNews,
        table: str,
        owner: str,
    ) -> None:
        """Expect the list of people of a table that has said welcome.

        Args:
            client: The client of the game.
            welcome: The welcome of the table.
            table: The name by which others join the table.
            owner: The name of its owner as the system knows it.
        """
        timeline = client.timeline
        game = timeline.game
        self.table = table
        self.address = welcome.address if is_web_address(welcome.address) else ""
        self.has_password = welcome.has_password
        self.owner = owner
        self.is_owner = welcome.is_owner
        self.is_known = welcome.is_known
        self.cuts = OwnCuts()
        self.deal: Explanation | None = None
        self.patience = max(welcome.patience, 0)
        self.grace = max(welcome.grace, 0)
        self.game_number = welcome.game_number
        self.pause = max(welcome.pause, 0)
        self.race_time = max(welcome.race_time, 0)
        self.series = place_in_series(welcome.series, game.sides(timeline.options))
        self.control = control_told(welcome.clock)
        self._clocks: tuple[ClockTimes, float] | None = None
        self._now = client.loop.now
        self.is_connected = True
        self._lost_at = self._next_try = self._back_at = 0.0
        self._second = OneTimer(client.loop)
        self.places = (Place("", "free"),) * len(timeline.seats)
        self.watchers = 0
        self.is_full = self.has_view = False
        self.follow = client.follow
        self._client = client
        self._timeline = timeline
        self._own = welcome.seat
        timeline.sitters = self._sitters()

    @property
    def has_begun(self) -> bool:
        """Whether the game has begun, and its first view has arrived."""
        return self.is_full and self.has_view

    @property
    def clocks(self) -> ClockTimes | None:
        """The times of the clocks now, None where nothing is timed, or nothing is known yet.

        They go on from what the table told last, for they run there too while the line is down.
        """
        if self._clocks is None:
            return None
        times, at = self._clocks
        return times.after(self._now() - at)

    def timed(self, news: ClocksNews) -> None:
        """Take over the clocks of a message. Raises `StrangeNews`."""
        left, running = news.left, news.running
        is_possible = len(left) == len(self._timeline.seats) and all(
            -1 <= one <= _MOST_MILLI for one in left
        )
        if not is_possible or not all(0 <= at < len(left) and left[at] >= 0 for at in running):
            raise StrangeNews("impossible clocks")
        seconds = tuple(None if one < 0 else one / 1000 for one in left)
        self._clocks = ClockTimes(seconds, frozenset(running)), self._now()

    def check_deal(self, record: bytes) -> list[Update]:
        """Check the deal of the game that is over by its record; return the updates."""
        if self._timeline.outcome is None:  # nobody asked for it
            return []
        seen = self._timeline.view(self._own)
        self.deal = self.cuts.verdict(self.game_number, record, seen)
        return [DealChecked()] if self.deal else []

    @property
    def phrases(self) -> tuple[str, ...]:
        """The codes of the phrases that may be said now; none to a partner."""
        at = self._timeline
        is_in_play = self.has_begun and at.outcome is None
        return () if is_in_play and has_partners(at.game.sides(at.options)) else PHRASES

    @property
    def outage(self) -> Outage | None:
        """What is known of a lost connection that is tried again, None for none."""
        client = self._client
        if self.is_connected or client.is_lost:
            return None
        now, timeline, claimable = self._now(), self._timeline, None
        if self._own is not None and self.has_begun and self._own in timeline.to_move:
            passed = now - self._lost_at + self.places[self._own].waited
            claimable = max(ceil(self.patience - passed), 0)
        left = (max(ceil(end - now), 0) for end in (self._next_try, self._back_at))
        next_try, back = left
        return Outage(next_try, None if back else claimable, back)

    def lost(self, seconds: float, back: int = 0) -> bool:
        """Note that the connection is lost, or was tried in vain; it is tried again later.

        A server that stops has told the seconds until it is `back`, 0 where it told none.
        Return whether they have not passed yet.
        """
        now = self._now()
        if back:
            self._back_at = now + back
        if self.is_connected:
            self.is_connected, self._lost_at = False, now
        self._next_try = now + seconds
        return now < self._back_at

    def back(self) -> bool:
        """Note that the connection is up; return whether it was lost."""
        was_down, self.is_connected, self._back_at = not self.is_connected, True, 0.0
        self.stop_seconds()
        return was_down

    def count_seconds(self) -> None:
        """Tell every second that passes, until the connection is back."""
        if not self._second.is_running:
            self._second.start(1.0, self._pass_second)

    def _pass_second(self) -> None:
        if self.outage:
            self._second.start(1.0, self._pass_second)
            self._client.tell(SecondPassed())

    def stop_seconds(self) -> None:
        """Tell no more seconds: the place is left."""
        self._second.stop()
        note_waiting(False)

    def saw(self) -> None:
        """Note that a view of the game has arrived."""
        self.has_view = True
        self._note_waiting()

    def _note_waiting(self) -> None:
        """Tell the door, if there is one, whether another person's move is waited for here."""
        to_move, own = self._timeline.to_move, self._own
        is_in_play = self.has_begun and self._timeline.outcome is None
        note_waiting(is_in_play and own is not None and own not in to_move)

    def check_with(self, read: Callable[[View[Any]], object]) -> None:
        """Let `read` read every view before it is believed; its errors end the line."""
        self._client.checks[:] = [read]

    def sit(self, seat: int) -> None:
        """Take a free seat in place of the own one, before the game begins."""
        self._client.ask_table(wire.SitRequest, seat, at_once=True)

    def again(self, yes: bool) -> None:
        """Say whether one wants another game after this one, or the next one of its series."""
        self._client.ask_table(wire.AgainRequest, yes, at_once=True)

    def say(self, phrase: str) -> None:
        """Say a phrase to all at the table."""
        self._client.ask_table(wire.SayRequest, phrase, at_once=True)

    def claim(self, seat: int) -> None:
        """Claim the game, for the player of `seat` has been absent in turn for too long."""
        self._client.ask_table(wire.ClaimRequest, seat, at_once=True)

    def replace(self, seat: int, level: str) -> None:
        """Let a computer player play for an absent player, or take a free seat."""
        self._client.ask_table(wire.ReplaceRequest, seat, level, at_once=True)

    def seated(self, news: wire.PeopleNews) -> list[Update]:
        """Take over the list of people; return the updates. Raises `StrangeNews`."""
        timeline, before = self._timeline, (self.places, self.watchers, self.is_full)
        if news.clocks:
            self.timed(news.clocks)
        self.places = places_of(news, timeline.game, len(timeline.seats))
        self.watchers, self.is_full = news.watchers, news.has_begun
        sitters = self._sitters()
        told: list[Update] = [
            Seated(seat, now)
            for seat, (was, now) in enumerate(zip(timeline.sitters, sitters, strict=True))
            if was != now
        ]
        if told:
            timeline.sitters = sitters
            timeline.version += 1
        if self.has_view:
            self._note_waiting()
        is_same = before == (self.places, self.watchers, self.is_full) and news.clocks is None
        return told if is_same else [*told, PresenceChanged()]

    def heard(self, said: wire.SaidNews) -> list[Update]:
        """Return the phrase that somebody said, if it is known. Raises `StrangeNews`."""
        if said.seat not in (None, *range(len(self.places))):
            raise StrangeNews("words of nobody")
        return [Said(said.seat, said.phrase)] if said.phrase in PHRASES else []

    def _sitters(self) -> tuple[Sitter, ...]:
        """Return the sitters; the people of other clients are elsewhere."""
        return tuple(map(self._sitter, range(len(self.places)), self.places, self._timeline.seats))

    def _sitter(self, seat: int, place: Place, otherwise: str) -> Sitter:
        name = place.name or otherwise
        if place.level:
            return Sitter(name, place.level)
        if place.is_person or place.is_free or seat == self._own:
            return Sitter(name, HUMAN if seat == self._own else ELSEWHERE)
        return Sitter(name, PROGRAM + place.name)


def places_of(
    news: wire.PeopleNews | wire.SignNews, game: Game[Any], seats: int
) -> tuple[Place, ...]:
    """Return the places at a table with this number of seats. Raises `StrangeNews`."""
    if len(news.places) != seats or not 0 <= news.watchers <= _MOST:
        raise StrangeNews("another number of seats")
    return tuple(_place(place, tuple(game.computer_players)) for place in news.places)


def _place(news: PlaceNews, levels: Sequence[str]) -> Place:
    if news.kind not in _KINDS or news.presence not in _PRESENCES:
        raise StrangeNews("an unknown kind of player")
    if news.level and news.level not in levels:
        raise StrangeNews("an unknown level")
    if not 0 <= news.absent <= news.waited <= _MOST:
        raise StrangeNews("an impossible time")
    name, kind, level, presence, waited, absent, again = msgspec.structs.astuple(news)
    return Place(plain_name(name), kind, level, presence, waited, absent, _ANSWERS.get(again))


def control_told(text: str) -> TimeControl | None:
    """Return the time control that a table told; None for none, or one without sense."""
    try:
        return TimeControl.parse(text)
    except ValueError:
        return None


def place_in_series(
    news: SeriesNews | None, sides: Sides, *, is_over: bool = False
) -> SeriesPlace | None:
    """Return the place in a series that a table told; None for none, or an impossible one.

    With `is_over` the game itself counts in the score.
    """
    if news is None or len(news.score) != len(sides) or not 1 <= news.number <= news.games <= _MOST:
        return None
    most = news.number - (not is_over)
    is_possible = all(0 <= won <= most for won in news.score) and (
        not news.pair or len(news.pair) == len(sides)
    )
    if not is_possible:
        return None
    return SeriesPlace(news.number, news.games, news.score, pair=news.pair)
