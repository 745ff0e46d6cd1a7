"""The keys of a move of Zen, on the board and the stops below it, and moves as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from engine.reasons import IllegalMove, NotationError
from engine.zen.geometry import SIZE, START_SHIFT
from engine.zen.moves import ANNOUNCE, BoardMove, Move, board_move, parse
from engine.zen.squares import SQUARES, Square, parse_square
from engine.zen.view import ZenDraft, ZenView
from play.controls import Controls, next_stop
from play.frame import NO_SENSE_NOW, MoveChosen, OtherAction
from play.games.actions import OWN
from play.games.zen.telling import after_round, ended_round

STEPS = {
    "square_left": (-1, 0),
    "square_right": (1, 0),
    "square_up": (0, 1),
    "square_down": (0, -1),
}


class ZenControls(Controls):
    """Picks pieces up and sets them down by a cursor on the board."""

    actions = OWN["zen"]

    def __init__(self) -> None:
        self._squares: dict[int, Square] = {}
        self._rounds = 0

    def start(self, view: ZenView) -> BoardCursor:
        """Return the cursor where the seat's last move ended, else on a pawn that can move."""
        draft = view.draft()
        cursor = BoardCursor(draft, first_place(()))
        if len(view.rounds) != self._rounds:
            # where the last round was played means nothing in this one
            self._rounds = len(view.rounds)
            self._squares.clear()
        square = None if view.seat is None else self._squares.get(view.seat)
        if square is None:
            own = [square for square in cursor.legal or () if draft.position.own >> square & 1]
            square = first_place(own)
        return replace(cursor, square=square, is_new=True)

    def refusals(self, cursor: BoardCursor) -> dict[str, IllegalMove]:
        """Return the actions that are refused in the middle of a move, each with its reason."""
        stop, is_asked = cursor.stop, cursor.draft.is_asked
        is_lifted, is_down = cursor.lifted is not None, cursor.is_set_down
        on_board = stop is None and not is_asked
        moments = {
            "answer": is_asked and stop is None,
            "pick_up": on_board and not is_lifted,
            "set_down": on_board and is_lifted and not is_down,
            **{place.value: stop is place for place in Stop},
            "put_back": cursor.before is not None,
            "announce": is_down,
            "next_piece": not is_down and not is_asked,
            "previous_piece": not is_down and not is_asked,
        }
        return {action: NO_SENSE_NOW for action, has_sense in moments.items() if not has_sense}

    def do(self, action: str, cursor: BoardCursor) -> BoardCursor | MoveChosen | OtherAction:
        if action in STEPS:
            return cursor.moved(*STEPS[action])
        if action in ("next_piece", "previous_piece"):
            return cursor.next_legal(1 if action == "next_piece" else -1)
        if action in ("announce", "announce_by_enter"):
            return MoveChosen(cursor.announced().draft.finish())
        if action == "play_move":
            return MoveChosen(cursor.draft.finish())
        if action == "menu_by_enter":
            return OtherAction("menu")
        if action == "put_back" or (action == "set_down" and cursor.square == cursor.lifted):
            return cursor.before or cursor
        after = cursor.stepped()
        if after.draft.move and not after.draft.options.by_hand:
            return MoveChosen(after.draft.finish())
        return after

    def read(self, typed: str, view: ZenView) -> Move:
        return read(typed, view)

    def stood(self, cursor: BoardCursor, seat: int) -> None:
        self._squares[seat] = cursor.square

    def moved(self, move: Any, seat: int, *, back: bool = False) -> None:
        """Note the end of a move, or the start of one that is taken back."""
        if isinstance(move, BoardMove):
            self._squares[seat] = move.start if back else move.end

    def rounds(self, view: ZenView) -> int:
        """Return how many rounds are over."""
        return len(view.rounds)

    def has_round_ended(self, view: ZenView) -> bool:
        return ended_round(view) is not None

    def after(self, view: ZenView) -> ZenView:
        """Return the last position of the round that the last move ended, if it did."""
        return after_round(view)


class Stop(Enum):
    """Places below the board, each with the id of the action that Enter carries out there."""

    PLAY = "play_move"
    ECHEC = "announce_by_enter"
    MENU = "menu_by_enter"


READING_ORDER: Final = tuple(sorted(SQUARES, key=lambda square: (-(square // SIZE), square)))
"""The squares in reading order, the upper left one first."""


@dataclass(frozen=True, slots=True)
class BoardCursor:
    """A value: every key gives another one.

    Attributes:
        draft: The steps made so far: nothing, a piece picked up, set down.
        square: The square it is on, or was on before it went to a stop.
        stop: The stop it is on, None on the board.
        before: The cursor before the last step, to take that back.
        legal: Every square that may come next; asked of the draft once.
        is_new: Whether it stands where the turn began, no key having moved it.
    """

    draft: ZenDraft
    square: Square
    stop: Stop | None = None
    before: BoardCursor | None = None
    legal: frozenset[Square] | None = None
    is_new: bool = False

    def __post_init__(self) -> None:
        if self.legal is None:
            steps = self.draft.steps().items()
            fits = frozenset(s for s, why in steps if why is None and isinstance(s, Square))
            object.__setattr__(self, "legal", fits)

    @property
    def place(self) -> Square | Stop:
        """Its square or stop."""
        return self.stop or self.square

    @property
    def lifted(self) -> Square | None:
        """The square of the piece that is picked up, or None."""
        made = self.draft.made
        return made[0] if made and isinstance(made[0], Square) else None

    @property
    def is_set_down(self) -> bool:
        """Whether the move is made but for the announcement."""
        return isinstance(self.draft.move, BoardMove)

    @property
    def landing(self) -> Square | None:
        """The square under the cursor if the piece picked up may go there."""
        return self.square if self.lifted is not None and self.fits() else None

    @property
    def stops(self) -> list[Stop]:
        """The stops below the board, from the left."""
        return [Stop.PLAY, Stop.ECHEC, Stop.MENU] if self.is_set_down else [Stop.MENU]

    def fits(self) -> bool:
        """Say whether the square under the cursor may be picked up from, or set down on."""
        return self.stop is None and self.square in (self.legal or ())

    def refusal(self) -> IllegalMove | None:
        """Return the reason why nothing can be picked up from, or set down on, the square."""
        return self.draft.refusal(self.square)

    def at(self, square: Square) -> BoardCursor:
        """Return the cursor on a square."""
        return replace(self, square=square, stop=None, is_new=False)

    def moved(self, across: int, up: int) -> BoardCursor:
        """Return the cursor some squares on, or among the stops; at the edges it stays."""
        if self.stop:
            if up > 0 and not self.is_set_down:
                return replace(self, stop=None)
            return replace(self, stop=next_stop(self.stops, self.stop, across))
        row, column = divmod(self.square, SIZE)
        if row + up < 0:
            return replace(self, stop=Stop.MENU, is_new=False)
        row, column = min(row + up, SIZE - 1), max(0, min(column + across, SIZE - 1))
        return self.at(SQUARES[row * SIZE + column])

    def next_legal(self, by: int) -> BoardCursor:
        """Return the cursor on the next square that may come next, round and round."""
        squares = [square for square in READING_ORDER if square in (self.legal or ())]
        if not squares:
            return self
        here = READING_ORDER.index(self.square)
        order = [READING_ORDER.index(square) for square in squares]
        if by > 0:
            at = next((n for n, place in enumerate(order) if place > here), 0)
        else:
            at = next((n for n in reversed(range(len(order))) if order[n] < here), len(order) - 1)
        return self.at(squares[at])

    def stepped(self) -> BoardCursor:
        """Return the cursor after picking up, or setting down, here. Raises `IllegalMove`."""
        after = BoardCursor(self.draft.add(self.square), self.square, None, self)
        return replace(after, stop=Stop.PLAY) if after.is_set_down else after

    def after(self, step: Any) -> BoardCursor:
        """Return the cursor after picking up, or setting down, somewhere. Raises `IllegalMove`."""
        if not isinstance(step, Square):
            return replace(self, draft=self.draft.add(step), before=self)
        return self.at(step).stepped()

    def announced(self) -> BoardCursor:
        """Return the cursor with échec announced. Raises `IllegalMove`."""
        return replace(self, draft=self.draft.add(ANNOUNCE), before=self)

    def steps_to(self, move: Any) -> tuple[Any, ...] | None:
        """Return the steps left to this move, None if another one was begun."""
        if not isinstance(move, BoardMove):
            return (move,)
        steps = (move.start, move.end, *((ANNOUNCE,) if move.announces else ()))
        made = self.draft.made
        return steps[len(made) :] if made == steps[: len(made)] else None

    def aimed_at(self, step: Any) -> BoardCursor:
        """Return the cursor as it is: where it stands is what it aims at."""
        return self


def first_place(squares: Iterable[Square]) -> Square:
    """Return the first of some squares in reading order, the centre of the board for none.

    >>> first_place([SQUARES[0], SQUARES[120]]), first_place([])
    (K11, F6)
    """
    wanted = frozenset(squares)
    centre = SQUARES[len(SQUARES) // 2]
    return next((square for square in READING_ORDER if square in wanted), centre)


_TYPED_SIGNS: Final = str.maketrans("X×–—−", "xx---")
_TYPED_MOVE: Final = re.compile(
    r"(?:(?:play|jouer?|jouez)\s+)?(Z?)\s*([A-K][0-9]{1,2})\s*([-x]?)\s*([A-K][0-9]{1,2})\s*(\+?)",
    re.IGNORECASE,
)


def read(typed: str, view: ZenView) -> Move:
    """Return the move that somebody typed: `f11-f8`, `f11 f8`, `play f11 f8`.

    Raises `NotationError`, and `IllegalMove` for a square that is not on the board.

    With a sign between its squares a move is read exactly, so that the rules can say what is wrong
    with it. Without a sign the position tells whether it is a capture or a move of the Zen.
    """
    text = typed.strip().translate(_TYPED_SIGNS)
    match = _TYPED_MOVE.fullmatch(text)
    if not match:
        return parse(typed.strip())
    zen, start, sign, end, plus = (part.upper() for part in match.groups())
    try:
        code = parse_square(start) << START_SHIFT | parse_square(end)
    except NotationError as fault:
        raise IllegalMove(fault.reason, **fault.facts) from None
    if sign:
        return parse(f"{zen}{start}{sign.lower()}{end}{plus}")
    return board_move(view.position, code, plus != "")
