"""The evaluation of one side: the value of its pieces, and the moves that would connect them.

Both depend on nothing but its pawns and the Zen. A search meets the same pieces of a side in very
many positions, so each set is evaluated once and remembered.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bits import IS_COMPILED
from engine.zen.board import FREE_ZEN, Position, after, group_of
from engine.zen.ending import connection
from engine.zen.geometry import AROUND, BETWEEN, COUNT, END_MASK, LINES, SIZE, START_SHIFT, grown

if IS_COMPILED:
    from engine.zen import halves

CONNECTED: Final = 1 << 20
"""The value of a connected side; that of a side without pawns is its negative."""

ZEN_SHIFT: Final = 128
"""The shift of the Zen in a key of `SideValueCache`: pawns, and the Zen above them."""

_PAWNS: Final = (1 << ZEN_SHIFT) - 1

_MOST_GROUPS: Final = 5
"""The most groups that one move can join: a piece alone, and the four it touches at most."""

_REMEMBERED: Final = 1 << 16
"""The number of remembered values (some 20 MB) after which all are dropped."""


# the weights of the evaluation of a side, tuned by games against each other
PAWN: Final = 50
"""The value of a pawn on the board."""
GROUP: Final = -12
"""The value of a group of its pieces, the Zen among them."""
STEP: Final = -6
"""The value of a row or a column between a piece and the middle of them all."""


class JoiningMove(NamedTuple):
    """A move that would connect a side, and the conditions under which it is legal.

    Attributes:
        move: The move.
        line: Its line, as a mask.
        pieces: How many have to stand on that line.
        between: Where no opponent may stand, as a mask.
    """

    move: int
    line: int
    pieces: int
    between: int


SideValue = tuple[int, tuple[JoiningMove, ...]]
"""The evaluation of a side: the value of its pieces, and its moves that would connect them."""


def _by_line() -> dict[int, JoiningMove]:
    """Return the conditions under which each move is legal, by move."""
    return {
        move: JoiningMove(
            move,
            next(line for line in LINES[move >> START_SHIFT] if line >> (move & END_MASK) & 1),
            between.bit_count() + 1,
            between,
        )
        for move, between in BETWEEN.items()
    }


def _by_count() -> tuple[tuple[tuple[int, list[int]], ...], ...]:
    """Return for each square its lines, each with the squares at least so far away, by distance."""
    ways = [{line: [0] * (SIZE + 2) for line in lines} for lines in LINES]
    for move, (_, line, pieces, _) in _JOINS.items():
        ways[move >> START_SHIFT][line][pieces] |= 1 << (move & END_MASK)
    for further in (far for way in ways for far in way.values()):
        for count in range(SIZE, -1, -1):
            further[count] |= further[count + 1]
    return tuple([tuple(way.items()) for way in ways])


_JOINS: Final = _by_line()
_FURTHER: Final = _by_count()

FLIPS: Final = {move: 1 << (move >> START_SHIFT) | 1 << (move & END_MASK) for move in BETWEEN}
"""FLIPS[move]: its starting square and its landing square, as a mask."""


_CUTS: Final = tuple(
    sum(1 << square for square in range(COUNT) if divmod(square, SIZE)[way] <= last)
    for way in (0, 1)
    for last in range(SIZE - 1)
)
"""The lowest row, the lowest two and so on; the same with columns."""


class SideValueCache(dict[int, SideValue]):
    """A cache of evaluations, by the pieces of a side (pawns, and the Zen shifted)."""

    def __missing__(self, pieces: int) -> SideValue:
        if len(self) >= _REMEMBERED:
            self.clear()
        standing = self[pieces] = evaluate_side(pieces & _PAWNS, pieces >> ZEN_SHIFT)
        return standing

    def of(self, position: Position, side: int) -> SideValue:
        """Return the evaluation of a side in a position."""
        black, white, zen, _, _ = position
        return self[(white if side else black) | zen << ZEN_SHIFT]

    def worth(self, position: Position) -> int:
        """Return the value of an unfinished round for the side to move: its own minus the other's.

        >>> from engine.zen.positions import START
        >>> SideValueCache().worth(START)
        0
        """
        black, white, zen, side, _ = position
        own, enemy = (white, black) if side else (black, white)
        zen <<= ZEN_SHIFT
        return self[own | zen][0] - self[enemy | zen][0]


def evaluate_side(pawns: int, zen: int) -> SideValue:
    """Return the evaluation of a side; the Zen's mask is 0 when it has been taken."""
    if not pawns:
        return -CONNECTED, ()
    chain = pawns | zen
    count, ends = ends_of(chain)
    if count == 1:
        return CONNECTED, ()
    worth = PAWN * pawns.bit_count() + GROUP * count + STEP * spread(chain)
    if not ends:
        return worth, ()
    return worth, tuple(_joins(pawns, zen, _groups(chain), ends))


def spread(chain: int) -> int:
    """Return the sum of the distances, in rows and columns, of the pieces from their medians.

    >>> from engine.zen.board import mask_of
    >>> from engine.zen.squares import parse_square
    >>> spread(mask_of(map(parse_square, ["A1", "A4", "C2"])))
    5
    """
    if IS_COMPILED:
        return halves.spread(chain)
    pieces, ways = chain.bit_count(), 0
    half = pieces >> 1
    for cut in _CUTS:
        part = (chain & cut).bit_count()
        ways += part if part <= half else pieces - part
    return ways


def _groups(chain: int) -> list[int]:
    """Return the groups of a chain, like `board.groups` but faster for lone pieces."""
    found = []
    while chain:
        first = chain & -chain
        group = AROUND[first.bit_length() - 1] & chain | first
        if group != first:
            group = group_of(chain, group)
        chain ^= group
        found.append(group)
    return found


def ends_of(chain: int) -> tuple[int, int]:
    """Return how many groups a chain has, and the free squares that touch all of them but one.

    One move joins all groups on no other square, and on none if there are too many groups.
    """
    if IS_COMPILED:
        return halves.ends_of(chain, _MOST_GROUPS)
    chains = _groups(chain)
    if not 1 < len(chains) <= _MOST_GROUPS:
        return len(chains), 0
    by_all = by_others = -1
    for group in chains:
        wide = grown(group)
        by_others = by_others & wide | by_all
        by_all &= wide
    return len(chains), by_others & ~chain


def _joins(pawns: int, zen: int, chains: list[int], by_others: int) -> list[JoiningMove]:
    """Return the moves that would join the groups (two or more), legal or not.

    `by_others` are the free squares that touch all groups but one.
    """
    chain = pawns | zen
    around = [grown(group) for group in chains]
    found = []
    for group in chains:
        ends = by_others
        for other, wide in zip(chains, around, strict=True):
            if other != group:
                ends &= wide
        movers = group if ends else 0
        while movers:
            mover = movers & -movers
            movers ^= mover
            start = mover.bit_length() - 1
            # the own pieces on a line alone are a lower bound of the squares to go
            goals = 0
            for line, further in _FURTHER[start]:
                goals |= further[(chain & line).bit_count()]
            goals &= ends
            rest = group ^ mover
            while rest and goals:
                part = group_of(rest, rest & -rest)
                rest ^= part
                goals &= grown(part)
            while goals:
                goal = goals & -goals
                goals ^= goal
                found.append(_JOINS[start << START_SHIFT | goal.bit_length() - 1])
    return found + _joins_by_capture(zen, chains)


def _joins_by_capture(zen: int, chains: list[int]) -> list[JoiningMove]:
    """Return the moves that connect by taking the Zen: a lone pawn does, out of two groups."""
    if not zen or len(chains) != 2:
        return []
    lone = [group for group in chains if group.bit_count() == 1 and group != zen]
    codes = [(group.bit_length() - 1) << START_SHIFT | zen.bit_length() - 1 for group in lone]
    return [_JOINS[code] for code in codes if code in _JOINS]


def any_wins(joins: tuple[JoiningMove, ...], position: Position, variant: int) -> bool:
    """Say whether one of the moves, each of which connects the side to move, is legal and wins."""
    black, white, zen, side, barred = position
    enemy = black if side else white
    occupied = black | white | zen
    for move, line, pieces, between in joins:
        if (occupied & line).bit_count() != pieces or between & enemy:
            continue
        start, end = 1 << (move >> START_SHIFT), 1 << (move & END_MASK)
        if start == zen:
            if end == barred or (
                variant != FREE_ZEN and not AROUND[move & END_MASK] & (black | white)
            ):
                continue
        elif not end & (enemy | zen):
            return True
        # the Zen has gone or something is taken: the other side may be connected as well
        ended = connection(after(position, move))
        if ended and ended.winner == side:
            return True
    return False
