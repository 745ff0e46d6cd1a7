"""A computer player or a program at a shared table: it thinks here and sits there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.client import Ended, Refused, Resynced, TakenBack, Update
from engine.game import Player
from engine.loop import Call, Loop
from engine.reasons import Forfeit, IllegalMove
from net.joining.client import RemoteClient
from programs.players import abandon, dismiss
from programs.reaction import Reaction
from programs.thinking import Think, think

AGAIN_SECONDS: Final = 1.0
"""The seconds after which a player whose move was refused is asked again."""


class FarPlayer:
    """A player that makes the moves of a client's seat, until the game is over.

    Attributes:
        is_over: Whether nothing more is to be done: the game is over, or the line lost for good.
    """

    def __init__(
        self,
        client: RemoteClient[Any],
        player: Player[Any],
        loop: Loop,
        fresh_seed: Callable[[], int],
        think: Think = think,
    ) -> None:
        """Let a player play; it thinks in a thread, or as a call of the loop.

        How long it takes in a race is drawn from a fresh seed. The client and the player are
        closed at the end, or by `close`.
        """
        self.is_over = False
        self._client = client
        (self._seat,) = client.own_seats
        self._player = player
        self._loop = loop
        self._fresh_seed = fresh_seed
        self._think = think
        self._stop: Call | None = None
        client.listen(self._hear)
        self._go_on()

    def close(self) -> None:
        """Stop thinking, let the player go and leave the table."""
        if self.is_over:
            return
        self.is_over = True
        self._stop_thinking()
        if self._client.position is None:
            abandon(self._player)
        else:
            dismiss(self._player, self._client.timeline.view(self._seat))
        self._client.close()

    def _hear(self, update: Update) -> None:
        if self.is_over:
            return
        if isinstance(update, Resynced | TakenBack | Refused):
            self._stop_thinking()
        if isinstance(update, Ended) or self._client.is_lost:
            self.close()
        elif isinstance(update, Refused):
            self._stop = self._loop.later(AGAIN_SECONDS, self._try_again).stop
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Let the player think if it is to move, once for a position."""
        client, timeline = self._client, self._client.timeline
        is_idle = client.company.has_begun and not client.is_sending and self._stop is None
        if is_idle and self._seat in timeline.to_move:
            view = timeline.view(self._seat)
            self._stop = self._think(
                self._player.choose, view, self._loop, self._chosen, self._gave_up
            )

    def _chosen(self, move: Any) -> None:
        """Submit a move; in a race after as long as somebody takes."""
        view = self._client.timeline.view(self._seat)
        if Reaction.milliseconds and view.timeout_play is not None:
            seconds = Reaction.seconds(self._fresh_seed())
            self._stop = self._loop.later(seconds, lambda: self._submit(move)).stop
        else:
            self._submit(move)

    def _submit(self, move: Any) -> None:
        """Submit a move, or let another one be chosen if it cannot be made any more."""
        self._stop = None
        try:
            self._client.timeline.view(self._seat).check(move)
        except IllegalMove:
            self._go_on()
        else:
            self._client.submit(self._seat, move)

    def _try_again(self) -> None:
        self._stop = None
        self._go_on()

    def _gave_up(self, _why: Forfeit) -> None:
        self._stop = None
        self._client.resign(self._seat)

    def _stop_thinking(self) -> None:
        if self._stop:
            self._stop()
            self._stop = None
