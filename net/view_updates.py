"""Views as they travel: each told from the newest one that its receiver has confirmed.

Fields that a message leaves out are as in that view; of lists that only grow it has the new part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from engine.game import Game, View
from net.view_form import read_view, write_changes, write_view
from net.wire import ViewNews, WireError

M = TypeVar("M")

MOST_UNCONFIRMED: Final = 16
"""The views for which a sender awaits a confirmation; with more, the oldest is forgotten."""


class _Sent(NamedTuple):
    """A view that was sent or received, with its number, epoch and events."""

    number: int
    view: View[Any]
    epoch: int
    events: Sequence[dict[str, Any]]


class ViewWriter(Generic[M]):
    """The views of one game on a connection, as their sender keeps them.

    Attributes:
        number: The number of the last view.
    """

    def __init__(self, game: Game[M], number: int = 0) -> None:
        """Begin after the view with this number, of an earlier game on the connection."""
        self._game = game
        self._base: _Sent | None = None
        self._same: Any = None
        self._unconfirmed: list[_Sent] = []
        self.number = number

    def write(
        self, view: View[M], moves: int, epoch: int, events: Sequence[dict[str, Any]] = ()
    ) -> ViewNews:
        """Return the message of the next view; `events` are all that its reader may know."""
        self.number += 1
        base = self._base if self._base and self._base.epoch == epoch else None
        known = _alike(base.events, events) if base else 0
        if base is None:
            document = write_view(self._game, view)
        else:
            document = write_changes(self._game, self._game.since(view, base.view), self._same)
        self._unconfirmed.append(_Sent(self.number, view, epoch, tuple(events)))
        del self._unconfirmed[:-MOST_UNCONFIRMED]
        return ViewNews(
            view=self.number,
            moves=moves,
            epoch=epoch,
            fields=msgspec.Raw(msgspec.json.encode(document)),
            base=base.number if base else 0,
            events=tuple(events[known:]),
            known=known,
        )

    def confirm(self, number: int) -> None:
        """Note that the view with this number has arrived; an unknown number is passed over."""
        for sent in self._unconfirmed:
            if sent.number == number:
                self._base = sent
                self._same = self._game.since(sent.view, sent.view)  # while nobody waits
        self._unconfirmed = [sent for sent in self._unconfirmed if sent.number > number]


class ViewReader(Generic[M]):
    """The views of one connection, as their receiver keeps them.

    Attributes:
        events: The events as the newest view has them, as JSON.
    """

    def __init__(self, game: Game[M]) -> None:
        """Begin a connection on which nothing was received."""
        self.events: tuple[dict[str, Any], ...] = ()
        self._game = game
        self._received: list[_Sent] = []

    def read(self, news: ViewNews) -> View[M]:
        """Return the view of a message. Raises `WireError`."""
        base = self._find(news.base)
        try:
            document = msgspec.json.decode(news.fields)
            if base:
                document = {**write_view(self._game, base.view, base.view), **document}
            view = read_view(self._game, document, base.view if base else None)
        except (ValueError, TypeError, RecursionError) as fault:
            raise WireError(str(fault)[:200]) from None
        if news.known > len(self.events):
            raise WireError("the message goes on from events that were never sent")
        self.events = self.events[: news.known] + news.events
        self._received = [one for one in self._received if one.number >= news.base]
        self._received.append(_Sent(news.view, view, news.epoch, self.events))
        return view

    def _find(self, number: int) -> _Sent | None:
        if number == 0:
            return None
        for received in self._received:
            if received.number == number:
                return received
        raise WireError("the message goes on from a view that was never sent")


def _alike(before: Sequence[dict[str, Any]], now: Sequence[dict[str, Any]]) -> int:
    """Return how many events are as before; at the end of a game all secrets are told."""
    pairs = enumerate(zip(before, now, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(before), len(now)))
