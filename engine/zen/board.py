"""The fast core of Zen: squares and positions as bit masks, moves, groups.

Bit n of a mask stands for square n: row times eleven plus column, both from 0, from A1 on. A move
here is one number: the start square times 128 plus the landing square. Whether it is legal depends
on the position alone, and on the variant: in the third the Zen need not touch a pawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.bits import IS_COMPILED
from engine.zen.geometry import AROUND, COUNT, END_MASK, NOT_A, NOT_K, RAYS, SIZE, START_SHIFT

if IS_COMPILED:
    from engine.zen import halves


def mask_of(squares: Iterable[int]) -> int:
    """Return the mask of the squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


BLACK: Final = 0
WHITE: Final = 1

FREE_ZEN: Final = 3
"""The variant in which the Zen need not touch a pawn."""

ECHEC_VARIANTS: Final = frozenset({1, 2})
"""The variants with échec and mat."""

_OWN_SHIFT: Final = 128
_BITS: Final = tuple([1 << square for square in range(COUNT)])


class Position(NamedTuple):
    """The pieces, the side to move, and the square the Zen may not return to.

    Attributes:
        black, white: The pawns of each colour, as masks.
        zen: The Zen's square as a mask, 0 when it has been taken.
        side: `BLACK` or `WHITE`, the side to move.
        barred: The square the Zen was just moved from as a mask, 0 if it was not just moved.
    """

    black: int
    white: int
    zen: int
    side: int = BLACK
    barred: int = 0

    @property
    def own(self) -> int:
        """The pawns of the side to move."""
        return self.white if self.side else self.black

    @property
    def enemy(self) -> int:
        """The pawns of the other side."""
        return self.black if self.side else self.white

    @property
    def occupied(self) -> int:
        """All pieces, the Zen included."""
        return self.black | self.white | self.zen

    def pawns(self, side: int) -> int:
        """Return the pawns of a side."""
        return self.white if side else self.black

    def chain(self, side: int) -> int:
        """Return the pieces that a side has to connect: its pawns and the Zen."""
        return (self.white if side else self.black) | self.zen


_Goal = tuple[int, int]
_Line = tuple[int, tuple[tuple[_Goal, ...], ...]]


def _reach(square: int, line: int, ends: list[tuple[int, int, int]]) -> _Line:
    """Return a line with the goals on it from a square, by the number of pieces on the line."""
    goals: list[list[_Goal]] = [[] for _ in range(SIZE + 1)]
    for distance, end, between in ends:
        goals[distance].append((square << START_SHIFT | end, between | 1 << end + _OWN_SHIFT))
    return line, tuple([tuple(some) for some in goals])


class _Reach(dict[int, tuple[_Line, ...]]):
    """The lines through a square, by its bit; those of a square are made when first asked for."""

    def __missing__(self, bit: int) -> tuple[_Line, ...]:
        square = bit.bit_length() - 1
        lines = self[bit] = tuple([_reach(square, *ray) for ray in RAYS[square]])
        return lines


_REACH: Final = _Reach()
"""_REACH[bit of a square]: its lines, each with its goals by the number of pieces on the line.

A goal is a move and the squares that must be free for it: of opponents between, of own pieces where
it lands (shifted).
"""


def moves(position: Position, variant: int) -> list[int]:
    """Return every move of the side to move, whether or not the round is over."""
    black, white, zen, side, barred = position
    own, enemy = (white, black) if side else (black, white)
    if IS_COMPILED:
        return halves.moves(own, enemy, zen, barred, variant == FREE_ZEN)
    occupied = black | white | zen
    obstacles = enemy | own << _OWN_SHIFT
    lines: list[_Line] = []
    pawns = own
    while pawns:
        pawn = pawns & -pawns
        pawns ^= pawn
        lines += _REACH[pawn]
    # zen, "Moving": as many squares as there are pieces on the line, over own pieces and the Zen
    found = [
        move
        for line, goals in lines
        for move, needs in goals[(occupied & line).bit_count()]
        if not needs & obstacles
    ]
    if zen:
        # zen, "The Zen": moved, it is a pawn of the mover's; not back, and never alone
        obstacles |= barred << _OWN_SHIFT
        pieces = black | white
        found += [
            move
            for line, goals in _REACH[zen]
            for move, needs in goals[(occupied & line).bit_count()]
            if not needs & obstacles and (variant == FREE_ZEN or AROUND[move & END_MASK] & pieces)
        ]
    return found


def has_move(position: Position, variant: int) -> bool:
    """Say whether the side to move has any move; stops at the first."""
    black, white, zen, side, _ = position
    own, enemy = (white, black) if side else (black, white)
    if IS_COMPILED:
        can_move = halves.pawns_can_move(own, enemy, zen)
        return can_move or bool(zen and moves(position, variant))
    occupied = black | white | zen
    obstacles = enemy | own << _OWN_SHIFT
    pawns = own
    while pawns:
        pawn = pawns & -pawns
        pawns ^= pawn
        for line, goals in _REACH[pawn]:
            for _, needs in goals[(occupied & line).bit_count()]:
                if not needs & obstacles:
                    return True
    return bool(zen and moves(position, variant))


def open_rows(position: Position) -> Iterator[int]:
    """Yield lazily, as a mask, each row along which a pawn of the side to move can go."""
    obstacles = position.enemy | position.own << _OWN_SHIFT
    occupied = position.occupied
    pawns, last = position.own, 0
    while pawns:
        pawn = pawns & -pawns
        pawns ^= pawn
        row, goals = _REACH[pawn][0]
        # pawns come row by row
        if row != last and any(not n & obstacles for _, n in goals[(occupied & row).bit_count()]):
            last = row
            yield row


def after(position: Position, move: int) -> Position:
    """Return the position after a move known to be legal."""
    black, white, zen, side, _ = position
    start, end = _BITS[move >> START_SHIFT], _BITS[move & END_MASK]
    barred = 0
    if start == zen:
        zen, barred = end, start
    else:
        if side:
            white ^= start | end
        else:
            black ^= start | end
        if zen == end:
            zen = 0
    if side:
        if black & end:
            black ^= end
    elif white & end:
        white ^= end
    # a search does this for every move: a named tuple's own constructor would take half the time
    return tuple.__new__(Position, (black, white, zen, 1 - side, barred))


def is_capture(position: Position, move: int) -> bool:
    """Say whether the move takes a pawn or the Zen."""
    return bool(position.occupied >> (move & END_MASK) & 1)


def group_of(mask: int, seed: int) -> int:
    """Return the squares of the mask that are connected to those of `seed`."""
    group = seed
    while True:
        wide = group | (group & NOT_K) << 1 | (group & NOT_A) >> 1
        wider = (wide | wide << SIZE | wide >> SIZE) & mask
        if wider == group:
            return group
        group = wider


def is_connected(mask: int) -> bool:
    """Say whether the squares are connected; a single square is, and so is none."""
    if IS_COMPILED:
        return halves.is_connected(mask)
    first = mask & -mask
    group = AROUND[first.bit_length() - 1] & mask | first
    if group == first:
        return mask == first
    return group_of(mask, group) == mask


def pawn_groups(position: Position, side: int) -> list[int]:
    """Return the groups in which the pawns of a side stand; the Zen links, but is none by itself.

    A side is connected when it has one, and the Zen, if it is on the board, is in it.

    >>> from engine.zen.positions import START
    >>> len(pawn_groups(START, BLACK))
    12
    """
    pawns = position.pawns(side)
    return [group for group in groups(position.chain(side)) if group & pawns]


def groups(mask: int) -> Iterator[int]:
    """Yield lazily the connected groups of the mask, each as a mask."""
    while mask:
        group = group_of(mask, mask & -mask)
        mask ^= group
        yield group
