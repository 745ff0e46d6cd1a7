"""Plays one deal as often as there are players, each time one seat further on."""

from __future__ import annotations

from contextlib import ExitStack
from time import perf_counter
from typing import Any, NamedTuple

from arena.schedule import Meeting
from engine.game import Forfeit, IllegalMove, Player, Reason, StopFlag, Stopped, never
from engine.shuffle import Lots
from engine.table import Sitter, Table
from net.failures import Lack
from net.players import dismiss, make_player

Seconds = tuple[float, ...]


class GivenUp(NamedTuple):
    """That a sitter lost a game without being beaten.

    Attributes:
        by: The sitter.
        reason, facts: Why.
    """

    by: int
    reason: Reason
    facts: dict[str, Any]


class Played(NamedTuple):
    """How one game ended.

    Sitter number n sits on seat n in the first game of a meeting and keeps its number where it
    sits later; of k players number p has the sitters p, p + k, p + 2k, ...

    Attributes:
        winners: The sitters that won; all or nobody is a draw.
        why: Why the game ended.
        turns: How many moves the players made.
        given_up: Who gave up, if somebody did.
        points: The points by sitter, if the game has any.
    """

    winners: tuple[int, ...]
    why: Reason
    turns: int
    given_up: GivenUp | None
    points: tuple[int, ...] = ()

    def ahead(self, one: int, other: int) -> float:
        """Return 1 if sitter `one` came out ahead of `other`, 0 if behind, else 0.5.

        A winner is ahead of who did not win. Of two who lost, who gave up is behind, and who is
        nearer to a winner's points ahead.
        """
        merits = [self._merit(sitter) for sitter in (one, other)]
        return 0.5 if merits[0] == merits[1] else float(merits[0] > merits[1])

    def _merit(self, sitter: int) -> tuple[bool, bool, int]:
        if sitter in self.winners:
            return True, True, 0
        gave_up = self.given_up is not None and self.given_up.by == sitter
        points = self.points
        gaps = [abs(points[winner] - points[sitter]) for winner in self.winners if points]
        return False, not gave_up, -min(gaps, default=0)


class Result(NamedTuple):
    """What came of a meeting.

    Attributes:
        table, deal: Which meeting it was.
        games: How each game ended.
        seconds: How long each decision took, by player.
        seats: How many seats the game has.
    """

    table: int
    deal: int
    games: tuple[Played, ...]
    seconds: tuple[Seconds, ...]
    seats: int = 2

    @property
    def score(self) -> float:
        """What the games are worth to the first of two players: 0 to 1."""
        return self.share(0, 1)

    def share(self, one: int, other: int) -> float:
        """Return how much of the time player `one` was ahead of `other`, 0 to 1."""
        step = self.players
        ahead = [
            game.ahead(mine, theirs)
            for game in self.games
            for mine in range(one, self.seats, step)
            for theirs in range(other, self.seats, step)
        ]
        return sum(ahead) / len(ahead)

    def won(self, player: int) -> float:
        """Return how many games a player won; a win is shared by the winners, a draw by all."""
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
        """How many players there are."""
        return len(self.seconds)


def play_meeting(meeting: Meeting, stop: StopFlag = never) -> Result:
    """Play all games of a meeting. Raises `Stopped`, and `Lack`, which nobody loses by.

    The same meeting has the same result wherever it is played, but for `seconds`.
    """
    players = range(len(meeting.kinds))
    seconds: list[list[float]] = [[] for _ in players]
    games = tuple(_play(meeting, number, seconds, stop) for number in players)
    return Result(meeting.table, meeting.deal, games, tuple(map(tuple, seconds)), meeting.seats)


def _play(meeting: Meeting, number: int, seconds: list[list[float]], stop: StopFlag) -> Played:
    """Play one game, in which every sitter sits `number` seats further on than in the first."""
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
            except Lack:
                raise
            except (Forfeit, IllegalMove) as lost:
                given_up = GivenUp(sitter_on[seat], lost.reason, lost.facts)
                table.forfeit(seat, str(lost))
    outcome = table.outcome
    assert outcome is not None
    winners = tuple(sorted(sitter_on[seat] for seat in outcome.winners))
    points = outcome.points and tuple(outcome.points[sitter_on.index(s)] for s in seats)
    return Played(winners, outcome.why, table.turns, given_up, points)


def _next(table: Table[Any], lots: Lots) -> int:
    """Return who moves now: where several may, nobody is quicker here, so a lot says who does."""
    movers = table.to_move
    return movers[0] if len(movers) == 1 else movers[lots.below(len(movers))]


def _open(table: Table[Any], plies: int, seed: int) -> None:
    """Draw the first moves by lot, so that a game without chance is not always the same one."""
    while table.turns < plies and table.outcome is None:
        lots = Lots(seed, len(table.plays))
        seat = _next(table, lots)
        legal = list(table.view(seat).legal())
        table.play(seat, legal[lots.below(len(legal))])


def _move(
    table: Table[Any], seat: int, player: Player[Any], seconds: list[float], stop: StopFlag
) -> None:
    """Let a player move, and note how long it thought. Raises what makes it lose."""
    view = table.view(seat)
    begin = perf_counter()
    move = player.choose(view, stop)
    seconds.append(perf_counter() - begin)
    table.play(seat, move)


def _dismiss(player: Player[Any], table: Table[Any], seat: int) -> None:
    dismiss(player, table.view(seat))
