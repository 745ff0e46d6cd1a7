"""The views of one line, each told from the newest one that its reader has confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.game import Game, View
from net.wire import ViewNews


class WholeViews:
    """The views of one line, each standing alone."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._number = 0

    def write(
        self, view: View[Any], moves: int, epoch: int, events: Sequence[dict[str, Any]] = ()
    ) -> ViewNews:
        """Return the message of the next view; `events` are all that its reader may know."""
        self._number += 1
        state = msgspec.Raw(msgspec.json.encode(self._game.view_to_json(view)))
        return ViewNews(self._number, moves, epoch, state, events=tuple(events))

    def confirm(self, number: int) -> None:
        """Note that the view with this number has arrived."""
