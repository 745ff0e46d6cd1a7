"""A computer player or a program at a shared table: it thinks here and sits there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from engine.game import Player
from engine.loop import Call, Loop, OneTimer
from engine.reasons import Forfeit, IllegalMove
from engine.updates import (
    Continued,
    Ended,
    Refused,
    Resynced,
    TakenBack,
    Update,
)
from net.joining.client import RemoteClient
from programs.players import abandon, dismiss
from programs.thinking import Reaction, Think, Thought, think

AGAIN_SECONDS: Final = 1.0
"""The seconds after which a player whose move was refused is asked again."""

DOWN_SECONDS: Final = 120.0
"""The seconds for which the line may be down before the table is taken for gone."""


class FarPlayer:
    """A player that makes the moves of a client's seat, until the game is over.

    It may stay for further games: for a number of them, or as long as a person is there or a series
    goes on.

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
        ended: Callable[[RemoteClient[Any]], object] = lambda _client: None,
        games: int = 0,
    ) -> None:
        """Let a player play; the client and the player are closed at the end, or by `close`.

        Args:
            client: The client of its seat.
            player: The player of the first game.
            loop: The event loop.
            fresh_seed: Returns a seed, from which the time is drawn that it takes in a race.
            think: How it thinks: in a thread, or as a call of the loop.
            next_player: Returns the player of a further game; without it there is none.
            ended: Called with the client of each game that it has played to the end.
            games: How many games it plays, 0 for as many as others there want.
        """
        self.is_over = False
        self._ended = ended
        self._games = games
        self._played = 0
        self._is_playing = False
        self._down = OneTimer(loop)
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
        self._down.stop()
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
        """Agree to another game, or leave: enough are played, or nobody there could want one."""
        company, timeline = self.client.company, self.client.timeline
        places = [place for seat, place in enumerate(company.places) if seat != self._seat]
        there, series = [place for place in places if place.is_here], company.series
        if not self._games:
            there = [place for place in there if not place.level]
            if series is None or series.number == series.games:  # programs want no more then
                there = [place for place in there if place.is_person]
        is_enough = bool(self._games) and self._played >= self._games
        if self._next_player is None or timeline.outcome is None or not there or is_enough:
            self.close()
        elif not self._has_agreed:
            self._has_agreed = True
            company.again(True)

    def _hear(self, update: Update) -> None:
        if self.is_over:
            return
        if isinstance(update, Resynced | TakenBack | Refused):
            self._stop_thinking()
        self._watch_line()
        if self.client.is_lost:
            self.close()
        elif isinstance(update, Continued):
            self._follow()
        elif isinstance(update, Ended):
            self._end_game()
        elif self._player is None:
            if isinstance(update, Refused):
                self._has_agreed = False  # a player who was alone may ask again when somebody comes
            else:
                self._wait()
        elif isinstance(update, Refused):
            self._stop = self._loop.later(AGAIN_SECONDS, self._try_again).stop
        else:
            self._go_on()

    def _watch_line(self) -> None:
        """Leave a table to which the line is down for long."""
        if self.client.company.is_connected:
            self._down.stop()
        elif not self._down.is_running:
            self._down.start(DOWN_SECONDS, self.close)

    def _end_game(self) -> None:
        """Count the game if it was played here, and look for the next one."""
        self._let_go()
        if self._is_playing:
            self._is_playing = False
            self._played += 1
            self._ended(self.client)
        self._wait()

    def _go_on(self) -> None:
        """Let the player think if it is to move, once for a position."""
        client, timeline, player = self.client, self.client.timeline, self._player
        self._is_playing = client.company.has_begun
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
