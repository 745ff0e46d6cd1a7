"""Plays one deal twice between two players, the second time with their places changed."""

from __future__ import annotations

from contextlib import ExitStack
from time import perf_counter
from typing import Any, NamedTuple

from arena.schedule import GAMES, Meeting
from engine.game import Forfeit, IllegalMove, Player, Reason, StopFlag, Stopped, never
from engine.games import find_game
from engine.shuffle import Lots
from engine.table import Sitter, Table
from net.failures import Lack
from net.players import dismiss, make_player

Seconds = tuple[float, ...]


class GivenUp(NamedTuple):
    """That a player lost a game without being beaten.

    Attributes:
        by: The player, 0 or 1.
        reason, facts: Why.
    """

    by: int
    reason: Reason
    facts: dict[str, Any]


class Played(NamedTuple):
    """How one game ended; the players are 0 and 1, wherever they sat.

    Attributes:
        winners: Who won; both or nobody is a draw.
        why: Why the game ended.
        turns: How many moves the players made.
        given_up: Who gave up, if somebody did.
    """

    winners: tuple[int, ...]
    why: Reason
    turns: int
    given_up: GivenUp | None

    @property
    def score(self) -> float:
        """What the game is worth to player 0."""
        return 0.5 if len(self.winners) != 1 else float(self.winners[0] == 0)


class Result(NamedTuple):
    """What came of a meeting; in the first game player 0 sat on seat 0, in the second on seat 1.

    Attributes:
        pairing, deal: Which meeting it was.
        games: How each game ended.
        seconds: How long each decision took, by player.
    """

    pairing: int
    deal: int
    games: tuple[Played, ...]
    seconds: tuple[Seconds, ...]

    @property
    def score(self) -> float:
        """What the pair is worth to player 0: 0 to 1."""
        return sum(game.score for game in self.games) / GAMES


def play_meeting(meeting: Meeting, stop: StopFlag = never) -> Result:
    """Play both games of a meeting. Raises `Stopped`, and `Lack`, which nobody loses by.

    The same meeting has the same result wherever it is played, but for `seconds`.
    """
    seconds: tuple[list[float], list[float]] = ([], [])
    games = tuple(_play(meeting, number, seconds, stop) for number in range(GAMES))
    return Result(meeting.pairing, meeting.deal, games, tuple(map(tuple, seconds)))


def _play(
    meeting: Meeting, number: int, seconds: tuple[list[float], list[float]], stop: StopFlag
) -> Played:
    """Play one game; in game 1 player 0 sits on seat 1."""
    game = find_game(meeting.game)
    seated = (0, 1) if number == 0 else (1, 0)
    sitters = [
        Sitter(meeting.kinds[player], meeting.kinds[player], meeting.player_seed(number, seat))
        for seat, player in enumerate(seated)
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
            seat = table.to_move[0]
            try:
                _move(table, seat, players[seat], seconds[seated[seat]], stop)
            except Lack:
                raise
            except (Forfeit, IllegalMove) as lost:
                given_up = GivenUp(seated[seat], lost.reason, lost.facts)
                table.forfeit(seat, str(lost))
    outcome = table.outcome
    assert outcome is not None
    winners = tuple(sorted(seated[seat] for seat in outcome.winners))
    return Played(winners, outcome.why, table.turns, given_up)


def _open(table: Table[Any], plies: int, seed: int) -> None:
    """Draw the first moves by lot, so that a game without chance is not always the same one."""
    while table.turns < plies and table.outcome is None:
        seat = table.to_move[0]
        legal = list(table.view(seat).legal())
        table.play(seat, legal[Lots(seed, len(table.plays)).below(len(legal))])


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
