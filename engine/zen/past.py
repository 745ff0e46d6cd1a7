"""The positions of a round since its last capture, in which a repetition is found quickly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple, overload

from engine.zen.board import Position

_WIDTH: Final = 32
"""The number of positions in a block, and of equal blocks in the next larger one."""


class _Block(NamedTuple):
    """Some positions in a row, and the set of them."""

    positions: tuple[Position, ...]
    kinds: frozenset[Position]


class PastPositions(Sequence[Position]):
    """An immutable sequence of positions, oldest first; equal to a tuple of the same ones.

    `then` makes the next one, which shares all but its last few positions with this one, and
    `count` looks into a few blocks: neither takes much longer after ten thousand moves.

    >>> from engine.zen.positions import START
    >>> past = PastPositions().then(START).then(START)
    >>> len(past), past.count(START)
    (2, 2)
    """

    __slots__ = ("_blocks", "_latest", "_length")

    def __init__(
        self, blocks: tuple[_Block, ...] = (), latest: tuple[Position, ...] = (), length: int = 0
    ) -> None:
        self._blocks = blocks
        self._latest = latest
        self._length = length

    def then(self, position: Position) -> PastPositions:
        """Return the sequence that ends with `position`."""
        latest = (*self._latest, position)
        if len(latest) < _WIDTH:
            return PastPositions(self._blocks, latest, self._length + 1)
        return PastPositions(_gathered(self._blocks, latest), (), self._length + 1)

    def count(self, value: object) -> int:
        """Return how often a position is there."""
        found = self._latest.count(value)
        for positions, kinds in self._blocks:
            if value in kinds:
                found += positions.count(value)
        return found

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Position]:
        return chain(*[block.positions for block in self._blocks], self._latest)

    @overload
    def __getitem__(self, at: int) -> Position: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Position, ...]: ...

    def __getitem__(self, at: int | slice) -> Position | tuple[Position, ...]:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PastPositions):
            # the blocks follow from the length
            return self._latest == other._latest and self._blocks == other._blocks
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"PastPositions.of({list(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return PastPositions.of, (tuple(self),)

    @classmethod
    def of(cls, positions: Iterable[Position]) -> PastPositions:
        """Return these positions, oldest first."""
        past = cls()
        for position in positions:
            past = past.then(position)
        return past


def _gathered(blocks: tuple[_Block, ...], latest: tuple[Position, ...]) -> tuple[_Block, ...]:
    """Return the blocks with one more; they grow smaller from the first to the last."""
    gathered = [*blocks, _Block(latest, frozenset(latest))]
    while len(gathered) >= _WIDTH and _is_row(gathered[-_WIDTH:]):
        positions = tuple(chain(*[block.positions for block in gathered[-_WIDTH:]]))
        gathered[-_WIDTH:] = [_Block(positions, frozenset(positions))]
    return tuple(gathered)


def _is_row(blocks: list[_Block]) -> bool:
    return len(blocks[0].positions) == len(blocks[-1].positions)
