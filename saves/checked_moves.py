"""Moves of a file, played by the rules of their game within a limited effort."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import Game, Play, State
from engine.play_text import read_play, write_play
from saves.document import Fault, quoted
from saves.reasons import FileReason, sentence_of

MAX_MOVE: Final = 1000
"""The longest text of a move, in letters."""


class CheckedMoves:
    """Plays moves by the rules of a game, and stops when it was too much for one file.

    Attributes:
        most: The most moves; some count more (`State.effort`).
        effort: What the moves so far count.
    """

    def __init__(self, game: Game[Any], most: int) -> None:
        self._game = game
        self.most = most
        self.effort = 0

    def replayed(
        self, state: State[Any], place: str, moves: Sequence[str]
    ) -> tuple[list[Play], list[State[Any]]]:
        """Return the moves of these texts and the state after each, beginning in `state`.

        Raises `Fault` at the first that is illegal or not in canonical form.
        """
        plays, states = [], []
        for at, text in enumerate(moves):
            play, state = self.read(state, f"{place}[{at}]", text)
            plays.append(play)
            states.append(state)
        return plays, states

    def read(self, state: State[Any], place: str, text: str) -> tuple[Play, State[Any]]:
        """Return the move of a text and the state after it. Raises `Fault`."""
        if len(text) > MAX_MOVE:
            raise Fault(place, FileReason.TOO_LONG_A_MOVE, most=MAX_MOVE)
        try:
            play = read_play(self._game, state, text)
            after = state.play(play.seat, play.move)
        except ValueError as error:
            raise Fault(place, sentence_of(error)) from None
        written = write_play(self._game, state, play)
        if text != written:
            right = quoted(written)
            raise Fault(place, FileReason.WRITTEN_OTHERWISE, text=quoted(text), written=right)
        self._count(after, place)
        return play, after

    def played(self, state: State[Any], place: str, play: Play) -> State[Any]:
        """Return the state after a move. Raises `Fault` if it is illegal."""
        try:
            after = state.play(play.seat, play.move)
        except ValueError as error:
            raise Fault(place, sentence_of(error)) from None
        self._count(after, place)
        return after

    def _count(self, after: State[Any], place: str) -> None:
        self.effort += after.effort
        if self.effort > self.most:
            raise Fault(place, FileReason.TOO_MUCH, most=self.most)
