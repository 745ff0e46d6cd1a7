"""The reception of the views that a table sends: a timeline, and the updates of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final, Generic, TypeVar

import msgspec

from engine.game import View
from engine.table import Event, EventKind, Seen
from engine.timeline import ReceivedTimeline
from engine.updates import NOTHING, Told, Update, gone_back, news_since
from net.joining.requests import Newest
from net.view_updates import ViewReader
from net.wire import ViewNews

M = TypeVar("M")

MOST_MOVES: Final = 1_000_000
_MOST_TEXT: Final = 1000


class StrangeNews(ValueError):
    """An error: a message of a table that makes no sense."""


class Reception(Generic[M]):
    """The views of one seat as they arrive, and the timeline made of them.

    Attributes:
        timeline: The game, as far as it is known here.
        position: The number of moves and the epoch of the newest view, None before the first.
    """

    def __init__(
        self,
        timeline: ReceivedTimeline[M],
        seat: int | None,
        checks: Sequence[Callable[[View[M]], object]] = (),
    ) -> None:
        """Expect the views of a seat, None for a spectator's, each read by all `checks` first."""
        self.timeline = timeline
        self.position: Seen | None = None
        self._seat = seat
        self._checks = checks
        self.begin_line()

    @property
    def newest(self) -> Newest:
        """The facts of the newest view that matter to the requests of this seat."""
        now, timeline = self.position, self.timeline
        if now is None or self._seat is None:
            return Newest()
        return Newest(now.epoch, timeline.last_turn(self._seat), timeline.outcome is not None)

    def begin_line(self) -> None:
        """Expect views that are numbered from 1 again, the first one standing alone."""
        self._newest = 0
        self._reader: ViewReader[M] = ViewReader(self.timeline.game)
        self._events: list[Event] = []
        self._checked: dict[int, int] = {}

    def take(self, news: ViewNews) -> list[Update]:
        """Take a view into the timeline; return the updates. Raises `StrangeNews`."""
        if news.view <= self._newest or not 0 <= news.moves <= MOST_MOVES or news.epoch < 0:
            raise StrangeNews("numbers out of order")
        seats = len(self.timeline.seats)
        try:
            view = self._reader.read(news)
            events = self._events[: news.known] + [_event(one, seats) for one in news.events]
            self._try_out(view, news.moves, self._checked.get(news.base, 0))
        except Exception as fault:  # noqa: BLE001 - whatever a stranger makes the rules say
            raise StrangeNews(type(fault).__name__) from None
        self._newest, self._events = news.view, events
        self._checked = {at: lines for at, lines in self._checked.items() if at >= news.base}
        self._checked[news.view] = len(view.log)
        return self._receive(Seen(news.moves, news.epoch), view, events)

    def _try_out(self, view: View[M], moves: int, checked: int) -> None:
        """Read a view as screens and players do, its log but for the lines checked before.

        Raises whatever is wrong with it.
        """
        if view.seat != self._seat:
            raise StrangeNews("the view of another seat")
        last = 0
        for line in view.log.latest(len(view.log) - checked):
            if not last <= line.ply <= moves:
                raise StrangeNews("a log out of order")
            last = line.ply
        if view.outcome is None and self._seat in view.to_move:
            list(islice(view.legal(), 2))
            view.draft().steps()
        for check in self._checks:
            check(view)

    def _receive(self, now: Seen, view: View[M], events: list[Event]) -> list[Update]:
        """Bring the timeline up to date; return the updates."""
        timeline, before = self.timeline, self.position
        new = events[len(timeline.events) :]
        told = Told(NOTHING, now.epoch, is_over=False)
        if before:
            told = Told(before.moves, before.epoch, timeline.outcome is not None)
            if now.epoch != before.epoch:
                timeline.go_back(min(gone_back(new).to, now.moves))
        timeline.events = events
        timeline.receive(now.moves, view)
        self.position = now
        # The list of people tells changes of seats.
        new = [event for event in new if event.kind is not EventKind.SEAT]
        return news_since(told, now, timeline.outcome, timeline, new)


def _event(document: dict[str, Any], seats: int) -> Event:
    """Return an event of a message. Raises `ValueError`."""
    event = msgspec.convert(document, Event, strict=True)
    if not 0 <= event.at <= MOST_MOVES or event.seat not in (None, *range(seats)):
        raise StrangeNews("an event of nobody")
    sitter = (event.sitter.name, event.sitter.kind) if event.sitter else ()
    for text in (event.text, *event.moves, *sitter):
        if len(text) > _MOST_TEXT or not text.isprintable():
            raise StrangeNews("a text that cannot be shown")
    return event
