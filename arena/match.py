"""Meetings: one deal played once for each player, everybody moving one seat on each time."""

from __future__ import annotations

from contextlib import ExitStack
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

from arena.schedule import Meeting
from engine.game import Player, StopFlag, Stopped, never
from engine.reasons import Explanation, Forfeit, IllegalMove, Reason
from engine.shuffle import Lots
from engine.table import Sitter, Table
from programs.players import OutOfResources, dismiss, make_player
from saves.rating import merit

Seconds = tuple[float, ...]


class Forfeited(NamedTuple):
    """The forfeit of a game.

    Attributes:
        by: The sitter that lost.
        why: The reason and its facts.
        text: What a file says of it, where that is all that is known.
    """

    by: int
    why: Explanation
    text: str = ""


class GameResult(NamedTuple):
    """The result of one game.

    Sitter number n sits on seat n in the first game of a meeting and keeps its number where it
    sits later; of k players number p has the sitters p, p + k, p + 2k, ...

    Attributes:
        winners: The sitters that won; all or nobody is a draw.
        why: Why the game ended.
        turns: The number of moves that players made.
        given_up: The forfeit that ended it, if one did.
        points: The points by sitter, if the game has any.
    """

    winners: tuple[int, ...]
    why: Reason
    turns: int
    given_up: Forfeited | None
    points: tuple[int, ...] = ()

    def ahead(self, one: int, other: int) -> float:
        """Return 1 if sitter `one` finished ahead of `other`, 0 if behind, else 0.5.

        A winner is ahead of all others. Of two losers, a sitter that forfeited is behind, else the
        sitter with points nearer to a winner's is ahead.
        """
        merits = [self._merit(sitter) for sitter in (one, other)]
        return 0.5 if merits[0] == merits[1] else float(merits[0] > merits[1])

    def _merit(self, sitter: int) -> tuple[bool, bool, int]:
        has_won, nearness = merit(self.winners, self.points, sitter)
        gave_up = self.given_up is not None and self.given_up.by == sitter
        return has_won, has_won or not gave_up, nearness


class MeetingResult(NamedTuple):
    """The results of a meeting.

    Attributes:
        table, deal: The meeting, as `Meeting` numbers it.
        games: The result of each game.
        seconds: The time of each decision, by player.
        seats: The number of seats of the game.
    """

    table: int
    deal: int
    games: tuple[GameResult, ...]
    seconds: tuple[Seconds, ...]
    seats: int = 2

    @property
    def score(self) -> float:
        """The score of the first player against all others over all games, 0 to 1."""
        return fmean(self.share(0, other) for other in range(1, self.players))

    def share(self, one: int, other: int) -> float:
        """Return the score of player `one` against `other` over all games, 0 to 1."""
        step = self.players
        ahead = [
            game.ahead(mine, theirs)
            for game in self.games
            for mine in range(one, self.seats, step)
            for theirs in range(other, self.seats, step)
        ]
        return sum(ahead) / len(ahead)

    def won(self, player: int) -> float:
        """Return the games a player won; a win is split among the winners, a draw among all."""
        won = 0.0
        for game in self.games:
            winners = game.winners or range(self.seats)
            won += sum(sitter % self.players == player for sitter in winners) / len(winners)
        return won

    def points(self, player: int) -> list[int]:
        """Return the points of a player's sitters in all games; none if the game has none."""
        return [points for game in self.games for points in game.points[player :: self.players]]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.seconds)


def play_meeting(meeting: Meeting, stop: StopFlag = never) -> MeetingResult:
    """Play all games of a meeting. Raises `Stopped` and `OutOfResources`.

    The same meeting has the same result wherever it is played, except for `seconds`.
    """
    players = range(len(meeting.kinds))
    seconds: list[list[float]] = [[] for _ in players]
    games = tuple(_play(meeting, number, seconds, stop) for number in players)
    return MeetingResult(
        meeting.table, meeting.deal, games, tuple(map(tuple, seconds)), meeting.seats
    )


def _play(meeting: Meeting, number: int, seconds: list[list[float]], stop: StopFlag) -> GameResult:
    """Play game `number` (from 0): every sitter sits that many seats on from the first game."""
    game, seats = meeting.game(), range(meeting.seats)
    sitter_on = [(seat - number) % meeting.seats for seat in seats]
    player_on = [sitter % len(meeting.kinds) for sitter in sitter_on]
    sitters = [
        Sitter(kind, kind, meeting.player_seed(number, seat))
        for seat, kind in enumerate(meeting.kinds[player] for player in player_on)
    ]
    table = Table(game, meeting.options, sitters, meeting.deal_seed)
    _open(table, game.opening_plies, meeting.opening_seed)
    given_up = None
    with ExitStack() as stack:
        players = []
        for seat, sitter in enumerate(sitters):
            players.append(make_player(game, sitter, meeting.patience))
            stack.callback(_dismiss, players[seat], table, seat)
        while table.outcome is None:
            if stop():
                raise Stopped
            seat = _next(table, Lots(meeting.opening_seed, len(table.plays)))
            try:
                _move(table, seat, players[seat], seconds[player_on[seat]], stop)
            except OutOfResources:
                raise
            except (Forfeit, IllegalMove) as lost:
                given_up = Forfeited(sitter_on[seat], lost.explanation)
                table.forfeit(seat, str(lost))
    outcome = table.outcome
    assert outcome is not None
    winners = tuple(sorted(sitter_on[seat] for seat in outcome.winners))
    points = outcome.points and tuple(outcome.points[sitter_on.index(s)] for s in seats)
    return GameResult(winners, outcome.why, table.turns, given_up, points)


def _next(table: Table[Any], lots: Lots) -> int:
    """Return the seat that moves now, a random one if several may."""
    movers = table.to_move
    return movers[0] if len(movers) == 1 else movers[lots.below(len(movers))]


def _open(table: Table[Any], plies: int, seed: int) -> None:
    """Play random opening moves, so that a game without chance is not always the same."""
    while table.turns < plies and table.outcome is None:
        lots = Lots(seed, len(table.plays))
        seat = _next(table, lots)
        legal = list(table.view(seat).legal())
        table.play(seat, legal[lots.below(len(legal))])


def _move(
    table: Table[Any], seat: int, player: Player[Any], seconds: list[float], stop: StopFlag
) -> None:
    """Let a player move, and record its time. Raises `Forfeit` or `IllegalMove` if it loses."""
    view = table.view(seat)
    begin = perf_counter()
    move = player.choose(view, stop)
    seconds.append(perf_counter() - begin)
    table.play(seat, move)


def _dismiss(player: Player[Any], table: Table[Any], seat: int) -> None:
    dismiss(player, table.view(seat))
