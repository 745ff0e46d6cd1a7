"""The view of a game of Zen, from which nothing is hidden, and which moves are legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.game import Outcome
from engine.log import Log
from engine.reasons import IllegalMove, TableReason
from engine.zen.board import START_SHIFT, Position, after, moves
from engine.zen.draft import ZenDraft, announcing_refusal
from engine.zen.legality import refusal
from engine.zen.moves import Answer, BoardMove, Move, ZenStep, board_move
from engine.zen.options import ZenOptions, colour_of
from engine.zen.past import Past
from engine.zen.reasons import ZenEnding, ZenRefusal
from engine.zen.squares import Square
from engine.zen.told import RoundOver


class Round(NamedTuple):
    """A finished round.

    Attributes:
        winner: The colour that won it, None for a draw.
        why: Why it ended.
        points: The points of the winner.
        position: The last position.
    """

    winner: int | None
    why: ZenEnding
    points: int
    position: Position


@dataclass(frozen=True, slots=True)
class ZenView:
    """A game of Zen as `seat` (None: a spectator) sees it.

    Attributes:
        seat: The seat that sees this; even seats play Black, odd seats White.
        options: The options of the game.
        to_move: The seat to move, `CHANCE`, or nobody.
        position: The board and whose turn it is; after the end the last position.
        past: The positions of this round since the last capture, oldest first, without this one.
        is_echec: Whether échec was announced to the side to move.
        is_asked: Whether the side to move has lost to an échec nobody announced, and is asked
            whether it takes its last move back.
        rounds: The rounds that are over.
        outcome: How the game ended, or None.
        log: All that was told.
        lifted: The square of the piece that is being moved (see `during`).
    """

    seat: int | None
    options: ZenOptions
    to_move: tuple[int, ...]
    position: Position
    past: Past
    is_echec: bool
    is_asked: bool
    rounds: tuple[Round, ...]
    outcome: Outcome | None
    log: Log
    lifted: Square | None = None

    @property
    def timeout_play(self) -> None:
        """None: Zen has no race."""

    @property
    def score(self) -> tuple[int, int]:
        """The points of Black and of White."""
        return score(self.rounds)

    @property
    def round_number(self) -> int:
        """The number of the round of the position, from 1."""
        is_cut_off = self.outcome is not None and self.outcome.why is ZenEnding.FORFEIT
        return len(self.rounds) + (bool(self.to_move) or is_cut_off)

    def captures(self, colour: int) -> int:
        """Return how many pieces a colour took in this round, the Zen among them.

        A capture that an answer took back is none.
        """
        number, takers = 1, list[int | None]()
        for _ply, seat, told in self.log:
            if isinstance(told, RoundOver):
                if number == self.round_number:
                    break
                number, takers = number + 1, []
            elif told is Answer.BACK:
                del takers[-2:]
            elif isinstance(told, BoardMove):
                takers.append(colour_of(seat) if told.is_capture else None)
        return takers.count(colour)

    def check_to_move(self) -> None:
        """Raise `IllegalMove` unless this seat is to move."""
        if self.outcome is not None:
            raise IllegalMove(TableReason.GAME_OVER)
        if self.seat is None or self.seat not in self.to_move:
            player = "a spectator" if self.seat is None else self.options.seats[self.seat]
            raise IllegalMove(TableReason.NOT_TO_MOVE, player=player)

    def legal(self) -> Iterator[Move]:
        """Yield the legal moves; where échec is announced by hand, with `+` and without.

        None if this seat is not to move.
        """
        if self.seat is None or self.seat not in self.to_move:
            return
        if self.is_asked:
            yield from Answer
            return
        for code in moves(self.position, self.options.variant):
            move = board_move(self.position, code)
            yield move
            if self.options.by_hand and not announcing_refusal(self.position, self.options, move):
                yield move._replace(announces=True)

    def check(self, move: Move) -> None:
        """Raise `IllegalMove` unless this seat may make the move now."""
        self.check_to_move()
        if self.is_asked:
            if not isinstance(move, Answer):
                raise IllegalMove(ZenRefusal.ASKED)
            return
        if not isinstance(move, BoardMove):
            raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)
        why = refusal(self.position, self.options.variant, move)
        if why is None and move.announces:
            why = announcing_refusal(self.position, self.options, move)
        if why:
            raise why

    def draft(self) -> ZenDraft:
        """Return an empty draft of this seat's move. Raises `IllegalMove` if it is not to move."""
        self.check_to_move()
        return ZenDraft(self.position, self.options, self.is_asked)

    def during(self, steps: Sequence[ZenStep]) -> ZenView:
        """Return this view after the seat to move has lifted a piece, or set it down."""
        squares = [step for step in steps if isinstance(step, Square)]
        if not squares:
            return self
        start, *ends = squares
        if not ends:
            return replace(self, lifted=start)
        moved = after(self.position, start << START_SHIFT | ends[0])
        return replace(self, lifted=start, position=moved._replace(side=self.position.side))


def score(rounds: Sequence[Round]) -> tuple[int, int]:
    """Return the points of Black and of White after these rounds."""
    black, white = (
        sum(played.points for played in rounds if played.winner == colour) for colour in (0, 1)
    )
    return black, white
