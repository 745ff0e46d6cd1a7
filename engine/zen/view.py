"""The view of a game of Zen, in which nothing is hidden: its legal moves, and a move's draft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple, TypeAlias

from engine.game import Outcome, check_turn
from engine.log import Log
from engine.reasons import IllegalMove, TableReason
from engine.view_marks import Json, Mover, Seat, Written
from engine.zen import board
from engine.zen.board import Position
from engine.zen.ending import is_echec, result
from engine.zen.geometry import AROUND, BETWEEN, END_MASK, LINES, START_SHIFT
from engine.zen.moves import (
    ANNOUNCE,
    COLOURS,
    Answer,
    BoardMove,
    Move,
    RoundOver,
    ZenStep,
    board_move,
)
from engine.zen.options import ZenOptions, colour_of
from engine.zen.past import PastPositions
from engine.zen.positions import format_position, parse_position
from engine.zen.reasons import ZenEnding, ZenRefusal
from engine.zen.squares import SQUARES, Square, parse_square, squares_of

WrittenPosition: TypeAlias = Annotated[Position, Written(format_position, parse_position)]


def _write_past(past: PastPositions) -> list[Json]:
    return [format_position(position) for position in past]


def _read_past(texts: list[str]) -> PastPositions:
    return PastPositions.of(map(parse_position, texts))


class Round(NamedTuple):
    """A finished round.

    Attributes:
        winner: The colour that won it, None for a draw.
        why: Why it ended.
        points: The points of the winner.
        position: The last position.
    """

    winner: Annotated[int, Written(COLOURS.__getitem__, COLOURS.index)] | None
    why: ZenEnding
    points: int
    position: WrittenPosition


class ZenView(NamedTuple):
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

    seat: Seat | None
    options: ZenOptions
    to_move: tuple[Mover, ...]
    position: WrittenPosition
    past: Annotated[PastPositions, Written(_write_past, _read_past, list)]
    is_echec: bool
    is_asked: bool
    rounds: tuple[Round, ...]
    outcome: Outcome | None
    log: Log
    lifted: Annotated[Square, Written(str, parse_square)] | None = None

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
        """Return the number of pieces that a colour took in this round, the Zen included.

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
        check_turn(self, self.seat, self.options.seats)

    def legal(self) -> Iterator[Move]:
        """Yield the legal moves; where échec is announced by hand, with `+` and without.

        None if this seat is not to move.
        """
        if self.seat is None or self.seat not in self.to_move:
            return
        if self.is_asked:
            yield from Answer
            return
        for code in board.moves(self.position, self.options.variant):
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
            return self._replace(lifted=start)
        moved = board.after(self.position, start << START_SHIFT | ends[0])
        return self._replace(lifted=start, position=moved._replace(side=self.position.side))


def score(rounds: Sequence[Round]) -> tuple[int, int]:
    """Return the points of Black and of White after these rounds."""
    black, white = (
        sum(played.points for played in rounds if played.winner == colour) for colour in (0, 1)
    )
    return black, white


class ZenDraft(NamedTuple):
    """The steps made so far; to take one back, keep the draft before it.

    Attributes:
        position: The position the move is made in.
        options: The options of the game.
        is_asked: Whether an answer is due instead of a move.
        made: The steps.
    """

    position: Position
    options: ZenOptions
    is_asked: bool = False
    made: tuple[ZenStep, ...] = ()

    def steps(self) -> dict[ZenStep, IllegalMove | None]:
        """Return every step a person could try next: None if it is legal, else why not.

        First every piece on the board, then every square in a straight line from it; for other
        squares ask `refusal`.
        """
        return {step: self.refusal(step) for step in self._asked_for()}

    def _asked_for(self) -> list[ZenStep]:
        if self.is_asked:
            return [] if self.made else [*Answer]
        if not self.made:
            return [*squares_of(self.position.occupied)]
        if len(self.made) == 1 and isinstance(self.made[0], Square):
            return [*ray_squares(self.made[0])]
        return [ANNOUNCE] if self.options.by_hand and len(self.made) == 2 else []

    def refusal(self, step: ZenStep) -> IllegalMove | None:
        """Return why a step cannot be made next, or None."""
        if self.is_asked:
            if self.made:
                return IllegalMove(ZenRefusal.ALREADY_MOVED)
            return None if isinstance(step, Answer) else IllegalMove(ZenRefusal.ASKED)
        if isinstance(step, Square):
            return self._square_refusal(step)
        if step != ANNOUNCE:
            return IllegalMove(TableReason.NOT_A_MOVE_NOW, move=step)
        move = self.move
        if not isinstance(move, BoardMove):
            return IllegalMove(ZenRefusal.UNFINISHED)
        if move.announces:
            return IllegalMove(ZenRefusal.ALREADY_MOVED)
        return announcing_refusal(self.position, self.options, move)

    def _square_refusal(self, square: Square) -> IllegalMove | None:
        if not self.made:
            return piece_refusal(self.position, self.options.variant, square)
        start = self.made[0]
        if len(self.made) > 1 or not isinstance(start, Square):
            return IllegalMove(ZenRefusal.ALREADY_MOVED)
        return landing_refusal(self.position, self.options.variant, start, square)

    def add(self, step: ZenStep) -> ZenDraft:
        """Return the draft with one step more. Raises `IllegalMove`."""
        if why := self.refusal(step):
            raise why
        return self._replace(made=(*self.made, step))

    @property
    def move(self) -> Move | None:
        """The move or the answer, if it is complete; else None."""
        if len(self.made) == 1 and isinstance(self.made[0], Answer):
            return self.made[0]
        if len(self.made) < 2:
            return None
        start, end = self.made[:2]
        assert isinstance(start, Square)
        assert isinstance(end, Square)
        return board_move(self.position, start << START_SHIFT | end, ANNOUNCE in self.made)

    def finish(self) -> Move:
        """Return the move or the answer. Raises `IllegalMove` if a step is missing."""
        if move := self.move:
            return move
        raise IllegalMove(ZenRefusal.ASKED if self.is_asked else ZenRefusal.UNFINISHED)


def announcing_refusal(
    position: Position, options: ZenOptions, move: BoardMove
) -> IllegalMove | None:
    """Return why échec cannot be announced with a legal move, or None."""
    if not options.by_hand:
        return IllegalMove(ZenRefusal.NO_ANNOUNCING)
    reply = board.after(position, move.code)
    if result(reply, options.variant) or not is_echec(reply, options.variant):
        return IllegalMove(ZenRefusal.NO_ECHEC, move=move._replace(announces=False))
    return None


def ends_of(position: Position, variant: int, start: int) -> int:
    """Return the mask of the squares that the piece on `start` may go to."""
    ends = 0
    for move in board.moves(position, variant):
        if move >> START_SHIFT == start:
            ends |= 1 << (move & END_MASK)
    return ends


def piece_refusal(position: Position, variant: int, start: Square) -> IllegalMove | None:
    """Return why no move can begin on a square, or None."""
    if not position.occupied >> start & 1:
        return IllegalMove(ZenRefusal.NOTHING_THERE, square=start)
    if position.enemy >> start & 1:
        return IllegalMove(ZenRefusal.NOT_YOURS, square=start)
    if not ends_of(position, variant, start):
        is_zen = position.zen >> start & 1
        return IllegalMove(ZenRefusal.ZEN_STUCK if is_zen else ZenRefusal.STUCK, square=start)
    return None


def landing_refusal(
    position: Position, variant: int, start: Square, end: Square
) -> IllegalMove | None:
    """Return why the pawn or the Zen on `start` cannot go to `end`, or None."""
    # zen, "Moving"
    between = BETWEEN.get(start << START_SHIFT | end)
    if between is None:
        return IllegalMove(ZenRefusal.NOT_STRAIGHT, start=start, end=end)
    line = next(line for line in LINES[start] if line >> end & 1)
    count, distance = (position.occupied & line).bit_count(), between.bit_count() + 1
    if count != distance:
        is_zen = position.zen >> start & 1
        reason = ZenRefusal.ZEN_WRONG_COUNT if is_zen else ZenRefusal.WRONG_COUNT
        return IllegalMove(reason, start=start, end=end, count=count, distance=distance)
    if position.own >> end & 1:
        return IllegalMove(ZenRefusal.OWN_PAWN, end=end)
    if in_the_way := squares_of(between & position.enemy):
        return IllegalMove(ZenRefusal.IN_THE_WAY, square=in_the_way[0], end=end)
    return _zen_refusal(position, variant, end) if position.zen >> start & 1 else None


def _zen_refusal(position: Position, variant: int, end: Square) -> IllegalMove | None:
    # zen, "The Zen"
    if position.barred >> end & 1:
        return IllegalMove(ZenRefusal.BARRED, end=end)
    if variant != board.FREE_ZEN and not AROUND[end] & (position.black | position.white):
        return IllegalMove(ZenRefusal.NO_CONTACT, end=end)
    return None


def refusal(position: Position, variant: int, move: BoardMove) -> IllegalMove | None:
    """Return why a move is illegal or written wrongly, or None; announcements are not checked."""
    start, end, is_zen, is_capture, _ = move
    landing = landing_refusal(position, variant, start, end)
    # a piece that is stuck can land nowhere: only where this one cannot, all moves are looked at
    is_movable = (position.own | position.zen) >> start & 1
    if (landing or not is_movable) and (why := piece_refusal(position, variant, start)):
        return why
    if is_zen != bool(position.zen >> start & 1):
        reason = ZenRefusal.NOT_THE_ZEN if is_zen else ZenRefusal.IS_THE_ZEN
        return IllegalMove(reason, square=start)
    if landing:
        return landing
    if is_capture != bool(position.occupied >> end & 1):
        reason = ZenRefusal.NO_CAPTURE if is_capture else ZenRefusal.CAPTURE
        return IllegalMove(reason, end=end)
    return None


def ray_squares(start: int) -> list[Square]:
    """Return the squares in a straight line from `start`."""
    return [end for end in SQUARES if start << START_SHIFT | end in BETWEEN]
