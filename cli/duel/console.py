"""The strict line mode: a duel over standard input and output, prescribed to the byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import BinaryIO

from cli.duel.text import PROMPT, PROMPT_AFTER_ERROR, DuelText
from cli.streams import FINISHED, STOPPED, BadUse, complain, read_line, write_out
from engine.duel.moves import Move, Turn, parse_turn
from engine.game import CHANCE, Player, View
from engine.reasons import Forfeit, IllegalMove, NotationError
from engine.table import Table
from engine.timeline import TableTimeline
from programs.players import OutOfResources
from words.translation import _, why

Write = Callable[[bytes], None]


class Console:
    """A game of the line mode."""

    def __init__(
        self,
        table: Table[Move],
        players: Mapping[int, Player[Move]],
        text: DuelText,
        source: BinaryIO,
        write: Write = write_out,
    ) -> None:
        """Sit down at a table; the moves made so far are not printed again.

        Args:
            table: The game.
            players: The computer players by seat; the other seats type.
            text: The words.
            source: Where lines come from.
            write: Where the text goes, at once.
        """
        self.table = table
        self.players = players
        self.text = text
        self.source = source
        self.write = write

    def run(self) -> int:
        """Play to the end (`FINISHED`) or to the end of input (`STOPPED`)."""
        said = self.text.situation(self.table.view)
        while self.table.outcome is None:
            before, seat = self.table.view(None), self.table.to_move[0]
            player = self.players.get(seat)
            self.write(said if player else said + PROMPT)
            turn = self._ask(seat, player) if player else self._read_turn(seat)
            if turn is None and self.table.outcome is None:
                return STOPPED
            said = self.text.answer(before, turn, self.table.view) if turn else b""
        self.write(said + self.text.result(self.table.outcome))
        return FINISHED

    def _ask(self, seat: int, player: Player[Move]) -> Turn | None:
        """Play a player's turn, printed as if typed, and return it; None if it gave up instead.

        The prompt comes with the turn, so that none is left standing where none comes. Raises
        `BadUse` where this machine cannot start a program: nobody loses by that.
        """
        try:
            turn = player.choose(self.table.view(seat))
        except OutOfResources as lack:
            raise BadUse(why(lack)) from None
        except Forfeit as forfeit:
            text = why(forfeit)
            self.table.forfeit(seat, text)
            words = _("{player} gave up: {why}")
            complain(words.format(player=self.table.seats[seat], why=text))
            return None
        assert isinstance(turn, Turn)
        self.write(PROMPT + f"{turn}\n".encode())
        self.table.play(seat, turn)
        return turn

    def _read_turn(self, seat: int) -> Turn | None:
        """Play the turn that a person types and return it, None at the end of input."""
        while (line := read_line(self.source)) is not None:
            try:
                turn = parse_turn(line.decode())
                self.table.play(seat, turn)
            except (UnicodeDecodeError, NotationError, IllegalMove):
                self.write(PROMPT_AFTER_ERROR)
            else:
                return turn
        return None


def transcript(table: Table[Move], text: DuelText) -> Iterator[bytes]:
    """Yield a game as the line mode would have printed it, each turn after its prompt.

    While it is in play, hands that its reader may not know are left out, earlier ones too: their
    cards that were not laid are still in hand.
    """
    eyes = _open_eyes(table)
    timeline = TableTimeline(table, eyes)
    looks = [partial(_look, timeline, eyes, at) for at in range(len(timeline.plays) + 1)]
    looks = [look for look in looks if look(None).to_move != (CHANCE,)]
    turns = [play.move for play in timeline.plays if isinstance(play.move, Turn)]
    if looks:
        yield text.situation(looks[0])
    for before, turn, after in zip(looks, turns, looks[1:], strict=False):
        yield PROMPT + f"{turn}\n".encode()
        yield text.answer(before(None), turn, after)
    if timeline.outcome is not None:
        yield text.result(timeline.outcome)


def _open_eyes(table: Table[Move]) -> frozenset[int]:
    """Return the seats whose hands may be printed: all after the end and where no person plays.

    Else those of a person who plays alone. Which one of several people reads it, nobody can know.
    """
    people = frozenset(seat for seat, one in enumerate(table.sitters) if one.is_person)
    if table.outcome or not people:
        return frozenset(range(len(table.seats)))
    return people if len(people) == 1 else frozenset()


def _look(
    timeline: TableTimeline[Move], eyes: frozenset[int], at: int, seat: int | None
) -> View[Move]:
    """Return the view of a seat after `at` moves, the spectator's if that seat is hidden."""
    return timeline.view_before_forfeit(at, seat if seat in eyes else None)
