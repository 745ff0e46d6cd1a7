"""The sides of a game, the seats that win and lose together: partners and opponents."""

from __future__ import annotations

from typing import TypeAlias

Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats of each side, as `Game.sides` returns them."""


def side_of(sides: Sides, seat: int) -> int:
    """Return the number of a seat's side, from 0.

    >>> side_of(((0, 2), (1, 3)), 3)
    1
    """
    return next(number for number, side in enumerate(sides) if seat in side)


def partners(sides: Sides, seat: int) -> tuple[int, ...]:
    """Return the other seats on the side of a seat.

    >>> partners(((0, 2), (1, 3)), 2), partners(((0,), (1,)), 0)
    ((0,), ())
    """
    return tuple(other for other in sides[side_of(sides, seat)] if other != seat)


def has_partners(sides: Sides) -> bool:
    """Return whether some seats win and lose together.

    >>> has_partners(((0, 2), (1, 3))), has_partners(((0,), (1,)))
    (True, False)
    """
    return any(len(side) > 1 for side in sides)


def opponents(sides: Sides, seat: int) -> tuple[int, ...]:
    """Return the seats on the other sides, in the order in which they follow the seat.

    >>> opponents(((0, 2), (1, 3)), 2), opponents(((0,), (1,), (2,)), 1)
    ((3, 1), (2, 0))
    """
    count = sum(map(len, sides))
    others = ((seat + step) % count for step in range(1, count))
    mine = sides[side_of(sides, seat)]
    return tuple(other for other in others if other not in mine)
