"""Bits of a mask, counted as quickly as this build can.

Python counts them with a method of its own. A compiled module would have to make an object of each
mask for that, so there they are counted by arithmetic on a machine word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

IS_COMPILED: Final = __file__.endswith((".so", ".pyd"))
"""Whether this is the compiled build."""


def count_bits(mask: i64) -> int:
    """Return how many bits of a mask below 2**62 are set.

    >>> count_bits(0b101001)
    3
    """
    mask -= mask >> 1 & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    return mask * 0x0101010101010101 >> 56 & 0xFF


count_by_arithmetic: Final = count_bits

if not IS_COMPILED:
    count_bits = int.bit_count  # type: ignore[assignment]
