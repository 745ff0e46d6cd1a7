"""A computer player or a program at a shared table: it thinks here and sits there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from engine.game import Player
from engine.loop import Call, Loop
from engine.reasons import Forfeit, IllegalMove
from engine.updates import Continued, Ended, Refused, Resynced, TakenBack, Update
from net.joining.client import RemoteClient
from programs.players import abandon, dismiss
from programs.thinking import Reaction, Think, Thought, think

AGAIN_SECONDS: Final = 1.0
"""The seconds after which a player whose move was refused is asked again."""


class FarPlayer:
    """A player that makes the moves of a client's seat, until the game is over.

    It may stay for further games, as long as a person is there or a series goes on.

    Attributes:
        client: The client of the game that is played.
        is_over: Whether nothing more is to be done: all is over, or the line lost for good.
    """

    def __init__(
        self,
        client: RemoteClient[Any],
        player: Player[Any],
        loop: Loop,
        fresh_seed: Callable[[], int],
        think: Think = think,
        next_player: Callable[[], Player[Any]] | None = None,
    ) -> None:
        """Let a player play; it thinks in a thread, or as a call of the loop.

        How long it takes in a race is drawn from a fresh seed. The client and the player are
        closed at the end, or by `close`. `next_player` returns the player of a further game;
        without it there is none.
        """
        self.is_over = False
        self._player: Player[Any] | None = player
        self._loop = loop
        self._fresh_seed = fresh_seed
        self._think = think
        self._next_player = next_player
        self._stop: Call | None = None
        self._sit_down(client)

    def _sit_down(self, client: RemoteClient[Any]) -> None:
        self.client = client
        (self._seat,) = client.own_seats
        self._has_agreed = False
        client.listen(self._hear)
        if client.position is not None and client.timeline.outcome is not None:
            self._hear(Ended(client.timeline.outcome))
        else:
            self._go_on()

    def close(self) -> None:
        """Stop thinking, let the player go and leave the table."""
        if self.is_over:
            return
        self.is_over = True
        self._let_go()
        self.client.close()

    def _let_go(self) -> None:
        """Let the player of this game go."""
        self._stop_thinking()
        player, self._player = self._player, None
        if player is None:
            return
        if self.client.position is None:
            abandon(player)
        else:
            dismiss(player, self.client.timeline.view(self._seat))

    def _follow(self) -> None:
        """Play the next game, or at the other seat that the table gave."""
        before = self.client
        if self._player is None:
            assert self._next_player
            self._player = self._next_player()
        self._sit_down(before.follow())
        before.close()

    def _wait(self) -> None:
        """Agree to another game, or leave if nobody there could want one."""
        company, timeline = self.client.company, self.client.timeline
        places = [place for seat, place in enumerate(company.places) if seat != self._seat]
        there = [place for place in places if place.is_here and not place.level]
        series = company.series
        if series is None or series.number == series.games:  # programs alone want no more then
            there = [place for place in there if place.is_person]
        if self._next_player is None or timeline.outcome is None or not there:
            self.close()
        elif not self._has_agreed:
            self._has_agreed = True
            company.again(True)

    def _hear(self, update: Update) -> None:
        if self.is_over:
            return
        if isinstance(update, Resynced | TakenBack | Refused):
            self._stop_thinking()
        if self.client.is_lost:
            self.close()
        elif isinstance(update, Continued):
            self._follow()
        elif isinstance(update, Ended):
            self._let_go()
            self._wait()
        elif self._player is None:
            if isinstance(update, Refused):
                self._has_agreed = False  # a player who was alone may ask again when somebody comes
            else:
                self._wait()
        elif isinstance(update, Refused):
            self._stop = self._loop.later(AGAIN_SECONDS, self._try_again).stop
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Let the player think if it is to move, once for a position."""
        client, timeline, player = self.client, self.client.timeline, self._player
        is_idle = client.company.has_begun and not client.is_sending and self._stop is None
        if player and is_idle and self._seat in timeline.to_move:
            view = timeline.view(self._seat)
            self._stop = self._think(
                Thought(player.choose, view, self._loop, self._chosen, self._gave_up)
            )

    def _chosen(self, move: Any) -> None:
        """Submit a move; in a race after as long as somebody takes."""
        view, submit = self.client.timeline.view(self._seat), partial(self._submit, move)
        race_time = self.client.company.race_time
        if timer := Reaction.wait(view, self._loop, self._fresh_seed, submit, race_time):
            self._stop = timer.stop

    def _submit(self, move: Any) -> None:
        """Submit a move, or let another one be chosen if it cannot be made any more."""
        self._stop = None
        try:
            self.client.timeline.view(self._seat).check(move)
        except IllegalMove:
            self._go_on()
        else:
            self.client.submit(self._seat, move)

    def _try_again(self) -> None:
        self._stop = None
        self._go_on()

    def _gave_up(self, _why: Forfeit) -> None:
        self._stop = None
        self.client.resign(self._seat)

    def _stop_thinking(self) -> None:
        if self._stop:
            self._stop()
            self._stop = None
